"""The records that everything else reads and writes: calls, turns, traces, cases, runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from toolscore_core.errors import Location

_NOWHERE: Final = Location()


@dataclass(slots=True)
class ToolCall:
    """One tool call, expected or recorded.

    Attributes:
        tool: Name of the tool, compared as an exact string.
        args: Arguments by name. On the expected side None means "not checked" and {} "none expected";
            on the recorded side both mean "no arguments".
        result: What the tool gave back; None when the file does not say.
        timestamp: Time of the call as the file writes it (number or text); None when the file does not say.
        duration: Seconds from start to end; None when the file does not say.
        cost: USD; None when the file does not say (never 0 for "unknown").
        metadata: Whatever else the file says. `error` (text) and `is_error` (True) mark a failed call.
        call_id: Id by which results refer to the call; not unique across a file. None when the file has none.
        turn: Index in `Trace.turns` of the turn that issued the call; calls of one turn are parallel. None when unknown.
        agent: Name of the agent that issued the call; None when the file does not say.
        parent_id: `call_id` of the call inside which this one was made; None at the top level.
        provider_executed: True when the model provider ran the tool itself (hosted web search and the like).
        started: Start, in seconds since the Unix epoch; None when the file does not say.
        ended: End, likewise.

    Raises:
        ValueError: The tool name is empty or blank.
        TypeError: The tool name is no text.
    """

    tool: str
    args: dict[str, Any] | None = None
    result: Any = None
    timestamp: Any = None
    duration: float | None = None
    cost: float | None = None
    metadata: dict[str, Any] = field(default_factory=dict)
    call_id: str | None = None
    turn: int | None = None
    agent: str | None = None
    parent_id: str | None = None
    provider_executed: bool = False
    started: float | None = None
    ended: float | None = None

    def __post_init__(self) -> None:
        if not self.tool:
            raise ValueError("a tool call needs a tool name")
        if not isinstance(self.tool, str):
            raise TypeError(f"a tool name is text, not {type(self.tool).__name__}")
        if self.tool.isspace():
            raise ValueError("a tool call needs a tool name that is not blank")

    @property
    def is_error(self) -> bool:
        """True when the call failed: a truthy `error` in the metadata, or `is_error` that is the object True."""
        metadata = self.metadata
        return bool(metadata) and (metadata.get("is_error") is True or bool(metadata.get("error")))

    @property
    def error(self) -> str | None:
        """Error text of a failed call ("" when it failed without a text); None when the call did not fail."""
        if not self.is_error:
            return None
        text = self.metadata.get("error")
        return "" if text is None or text is True else str(text)


@dataclass(slots=True)
class ExpectedCall(ToolCall):
    """A gold call that says more than a recorded one can. Gold calls without these extras stay plain `ToolCall`s.

    Attributes:
        optional: True when the call may be left out: not made it is not missing, made it counts like any other.
        alternatives: Other tools that may be called in its place, with the same arguments.
    """

    optional: bool = False
    alternatives: tuple[str, ...] = ()


@dataclass(slots=True)
class Turn:
    """One message of the conversation.

    Attributes:
        role: user, assistant, system, tool or what the file says.
        text: Its text; "" when it has none.
        calls: Indexes in `Trace.calls` of the calls that this turn issued.
        model, started, input_tokens, output_tokens: As on `Trace`, for this turn alone; None when the file does not say.
    """

    role: str
    text: str = ""
    calls: list[int] = field(default_factory=list)
    model: str | None = None
    started: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None


@dataclass(slots=True)
class Trace:
    """One recorded conversation.

    Attributes:
        id: Name of the trace, unique within its file where the file names it; "" otherwise.
        case_id: Id of the gold case it answers, when the file says; None otherwise.
        model: Model that ran it; None when the file does not say.
        calls: Recorded calls, in order.
        turns: The conversation, in order; empty when the file holds calls only.
        started: Start, in seconds since the Unix epoch.
        duration: Seconds from start to end of the whole conversation.
        input_tokens: Tokens read, cached ones included. `cached_tokens` and `reasoning_tokens` are parts, not additions.
        output_tokens: Tokens written.
        cost: USD for the whole conversation, as recorded.
        outcome: Reward, verdict or status as the file writes it.
        trial: Number of the repetition, 1-based.
        source: Place of the trace in its file.
        format: Key of the reader that read it; "" when made by hand.
        metadata: Whatever else the file says.
    None always means that the file does not say.
    """

    calls: list[ToolCall] = field(default_factory=list)
    id: str = ""
    case_id: str | None = None
    model: str | None = None
    turns: list[Turn] = field(default_factory=list)
    started: float | None = None
    duration: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost: float | None = None
    outcome: Any = None
    trial: int | None = None
    source: Location = _NOWHERE
    format: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Case:
    """One gold case.

    Attributes:
        id: Name of the case, unique within its file.
        calls: Expected calls, in order; may be empty ("no call expected", which is not the same as no gold).
        input: What the agent was asked; None when the file does not say.
        tags: Free labels.
        forbidden: Forbidden-call rules of this case, as `rules.rules_from_json` returns them; None when it has none.
        ignore: Argument paths that are never compared, `tool.path` or `*.path` or a bare `path`.
        aliases: Recorded tool name -> gold tool name.
        order: "any" when the expected calls may come in any order; "given" otherwise.
        source: Place of the case in its file.
        metadata: Whatever else the file says.
    """

    id: str
    calls: list[ToolCall] = field(default_factory=list)
    input: Any = None
    tags: tuple[str, ...] = ()
    forbidden: list[dict[str, Any]] | None = None
    ignore: tuple[str, ...] = ()
    aliases: Mapping[str, str] = field(default_factory=dict)
    order: Literal["given", "any"] = "given"
    source: Location = _NOWHERE
    metadata: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Run:
    """One model or version over the cases: a label and its traces."""

    label: str
    traces: Sequence[Trace] = ()

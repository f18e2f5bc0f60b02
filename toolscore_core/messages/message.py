"""One message with its text, calls and results, as readers of many families make it -> turn and calls of a trace."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from toolscore_core.errors import Location
from toolscore_core.messages.builder import TraceBuilder

ROLES = {"model": "assistant", "ai": "assistant", "human": "user", "function": "tool"}
"""Roles of some families -> the words used here; other roles stay as they are."""


@dataclass(slots=True)
class CallPart:
    """A call as a message names it.

    Attributes:
        name: Tool name as the file writes it.
        args: Arguments as the file writes them; see `arguments_of`.
        id: Id that its result refers to; None when the file has none.
        path: Where it stands inside its message.
        fields: Further fields of ToolCall.
    """

    name: Any
    args: Any
    id: str | None = None
    path: str = ""
    fields: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class ResultPart:
    """A result as a message gives it; `id` and `name` say which call it answers, None when the file does not."""

    value: Any
    id: str | None = None
    name: str | None = None
    is_error: bool = False
    error: str | None = None
    path: str = ""


@dataclass(slots=True)
class Message:
    """One message with its text, calls and results; the other attributes are those of Turn and ToolCall."""

    role: str
    text: str = ""
    calls: list[CallPart] = field(default_factory=list)
    results: list[ResultPart] = field(default_factory=list)
    model: str | None = None
    agent: str | None = None
    started: float | None = None
    timestamp: Any = None
    input_tokens: int | None = None
    output_tokens: int | None = None

    def set_paths(self, prefix: str) -> None:
        """Put the message's own path inside its record before the paths of its parts."""
        for call in self.calls:
            call.path = prefix + call.path
        for result in self.results:
            result.path = prefix + result.path

    @property
    def is_empty(self) -> bool:
        """Whether it says nothing: no text, no call, no result."""
        return not (self.text or self.calls or self.results)


def add_message(builder: TraceBuilder, message: Message, place: Location) -> None:
    """Add a message to a trace: a turn, its calls, and its results to the calls they answer.

    A message that holds results alone is no turn: what it says stands in the calls.

    Args:
        builder: The trace.
        message: What to add; an empty one is left out.
        place: Where the record stands that holds the message; the paths of its parts are appended to it.
    """
    if message.is_empty:
        return
    if message.calls or message.text:
        builder.turn(
            ROLES.get(message.role, message.role),
            message.text,
            model=message.model,
            started=message.started,
            input_tokens=message.input_tokens,
            output_tokens=message.output_tokens,
        )
    for part in message.calls:
        known = {"agent": message.agent, "started": message.started, "timestamp": message.timestamp} | part.fields
        given = {key: value for key, value in known.items() if value is not None}
        builder.call(part.name, part.args, partial(place.below, part.path), call_id=part.id, **given)
    for answer in message.results:
        builder.result(
            answer.value,
            partial(place.below, answer.path),
            call_id=answer.id,
            tool=answer.name,
            is_error=answer.is_error,
            error=answer.error,
            ended=message.started,
        )

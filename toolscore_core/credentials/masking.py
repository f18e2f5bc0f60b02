"""The masking boundary: calls, turns, traces and cases -> copies in which every credential is replaced.

Pages, figures, exports and logs accept only what a Masker made. There is no way back from a masked value.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, NewType, TypeAlias

from toolscore_core.calls import Case, ExpectedCall, ToolCall, Trace, Turn
from toolscore_core.credentials.finding import named_in_trace
from toolscore_core.credentials.repeats import Repeats
from toolscore_core.credentials.scanning import SHORTEST, Match, marker, replaced
from toolscore_core.credentials.walking import speaking_item, speaking_key
from toolscore_core.errors import GoldError, Location, Problem
from toolscore_core.matchers import expected_to_json
from toolscore_core.values import Matcher, finite_number

MaskedText = NewType("MaskedText", str)
"""Text without credentials."""

MaskedValue: TypeAlias = "dict[str, MaskedValue] | list[MaskedValue] | MaskedText | int | float | bool | None"
"""A JSON value whose texts and keys hold no credentials."""


@dataclass(frozen=True, slots=True)
class MaskedCall:
    """One tool call, expected or recorded; the fields are those of `ToolCall`, masked.

    Attributes:
        args: Arguments by name, matchers in their JSON form; None as on `ToolCall`.
        error: Error text of a failed call ("" when it has none); None when the call did not fail.
        duration, cost, started, ended: Seconds, USD, epoch seconds; None when the file does not say, or says what is no
            finite number.
    """

    tool: MaskedText
    args: dict[str, Any] | None
    result: Any
    error: MaskedText | None
    is_error: bool
    duration: float | None
    cost: float | None
    started: float | None
    ended: float | None
    turn: int | None
    call_id: MaskedText | None
    agent: MaskedText | None
    parent_id: MaskedText | None
    provider_executed: bool
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MaskedExpectedCall(MaskedCall):
    """An expected call that says more than a recorded one can; the further fields are those of `ExpectedCall`, masked."""

    optional: bool = False
    alternatives: tuple[MaskedText, ...] = ()


@dataclass(frozen=True, slots=True)
class MaskedTurn:
    """One message of the conversation; the fields are those of `Turn`, masked."""

    role: MaskedText
    text: MaskedText
    calls: tuple[int, ...]
    model: MaskedText | None
    started: float | None
    input_tokens: int | None
    output_tokens: int | None


@dataclass(frozen=True, slots=True)
class MaskedTrace:
    """One recorded conversation; the fields are those of `Trace`, masked."""

    id: MaskedText
    case_id: MaskedText | None
    model: MaskedText | None
    calls: tuple[MaskedCall, ...]
    turns: tuple[MaskedTurn, ...]
    started: float | None
    duration: float | None
    input_tokens: int | None
    output_tokens: int | None
    cached_tokens: int | None
    reasoning_tokens: int | None
    cost: float | None
    outcome: Any
    trial: int | None
    source: Location
    format: str
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MaskedCase:
    """One gold case; the fields are those of `Case`, masked."""

    id: MaskedText
    calls: tuple[MaskedCall, ...]
    input: Any
    tags: tuple[MaskedText, ...]
    ignore: tuple[MaskedText, ...]
    aliases: dict[str, str]
    order: Literal["given", "any"] = "given"


class Masker:
    """Replaces credentials; one for each workspace or report, so that the same credential keeps one ordinal.

    What is told to be a credential only by the name of its key is also replaced wherever it is repeated afterwards.
    """

    def __init__(self) -> None:
        self._ordinals: dict[str, int] = {}
        self._repeats = Repeats()
        self._count = 0

    @property
    def count(self) -> int:
        """Credentials replaced so far, each occurrence counted."""
        return self._count

    def ordinal(self, credential: str) -> int:
        """The 1-based number by which a credential is known; the same text always has the same number."""
        return self._ordinals.setdefault(credential, len(self._ordinals) + 1)

    def text(self, text: str, key: str | None = None) -> MaskedText:
        """A text with each credential replaced by `[REDACTED <kind> #<ordinal>: <preview>]`.

        Args:
            text: The text.
            key: Name of the key that says what it is; None when none does.
        """
        if len(text) < SHORTEST and key is None and not self._repeats:
            return MaskedText(text)
        return MaskedText(replaced(text, self._mark, key, self._repeats))

    def _mark(self, match: Match) -> str:
        self._count += 1
        if match.named:
            self._repeats.add(match.secret, match.kind)
        return marker(match.kind, match.secret, self.ordinal(match.secret))

    def value(self, value: Any, key: str | None = None) -> MaskedValue:
        """Any value as a JSON value without credentials, in keys and texts.

        Matchers become their JSON form, or text where they have none; tuples become lists; values that JSON does not
        know become text.

        Args:
            value: The value.
            key: Name of the key that says what it is; None when none does.
        """
        if value is None or isinstance(value, (int, float)):
            return value
        if isinstance(value, str):
            return self.text(value, key)
        if isinstance(value, Matcher):
            return self._matcher(value, key)
        if isinstance(value, Mapping):
            return self._mapping(value, key)
        if isinstance(value, (list, tuple)):
            before = (None, *value[:-1])
            return [
                self.value(item, speaking_item(prior, key)) for item, prior in zip(value, before, strict=bool(value))
            ]
        return self.text(value.decode("utf-8", "replace") if isinstance(value, (bytes, bytearray)) else str(value), key)

    def _matcher(self, matcher: Matcher, key: str | None) -> MaskedValue:
        try:
            written = expected_to_json(matcher)
        except GoldError:
            return self.text(repr(matcher))
        return {name: self.value(item, key) for name, item in written.items()}

    def call(self, call: ToolCall) -> MaskedCall:
        """A call without credentials; a `MaskedExpectedCall` of an `ExpectedCall`."""
        self._learn(Trace([call]))
        return self._call(call)

    def _learn(self, trace: Trace) -> None:
        """Remember what key names tell, so that it is replaced before the key is reached too."""
        for secret, kind in named_in_trace(trace):
            self._repeats.add(secret, kind)

    def _call(self, call: ToolCall) -> MaskedCall:
        masked = MaskedCall(
            tool=self.text(call.tool),
            args=None if call.args is None else self._mapping(call.args),
            result=self.value(call.result),
            error=self._optional(call.error),
            is_error=call.is_error,
            duration=finite_number(call.duration),
            cost=finite_number(call.cost),
            started=finite_number(call.started),
            ended=finite_number(call.ended),
            turn=_whole(call.turn),
            call_id=self._optional(call.call_id),
            agent=self._optional(call.agent),
            parent_id=self._optional(call.parent_id),
            provider_executed=call.provider_executed,
            metadata=self._mapping(call.metadata),
        )
        if not isinstance(call, ExpectedCall):
            return masked
        known = {field.name: getattr(masked, field.name) for field in fields(MaskedCall)}
        return MaskedExpectedCall(
            **known, optional=call.optional, alternatives=tuple(map(self.text, call.alternatives))
        )

    def trace(self, trace: Trace) -> MaskedTrace:
        """A trace without credentials."""
        self._learn(trace)
        return MaskedTrace(
            id=self.text(trace.id),
            case_id=self._optional(trace.case_id),
            model=self._optional(trace.model),
            calls=tuple(map(self._call, trace.calls)),
            turns=tuple(map(self._turn, trace.turns)),
            started=finite_number(trace.started),
            duration=finite_number(trace.duration),
            input_tokens=_tokens(trace.input_tokens),
            output_tokens=_tokens(trace.output_tokens),
            cached_tokens=_tokens(trace.cached_tokens),
            reasoning_tokens=_tokens(trace.reasoning_tokens),
            cost=finite_number(trace.cost),
            outcome=self.value(trace.outcome),
            trial=_whole(trace.trial),
            source=self.location(trace.source),
            format=trace.format,
            metadata=self._mapping(trace.metadata),
        )

    def case(self, case: Case) -> MaskedCase:
        """A gold case without credentials."""
        self._learn(Trace(case.calls))
        return MaskedCase(
            id=self.text(case.id),
            calls=tuple(map(self._call, case.calls)),
            input=self.value(case.input),
            tags=tuple(map(self.text, case.tags)),
            ignore=tuple(map(self.text, case.ignore)),
            aliases={self.text(recorded): self.text(gold) for recorded, gold in case.aliases.items()},
            order=case.order,
        )

    def location(self, location: Location) -> Location:
        """A place whose file name and path hold no credentials."""
        return Location(self.text(location.source), location.line, location.index, self.text(location.path))

    def problem(self, problem: Problem) -> Problem:
        """A problem without credentials."""
        return Problem(self.text(problem.message), self.location(problem.location))

    def _turn(self, turn: Turn) -> MaskedTurn:
        return MaskedTurn(
            role=self.text(turn.role),
            text=self.text(turn.text),
            calls=tuple(turn.calls),
            model=self._optional(turn.model),
            started=finite_number(turn.started),
            input_tokens=_tokens(turn.input_tokens),
            output_tokens=_tokens(turn.output_tokens),
        )

    def _optional(self, text: str | None) -> MaskedText | None:
        return None if text is None else self.text(text)

    def _mapping(self, value: Mapping[str, Any], above: str | None = None) -> dict[str, MaskedValue]:
        return {self.text(str(key)): self.value(item, speaking_key(value, key, above)) for key, item in value.items()}


_MOST_TOKENS: Final = 10**12
"""No conversation has more: tables add such numbers in 64 bits."""


def _tokens(number: Any) -> int | None:
    """A number of tokens; None for whatever else was put there."""
    count = _whole(number)
    return count if count is not None and 0 <= count <= _MOST_TOKENS else None


def _whole(number: Any) -> int | None:
    """A count or position; None for whatever else was put there."""
    return number if isinstance(number, int) and not isinstance(number, bool) else None

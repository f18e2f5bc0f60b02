"""Values, calls and traces -> copies of the same shape without credentials, keys included."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from toolscore_core.calls import ToolCall, Trace, Turn
from toolscore_core.credentials.finding import named_in_trace
from toolscore_core.credentials.repeats import Repeats
from toolscore_core.credentials.scanning import marker, replaced
from toolscore_core.credentials.walking import speaking_item, speaking_key


class _Redactor:
    """Replaces credentials in values of a trace, also where it repeats one that a key name told."""

    def __init__(self, trace: Trace) -> None:
        self._repeats = Repeats()
        for secret, kind in named_in_trace(trace):
            self._repeats.add(secret, kind)

    def text(self, text: str, key: str | None = None) -> str:
        return replaced(text, lambda match: marker(match.kind, match.secret), key, self._repeats)

    def optional(self, text: str | None) -> str | None:
        return None if text is None else self.text(text)

    def value(self, value: Any, key: str | None = None) -> Any:
        if isinstance(value, str):
            return self.text(value, key)
        if isinstance(value, dict):
            return {
                self.text(name) if isinstance(name, str) else name: self.value(item, speaking_key(value, name, key))
                for name, item in value.items()
            }
        if isinstance(value, (list, tuple)):
            items = [
                self.value(item, speaking_item(value[at - 1] if at else None, key)) for at, item in enumerate(value)
            ]
            return items if isinstance(value, list) else tuple(items)
        return value

    def call(self, call: ToolCall) -> ToolCall:
        return replace(
            call,
            tool=self.text(call.tool),
            args=self.value(call.args),
            result=self.value(call.result),
            metadata=self.value(call.metadata),
            call_id=self.optional(call.call_id),
            agent=self.optional(call.agent),
            parent_id=self.optional(call.parent_id),
        )

    def turn(self, turn: Turn) -> Turn:
        return replace(turn, role=self.text(turn.role), text=self.text(turn.text), model=self.optional(turn.model))


def redact_calls(calls: Sequence[ToolCall]) -> list[ToolCall]:
    """The calls with each credential replaced by `[REDACTED <kind>: <preview>]`, in keys and texts, results and errors.

    Everything else stays as it is; the calls given are not changed. What only a key name tells is replaced wherever the
    calls repeat it.

    Args:
        calls: Recorded calls, in order.

    Example:
        >>> redact_calls([ToolCall("login", {"user": "mara", "password": "Ember" + "Meadow3031!"})])[0].args
        {'user': 'mara', 'password': '[REDACTED password]'}
    """
    redactor = _Redactor(Trace([*calls]))
    return [redactor.call(call) for call in calls]


def redact_trace(trace: Trace) -> Trace:
    """The trace with each credential replaced likewise, in its calls, conversation, outcome and metadata.

    Args:
        trace: A recorded conversation; it is not changed.
    """
    redactor = _Redactor(trace)
    return replace(
        trace,
        calls=[redactor.call(call) for call in trace.calls],
        id=redactor.text(trace.id),
        case_id=redactor.optional(trace.case_id),
        model=redactor.optional(trace.model),
        turns=[redactor.turn(turn) for turn in trace.turns],
        outcome=redactor.value(trace.outcome),
        metadata=redactor.value(trace.metadata),
    )

"""Short ways to write calls in the tables of the metric tests."""

from typing import Any

from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.catalogue import Comparison
from toolscore_core.pairing import pair_calls


def calls(names: str) -> list[ToolCall]:
    """Calls named by single letters; a capital letter is a failed call of that name in small."""
    return [ToolCall(name.lower(), metadata={"is_error": True} if name.isupper() else {}) for name in names]


def comparison(
    gold: list[ToolCall] | None,
    trace: list[ToolCall],
    *,
    case: Case | None = None,
    rules: list[dict[str, Any]] | None = None,
    validators: dict[str, Any] | None = None,
) -> Comparison:
    """What a metric may look at; `gold` None means that there is no gold."""
    return Comparison(
        case=None if gold is None else case or Case("c", gold),
        trace=Trace(trace),
        gold_calls=gold or [],
        trace_calls=trace,
        pairing=None if gold is None else pair_calls(gold, trace),
        rules=rules,
        strict=False,
        validators=validators,
    )

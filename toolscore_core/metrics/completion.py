"""Expected and recorded calls -> how many of the required calls were completed."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.pairing import counted_calls


def calculate_required_call_recall(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> float | None:
    """Share of required calls that the trace completed; order and arguments are not looked at.

    Args:
        gold_calls: Required calls; whether they are marked as failed does not matter. An optional call is required once
            it was made; a call that an alternative answered is one of that tool.
        trace_calls: Recorded calls. Failed ones complete nothing; without error information every call counts.

    Returns:
        Completed / required, 0 to 1, higher is better; None when nothing is required (does not apply, not zero).

    Example:
        >>> calculate_required_call_recall([ToolCall("a"), ToolCall("a")], [ToolCall("a")])
        0.5
    """
    gold_calls = counted_calls(gold_calls, trace_calls)
    if not gold_calls:
        return None
    return (len(gold_calls) - _lacking(gold_calls, trace_calls).total()) / len(gold_calls)


def not_completed(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], partners: Mapping[int, int]
) -> frozenset[int]:
    """Which required calls the trace did not complete.

    Recall counts by tool, so of each tool as many are named as it misses: calls without a partner first, then those
    whose partner failed, in order.

    Args:
        gold_calls: Required calls, resolved.
        trace_calls: Recorded calls.
        partners: Gold index -> trace index of the pairs.

    Returns:
        Gold indexes; required-call recall is (n - their number) / n.
    """
    lacking = _lacking(gold_calls, trace_calls)

    def likelihood(index: int) -> tuple[int, int]:
        partner = partners.get(index)
        return (0 if partner is None else 1 if trace_calls[partner].is_error else 2), index

    found = set()
    for index in sorted(range(len(gold_calls)), key=likelihood):
        tool = gold_calls[index].tool
        if lacking[tool] > 0:
            lacking[tool] -= 1
            found.add(index)
    return frozenset(found)


def _lacking(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> Counter[str]:
    """Tool -> how many of its required calls were not completed."""
    lacking = Counter([call.tool for call in gold_calls])
    for call in trace_calls:
        if lacking.get(call.tool, 0) and not call.is_error:
            lacking[call.tool] -= 1
    return lacking


def _applies(comparison: Comparison) -> str | None:
    if comparison.pairing is None:
        return "there is no gold for this trace"
    return None if comparison.gold_calls else "the gold requires no call"


METRIC: Final = Metric(
    key="required_call_recall",
    title="Required calls completed",
    family="Completion",
    description="Share of required calls that the trace completed; failed calls do not count.",
    columns=(Column("", "Required-call recall", "ratio", "higher"),),
    applies=_applies,
    compute=lambda comparison: calculate_required_call_recall(comparison.gold_calls, comparison.trace_calls),
)

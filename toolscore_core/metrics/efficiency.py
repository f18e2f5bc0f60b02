"""Expected and recorded calls -> how many recorded calls were not needed, repeated, failed or blindly retried."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, TypedDict

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.pairing import counted_calls
from toolscore_core.values import call_signature


class RedundantCalls(TypedDict):
    """Recorded calls that were not needed. Counts are whole numbers, rates 0 to 1 of `total_calls`, lower is better.

    Keys:
        redundant_count, redundant_rate: Calls beyond the expected number of their tool.
        total_calls: Recorded calls.
        identical_count, identical_rate: Calls that repeat tool and arguments of another one, the first of each aside.
        error_count, error_rate: Failed calls.
        retry_after_error_count: Calls that repeat the failed call directly before them.
    """

    redundant_count: int
    total_calls: int
    redundant_rate: float
    identical_count: int
    identical_rate: float
    error_count: int
    error_rate: float
    retry_after_error_count: int


def calculate_redundant_call_rate(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> RedundantCalls:
    """How many recorded calls were not needed.

    Args:
        gold_calls: Expected calls; only the number of calls of each tool matters. Optional calls that were made, and
            alternatives that answer a call, are not redundant.
        trace_calls: Recorded calls, in order.

    Returns:
        See RedundantCalls; all zero without recorded calls.

    Example:
        >>> calculate_redundant_call_rate([ToolCall("a")], [ToolCall("a"), ToolCall("a")])["redundant_count"]
        1
    """
    gold_calls = counted_calls(gold_calls, trace_calls)
    expected = Counter([call.tool for call in gold_calls])
    actual = Counter([call.tool for call in trace_calls])
    signatures = [call_signature(call) for call in trace_calls]
    failed = [call.is_error for call in trace_calls]
    total = len(trace_calls)
    redundant = sum(max(0, count - expected[tool]) for tool, count in actual.items())
    identical = total - len(set(signatures))
    errors = sum(failed)
    retries = sum(
        was_error and before == after
        for was_error, (before, after) in zip(failed, pairwise(signatures), strict=False)  # one pair fewer than calls
    )
    return {
        "redundant_count": redundant,
        "total_calls": total,
        "redundant_rate": redundant / total if total else 0.0,
        "identical_count": identical,
        "identical_rate": identical / total if total else 0.0,
        "error_count": errors,
        "error_rate": errors / total if total else 0.0,
        "retry_after_error_count": retries,
    }


def _applies(comparison: Comparison) -> str | None:
    return None if comparison.trace_calls else "the trace holds no call"


METRIC: Final = Metric(
    key="efficiency_metrics",
    title="Redundant calls",
    family="Efficiency",
    description="Recorded calls beyond what the gold asks for, identical repeats, failed calls and blind retries.",
    columns=(
        Column("redundant_rate", "Redundant rate", "ratio", "lower"),
        Column("redundant_count", "Redundant calls", "count", "lower"),
        Column("identical_count", "Identical repeats", "count", "lower"),
        Column("error_count", "Failed calls", "count", "lower"),
        Column("retry_after_error_count", "Blind retries", "count", "lower"),
        Column("total_calls", "Recorded calls", "count", None),
    ),
    applies=_applies,
    compute=lambda comparison: calculate_redundant_call_rate(comparison.gold_calls, comparison.trace_calls),
)

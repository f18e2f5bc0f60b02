"""Names of expected and recorded calls -> how well the right tools were chosen."""

from collections.abc import Sequence
from typing import Final, TypedDict

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.pairing import counted_calls


def calculate_invocation_accuracy(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> float:
    """Whether the right tools were called at all, repeats aside.

    With E and A the sets of expected and recorded names: (|E and A| - half of |E xor A|) / |E|.

    Args:
        gold_calls: Expected calls, in any order. Optional ones that were not made are left out; a call that an alternative
            answered has its name.
        trace_calls: Recorded calls, in any order.

    Returns:
        0 to 1, higher is better; 1 when both sides are empty, 0 when one of them is.

    Example:
        >>> calculate_invocation_accuracy([ToolCall("a"), ToolCall("b")], [ToolCall("a"), ToolCall("c")])
        0.0
    """
    gold_calls = counted_calls(gold_calls, trace_calls)
    expected = {call.tool for call in gold_calls}
    actual = {call.tool for call in trace_calls}
    if not expected or not actual:
        return 1.0 if not expected and not actual else 0.0
    return max(0.0, (len(expected & actual) - 0.5 * len(expected ^ actual)) / len(expected))


def calculate_selection_accuracy(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> float:
    """Share of recorded calls, repeats counted, whose tool is expected anywhere. Missing calls do not lower it.

    Args:
        gold_calls: Expected calls, in any order. Optional ones that were not made are left out; a call that an alternative
            answered has its name.
        trace_calls: Recorded calls, in any order.

    Returns:
        0 to 1, higher is better; without recorded calls 1 when none is expected, else 0.

    Example:
        >>> calculate_selection_accuracy([ToolCall("a"), ToolCall("b")], [ToolCall("a"), ToolCall("c")])
        0.5
    """
    gold_calls = counted_calls(gold_calls, trace_calls)
    if not trace_calls:
        return 0.0 if gold_calls else 1.0
    expected = {call.tool for call in gold_calls}
    return sum([call.tool in expected for call in trace_calls]) / len(trace_calls)


class ToolCorrectness(TypedDict):
    """Which expected tools were called.

    Keys:
        tool_correctness: 0 to 1, higher is better.
        expected_tools, called_tools, missing_tools, extra_tools: Sorted names.
        correct_count, total_expected: Counts of distinct names; with strict order, of positions.
    """

    tool_correctness: float
    expected_tools: list[str]
    called_tools: list[str]
    missing_tools: list[str]
    extra_tools: list[str]
    correct_count: int
    total_expected: int


def calculate_tool_correctness(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], strict_order: bool = False
) -> ToolCorrectness:
    """Share of expected tool names that were called. It hides repeats and failures; required-call recall does not.

    Args:
        gold_calls: Expected calls. Optional ones that were not made are left out, a call that an alternative answered
            has its name.
        trace_calls: Recorded calls.
        strict_order: Compare position by position instead: the share of expected positions with the same name.

    Returns:
        See ToolCorrectness; the share is 1 when nothing is expected and nothing was called, 0 when only something was called.

    Example:
        >>> calculate_tool_correctness([ToolCall("a"), ToolCall("b")], [ToolCall("a")])["missing_tools"]
        ['b']
    """
    gold_calls = counted_calls(gold_calls, trace_calls)
    expected = {call.tool for call in gold_calls}
    called = {call.tool for call in trace_calls}
    if strict_order:
        correct = sum(gold.tool == actual.tool for gold, actual in zip(gold_calls, trace_calls, strict=False))
        total = len(gold_calls)
    else:
        correct = len(expected & called)
        total = len(expected)
    return {
        "tool_correctness": correct / total if total else float(not trace_calls),
        "expected_tools": sorted(expected),
        "called_tools": sorted(called),
        "missing_tools": sorted(expected - called),
        "extra_tools": sorted(called - expected),
        "correct_count": correct,
        "total_expected": total,
    }


def _needs_gold(comparison: Comparison) -> str | None:
    return "there is no gold for this trace" if comparison.pairing is None else None


METRICS: Final = (
    Metric(
        key="invocation_accuracy",
        title="Invocation accuracy",
        family="Selection",
        description="Whether the right tools were called at all: the tools in common, less half of those on one side only.",
        columns=(Column("", "Invocation accuracy", "ratio", "higher"),),
        applies=_needs_gold,
        compute=lambda comparison: calculate_invocation_accuracy(comparison.gold_calls, comparison.trace_calls),
    ),
    Metric(
        key="selection_accuracy",
        title="Selection accuracy",
        family="Selection",
        description="Share of recorded calls whose tool is expected anywhere in the gold.",
        columns=(Column("", "Selection accuracy", "ratio", "higher"),),
        applies=_needs_gold,
        compute=lambda comparison: calculate_selection_accuracy(comparison.gold_calls, comparison.trace_calls),
    ),
    Metric(
        key="tool_correctness_metrics",
        title="Tool correctness",
        family="Selection",
        description="Share of expected tool names that were called; repeats and failures do not show in it.",
        columns=(
            Column("tool_correctness", "Tool correctness", "ratio", "higher"),
            Column("correct_count", "Expected tools called", "count", "higher"),
            Column("total_expected", "Expected tools", "count", None),
        ),
        applies=_needs_gold,
        compute=lambda comparison: calculate_tool_correctness(comparison.gold_calls, comparison.trace_calls),
    ),
)

"""Expected and recorded calls -> precision, recall and F1 of their arguments."""

from collections.abc import Sequence
from typing import Final, TypedDict

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.pairing import ArgumentTotals, Pairing, argument_totals, counted_calls, required_count


class ArgumentScores(TypedDict):
    """How well the arguments of paired calls agree; each 0 to 1, higher is better.

    Keys:
        precision: Correct arguments / arguments given in paired calls.
        recall: Correct arguments / arguments expected, those of missing calls too.
        f1: Their harmonic mean.
    """

    precision: float
    recall: float
    f1: float


def calculate_argument_f1(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], strict: bool = False
) -> ArgumentScores:
    """Precision, recall and F1 of top-level arguments over the best pairing of calls of the same tool.

    Args:
        gold_calls: Expected calls. Arguments None are not checked, {} expects none. An optional argument counts as
            expected only where it is given. Optional calls that were not made are left out; an alternative that was
            called is compared with the arguments of its call.
        trace_calls: Recorded calls; those without a partner are not counted.
        strict: Compare values with exact types and white space.

    Returns:
        See ArgumentScores: all 1.0 when both sides are empty or no paired call has or expects arguments, all 0.0 when
        one side is empty.

    Raises:
        ValueError: The arguments of a call are neither a dict nor None.

    Example:
        >>> calculate_argument_f1([ToolCall("f", {"a": 1, "b": 2})], [ToolCall("f", {"a": 1})])["recall"]
        0.5
    """
    gold_calls = counted_calls(gold_calls, trace_calls, strict=strict)
    return _scores(gold_calls, trace_calls, argument_totals(gold_calls, trace_calls, strict=strict))


def argument_scores(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], pairing: Pairing
) -> ArgumentScores:
    """The same for resolved gold and a pairing that is known."""
    totals = ArgumentTotals(
        pairs=len(pairing.pairs),
        correct=sum([pair.correct for pair in pairing.pairs]),
        expected=sum([pair.expected for pair in pairing.pairs])
        + sum([required_count(gold_calls[index].args) for index in pairing.unpaired_gold]),
        actual=sum([pair.actual for pair in pairing.pairs]),
    )
    return _scores(gold_calls, trace_calls, totals)


def _scores(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], totals: ArgumentTotals) -> ArgumentScores:
    if not gold_calls or not trace_calls:
        agreed = 0.0 if gold_calls or trace_calls else 1.0
        return {"precision": agreed, "recall": agreed, "f1": agreed}
    if totals.pairs and not totals.expected and not totals.actual:
        return {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    precision = totals.correct / totals.actual if totals.actual else 0.0
    recall = totals.correct / totals.expected if totals.expected else 0.0
    f1 = 2 * precision * recall / (precision + recall) if totals.correct else 0.0
    return {"precision": precision, "recall": recall, "f1": f1}


def _applies(comparison: Comparison) -> str | None:
    if comparison.pairing is None:
        return "there is no gold for this trace"
    if any(call.args is not None for call in comparison.gold_calls):
        return None
    if comparison.gold_calls:
        return "the gold checks no arguments"
    return None if comparison.trace_calls else "no call is expected and none was recorded"


def _compute(comparison: Comparison) -> ArgumentScores:
    if comparison.pairing is None:
        return calculate_argument_f1(comparison.gold_calls, comparison.trace_calls, comparison.strict)
    return argument_scores(comparison.gold_calls, comparison.trace_calls, comparison.pairing)


METRIC: Final = Metric(
    key="argument_metrics",
    title="Arguments",
    family="Arguments",
    description="How many arguments of the paired calls are as expected, over the best pairing of calls of the same tool.",
    columns=(
        Column("f1", "Argument F1", "ratio", "higher"),
        Column("precision", "Precision", "ratio", "higher"),
        Column("recall", "Recall", "ratio", "higher"),
    ),
    applies=_applies,
    compute=_compute,
)

"""Expected and recorded calls -> precision, recall and F1 of their arguments."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypedDict

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.pairing import ArgumentTotals, Pair, Pairing, argument_totals
from toolscore_core.values import values_match


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
        gold_calls: Expected calls. Arguments None are not checked, {} expects none.
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
    return _scores(gold_calls, trace_calls, argument_totals(gold_calls, trace_calls, strict=strict))


def argument_scores(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], pairing: Pairing
) -> ArgumentScores:
    """The same for a pairing that is known."""
    totals = ArgumentTotals(
        pairs=len(pairing.pairs),
        correct=sum([pair.correct for pair in pairing.pairs]),
        expected=sum([len(call.args) for call in gold_calls if call.args]),
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


@dataclass(frozen=True, slots=True)
class ArgumentOccurrence:
    """One top-level argument of one pair, or of an expected call without a partner.

    Attributes:
        tool, key: What it belongs to.
        gold_index, trace_index: Positions of the calls; None for the recorded one where there is no partner.
        expected, actual, correct: 1 or 0; over all occurrences they sum to the counts of `calculate_argument_f1`.
    """

    tool: str
    key: str
    gold_index: int
    trace_index: int | None
    expected: int
    actual: int
    correct: int


def argument_occurrences(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], pairing: Pairing, *, strict: bool = False
) -> Iterator[ArgumentOccurrence]:
    """Every argument that argument F1 counts, by expected call; unexpected arguments after the expected ones.

    Args:
        gold_calls: Expected calls.
        trace_calls: Recorded calls.
        pairing: Their partners.
        strict: As when they were paired.
    """
    partner = {pair.gold_index: pair for pair in pairing.pairs}
    for index, call in enumerate(gold_calls):
        if call.args is None:
            continue
        pair = partner.get(index)
        if pair is None:
            for key in call.args:
                yield ArgumentOccurrence(call.tool, key, index, None, 1, 0, 0)
        else:
            yield from _of_pair(pair, call.tool, call.args, trace_calls[pair.trace_index].args or {}, strict)


def _of_pair(
    pair: Pair, tool: str, expected: dict[str, Any], actual: dict[str, Any], strict: bool
) -> Iterator[ArgumentOccurrence]:
    for key, value in expected.items():
        given = key in actual
        correct = given and values_match(value, actual[key], strict=strict)
        yield ArgumentOccurrence(tool, key, pair.gold_index, pair.trace_index, 1, int(given), int(correct))
    for key in actual:
        if key not in expected:
            yield ArgumentOccurrence(tool, key, pair.gold_index, pair.trace_index, 0, 1, 0)


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

"""Metric values -> score and grade, and what each call takes from the score."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from toolscore_core.calls import ToolCall
from toolscore_core.pairing import Pair, Pairing, required_count

DEFAULT_WEIGHTS: Final[Mapping[str, float]] = {
    "selection_accuracy": 0.4,
    "argument_f1": 0.3,
    "sequence_accuracy": 0.2,
    "redundant_rate": 0.1,
    "required_call_recall": 0.0,
}
"""Share of each metric in the score; `redundant_rate` counts as 1 minus the rate."""

GRADES: Final = ((0.9, "A"), (0.8, "B"), (0.7, "C"), (0.6, "D"))
"""Lowest score of each grade; F below."""

NOISE: Final = 1e-9
"""Below this a difference of two scores is float rounding."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one call, or one pair, takes from the score through one metric.

    Attributes:
        metric: Key of the weight.
        gold_index, trace_index: 0-based positions of the calls concerned; None on the side that has none.
        text: Why, in words that hold nothing from the files.
        loss: How much of the metric is lost, in (0, 1].
        points: loss x weight. Over a case they sum to 1 - score.
    """

    metric: str
    gold_index: int | None
    trace_index: int | None
    text: str
    loss: float
    points: float


def resolve_weights(weights: Mapping[str, float] | None) -> dict[str, float]:
    """The default weights with the given ones in their place, divided by their sum.

    Raises:
        ValueError: An unknown metric, a weight that is negative or not finite, or no weight above 0.
        TypeError: Weights that are no mapping of names to numbers.
    """
    if weights is None:
        return dict(DEFAULT_WEIGHTS)
    if not isinstance(weights, Mapping):
        raise TypeError(f"weights are a mapping of names to numbers, not {type(weights).__name__}")
    unknown = [key for key in weights if key not in DEFAULT_WEIGHTS]
    if unknown:
        raise ValueError(f"unknown weight; known are {', '.join(DEFAULT_WEIGHTS)}")
    merged = {**DEFAULT_WEIGHTS, **weights}
    for key, weight in merged.items():
        if isinstance(weight, bool) or not isinstance(weight, (int, float)):
            raise TypeError(f"the weight of {key} is a number, not {type(weight).__name__}")
        if not math.isfinite(weight) or weight < 0:
            raise ValueError(f"the weight of {key} is a finite number of at least 0")
    largest = max(merged.values())
    if not largest:
        raise ValueError("at least one weight is above 0")
    # The sum of huge weights would be infinite.
    shares = {key: weight / largest for key, weight in merged.items()} if largest > 1e300 else merged
    total = math.fsum(shares.values())
    return {key: share / total for key, share in shares.items()}


def letter_grade(score: float) -> str:
    """Grade of a score: A from 0.9, B from 0.8, C from 0.7, D from 0.6, else F.

    Example:
        >>> letter_grade(0.7999999999999999), letter_grade(0.7999)
        ('B', 'C')
    """
    return next((grade for least, grade in GRADES if score >= least - NOISE), "F")


def score_of(metrics: Mapping[str, Any], weights: Mapping[str, float]) -> float:
    """Weighted mean of the metrics, in [0, 1]; a required-call recall that does not apply counts as 1."""
    recall = metrics["required_call_recall"]
    values = (
        (metrics["selection_accuracy"], weights["selection_accuracy"]),
        (metrics["argument_metrics"]["f1"], weights["argument_f1"]),
        (metrics["sequence_metrics"]["sequence_accuracy"], weights["sequence_accuracy"]),
        (1 - metrics["efficiency_metrics"]["redundant_rate"], weights["redundant_rate"]),
        (1.0 if recall is None else recall, weights["required_call_recall"]),
    )
    # Twelve digits: 0.4 + 0.3 + 0.1 is to be 0.8, not 0.7999999999999999.
    return round(math.fsum(value * weight for value, weight in values), 12)


Loss = tuple[int | None, int | None, str, float]
"""Gold position, trace position, why, how much."""


def contributions(
    gold: Sequence[ToolCall],
    trace: Sequence[ToolCall],
    scored: Sequence[int],
    pairing: Pairing,
    weights: Mapping[str, float],
) -> tuple[Contribution, ...]:
    """What each call takes from the score; the points sum to 1 - score.

    Args:
        gold: Expected calls as they are compared.
        trace: All recorded calls as they are compared.
        scored: Positions in `trace` that count.
        pairing: Their partners; its positions are those of `gold` and `trace`.
        weights: Weights that sum to 1. Metrics of weight 0 have no contributions.
    """
    found: dict[str, Callable[[], Iterator[Loss]]] = {
        "selection_accuracy": lambda: _selection(gold, trace, scored),
        "argument_f1": lambda: _argument_f1(gold, scored, pairing),
        "sequence_accuracy": lambda: _sequence(gold, trace, scored),
        "redundant_rate": lambda: _redundant(scored, pairing),
        "required_call_recall": lambda: _required(gold, trace, scored, pairing),
    }
    return tuple(
        Contribution(metric, gold_index, trace_index, text, loss, loss * weights[metric])
        for metric, losses in found.items()
        if weights[metric] > 0
        for gold_index, trace_index, text, loss in losses()
    )


def _selection(gold: Sequence[ToolCall], trace: Sequence[ToolCall], scored: Sequence[int]) -> Iterator[Loss]:
    if not scored:
        yield from ((i, None, "expected, and nothing was called", 1 / len(gold)) for i in range(len(gold)))
        return
    named = {call.tool for call in gold}
    for index in scored:
        if trace[index].tool not in named:
            yield None, index, f"not an expected tool: 1 of {len(scored)} calls", 1 / len(scored)


def _argument_f1(gold: Sequence[ToolCall], scored: Sequence[int], pairing: Pairing) -> Iterator[Loss]:
    """F1 = 2 x correct / (expected + actual), so that each pair loses (expected + actual - 2 x correct) of the sum."""
    if not gold or not scored:
        yield from _one_side_empty(gold, scored)
        return
    missing = [(i, required_count(gold[i].args)) for i in pairing.unpaired_gold]
    total = sum(pair.expected + pair.actual for pair in pairing.pairs) + sum(count for _, count in missing)
    if not total:
        # Nothing to compare: a pair without arguments is right, and without any pair F1 is 0.
        if not pairing.pairs:
            yield from ((i, None, "expected call without a partner", 1 / len(gold)) for i in range(len(gold)))
        return
    for pair in pairing.pairs:
        lost = pair.expected + pair.actual - 2 * pair.correct
        if lost:
            text = _argument_text(pair)
            yield pair.gold_index, pair.trace_index, text, lost / total
    for index, count in missing:
        if count:
            yield index, None, f"{count} argument{'' if count == 1 else 's'} of a call that was not made", count / total


def _argument_text(pair: Pair) -> str:
    right = f"{pair.correct} of {pair.expected} right"
    beyond = pair.actual - pair.expected
    return right if beyond <= 0 else f"{right}, {beyond} more given than expected"


def _one_side_empty(gold: Sequence[ToolCall], scored: Sequence[int]) -> Iterator[Loss]:
    yield from ((i, None, "expected, and nothing was called", 1 / len(gold)) for i in range(len(gold)))
    yield from ((None, i, "called, and nothing was expected", 1 / len(scored)) for i in scored)


_EDIT_TEXTS: Final = {
    "delete": "missing in the order of calls",
    "insert": "additional in the order of calls",
    "replace": "another tool in the order of calls",
}


def _sequence(gold: Sequence[ToolCall], trace: Sequence[ToolCall], scored: Sequence[int]) -> Iterator[Loss]:
    expected = [call.tool for call in gold]
    actual = [trace[index].tool for index in scored]
    if expected == actual:
        return
    from rapidfuzz.distance import Levenshtein  # costs as much as the rest of the package's import

    longest = max(len(expected), len(actual))
    for edit in Levenshtein.editops(expected, actual):
        text = f"{_EDIT_TEXTS[edit.tag]}: 1 of {longest} places"
        gold_index = None if edit.tag == "insert" else edit.src_pos
        trace_index = None if edit.tag == "delete" else scored[edit.dest_pos]
        yield gold_index, trace_index, text, 1 / longest


def _redundant(scored: Sequence[int], pairing: Pairing) -> Iterator[Loss]:
    for index in pairing.unpaired_trace:
        yield None, index, f"called more often than expected: 1 of {len(scored)} calls", 1 / len(scored)


def _required(
    gold: Sequence[ToolCall], trace: Sequence[ToolCall], scored: Sequence[int], pairing: Pairing
) -> Iterator[Loss]:
    """A tool's calls that were not completed are its unpaired ones first, then those whose partner failed, then others."""
    completed = Counter(trace[index].tool for index in scored if not trace[index].is_error)
    lacking = Counter(call.tool for call in gold) - completed
    partner = {pair.gold_index: pair.trace_index for pair in pairing.pairs}

    def completeness(index: int) -> tuple[int, int]:
        if index not in partner:
            return 0, index
        return 1 if trace[partner[index]].is_error else 2, index

    for index in sorted(range(len(gold)), key=completeness):
        tool = gold[index].tool
        if lacking[tool] > 0:
            lacking[tool] -= 1
            yield index, partner.get(index), f"not completed: 1 of {len(gold)} required calls", 1 / len(gold)

"""Names of expected and recorded calls, in order -> how far apart the two sequences are."""

from collections.abc import Sequence
from typing import Final, TypedDict

from rapidfuzz.distance import Levenshtein

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.pairing import counted_calls


class EditDistance(TypedDict):
    """How far apart two sequences of names are.

    Keys:
        edit_distance: Insertions, deletions and substitutions that turn one into the other; whole, as a float.
        normalized_distance: The same divided by the longer length; 0 to 1, lower is better.
        sequence_accuracy: 1 less the normalised distance; higher is better.
    """

    edit_distance: float
    normalized_distance: float
    sequence_accuracy: float


def calculate_edit_distance(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> EditDistance:
    """Levenshtein distance of the two sequences of tool names; a moved call counts as two edits.

    Args:
        gold_calls: Expected calls, in order. Optional ones that were not made are left out, a call that an alternative
            answered has its name. (Of a case without an order `evaluate` puts them into the order in which they were made.)
        trace_calls: Recorded calls, in order.

    Returns:
        See EditDistance; 0, 0 and 1 when both sides are empty.

    Example:
        >>> calculate_edit_distance([ToolCall("a"), ToolCall("b")], [ToolCall("a")])
        {'edit_distance': 1.0, 'normalized_distance': 0.5, 'sequence_accuracy': 0.5}
    """
    gold_calls = counted_calls(gold_calls, trace_calls)
    distance = Levenshtein.distance([call.tool for call in gold_calls], [call.tool for call in trace_calls])
    normalized = distance / max(len(gold_calls), len(trace_calls), 1)
    return {"edit_distance": float(distance), "normalized_distance": normalized, "sequence_accuracy": 1 - normalized}


def _applies(comparison: Comparison) -> str | None:
    return "there is no gold for this trace" if comparison.pairing is None else None


METRIC: Final = Metric(
    key="sequence_metrics",
    title="Order of calls",
    family="Order",
    description="How few insertions, deletions and substitutions turn the expected sequence of tools into the recorded one.",
    columns=(
        Column("sequence_accuracy", "Sequence accuracy", "ratio", "higher"),
        Column("edit_distance", "Edit distance", "count", "lower"),
        Column("normalized_distance", "Normalised distance", "ratio", "lower"),
    ),
    applies=_applies,
    compute=lambda comparison: calculate_edit_distance(comparison.gold_calls, comparison.trace_calls),
)

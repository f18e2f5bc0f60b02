"""How many required calls were completed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.metrics.tables import calls
from toolscore_core.metrics import calculate_required_call_recall
from toolscore_core.metrics.completion import not_completed
from toolscore_core.pairing import pair_calls


@pytest.mark.parametrize(
    ("gold", "trace", "recall"),
    [
        ("", "a", None),
        ("", "", None),
        ("a", "", 0.0),
        ("a", "a", 1.0),
        ("aab", "ab", 2 / 3),
        ("a", "aaa", 1.0),
        ("ab", "ba", 1.0),
        ("a", "A", 0.0),
        ("a", "Aa", 1.0),
        ("aa", "Aa", 0.5),
        ("A", "a", 1.0),
        ("ab", "xy", 0.0),
    ],
    ids=repr,
)
def test_required_call_recall(gold: str, trace: str, recall: float | None) -> None:
    """Failed calls complete nothing, order and surplus do not matter, and nothing required is None, not zero."""
    assert calculate_required_call_recall(calls(gold), calls(trace)) == (
        None if recall is None else pytest.approx(recall)
    )


@pytest.mark.parametrize(
    ("gold", "trace", "indexes"),
    [
        ("ab", "ab", []),
        ("ab", "a", [1]),
        ("aab", "ab", [1]),
        ("ab", "aB", [1]),
        ("ab", "aBb", []),
        ("aa", "aA", [1]),
        ("", "a", []),
        ("ab", "", [0, 1]),
    ],
    ids=repr,
)
def test_not_completed(gold: str, trace: str, indexes: list[int]) -> None:
    """Required calls without a partner are not completed, nor are those whose only partner failed."""
    expected, recorded = calls(gold), calls(trace)
    partners = {pair.gold_index: pair.trace_index for pair in pair_calls(expected, recorded).pairs}
    assert sorted(not_completed(expected, recorded, partners)) == indexes


@given(st.text("ab", min_size=1, max_size=6), st.text("abABx", max_size=8))
def test_not_completed_is_what_recall_misses(gold: str, trace: str) -> None:
    """As many calls are named as the recall misses."""
    expected, recorded = calls(gold), calls(trace)
    partners = {pair.gold_index: pair.trace_index for pair in pair_calls(expected, recorded).pairs}
    named = len(not_completed(expected, recorded, partners))
    assert calculate_required_call_recall(expected, recorded) == (len(gold) - named) / len(gold)

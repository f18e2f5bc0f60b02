"""Metrics of names: which tools were called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.metrics.tables import calls
from toolscore_core.metrics import (
    calculate_invocation_accuracy,
    calculate_selection_accuracy,
    calculate_tool_correctness,
)


@pytest.mark.parametrize(
    ("gold", "trace", "invocation", "selection", "correctness"),
    [
        ("", "", 1.0, 1.0, 1.0),
        ("", "a", 0.0, 0.0, 0.0),
        ("a", "", 0.0, 0.0, 0.0),
        ("a", "a", 1.0, 1.0, 1.0),
        ("ab", "ba", 1.0, 1.0, 1.0),
        ("aab", "ab", 1.0, 1.0, 1.0),
        ("ab", "a", 0.25, 1.0, 0.5),
        ("ab", "abc", 0.75, 2 / 3, 1.0),
        ("ab", "ac", 0.0, 0.5, 0.5),
        ("abcd", "abcx", 0.5, 0.75, 0.75),
        ("a", "abbb", 0.5, 0.25, 1.0),
        ("a", "xyz", 0.0, 0.0, 0.0),
        ("a", "A", 1.0, 1.0, 1.0),
    ],
    ids=repr,
)
def test_shares_of_names(gold: str, trace: str, invocation: float, selection: float, correctness: float) -> None:
    """Repeats count in selection only, failures nowhere, missing calls not in selection."""
    assert calculate_invocation_accuracy(calls(gold), calls(trace)) == pytest.approx(invocation)
    assert calculate_selection_accuracy(calls(gold), calls(trace)) == pytest.approx(selection)
    assert calculate_tool_correctness(calls(gold), calls(trace))["tool_correctness"] == pytest.approx(correctness)


def test_tool_correctness_lists_the_names() -> None:
    """The names are sorted, distinct, and told apart."""
    assert calculate_tool_correctness(calls("cab"), calls("dbb")) == {
        "tool_correctness": pytest.approx(1 / 3),
        "expected_tools": ["a", "b", "c"],
        "called_tools": ["b", "d"],
        "missing_tools": ["a", "c"],
        "extra_tools": ["d"],
        "correct_count": 1,
        "total_expected": 3,
    }


@pytest.mark.parametrize(
    ("gold", "trace", "correct", "total", "share"),
    [
        ("abc", "abc", 3, 3, 1.0),
        ("abc", "bac", 1, 3, 1 / 3),
        ("ab", "a", 1, 2, 0.5),
        ("a", "ab", 1, 1, 1.0),
        ("", "", 0, 0, 1.0),
        ("", "a", 0, 0, 0.0),
    ],
    ids=repr,
)
def test_tool_correctness_in_strict_order(gold: str, trace: str, correct: int, total: int, share: float) -> None:
    """In strict order the share is that of positions with equal names."""
    result = calculate_tool_correctness(calls(gold), calls(trace), strict_order=True)
    assert (result["correct_count"], result["total_expected"]) == (correct, total)
    assert result["tool_correctness"] == pytest.approx(share)


_NAMES = st.text(alphabet="abcd", max_size=8)


@given(_NAMES, _NAMES)
def test_shares_stay_in_range(gold: str, trace: str) -> None:
    """Every share is between 0 and 1, and 1 for equal sides."""
    for metric in (calculate_invocation_accuracy, calculate_selection_accuracy):
        assert 0 <= metric(calls(gold), calls(trace)) <= 1
        assert metric(calls(gold), calls(gold)) == 1

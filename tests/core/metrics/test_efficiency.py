"""Redundant, identical, failed and retried calls."""

import math
from typing import Any

import pytest

from tests.core.metrics.tables import calls
from toolscore_core.calls import ToolCall
from toolscore_core.metrics import calculate_redundant_call_rate


@pytest.mark.parametrize(
    ("gold", "trace", "redundant", "identical", "errors", "retries"),
    [
        ("", "", 0, 0, 0, 0),
        ("a", "", 0, 0, 0, 0),
        ("", "a", 1, 0, 0, 0),
        ("a", "a", 0, 0, 0, 0),
        ("a", "aa", 1, 1, 0, 0),
        ("aab", "abb", 1, 1, 0, 0),
        ("a", "bcd", 3, 0, 0, 0),
        ("a", "Aa", 1, 1, 1, 1),
        ("a", "AAa", 2, 2, 2, 2),
        ("a", "AAA", 2, 2, 3, 2),
        ("ab", "Aba", 1, 1, 1, 0),
        ("ab", "aAb", 1, 1, 1, 0),
    ],
    ids=repr,
)
def test_counts(gold: str, trace: str, redundant: int, identical: int, errors: int, retries: int) -> None:
    """Each count follows its definition; only the directly preceding failure makes a retry."""
    total = len(trace)
    assert calculate_redundant_call_rate(calls(gold), calls(trace)) == {
        "redundant_count": redundant,
        "total_calls": total,
        "redundant_rate": pytest.approx(redundant / total if total else 0),
        "identical_count": identical,
        "identical_rate": pytest.approx(identical / total if total else 0),
        "error_count": errors,
        "error_rate": pytest.approx(errors / total if total else 0),
        "retry_after_error_count": retries,
    }


@pytest.mark.parametrize(
    ("first", "second", "identical"),
    [
        ({"x": 1}, {"x": 1}, 1),
        (None, {}, 1),
        ({"x": 1, "y": 2}, {"y": 2, "x": 1}, 1),
        ({"x": 1}, {"x": 1.0}, 0),
        ({"x": 1}, {"x": True}, 0),
        ({"x": 1}, {"x": "1"}, 0),
        ({"x": math.nan}, {"x": math.nan}, 1),
        ({"x": [1, 2]}, {"x": [2, 1]}, 0),
    ],
    ids=repr,
)
def test_identical_arguments(first: Any, second: Any, identical: int) -> None:
    """Calls are identical when their arguments read the same in JSON."""
    result = calculate_redundant_call_rate([], [ToolCall("a", first), ToolCall("a", second)])
    assert result["identical_count"] == identical


def test_rates_are_floats_and_counts_whole() -> None:
    """The types of the documented dictionary are kept, with and without calls."""
    for trace in ("", "aAb"):
        for key, value in calculate_redundant_call_rate(calls("a"), calls(trace)).items():
            assert type(value) is (float if key.endswith("_rate") else int)

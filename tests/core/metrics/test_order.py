"""The edit distance of two sequences of names."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.metrics.tables import calls
from toolscore_core.calls import ToolCall
from toolscore_core.metrics import calculate_edit_distance


@pytest.mark.parametrize(
    ("gold", "trace", "distance", "normalized"),
    [
        ("", "", 0, 0.0),
        ("abc", "abc", 0, 0.0),
        ("abc", "", 3, 1.0),
        ("", "ab", 2, 1.0),
        ("abc", "axc", 1, 1 / 3),
        ("abc", "bc", 1, 1 / 3),
        ("ab", "ba", 2, 1.0),
        ("abcd", "acbd", 2, 0.5),
        ("aaa", "aaaaa", 2, 0.4),
    ],
    ids=repr,
)
def test_edit_distance(gold: str, trace: str, distance: float, normalized: float) -> None:
    """Insertions, deletions and substitutions cost one each; a swap costs two."""
    result = calculate_edit_distance(calls(gold), calls(trace))
    assert result == {
        "edit_distance": distance,
        "normalized_distance": pytest.approx(normalized),
        "sequence_accuracy": pytest.approx(1 - normalized),
    }
    assert isinstance(result["edit_distance"], float)


def test_names_are_compared_whole() -> None:
    """A name is one symbol, whatever its length."""
    result = calculate_edit_distance([ToolCall("search"), ToolCall("book")], [ToolCall("searchbook")])
    assert result["edit_distance"] == 2


def _slow_distance(left: str, right: str) -> int:
    @cache
    def distance(i: int, j: int) -> int:
        if not i or not j:
            return i + j
        same = left[i - 1] == right[j - 1]
        return min(distance(i - 1, j) + 1, distance(i, j - 1) + 1, distance(i - 1, j - 1) + (not same))

    return distance(len(left), len(right))


@given(st.text(alphabet="abc", max_size=9), st.text(alphabet="abc", max_size=9))
def test_edit_distance_is_levenshteins(gold: str, trace: str) -> None:
    """The fast distance is that of the textbook."""
    assert calculate_edit_distance(calls(gold), calls(trace))["edit_distance"] == _slow_distance(gold, trace)

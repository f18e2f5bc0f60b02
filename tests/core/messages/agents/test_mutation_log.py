"""A log of changes gives the object as the last change left it."""

from typing import Any

import pytest

from toolscore_core.messages.agents.mutation_log import is_change, is_initial, replayed


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"kind": 1, "k": ["a"], "v": 2}, {"a": 2, "b": [1, 2, 3]}),
        ({"kind": 1, "k": ["b", 1], "v": 9}, {"a": {"x": 1}, "b": [1, 9, 3]}),
        ({"kind": 1, "k": ["a", "y"], "v": 2}, {"a": {"x": 1, "y": 2}, "b": [1, 2, 3]}),
        ({"kind": 1, "k": [], "v": {"c": 1}}, {"c": 1}),
        ({"kind": 2, "k": ["b"], "v": [4]}, {"a": {"x": 1}, "b": [1, 2, 3, 4]}),
        ({"kind": 2, "k": ["b"], "v": [4], "i": 1}, {"a": {"x": 1}, "b": [1, 4]}),
        ({"kind": 2, "k": ["b"], "i": 0}, {"a": {"x": 1}, "b": []}),
        ({"kind": 3, "k": ["a", "x"]}, {"a": {}, "b": [1, 2, 3]}),
        ({"kind": 2, "k": ["a"], "v": [4]}, {"a": {"x": 1}, "b": [1, 2, 3]}),
        ({"kind": 1, "k": ["no", "where"], "v": 1}, {"a": {"x": 1}, "b": [1, 2, 3]}),
        ({"kind": 1, "k": ["b", 7], "v": 1}, {"a": {"x": 1}, "b": [1, 2, 3]}),
        ({"kind": 1, "k": [], "v": 5}, {}),
    ],
)
def test_changes(change: dict[str, Any], expected: dict[str, Any]) -> None:
    """Values are set, lists cut and continued, keys deleted; what fits nowhere is left out."""
    assert replayed({"kind": 0, "v": {"a": {"x": 1}, "b": [1, 2, 3]}}, [change]) == expected


@pytest.mark.parametrize(
    "value", [None, 3, [], {}, {"kind": 0}, {"kind": 0, "v": 1}, {"kind": 1, "k": "a"}, {"kind": []}]
)
def test_other_records(value: Any) -> None:
    """Records of another shape are neither."""
    assert not is_initial(value)
    assert not is_change(value)

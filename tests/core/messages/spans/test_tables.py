"""Rows out of tables, however they are written."""

from typing import Any

import pytest

from toolscore_core.messages.spans.tables import rows_of

ROWS = [{"a": 1, "b": 2, "c": 3, "d": 4}, {"a": 5, "b": 6, "c": 7, "d": 8}]
TABLES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("columns", {name: {str(at): row[name] for at, row in enumerate(ROWS)} for name in "abcd"}),
    ("split", {"columns": list("abcd"), "index": [0, 1], "data": [list(row.values()) for row in ROWS]}),
    ("table", {"schema": {"fields": []}, "data": ROWS}),
    ("named", {"columns": [{"name": name} for name in "abcd"], "rows": [list(row.values()) for row in ROWS]}),
    ("with values", {"columns": [{"name": name, "values": [row[name] for row in ROWS]} for name in "abcd"]}),
)


@pytest.mark.parametrize("table", [table for _, table in TABLES], ids=[name for name, _ in TABLES])
def test_rows(table: dict[str, Any]) -> None:
    """Every form gives the same rows, and no more than are wanted."""
    assert rows_of(table) == ROWS
    assert rows_of(table, 1) == ROWS[:1]


@pytest.mark.parametrize(
    "value",
    [
        {},
        {"a": {"x": 1}},
        {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1}, "d": {"y": 1}},
        {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1}, "d": 1},
        {"columns": 3},
        {"columns": [1, "a"]},
        {"columns": ["a"], "data": 1},
        {"schema": 1, "data": None},
    ],
)
def test_other_objects(value: dict[str, Any]) -> None:
    """Objects that are no tables have no rows."""
    assert rows_of(value) == []

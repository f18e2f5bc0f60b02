"""Tables, as data frames and answers of queries are written to JSON -> their rows.

Source: https://pandas.pydata.org/docs/reference/api/pandas.DataFrame.to_json.html (orients `columns`, `split` and `table`).
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any

_FEWEST = 4
"""Columns; objects of fewer equal objects are too common to be taken for tables."""


def rows_of(table: Mapping[str, Any], most: int | None = None) -> list[dict[str, Any]]:
    """The rows of a table; [] for an object that is none.

    Args:
        table: Names and rows apart, columns that hold their values, or an object of equally indexed columns.
        most: How many rows are wanted; None for all.
    """
    columns = table.get("columns")
    if isinstance(columns, list):
        return _named(columns, table, most)
    if "schema" in table and isinstance(data := table.get("data"), list):
        return [row for row in data[:most] if isinstance(row, dict)]
    if len(table) < _FEWEST or not all(isinstance(column, dict) and column for column in table.values()):
        return []
    first = next(iter(table.values())).keys()
    if any(column.keys() != first for column in table.values()):
        return []
    return [{name: column[index] for name, column in table.items()} for index in islice(first, most)]


def _named(columns: list[Any], table: Mapping[str, Any], most: int | None) -> list[dict[str, Any]]:
    """The rows of a table that names its columns once: in objects, which may hold the values, or as texts."""
    if all(isinstance(column, str) for column in columns):
        names, rows = columns, table.get("data")
    elif all(isinstance(column, dict) for column in columns):
        names, rows = [str(column.get("name")) for column in columns], table.get("rows")
    else:
        return []
    if isinstance(rows, list):
        return [dict(zip(names, row, strict=False)) for row in rows[:most] if isinstance(row, list)]
    values = [column.get("values") for column in columns if isinstance(column, dict)]
    if not values or not all(isinstance(column, list) for column in values):
        return []
    return [dict(zip(names, row, strict=True)) for row in islice(zip(*values, strict=False), most)]

"""What the modules of frames share: building a frame, naming the place of a line, reading the lines back."""

from collections.abc import Iterable
from typing import Any, Final

import pandas as pd

from toolscore_core.report.tidy import place as place

PLACE: Final = {"key": "str", "case": "str", "run": "str", "trial": "Int64"}
"""Columns by which a line of a frame is found again, with their dtypes; `place` gives their values."""


def frame(rows: Iterable[dict[str, Any]], columns: dict[str, str]) -> pd.DataFrame:
    """A frame with these columns and dtypes, also when there are no rows; a row may leave columns out."""
    return pd.DataFrame(list(rows), columns=list(columns)).astype(columns)


def lines_of(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The lines of a frame as dictionaries; what is missing is None."""
    return [
        {
            str(name): None if value is pd.NA or value is None or value != value else value
            for name, value in line.items()
        }
        for line in table.to_dict("records")
    ]

"""What the modules of frames share: building a frame, naming the place of a line, adding known numbers."""

from collections.abc import Iterable
from typing import Any, Final

import pandas as pd

from toolscore_core.masked import MaskedEvaluation

PLACE: Final = {"key": "str", "case": "str", "run": "str", "trial": "Int64"}
"""Columns by which a line of a frame is found again: key of the evaluation, case, run ("" without), trial."""


def frame(rows: Iterable[dict[str, Any]], columns: dict[str, str]) -> pd.DataFrame:
    """A frame with these columns and dtypes, also when there are no rows; a row may leave columns out."""
    return pd.DataFrame(list(rows), columns=list(columns)).astype(columns)


def place(evaluation: MaskedEvaluation) -> dict[str, Any]:
    """The columns of PLACE."""
    return {"key": evaluation.key, "case": evaluation.case_id, "run": evaluation.run or "", "trial": evaluation.trial}


def total(numbers: Iterable[float | None]) -> float | None:
    """Sum of the known numbers; None when none is known."""
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def trace_duration(evaluation: MaskedEvaluation) -> float | None:
    """Seconds that a conversation took.

    Returns:
        The recorded duration; else the time from the first start to the last end of its calls, where all timed calls have
        a start; else the sum of their durations. None when the file records none of these.
    """
    if evaluation.trace is None:
        return None
    if evaluation.trace.duration is not None:
        return evaluation.trace.duration
    timed = [(call.started, call.duration) for call in evaluation.trace.calls if call.duration is not None]
    spans = [(start, start + seconds) for start, seconds in timed if start is not None]
    if spans and len(spans) == len(timed):
        return max(end for _, end in spans) - min(start for start, _ in spans)
    return total(seconds for _, seconds in timed)


def trace_cost(evaluation: MaskedEvaluation) -> float | None:
    """Recorded cost of a conversation in USD, or else the sum over its priced calls; None when the file records neither."""
    if evaluation.trace is None:
        return None
    if evaluation.trace.cost is not None:
        return evaluation.trace.cost
    return total(call.cost for call in evaluation.trace.calls)


def lines_of(table: pd.DataFrame) -> list[dict[str, Any]]:
    """The lines of a frame as dictionaries; what is missing is None."""
    return [
        {
            str(name): None if value is pd.NA or value is None or value != value else value
            for name, value in line.items()
        }
        for line in table.to_dict("records")
    ]

"""The gold spine and its first divergences -> pandas tables, for notebooks."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import pandas as pd

from toolscore_core.comparison.spine_records import Cell, Column, DivergenceCounts, Spine, SpineRow
from toolscore_core.report.frame_base import frame
from toolscore_core.report.spine_words import item_sentence, place_text
from toolscore_core.report.words import state_name


def spine_frame(spine: Spine) -> pd.DataFrame:
    """One line for each thing in a cell, from top to bottom and left to right.

    Columns: `case`; `place` in words ("2", "between 2 and 3") and `step`, the number of expected calls above it;
    `expected`: tool of the expected call, missing in a gap; `run`, `status` ("compared", "no trace", ...); `state`
    (missing where the run has nothing there), `tool` of the recorded call, `count` of calls, `failed` of them; `words`;
    `first_divergence`; `key`, `row`: the evaluation and the position in its rows at which it is found again.
    """
    columns = {"case": "str", "place": "str", "step": "int64", "expected": "object", "run": "str", "status": "str"}
    columns |= {"state": "object", "tool": "object", "count": "int64", "failed": "int64", "words": "object"}
    columns |= {"first_divergence": "bool", "key": "object", "row": "Int64"}
    return frame(_spine_lines(spine), columns)


def _spine_lines(spine: Spine) -> Iterator[dict[str, Any]]:
    for row in spine.rows:
        for column, cell in zip(spine.columns, row.cells, strict=True):
            yield from _cell_lines(_line(spine, row, column), cell)


def _line(spine: Spine, row: SpineRow, column: Column) -> dict[str, Any]:
    return {
        "case": spine.case_id,
        "place": place_text(spine, row.place),
        "step": row.place.step,
        "expected": None if row.expected is None else row.expected.tool,
        "run": column.run or "",
        "status": column.status,
        "count": 0,
        "failed": 0,
        "first_divergence": False,
    }


def _cell_lines(line: dict[str, Any], cell: Cell) -> Iterator[dict[str, Any]]:
    marked = next((at for at, item in enumerate(cell.items) if item.diverges), None) if cell.first_divergence else None
    for at, item in enumerate(cell.items):
        row = item.rows[0]
        yield line | {
            "state": state_name(row),
            "tool": None if row.actual is None else row.actual.tool,
            "count": sum(each.actual is not None for each in item.rows),
            "failed": item.failed_count,
            "words": item_sentence(item),
            "first_divergence": at == marked,
            "key": item.key,
            "row": item.positions[0],
        }
    if not cell.items:
        yield line


def divergence_frame(counts: Iterable[DivergenceCounts]) -> pd.DataFrame:
    """One line for each run and step at which a case of it first leaves the gold, then its other cases.

    Columns: `run`; `step`, the number of expected calls above it, missing in the lines of cases that never do or are not
    evaluated; `outcome` ("diverges", "never", "not evaluated"); `cases`: how many.
    """
    columns = {"run": "str", "step": "Int64", "outcome": "str", "cases": "int64"}
    return frame((line for run in counts for line in _count_lines(run)), columns)


def _count_lines(run: DivergenceCounts) -> Iterator[dict[str, Any]]:
    def line(step: int | None, outcome: str, cases: Sequence[str]) -> dict[str, Any]:
        return {"run": run.run, "step": step, "outcome": outcome, "cases": len(cases)}

    yield from (line(step, "diverges", cases) for step, cases in run.steps.items())
    yield line(None, "never", run.never)
    yield line(None, "not evaluated", run.not_evaluated)

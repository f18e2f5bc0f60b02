"""Masked evaluations -> CSV files: the rows of the diffs, and the numbers. No cell is a formula."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final

from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.tidy import TIDY_COLUMNS, tidy_lines
from toolscore_core.report.words import (
    arguments_text,
    finite,
    flag_texts,
    plain,
    state_name,
    state_notes,
    value_text,
    wrong_arguments,
)

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")

CSV_COLUMNS: Final = (
    "case",
    "run",
    "trial",
    "passed",
    "score",
    "grade",
    "required_call_recall",
    "row",
    "state",
    "expected_position",
    "actual_position",
    "expected_tool",
    "expected_args",
    "actual_tool",
    "actual_args",
    "different_arguments",
    "failed",
    "error",
    "flags",
    "duration_s",
    "cost_usd",
)
"""Columns of the CSV report; positions are 1-based."""


def to_csv(evaluations: Sequence[MaskedEvaluation]) -> str:
    """A report as CSV text, one line for each row of each diff, in the order given.

    An evaluation without rows has one line, whose state is "no trace" or "no calls". A text cell that a spreadsheet would
    take for a formula (it starts with `=`, `+`, `-`, `@`, a tab or a carriage return) gets a leading apostrophe; numbers stay numbers.
    """
    return _written(CSV_COLUMNS, (cells for evaluation in evaluations for cells in _csv_rows(evaluation)))


def to_metrics_csv(evaluations: Sequence[MaskedEvaluation]) -> str:
    """A report as tidy CSV text: one line for each case x run x trial x number, with TIDY_COLUMNS.

    A number that does not apply, or that the files do not tell, has no value, and `reason` says why; it is never 0. Text
    cells are neutralised as in `to_csv`.
    """
    lines = tidy_lines(evaluations)
    return _written(TIDY_COLUMNS, ([_cell(line[name]) for name in TIDY_COLUMNS] for line in lines))


def _cell(value: Any) -> Any:
    return plain(value) if isinstance(value, str) else finite(value)


def _written(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    for cells in rows:
        writer.writerow([neutral_cell(cell) for cell in cells])
    return out.getvalue().encode("utf-8", "replace").decode()


def _place(evaluation: MaskedEvaluation) -> list[Any]:
    run = None if evaluation.run is None else plain(evaluation.run)
    return [plain(evaluation.case_id), run, evaluation.trial]


def neutral_cell(cell: str | float | bool | None) -> str | float:
    """A cell that no spreadsheet takes for a formula; None becomes empty, booleans `true` and `false`."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, (int, float)):
        return cell
    return f"'{cell}" if cell.startswith(_FORMULA_STARTS) else cell


def _csv_rows(evaluation: MaskedEvaluation) -> list[list[Any]]:
    case = [
        *_place(evaluation),
        None if evaluation.trace is None else evaluation.passed,
        evaluation.score,
        evaluation.grade,
        evaluation.required_call_recall,
    ]
    if not evaluation.rows:
        state = "no trace" if evaluation.trace is None else "no calls"
        return [[*case, None, state, *[None] * (len(CSV_COLUMNS) - len(case) - 2)]]
    return [[*case, number, *_csv_cells(row, evaluation)] for number, row in enumerate(evaluation.rows, 1)]


def _csv_cells(row: MaskedRow, evaluation: MaskedEvaluation) -> list[Any]:
    expected, actual = row.expected, row.actual
    different = [
        f"{difference.path} {difference.state}: {value_text(difference.expected)} -> {value_text(difference.actual)}"
        for difference in wrong_arguments(row)
    ]
    return [
        state_name(row),
        None if row.gold_index is None else row.gold_index + 1,
        None if row.trace_index is None else row.trace_index + 1,
        expected and plain(expected.tool),
        expected and arguments_text(expected.args),
        actual and plain(actual.tool),
        actual and arguments_text(actual.args),
        "; ".join(map(plain, different)),
        row.failed if actual else None,
        actual and actual.error and plain(actual.error),
        "; ".join([*flag_texts(row, evaluation), *state_notes(row)]),
        actual and actual.duration,
        actual and actual.cost,
    ]

"""Masked evaluations -> reports to keep and to send: JSON, CSV, Markdown, HTML. Needs neither pandas nor Plotly."""

import csv
import io
import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.html import to_html
from toolscore_core.report.markdown import to_markdown
from toolscore_core.report.records import Source, evaluation_record, replaced_in, source_record, summary_record
from toolscore_core.report.words import (
    arguments_text,
    flag_texts,
    plain,
    state_name,
    state_notes,
    value_text,
    wrong_arguments,
)

__all__ = ["SCHEMA", "neutral_cell", "report_name", "to_csv", "to_html", "to_json", "to_markdown"]

SCHEMA: Final = "toolscore-report/1"
"""Name and version of the JSON report; the number rises when a key changes its meaning or goes."""

_LONGEST_NAME: Final = 40
"""Characters of a case or run in the name of a report."""

_FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r")


def report_name(evaluations: Sequence[MaskedEvaluation], ending: str) -> str:
    """File name of a report: that of the case and run when there is one evaluation; letters, digits and `._-` alone.

    Args:
        evaluations: What is reported.
        ending: Without the dot, e.g. "html".
    """
    parts = ["toolscore"]
    if len(evaluations) == 1:
        parts += [evaluations[0].case_id, evaluations[0].run or ""]
    names = (re.sub(r"[^A-Za-z0-9._-]+", "-", part)[:_LONGEST_NAME].strip("-.") for part in parts)
    return "-".join(name for name in names if name) + f".{ending}"


def to_json(
    evaluations: Sequence[MaskedEvaluation], *, sources: Sequence[Source] = (), created: datetime | None = None
) -> str:
    """A report as JSON text.

    Args:
        evaluations: What to report, in this order.
        sources: The input files.
        created: Time of the report; by default now.

    Returns:
        An object with `schema`, `timestamp`, `masked` (credentials that stand replaced in this report: `occurrences` and
        `credentials`, the different ones), `sources`, `summary`, `metrics`, `gold_calls`, `trace_calls`. One evaluation
        has all of its record at the top; several stand in `cases`, `summary` then holds totals and the last three are None.
    """
    moment = created or datetime.now(UTC)
    document: dict[str, Any] = {"schema": SCHEMA, "timestamp": moment.isoformat(timespec="seconds")}
    if len(evaluations) == 1:
        document |= evaluation_record(evaluations[0])
    else:
        document |= {"summary": summary_record(evaluations), "metrics": None, "gold_calls": None, "trace_calls": None}
        document["cases"] = [evaluation_record(evaluation) for evaluation in evaluations]
    document["sources"] = [source_record(source) for source in sources]
    occurrences, different = replaced_in([json.dumps(document, ensure_ascii=False)])
    document["masked"] = {"occurrences": occurrences, "credentials": different}
    return (
        json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False).encode("utf-8", "replace").decode() + "\n"
    )


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
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    for evaluation in evaluations:
        for cells in _csv_rows(evaluation):
            writer.writerow([neutral_cell(cell) for cell in cells])
    return out.getvalue().encode("utf-8", "replace").decode()


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
        plain(evaluation.case_id),
        None if evaluation.run is None else plain(evaluation.run),
        evaluation.trial,
        evaluation.passed,
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

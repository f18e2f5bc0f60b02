"""Masked evaluations -> reports to keep and to send: JSON, CSV, Markdown, HTML. Needs neither pandas nor Plotly."""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final

from toolscore_core.comparison import Comparison, against_baseline
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.case_records import evaluation_record, source_record, summary_record
from toolscore_core.report.comparison_records import comparison_records
from toolscore_core.report.csv_files import to_csv, to_metrics_csv
from toolscore_core.report.html import to_html
from toolscore_core.report.markdown import to_markdown
from toolscore_core.report.records import About, replaced_in

__all__ = [
    "SCHEMA",
    "About",
    "against_baseline",
    "report_name",
    "to_csv",
    "to_html",
    "to_json",
    "to_markdown",
    "to_metrics_csv",
]

SCHEMA: Final = "toolscore-report/2"
"""Name and version of the JSON report; the number rises when a key changes its meaning or goes."""

_LONGEST_NAME: Final = 40
"""Characters of a case or run in the name of a report."""


def report_name(evaluations: Sequence[MaskedEvaluation], ending: str, comparison: Comparison | None = None) -> str:
    """File name of a report: letters, digits and `._-` alone.

    Args:
        evaluations: What is reported; of one, its case and run are in the name.
        ending: Without the dot, e.g. "html".
        comparison: What the report is about; None for no comparison. Its runs are in the name.
    """
    parts = ["toolscore"]
    if comparison is not None:
        parts += [comparison.other, "against", comparison.baseline]
    elif len(evaluations) == 1:
        parts += [evaluations[0].case_id, evaluations[0].run or ""]
    names = (re.sub(r"[^A-Za-z0-9._-]+", "-", part)[:_LONGEST_NAME].strip("-.") for part in parts)
    return "-".join(name for name in names if name) + f".{ending}"


def to_json(evaluations: Sequence[MaskedEvaluation], about: About | None = None) -> str:
    """A report as JSON text; `stored.read_report` reads it back, and `schema.REPORT_SCHEMA` describes it.

    Args:
        evaluations: What to report, in this order.
        about: What to say beside them; None for nothing.

    Returns:
        An object with `schema`, `timestamp`, `masked` (credentials that stand replaced in this report: `occurrences` and
        `credentials`, the different ones), `pass_rule` and `prices` (None where nobody says), `sources`, `summary`,
        `metrics`, `gold_calls`, `trace_calls`, `comparisons`. One evaluation has all of its record at the top; several stand
        in `cases`, `summary` then holds totals and metrics and calls are None.
    """
    told = about or About()
    moment = told.created or datetime.now(UTC)
    document: dict[str, Any] = {"schema": SCHEMA, "timestamp": moment.isoformat(timespec="seconds")}
    document["pass_rule"] = None if told.rule is None else {**asdict(told.rule), "words": told.rule.words}
    document["prices"] = told.prices or None
    if len(evaluations) == 1:
        document |= evaluation_record(evaluations[0])
    else:
        document |= {"summary": summary_record(evaluations), "metrics": None, "gold_calls": None, "trace_calls": None}
        document["cases"] = [evaluation_record(evaluation) for evaluation in evaluations]
    document["comparisons"] = comparison_records(evaluations, told.comparisons)
    document["sources"] = [source_record(source) for source in told.sources]
    occurrences, different = replaced_in([json.dumps(document, ensure_ascii=False)])
    document["masked"] = {"occurrences": occurrences, "credentials": different}
    return (
        json.dumps(document, ensure_ascii=False, indent=2, allow_nan=False).encode("utf-8", "replace").decode() + "\n"
    )

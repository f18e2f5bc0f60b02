"""What reading a file gave -> the load report of `toolscore formats FILE`, for the terminal and as JSON. Masked."""

from dataclasses import dataclass
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from toolscore_core.calls import Trace
from toolscore_core.cli.terminal import shown
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import Location, Skipped
from toolscore_core.intake import Intake
from toolscore_core.masked.loading import MaskedReport, mask_report
from toolscore_core.report.loading import facts, located, next_step, place_text
from toolscore_core.report.words import NONE

_MOST: Final = 50
"""Traces, problems and reasons that the terminal shows of one file; JSON holds all."""

_TITLES: Final = {"rules": "Forbidden-call rules", "mapping": "Field mapping"}


@dataclass(frozen=True, slots=True)
class FileReport:
    """The load report of one file.

    Attributes:
        name: Its name; that of a file in an archive after the archive's.
        role: "gold", "trace", "rules" or "mapping"; "" when the file cannot be read.
        format: Key of the format of a trace or gold file; "" otherwise.
        loaded: What it held.
        traces: A record for each trace.
        left_out: Files of an archive or folder that were left out, by reason, beside its first file.
        error: Why it cannot be read, with the place inside it; None when it can.
    """

    name: MaskedText
    role: str
    format: str
    loaded: MaskedReport
    traces: tuple[dict[str, Any], ...]
    left_out: tuple[Skipped, ...]
    error: MaskedText | None


def file_report(intake: Intake, masker: Masker) -> FileReport:
    """The load report of a file that was read."""
    read = intake.traces or intake.gold
    traces = intake.traces.traces if intake.traces is not None else []
    error = intake.error
    return FileReport(
        name=masker.text(intake.name),
        role=intake.role or "",
        format=read.format if read is not None else "",
        loaded=mask_report(intake.traces, intake.gold, intake.rules_problems, masker),
        traces=tuple(_trace_record(trace, masker) for trace in traces),
        left_out=tuple(Skipped(left.reason, left.count, masker.location(left.first)) for left in intake.left_out),
        error=None if error is None else masker.text(located(error.message, error.location)),
    )


def _trace_record(trace: Trace, masker: Masker) -> dict[str, Any]:
    return {
        "id": masker.text(trace.id),
        "case_id": None if trace.case_id is None else masker.text(trace.case_id),
        "trial": trace.trial,
        "model": None if trace.model is None else masker.text(trace.model),
        "calls": len(trace.calls),
        "results": sum(call.result is not None or call.is_error for call in trace.calls),
        "turns": len(trace.turns),
        "place": str(masker.location(trace.source)),
    }


def report_record(report: FileReport) -> dict[str, Any]:
    """A load report as JSON values."""
    loaded = report.loaded
    return {
        "file": report.name,
        "role": report.role or None,
        "format": report.format or None,
        "title": _title(report) or None,
        "why": loaded.why or None,
        "candidates": [{"title": title, "seen": seen} for title, seen in loaded.candidates],
        "traces": list(report.traces) if loaded.traces is not None else None,
        "cases": loaded.cases,
        "calls": loaded.calls,
        "results": loaded.results,
        "skipped": [_skipped_record(left) for left in loaded.skipped],
        "problems": [{"message": problem.message, "place": str(problem.location)} for problem in loaded.problems],
        "files_left_out": [_skipped_record(left) for left in report.left_out],
        "error": report.error,
    }


def _skipped_record(left: Skipped) -> dict[str, Any]:
    return {"reason": left.reason, "count": left.count, "first": str(left.first)}


def print_report(console: Console, report: FileReport) -> None:
    """Print a load report."""
    loaded = report.loaded
    console.print(shown(report.name, "bold"))
    if report.error is not None:
        _line(console, f"cannot be read: {next_step(report.error)}", "red")
    else:
        key = f" ({report.format})" if report.format else ""
        why = f": {loaded.why}" if loaded.why else ""
        _line(console, f"{report.role}, {_title(report)}{key}{why}")
        for title, seen in loaded.candidates:
            _line(console, f"could also be {title}: {seen}", "dim")
        if loaded.traces is not None or loaded.cases is not None:
            _line(console, " · ".join(facts(loaded)))
        if report.traces:
            console.print(Padding(_table(report.traces[:_MOST], report.name), (0, 0, 0, 2)))
            _more(console, len(report.traces))
    for left in loaded.skipped[:_MOST]:
        _line(console, f"{left.count} skipped: {left.reason}{_at(left.first, report.name)}", "dim")
    _more(console, len(loaded.skipped))
    for problem in loaded.problems[:_MOST]:
        _line(console, f"problem: {problem.message}{_at(problem.location, report.name)}", "yellow")
    _more(console, len(loaded.problems))
    console.print()
    for left in report.left_out:
        console.print(shown(f"{left.count} left out: {left.reason}{_at(left.first, '')}", "dim"))
    if report.left_out:
        console.print()


def _title(report: FileReport) -> str:
    return report.loaded.title or _TITLES.get(report.role, "")


def _table(traces: tuple[dict[str, Any], ...], name: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("Trace", "Case", "Trial", "Model"):
        table.add_column(title, overflow="fold")
    for title in ("Calls", "Results"):
        table.add_column(title, justify="right")
    for trace in traces:
        inside = trace["place"].removeprefix(name).strip(":/ ·")
        texts = [trace["id"] or inside or None, trace["case_id"], trace["trial"], trace["model"]]
        cells = [shown(NONE if text is None else str(text)) for text in texts]
        table.add_row(*cells, Text(str(trace["calls"])), Text(str(trace["results"])))
    return table


def _at(place: Location, name: str) -> str:
    """A place in parentheses, with its file where that is not the one of the report; "" for a whole file."""
    text = place_text(place) if place.source in ("", name) else str(place)
    return f" ({text})" if text else ""


def _more(console: Console, count: int) -> None:
    if count > _MOST:
        _line(console, f"and {count - _MOST} more", "dim")


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(Padding(shown(text, style), (0, 0, 0, 2)))

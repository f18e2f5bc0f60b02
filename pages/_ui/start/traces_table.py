"""The traces of one file -> a list in which one is found and opened in Review."""

import streamlit as st

from pages._ui import state, table
from pages._ui.files import FileView
from pages._ui.opening import open_review, review_address
from pages._ui.state import View
from pages._ui.table import Cell, Column, TableRow
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import NONE, count_text, plain

_COLUMNS = (
    Column("number", "#", "56px", "right"),
    Column("trace", "Trace", "auto"),
    Column("case", "Case", "20%"),
    Column("trial", "Trial", "7%", "right"),
    Column("model", "Model", "18%"),
    Column("calls", "Calls", "7%", "right"),
    Column("failed", "Failed", "7%", "right"),
    Column("problems", "Problems", "9%", "right"),
)

_MOST = 500
"""So many are listed at once; the others are found by searching."""

_FEW = 8
"""So many traces are seen at a glance: no field to search in."""


def draw_traces(view: View, file: FileView) -> None:
    """Draw the list; a click opens Review at exactly that trace."""
    entries = traces_of(view, file.id)
    found = entries
    if len(entries) > _FEW:
        with st.container(horizontal=True, vertical_alignment="center", key="quiet_traces_head"):
            found = matching(entries, _wanted(file.id))
            st.text(counts_text(len(found), len(entries)))
    if not found:
        return
    problems = file.report.by_trace if file.report is not None else ()
    rows = [
        _row(position, entry, problems[position] if position < len(problems) else 0)
        for position, entry in found[:_MOST]
    ]
    # A column in which the file says nothing at all is left out.
    shown = [column for column in _COLUMNS if any(row.cells[column.key]["text"] != NONE for row in rows)]
    event = table.table("Traces of this file", shown, rows, "report_traces")
    entry = view.entry(event.row) if event is not None else None
    if entry is not None:
        open_review(**state.entry_params(entry))


def counts_text(found: int, total: int) -> str:
    """How many traces the list holds, of how many."""
    if not found:
        return f"none of {count_text(total, 'trace')}"
    listed = f", the first {_MOST:,} are listed" if found > _MOST else ""
    return (f"{found:,} of {count_text(total, 'trace')}" if found < total else count_text(total, "trace")) + listed


def _wanted(file_id: str) -> str:
    words = st.text_input(
        "Find a trace",
        key=f"find_{file_id}",
        placeholder="Find a trace by id, case or model",
        type="search",
        live=True,
        label_visibility="collapsed",
        width=320,
    )
    return words or ""


def traces_of(view: View, file_id: str) -> list[tuple[int, MaskedEvaluation]]:
    """(position in the file, entry) of every trace of a file, in the order of the file."""
    found = [
        (place[1], entry)
        for entry in view.entries
        if (place := view.places.get(entry.key)) is not None and place[0] == file_id
    ]
    return sorted(found, key=lambda item: item[0])


def matching(entries: list[tuple[int, MaskedEvaluation]], wanted: str) -> list[tuple[int, MaskedEvaluation]]:
    """The traces in whose id, case or model every word stands, whatever the case of the letters."""
    words = wanted.casefold().split()
    return [(position, entry) for position, entry in entries if all(word in _searched(entry) for word in words)]


def _searched(entry: MaskedEvaluation) -> str:
    trace = entry.trace
    named = (trace.id, trace.case_id or "", trace.model or "") if trace is not None else ()
    return "\n".join((entry.case_id, *named)).casefold()


def _row(position: int, entry: MaskedEvaluation, problems: int) -> TableRow:
    trace = entry.trace
    name = plain(trace.id) if trace is not None and trace.id else ""
    case = plain(entry.case_id) if entry.case is not None else plain(trace.case_id or "") if trace is not None else ""
    cells: dict[str, Cell] = {
        "number": table.text(f"{position + 1:,}", "muted"),
        "trace": table.link(name or f"trace {position + 1}", review_address(**state.entry_params(entry)), "open"),
        "case": _text(case),
        "trial": _text("" if entry.trial is None else str(entry.trial)),
        "model": _text(plain(trace.model or "") if trace is not None else ""),
        "calls": table.text(f"{len(trace.calls):,}" if trace is not None else NONE),
        "failed": table.text(f"{entry.failed_count:,}", "failed" if entry.failed_count else "muted"),
        "problems": table.text(f"{problems:,}", "failed" if problems else "muted"),
    }
    return TableRow(entry.key, cells, "open")


def _text(content: str) -> Cell:
    return table.text(content or NONE, "plain" if content else "muted")

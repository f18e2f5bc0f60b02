"""Traces and cases -> the list in which a trace can be given another case."""

from collections.abc import Sequence

import streamlit as st

from pages._ui import state, table
from pages._ui.paging import page_of, pager
from pages._ui.state import View
from pages._ui.table import Column, Event, TableRow
from toolscore_core.credentials.masking import MaskedTrace
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import NONE, plain
from toolscore_core.workspace import NO_CASE

_COLUMNS = (
    Column("trace", "Trace", "34%"),
    Column("run", "Run", "18%"),
    Column("calls", "Calls", "8%", "right"),
    Column("case", "Case", "28%"),
    Column("how", "Matched by", "12%"),
)
_AUTOMATIC = "automatic"
_NONE = "none"


def draw_matching(view: View) -> None:
    """Draw the list behind an expander, which opens by itself when a trace has no case."""
    if view.matched is None or not view.places:
        return
    title = "Which trace answers which case"
    with_case, total = view.matched
    opened = st.expander(title, expanded=with_case < total, on_change="rerun", key="matching")
    if not opened.open:
        return
    with opened:
        options = [(f"case {number}", plain(case)) for number, case in enumerate(view.cases[: len(view.gold)])]
        lists = {"cases": [(_AUTOMATIC, "Automatic"), (_NONE, "No case"), *options]}
        traces = _traces(view)
        shown = page_of(len(traces), "matching")
        event = table.table(title, _COLUMNS, _rows(view, traces[shown.start : shown.stop]), "matching_table", lists)
        pager(shown, len(traces), "matching")
    if event is not None and apply(view, event):
        st.rerun()


def apply(view: View, event: Event) -> bool:
    """Match the trace of a row as chosen; False for an event that says nothing known."""
    place = view.places.get(event.row)
    if place is None or event.kind != "case":
        return False
    if event.value in (_AUTOMATIC, _NONE):
        state.set_case(place, None if event.value == _AUTOMATIC else NO_CASE)
        return True
    number = event.value.removeprefix("case ")
    if not number.isdecimal() or int(number) >= len(view.gold):
        return False
    state.set_case(place, view.gold[int(number)].id)
    return True


def _traces(view: View) -> list[tuple[MaskedEvaluation, MaskedTrace]]:
    """Entries that have a trace of a file, with it, in the order of the files."""
    found = [
        (view.places[entry.key], entry, entry.trace)
        for entry in view.entries
        if entry.trace is not None and entry.key in view.places
    ]
    order = {file.id: number for number, file in enumerate(view.files)}
    found.sort(key=lambda each: (order[each[0][0]], each[0][1]))
    return [(entry, trace) for _, entry, trace in found]


def _rows(view: View, traces: Sequence[tuple[MaskedEvaluation, MaskedTrace]]) -> list[TableRow]:
    numbers = {case: f"case {number}" for number, case in enumerate(view.cases)}
    names = {file.id: file.name for file in view.files}
    rows = []
    for entry, trace in traces:
        file_id, position = view.places[entry.key]
        name = f"{plain(names.get(file_id, ''))} · {plain(trace.id) or f'trace {position + 1}'}"
        how = view.how.get(entry.key)
        value = numbers.get(entry.case_id, _NONE) if entry.case is not None else _NONE
        rows.append(
            TableRow(
                entry.key,
                {
                    "trace": table.text(name),
                    "run": table.text(plain(entry.run or "")),
                    "calls": table.text(f"{len(trace.calls):,}"),
                    "case": table.choice(value, "cases", "case", f"Case of {name}"),
                    "how": table.text(how or NONE, "plain" if how else "muted"),
                },
            )
        )
    return rows

"""Calls that were not asked for or came to nothing: how many, what they took, and each of them."""

from typing import Any, Final

import streamlit as st

from pages._ui import state, table
from pages._ui.charts import note
from pages._ui.choosing import switch
from pages._ui.held import frame_of
from pages._ui.opening import open_review, place_of, review_address
from pages._ui.performance.cells import cost, known, name, token_cell
from pages._ui.state import View
from pages._ui.table import Column, TableRow
from toolscore_core.report.frames import (
    clean_groups,
    in_order,
    lines_of,
    waste_calls_frame,
    waste_frame,
    wasted_lines,
)
from toolscore_core.report.performance_sentences import basis_text, waste_notes
from toolscore_core.report.waste_frame import WASTE_TITLES, WasteGroup
from toolscore_core.report.words import plain, seconds_text, usd_text

MOST_CALLS: Final = 200

_NAMES: Final = {"run": "By run", "tool": "By tool", "model": "By model"}


def draw_waste(view: View) -> None:
    """The kinds of waste by run, tool or model; a click on a row lists its calls, a click on a call opens it."""
    by = _group()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header("Waste", anchor=False, width="content")
        st.space("stretch")
        switch("Waste by", _NAMES, by, lambda chosen: state.set_params(scope=chosen, filter=None, tool=None))
    found = frame_of(view, waste_frame, by)
    lines = lines_of(in_order(found, view.runs) if by == "run" else found)
    kind, group = state.param("filter"), state.param("tool")
    if not lines:
        st.text("No call was repeated, retried, not asked for or failed.")
        return
    columns = (
        Column("group", by.capitalize(), "22%"),
        Column("kind", "What", "18%"),
        Column("count", "Calls", "14%", "right"),
        Column("time", "Time", "14%", "right"),
        Column("tokens", "Tokens", "14%", "right"),
        Column("cost", "Cost", "18%", "right"),
    )
    rows = [
        _row(number, line, by, selected=(line["kind"], line[by]) == (kind, group))
        for number, line in enumerate(lines)
        if line["count"]
    ]
    rows += [_none(line) for line in lines if line["kind"] == "failed" and line[by] in clean_groups(lines, by)]
    event = table.table("Waste", columns, rows, "waste")
    note(f"{waste_notes(gold=bool(view.cases))} Click a row to list its calls below.")
    if event is not None and event.row.isdecimal() and int(event.row) < len(lines):
        line = lines[int(event.row)]
        state.set_params(scope=by, filter=line["kind"], tool=line[by])
        st.rerun()
    if kind in WASTE_TITLES and group is not None:
        _calls(view, kind, (by, group))


def _group() -> WasteGroup:
    by = state.param("scope")
    return "tool" if by == "tool" else "model" if by == "model" else "run"


def _row(number: int, line: dict[str, Any], by: WasteGroup, *, selected: bool) -> TableRow:
    return TableRow(
        str(number),
        {
            "group": name(line[by], "not named"),
            "kind": table.text(line["title"]),
            "count": table.text(f"{line['count']:,} of {line['calls']:,}"),
            "time": known(seconds_text(line["duration_s"]), line["duration_s"], "not timed"),
            "tokens": token_cell(line["tokens"]),
            "cost": cost(line, "count"),
        },
        "open",
        selected=selected,
    )


def _none(line: dict[str, Any]) -> TableRow:
    """A run in which nothing was wasted."""
    return TableRow(
        f"none {line['run']}",
        {
            "group": name(line["run"]),
            "kind": table.text("none found", "muted"),
            "count": table.text(f"0 of {line['calls']:,}", "muted"),
        },
    )


def _calls(view: View, kind: str, group: tuple[WasteGroup, str]) -> None:
    found = wasted_lines(frame_of(view, waste_calls_frame), kind, *group)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header("Calls", anchor=False, width="content")
        st.text(f"{WASTE_TITLES[kind]} · {plain(group[1]) or 'not named'}", width="content")
        st.space("stretch")
        st.button("Close", on_click=lambda: state.set_params(filter=None, tool=None))
    lines = lines_of(found.head(MOST_CALLS))
    columns = (
        Column("tool", "Call", "30%"),
        Column("case", "Case", "24%"),
        Column("run", "Run", "16%"),
        Column("time", "Time", "10%", "right"),
        Column("tokens", "Tokens", "10%", "right"),
        Column("cost", "Cost", "10%", "right"),
    )
    event = table.table("Wasted calls", columns, [_call_row(n, line) for n, line in enumerate(lines)], "waste_calls")
    more = f"The first {MOST_CALLS} of {len(found):,}. " if len(found) > MOST_CALLS else ""
    note(f"{more}Click a call to open it in Review.")
    if event is not None and event.row.isdecimal() and int(event.row) < len(lines):
        open_review(**place_of(lines[int(event.row)]))


def _call_row(number: int, line: dict[str, Any]) -> TableRow:
    trial = f" · trial {line['trial']}" if line["trial"] is not None else ""
    failed = " ! failed" if line["failed"] else ""
    title = f"{line['trace_index'] + 1}  {plain(line['tool'])}{failed}"
    return TableRow(
        str(number),
        {
            "tool": table.link(title, review_address(**place_of(line)), "open"),
            "case": table.text(plain(line["case"]) + trial),
            "run": name(line["run"]),
            "time": known(seconds_text(line["duration_s"]), line["duration_s"], "not timed"),
            "tokens": token_cell(line["tokens"]),
            "cost": table.text(
                usd_text(line["cost_usd"]), "muted" if line["cost_usd"] is None else "plain", basis_text(line["basis"])
            ),
        },
        "open",
    )

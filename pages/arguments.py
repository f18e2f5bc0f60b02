"""Which arguments the agent gets right: F1 by tool, argument and run, and the exact values behind each cell."""

from typing import Any, Final

import pandas as pd
import streamlit as st

from pages._ui import state, table
from pages._ui.charts import clickable, clicked, note, tokens
from pages._ui.choosing import switch
from pages._ui.exporting import export_button
from pages._ui.held import frame_of
from pages._ui.opening import open_review, place_of, review_address
from pages._ui.shell import run_page
from pages._ui.state import View
from pages._ui.table import Column, TableRow, Tone
from pages._ui.widgets import NOTHING_READ, nothing, page_head
from toolscore_core.report.figures import heatmap
from toolscore_core.report.frames import (
    By,
    argument_f1_frame,
    argument_values_frame,
    arguments_frame,
    differing_values,
    lines_of,
    values_of_cell,
    worst_arguments,
    worst_groups,
)
from toolscore_core.report.sentences import arguments_sentence, cell_text, cell_title, from_difference
from toolscore_core.report.words import NONE, count_text, plain, ratio_text

CHART: Final = "argument_f1"
MOST_ARGUMENTS: Final = 8
MOST_CASES: Final = 16
MOST_LINES: Final = 500
ALL: Final = "all"

_TONES: Final[dict[str, Tone]] = {
    "same": "match",
    "changed": "changed",
    "missing": "missing",
    "unexpected": "extra",
}
_SYMBOLS: Final = {"same": "✓", "changed": "±", "missing": "−", "unexpected": "+"}


def show(view: View) -> None:
    """Everything below the menu."""
    arguments = frame_of(view, arguments_frame)
    by = _head(view, empty=arguments.empty)
    if arguments.empty:
        _nothing(view)
        return
    cells = argument_f1_frame(arguments, by)
    selected = _selected(by)
    st.text(arguments_sentence(cells))
    _heatmap(cells, by, selected)
    _values(view, arguments, by, _cell(cells, selected))


def _head(view: View, *, empty: bool) -> By:
    shown: By = "case" if state.param("view") == "case" else "run"
    with page_head("Arguments"):
        st.space("stretch")
        if not empty:
            switch("Columns", {"run": "By run", "case": "By case"}, shown, _turn)
        export_button(view)
    return shown


def _turn(by: str) -> None:
    state.set_params(view="case" if by == "case" else None, tool=None, arg=None)


def _nothing(view: View) -> None:
    if not view.entries:
        nothing(view, NOTHING_READ)
    elif not view.cases:
        nothing(
            view,
            "There is no gold, so no argument is expected and none can be right or wrong.",
            "Drop a gold file on the start page, or open a good trace in Review and make it the gold.",
        )
    elif all(entry.trace is None or entry.case is None for entry in view.entries):
        nothing(view, "No case has a trace, so no argument was given. The start page says what was read.")
    else:
        nothing(view, "No expected call says which arguments it wants: the field `args` of the gold calls fills this.")


def _selected(by: By) -> tuple[str, str, str] | None:
    tool, argument, group = state.param("tool"), state.param("arg"), state.param(by)
    return (tool, argument, group or "") if tool is not None and argument is not None else None


def _cell(cells: pd.DataFrame, selected: tuple[str, str, str] | None) -> dict[str, Any] | None:
    if selected is None:
        return None
    tool, argument, group = selected
    found = cells[(cells["tool"] == tool) & (cells["argument"] == argument) & (cells["group"] == group)]
    return next(iter(lines_of(found)), None)


def _heatmap(cells: pd.DataFrame, by: By, selected: tuple[str, str, str] | None) -> None:
    arguments, groups = len(cells[["tool", "argument"]].drop_duplicates()), cells["group"].nunique()
    shown = worst_arguments(cells, MOST_ARGUMENTS)
    everything = state.param("filter") == ALL or (_cell(cells, selected) is not None and _cell(shown, selected) is None)
    if everything:
        shown = worst_arguments(cells)
    notes = []
    if by == "case" and groups > MOST_CASES:
        shown = worst_groups(shown, MOST_CASES)
        notes.append(f"The {MOST_CASES} worst of {groups} cases.")
    if arguments > MOST_ARGUMENTS:
        notes.append(
            f"All {arguments} arguments, worst first."
            if everything
            else f"The {MOST_ARGUMENTS} worst of {arguments} arguments."
        )
    notes.append(
        "F1 from pale (0) to strong (1); n is how often it was expected or given, faint below 5. Click a cell for its values."
    )
    with st.container(border=True, key="card_heatmap"):
        figure = heatmap(shown, tokens(), selected=selected)
        clickable(figure, key=f"{CHART}_{by}", alt=arguments_sentence(cells), on_click=lambda: _pick(by))
        with st.container(horizontal=True, vertical_alignment="center", key="line_heatmap"):
            note(" ".join(notes))
            st.space("stretch")
            if arguments > MOST_ARGUMENTS:
                label = f"Show the {MOST_ARGUMENTS} worst" if everything else f"Show all {arguments}"
                st.button(label, on_click=lambda: state.set_params(filter=None if everything else ALL))


def _pick(by: By) -> None:
    data = clicked(f"{CHART}_{by}")
    if data is None or len(data) != 3 or not all(isinstance(part, str) for part in data):
        state.set_params(tool=None, arg=None)
        return
    tool, argument, group = data
    state.set_params(tool=tool, arg=argument, **{by: group})


def _values(view: View, arguments: pd.DataFrame, by: By, cell: dict[str, Any] | None) -> None:
    """The values behind the selected cell, or all that are wrong."""
    if cell is None:
        wrong = arguments[arguments["state"] != "same"]
        st.header("Values that are not as expected" if len(wrong) else "Every value is as expected", anchor=False)
        if len(wrong):
            _lines(view, wrong, named=True)
        return
    with st.container(horizontal=True, vertical_alignment="center", key="values_head"):
        st.header("Values", anchor=False, width="content")
        st.text(f"{cell_title(cell)}: {cell_text(cell)}", width="content")
        st.space("stretch")
        st.button("Show all that are wrong", on_click=lambda: state.set_params(tool=None, arg=None))
    place = (cell["tool"], cell["argument"], cell["group"])
    _lines(view, values_of_cell(arguments, by, *place), named=False)
    _nested(values_of_cell(frame_of(view, argument_values_frame), by, *place), by)


def _lines(view: View, arguments: pd.DataFrame, *, named: bool) -> None:
    """Arguments with both values, the wrong ones as the values inside them that differ."""
    shown = arguments.head(MOST_LINES)
    lines = differing_values(shown, frame_of(view, argument_values_frame))
    named = named or any(line["at"] != line["argument"] for line in lines)
    columns = [Column("argument", "Argument", "19%")] if named else []
    columns += [
        Column("case", "Case", "16%"),
        Column("run", "Run", "11%"),
        Column("state", "State", "14%"),
        Column("expected", "Expected", "20%" if named else "29.5%"),
        Column("actual", "Actual", "20%" if named else "29.5%"),
    ]
    event = table.table("Values", columns, [_row(number, line) for number, line in enumerate(lines)], "values")
    if len(arguments) > MOST_LINES:
        note(f"The first {MOST_LINES} of {len(arguments):,}; the JSON and CSV reports hold all.")
    note("Click a row to open its call in Review.")
    if event is not None and event.row.isdecimal() and int(event.row) < len(lines):
        open_review(**place_of(lines[int(event.row)]))


def _row(number: int, line: dict[str, Any]) -> TableRow:
    trial = f" · trial {line['trial']}" if line["trial"] is not None else ""
    absent = "not given" if line["trace_index"] is not None else "never called"
    expected, actual = line["expected_value"], line["actual_value"]
    seen = (expected, actual) if expected is None or actual is None else from_difference(expected, actual)
    dot = "" if line["at"].startswith("[") else "."
    return TableRow(
        str(number),
        {
            "argument": table.text(plain(f"{line['tool']}{dot}{line['at']}")),
            "case": table.link(plain(line["case"]) + trial, review_address(**place_of(line)), "open"),
            "run": table.text(plain(line["run"]) or NONE),
            "state": table.text(f"{_SYMBOLS[line['state']]} {line['state']}", _TONES[line["state"]]),
            "expected": table.text("not expected", "muted")
            if expected is None
            else table.text(seen[0], title=expected),
            "actual": table.text(absent, "muted") if actual is None else table.text(seen[1], title=actual),
        },
        "open",
    )


def _nested(values: pd.DataFrame, by: By) -> None:
    """F1 of what stands inside the argument, where something does."""
    cells = lines_of(argument_f1_frame(values, by, "path"))
    if not any(cell["path"] != cell["argument"] for cell in cells):
        return
    st.header("Inside this argument", anchor=False)
    columns = [Column("path", "Path", "50%"), Column("f1", "F1", "30%"), Column("n", "n", "20%", "right")]
    rows = [
        TableRow(
            str(number),
            {
                "path": table.text(plain(cell["path"])),
                "f1": table.bar(cell["f1"], ratio_text(cell["f1"])),
                "n": table.text(f"{cell['n']:,}", title=count_text(cell["n"], "occurrence")),
            },
        )
        for number, cell in enumerate(cells)
    ]
    table.table("Paths", columns, rows, "paths")


run_page("arguments", show)

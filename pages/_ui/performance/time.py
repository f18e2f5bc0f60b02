"""Where the time went: the calls of one trace, how long tools and models take, and the slowest calls."""

from typing import Any, Final

import pandas as pd
import streamlit as st

from pages._ui import state, table
from pages._ui.charts import clickable, clicked, note, tokens
from pages._ui.choosing import box, choose_entry, switch
from pages._ui.held import frame_of
from pages._ui.opening import open_review, place_of, review_address
from pages._ui.performance.absent import draw_absent
from pages._ui.performance.cells import cut, known, name
from pages._ui.state import View
from pages._ui.table import Cell, Column, TableRow
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.figures import (
    MOST_POINTS,
    SHORTEST_SPAN_S,
    latency_by_tool,
    waterfall,
    waterfall_span,
)
from toolscore_core.report.frames import (
    P95_NEEDS,
    P99_NEEDS,
    conversation_timings_frame,
    first_tools,
    idle_spans,
    latency_frame,
    lines_of,
    spread,
    timings_frame,
    waterfall_frame,
)
from toolscore_core.report.performance_sentences import (
    latency_note,
    latency_text,
    slower_text,
    waterfall_note,
    waterfall_text,
    withheld_text,
)
from toolscore_core.report.words import NONE, plain, seconds_text

WATERFALL: Final = "waterfall"
LATENCY: Final = "latency"
WINDOW: Final = 30
"""Calls that one waterfall shows."""

MOST_LINES: Final = 15
"""Lines of the latency chart: tools, times the runs that call them."""

MOST_SLOW: Final = 14
LONGEST_CASE: Final = 22


def draw_time(view: View, entry: MaskedEvaluation) -> None:
    """The waterfall of the chosen trace, latency over all of them, and the slowest calls."""
    _waterfall(view, entry)
    by_model = state.param("scope") == "model"
    latency = frame_of(view, latency_frame, "model" if by_model else "tool")
    timings = frame_of(view, timings_frame)
    with st.container(key="performance_pair"):
        left, right = st.columns([3, 2])
        with left:
            points = frame_of(view, conversation_timings_frame) if by_model else timings
            _latency(latency, points, by_model=by_model)
        with right:
            _slowest(timings)


def _waterfall(view: View, entry: MaskedEvaluation) -> None:
    calls = waterfall_frame(entry)
    with st.container(border=True, key="card_waterfall"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader("Calls over time", anchor=False, width="content")
            st.space("stretch")
            shown = _window(calls)
            choose_entry(view.entries, entry)
        _calls_over_time(entry, calls, shown)
    data = clicked(WATERFALL)
    if data and isinstance(data[0], int):
        open_review(**state.entry_params(entry), row=data[0] + 1)


def _calls_over_time(entry: MaskedEvaluation, calls: pd.DataFrame, shown: pd.DataFrame) -> None:
    if entry.trace is None:
        st.text("This run has no trace of the case.")
        return
    if calls.empty:
        st.text("This trace holds no call.")
        return
    if calls["start_s"].isna().all():
        draw_absent("No call of this trace says when it ran or how long it took.", "timing", "calls")
        return
    if calls["duration_s"].isna().all() and waterfall_span(calls)[1] <= SHORTEST_SPAN_S:
        draw_absent("No call says how long it took, and all that say when started at the same time.", "timing", "calls")
        return
    idle = idle_spans(entry)
    if (calls["placed"] == "in a row").any():
        note("The file says how long each call took, not when it started: they are laid one after the other.")
    clickable(waterfall(shown, tokens(), idle), key=WATERFALL, alt=waterfall_text(shown), on_click=lambda: None)
    shaded = "Shaded: no tool ran, so the model or waiting. " if idle else ""
    note(f"{shaded}{waterfall_note(shown)} Click a bar to open its call in Review.".strip())


def _window(calls: pd.DataFrame) -> pd.DataFrame:
    """The calls that fit, from the one that the URL names on, and a box to go to others."""
    if len(calls) <= WINDOW:
        return calls
    starts = range(0, len(calls), WINDOW)
    wanted = (state.int_param("row") or 1) - 1
    at = min(wanted // WINDOW, len(starts) - 1)
    names = [f"Calls {first + 1:,} to {min(first + WINDOW, len(calls)):,} of {len(calls):,}" for first in starts]
    box("Calls", names, at, lambda chosen: state.set_params(row=starts[chosen] + 1), width=240)
    return calls.iloc[starts[at] : starts[at] + WINDOW]


def _latency(latency: pd.DataFrame, timings: pd.DataFrame, *, by_model: bool) -> None:
    with st.container(border=True, height="stretch", key="card_latency"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.subheader("Latency", anchor=False, width="content")
            st.space("stretch")
            switch("Latency by", {"tool": "By tool", "model": "By model"}, "model" if by_model else "tool", _turn)
        if not latency["n"].any():
            draw_absent(
                "No trace says how long it took." if by_model else "No call says how long it took.", "timing", "latency"
            )
            return
        timed = latency[latency["n"] > 0]
        shown = first_tools(timed, MOST_LINES)
        figure = latency_by_tool(shown, tokens(), spread(timings, MOST_POINTS))
        clickable(figure, key=LATENCY, alt=latency_text(shown), on_click=lambda: None)
        whole = (
            "Each point is a whole conversation, the model's time included; a click opens it. "
            if by_model
            else "Each point is a call; a click opens it. "
        )
        left_out = _left_out(timed, shown, "model" if by_model else "tool")
        note(f"{whole}{left_out}{latency_note(latency)}")
        with st.expander("All numbers"):
            _numbers(latency, by_model=by_model)
    data = clicked(LATENCY)
    if data and len(data) == 4:
        open_review(case=data[0], run=data[1] or None, trial=data[2], row=None if data[3] is None else data[3] + 1)


def _turn(by: str) -> None:
    state.set_params(scope="model" if by == "model" else None)


def _left_out(lines: pd.DataFrame, shown: pd.DataFrame, group: str) -> str:
    whole, part = lines[group].nunique(), shown[group].nunique()
    return f"The {part} slowest of {whole} {group}s. " if part < whole else ""


def _numbers(latency: pd.DataFrame, *, by_model: bool) -> None:
    group = "model" if by_model else "tool"
    columns = (
        Column("name", group.capitalize(), "28%"),
        Column("run", "Run", "20%"),
        Column("n", "n", "10%", "right"),
        Column("p50", "p50", "14%", "right"),
        Column("p95", "p95", "14%", "right"),
        Column("p99", "p99", "14%", "right"),
    )
    rows = [_numbers_row(number, line, group) for number, line in enumerate(lines_of(latency))]
    table.table("Latency", columns, rows, "latency_numbers", narrow=True)


def _numbers_row(number: int, line: dict[str, Any], group: str) -> TableRow:
    return TableRow(
        str(number),
        {
            "name": name(line[group], "not named"),
            "run": name(line["run"]),
            "n": table.text(f"{line['n']:,}"),
            "p50": known(seconds_text(line["p50_s"]), line["p50_s"]),
            "p95": _percentile(line["p95_s"], "p95", P95_NEEDS),
            "p99": _percentile(line["p99_s"], "p99", P99_NEEDS),
        },
    )


def _percentile(seconds: float | None, which: str, needed: int) -> Cell:
    if seconds is None:
        return table.text(f"n < {needed}", "muted", withheld_text(which))
    return table.text(seconds_text(seconds))


def _slowest(timings: pd.DataFrame) -> None:
    with st.container(border=True, height="stretch", key="card_slowest"):
        st.subheader("Slowest calls", anchor=False)
        if timings.empty:
            st.text("No call says how long it took.")
            return
        lines = lines_of(timings.head(MOST_SLOW))
        columns = (
            Column("tool", "Tool", "34%"),
            Column("case", "Case", "32%"),
            Column("time", "Time", "20%", "right"),
            Column("median", "× p50", "14%", "right"),
        )
        rows = [_slow_row(number, line) for number, line in enumerate(lines)]
        event = table.table("Slowest calls", columns, rows, "slowest", narrow=True)
        note("× p50: beside the median of the tool in its run. Click a call to open it in Review.")
    if event is not None and event.row.isdecimal() and int(event.row) < len(lines):
        open_review(**place_of(lines[int(event.row)]))


def _slow_row(number: int, line: dict[str, Any]) -> TableRow:
    failed = " ! failed" if line["failed"] else ""
    case = cut(line["case"], LONGEST_CASE)
    place = " · ".join(part for part in (case["text"], plain(line["run"])) if part)
    return TableRow(
        str(number),
        {
            "tool": table.link(
                plain(line["tool"]) + failed, review_address(**place_of(line)), "open", plain(line["run"]) or NONE
            ),
            "case": case | {"text": place},
            "time": table.text(seconds_text(line["duration_s"])),
            "median": table.text(slower_text(line), "muted"),
        },
        "open",
    )

"""What the agent cost in time, tokens and money, as the files record it."""

from typing import Any, Final

import pandas as pd
import streamlit as st

from pages._ui import state, table
from pages._ui.charts import chart, clickable, clicked, frame_of, note, tokens
from pages._ui.choosing import box, choose_entry
from pages._ui.opening import open_review
from pages._ui.shell import run_page
from pages._ui.state import View
from pages._ui.table import Cell, Column, TableRow
from pages._ui.widgets import nothing, page_head
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.figures import SHORTEST_SPAN_S, cost_by_tool, latency_by_tool, waterfall, waterfall_span
from toolscore_core.report.frames import (
    cost_frame,
    first_tools,
    latency_frame,
    lines_of,
    priced_runs,
    usage_frame,
    waste_frame,
    waterfall_frame,
)
from toolscore_core.report.sentences import (
    absent_text,
    cost_note,
    cost_text,
    latency_note,
    latency_text,
    waterfall_note,
    waterfall_text,
)
from toolscore_core.report.words import NONE, plain, seconds_text, usd_text

WATERFALL: Final = "waterfall"
# How many calls one waterfall shows, and how many tools one chart.
WINDOW: Final = 100
MOST_TOOLS: Final = 10


def show(view: View) -> None:
    """Everything below the menu."""
    entry = state.chosen(view)
    traced = any(other.trace is not None for other in view.entries)
    with page_head("Performance"):
        if entry is not None and traced:
            choose_entry(view.entries, entry)
    if entry is None or not traced:
        nothing(view, "No trace was read, so there is nothing to time. The start page says what was read.")
        return
    _usage(view)
    _waterfall(entry)
    left, right = st.columns(2)
    with left:
        _latency(view)
    with right:
        _cost(view)
    _waste(view)


def _usage(view: View) -> None:
    columns = (
        Column("run", "Run", "20%"),
        Column("traces", "Traces", "10%", "right"),
        Column("p50", "Time a trace, p50", "16%", "right"),
        Column("input", "Tokens in", "18%", "right"),
        Column("output", "Tokens out", "18%", "right"),
        Column("cost", "Cost", "18%", "right"),
    )
    lines = lines_of(frame_of(view, usage_frame))
    table.table("Runs", columns, [_usage_row(line) for line in lines], "usage")
    note(
        "Time a trace: from its start to its end, the model's time included; where a file does not say it, that of its "
        "calls. Latency by tool counts the calls of tools alone."
    )
    if not any(line["counted"] for line in lines):
        note(f"No file records tokens. {absent_text('tokens')}")


def _usage_row(line: dict[str, Any]) -> TableRow:
    def part(known: int, text: str) -> str:
        return text if known in (0, line["traces"]) else f"{text} ({known} of {line['traces']})"

    cached = "" if line["cached_tokens"] is None else f", {line['cached_tokens']:,} cached"
    thought = "" if line["reasoning_tokens"] is None else f", {line['reasoning_tokens']:,} reasoning"
    return TableRow(
        line["run"],
        {
            "run": table.text(plain(line["run"]) or NONE),
            "traces": table.text(f"{line['traces']:,}"),
            "p50": _known(part(line["timed"], seconds_text(line["p50_s"])), line["p50_s"]),
            "input": _known(part(line["counted"], _tokens(line["input_tokens"]) + cached), line["input_tokens"]),
            "output": _known(part(line["counted"], _tokens(line["output_tokens"]) + thought), line["output_tokens"]),
            "cost": _known(part(line["priced"], usd_text(line["cost_usd"])), line["cost_usd"]),
        },
    )


def _tokens(count: int | None) -> str:
    return "not recorded" if count is None else f"{count:,}"


def _known(text: str, value: Any) -> Cell:
    return table.text("not recorded" if text == NONE else text, "muted" if value is None else "plain")


def _waterfall(entry: MaskedEvaluation) -> None:
    calls = waterfall_frame(entry)
    with st.container(border=True, key="card_waterfall"):
        st.subheader("Calls over time", anchor=False)
        if entry.trace is None:
            st.text("This run has no trace of the case.")
            return
        if calls.empty:
            st.text("This trace holds no call.")
            return
        if calls["start_s"].isna().all():
            st.text("No call of this trace says when it ran or how long it took.")
            note(absent_text("timing"))
            return
        if calls["duration_s"].isna().all() and waterfall_span(calls)[1] <= SHORTEST_SPAN_S:
            st.text("No call says how long it took, and all that say when started at the same time.")
            note(absent_text("timing"))
            return
        if (calls["placed"] == "in a row").any():
            note("The file says how long each call took, not when it started: they are laid one after the other.")
        shown = _window(calls)
        clickable(waterfall(shown, tokens()), key=WATERFALL, alt=waterfall_text(shown), on_click=lambda: None)
        note(f"{waterfall_note(shown)} Click a bar to open its call in Review.".strip())
    data = clicked(WATERFALL)
    if data and isinstance(data[0], int):
        open_review(**state.entry_params(entry), row=data[0] + 1)


def _window(calls: pd.DataFrame) -> pd.DataFrame:
    if len(calls) <= WINDOW:
        return calls
    starts = range(0, len(calls), WINDOW)
    wanted = (state.int_param("row") or 1) - 1
    at = min(wanted // WINDOW, len(starts) - 1)
    names = [f"Calls {first + 1:,} to {min(first + WINDOW, len(calls)):,} of {len(calls):,}" for first in starts]
    box("Calls", names, at, lambda chosen: state.set_params(row=starts[chosen] + 1), width=280)
    return calls.iloc[starts[at] : starts[at] + WINDOW]


def _latency(view: View) -> None:
    latency = frame_of(view, latency_frame)
    with st.container(border=True, height="stretch", key="card_latency"):
        st.subheader("Latency by tool", anchor=False)
        if not latency["n"].any():
            st.text("No call says how long it took.")
            note(absent_text("timing"))
            return
        timed = latency[latency["n"] > 0]
        shown = first_tools(timed, MOST_TOOLS)
        chart(latency_by_tool(shown, tokens()), key="latency", alt=latency_text(shown))
        note(f"{_first(timed, 'slowest')}{latency_note(latency)}")
        with st.expander("All numbers"):
            columns = (
                Column("tool", "Tool", "30%"),
                Column("run", "Run", "20%"),
                Column("n", "n", "12%", "right"),
                Column("p50", "p50", "19%", "right"),
                Column("p95", "p95", "19%", "right"),
            )
            rows = [_latency_row(number, line) for number, line in enumerate(lines_of(latency))]
            table.table("Latency by tool", columns, rows, "latency_numbers")


def _latency_row(number: int, line: dict[str, Any]) -> TableRow:
    withheld = table.text("n < 20", "muted", "Withheld: a 95th percentile needs 20 timed calls")
    return TableRow(
        str(number),
        {
            "tool": table.text(plain(line["tool"])),
            "run": table.text(plain(line["run"]) or NONE),
            "n": table.text(f"{line['n']:,}"),
            "p50": _known(seconds_text(line["p50_s"]), line["p50_s"]),
            "p95": withheld if line["p95_s"] is None else table.text(seconds_text(line["p95_s"])),
        },
    )


def _cost(view: View) -> None:
    cost = frame_of(view, cost_frame)
    with st.container(border=True, height="stretch", key="card_cost"):
        st.subheader("Cost by tool", anchor=False)
        if not cost["priced"].any():
            st.text("No call is priced. That is not $0: what the calls cost is not known.")
            note(absent_text("cost"))
            return
        priced = priced_runs(cost)
        shown = first_tools(priced, MOST_TOOLS)
        chart(cost_by_tool(shown, tokens()), key="cost", alt=cost_text(shown))
        note(f"{_first(priced, 'dearest')}Recorded costs of calls, without those of the model.")
        unpriced = cost_note(cost)
        if unpriced:
            note(unpriced)
        with st.expander("All numbers"):
            columns = (
                Column("tool", "Tool", "28%"),
                Column("run", "Run", "18%"),
                Column("priced", "Priced", "18%", "right"),
                Column("cost", "Cost", "16%", "right"),
                Column("tokens", "Tokens of its turns", "20%", "right"),
            )
            rows = [_cost_row(number, line) for number, line in enumerate(lines_of(cost))]
            table.table("Cost by tool", columns, rows, "cost_numbers")
            note("Tokens in and out of the turns that called the tool; a turn that called two tools counts for both.")


def _cost_row(number: int, line: dict[str, Any]) -> TableRow:
    used = [line["turn_input_tokens"], line["turn_output_tokens"]]
    known = any(count is not None for count in used)
    return TableRow(
        str(number),
        {
            "tool": table.text(plain(line["tool"])),
            "run": table.text(plain(line["run"]) or NONE),
            "priced": table.text(f"{line['priced']:,} of {line['calls']:,}"),
            "cost": _known(usd_text(line["cost_usd"]), line["cost_usd"]),
            "tokens": table.text(" / ".join(map(_tokens, used))) if known else table.text("not recorded", "muted"),
        },
    )


def _first(lines: pd.DataFrame, which: str) -> str:
    tools = lines["tool"].nunique()
    return f"The {MOST_TOOLS} {which} of {tools} tools. " if tools > MOST_TOOLS else ""


def _waste(view: View) -> None:
    st.header("Waste", anchor=False)
    columns = (
        Column("run", "Run", "20%"),
        Column("kind", "What", "28%"),
        Column("count", "Calls", "16%", "right"),
        Column("time", "Time", "18%", "right"),
        Column("cost", "Cost", "18%", "right"),
    )
    lines = lines_of(frame_of(view, waste_frame))
    table.table("Waste", columns, [_waste_row(number, line) for number, line in enumerate(lines)], "waste")
    repeated = "not asked for by the gold" if view.cases else "equal to an earlier call"
    note(
        f"Repeated: {repeated}. Blind retry: the same call right after it failed. The kinds overlap and do not add up."
    )


def _waste_row(number: int, line: dict[str, Any]) -> TableRow:
    count = line["count"]
    nothing = table.text(NONE, "muted")
    return TableRow(
        str(number),
        {
            "run": table.text(plain(line["run"]) or NONE),
            "kind": table.text(line["title"], "plain" if count else "muted"),
            "count": table.text(f"{count:,} of {line['calls']:,}", "plain" if count else "muted"),
            "time": _known(seconds_text(line["duration_s"]), line["duration_s"]) if count else nothing,
            "cost": _known(usd_text(line["cost_usd"]), line["cost_usd"]) if count else nothing,
        },
    )


run_page("performance", show)

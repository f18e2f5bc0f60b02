"""What tokens cost, by model, tool and case, and which run gives most for its money and time."""

from typing import Any, Final

import pandas as pd
import streamlit as st

from pages._ui import state, table
from pages._ui.charts import chart, note, tokens
from pages._ui.choosing import switch
from pages._ui.held import frame_of
from pages._ui.opening import open_review, review_address
from pages._ui.performance.absent import draw_absent
from pages._ui.performance.cells import cost, known, name, token_cell
from pages._ui.performance.prices import draw_prices
from pages._ui.state import View
from pages._ui.table import Column, TableRow
from toolscore_core.report.figures import cost_by_tool, pareto
from toolscore_core.report.frames import (
    case_cost_frame,
    cost_frame,
    drawn_runs,
    first_tools,
    in_order,
    lines_of,
    model_cost_frame,
    pareto_frame,
    priced_runs,
)
from toolscore_core.report.performance_pareto import Against, Quality, pareto_text
from toolscore_core.report.performance_sentences import basis_text, cost_note, cost_text
from toolscore_core.report.words import plain, ratio_text, usd_text

MOST_LINES: Final = 18
"""Bars of the chart of tools."""

MOST_CASES: Final = 40


def draw_money(view: View) -> None:
    """Quality against cost and time, cost by model, tool or case, and the prices."""
    if view.cases and len(view.runs) > 1:
        _trade_offs(view)
    by = state.param("scope")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header("Tokens and cost", anchor=False, width="content")
        st.space("stretch")
        names = {"model": "By model", "tool": "By tool", "case": "By case"}
        shown = by if by in names else "model"
        switch("Cost by", names, shown, lambda chosen: state.set_params(scope=chosen))
    if shown == "tool":
        _by_tool(frame_of(view, cost_frame))
    elif shown == "case":
        _by_case(frame_of(view, case_cost_frame))
    else:
        _by_model(in_order(frame_of(view, model_cost_frame), view.runs))
    draw_prices(view)


def _trade_offs(view: View) -> None:
    quality: Quality = "score" if state.param("filter") == "score" else "passed"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.header("What quality takes", anchor=False, width="content")
        st.space("stretch")
        names = {"passed": "Cases passed", "score": "Mean score"}
        switch(
            "Quality", names, quality, lambda chosen: state.set_params(filter=None if chosen == "passed" else chosen)
        )
    for place, against in zip(st.columns(2), ("cost", "latency"), strict=True):
        with place:
            _trade_off(view, "cost" if against == "cost" else "latency", quality)


def _trade_off(view: View, against: Against, quality: Quality) -> None:
    found = pareto_frame(view.entries, against, quality)
    with st.container(border=True, height="stretch", key=f"card_pareto_{against}"):
        st.subheader("Against cost" if against == "cost" else "Against time", anchor=False)
        drawn = drawn_runs(found)
        if drawn.empty:
            draw_absent(
                "No run is priced." if against == "cost" else "No run is timed.",
                "cost" if against == "cost" else "timing",
                against,
            )
            return
        words = pareto_text(found, against)
        if len(drawn) > 1:
            chart(pareto(found, tokens(), against, quality), key=f"pareto_{against}", alt=words)
        st.text(words)


def _by_model(costs: pd.DataFrame) -> None:
    columns = (
        Column("run", "Run", "14%"),
        Column("model", "Model", "18%"),
        Column("input", "Tokens in", "12%", "right"),
        Column("cached", "of them cached", "12%", "right"),
        Column("output", "Tokens out", "12%", "right"),
        Column("reasoning", "of them reasoning", "14%", "right"),
        Column("cost", "Cost", "18%", "right"),
    )
    rows = [
        TableRow(
            str(number),
            {
                "run": name(line["run"]),
                "model": name(line["model"], "not named"),
                "input": token_cell(line["input_tokens"]),
                "cached": token_cell(line["cached_tokens"]),
                "output": token_cell(line["output_tokens"]),
                "reasoning": token_cell(line["reasoning_tokens"]),
                "cost": cost(line, "traces"),
            },
        )
        for number, line in enumerate(lines_of(costs))
    ]
    if not rows:
        draw_absent("No file names a model, or tells tokens or costs.", "tokens", "models")
        return
    table.table("Cost by model", columns, rows, "cost_models")
    if costs["input_tokens"].isna().all() and costs["output_tokens"].isna().all():
        draw_absent("No file tells tokens.", "tokens", "tokens")


def _by_tool(costs: pd.DataFrame) -> None:
    with st.container(border=True, key="card_cost"):
        if not costs["priced"].any():
            draw_absent("No call is priced. That is not $0: what the calls cost is not known.", "cost", "tools")
            return
        priced = priced_runs(costs)
        shown = first_tools(priced, MOST_LINES)
        chart(cost_by_tool(shown, tokens()), key="cost", alt=cost_text(shown))
        whole, part = priced["tool"].nunique(), shown["tool"].nunique()
        first = f"The {part} dearest of {whole} tools. " if part < whole else ""
        note(f"{first}As recorded for the call; else its share of what its turn cost by tokens. {cost_note(costs)}")
        with st.expander("All numbers"):
            columns = (
                Column("tool", "Tool", "26%"),
                Column("run", "Run", "18%"),
                Column("cost", "Cost", "20%", "right"),
                Column("basis", "Known of", "16%", "right"),
                Column("tokens", "Tokens of its turns, in / out", "20%", "right"),
            )
            table.table(
                "Cost by tool", columns, [_tool_row(n, line) for n, line in enumerate(lines_of(costs))], "cost_numbers"
            )


def _tool_row(number: int, line: dict[str, Any]) -> TableRow:
    used = [line["turn_input_tokens"], line["turn_output_tokens"]]
    told = any(count is not None for count in used)
    return TableRow(
        str(number),
        {
            "tool": name(line["tool"]),
            "run": name(line["run"]),
            "cost": cost(line, "calls"),
            "basis": table.text(f"{line['priced']:,} of {line['calls']:,}"),
            "tokens": table.text(" / ".join("not recorded" if count is None else f"{count:,}" for count in used))
            if told
            else table.text("not recorded", "muted"),
        },
    )


def _by_case(costs: pd.DataFrame) -> None:
    columns = (
        Column("case", "Case", "26%"),
        Column("run", "Run", "16%"),
        Column("passed", "Passed", "10%", "right"),
        Column("input", "Tokens in", "12%", "right"),
        Column("output", "Tokens out", "12%", "right"),
        Column("cost", "Cost a trial", "12%", "right"),
        Column("basis", "From", "12%"),
    )
    lines = lines_of(costs.head(MOST_CASES))
    event = table.table("Cost by case", columns, [_case_row(n, line) for n, line in enumerate(lines)], "cost_cases")
    more = f"The {MOST_CASES} dearest of {len(costs):,}. " if len(costs) > MOST_CASES else ""
    note(f"{more}The mean of a case's trials in a run. Click a row to open it in Review.")
    if event is not None and event.row.isdecimal() and int(event.row) < len(lines):
        open_review(**_case_place(lines[int(event.row)]))


def _case_place(line: dict[str, Any]) -> dict[str, str | None]:
    return {"case": line["case"], "run": line["run"] or None, "trial": None}


def _case_row(number: int, line: dict[str, Any]) -> TableRow:
    basis = basis_text(line["basis"]) if line["cost_usd"] is not None else ""
    return TableRow(
        str(number),
        {
            "case": table.link(plain(line["case"]), review_address(**_case_place(line)), "open"),
            "run": name(line["run"]),
            "passed": known(ratio_text(line["passed"]), line["passed"], "no gold"),
            "input": token_cell(line["input_tokens"]),
            "output": token_cell(line["output_tokens"]),
            "cost": known(usd_text(line["cost_usd"]), line["cost_usd"], "unpriced"),
            "basis": table.text(basis, "muted"),
        },
        "open",
    )

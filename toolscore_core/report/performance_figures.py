"""Tables of time and cost -> charts: a trace's waterfall, latency by tool, cost by tool."""

from typing import Any, Final, Protocol

import pandas as pd
import plotly.graph_objects as go

from toolscore_core.report.chart_style import HEAD_HEIGHT, LONGEST_LABEL, Tokens, escaped, layout, rows_axis
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.words import NONE, seconds_text, usd_text

SHORTEST_SPAN_S: Final = 1e-3
"""The shortest time that a waterfall shows: clocks of traces say no less."""

_SHORT_SPAN_S: Final = 0.1


def waterfall(calls: pd.DataFrame, tokens: Tokens) -> go.Figure:
    """When the calls of one trace ran: a bar from start to end for each, failed ones in the failure colour and marked "!".

    Args:
        calls: What `waterfall_frame` gives, or a slice of it. A call without a duration is a ring at its start, and one
            without either only says so.
        tokens: Colours.

    Returns:
        The chart; `customdata` of a bar or ring is [row].
    """
    lines = lines_of(calls)
    figure = go.Figure()
    bars = [
        (at, line) for at, line in enumerate(lines) if line["duration_s"] is not None and line["start_s"] is not None
    ]
    dots = [(at, line) for at, line in enumerate(lines) if line["duration_s"] is None and line["start_s"] is not None]
    unplaced = [(at, line) for at, line in enumerate(lines) if line["start_s"] is None]
    figure.add_trace(
        go.Bar(
            orientation="h",
            y=[at for at, _ in bars],
            base=[line["start_s"] for _, line in bars],
            x=[line["duration_s"] for _, line in bars],
            width=0.56,
            marker={
                "color": [tokens.failed if line["failed"] else tokens.primary for _, line in bars],
                "cornerradius": 3,
            },
            text=[f"{seconds_text(line['duration_s'])}{'  ! failed' if line['failed'] else ''}" for _, line in bars],
            textposition="outside",
            constraintext="none",
            textfont={"color": tokens.muted, "size": 12},
            cliponaxis=False,
            hovertext=[_call_hover(line) for _, line in bars],
            hoverinfo="text",
            customdata=[[line["row"]] for _, line in bars],
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[line["start_s"] for _, line in dots],
            y=[at for at, _ in dots],
            mode="markers+text",
            marker={"symbol": "circle-open", "size": 9, "color": tokens.muted},
            text=[f"  {_untimed(line)}" for _, line in dots],
            textposition="middle right",
            textfont={"color": tokens.muted, "size": 12},
            cliponaxis=False,
            hovertext=[_call_hover(line) for _, line in dots],
            hoverinfo="text",
            customdata=[[line["row"]] for _, line in dots],
        )
    )
    layout(figure, tokens, HEAD_HEIGHT + 30 * max(1, len(lines)))
    rows_axis(figure, [f"{line['trace_index'] + 1}  {line['tool']}" for line in lines])
    first, width = waterfall_span(calls)
    figure.update_xaxes(side="top", range=[first - 0.01 * width, first + 1.15 * width], **_time_ticks(first, width))
    for at, line in unplaced:
        figure.add_annotation(
            x=first,
            y=at,
            text=_untimed(line),
            xanchor="left",
            showarrow=False,
            font={"color": tokens.muted, "size": 12},
        )
    return figure


def waterfall_span(calls: pd.DataFrame) -> tuple[float, float]:
    """The time that a waterfall shows: (its first second, its length in seconds, never less than `SHORTEST_SPAN_S`)."""
    placed = calls[calls["start_s"].notna()]
    if placed.empty:
        return 0.0, SHORTEST_SPAN_S
    first = float(placed["start_s"].min())
    last = float((placed["start_s"] + placed["duration_s"].fillna(0.0)).max())
    return first, max(last - first, SHORTEST_SPAN_S)


def _time_ticks(first: float, width: float) -> dict[str, Any]:
    """Ticks in seconds; those of a short time in milliseconds, since Plotly would write microseconds."""
    if width >= _SHORT_SPAN_S:
        return {"ticksuffix": " s"}
    values = [first + width * quarter / 4 for quarter in range(5)]
    return {"tickmode": "array", "tickvals": values, "ticktext": [f"{value * 1000:.5g} ms" for value in values]}


def _untimed(line: dict[str, Any]) -> str:
    what = "not timed" if line["start_s"] is None else "no duration"
    return f"{what}{'  ! failed' if line['failed'] else ''}"


def _call_hover(line: dict[str, Any]) -> str:
    recorded = line["placed"] == "recorded"
    start = f"starts at {seconds_text(line['start_s'])}" if recorded else "start not recorded"
    took = "duration not recorded" if line["duration_s"] is None else f"takes {seconds_text(line['duration_s'])}"
    head = f"<b>{escaped(line['tool'])}</b>, call {line['trace_index'] + 1}"
    return f"{head}<br>{start}, {took}<br>{escaped(line['state'])}{', failed' if line['failed'] else ''}"


class _Draw(Protocol):
    """Adds the marks of one run to a figure."""

    def __call__(
        self, figure: go.Figure, lines: list[dict[str, Any]], at: list[float], name: str, colour: str
    ) -> None: ...


def latency_by_tool(latency: pd.DataFrame, tokens: Tokens) -> go.Figure:
    """Median latency of each tool: a dot a run; a line leads to the 95th percentile where there are enough calls.

    Args:
        latency: What `latency_frame` gives; tools without a timed call are left out.
        tokens: Colours.
    """
    figure = go.Figure()
    timed = latency[latency["n"] > 0]
    _by_run(figure, timed, tokens, _latency_marks)
    longest = max((float(timed[name].fillna(0.0).max()) for name in ("p50_s", "p95_s") if len(timed)), default=0.0)
    width = max(longest, SHORTEST_SPAN_S)
    figure.update_xaxes(range=[-0.01 * width, 1.25 * width], **_time_ticks(0.0, width))
    return figure


def _latency_marks(figure: go.Figure, lines: list[dict[str, Any]], at: list[float], name: str, colour: str) -> None:
    to_p95_x: list[float | None] = []
    to_p95_y: list[float | None] = []
    for line, y in zip(lines, at, strict=True):
        if line["p95_s"] is not None:
            to_p95_x += [line["p50_s"], line["p95_s"], None]
            to_p95_y += [y, y, None]
    stroke = {"color": colour, "width": 2}
    figure.add_trace(go.Scatter(x=to_p95_x, y=to_p95_y, mode="lines", line=stroke, hoverinfo="skip", showlegend=False))
    figure.add_trace(
        go.Scatter(
            x=[max(line["p50_s"], line["p95_s"] or 0) for line in lines],
            y=at,
            mode="text",
            text=[f"  {seconds_text(line['p50_s'])}, n {line['n']}" for line in lines],
            textposition="middle right",
            textfont={"size": 12},
            cliponaxis=False,
            hoverinfo="skip",
            showlegend=False,
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[line["p50_s"] for line in lines],
            y=at,
            mode="markers",
            marker={"color": colour, "size": 10},
            hovertext=[_latency_hover(line, name) for line in lines],
            hoverinfo="text",
            name=name,
        )
    )


def _latency_hover(line: dict[str, Any], name: str) -> str:
    p95 = "p95 withheld: too few calls" if line["p95_s"] is None else f"p95 {seconds_text(line['p95_s'])}"
    p50 = f"p50 {seconds_text(line['p50_s'])}, n {line['n']}"
    return f"<b>{escaped(line['tool'])}</b> · {name}<br>{p50}<br>{p95}<br>longest {seconds_text(line['max_s'])}"


def cost_by_tool(cost: pd.DataFrame, tokens: Tokens) -> go.Figure:
    """Recorded cost of each tool, a bar a run; a tool without a recorded cost says "unpriced" and has no bar.

    Args:
        cost: What `cost_frame` gives.
        tokens: Colours.
    """
    figure = go.Figure()
    _by_run(figure, cost, tokens, _cost_marks)
    figure.update_xaxes(tickprefix="&#36;")
    return figure


def _cost_marks(figure: go.Figure, lines: list[dict[str, Any]], at: list[float], name: str, colour: str) -> None:
    texts = [escaped(_cost_text(line)) for line in lines]
    hover = [f"<b>{escaped(line['tool'])}</b> · {name}<br>{text}" for line, text in zip(lines, texts, strict=True)]
    figure.add_trace(
        go.Bar(
            orientation="h",
            y=at,
            x=[line["cost_usd"] or 0.0 for line in lines],
            width=0.2,
            marker={"color": colour, "cornerradius": 3},
            text=texts,
            textposition="outside",
            constraintext="none",
            textfont={"size": 12},
            cliponaxis=False,
            hovertext=hover,
            hoverinfo="text",
            name=name,
        )
    )


def _cost_text(line: dict[str, Any]) -> str:
    some = f", {line['priced']} of {line['calls']} calls priced" if 0 < line["priced"] < line["calls"] else ""
    return f"{usd_text(line['cost_usd'])}{some}"


def _by_run(figure: go.Figure, table: pd.DataFrame, tokens: Tokens, draw: _Draw) -> None:
    """Tools down the side; inside each, one mark a run in its colour, with a legend when there are several runs."""
    lines = lines_of(table)
    tools = list(dict.fromkeys(line["tool"] for line in lines))
    row_at = {tool: at for at, tool in enumerate(tools)}
    runs = sorted({line["run"] for line in lines})
    step = 0.7 / max(1, len(runs))
    for position, run in enumerate(runs):
        part = [line for line in lines if line["run"] == run]
        offset = (position - (len(runs) - 1) / 2) * step
        places = [row_at[line["tool"]] + offset for line in part]
        draw(figure, part, places, escaped(run or NONE, LONGEST_LABEL), tokens.series[position % len(tokens.series)])
    layout(figure, tokens, HEAD_HEIGHT + 30 + (16 + 22 * max(1, len(runs))) * max(1, len(tools)))
    figure.update_layout(barmode="overlay", showlegend=len(runs) > 1)
    figure.update_traces(textfont={"color": tokens.muted}, selector={"type": "bar"})
    figure.update_traces(textfont={"color": tokens.muted}, selector={"mode": "text"})
    rows_axis(figure, tools)
    largest = max(
        (value for line in lines for key in ("p95_s", "p50_s", "cost_usd") if (value := line.get(key))), default=0.0
    )
    figure.update_xaxes(side="bottom", range=[-0.01 * largest, 1.25 * largest] if largest else [0, 1])

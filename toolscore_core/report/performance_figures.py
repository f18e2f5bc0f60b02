"""Tables of time and cost -> charts: latency by tool or model with each timed call, cost by tool."""

import math
from functools import partial
from typing import Any, Final, Protocol

import pandas as pd
import plotly.graph_objects as go

from toolscore_core.report.chart_style import HEAD_HEIGHT, LONGEST_LABEL, Tokens, escaped, layout, rows_axis
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.performance_sentences import basis_text
from toolscore_core.report.performance_waterfall_figure import SHORTEST_SPAN_S, time_ticks
from toolscore_core.report.words import NONE, seconds_text, usd_text

WEBGL_FROM: Final = 1_500
"""From so many points on a chart is drawn by the graphics card."""

MOST_POINTS: Final = 6_000
"""More timed calls than these are not drawn; `spread` chooses which."""

_LONG_TAIL: Final = 40
"""From so many times the median on the longest time asks for a logarithmic axis."""

_DECADES: Final = tuple(10.0**power for power in range(-3, 6))
_BETWEEN: Final = 0.7
"""Space between two tools, in marks."""

_GOLDEN: Final = 0.618034
"""Multiples of it fall evenly between 0 and 1, without chance."""


class _Draw(Protocol):
    """Adds the marks of one run to a figure."""

    def __call__(
        self, figure: go.Figure, lines: list[dict[str, Any]], at: list[float], name: str, colour: str
    ) -> None: ...


def latency_by_tool(latency: pd.DataFrame, tokens: Tokens, timings: pd.DataFrame | None = None) -> go.Figure:
    """Latency of each tool or model, a row a run: a dot at the median, a band over half of all, a line to the 95th percentile.

    Args:
        latency: What `latency_frame` gives; what has no timing is left out.
        tokens: Colours.
        timings: What `timings_frame` gives (by model: `conversation_timings_frame`), or a part of it: each call or
            conversation is a pale point, whose `customdata` is [case, run, trial, row]. None draws no points.
    """
    figure = go.Figure()
    timed = latency[latency["n"] > 0]
    beside = "p95_s" if timings is None else "max_s"
    places = _by_run(figure, timed, tokens, partial(_latency_marks, beside=beside))
    group = str(timed.columns[0])
    points = [] if timings is None else lines_of(timings)
    points = [{**line, "at": at} for line in points if (at := places.get((line[group], line["run"]))) is not None]
    _points(figure, points, sorted(set(timed["run"])), tokens)
    longest = max((float(timed[name].fillna(0.0).max()) for name in ("p50_s", "p95_s") if len(timed)), default=0.0)
    drawn = [line["duration_s"] for line in points]
    longest = max([longest, *drawn])
    width = max(longest, SHORTEST_SPAN_S)
    if width > _LONG_TAIL * float(timed["p50_s"].median() if len(timed) else width):
        _log_axis(figure, min([*drawn, *timed["p50_s"]]), width)
    else:
        figure.update_xaxes(range=[-0.01 * width, 1.25 * width], **time_ticks(0.0, width))
    return figure


def _log_axis(figure: go.Figure, least: float, most: float) -> None:
    """Times on a logarithmic axis; what is shorter than clocks of traces tell stands at its left edge."""
    for trace in figure.data:
        trace.x = [None if each is None else max(each, SHORTEST_SPAN_S) for each in trace.x]
    low, high = math.log10(max(least, SHORTEST_SPAN_S)), math.log10(most)
    texts = [seconds_text(each) for each in _DECADES]
    figure.update_xaxes(
        type="log",
        range=[low - 0.03 * (high - low), high + 0.3 * (high - low)],
        tickmode="array",
        tickvals=list(_DECADES),
        ticktext=[f"≤ {texts[0]}", *texts[1:]],
    )


def _points(figure: go.Figure, lines: list[dict[str, Any]], runs: list[str], tokens: Tokens) -> None:
    if not lines:
        return
    many = len(lines) >= WEBGL_FROM
    draw = go.Scattergl if many else go.Scatter
    colours = {run: tokens.series[at % len(tokens.series)] for at, run in enumerate(runs)}
    figure.add_trace(
        draw(
            x=[line["duration_s"] for line in lines],
            y=[line["at"] + 0.55 * (at * _GOLDEN % 1 - 0.5) for at, line in enumerate(lines)],
            mode="markers",
            marker={
                "color": [colours[line["run"]] for line in lines],
                "size": 4 if many else 5,
                "opacity": 0.25 if many else 0.4,
            },
            customdata=[[line["case"], line["run"], line["trial"], line.get("row")] for line in lines],
            hovertext=[_point_hover(line) for line in lines],
            hoverinfo="text",
            showlegend=False,
        )
    )
    figure.data = (figure.data[-1], *figure.data[:-1])  # below the marks


def _point_hover(line: dict[str, Any]) -> str:
    where = escaped(f"{line['case']} · {line['run'] or NONE}", LONGEST_LABEL)
    if "tool" not in line:
        return f"<b>{where}</b><br>{seconds_text(line['duration_s'])}"
    failed = ", failed" if line["failed"] else ""
    title = f"<b>{escaped(line['tool'])}</b>, call {line['trace_index'] + 1}"
    return f"{title}<br>{seconds_text(line['duration_s'])}{failed}<br>{where}"


def _latency_marks(
    figure: go.Figure, lines: list[dict[str, Any]], at: list[float], name: str, colour: str, *, beside: str
) -> None:
    _strokes(figure, lines, at, ("p50_s", "p95_s"), {"color": colour, "width": 2}, 1.0)
    _strokes(figure, lines, at, ("p25_s", "p75_s"), {"color": colour, "width": 11}, 0.25)
    figure.add_trace(
        go.Scatter(
            x=[max(line["p50_s"], line[beside] or 0.0) for line in lines],
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


def _strokes(
    figure: go.Figure,
    lines: list[dict[str, Any]],
    at: list[float],
    ends: tuple[str, str],
    stroke: dict[str, Any],
    opacity: float,
) -> None:
    x: list[float | None] = []
    y: list[float | None] = []
    for line, place in zip(lines, at, strict=True):
        if line[ends[0]] is not None and line[ends[1]] is not None:
            x += [line[ends[0]], line[ends[1]], None]
            y += [place, place, None]
    figure.add_trace(
        go.Scatter(x=x, y=y, mode="lines", line=stroke, opacity=opacity, hoverinfo="skip", showlegend=False)
    )


def _latency_hover(line: dict[str, Any], name: str) -> str:
    title = escaped(line.get("tool") or line.get("model") or "no model named")
    p95 = "p95 withheld: too few" if line["p95_s"] is None else f"p95 {seconds_text(line['p95_s'])}"
    p99 = "" if line["p99_s"] is None else f", p99 {seconds_text(line['p99_s'])}"
    p50 = f"p50 {seconds_text(line['p50_s'])}, n {line['n']}"
    return f"<b>{title}</b> · {name}<br>{p50}<br>{p95}{p99}<br>longest {seconds_text(line['max_s'])}"


def cost_by_tool(cost: pd.DataFrame, tokens: Tokens) -> go.Figure:
    """Cost of each tool, a bar a run; a tool of unknown cost says "unpriced" and has no bar.

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
    hover = [
        f"<b>{escaped(line['tool'])}</b> · {name}<br>{text}<br>{escaped(basis_text(line['basis']))}"
        for line, text in zip(lines, texts, strict=True)
    ]
    figure.add_trace(
        go.Bar(
            orientation="h",
            y=at,
            x=[line["cost_usd"] or 0.0 for line in lines],
            width=0.55,
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


def _by_run(figure: go.Figure, table: pd.DataFrame, tokens: Tokens, draw: _Draw) -> dict[tuple[str, str], float]:
    """The first column down the side; below each of its values a mark a run in its colour, with a legend for several runs.

    Returns:
        (value of the first column, run) -> its place on the vertical axis, one unit a mark.
    """
    group = str(table.columns[0])
    lines = lines_of(table)
    runs = sorted({line["run"] for line in lines})
    places: dict[tuple[str, str], float] = {}
    middles: dict[str, float] = {}
    clock = 0.0
    for name in dict.fromkeys(line[group] for line in lines):
        own = sorted(line["run"] for line in lines if line[group] == name)
        places |= {(name, run): clock + at for at, run in enumerate(own)}
        middles[name] = clock + (len(own) - 1) / 2
        clock += len(own) + _BETWEEN
    for position, run in enumerate(runs):
        part = [line for line in lines if line["run"] == run]
        at = [places[line[group], run] for line in part]
        draw(figure, part, at, escaped(run or NONE, LONGEST_LABEL), tokens.series[position % len(tokens.series)])
    layout(figure, tokens, round(HEAD_HEIGHT + 30 + 20 * max(2.0, clock)))
    figure.update_layout(barmode="overlay", showlegend=len(runs) > 1)
    figure.update_traces(textfont={"color": tokens.muted}, selector={"type": "bar"})
    figure.update_traces(textfont={"color": tokens.muted}, selector={"mode": "text"})
    rows_axis(figure, [name or "no model named" for name in middles])
    figure.update_yaxes(tickvals=list(middles.values()), range=[clock - _BETWEEN - 0.4, -0.6])
    largest = max(
        (value for line in lines for key in ("p95_s", "p50_s", "cost_usd") if (value := line.get(key))), default=0.0
    )
    figure.update_xaxes(side="bottom", range=[-0.01 * largest, 1.25 * largest] if largest else [0, 1])
    return places

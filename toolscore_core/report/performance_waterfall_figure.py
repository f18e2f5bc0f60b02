"""A table of when calls ran -> the waterfall of a trace."""

import math
from collections.abc import Sequence
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from toolscore_core.masked.using import Span
from toolscore_core.report.chart_style import HEAD_HEIGHT, Tokens, escaped, layout, rows_axis
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.words import seconds_text

SHORTEST_SPAN_S: Final = 1e-3
"""The shortest time that a waterfall shows: clocks of traces say no less."""

_SHORT_SPAN_S: Final = 0.1

_CLOSE_FROM: Final = 14
"""From so many calls on the rows stand closer together."""

_DEEPEST: Final = 4
"""Calls that lie deeper are indented no further."""


def waterfall(calls: pd.DataFrame, tokens: Tokens, idle: Sequence[Span] = ()) -> go.Figure:
    """When the calls of one trace ran: a bar from start to end for each, failed ones in the failure colour and marked "!".

    A bracket at the left holds the calls of one turn together; a call that was made inside another one is indented below
    it, and its agent is named where the trace has several.

    Args:
        calls: What `waterfall_frame` gives, or a slice of it. A call without a duration is a ring at its start, and one
            without either only says so.
        tokens: Colours.
        idle: What `idle_spans` gives: shaded, since no call ran then.

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
    layout(figure, tokens, HEAD_HEIGHT + (30 if len(lines) < _CLOSE_FROM else 24) * max(1, len(lines)))
    several = len({line["agent"] for line in lines}) > 1
    rows_axis(figure, [_label(line, with_agent=several) for line in lines])
    first, width = waterfall_span(calls)
    # At once: adding shapes one by one takes Plotly a hundredth of a second each.
    shaded = _shaded(idle, (first, first + width), tokens)
    figure.update_layout(shapes=[*shaded, *_brackets([line["group"] for line in lines], tokens)])
    figure.update_xaxes(side="top", range=[first - 0.01 * width, first + 1.15 * width], **time_ticks(first, width))
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


def _label(line: dict[str, Any], *, with_agent: bool) -> str:
    inside = "↳ " * min(line["depth"], _DEEPEST)
    agent = f" · {line['agent']}" if with_agent and line["agent"] is not None else ""
    return f"{line['trace_index'] + 1}  {inside}{line['tool']}{agent}"


def _shaded(idle: Sequence[Span], shown: Span, tokens: Tokens) -> list[dict[str, Any]]:
    look = {"type": "rect", "yref": "paper", "y0": 0, "y1": 1, "fillcolor": tokens.line, "opacity": 0.45}
    return [
        {**look, "x0": max(start, shown[0]), "x1": min(end, shown[1]), "line": {"width": 0}, "layer": "below"}
        for start, end in idle
        if end > shown[0] and start < shown[1]
    ]


def _brackets(groups: Sequence[Any], tokens: Tokens) -> list[dict[str, Any]]:
    places: dict[Any, list[int]] = {}
    for at, group in enumerate(groups):
        if group is not None:
            places.setdefault(group, []).append(at)
    look = {"type": "line", "xref": "paper", "x0": 0, "x1": 0, "line": {"color": tokens.moved, "width": 3}}
    return [{**look, "y0": at[0] - 0.32, "y1": at[-1] + 0.32, "layer": "above"} for at in places.values()]


def waterfall_span(calls: pd.DataFrame) -> tuple[float, float]:
    """The time that a waterfall shows: (its first second, its length in seconds, never less than `SHORTEST_SPAN_S`)."""
    placed = calls[calls["start_s"].notna()]
    if placed.empty:
        return 0.0, SHORTEST_SPAN_S
    first = float(placed["start_s"].min())
    last = float((placed["start_s"] + placed["duration_s"].fillna(0.0)).max())
    return first, max(last - first, SHORTEST_SPAN_S)


def time_ticks(first: float, width: float) -> dict[str, Any]:
    """Ticks in seconds; those of a short time at round milliseconds, since Plotly would write microseconds."""
    if width >= _SHORT_SPAN_S or not abs(first) / width < 1e9:  # so late that no tick differs from the next
        return {"ticksuffix": " s"}
    quarter = width / 4 * (1 - 1e-9)
    size = 10.0 ** math.floor(math.log10(quarter))
    step = next(size * round_number for round_number in (1, 2, 2.5, 5, 10) if size * round_number >= quarter)
    values = [step * number for number in range(math.ceil(first / step), math.floor((first + width) / step + 1e-6) + 1)]
    return {"tickmode": "array", "tickvals": values, "ticktext": [f"{value * 1000:.5g} ms" for value in values]}


def _untimed(line: dict[str, Any]) -> str:
    what = "not timed" if line["start_s"] is None else "no duration"
    return f"{what}{'  ! failed' if line['failed'] else ''}"


def _call_hover(line: dict[str, Any]) -> str:
    recorded = line["placed"] == "recorded"
    start = f"starts at {seconds_text(line['start_s'])}" if recorded else "start not recorded"
    took = "duration not recorded" if line["duration_s"] is None else f"takes {seconds_text(line['duration_s'])}"
    head = f"<b>{escaped(line['tool'])}</b>, call {line['trace_index'] + 1}"
    agent = "" if line["agent"] is None else f"<br>agent {escaped(line['agent'])}"
    beside = ", at the same time as another" if line["overlaps"] else ""
    return f"{head}<br>{start}, {took}{beside}<br>{escaped(line['state'])}{', failed' if line['failed'] else ''}{agent}"

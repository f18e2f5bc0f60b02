"""Quality of each run beside what it takes -> a chart in which the runs that no other one beats stand on a line."""

from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from toolscore_core.report.chart_style import LONGEST_LABEL, Tokens, escaped, layout
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.performance_pareto import Against, Quality, drawn_runs
from toolscore_core.report.performance_sentences import basis_text
from toolscore_core.report.words import percent_text, ratio_text, seconds_text, usd_text

_HEIGHT: Final = 300


def pareto(table: pd.DataFrame, tokens: Tokens, against: Against, quality: Quality = "passed") -> go.Figure:
    """One mark a run: filled on the frontier, a ring off it; a line joins the frontier from the cheapest to the best.

    Args:
        table: What `pareto_frame` gives for the same `against` and `quality`; runs without both numbers are left out.
        tokens: Colours.
        against: What stands on the horizontal axis.
        quality: What stands on the vertical one.
    """
    lines = lines_of(drawn_runs(table))
    figure = go.Figure()
    edge = sorted((line for line in lines if line["frontier"]), key=lambda line: (line["value"], line["quality"]))
    figure.add_trace(
        go.Scatter(
            x=[line["value"] for line in edge],
            y=[line["quality"] for line in edge],
            mode="lines",
            line={"color": tokens.primary, "width": 2, "dash": "dot", "shape": "hv"},
            hoverinfo="skip",
        )
    )
    right = max((line["value"] for line in lines), default=0.0)
    for on_edge in (True, False):
        part = [line for line in lines if line["frontier"] == on_edge]
        figure.add_trace(
            go.Scatter(
                x=[line["value"] for line in part],
                y=[line["quality"] for line in part],
                mode="markers+text",
                marker={
                    "symbol": "circle" if on_edge else "circle-open",
                    "size": 13,
                    "color": tokens.primary if on_edge else tokens.muted,
                    "line": {"width": 2, "color": tokens.primary if on_edge else tokens.muted},
                },
                text=[escaped(f"{line['run']}{'' if on_edge else ', beaten'}", LONGEST_LABEL) for line in part],
                textposition=[_beside(line, right) for line in part],
                textfont={"color": tokens.ink if on_edge else tokens.muted, "size": 13},
                cliponaxis=False,
                hovertext=[_hover(line, against, quality) for line in part],
                hoverinfo="text",
            )
        )
    layout(figure, tokens, _HEIGHT)
    figure.update_layout(margin={"l": 8, "r": 24, "t": 16, "b": 8})
    title = "Cost a case" if against == "cost" else "Time a case"
    figure.update_xaxes(
        title={"text": title, "font": {"color": tokens.muted, "size": 12}},
        range=[0, 1.12 * right or 1],
        **({"tickprefix": "&#36;"} if against == "cost" else {"ticksuffix": " s"}),
    )
    figure.update_yaxes(
        title={"text": _quality_title(quality), "font": {"color": tokens.muted, "size": 12}},
        range=_range([line["quality"] for line in lines]),
        tickformat=".0%" if quality == "passed" else ".2f",
        tickfont={"color": tokens.muted},
    )
    return figure


def _beside(line: dict[str, Any], right: float) -> str:
    """Where the name of a run stands: above the frontier, below it for those off it, and inside the chart."""
    return f"{'top' if line['frontier'] else 'bottom'} {'left' if line['value'] > 0.6 * right else 'right'}"


def _quality_title(quality: Quality) -> str:
    return "Cases passed" if quality == "passed" else "Mean score"


def _range(values: list[float]) -> list[float]:
    """The part of [0, 1] in which the runs lie, with room for their marks, never so little that noise looks large."""
    if not values:
        return [0, 1]
    low = max(0.0, min(*values, max(values) - 0.2) - 0.1)
    return [low, min(1.06, max(values) + 0.1)]


def _hover(line: dict[str, Any], against: Against, quality: Quality) -> str:
    good = percent_text(line["quality"]) if quality == "passed" else ratio_text(line["quality"])
    takes = usd_text(line["value"]) if against == "cost" else seconds_text(line["value"])
    basis = f", {basis_text(line['basis'])}" if against == "cost" else ""
    known = f"{line['known']} of {line['cases']} cases" if line["known"] < line["cases"] else f"n {line['known']}"
    text = f"{_quality_title(quality)}: {good}, n {line['n']}<br>{escaped(takes)} a case{basis}, {known}"
    return f"<b>{escaped(line['run'])}</b><br>{text}"

"""Tables of comparisons -> charts: scores of two runs case by case, and the mean of each metric by run."""

import math
from collections.abc import Sequence
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from toolscore_core.report.chart_style import Tokens, escaped, layout
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.heat_grid import Tile, heat_grid
from toolscore_core.report.performance_figures import WEBGL_FROM
from toolscore_core.report.sentences import metric_title
from toolscore_core.report.words import count_text, ratio_text

_HEIGHT: Final = 430
_MOST_NAMED: Final = 8
_LONGEST_NAME: Final = 48

_LOOKS: Final = (
    ("better", "triangle-up", "extra"),
    ("worse", "triangle-down", "missing"),
    ("same", "circle-open", "muted"),
)
"""Outcome, symbol and colour."""

Spot = dict[str, Any]
"""Cases of one outcome with the same two scores."""


def score_scatter(
    cases: pd.DataFrame, baseline: str, other: str, tokens: Tokens, *, selected: str | None = None
) -> go.Figure:
    """Score of the other run against that of the baseline: above the diagonal it does better.

    Cases of one outcome with the same scores are one mark that says how many they are; symbol and colour tell the outcome,
    which goes by passed trials and not by scores.

    Args:
        cases: What `comparison_frame` gives; cases without both scores are left out.
        baseline: Label of the run across.
        other: Label of the run up.
        tokens: Colours.
        selected: Case whose mark gets a ring; None for none.

    Returns:
        The chart; `customdata` of a mark is [the first of its cases].
    """
    spots = _spots(cases)
    figure = go.Figure()
    kind = go.Scattergl if len(spots) >= WEBGL_FROM else go.Scatter
    figure.add_shape(
        type="line", x0=0, y0=0, x1=1, y1=1, layer="below", line={"color": tokens.muted, "width": 1, "dash": "dot"}
    )
    for outcome, symbol, colour in _LOOKS:
        part = [spot for spot in spots if spot["outcome"] == outcome]
        if not part:
            continue
        shade = getattr(tokens, colour)
        figure.add_trace(
            kind(
                x=[spot["x"] for spot in part],
                y=[spot["y"] for spot in part],
                name=f"{outcome} {sum(len(spot['cases']) for spot in part):,}",
                mode="markers+text",
                marker={
                    "symbol": symbol,
                    "size": [_size(len(spot["cases"])) for spot in part],
                    "color": shade,
                    "opacity": 1,
                    "line": {"color": shade if symbol.endswith("open") else tokens.surface, "width": 1.5},
                },
                text=[f"{len(spot['cases']):,}" if len(spot["cases"]) > 1 else "" for spot in part],
                textposition="bottom center",
                textfont={"color": tokens.muted, "size": 11},
                hovertext=[_spot_hover(spot, baseline, other) for spot in part],
                hoverinfo="text",
                customdata=[[spot["cases"][0]] for spot in part],
                selected={"marker": {"opacity": 1}},
                unselected={"marker": {"opacity": 1}, "textfont": {"color": tokens.muted}},
            )
        )
    figure.update_traces(cliponaxis=False, selector={"type": "scatter"})
    ringed = next((spot for spot in spots if selected in spot["cases"]), None)
    if ringed is not None:
        figure.add_trace(_ring(ringed, tokens))
    layout(figure, tokens, _HEIGHT)
    figure.update_layout(showlegend=True, clickmode="event+select", margin={"l": 8, "r": 16, "t": 30, "b": 8})
    axis = {"range": [-0.06, 1.06], "tickvals": [0, 0.2, 0.4, 0.6, 0.8, 1], "title": {"font": {"size": 12.5}}}
    figure.update_xaxes(**axis, title_text=f"Score of {escaped(baseline, _LONGEST_NAME)}", constrain="domain")
    figure.update_yaxes(**axis, title_text=f"Score of {escaped(other, _LONGEST_NAME)}")
    return figure


def _spots(cases: pd.DataFrame) -> list[Spot]:
    at: dict[tuple[str, float, float], Spot] = {}
    for line in lines_of(cases):
        if line["score_difference"] is None:
            continue
        x, y = line["baseline_score"], line["other_score"]
        spot = at.setdefault(
            (line["outcome"], round(x, 3), round(y, 3)), {"outcome": line["outcome"], "x": x, "y": y, "cases": []}
        )
        spot["cases"].append(line["case"])
    return list(at.values())


def _size(count: int) -> float:
    """Pixels of a mark, by the square root of the number of cases in it, within bounds."""
    return min(28.0, 11.0 + 2.5 * (math.sqrt(count) - 1))


def _spot_hover(spot: Spot, baseline: str, other: str) -> str:
    names = [escaped(case, _LONGEST_NAME) for case in spot["cases"][:_MOST_NAMED]]
    more = len(spot["cases"]) - len(names)
    scores = f"{escaped(other, _LONGEST_NAME)} {ratio_text(spot['y'])}, {escaped(baseline, _LONGEST_NAME)} {ratio_text(spot['x'])}"
    return "<br>".join(
        [f"<b>{names[0]}</b>", *names[1:], *([f"and {more:,} more"] if more else []), f"{spot['outcome']}: {scores}"]
    )


def _ring(spot: Spot, tokens: Tokens) -> go.Scatter:
    return go.Scatter(
        x=[spot["x"]],
        y=[spot["y"]],
        mode="markers",
        marker={
            "symbol": "circle-open",
            "size": _size(len(spot["cases"])) + 10,
            "color": tokens.ink,
            "line": {"width": 2},
        },
        hoverinfo="skip",
        showlegend=False,
        cliponaxis=False,
    )


def metric_heatmap(means: pd.DataFrame, runs: Sequence[str], tokens: Tokens) -> go.Figure:
    """Mean of each metric by run, over the same cases; n stands in the cell.

    Args:
        means: What `metric_means` gives.
        runs: Labels, in the order of the columns.
        tokens: Colours.

    Returns:
        The chart; `customdata` of a cell is [run].
    """
    lines = lines_of(means)
    titles = {line["metric"]: metric_title(line) for line in lines}
    row_at = {metric: at for at, metric in enumerate(titles)}
    tiles = [
        Tile(
            row=row_at[line["metric"]],
            column=list(runs).index(line["run"]),
            value=line["mean"],
            text=f"{ratio_text(line['mean'])}  n {line['n']:,}",
            hover=f"<b>{escaped(titles[line['metric']])}</b> · {escaped(line['run'], _LONGEST_NAME)}<br>"
            f"{ratio_text(line['mean'])}, mean of {count_text(line['n'], 'case')}",
            data=[line["run"]],
        )
        for line in lines
    ]
    return heat_grid(tiles, list(titles.values()), runs, tokens)

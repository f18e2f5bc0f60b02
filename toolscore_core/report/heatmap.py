"""A table of argument F1 -> a heatmap whose cells can be clicked."""

from collections.abc import Iterable
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from toolscore_core.report.chart_style import HEAD_HEIGHT, Tokens, escaped, layout, rows_axis
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.words import ratio_text

FAINT_BELOW: Final = 5
"""A heatmap cell with fewer occurrences than this is drawn faint."""

_ROW: Final = 34
_FAINT: Final = 0.4
_BORDER: Final = 0.55

Cell = dict[str, Any]


def heatmap(cells: pd.DataFrame, tokens: Tokens, *, selected: tuple[str, str, str] | None = None) -> go.Figure:
    """F1 of arguments by run or case; n stands in the cell, and below 5 occurrences the cell is faint.

    Each cell has a border, so that a faint 0.00 is told from a place without a value, which stays empty.

    Args:
        cells: What `argument_f1_frame` gives.
        tokens: Colours.
        selected: (tool, argument, group) of the cell that gets an outline; None for none.

    Returns:
        The chart. A transparent square over each cell takes clicks; its `customdata` is [tool, argument, group].
    """
    lines = lines_of(cells)
    rows = list(dict.fromkeys((line["tool"], line["argument"]) for line in lines))
    groups = sorted({line["group"] for line in lines})
    row_at = {row: at for at, row in enumerate(rows)}
    group_at = {group: at for at, group in enumerate(groups)}
    place = {id(line): (row_at[line["tool"], line["argument"]], group_at[line["group"]]) for line in lines}
    figure = go.Figure(_borders(set(place.values()), len(rows), len(groups), tokens))
    for faint in (False, True):
        for ink in (tokens.ink, tokens.on_primary):
            part = [line for line in lines if (line["n"] < FAINT_BELOW) == faint and _cell_ink(line, tokens) == ink]
            at = {place[id(line)]: line for line in part}
            figure.add_trace(_tiles(at, len(rows), len(groups), _scale(tokens, faint=faint), ink))
    figure.add_trace(_squares(lines, place))
    layout(figure, tokens, HEAD_HEIGHT + _ROW * len(rows))
    figure.update_layout(clickmode="event+select", hoverdistance=-1, margin={"l": 8, "r": 8, "t": 8, "b": 4})
    rows_axis(figure, [f"{tool}.{argument}" for tool, argument in rows])
    figure.update_xaxes(
        side="top",
        tickmode="array",
        tickvals=list(range(len(groups))),
        ticktext=[escaped(group, 24) for group in groups],
        range=[-0.5, len(groups) - 0.5],
        showgrid=False,
        ticks="",
    )
    if selected is not None and selected[:2] in row_at and selected[2] in group_at:
        x, y = group_at[selected[2]], row_at[selected[0], selected[1]]
        outline = {"color": tokens.ink, "width": 2}
        figure.add_shape(type="rect", x0=x - 0.49, x1=x + 0.49, y0=y - 0.47, y1=y + 0.47, line=outline)
    return figure


def _tiles(at: dict[tuple[int, int], Cell], rows: int, groups: int, scale: list[list[Any]], ink: str) -> go.Heatmap:
    """The cells of one strength and one text colour."""
    grid = [[at.get((row, group)) for group in range(groups)] for row in range(rows)]
    return go.Heatmap(
        z=[[None if cell is None else cell["f1"] for cell in row] for row in grid],
        text=[["" if cell is None else f"{ratio_text(cell['f1'])}  n {cell['n']}" for cell in row] for row in grid],
        texttemplate="%{text}",
        textfont={"color": ink, "size": 12},
        zmin=0,
        zmax=1,
        colorscale=scale,
        showscale=False,
        xgap=5,
        ygap=5,
        hoverinfo="skip",
    )


def _borders(places: set[tuple[int, int]], rows: int, groups: int, tokens: Tokens) -> go.Heatmap:
    """What shows around the tiles that are drawn over it; one trace, since a shape for each cell is slow."""
    parts = zip(_rgb(tokens.primary), _rgb(tokens.surface), strict=True)
    colour = _hex([_BORDER * line + (1 - _BORDER) * behind for line, behind in parts])
    return go.Heatmap(
        z=[[0 if (row, group) in places else None for group in range(groups)] for row in range(rows)],
        zmin=0,
        zmax=1,
        colorscale=[[0, colour], [1, colour]],
        showscale=False,
        xgap=3,
        ygap=3,
        hoverinfo="skip",
    )


def _squares(lines: Iterable[Cell], place: dict[int, tuple[int, int]]) -> go.Scatter:
    """What takes hovers and clicks, which heatmap cells do not hand on."""
    lines = list(lines)
    unseen = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=[place[id(line)][1] for line in lines],
        y=[place[id(line)][0] for line in lines],
        mode="markers",
        marker={"symbol": "square", "size": _ROW - 4, "opacity": 0},
        hovertext=[_hover(line) for line in lines],
        hoverinfo="text",
        customdata=[[line["tool"], line["argument"], line["group"]] for line in lines],
        selected=unseen,
        unselected=unseen,
    )


def _hover(line: Cell) -> str:
    name = escaped(f"{line['tool']}.{line['argument']}")
    counts = f"{line['correct']} correct of {line['expected']} expected and {line['actual']} given"
    few = f"<br>fewer than {FAINT_BELOW} occurrences" if line["n"] < FAINT_BELOW else ""
    return f"<b>{name}</b> · {escaped(line['group'])}<br>F1 {ratio_text(line['f1'])}: {counts}{few}"


def _scale(tokens: Tokens, *, faint: bool) -> list[list[Any]]:
    """Colours from F1 0 to 1; the faint ones are the same, mixed with the surface behind them."""
    return [[at, _hex(_mixed(tokens, float(at), faint=faint))] for at in (0, 1)]


def _mixed(tokens: Tokens, f1: float, *, faint: bool) -> list[float]:
    over = _FAINT if faint else 1.0
    parts = zip(_rgb(tokens.line), _rgb(tokens.primary), _rgb(tokens.surface), strict=True)
    return [over * (low + (high - low) * f1) + (1 - over) * behind for low, high, behind in parts]


def _cell_ink(line: Cell, tokens: Tokens) -> str:
    """The text colour, ink or its opposite, that stands out more from the cell."""
    cell = _mixed(tokens, line["f1"], faint=line["n"] < FAINT_BELOW)
    return max((tokens.ink, tokens.on_primary), key=lambda ink: contrast(_rgb(ink), cell))


def _rgb(colour: str) -> list[float]:
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def _hex(rgb: list[float]) -> str:
    return "#" + "".join(f"{round(part * 255):02X}" for part in rgb)


def contrast(one: list[float], other: list[float]) -> float:
    """Contrast ratio of two colours (red, green, blue in [0, 1]) by WCAG 2, in [1, 21]."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(rgb: list[float]) -> float:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

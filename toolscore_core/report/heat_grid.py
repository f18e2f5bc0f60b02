"""Cells with a number between 0 and 1 -> a heatmap in the project's one sequential scale, whose cells can be clicked."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import plotly.graph_objects as go

from toolscore_core.report.chart_style import HEAD_HEIGHT, Tokens, escaped, layout, rows_axis

ROW_HEIGHT: Final = 34
"""Pixels of a row."""

_FAINT: Final = 0.4
_BORDER: Final = 0.55
_LONGEST_COLUMN: Final = 24


@dataclass(frozen=True, slots=True)
class Tile:
    """One cell.

    Attributes:
        row, column: Its place, from 0.
        value: In [0, 1]: its colour.
        text: What stands in it; ours.
        hover: What is said of it; Plotly's text, in which texts from files are escaped.
        faint: Whether it rests on too little.
        data: What a click gives.
    """

    row: int
    column: int
    value: float
    text: str
    hover: str
    faint: bool = False
    data: list[Any] = field(default_factory=list)


def heat_grid(
    tiles: Sequence[Tile],
    rows: Sequence[str],
    columns: Sequence[str],
    tokens: Tokens,
    *,
    selected: tuple[int, int] | None = None,
) -> go.Figure:
    """Draw the cells.

    Each has a border, so that a faint 0.00 is told from a place without a value, which stays empty.

    Args:
        tiles: At most one for each place.
        rows: Labels down the side, the first on top.
        columns: Labels across.
        tokens: Colours.
        selected: (row, column) of the cell that gets an outline; None for none.

    Returns:
        The chart. A transparent square over each cell takes clicks; its `customdata` is the cell's data.
    """
    size = (len(rows), len(columns))
    figure = go.Figure(_borders(tiles, size, tokens))
    for faint in (False, True):
        for ink in (tokens.ink, tokens.on_primary):
            part = [tile for tile in tiles if tile.faint == faint and _tile_ink(tile, tokens) == ink]
            figure.add_trace(_tiles(part, size, _scale(tokens, faint=faint), ink))
    figure.add_trace(_squares(tiles))
    layout(figure, tokens, HEAD_HEIGHT + ROW_HEIGHT * len(rows))
    figure.update_layout(clickmode="event+select", hoverdistance=-1, margin={"l": 8, "r": 8, "t": 8, "b": 4})
    rows_axis(figure, rows)
    figure.update_xaxes(
        side="top",
        tickmode="array",
        tickvals=list(range(len(columns))),
        ticktext=[escaped(column, _LONGEST_COLUMN) for column in columns],
        range=[-0.5, len(columns) - 0.5],
        showgrid=False,
        ticks="",
    )
    if selected is not None:
        y, x = selected
        outline = {"color": tokens.ink, "width": 2}
        figure.add_shape(type="rect", x0=x - 0.49, x1=x + 0.49, y0=y - 0.47, y1=y + 0.47, line=outline)
    return figure


def _tiles(tiles: Sequence[Tile], size: tuple[int, int], scale: list[list[Any]], ink: str) -> go.Heatmap:
    """The cells of one strength and one text colour."""
    at = {(tile.row, tile.column): tile for tile in tiles}
    grid = [[at.get((row, column)) for column in range(size[1])] for row in range(size[0])]
    return go.Heatmap(
        z=[[None if tile is None else tile.value for tile in row] for row in grid],
        text=[["" if tile is None else tile.text for tile in row] for row in grid],
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


def _borders(tiles: Sequence[Tile], size: tuple[int, int], tokens: Tokens) -> go.Heatmap:
    """What shows around the tiles that are drawn over it; one trace, since a shape for each cell is slow."""
    parts = zip(_rgb(tokens.primary), _rgb(tokens.surface), strict=True)
    colour = _hex([_BORDER * line + (1 - _BORDER) * behind for line, behind in parts])
    places = {(tile.row, tile.column) for tile in tiles}
    return go.Heatmap(
        z=[[0 if (row, column) in places else None for column in range(size[1])] for row in range(size[0])],
        zmin=0,
        zmax=1,
        colorscale=[[0, colour], [1, colour]],
        showscale=False,
        xgap=3,
        ygap=3,
        hoverinfo="skip",
    )


def _squares(tiles: Sequence[Tile]) -> go.Scatter:
    """What takes hovers and clicks, which heatmap cells do not hand on."""
    unseen = {"marker": {"opacity": 0}}
    return go.Scatter(
        x=[tile.column for tile in tiles],
        y=[tile.row for tile in tiles],
        mode="markers",
        marker={"symbol": "square", "size": ROW_HEIGHT - 4, "opacity": 0},
        hovertext=[tile.hover for tile in tiles],
        hoverinfo="text",
        customdata=[tile.data for tile in tiles],
        selected=unseen,
        unselected=unseen,
    )


def _scale(tokens: Tokens, *, faint: bool) -> list[list[Any]]:
    """Colours from 0 to 1; the faint ones are the same, mixed with the surface behind them."""
    return [[at, _hex(_mixed(tokens, float(at), faint=faint))] for at in (0, 1)]


def _mixed(tokens: Tokens, value: float, *, faint: bool) -> list[float]:
    over = _FAINT if faint else 1.0
    parts = zip(_rgb(tokens.line), _rgb(tokens.primary), _rgb(tokens.surface), strict=True)
    return [over * (low + (high - low) * value) + (1 - over) * behind for low, high, behind in parts]


def _tile_ink(tile: Tile, tokens: Tokens) -> str:
    """The text colour, ink or its opposite, that stands out more from the cell."""
    behind = _mixed(tokens, tile.value, faint=tile.faint)
    return max((tokens.ink, tokens.on_primary), key=lambda ink: contrast(_rgb(ink), behind))


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

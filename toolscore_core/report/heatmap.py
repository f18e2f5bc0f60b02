"""A table of argument F1 -> a heatmap whose cells can be clicked."""

from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go

from toolscore_core.report.chart_style import Tokens, escaped
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.heat_grid import Tile, heat_grid
from toolscore_core.report.words import ratio_text

FAINT_BELOW: Final = 5
"""A heatmap cell with fewer occurrences than this is drawn faint."""

Cell = dict[str, Any]


def heatmap(cells: pd.DataFrame, tokens: Tokens, *, selected: tuple[str, str, str] | None = None) -> go.Figure:
    """F1 of arguments by run or case; n stands in the cell, and below 5 occurrences the cell is faint.

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
    tiles = [
        Tile(
            row=row_at[line["tool"], line["argument"]],
            column=group_at[line["group"]],
            value=line["f1"],
            text=f"{ratio_text(line['f1'])}  n {line['n']}",
            hover=_hover(line),
            faint=line["n"] < FAINT_BELOW,
            data=[line["tool"], line["argument"], line["group"]],
        )
        for line in lines
    ]
    outlined = None
    if selected is not None and selected[:2] in row_at and selected[2] in group_at:
        outlined = row_at[selected[0], selected[1]], group_at[selected[2]]
    names = [f"{tool}.{argument}" for tool, argument in rows]
    return heat_grid(tiles, names, groups, tokens, selected=outlined)


def _hover(line: Cell) -> str:
    name = escaped(f"{line['tool']}.{line['argument']}")
    counts = f"{line['correct']} correct of {line['expected']} expected and {line['actual']} given"
    few = f"<br>fewer than {FAINT_BELOW} occurrences" if line["n"] < FAINT_BELOW else ""
    return f"<b>{name}</b> · {escaped(line['group'])}<br>F1 {ratio_text(line['f1'])}: {counts}{few}"

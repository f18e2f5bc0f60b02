"""Charts: what they draw, in which colours, and that no text from a file is markup in them."""

import json
from typing import Any

import pytest

from tests.evaluations import call, masked
from toolscore_core.report import frames
from toolscore_core.report.figures import (
    DARK,
    LIGHT,
    Tokens,
    cost_by_tool,
    escaped,
    heatmap,
    latency_by_tool,
    pareto,
    waterfall,
)
from toolscore_core.report.heat_grid import Tile, contrast

HOSTILE = '<a href="http://evil.example">x</a>$\\alpha$&'


def texts(value: Any) -> list[str]:
    """Every text of a figure."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for item in value.values() for text in texts(item)]
    return [text for item in value for text in texts(item)] if isinstance(value, list) else []


def hostile_figures() -> dict[str, Any]:
    """All charts of traces in which every text is hostile."""
    trace = [
        call(HOSTILE, {HOSTILE: 1}, started=1.0, duration=1.0, cost=0.1, agent=HOSTILE),
        call("b", started=2.0, agent="b"),
    ]
    views = [masked([call(HOSTILE, {HOSTILE: 2})], trace, run=run) for run in (HOSTILE, "b")]
    cells = frames.argument_f1_frame(frames.arguments_frame(views))
    return {
        "heatmap": heatmap(cells, LIGHT),
        "waterfall": waterfall(frames.waterfall_frame(views[0]), LIGHT),
        "latency": latency_by_tool(frames.latency_frame(views), LIGHT, frames.timings_frame(views)),
        "pareto": pareto(frames.pareto_frame(views, "latency"), LIGHT, "latency"),
        "cost": cost_by_tool(frames.cost_frame(views), LIGHT),
    }


@pytest.mark.parametrize("name", ["heatmap", "waterfall", "latency", "cost", "pareto"])
def test_text_from_files_is_escaped(name: str) -> None:
    """No chart holds a tag or a formula of a file; a heatmap hands clicks on with the plain names."""
    data = json.loads(hostile_figures()[name].to_json())
    for trace in data["data"]:
        trace.pop("customdata", None)
    shown = [text for text in texts(data) if "evil" in text or "alpha" in text]
    assert shown
    assert not [text for text in shown if "<a" in text or "$" in text]


def test_escaped() -> None:
    """What Plotly would interpret is escaped, control characters are shown, long labels are cut before they are escaped."""
    assert escaped("<b>&$\x1b") == "&lt;b&gt;&amp;&#36;\\x1b"
    assert escaped("abcdef", 4) == "abc…"


def cells() -> Any:
    """Two arguments in two runs, one of them with five occurrences."""
    gold = [call("t", {"x": n}) for n in range(5)] + [call("u", {"y": 1})]
    views = [
        masked(gold, [call("t", {"x": n}) for n in range(5)] + [call("u", {"y": 2})], run="a"),
        masked(gold[:2], [call("t", {"x": 0})], run="b"),
    ]
    return frames.argument_f1_frame(frames.arguments_frame(views))


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
def test_heatmap(tokens: Tokens) -> None:
    """A cell shows F1 and n on a fixed scale from line to primary colour; few occurrences are paler."""
    figure = json.loads(heatmap(cells(), tokens).to_json())
    borders, *tiles = [trace for trace in figure["data"] if trace["type"] == "heatmap"]
    assert borders["z"] == [[0, 0], [0, None]]
    assert {(tile["zmin"], tile["zmax"], tile["showscale"]) for tile in tiles} == {(0, 1, False)}
    full, faint = tiles[0]["colorscale"], tiles[2]["colorscale"]
    assert full == [[0, tokens.line], [1, tokens.primary]]
    assert faint != full
    shown = {text for tile in tiles for row in tile["text"] for text in row if text}
    assert shown == {"1.00  n 5", "0.00  n 1", "0.67  n 2"}


def test_heatmap_takes_clicks_and_shows_the_chosen_cell() -> None:
    """Every cell has a transparent square with its names, and the chosen one an outline."""
    figure = json.loads(heatmap(cells(), LIGHT, selected=("t", "x", "b")).to_json())
    squares = next(trace for trace in figure["data"] if trace["type"] == "scatter")
    assert sorted(squares["customdata"]) == [["t", "x", "a"], ["t", "x", "b"], ["u", "y", "a"]]
    assert squares["marker"]["opacity"] == squares["unselected"]["marker"]["opacity"] == 0
    (outline,) = figure["layout"]["shapes"]
    assert (round(outline["x0"]), round(outline["y0"])) == (1, 0)
    assert "shapes" not in json.loads(heatmap(cells(), LIGHT, selected=("t", "x", "gone")).to_json())["layout"]


@pytest.mark.parametrize("tokens", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("f1", [0.0, 0.25, 0.5, 0.75, 1.0])
@pytest.mark.parametrize("n", [2, 20])
def test_cell_text_can_be_read(tokens: Tokens, f1: float, n: int) -> None:
    """The number in a cell has the contrast that WCAG asks of text, whatever the cell's colour."""
    from toolscore_core.report.heat_grid import _mixed, _rgb, _tile_ink

    ink = _tile_ink(Tile(0, 0, f1, "", "", faint=n < 5), tokens)
    assert contrast(_rgb(ink), _mixed(tokens, f1, faint=n < 5)) >= 4.4

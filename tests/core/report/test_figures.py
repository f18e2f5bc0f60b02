"""Charts: what they draw, in which colours, and that no text from a file is markup in them."""

import json
from typing import Any

import pytest

from tests.evaluations import call, masked, refund
from toolscore_core.report import frames
from toolscore_core.report.figures import (
    DARK,
    LIGHT,
    Tokens,
    cost_by_tool,
    escaped,
    heatmap,
    latency_by_tool,
    waterfall,
)
from toolscore_core.report.heatmap import contrast

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
    trace = [call(HOSTILE, {HOSTILE: 1}, started=1.0, duration=1.0, cost=0.1), call("b", started=2.0)]
    views = [masked([call(HOSTILE, {HOSTILE: 2})], trace, run=run) for run in (HOSTILE, "b")]
    cells = frames.argument_f1_frame(frames.arguments_frame(views))
    return {
        "heatmap": heatmap(cells, LIGHT),
        "waterfall": waterfall(frames.waterfall_frame(views[0]), LIGHT),
        "latency": latency_by_tool(frames.latency_frame(views), LIGHT),
        "cost": cost_by_tool(frames.cost_frame(views), LIGHT),
    }


@pytest.mark.parametrize("name", ["heatmap", "waterfall", "latency", "cost"])
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
    from toolscore_core.report.heatmap import _cell_ink, _mixed, _rgb

    ink = _cell_ink({"f1": f1, "n": n}, tokens)
    assert contrast(_rgb(ink), _mixed(tokens, f1, faint=n < 5)) >= 4.4


def test_waterfall() -> None:
    """A bar from start to end for each call, the failed one in its colour and marked in words."""
    figure = json.loads(waterfall(frames.waterfall_frame(refund()), LIGHT).to_json())
    bars = figure["data"][0]
    assert bars["base"] == [0.5, 1.0, 2.5, 3.0, 4.0, 4.5]
    assert bars["text"][1] == "1.31 s  ! failed"
    assert bars["marker"]["color"][1] == LIGHT.failed
    assert bars["customdata"] == [[row] for row in frames.waterfall_frame(refund())["row"]]
    assert figure["layout"]["yaxis"]["ticktext"][1] == "2  search_orders"


def test_waterfall_of_calls_without_times() -> None:
    """A call with a start alone is a ring; one without anything says so; no call at all draws an empty chart."""
    view = masked(None, [call("a", started=5.0), call("b"), call("c", started=6.0, duration=1.0)])
    figure = json.loads(waterfall(frames.waterfall_frame(view), LIGHT).to_json())
    bars, dots = figure["data"]
    assert (dots["x"], dots["y"], bars["y"]) == ([0.0], [0], [2])
    assert [text.strip() for text in dots["text"]] == ["no duration"]
    assert [(note["y"], note["text"]) for note in figure["layout"]["annotations"]] == [(1, "not timed")]
    assert len(waterfall(frames.waterfall_frame(masked(None, [])), LIGHT).data) == 2


@pytest.mark.parametrize("seconds", [0.0, 1e-7, 2e-4, 0.05], ids=str)
def test_a_waterfall_of_short_calls_counts_milliseconds(seconds: float) -> None:
    """However short the calls are, the axis shows at least a millisecond and never writes microseconds."""
    view = masked(None, [call("a", started=5.0, duration=seconds)])
    axis = json.loads(waterfall(frames.waterfall_frame(view), LIGHT).to_json())["layout"]["xaxis"]
    assert axis["range"][1] - axis["range"][0] >= 1e-3
    assert axis["ticktext"][0] == "0 ms"
    assert all(tick.endswith(" ms") for tick in axis["ticktext"])


def test_latency_of_short_calls_counts_milliseconds() -> None:
    """The axis of latency shows at least a millisecond, in milliseconds."""
    view = masked(None, [call("a", duration=2e-4)])
    axis = json.loads(latency_by_tool(frames.latency_frame([view]), LIGHT).to_json())["layout"]["xaxis"]
    assert axis["ticktext"] == ["0 ms", "0.25 ms", "0.5 ms", "0.75 ms", "1 ms"]


def test_latency_by_tool() -> None:
    """A dot at the median of each run, a line to p95 only where there are enough calls; untimed tools are left out."""
    views = [
        masked(None, [call("slow", duration=float(n)) for n in range(1, 21)] + [call("untimed")], run="a"),
        masked(None, [call("slow", duration=2.0)], run="b"),
    ]
    figure = json.loads(latency_by_tool(frames.latency_frame(views), LIGHT).to_json())
    assert figure["layout"]["yaxis"]["ticktext"] == ["slow"]
    lines = [trace for trace in figure["data"] if trace["mode"] == "lines"]
    assert [trace["x"] for trace in lines] == [[10.5, 19.05, None], []]
    dots = [trace for trace in figure["data"] if trace["mode"] == "markers"]
    assert [(dot["name"], dot["x"], dot["marker"]["color"]) for dot in dots] == [
        ("a", [10.5], LIGHT.primary),
        ("b", [2.0], LIGHT.changed),
    ]
    assert "p95 withheld" in dots[1]["hovertext"][0]


def test_cost_by_tool() -> None:
    """A tool without a recorded cost says unpriced and has no bar; a partly priced one says so."""
    view = masked(None, [call("a", cost=0.5), call("a"), call("b")])
    (bar,) = json.loads(cost_by_tool(frames.cost_frame([view]), LIGHT).to_json())["data"]
    assert bar["x"] == [0.5, 0.0]
    assert bar["text"] == ["&#36;0.50, 1 of 2 calls priced", "unpriced"]


@pytest.mark.parametrize("draw", [latency_by_tool, cost_by_tool], ids=["latency", "cost"])
def test_charts_of_nothing(draw: Any) -> None:
    """No tool at all is an empty chart, not an error."""
    make = frames.latency_frame if draw is latency_by_tool else frames.cost_frame
    assert draw(make([]), LIGHT).data == ()

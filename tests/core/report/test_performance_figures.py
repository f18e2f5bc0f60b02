"""Charts of time and cost."""

import json
from typing import Any

import pytest

from tests.evaluations import call, masked, refund
from toolscore_core.calls import Trace
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report import frames
from toolscore_core.report.figures import LIGHT, WEBGL_FROM, cost_by_tool, latency_by_tool, waterfall
from toolscore_core.report.performance_waterfall_figure import time_ticks


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
    assert time_ticks(0.0, 0.003636)["ticktext"] == ["0 ms", "1 ms", "2 ms", "3 ms"]
    assert time_ticks(0.0123, 0.004)["ticktext"] == ["13 ms", "14 ms", "15 ms", "16 ms"]


def test_latency_by_tool() -> None:
    """A dot at the median of each run, a line to p95 only where there are enough calls; untimed tools are left out."""
    views = [
        masked(None, [call("slow", duration=float(n)) for n in range(1, 21)] + [call("untimed")], run="a"),
        masked(None, [call("slow", duration=2.0)], run="b"),
    ]
    figure = json.loads(latency_by_tool(frames.latency_frame(views), LIGHT).to_json())
    assert figure["layout"]["yaxis"]["ticktext"] == ["slow"]
    lines = [trace for trace in figure["data"] if trace["mode"] == "lines"]
    assert [trace["x"] for trace in lines] == [[10.5, 19.05, None], [5.75, 15.25, None], [], []]
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


def test_each_timed_call_is_a_point_that_opens_it() -> None:
    """A pale point a call near its tool's line, with case, run, trial and row; many of them are drawn by WebGL."""
    views = [masked(None, [call("a", duration=1.0), call("b"), call("a", duration=3.0)], run="m", trial=2)]
    points, *_ = json.loads(draw(views).to_json())["data"]
    assert points["type"] == "scatter"
    assert points["customdata"] == [["case-1", "m", 2, 2], ["case-1", "m", 2, 0]]
    assert max(map(abs, points["y"])) < 0.5
    many = [masked(None, [call("a", duration=float(n)) for n in range(WEBGL_FROM)])]
    assert json.loads(draw(many).to_json())["data"][0]["type"] == "scattergl"


def test_a_long_tail_is_drawn_on_a_logarithmic_axis() -> None:
    """One call of minutes among many of milliseconds hides none of them; what took no measurable time stands at the edge."""
    views = [masked(None, [call("a", duration=second) for second in (0.0, 0.01, 0.01, 0.02, 300.0)])]
    figure = json.loads(draw(views).to_json())
    axis = figure["layout"]["xaxis"]
    assert axis["type"] == "log"
    assert axis["ticktext"][0] == "≤ 1 ms"
    assert min(figure["data"][0]["x"]) == 1e-3
    even = [masked(None, [call("a", duration=second) for second in (1.0, 2.0, 3.0)])]
    assert "type" not in json.loads(draw(even).to_json())["layout"]["xaxis"]


def draw(views: list[MaskedEvaluation]) -> Any:
    """Latency by tool with its points."""
    return latency_by_tool(frames.latency_frame(views), LIGHT, frames.timings_frame(views))


def test_latency_by_model() -> None:
    """Conversations by model; one that names none says so."""
    views = [masked(None, Trace([], duration=2.0)), masked(None, Trace([], duration=1.0, model="m"))]
    table = frames.latency_frame(views, "model")
    figure = json.loads(latency_by_tool(table, LIGHT, frames.conversation_timings_frame(views)).to_json())
    assert figure["layout"]["yaxis"]["ticktext"] == ["no model named", "m"]
    assert figure["data"][0]["customdata"] == [["case-1", "model-a", None, None]] * 2
    assert "2.00 s" in figure["data"][0]["hovertext"][0]

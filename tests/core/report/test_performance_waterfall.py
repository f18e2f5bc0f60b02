"""When the calls of a trace ran: nesting, groups, overlaps, and the time between them; and the chart of it."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evaluations import call, masked
from toolscore_core.calls import Trace
from toolscore_core.report import frames
from toolscore_core.report.figures import LIGHT, waterfall
from toolscore_core.report.frame_base import lines_of


def lines(calls: list[Any]) -> list[dict[str, Any]]:
    """Lines of the waterfall."""
    return lines_of(frames.waterfall_frame(masked(None, calls)))


def test_calls_of_one_turn_are_a_group() -> None:
    """Calls that one turn issued side by side belong together; a call alone in its turn to none."""
    found = lines([call("a", turn=0), call("b", turn=1), call("c", turn=1), call("d", turn=2), call("e"), call("f")])
    assert [line["group"] for line in found] == [None, 0, 0, None, None, None]


def test_overlaps_are_told() -> None:
    """Two calls overlap when one starts before the other ended; touching is none."""
    found = lines(
        [
            call("a", started=1.0, duration=2.0),
            call("b", started=2.0, duration=1.0),
            call("c", started=3.0, duration=1.0),
        ]
    )
    assert [line["overlaps"] for line in found] == [True, True, False]


def test_calls_inside_another_stand_below_it() -> None:
    """A sub-agent's calls follow the call that started it, one deeper, with their agent; they do not overlap it."""
    found = lines(
        [
            call("delegate", call_id="d", started=1.0, duration=9.0, agent="lead"),
            call("look", started=2.0, duration=1.0, agent="lead"),
            call("search", parent_id="d", started=3.0, duration=1.0, agent="helper", call_id="s"),
            call("fetch", parent_id="s", started=3.5, duration=0.1, agent="helper"),
        ]
    )
    assert [(line["tool"], line["depth"], line["agent"]) for line in found] == [
        ("delegate", 0, "lead"),
        ("search", 1, "helper"),
        ("fetch", 2, "helper"),
        ("look", 0, "lead"),
    ]
    assert [line["overlaps"] for line in found] == [True, False, False, True]


@given(st.lists(st.tuples(st.integers(0, 4), st.none() | st.integers(0, 5)), max_size=6))
def test_whatever_the_parents_are_every_call_is_drawn_once(links: list[tuple[int, int | None]]) -> None:
    """Parents that are not there, calls of one id and circles lose no call."""
    calls = [call("a", call_id=str(own), parent_id=None if above is None else str(above)) for own, above in links]
    assert sorted(line["trace_index"] for line in lines(calls)) == list(range(len(links)))


@pytest.mark.parametrize(
    ("trace", "spans"),
    [
        (Trace([call("a", started=12.0, duration=1.0), call("b", started=15.0, duration=1.0)]), [(1.0, 3.0)]),
        (Trace([call("a", started=12.0, duration=1.0)], started=10.0, duration=9.0), [(0.0, 2.0), (3.0, 9.0)]),
        (Trace([call("a", started=10.0, duration=5.0), call("b", started=11.0, duration=1.0)]), []),
        (Trace([call("a", started=12.0, duration=1.0), call("b", started=15.0)]), []),
        (Trace([]), []),
    ],
    ids=["between", "before and after", "one inside the other", "not told", "no call"],
)
def test_time_without_a_call(trace: Trace, spans: list[tuple[float, float]]) -> None:
    """Where no tool ran it was the model, or waiting; where the file does not tell, nothing is shaded."""
    assert frames.idle_spans(masked(None, trace)) == spans


def test_the_chart_shows_groups_nesting_agents_and_gaps() -> None:
    """A bracket holds a turn's calls, arrows indent, agents are named where there are several, gaps are shaded."""
    view = masked(
        None,
        [
            call("delegate", call_id="d", started=1.0, duration=1.0, turn=0, agent="lead"),
            call("look", started=1.0, duration=1.0, turn=0, agent="lead"),
            call("search", parent_id="d", started=4.0, duration=1.0, turn=1, agent="helper"),
        ],
    )
    table, idle = frames.waterfall_frame(view), frames.idle_spans(view)
    figure = json.loads(waterfall(table, LIGHT, idle).to_json())
    assert figure["layout"]["yaxis"]["ticktext"] == ["1  delegate · lead", "3  ↳ search · helper", "2  look · lead"]
    shaded, *brackets = figure["layout"]["shapes"]
    assert (shaded["x0"], shaded["x1"]) == (1.0, 3.0)
    assert brackets == []  # the turn's calls are apart: a call inside one of them stands between
    beside = frames.waterfall_frame(
        masked(None, [call("a", started=1.0, duration=1.0, turn=0), call("b", started=1.0, duration=1.0, turn=0)])
    )
    (bracket,) = json.loads(waterfall(beside, LIGHT).to_json())["layout"]["shapes"]
    assert (bracket["y0"], bracket["y1"]) == (-0.32, 1.32)

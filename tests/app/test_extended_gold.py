"""The review page of a case whose gold says more than a list."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.lane.payload import lane_page
from pages._ui.review.inspection import inspect
from pages._ui.review.make_gold import editor_frame, gold_case
from pages._ui.review.table import table_frame
from tests.app.driving import components, healthy
from tests.evaluations import call, masked
from toolscore_core.calls import ExpectedCall, ToolCall, Trace
from toolscore_core.evaluation import evaluate
from toolscore_core.gold import read_gold
from toolscore_core.matchers import OptionalArgument

GOLD = [
    call("find", {"q": "x", "page": OptionalArgument(1)}),
    ExpectedCall("ask", optional=True),
    ExpectedCall("search", {"q": "y"}, alternatives=("web",)),
    ExpectedCall("send", optional=True),
]
TRACE = [call("find", {"q": "x"}), call("web", {"q": "y"}), call("send")]


def test_the_lane_says_what_is_special() -> None:
    """Quietly, and in words."""
    rows = lane_page(masked(GOLD, TRACE), version="1")["rows"]
    said = [
        (", ".join(badge["word"] for badge in row["badges"]), row["badges"][0]["tone"], row["note"]) for row in rows
    ]
    assert said == [
        ("match", "match", ""),
        ("optional, not made", "muted", ""),
        ("match", "match", "alternative"),
        ("match", "match", "optional"),
    ]
    assert rows[1]["actual"] is None


def test_the_table_says_it_too() -> None:
    """In the words of the lane."""
    frame = table_frame(masked(GOLD, TRACE), [0, 1, 2, 3])
    assert frame["state"].tolist()[1:] == [
        "optional, not made",
        "✓ match, alternative to search",
        "✓ match, optional",
    ]


def test_the_inspector_explains() -> None:
    """Which tool is replaced, what an optional call costs, and that an absent argument is no fault."""
    view = masked(GOLD, TRACE)
    assert [badge["word"] for badge in inspect(view, 2, version="1")["badges"]] == ["match", "alternative to search"]
    assert [badge["word"] for badge in inspect(view, 3, version="1")["badges"]] == ["match", "optional"]
    score = {part["title"]: part for part in inspect(view, 1, version="1")["sections"]}
    assert score["What this call does to the score"]["lines"] == ["Nothing: the call is optional, and it was not made."]
    arguments = inspect(view, 0, version="1")["sections"][0]["arguments"]
    assert [(path, cells[1]["words"], cells[1]["tone"]) for path, cells in arguments] == [
        ("q", "", "match"),
        ("page", "not given", ""),
    ]


def test_the_gold_editor_marks_calls_and_the_case() -> None:
    """A kept call may be optional, and the calls may have no order; both are written and read back."""
    recorded = Trace([ToolCall("a", {"x": 1}), ToolCall("b")])
    made = gold_case(evaluate(None, recorded), {0, 1}, {0, 1}, "new", optional={1}, order="any")
    assert made.calls == [ToolCall("a", {"x": 1}), ExpectedCall("b", {}, optional=True)]
    assert made.order == "any"
    assert editor_frame(masked(None, recorded))["optional"].tolist() == [False, False]


@pytest.mark.parametrize("order", ["given", "any"])
def test_the_page(root: Path, order: str) -> None:
    """A file with all of it opens, and the case passes."""
    gold: dict[str, Any] = {
        "id": "trip",
        "order": order,
        "calls": [
            {"tool": "find", "args": {"q": "x", "page": {"$optional": 1}}},
            {"tool": "ask", "optional": True},
            {"tool": "search", "args": {"q": "y"}, "alternatives": ["web"]},
        ],
    }
    trace = [{"tool": "find", "args": {"q": "x"}}, {"tool": "web", "args": {"q": "y"}}]
    assert not read_gold(json.dumps(gold).encode()).problems
    held = state.store().create()
    held.add([("trip.gold.json", json.dumps(gold).encode()), ("trip.json", json.dumps(trace).encode())])
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    at.switch_page("pages/review.py")
    at.query_params["w"] = held.token
    healthy(at.run())
    verdict = "".join(text for data in components(at, "toolscore_summary") for text, _ in data["parts"])
    assert verdict == "Passes: both expected calls were made. Score 1.00, grade A."
    (lane,) = components(at, "toolscore_lane")
    words = sorted(badge["word"] for row in lane["rows"] for badge in row["badges"])
    assert words == ["match", "match", "not made", "optional"]

"""The review page as it is drawn: without data, with the sample, with a bad file, without gold, with odd links."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.lane.filters import FILTER_KEYS
from tests.app.driving import components, healthy

GOLD = [
    {"id": "refund", "calls": [{"tool": "get_order", "args": {"id": "A-1"}}, {"tool": "refund", "args": {"n": 2}}]},
    {"id": "silent", "calls": []},
]
TRACE = [{"tool": "get_order", "args": {"id": "A-2"}, "duration": 0.5}, {"tool": "refund", "args": {"n": 2}}]

Open = Callable[..., AppTest]


@pytest.fixture
def review(root: Path) -> Open:
    """Opens the review page of a workspace that holds files (name -> what their JSON says, or bytes)."""

    def give(files: Mapping[str, Any] | None = None, **parameters: str) -> AppTest:
        at = AppTest.from_file(str(root / "app.py"), default_timeout=60)
        at.switch_page("pages/review.py")
        for name, value in parameters.items():
            at.query_params[name] = value
        if files is not None:
            held = state.store().create()
            held.add(
                [(name, data if isinstance(data, bytes) else json.dumps(data).encode()) for name, data in files.items()]
            )
            at.query_params["w"] = held.token
        return at.run()

    return give


def drawn(at: AppTest) -> dict[str, Any]:
    """What each component of the page was given, by its name; the later of two of one name wins."""
    return {
        each.proto.component_name: json.loads(each.proto.json)
        for each in healthy(at).get("bidi_component")
        if each.proto.json
    }


def sentence(at: AppTest) -> str:
    """The verdict."""
    return "".join(text for data in components(at, "toolscore_summary") for text, _ in data["parts"])


def test_without_data_there_is_a_drop_zone_and_a_sample_button(review: Open) -> None:
    """A cold page is friendly."""
    at = review()
    assert "toolscore_lane" not in drawn(at)
    assert "Load sample data" in [button.label for button in at.button]


def test_the_sample_opens_at_its_worst_case(root: Path, review: Open) -> None:
    """Every case of the sample can be shown in every view."""
    folder = root / "sample_data" / "support-agent"
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    at = review(files)
    assert drawn(at)["toolscore_lane"]["rows"]
    assert at.text[0].value or at.title[0].value == "Review"
    for view in ("table", "conversation"):
        at.query_params["view"] = view
        assert "toolscore_inspector" in drawn(at.run())


def test_it_opens_at_the_worst_case_that_has_a_trace(review: Open) -> None:
    """A case without a trace stands first in the list, but there is nothing to review in it."""
    other = {"id": "first", "calls": [{"tool": "x"}]}
    traces = [{"case_id": "refund", "calls": TRACE}, {"case_id": "silent", "calls": []}]
    files = {"gold.json": [other, *GOLD], "m.json": traces}
    assert "get_order.id is wrong" in sentence(review(files))
    assert "get_order.id is wrong" in sentence(review(files, run="m"))
    assert "No trace" in sentence(review(files, case="first", run="m"))


def test_without_any_trace_it_shows_what_is_expected(review: Open) -> None:
    """Gold alone is something to look at."""
    at = review({"gold.json": GOLD})
    assert [row["expected"]["tool"] for row in drawn(at)["toolscore_lane"]["rows"]] == ["get_order", "refund"]
    assert drawn(at)["toolscore_lane"]["absent"] == "no trace"


def test_a_bad_file_leaves_an_empty_page_with_words(review: Open) -> None:
    """Nothing could be read: no lane, no traceback."""
    at = review({"broken.json": b"{nope"})
    assert "toolscore_lane" not in drawn(at)
    assert any("start page" in text.value for text in at.text)


def test_gold_and_trace_are_shown_side_by_side(review: Open) -> None:
    """Verdict, chips, lane and inspector agree."""
    at = review({"gold.json": GOLD, "refund.json": TRACE}, case="refund")
    found = drawn(at)
    assert [row["badges"][0]["word"] for row in found["toolscore_lane"]["rows"]] == ["changed", "match"]
    assert found["toolscore_inspector"]["call"]["tool"] == "get_order"
    assert "get_order.id is wrong" in sentence(at)
    assert [(chip["key"], chip["count"]) for chip in found["toolscore_summary"]["chips"]] == [
        ("match", "1"),
        ("changed", "1"),
    ]


def test_traces_without_gold_have_calls_and_no_score(review: Open) -> None:
    """No state column, no arithmetic, and the way to a gold file."""
    at = review({"model.json": TRACE})
    found = drawn(at)
    assert found["toolscore_lane"]["gold"] is False
    titles = [section["title"] for section in found["toolscore_inspector"]["call"]["sections"]]
    assert "What this call does to the score" not in titles
    assert "Make gold" in [button.label for button in at.button]


def test_a_case_without_a_trace_is_not_scored(review: Open) -> None:
    """It says that there is no trace; there is nothing to make gold of."""
    at = review({"gold.json": GOLD, "refund.json": TRACE}, case="silent")
    assert any("There is no trace" in note for data in components(at, "toolscore_summary") for note in data["notes"])
    assert "Make gold" not in [button.label for button in at.button]


@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param({"row": "999"}, id="a row that is not there"),
        pytest.param({"row": "-1"}, id="no row number"),
        pytest.param({"row": "x"}, id="no number"),
        pytest.param({"filter": "nonsense,also"}, id="unknown filters"),
        pytest.param({"filter": ",".join(FILTER_KEYS)}, id="all filters"),
        pytest.param({"filter": "forbidden"}, id="a filter that leaves nothing"),
        pytest.param({"filter": "forbidden", "view": "table"}, id="the same in the table"),
        pytest.param({"view": "nonsense"}, id="unknown view"),
        pytest.param({"case": "gone", "run": "gone", "trial": "7"}, id="unknown case and run"),
    ],
)
def test_odd_links_are_drawn(review: Open, parameters: dict[str, str]) -> None:
    """A link that was typed or is out of date shows what there is."""
    at = review({"gold.json": GOLD, "refund.json": TRACE}, **parameters)
    assert "toolscore_inspector" in drawn(at)


def test_the_filter_of_the_url_is_applied(review: Open) -> None:
    """Rows, pressed chips and the inspected row follow it."""
    found = drawn(review({"gold.json": GOLD, "refund.json": TRACE}, case="refund", filter="match", row="1"))
    assert [row["number"] for row in found["toolscore_lane"]["rows"]] == [2]
    assert [chip["pressed"] for chip in found["toolscore_summary"]["chips"]] == [True, False]
    assert found["toolscore_inspector"]["call"]["place"] == "call 2 of 2"


def test_next_moves_to_the_next_worst_case(review: Open) -> None:
    """The button writes the case to the URL and forgets the row."""
    at = review({"gold.json": GOLD, "refund.json": TRACE}, case="refund", row="2")
    label = next(button for button in at.button if button.label in ("Next ›", "‹ Previous") and not button.disabled)
    label.click().run()
    assert "silent" in at.query_params["case"]
    assert "row" not in at.query_params

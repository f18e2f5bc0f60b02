"""Arguments, Performance and Safety as they are drawn: without data, with the sample, with bad files, without gold."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.driving import cells, healthy, param, tables, texts

PAGES = ("arguments", "performance", "safety")
GOLD = [{"tool": "get", "args": {"id": 1, "filters": {"from": 1}}}, {"tool": "pay", "args": {"sum": 5}}]
TRACE = [
    {"tool": "get", "args": {"id": 1, "filters": {"from": 2}}, "duration": 0.5, "cost": 0.25, "timestamp": 100.0},
    {"tool": "pay", "args": {"sum": 5}, "error": "no", "duration": 1.5, "timestamp": 101.0},
    {"tool": "pay", "args": {"sum": 5}, "duration": 1.0, "timestamp": 103.0},
]
BARE = [{"tool": "get", "args": {"id": 1}}]


class Opener:
    """Opens pages of one workspace, each in a session of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.params: dict[str, str] = {}

    def __call__(self, page: str, **params: str) -> AppTest:
        at = AppTest.from_file(str(self.root / "app.py"), default_timeout=60)
        at.switch_page(f"pages/{page}.py")
        for name, value in {**self.params, **params}.items():
            at.query_params[name] = value
        return healthy(at.run())

    def drop(self, **files: Any) -> None:
        """Fill the workspace: `x_json` is x.json, given as bytes or as what its JSON says."""
        at = self("safety")
        for name, content in files.items():
            data = content if isinstance(content, bytes) else json.dumps(content).encode()
            at.file_uploader[0].upload(name.replace("_", "."), data)
        self.params["w"] = param(healthy(at.run()), "w")

    def sample(self) -> None:
        """Fill the workspace with the sample data."""
        at = self("safety")
        next(button for button in at.button if button.label == "Load sample data").click()
        self.params["w"] = param(healthy(at.run()), "w")


@pytest.fixture
def opened(root: Path) -> Opener:
    """Opens pages."""
    return Opener(root)


def charts(at: AppTest) -> list[dict[str, Any]]:
    """Traces of each chart on the page."""
    return [json.loads(each.proto.spec) for each in at.get("plotly_chart")]


@pytest.mark.parametrize("page", PAGES)
def test_without_data(opened: Opener, page: str) -> None:
    """An empty page offers the drop zone and the sample, and draws nothing."""
    at = opened(page)
    assert [button.label for button in at.button] == ["Load sample data"]
    assert not charts(at)
    assert not tables(at)


@pytest.mark.parametrize("page", PAGES)
def test_with_the_sample(opened: Opener, page: str) -> None:
    """The sample data is shown on every page."""
    opened.sample()
    at = opened(page)
    assert tables(at)
    assert bool(charts(at)) == (page != "safety")


@pytest.mark.parametrize("page", PAGES)
def test_with_a_bad_file(opened: Opener, page: str) -> None:
    """A file that cannot be read leaves nothing to show, and the page says so in words."""
    opened.drop(bad_json=b"not json")
    at = opened(page)
    assert texts(at)
    assert "Load sample data" in [button.label for button in at.button]
    assert not charts(at)


@pytest.mark.parametrize("page", PAGES)
def test_without_gold(opened: Opener, page: str) -> None:
    """Traces alone are worth showing, where there is something to show."""
    opened.drop(run_json=TRACE)
    at = opened(page)
    if page == "arguments":
        assert "There is no gold" in texts(at)
        assert len(at.get("page_link")) >= 2
    if page == "performance":
        assert len(charts(at)) == 2
    if page == "safety":
        assert "No credential was found in 1 trace. Forbidden calls were not looked for" in texts(at)


@pytest.mark.parametrize("page", PAGES)
def test_gold_alone(opened: Opener, page: str) -> None:
    """Gold without any trace is no error on any page, which says how the file was read."""
    opened.drop(gold_json={"id": "one", "calls": GOLD})
    assert "gold.json was read as gold, so there is no trace to look at." in texts(opened(page))


def test_gold_that_checks_no_arguments(opened: Opener) -> None:
    """Where the gold names no arguments, the page says which field would fill it."""
    opened.drop(gold_json={"id": "one", "calls": [{"tool": "get"}]}, run_json=BARE)
    assert "the field `args` of the gold calls" in texts(opened("arguments"))


def test_arguments_list_what_is_wrong(opened: Opener) -> None:
    """Without a chosen cell all wrong values are listed by their paths, with both values."""
    opened.drop(gold_json={"id": "one", "calls": GOLD}, run_json=TRACE)
    at = opened("arguments")
    assert "3 arguments compared; the weakest is get.filters in run: F1 0.00" in texts(at)
    assert cells(at, "Values", "argument") == ["get.filters.from"]
    assert cells(at, "Values", "expected") == ["1"]
    assert cells(at, "Values", "actual") == ["2"]


def test_arguments_say_matchers_in_words(opened: Opener) -> None:
    """An expected value that is a matcher is said as the lane says it."""
    gold = [{"tool": "pay", "args": {"sum": {"$approx": 42.5}, "to": {"$any": True}}}]
    opened.drop(gold_json={"id": "one", "calls": gold}, run_json=[{"tool": "pay", "args": {"sum": 45}}])
    assert sorted(cells(opened("arguments"), "Values", "expected")) == ["any", "≈ 42.5"]


def test_a_chosen_cell_shows_its_values_and_what_is_inside(opened: Opener) -> None:
    """The URL names a cell: its values are listed, and the paths inside it."""
    opened.drop(gold_json={"id": "one", "calls": GOLD}, run_json=TRACE)
    at = opened("arguments", tool="get", arg="filters", run="run")
    assert "get.filters in run: F1 0.00, 0 correct of 1 expected and 1 given" in texts(at)
    assert cells(at, "Values", "state") == ["± changed"]
    assert cells(at, "Paths", "path") == ["filters.from"]
    assert charts(at)[0]["layout"]["shapes"]
    next(button for button in at.button if button.label == "Show all that are wrong").click()
    assert not param(healthy(at.run()), "tool")


def test_arguments_by_case(opened: Opener) -> None:
    """The columns can be cases, and the URL keeps it."""
    opened.sample()
    at = opened("arguments", view="case")
    assert "refund-late-parcel" in charts(at)[0]["layout"]["xaxis"]["ticktext"]
    assert param(opened("arguments", view="nonsense"), "view") == "nonsense"


def test_all_arguments_can_be_shown(opened: Opener) -> None:
    """The worst come first; a button shows all, and a chosen cell further down is always among them."""
    opened.sample()
    at = opened("arguments")
    few = len(charts(at)[0]["layout"]["yaxis"]["ticktext"])
    next(button for button in at.button if button.label.startswith("Show all ")).click()
    many = len(charts(healthy(at.run()))[0]["layout"]["yaxis"]["ticktext"])
    assert few < many
    chosen = opened("arguments", tool="find_customer", arg="email", run="swift-2")
    assert len(charts(chosen)[0]["layout"]["yaxis"]["ticktext"]) == many


def test_the_switch_of_arguments_counts_every_time(opened: Opener) -> None:
    """By case, by run and by case again: each press is taken, and the URL says so."""
    opened.sample()
    at = opened("arguments")
    for by, said in (("case", "case"), ("run", ""), ("case", "case")):
        at.segmented_control[0].set_value(by).run()
        assert param(healthy(at), "view") == said


def test_a_row_leads_to_its_call_by_keyboard_too(opened: Opener) -> None:
    """The case of a row is a link to Review at the row of the call."""
    opened.drop(gold_json={"id": "one", "calls": GOLD}, run_json=TRACE)
    link = tables(opened("arguments"))["Values"]["rows"][0]["cells"]["case"]
    assert link["kind"] == "link"
    assert link["href"].startswith("review?w=")
    assert "&case=one&run=run&row=1" in link["href"]

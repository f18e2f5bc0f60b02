"""Lists that are too long for one page."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.paging import PAGE_ROWS
from tests.app.driving import cells, healthy, param, tables, texts

COUNT = PAGE_ROWS + 30


@pytest.fixture
def start(root: Path) -> AppTest:
    """The start page with more cases than stand on one page."""
    gold = [{"id": f"case-{number:03}", "calls": [{"tool": "a", "args": {}}]} for number in range(COUNT)]
    traces = [{"case_id": case["id"], "calls": [{"tool": "a", "args": {}}]} for case in gold]
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60).run()
    for name, content in (("gold.json", gold), ("m.json", traces)):
        at.file_uploader[0].upload(name, json.dumps(content).encode()).run()
    while "Cases" not in tables(at):  # a run waits a second for the job, and draws its progress after that
        healthy(at.run())
    return at


def press(at: AppTest, label: str) -> AppTest:
    """Press the button of that label."""
    next(button for button in at.button if button.label == label).click()
    return healthy(at.run())


def test_a_long_list_comes_in_pages(start: AppTest) -> None:
    """The first page and the way on; the page stands in the URL, the first one not."""
    assert len(cells(start, "Cases", "case")) == PAGE_ROWS
    assert f"1 to {PAGE_ROWS} of {COUNT}" in texts(start)
    at = press(start, "Next page ›")
    assert cells(at, "Cases", "case") == [f"case-{number:03}" for number in range(PAGE_ROWS, COUNT)]
    assert param(at, "page") == "2"
    assert next(button for button in at.button if button.label == "Next page ›").disabled
    at = press(at, "‹ Page before")
    assert (cells(at, "Cases", "case")[0], param(at, "page")) == ("case-000", "")


@pytest.mark.parametrize(("page", "first"), [("7", f"case-{PAGE_ROWS:03}"), ("0", "case-000"), ("x", "case-000")])
def test_a_page_that_there_is_not(start: AppTest, page: str, first: str) -> None:
    """A link to a page beyond the last shows the last, and one that is none the first."""
    start.query_params["page"] = page
    assert cells(healthy(start.run()), "Cases", "case")[0] == first


def test_a_short_list_has_no_pager(root: Path) -> None:
    """Where everything stands on one page nothing is said about pages."""
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60).run()
    at.file_uploader[0].upload("m.json", json.dumps([{"tool": "a", "args": {}, "result": 1}]).encode()).run()
    assert "‹ Page before" not in [button.label for button in healthy(at).button]

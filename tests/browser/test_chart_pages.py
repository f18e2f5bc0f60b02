"""Arguments, Performance and Safety in a real browser: clicks lead to values and calls, and hostile text does nothing."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.driving import open_page, see, settle, upload
from tests.browser.review_files import CREDENTIAL, HOSTILE

GOLD = {
    "id": "one",
    "calls": [
        {"tool": "get", "args": {"id": 1, "filters": {"from": 1}}},
        {"tool": "pay", "args": {"sum": 5}},
        {"tool": "tell", "args": {"to": "ada"}},
    ],
}
TRACE = [
    {"tool": "get", "args": {"id": 1, "filters": {"from": 2}}, "duration": 0.5, "cost": 0.25, "timestamp": 100.0},
    {"tool": "pay", "args": {"sum": 5}, "duration": 1.5, "timestamp": 101.0},
    {"tool": "tell", "args": {"to": CREDENTIAL}, "duration": 1.0, "timestamp": 103.0},
]


@pytest.fixture
def opened(page: Page, server: str, tmp_path: Path) -> Callable[..., None]:
    """Gives files to the app, each as what its JSON says, and opens a page of it."""
    workspace: list[str] = []

    def give(name: str, *, on: Page = page, **files: Any) -> None:
        if files:
            paths = [tmp_path / each.replace("_", ".") for each in files]
            for path, content in zip(paths, files.values(), strict=True):
                path.write_text(json.dumps(content), encoding="utf-8")
            workspace[:] = [upload(on, server, paths)]
        open_page(on, f"{server}/{name}?{workspace[0]}")

    return give


def plot(page: Page) -> Locator:
    """The first chart, once it is drawn."""
    found = page.locator(".js-plotly-plot .nsewdrag").first
    found.wait_for()
    return found


def click_in(page: Page, x: float, y: float) -> None:
    """Click at a share of the width and height of the first chart's plotting area."""
    box = plot(page).bounding_box()
    assert box is not None
    place = (box["x"] + box["width"] * x, box["y"] + box["height"] * y)
    page.mouse.move(*place)
    # Plotly clicks on what it hovers over.
    page.locator(".hoverlayer .hovertext").first.wait_for()
    page.mouse.click(*place)


def test_a_click_on_a_cell_shows_its_exact_values(page: Page, opened: Callable[..., None]) -> None:
    """Anywhere in the cell counts; the URL keeps the choice over a reload; a row leads to its call in Review."""
    opened("arguments", gold_json=GOLD, run_json=TRACE)
    plot(page)
    rows = [text.text_content() for text in page.locator(".js-plotly-plot .ytick text").all()]
    assert rows[:2] == ["get.filters", "tell.to"]
    click_in(page, 0.02, 0.5 / len(rows))
    page.wait_for_url("**arg=filters**")
    expect(page.get_by_text("get.filters in run: F1 0.00")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_role("table", name="Values").get_by_text("get.filters.from")).to_be_visible()
    expect(page.get_by_role("table", name="Paths").get_by_text("filters.from")).to_be_visible()
    click_in(page, 0.98, 1.5 / len(rows))
    page.wait_for_url("**arg=to**")
    page.get_by_role("rowheader", name="one").first.click()
    page.wait_for_url("**/review?**row=3")


def test_a_click_on_a_bar_opens_its_call(page: Page, opened: Callable[..., None]) -> None:
    """The waterfall leads to Review, at the row of the call."""
    opened("performance", gold_json=GOLD, run_json=TRACE)
    click_in(page, 0.3, 1.5 / 3)
    page.wait_for_url("**/review?**row=2")


def test_every_choice_of_run_and_columns_counts(page: Page, opened: Callable[..., None]) -> None:
    """The second and the third choice are taken like the first, and the URL says so."""
    opened("performance", gold_json=GOLD, a_json=[{"case_id": "one", "calls": TRACE}], b_json=TRACE)
    for run in ("b", "a", "b"):
        page.get_by_role("combobox", name="Case").click()
        page.get_by_role("option", name=f"one · {run}").click()
        expect(page).to_have_url(re.compile(f"run={run}"))
    opened("arguments")
    for button, said in (("By case", "view=case"), ("By run", "^((?!view=).)*$"), ("By case", "view=case")):
        page.get_by_role("radio", name=button).click()
        expect(page).to_have_url(re.compile(said))


def test_a_lone_gold_file_is_read_as_a_trace_at_the_press_of_a_button(page: Page, opened: Callable[..., None]) -> None:
    """The page says what the file was read as, and then shows its calls."""
    opened("performance", gold_json=GOLD["calls"])
    expect(page.get_by_text("gold.json was read as gold")).to_be_visible()
    page.get_by_role("button", name="Read it as a trace").click()
    expect(page.get_by_text("gold.json was read as gold")).to_have_count(0)
    expect(page.get_by_text("Calls over time")).to_be_visible()


def test_a_finding_leads_to_its_call(page: Page, opened: Callable[..., None]) -> None:
    """A finding of the chosen group leads to Review, at the row of the call; the credential itself is nowhere."""
    opened("safety", run_json=TRACE, rules_json=[{"tool": "pay", "reason": "never"}, {"tool": "sh"}])
    expect(page.get_by_text("1 credential and 1 forbidden call in 1 trace.")).to_be_visible()
    page.get_by_role("table", name="Credentials").get_by_role("link").click()
    page.wait_for_url("**filter=credential-1")
    expect(page.get_by_text("credential #1").first).to_be_visible()
    assert CREDENTIAL not in page.content()
    page.get_by_role("table", name="Forbidden calls").get_by_role("link").click()
    page.wait_for_url("**filter=rule-1")
    page.get_by_role("table", name="Places").get_by_role("link").click()
    page.wait_for_url("**/review?**row=2")


@pytest.mark.parametrize("name", ["arguments", "performance", "safety"])
def test_hostile_text_runs_and_fetches_nothing(page: Page, opened: Callable[..., None], server: str, name: str) -> None:
    """Names, values and errors that try to be markup are shown as text."""
    asked: list[str] = []
    page.on("request", lambda request: _note(request, asked, server))
    gold = {"id": HOSTILE, "calls": [{"tool": HOSTILE, "args": {HOSTILE: HOSTILE}}]}
    call = {"tool": HOSTILE, "args": {HOSTILE: {HOSTILE: HOSTILE}}, "error": HOSTILE, "duration": 1.0, "cost": 1.0}
    rules = [{"tool": HOSTILE, "args": {HOSTILE: {"$contains": HOSTILE}}, "reason": HOSTILE}]
    opened(name, gold_json=gold, run_json=[call, {**call, "tool": f"b{HOSTILE}"}], rules_json=rules)
    expect(page.get_by_text("evil.example").first).to_be_attached()
    assert page.evaluate("window.owned") is None
    places = page.locator("a[href], img[src]").evaluate_all("all => all.map(each => each.href || each.src)")
    assert not [place for place in places if not place.startswith((f"{server}/", "data:", "blob:"))]
    assert not asked


def _note(request: Request, asked: list[str], server: str) -> None:
    if not request.url.startswith((server, server.replace("http", "ws"), "data:", "blob:")):
        asked.append(request.url)


def test_a_click_on_a_point_of_latency_opens_its_call(page: Page, opened: Callable[..., None]) -> None:
    """Each timed call is a point; it leads to Review, at the row of the call."""
    opened("performance", run_json=[{**TRACE[1], "duration": seconds} for seconds in (1.0, 2.0, 9.0)])
    point = page.locator(".st-key-latency .scatterlayer .trace").first.locator("path.point").first  # the slowest
    box = see(point).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator(".hoverlayer .hovertext").first.wait_for()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url("**/review?**row=3")


def test_a_price_is_given_by_hand(page: Page, opened: Callable[..., None]) -> None:
    """The form takes a price by keyboard; the costs then rest on it, and say so, after a reload too."""
    usage = {"input_tokens": 1_000_000, "output_tokens": 100_000}
    opened("performance", run_json=[{"model": "mine", "usage": usage, "calls": TRACE[1:]}])
    page.get_by_role("radio", name="Cost").click()
    page.wait_for_url("**view=cost**")
    expect(see(page.get_by_role("table", name="Runs")).get_by_text("unpriced")).to_be_visible()
    page.get_by_role("button", name="Change a price").click()
    page.get_by_label("Input, USD per million tokens", exact=True).fill("1")
    page.get_by_label("Output, USD per million tokens").fill("10")
    page.get_by_role("button", name="Use this price").click()
    for _ in range(2):
        expect(page.get_by_role("table", name="Runs").get_by_text("$2.00")).to_be_visible()
        expect(page.get_by_role("table", name="Prices").get_by_text("± edited")).to_be_visible()
        page.reload()
        settle(page)


def test_waste_leads_to_its_calls(page: Page, opened: Callable[..., None]) -> None:
    """A row of waste lists its calls, and a call opens in Review at its row."""
    opened("performance", run_json=[TRACE[0], TRACE[1], TRACE[1], TRACE[2]])
    page.get_by_role("radio", name="Waste").click()
    page.wait_for_url("**view=waste**")
    page.get_by_role("table", name="Waste", exact=True).get_by_text("Repeated calls").click()
    page.wait_for_url("**filter=repeated**")
    page.get_by_role("table", name="Wasted calls").get_by_role("link").click()
    page.wait_for_url("**/review?**row=3")


def test_a_trace_of_thousands_of_calls_is_gone_through_in_windows(page: Page, opened: Callable[..., None]) -> None:
    """5,000 calls: a window of them is drawn, another can be chosen, and the points of latency are drawn by WebGL."""
    calls = [
        {"tool": f"t{n % 5}", "args": {"n": n}, "timestamp": 1e9 + n, "duration": 0.5 + n % 3} for n in range(5000)
    ]
    opened("performance", run_json=calls)
    plot(page)
    expect(page.locator(".st-key-waterfall .bars path")).to_have_count(30)
    page.get_by_role("combobox", name="Calls").fill("4,981")
    page.keyboard.press("Enter")
    page.wait_for_url("**row=4981**")
    expect(page.locator(".st-key-waterfall .ytick text").first).to_have_text("4981 t0")
    expect(page.locator(".st-key-latency canvas").first).to_be_attached()


@pytest.mark.parametrize("width", [1280, 768])
@pytest.mark.parametrize("view", ["time", "cost", "waste"])
def test_performance_fits_into_the_window(
    new_page: Callable[..., Page], opened: Callable[..., None], width: int, view: str
) -> None:
    """Nothing stands out of the window, and no table has to be moved sideways."""
    page = new_page(width=width)
    runs = {
        f"r{n}_json": [{"case_id": "one", "model": "gpt-4o-mini", "calls": TRACE, "duration": 9.0}] for n in range(4)
    }
    opened("performance", on=page, gold_json=GOLD, **runs)
    page.get_by_role("radio", name=view.capitalize()).click()
    settle(page)
    see(page.get_by_role("table", name="Runs"))
    wide = """() => [...document.querySelectorAll('[data-testid=stMain], [data-testid=stMain] .card')]
        .filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.className)"""
    assert not page.evaluate(wide)

"""The demo path in a real browser: sample data, Compare, spine, the regressed case in Review, export, and the report read back.

With TOOLSCORE_PICTURES set to a folder, pictures of the way are left there.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import load_sample, open_page, see, settle, upload
from tests.browser.review_files import HOSTILE

WORST = "cancel-before-dispatch"


@pytest.fixture
def sample(page: Page, server: str) -> str:
    """The query string of a workspace with the sample data."""
    return load_sample(page, server)


def case_row(page: Page, name: str) -> Locator:
    """A case in the list."""
    return page.get_by_role("grid", name="Cases").get_by_role("row").filter(has_text=name)


def heading(page: Page) -> Locator:
    """The name of the case that the page is about."""
    return page.locator(".st-key-strong_case")


def picture(page: Page, name: str) -> None:
    """Leave a picture where that is wanted."""
    folder = os.environ.get("TOOLSCORE_PICTURES")
    if folder:
        settle(page)
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_the_demo_path(page: Page, server: str, tmp_path: Path) -> None:
    """From nothing to a report that a colleague opens: who is better, where it went wrong, and the same page read back."""
    load_sample(page, server)
    page.get_by_role("link", name="Compare").click()
    page.wait_for_url("**/compare?**")
    sentence = "orbit-large beats atlas-mini on 7 cases, loses 2 and ties 3: p = 0.18, not enough to decide."
    see(page.get_by_text(sentence))
    expect(heading(page)).to_have_text(WORST)
    spine = page.locator(".spine")
    see(spine.get_by_text("verify_identity"))
    expect(spine.get_by_text("first divergence")).to_have_count(3)
    picture(page, "compare")

    spine.get_by_text("missing", exact=False).first.click()
    page.wait_for_url(re.compile(rf"/review\?.*case={WORST}&run=orbit-large&row=2"))
    see(page.get_by_text("never called").first)
    picture(page, "regressed-case")

    page.get_by_role("link", name="Compare").click()
    page.wait_for_url("**/compare?**")
    expect(heading(page)).to_have_text(WORST)
    page.get_by_role("button", name="Export").click()
    picture(page, "export")
    everything = page.get_by_test_id("stPopoverBody").get_by_role("button", name="JSON").last
    with page.expect_download() as loading:
        everything.click()
    report = tmp_path / "report.json"
    loading.value.save_as(report)
    assert json.loads(report.read_text("utf-8"))

    open_page(page, f"{server}/compare?{upload(page, server, [report])}")
    see(page.get_by_text("All of these results were read back from a report."))
    see(page.get_by_text(sentence))
    expect(heading(page)).to_have_text(WORST)
    see(page.locator(".spine").get_by_text("verify_identity"))
    picture(page, "read-back")


def test_filters_act_and_stay(page: Page, server: str, sample: str) -> None:
    """Pills, switch and counters filter the list; the URL keeps them over a reload."""
    open_page(page, f"{server}/compare?{sample}")
    see(case_row(page, WORST))
    expect(case_row(page, "lost-password")).to_have_count(0)
    page.get_by_role("button", name="= same 3").click()
    see(case_row(page, "lost-password"))
    expect(case_row(page, WORST)).to_have_count(0)
    expect(page).to_have_url(re.compile("filter=same"))
    page.reload()
    see(case_row(page, "lost-password"))
    expect(page.get_by_role("button", name="= same 3")).to_have_attribute("aria-pressed", "true")
    only = page.get_by_role("button", name="Only different")
    only.click()
    see(case_row(page, WORST))
    expect(case_row(page, "lost-password")).to_have_count(0)
    page.get_by_role("button", name="orbit-large, fails: 2").click()
    see(page.get_by_text("2 of 13"))
    only.click()
    page.get_by_role("button", name="orbit-large, fails: 2").click()
    see(page.get_by_text("13 of 13"))
    see(page.get_by_role("grid", name="Cases").get_by_text("– not counted"))


def test_squares_and_rows_choose_the_case_by_keyboard(page: Page, server: str, sample: str) -> None:
    """One square is reached by Tab and the others by arrows; Enter chooses, in the strip and in the list."""
    open_page(page, f"{server}/compare?{sample}")
    squares = page.get_by_role("group", name="Cases of orbit-large against atlas-mini").get_by_role("button")
    expect(squares).to_have_count(13)
    squares.first.focus()
    page.keyboard.press("ArrowRight")
    expect(squares.nth(1)).to_be_focused()
    expect(squares.nth(1)).to_have_attribute("aria-label", "gift-card-balance: worse, fails against passes")
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text("gift-card-balance")
    expect(page).to_have_url(re.compile("case=gift-card-balance"))
    expect(squares.nth(1)).to_have_attribute("aria-current", "true")
    row = case_row(page, "gift-card-balance")
    expect(row).to_have_attribute("aria-selected", "true")
    row.focus()
    page.keyboard.press("ArrowDown")
    expect(case_row(page, "wrong-item")).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text("wrong-item")
    page.keyboard.press("ArrowUp")
    expect(row).to_be_focused()


def test_trials_and_runs_are_chosen(page: Page, server: str, sample: str) -> None:
    """Each trial of a case can be looked at; another run becomes the one that cards and list are about."""
    open_page(page, f"{server}/compare?{sample}&case=wrong-item")
    see(page.locator(".spine").get_by_text("trial 2"))
    page.get_by_role("combobox", name="Trial").click()
    page.get_by_role("option", name="Trial 3").click()
    expect(page).to_have_url(re.compile("trial=3"))
    expect(page.locator(".spine").get_by_text("trial 3")).to_have_count(2)
    page.get_by_role("button", name="Show the numbers of swift-2").click()
    expect(page).to_have_url(re.compile("focus=swift-2"))
    see(page.get_by_role("list", name="swift-2 against atlas-mini").get_by_text("slower"))
    page.reload()
    see(page.get_by_role("list", name="swift-2 against atlas-mini"))
    expect(heading(page)).to_have_text("wrong-item")


def test_a_mark_of_the_scatter_chooses_its_case(page: Page, server: str, sample: str) -> None:
    """The charts come on demand; a click on a mark chooses its case, and the calls are then those of it."""
    open_page(page, f"{server}/compare?{sample}")
    see(heading(page))
    expect(page.locator(".js-plotly-plot")).to_have_count(0)
    page.get_by_role("radio", name="Charts").click()
    chart = page.locator(".js-plotly-plot").first
    see(chart.get_by_text("Score of orbit-large"))
    picture(page, "charts")
    # Marks stand in the order of the list: of the two worse cases the second is gift-card-balance.
    marks = chart.locator(".scatterlayer .trace").nth(1).locator("path.point")
    box = marks.last.bounding_box()
    assert box is not None
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*place)
    see(chart.locator(".hoverlayer .hovertext").first)
    page.mouse.click(*place)
    page.wait_for_url("**case=gift-card-balance**")
    expect(case_row(page, "gift-card-balance")).to_have_attribute("aria-selected", "true")
    page.get_by_role("radio", name="Calls").click()
    expect(heading(page)).to_have_text("gift-card-balance")


def test_a_thousand_cases(page: Page, server: str, tmp_path: Path) -> None:
    """The strip stays small, the list draws what is in sight, and the last case is a key away."""
    gold = [{"id": f"case-{n:04}", "calls": [{"tool": "get", "args": {"id": n}}]} for n in range(1000)]
    (tmp_path / "gold.json").write_text(json.dumps(gold), "utf-8")
    for run, wrong in (("a", 7), ("b", 5)):
        traces = [
            {"case_id": case["id"], "calls": [] if n % wrong == 0 else case["calls"]} for n, case in enumerate(gold)
        ]
        (tmp_path / f"{run}.json").write_text(json.dumps(traces), "utf-8")
    query = upload(page, server, [tmp_path / name for name in ("gold.json", "a.json", "b.json")])
    open_page(page, f"{server}/compare?{query}&filter=all")
    see(page.get_by_text("1,000 of 1,000"))
    strip = page.get_by_role("group", name="Cases of b against a")
    expect(strip.get_by_role("button")).to_have_count(1000)
    box = strip.bounding_box()
    assert box is not None
    assert box["height"] <= 90
    rows = page.get_by_role("grid", name="Cases").locator(".row")
    assert rows.count() < 60
    rows.first.focus()
    page.keyboard.press("End")
    last = page.locator('.cases .row[aria-rowindex="1001"]')
    expect(last).to_be_focused()
    assert rows.count() < 60
    page.keyboard.press("Enter")
    expect(heading(page)).to_have_text(last.locator(".name").inner_text())


def test_hostile_names_do_nothing(page: Page, server: str, tmp_path: Path) -> None:
    """Names of cases, runs and tools are shown as they are: nothing is fetched, no script runs."""
    heard: list[str] = []
    page.on("dialog", lambda dialog: heard.append("dialog"))
    page.on("request", lambda request: heard.append(request.url) if "evil" in request.url else None)
    gold: list[dict[str, Any]] = [{"id": HOSTILE, "calls": [{"tool": HOSTILE, "args": {HOSTILE: 1}}]}]
    runs = [
        {"case_id": HOSTILE, "model": f"{HOSTILE} {n}", "calls": [{"tool": HOSTILE, "args": {HOSTILE: n}}]}
        for n in (1, 2)
    ]
    for name, content in (("gold", gold), ("runs", runs)):
        (tmp_path / f"{name}.json").write_text(json.dumps(content), "utf-8")
    query = upload(page, server, [tmp_path / "gold.json", tmp_path / "runs.json"])
    for view, shown in (("calls", ".spine .badge"), ("charts", ".js-plotly-plot .nsewdrag")):
        open_page(page, f"{server}/compare?{query}&view={view}")
        see(page.locator(shown).first)
        settle(page)
    assert heard == []

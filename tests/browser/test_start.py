"""The start page in a real browser: drop, correct, open."""

import json
from collections.abc import Callable

from playwright.sync_api import Page, Request, expect

from tests.browser.driving import drop, lane_row, open_page, see, serious_findings, settle

GOLD = {
    "id": "refund",
    "calls": [{"tool": "get_order", "args": {"id": "A-1"}}, {"tool": "refund", "args": {"id": "A-1"}}],
}
GOOD = [{"tool": "get_order", "args": {"id": "A-1"}, "result": 1}, {"tool": "refund", "args": {"id": "A-1"}}]
BAD = [{"tool": "get_order", "args": {"id": "A-2"}, "result": 1}, {"no": "tool"}]
HOSTILE = "<img src='http://x.invalid/a' onerror='alert(1)'> ![x](http://x.invalid/b)"


def test_drop_correct_and_open(page: Page, server: str) -> None:
    """Gold and two traces dropped at once are scored; a label typed over renames a run; a case and a call open."""
    open_page(page, server)
    drop(page, {"gold.json": GOLD, "model-a.json": GOOD, "model-b.json": BAD})
    files, cases = page.get_by_role("table", name="Files"), page.get_by_role("table", name="Cases")
    expect(files.get_by_role("row")).to_have_count(4)
    expect(cases.get_by_role("row").nth(1)).to_contain_text("model-b")

    files.get_by_role("cell", name="1 skipped").click()
    page.wait_for_url("**file=*")
    see(page.get_by_role("table", name="Skipped records").get_by_role("cell", name="call without a tool name"))
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("table", name="Skipped records")).to_have_count(0)

    files.get_by_role("button", name="Run label of model-b.json").click()
    page.keyboard.type("model two")
    page.keyboard.press("Enter")
    see(cases.get_by_role("cell", name="model two"))

    page.reload()
    see(cases.get_by_role("cell", name="model two"))
    assert not serious_findings(page)

    cases.get_by_role("link").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/review?*case=refund*run=model-a*")
    lane_row(page, 2).click()
    expect(page.get_by_role("region", name="Call inspector")).to_contain_text("call 2 of 2")
    see(page.get_by_role("region", name="Call inspector").get_by_role("cell", name='✓ "A-1"'))


def test_a_hostile_name_runs_nothing_and_fetches_nothing(page: Page, server: str) -> None:
    """Markup in file names, ids and tools is shown as text."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((server, "data:", "blob:")):
            asked.append(request.url)

    page.on("request", note)
    page.on("dialog", lambda dialog: asked.append(dialog.message))
    open_page(page, server)
    name = HOSTILE.replace("/", "_")
    drop(
        page,
        {
            f"{name}.json": {"id": HOSTILE, "calls": [{"tool": HOSTILE}]},
            "run.json": [{"tool": HOSTILE, "result": HOSTILE}],
        },
    )
    see(page.get_by_role("table", name="Cases").get_by_role("link").first)
    see(page.get_by_role("table", name="Files").get_by_text(name).first)
    assert asked == []


def test_a_file_is_replaced_and_removed(page: Page, server: str) -> None:
    """The buttons of a row name their file and do what they say."""
    open_page(page, server)
    drop(page, {"gold.json": GOLD, "model-a.json": BAD})
    files = page.get_by_role("table", name="Files")
    files.get_by_role("button", name="Replace model-a.json").click()
    chooser = page.get_by_role("dialog").get_by_test_id("stFileUploaderDropzoneInput")
    chooser.set_input_files(
        {"name": "model-b.json", "mimeType": "application/json", "buffer": json.dumps(GOOD).encode()}
    )
    remove = files.get_by_role("button", name="Remove model-b.json")
    see(remove)
    expect(page.get_by_role("dialog")).to_have_count(0)
    remove.click()
    expect(files.get_by_role("row")).to_have_count(2)


def test_a_narrow_window_shows_every_column(new_page: Callable[..., Page], server: str) -> None:
    """At 1000 x 700 no cell of the lists is cut off, nor out of reach; the buttons of a file are in sight."""
    page = new_page(width=1000, height=700)
    open_page(page, server)
    page.get_by_role("button", name="Load sample data").click()
    page.wait_for_url("**w=*")
    settle(page)
    see(page.get_by_role("button", name="Remove policy.rules.json"))
    for name in ("Files", "Cases"):
        table = page.get_by_role("table", name=name)
        see(table)
        assert table.evaluate("each => each.parentElement.scrollWidth <= each.parentElement.clientWidth")
        cut = table.locator("th, td").evaluate_all(
            "all => all.filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent)"
        )
        assert not cut


def test_clear_asks_first(page: Page, server: str) -> None:
    """The first press only asks; the second lets go of everything."""
    open_page(page, server)
    drop(page, {"gold.json": GOLD, "model-a.json": GOOD})
    page.get_by_role("button", name="Clear", exact=True).click()
    see(page.get_by_text("Clear 2 files?"))
    see(page.get_by_role("table", name="Files"))
    page.get_by_role("button", name="Clear all").click()
    expect(page.get_by_role("table", name="Files")).to_have_count(0)

"""The Safety page in a real browser: rules are tried while they are typed, by keyboard too, and hostile text does nothing."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_page, serious_findings, settle, upload
from tests.browser.review_files import CREDENTIAL, HOSTILE

TRACE = [{"tool": "shell", "args": {"command": "rm -rf /"}}, {"tool": "get", "args": {"x": CREDENTIAL}}]
EDITOR = "Rules as JSON or YAML"


@pytest.fixture
def opened(page: Page, server: str, tmp_path: Path) -> Callable[..., None]:
    """Gives files to the app and opens the rules of its Safety page."""

    def give(*, on: Page = page, **files: Any) -> None:
        paths = [tmp_path / each.replace("_", ".") for each in files]
        for path, content in zip(paths, files.values(), strict=True):
            path.write_text(json.dumps(content), encoding="utf-8")
        open_page(on, f"{server}/safety?{upload(on, server, paths)}&view=rules")

    return give


def test_rules_are_tried_while_they_are_typed(page: Page, opened: Callable[..., None]) -> None:
    """Letters stay as they are typed, hits and faults show beside them, and the rules hold after a press, by keyboard."""
    opened(run_json=TRACE)
    area = page.get_by_role("textbox", name=EDITOR)
    area.press_sequentially('- tool: shell\n  args: {command: {$command: "rm -rf"}}\n', delay=5)
    expect(page.get_by_text("1 rule forbids 1 call in 2 traces")).to_have_count(0)
    expect(page.get_by_text("1 rule forbids 1 call in 1 trace: 1 is broken.")).to_be_visible()
    expect(page.locator(".gutter .hits").first).to_have_text("1")
    area.press_sequentially("- tool: shel", delay=5)
    expect(page.get_by_text("never called; shell?")).to_be_visible()
    area.press_sequentially("l\n  args: {x: {$regexx: 1}}", delay=5)
    expect(page.get_by_text("unknown matcher")).to_be_visible()
    expect(page.locator(".gutter .wrong")).to_contain_text("3")
    expect(area).to_have_attribute("aria-invalid", "true")
    for _ in range(len("\n  args: {x: {$regexx: 1}}")):
        area.press("Backspace")
    expect(page.get_by_text("2 rules forbid 1 call in 1 trace")).to_be_visible()
    expect(area).to_have_value('- tool: shell\n  args: {command: {$command: "rm -rf"}}\n- tool: shell')
    area.press("Tab")
    expect(page.get_by_role("button", name="Use these rules")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("In use", exact=True)).to_be_visible()
    page.reload()
    settle(page)
    expect(area).to_have_value(re.compile("^- tool: shell"))
    page.get_by_role("radio", name="Findings").click()
    page.get_by_role("table", name="Places").get_by_role("link").press("Enter")
    page.wait_for_url("**/review?**row=1")


def test_the_rules_are_downloaded(page: Page, opened: Callable[..., None], tmp_path: Path) -> None:
    """What stands in the editor, under a name of ours."""
    opened(run_json=TRACE, team_rules_json=[{"tool": "shell"}])
    with page.expect_download() as loading:
        page.get_by_role("button", name="Download rules").click()
    loading.value.save_as(tmp_path / "got")
    assert json.loads((tmp_path / "got").read_text()) == [{"tool": "shell"}]
    assert loading.value.suggested_filename == "forbidden.rules.json"


def test_hostile_rules_run_and_fetch_nothing(page: Page, opened: Callable[..., None], server: str) -> None:
    """Rules, reasons and names that try to be markup are shown as text."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    rule = {"tool": HOSTILE, "args": {HOSTILE: {"$not": {"$glob": HOSTILE}}}, "reason": HOSTILE, "severity": HOSTILE}
    opened(run_json=[{"tool": HOSTILE, "args": {HOSTILE: 1}}], team_rules_json=[rule, {"tool": f"{HOSTILE}s"}])
    expect(page.get_by_role("table", name="Rules").get_by_text("evil.example").first).to_be_visible()
    page.get_by_role("radio", name="Findings").click()
    expect(page.get_by_role("table", name="Places")).to_be_visible()
    assert page.evaluate("window.owned") is None
    assert not [url for url in asked if not url.startswith((server, server.replace("http", "ws"), "data:", "blob:"))]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_editor_is_accessible(new_page: Callable[..., Page], opened: Callable[..., None], dark: bool) -> None:
    """No serious accessibility finding, in either theme."""
    page = new_page(dark=dark)
    opened(on=page, run_json=TRACE, team_rules_json=[{"tool": "shell", "severity": "medium"}, {"tool": "shel"}])
    expect(page.get_by_text("never called; shell?")).to_be_visible()
    assert not serious_findings(page)

"""Files on the start page in a real browser: reports, traces, formats, archives, field mappings and tool names."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.driving import drop, open_page, see, serious_findings, settle

GOLD = [{"id": "one", "calls": [{"tool": "find", "args": {}}, {"tool": "send_mail"}]}]
TRACES = [
    {"id": f"conv-{number}", "case_id": f"task-{number // 2}", "trial": number % 2 + 1,
     "calls": [{"tool": f"tool_{number}", "args": {"q": number}, "result": number}]}
    for number in range(300)
]  # fmt: skip
ODD = {
    "runs": [
        {
            "run_id": key,
            "steps": [{"act": {"name": "look", "input": {"x": 1}}, "result": "ok", "took": 3}, {"say": "hi"}],
        }
        for key in ("r1", "r2")
    ]
}


def packed(**files: Any) -> bytes:
    """A zip archive of files named `x_json` for x.json."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, content in files.items():
            archive.writestr(name.replace("_", "."), json.dumps(content))
    return buffer.getvalue()


def choose_in(page: Page, label: str, option: str) -> None:
    """Choose in a box by typing."""
    page.get_by_role("combobox", name=label, exact=True).click()
    page.keyboard.type(option)
    page.keyboard.press("Enter")
    settle(page)


def test_one_trace_of_hundreds_is_found_and_opened(page: Page, server: str) -> None:
    """The report of a file finds a trace by its names; a press of Enter opens exactly that one, without gold."""
    open_page(page, server)
    drop(page, {"bench.json": TRACES})
    page.get_by_role("table", name="Files").get_by_role("link", name="bench.json").click()
    traces = page.get_by_role("table", name="Traces of this file")
    see(traces.get_by_role("link", name="conv-0", exact=True))
    page.get_by_label("Find a trace").fill("task-73 conv")
    expect(traces.get_by_role("row")).to_have_count(3)
    assert not serious_findings(page)
    traces.get_by_role("link", name="conv-147").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/review?*case=task-73*trial=2*")
    see(page.get_by_text("tool_147").first)
    page.get_by_role("combobox", name="Case").click()
    page.keyboard.type("conv-99")
    page.get_by_role("option", name="conv-99").first.click()
    page.wait_for_url("**case=task-49*trial=2*")
    see(page.get_by_text("tool_99").first)


def test_an_unknown_file_is_mapped_and_the_mapping_used_again(
    page: Page, new_page: Callable[..., Page], server: str, tmp_path: Path
) -> None:
    """Fields are corrected with a preview, used, downloaded; dropped with the same file the mapping reads it."""
    open_page(page, server)
    drop(page, {"odd.json": ODD})
    see(page.get_by_text("4 records · 2 calls in 2 traces"))
    choose_in(page, "Result", "took")
    see(page.get_by_text("2 with a result"))
    page.get_by_role("combobox", name="Tool name").fill("act[*]")
    page.keyboard.press("Enter")
    see(page.get_by_text("leads to several values"))
    expect(page.get_by_role("button", name="Use this mapping")).to_be_disabled()
    choose_in(page, "Tool name", "act.name")
    assert not serious_findings(page)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download mapping").click()
    mapping = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(mapping)
    page.get_by_role("button", name="Use this mapping").click()
    files = page.get_by_role("table", name="Files")
    see(files.get_by_role("cell", name="Field mapping"))
    page.reload()
    see(files.get_by_role("cell", name="Field mapping"))

    again = new_page()
    open_page(again, server)
    drop(again, {"odd.json": ODD, mapping.name: mapping.read_bytes()})
    see(again.get_by_role("table", name="Traces").get_by_role("link", name="r2"))


def test_another_format_is_chosen_and_does_not_fit(page: Page, server: str) -> None:
    """What was chosen stands in the box, and the list says that nothing was found."""
    open_page(page, server)
    drop(page, {"run.json": [{"tool": "a", "args": {}, "result": 1}]})
    page.get_by_role("table", name="Files").get_by_role("link", name="run.json").click()
    see(page.get_by_text("Read as List of calls."))
    choose_in(page, "Read as", "OpenTelemetry GenAI spans")
    expect(page.get_by_text("Read as List of calls.")).to_have_count(0)
    choose_in(page, "Read as", "Recognised by itself")
    see(page.get_by_text("Read as List of calls."))


def test_an_archive_lists_its_files(page: Page, server: str) -> None:
    """Each has a line of its own below the archive and can be removed; the archive takes all of them with it."""
    open_page(page, server)
    drop(page, {"all.zip": packed(gold_json=GOLD, model_json=[{"tool": "find", "args": {}, "result": 1}])})
    files = page.get_by_role("table", name="Files")
    expect(files.get_by_role("row")).to_have_count(4)
    see(page.get_by_role("table", name="Cases").get_by_role("link", name="one"))
    files.get_by_role("button", name="Remove all.zip/model.json").click()
    expect(files.get_by_role("row")).to_have_count(3)
    files.get_by_role("button", name="Remove all.zip", exact=True).click()
    expect(files).to_have_count(0)


def test_names_are_accepted_and_kept_in_the_gold(page: Page, server: str, tmp_path: Path) -> None:
    """An accepted alias counts at once, survives a reload, and is in the gold that is downloaded."""
    open_page(page, server)
    trace = [{"tool": "mcp__crm__find", "args": {}, "result": 1}, {"tool": "post"}]
    drop(page, {"gold.json": GOLD, "model.json": trace})
    names = page.get_by_role("table", name="Tool names")
    names.get_by_role("button", name="Accept mcp__crm__find").click()
    see(names.get_by_role("cell", name="chosen here"))
    choose_in(page, "Stands for", "send_mail")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(names.get_by_role("cell", name="chosen here")).to_have_count(2)
    see(page.get_by_role("table", name="Cases").get_by_text("1.00 A"))
    page.reload()
    see(page.get_by_role("table", name="Cases").get_by_text("1.00 A"))
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download gold").click()
    gold = tmp_path / "gold.jsonl"
    waiting.value.save_as(gold)
    assert json.loads(gold.read_text())["aliases"] == {"mcp__crm__find": "find", "post": "send_mail"}

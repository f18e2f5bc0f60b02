"""Steps that the browser tests share."""

import base64
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect


def settle(page: Page) -> None:
    """Wait until the script of the page has run."""
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]')


def open_page(page: Page, address: str) -> None:
    """Open an address and wait until it is drawn."""
    page.goto(address)
    settle(page)


def load_sample(page: Page, server: str) -> str:
    """Press the button on the start page; returns the query string that names the workspace."""
    open_page(page, server)
    page.get_by_role("button", name="Load sample data").first.click()
    page.wait_for_url("**w=*")
    see(page.get_by_role("table", name="Cases"))
    settle(page)
    return page.url.partition("?")[2]


def upload(page: Page, server: str, files: Sequence[Path]) -> str:
    """Give files to the start page; returns the query string that names the workspace."""
    open_page(page, server)
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(list(files))
    page.wait_for_url("**w=*")
    settle(page)
    return page.url.partition("?")[2]


def drop(page: Page, files: dict[str, Any]) -> None:
    """Drop files on the field as a person does, each given as bytes or as what its JSON says."""
    given = [{"name": name, "data": base64.b64encode(_bytes(content)).decode()} for name, content in files.items()]
    carried = page.evaluate_handle(
        """files => {
          const carried = new DataTransfer()
          for (const { name, data } of files) {
            carried.items.add(new File([Uint8Array.from(atob(data), letter => letter.charCodeAt(0))], name))
          }
          return carried
        }""",
        given,
    )
    field = page.get_by_test_id("stFileUploaderDropzone").first
    for event in ("dragenter", "dragover", "drop"):
        field.dispatch_event(event, {"dataTransfer": carried})
    page.wait_for_url("**w=*")
    settle(page)


def _bytes(content: Any) -> bytes:
    return content if isinstance(content, bytes) else json.dumps(content).encode()


def lane_row(page: Page, number: int) -> Locator:
    """A row of the lane by its number, when it is drawn."""
    return page.locator(f'.lane [role="row"][aria-rowindex="{number + 1}"]')


def see(locator: Locator) -> Locator:
    """The locator, once it is visible."""
    expect(locator).to_be_visible()
    return locator


def serious_findings(page: Page, within: str | None = None) -> list[str]:
    """What axe finds wrong with the page, or with what a selector names, that is serious or worse: rule and place."""
    found = Axe().run(page, within).response["violations"]
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:200]}" for item in found if item["impact"] in ("serious", "critical")
    ]

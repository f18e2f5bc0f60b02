"""A real browser is given files with a credential of every kind in every place, and can read none of them anywhere."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests import planting
from tests.browser.driving import open_page, see, settle, upload
from tests.planting import readable

PAGES = (
    "",
    "review",
    "review?view=table",
    "review?view=conversation",
    "arguments",
    "performance",
    "performance?view=cost",
    "performance?view=waste",
    "safety",
    "safety?view=rules",
    "compare",
)

_TEXTS = """() => {
  const said = [document.documentElement.outerHTML, location.href, document.title]
  const walk = root => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) {
        said.push(element.shadowRoot.innerHTML)
        walk(element.shadowRoot)
      }
      if (element.value) said.push(String(element.value))
    }
  }
  walk(document)
  return said.join("\\n")
}"""


class Ear:
    """Hears every frame that the server sends, and counts what could be read in it."""

    def __init__(self, page: Page) -> None:
        self.leaks: list[str] = []
        self.size = 0
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: bytes | str) -> None:
        self.size += len(frame)
        self.leaks += readable(frame)


@pytest.fixture
def planted(page: Page, server: str, tmp_path: Path) -> tuple[str, Ear]:
    """The query string of a workspace with the planted files, and an ear at the page."""
    ear = Ear(page)
    for name, data in planting.files().items():
        (tmp_path / name).write_bytes(data)
    query = upload(page, server, [tmp_path / name for name in planting.files()])
    expect(page.get_by_role("table", name="Cases")).to_be_visible()
    return query, ear


def test_nothing_can_be_read(page: Page, server: str, planted: tuple[str, Ear], tmp_path: Path) -> None:
    """DOM with shadow roots and values of fields, address, frames of the websocket, and every download."""
    query, ear = planted
    logged: list[str] = []
    page.on("console", lambda message: logged.append(message.text))
    for name in PAGES:
        path, _, more = name.partition("?")
        open_page(page, f"{server}/{path}?{query}&{more}")
        expect(page.get_by_text("[REDACTED").first).to_be_attached()
        assert readable(page.evaluate(_TEXTS)) == [], name
        _take_downloads(page, name, tmp_path)
    assert ear.leaks == []
    assert ear.size > 1_000_000
    assert readable("\n".join(logged)) == []


def _take_downloads(page: Page, name: str, folder: Path) -> None:
    """Press every download button that can be pressed, those behind Export last, and read what comes."""
    _take(page, page.locator("body"), name, folder)
    if page.get_by_role("button", name="Export").count():
        page.get_by_role("button", name="Export").click()
        _take(page, see(page.get_by_test_id("stPopoverBody")), name, folder)


def _take(page: Page, where: Locator, name: str, folder: Path) -> None:
    buttons = where.get_by_test_id("stDownloadButton").get_by_role("button", disabled=False)
    for number in range(buttons.count()):
        with page.expect_download() as loading:
            buttons.nth(number).click()
        got = loading.value
        target = folder / f"got-{number}"
        got.save_as(target)
        assert readable(target.read_bytes()) == [], name
        assert readable(got.suggested_filename) == []


def test_opened_calls_show_nothing(page: Page, server: str, planted: tuple[str, Ear]) -> None:
    """The inspector of a call of each place, the dialog that makes gold, and the report of each file."""
    query, ear = planted
    for row in (1, 2, 3, 5, 6, 7, 8):
        open_page(page, f"{server}/review?{query}&row={row}")
        assert readable(page.evaluate(_TEXTS)) == [], row
    page.get_by_role("button", name="Make gold").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    settle(page)
    assert readable(page.evaluate(_TEXTS)) == []
    for number in range(1, len(planting.files()) + 1):
        open_page(page, f"{server}/?{query}&file=f{number}")
        assert readable(page.evaluate(_TEXTS)) == [], number
    assert ear.leaks == []


def test_two_people_see_their_own_files_only(
    new_page: Callable[..., Page], server: str, planted: tuple[str, Ear], tmp_path: Path
) -> None:
    """Somebody else on the same server, at the same time, is told nothing of the first one's files."""
    other = new_page()
    heard = Ear(other)
    for name in ("", "review", "safety"):
        open_page(other, f"{server}/{name}")
        expect(other.get_by_role("button", name="Load sample data").first).to_be_visible()
    mine = tmp_path / "mine.json"
    mine.write_text('[{"tool": "only_mine"}]')
    open_page(other, f"{server}/safety?{upload(other, server, [mine])}")
    expect(other.get_by_text("No credential was found in 1 trace.")).to_be_visible()
    assert "REDACTED" not in other.evaluate(_TEXTS)
    assert heard.leaks == []
    assert planted[0] not in other.url

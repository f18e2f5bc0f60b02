"""The gold spine in a real browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import open_page, see, serious_findings
from tests.spines import HOSTILE

FOCUS = """() => {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  const { row, column, item } = active?.dataset ?? {}
  return row === undefined ? "" : `${row} ${column} ${item}`
}"""


@pytest.fixture(scope="session")
def spine_server(serve: Callable[[str], str]) -> str:
    """Address of a page with the spine alone."""
    return serve("tests/browser/spine_app.py")


def cell(page: Page, row: int, column: int) -> Locator:
    """The cell of a 0-based row of the spine in a column: 0 is the expected call, 1 the first run."""
    return page.locator(f'.spine .row[aria-rowindex="{row + 2}"] > [aria-colindex="{column + 2}"]')


def focus_first(page: Page) -> None:
    """Put the focus where Tab puts it: on the first cell of the first run."""
    see(page.locator('.spine [tabindex="0"]')).focus()


def test_the_grid_says_everything_in_words(page: Page, spine_server: str) -> None:
    """The drawing in its text: expected calls, gaps, symbols with words, the first divergence of each run."""
    open_page(page, spine_server)
    see(cell(page, 6, 0))
    assert page.get_by_role("columnheader").all_text_contents()[-5:] == [
        "#",
        "Expected",
        "model-a",
        "model-b",
        "model-c",
    ]
    expect(cell(page, 0, 1)).to_have_text("✓ match")
    expect(cell(page, 1, 0)).to_have_text("between 1 and 2")
    expect(cell(page, 1, 2)).to_have_text("+ search_orders! failedfirst divergence")
    expect(cell(page, 2, 2)).to_have_text("⇅ moved to 5")
    expect(cell(page, 3, 3)).to_have_text("+ search_orders\u00a0×2")
    expect(cell(page, 5, 1)).to_have_text("± amountfirst divergence")
    expect(cell(page, 2, 2)).to_have_attribute("title", "moved; expected as call 2, made as call 5")
    expect(page.locator(".spine .foot")).to_contain_text("⇅ moved")
    expect(page.locator(".spine .diverges")).to_have_count(3)


def test_the_strip_counts_cases_by_first_divergent_step(page: Page, spine_server: str) -> None:
    """A table with a name, runs down and steps across."""
    open_page(page, f"{spine_server}/?case=states")
    strip = see(page.get_by_role("table", name="Cases by first divergent step"))
    lines = [row.locator("th, td").all_text_contents() for row in strip.get_by_role("row").all()]
    assert lines == [
        ["Run", "✓ never", "not evaluated", "step 2", "6"],
        ["model-a", "1", "0", "0", "0"],
        ["model-b", "0", "0", "1", "0"],
        ["model-c", "0", "0", "0", "1"],
        ["model-d", "0", "1", "0", "0"],
    ]


def test_a_click_opens_the_pair(page: Page, spine_server: str) -> None:
    """The run of the column, at the row of its lane; the same cell can be opened again."""
    open_page(page, spine_server)
    cell(page, 2, 2).click()
    see(page.get_by_text("Opened: model-b row 5"))
    cell(page, 5, 1).click()
    see(page.get_by_text("Opened: model-a row 4"))
    cell(page, 2, 2).click()
    see(page.get_by_text("Opened: model-b row 5"))


def test_the_keyboard_walks_rows_and_runs_and_opens(page: Page, spine_server: str) -> None:
    """One place to tab to; arrows, Home and End move, Enter opens; the page runs again and the focus stays."""
    open_page(page, spine_server)
    focus_first(page)
    assert page.evaluate(FOCUS) == "0 1 0"
    for key, place in (
        ("ArrowDown", "1 1 0"),
        ("ArrowRight", "1 2 0"),
        ("End", "1 3 0"),
        ("ArrowRight", "1 3 0"),
        ("Home", "1 0 0"),
        ("ArrowLeft", "1 0 0"),
        ("Control+End", "6 3 0"),
        ("ArrowDown", "6 3 0"),
        ("ArrowUp", "5 3 0"),
        ("Control+Home", "0 0 0"),
        ("PageDown", "5 0 0"),
        ("PageDown", "6 0 0"),
        ("PageUp", "0 0 0"),
        ("ArrowRight", "0 1 0"),
    ):
        page.keyboard.press(key)
        assert page.evaluate(FOCUS) == place, key
    expect(page.locator('.spine [tabindex="0"]')).to_have_count(1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    see(page.get_by_text("Opened: model-b row 1"))
    assert page.evaluate(FOCUS) == "0 2 0"
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS) == ""


def test_each_call_of_a_gap_can_be_reached_and_opened(page: Page, spine_server: str) -> None:
    """Down and up go through the items of a cell before they leave it."""
    open_page(page, f"{spine_server}/?case=crowded")
    focus_first(page)
    for place in ("1 1 0", "1 1 1", "1 1 2"):
        page.keyboard.press("ArrowDown")
        assert page.evaluate(FOCUS) == place
    page.keyboard.press("Space")
    see(page.get_by_text("Opened: model-a row 4"))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")  # nothing is there: the run has no trace
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUS) == "1 1 5"
    page.keyboard.press("Enter")
    see(page.get_by_text("Opened: model-a row 7"))


def test_without_gold_both_runs_can_be_opened(page: Page, spine_server: str) -> None:
    """The calls that stand down are those of a run."""
    open_page(page, f"{spine_server}/?case=plain")
    cell(page, 1, 0).click()
    see(page.get_by_text("Opened: model-a row 2"))
    cell(page, 2, 1).click()
    see(page.get_by_text("Opened: model-b row 3"))
    expect(cell(page, 1, 0)).to_contain_text("● credential")


def test_five_hundred_calls_of_eight_runs_are_drawn_a_few_at_a_time(page: Page, spine_server: str) -> None:
    """Only rows in sight are in the document; every one can be reached, and what is focused is in sight."""
    open_page(page, f"{spine_server}/?case=long")
    focus_first(page)
    assert page.locator(".spine .row").count() < 80
    rows = int(page.get_by_role("grid").get_attribute("aria-rowcount") or 0) - 1
    assert rows > 600
    page.keyboard.press("Control+End")
    last = cell(page, rows - 1, 8)
    expect(last).to_be_focused()
    expect(last).to_be_in_viewport(ratio=1)
    assert page.locator(".spine .row").count() < 80
    page.keyboard.press("PageUp")
    place = [int(number) for number in page.evaluate(FOCUS).split()]
    assert rows - 40 < place[0] < rows - 1
    page.keyboard.press("Home")
    expect(cell(page, place[0], 0)).to_be_focused()
    expect(page.locator('.spine [tabindex="0"]')).to_have_count(1)


def test_header_and_expected_calls_stay_in_sight(page: Page, spine_server: str) -> None:
    """Down and to the right, nothing that is focused hides behind them."""
    open_page(page, f"{spine_server}/?case=long")
    focus_first(page)
    for key in ("PageDown", "PageDown", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowLeft"):
        page.keyboard.press(key)
    row, column, _ = map(int, page.evaluate(FOCUS).split())
    expect(cell(page, row, 0)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("columnheader", name="Expected")).to_be_in_viewport(ratio=1)
    edges = page.evaluate(
        """([row, column]) => {
          const root = [...document.querySelectorAll("*")].find(one => one.shadowRoot?.querySelector(".spine"))?.shadowRoot ?? document
          const at = column => root.querySelector(`.spine .row[aria-rowindex="${row + 2}"] > [aria-colindex="${column + 2}"]`)
          return [at(0).getBoundingClientRect().right, at(column).getBoundingClientRect().left]
        }""",
        [row, column],
    )
    assert edges[0] <= edges[1] + 1
    page.keyboard.press("ArrowUp")
    page.keyboard.press("PageUp")
    head = page.locator(".spine .head").bounding_box()
    focused = cell(page, int(page.evaluate(FOCUS).split()[0]), column).bounding_box()
    assert head is not None
    assert focused is not None
    assert focused["y"] >= head["y"] + head["height"] - 1


def test_hostile_names_are_text(page: Page, spine_server: str) -> None:
    """Markup in tool names, arguments, runs and case ids is shown as it is, on one line, and fetches nothing."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_page(page, f"{spine_server}/?case=hostile")
    shown = HOSTILE.replace("\u202e", "\\u202e")
    expect(see(cell(page, 0, 0))).to_have_attribute("title", re.compile(re.escape(shown)))
    expect(cell(page, 2, 1)).to_have_attribute("title", f"extra: {shown}2")
    assert cell(page, 0, 0).locator(".tool").inner_text().startswith("<img src=x")
    expect(page.locator(".spine img, .spine a, .divergence img")).to_have_count(0)
    assert page.title() != "1"
    assert not [
        url for url in asked if not url.startswith((spine_server, spine_server.replace("http", "ws"), "data:", "blob:"))
    ]
    assert cell(page, 1, 1).evaluate("cell => cell.scrollWidth <= cell.clientWidth")


def test_a_long_name_keeps_its_beginning_and_its_end(new_page: Callable[..., Page], spine_server: str) -> None:
    """Names of tools often differ at their end; how many there are is never cut."""
    page = new_page(width=768)
    open_page(page, f"{spine_server}/?case=names")
    expect(cell(page, 1, 1)).to_have_text(re.compile("^\\+ mc.*….*shot\u00a0×2first divergence$"))
    expect(cell(page, 1, 1)).to_have_attribute(
        "aria-label", "first divergence, 2 extra calls of mcp__browser_tools__take_screenshot"
    )
    expect(cell(page, 0, 0)).to_have_text(re.compile("^mcp.*….*_back"))


@pytest.mark.parametrize("width", [1440, 768])
@pytest.mark.parametrize("case", ["states", "long"])
def test_nothing_leaves_its_cell(new_page: Callable[..., Page], spine_server: str, width: int, case: str) -> None:
    """Heights are computed, not measured: what is drawn has to fit in, and numbers are never cut."""
    page = new_page(width=width)
    open_page(page, f"{spine_server}/?case={case}")
    see(cell(page, 0, 1))
    assert (
        page.locator(".spine .body").evaluate(
            """body => [...body.querySelectorAll(".line > *, .tool, .between")].filter((piece) => {
          const [inner, outer] = [piece.getBoundingClientRect(), piece.closest(".cell, .expected").getBoundingClientRect()]
          return inner.top < outer.top || inner.bottom > outer.bottom || inner.right > outer.right + 1
        }).map((piece) => piece.textContent)"""
        )
        == []
    )
    assert (
        page.locator(".spine .tail, .spine .diverges .text, .spine .small .text").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)"
        )
        == []
    )
    assert page.locator(".spine").evaluate("spine => spine.getBoundingClientRect().right <= window.innerWidth")


def test_columns_follow_the_width_of_the_window(page: Page, spine_server: str) -> None:
    """Rows are laid out again, and the focus stays."""
    open_page(page, f"{spine_server}/?case=two")
    focus_first(page)
    page.keyboard.press("ArrowDown")
    wide = cell(page, 0, 1).evaluate("cell => getComputedStyle(cell).width")
    page.set_viewport_size({"width": 768, "height": 780})
    expect(cell(page, 0, 1)).not_to_have_css("width", wide)
    expect(cell(page, 0, 2)).to_be_in_viewport(ratio=1)
    assert page.evaluate(FOCUS) == "1 1 0"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_theme_of_the_page_colours_the_spine(new_page: Callable[..., Page], spine_server: str, dark: bool) -> None:
    """Own tokens in both themes; gaps are shaded."""
    page = new_page(dark=dark)
    open_page(page, spine_server)
    fill = "one => getComputedStyle(one).backgroundColor"
    assert see(cell(page, 0, 1)).evaluate(fill) == ("rgb(23, 27, 33)" if dark else "rgb(255, 255, 255)")
    assert cell(page, 1, 1).evaluate(fill) == ("rgb(15, 18, 22)" if dark else "rgb(247, 248, 250)")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("case", ["states", "plain", "long"])
def test_axe_finds_nothing_serious(new_page: Callable[..., Page], spine_server: str, case: str, dark: bool) -> None:
    """Roles, names and contrast hold."""
    page = new_page(dark=dark)
    open_page(page, f"{spine_server}/?case={case}")
    see(cell(page, 0, 1))
    assert serious_findings(page) == []

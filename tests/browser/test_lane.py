"""The lane in a real browser: drawn from evaluations made by hand."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import lane_row, open_page, see, serious_findings


@pytest.fixture(scope="session")
def lane_server(serve: Callable[[str], str]) -> str:
    """Address of a page with the lane alone."""
    return serve("tests/browser/lane_app.py")


def focused_row(page: Page) -> int:
    """Number of the row that has the focus; 0 when none has."""
    return int(
        page.evaluate(
            """() => {
              let active = document.activeElement
              while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
              return active?.getAttribute("role") === "row" ? Number(active.getAttribute("aria-rowindex")) - 1 : 0
            }"""
        )
    )


def test_every_row_says_its_state_in_words(page: Page, lane_server: str) -> None:
    """Symbol and word of each state, and words where a side has no call."""
    open_page(page, lane_server)
    states = ["✓ match", "+ extra", "✓ match", "± changed", "⇅ moved 2→5", "− missing", "+ extra"]
    for number, state in enumerate(states, start=1):
        expect(lane_row(page, number)).to_contain_text(state)
    expect(lane_row(page, 2)).to_contain_text("not expected")
    expect(lane_row(page, 6)).to_contain_text("never called")
    expect(lane_row(page, 7)).to_contain_text("unpriced")
    expect(lane_row(page, 7)).to_contain_text("● credential")


def test_the_expected_place_of_a_moved_call_is_marked_and_is_no_row(page: Page, lane_server: str) -> None:
    """A thin line above the row that follows, hidden from assistive technology; the row count is that of the calls."""
    open_page(page, lane_server)
    expect(lane_row(page, 3).locator(".ghost")).to_have_text("2 verify_identity expected here")
    expect(page.get_by_role("grid")).to_have_attribute("aria-rowcount", "8")
    expect(page.locator(".lane .body .row")).to_have_count(7)


def test_only_what_differs_is_marked(page: Page, lane_server: str) -> None:
    """The differing argument and nothing else."""
    open_page(page, lane_server)
    expect(lane_row(page, 4).locator(".actual mark")).to_have_text("amount: 45.2")
    expect(lane_row(page, 1).locator("mark")).to_have_count(0)


def test_a_click_selects_a_row_and_a_reload_keeps_it(page: Page, lane_server: str) -> None:
    """The selection is in the URL."""
    open_page(page, lane_server)
    lane_row(page, 4).click()
    see(page.get_by_text("Row 4", exact=True))
    page.reload()
    expect(lane_row(page, 4)).to_have_attribute("aria-selected", "true")
    expect(page.locator('.lane [aria-selected="true"]')).to_have_count(1)


def test_the_keyboard_walks_and_selects_and_keeps_the_focus(page: Page, lane_server: str) -> None:
    """Arrows, Home and End move the focus, Enter selects; the page runs again and the focus stays on the row."""
    open_page(page, lane_server)
    see(lane_row(page, 1)).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert focused_row(page) == 2
    page.keyboard.press("End")
    assert focused_row(page) == 7
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    see(page.get_by_text("Row 2", exact=True))
    assert focused_row(page) == 2
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    see(page.get_by_text("Row 3", exact=True))
    assert focused_row(page) == 3
    expect(page.locator('.lane .row[tabindex="0"]')).to_have_count(1)


def test_five_thousand_rows_are_drawn_a_few_at_a_time(page: Page, lane_server: str) -> None:
    """Only rows in sight are in the document, and every one can be reached and selected."""
    open_page(page, f"{lane_server}/?case=long")
    see(lane_row(page, 1)).focus()
    assert page.locator(".lane .body .row").count() < 60
    page.keyboard.press("End")
    expect(lane_row(page, 5000)).to_be_focused()
    page.keyboard.press("Enter")
    see(page.get_by_text("Row 5000", exact=True))
    page.keyboard.press("PageUp")
    assert 4980 < focused_row(page) < 5000
    assert page.locator(".lane .body .row").count() < 60
    expect(page.get_by_role("grid")).to_have_attribute("aria-rowcount", "5001")


def test_a_link_to_a_row_far_down_opens_it_in_sight(page: Page, lane_server: str) -> None:
    """The selected row is scrolled to."""
    open_page(page, f"{lane_server}/?case=long&row=3210")
    expect(lane_row(page, 3210)).to_be_in_viewport()
    expect(lane_row(page, 3210)).to_have_attribute("aria-selected", "true")


def test_more_rows_are_paged(page: Page, lane_server: str) -> None:
    """Above five thousand rows the foot of the lane leads to the next ones."""
    open_page(page, f"{lane_server}/?case=longer")
    see(page.get_by_text("Rows 1 to 5,000 of 12,000"))
    page.get_by_role("button", name="Later rows").click()
    see(page.get_by_text("Rows 5,001 to 10,000 of 12,000"))
    expect(page.locator(".lane .row .number").first).to_have_text("5001")


def test_without_gold_there_is_no_state_column(page: Page, lane_server: str) -> None:
    """Calls only."""
    open_page(page, f"{lane_server}/?case=plain")
    see(lane_row(page, 1))
    assert page.get_by_role("columnheader").all_text_contents() == ["#", "Call", "Latency", "Cost"]


def test_without_measures_there_are_no_columns_for_them(page: Page, lane_server: str) -> None:
    """The room goes to the calls, and the foot says why."""
    open_page(page, f"{lane_server}/?case=unmeasured")
    see(lane_row(page, 1))
    assert page.get_by_role("columnheader").all_text_contents() == ["#", "Expected", "State", "Actual"]
    see(page.get_by_text("Not timed, unpriced"))


@pytest.mark.parametrize("width", [1440, 1000])
def test_a_tool_name_stays_whole_beside_its_flags(new_page: Callable[..., Page], lane_server: str, width: int) -> None:
    """Arguments give way first; rows keep one height, nothing leaves its row, and all columns are in sight."""
    page = new_page(width=width, height=700)
    open_page(page, f"{lane_server}/?case=flagged")
    for number in (1, 2):
        row = see(lane_row(page, number))
        assert row.evaluate("row => row.offsetHeight") == 56
        assert row.locator(".actual .tool").evaluate("name => name.scrollWidth <= name.clientWidth")
        for word in ("! failed", "● credential", "⊘ forbidden call"):
            expect(row).to_contain_text(word)
        assert row.evaluate(
            """row => [...row.querySelectorAll(".badge")].every((badge) => {
              const [inner, outer] = [badge.getBoundingClientRect(), row.getBoundingClientRect()]
              return inner.width > 30 && inner.top >= outer.top && inner.bottom <= outer.bottom && inner.right <= outer.right
            })"""
        )
    assert page.locator(".lane .scroll").evaluate("box => box.scrollWidth <= box.clientWidth")


def test_focus_is_a_ring_and_selection_a_fill(page: Page, lane_server: str) -> None:
    """The two marks differ, on rows of their own, and the keys are named in the foot."""
    open_page(page, f"{lane_server}/?row=4")
    see(lane_row(page, 4)).focus()
    page.keyboard.press("ArrowDown")
    look = "row => [getComputedStyle(row).outlineStyle, getComputedStyle(row).outlineWidth]"
    assert lane_row(page, 5).evaluate(look) == ["solid", "2px"]
    assert lane_row(page, 4).evaluate(look)[0] == "none"
    fill = "row => getComputedStyle(row).backgroundColor"
    page.mouse.move(0, 0)
    assert lane_row(page, 5).evaluate(fill) == lane_row(page, 1).evaluate(fill) == "rgb(255, 255, 255)"
    assert lane_row(page, 4).evaluate(fill) != "rgb(255, 255, 255)"
    see(page.get_by_text("↑ ↓ move · Enter opens · J next case · K previous"))


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_theme_of_the_page_colours_the_lane(new_page: Callable[..., Page], lane_server: str, dark: bool) -> None:
    """Own tokens in both themes, taken from what Streamlit shows."""
    page = new_page(dark=dark)
    open_page(page, lane_server)
    background = see(lane_row(page, 1)).evaluate("row => getComputedStyle(row).backgroundColor")
    assert background == ("rgb(23, 27, 33)" if dark else "rgb(255, 255, 255)")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing_serious(new_page: Callable[..., Page], lane_server: str, dark: bool) -> None:
    """Roles, names and contrast hold."""
    page = new_page(dark=dark)
    open_page(page, f"{lane_server}/?row=4")
    see(lane_row(page, 4))
    assert serious_findings(page) == []

"""The pass rule in the browser: changed on one page, held by all, without the page going blank."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driving import open_page, see, serious_findings, settle

RULE = "Passes when score ≥ 0.8, all required, no findings"


def _sample(page: Page, server: str) -> str:
    """The start page with the sample data; returns the query string that names the workspace."""
    open_page(page, server)
    page.get_by_role("button", name="Load sample data").click()
    page.wait_for_url("**w=*")
    see(page.get_by_role("button", name=RULE))
    settle(page)
    return page.url.partition("?")[2]


def test_a_rule_changed_on_start_holds_on_every_page(page: Page, server: str) -> None:
    """What it changes is said before it is applied; Review and Compare then say the new rule; the default comes back."""
    query = _sample(page, server)
    page.get_by_role("button", name=RULE).click()
    box = page.get_by_label("A score of at least")
    box.fill("0.95")
    box.press("Tab")
    see(page.get_by_text("verdicts change against the default"))
    assert serious_findings(page) == []
    page.get_by_role("button", name="Apply").click()
    changed = "Passes when score ≥ 0.95, all required, no findings"
    see(page.get_by_role("button", name=changed))
    open_page(page, f"{server}/review?{query}")
    see(page.get_by_text("A case passes with a score of at least 0.95"))
    open_page(page, f"{server}/compare?{query}")
    see(page.get_by_role("button", name=changed)).click()
    page.get_by_role("button", name="Back to the default").click()
    see(page.get_by_role("button", name=RULE))


def test_a_filter_does_not_blank_the_page(page: Page, server: str) -> None:
    """The title and the list that were there before a click are the very elements that are there after it."""
    query = _sample(page, server)
    open_page(page, f"{server}/review?{query}")
    see(page.locator(".lane"))
    marked = ("h1", ".lane", '[data-testid="stSidebar"]')
    for place in marked:
        page.locator(place).first.evaluate("element => { element.dataset.before = 'yes' }")
    chip = page.locator(".chips button").first
    before = chip.get_attribute("aria-pressed")
    chip.click()
    expect(chip).not_to_have_attribute("aria-pressed", before or "")
    settle(page)
    for place in marked:
        expect(page.locator(place).first).to_have_attribute("data-before", "yes")


def test_the_rule_is_reachable_on_a_narrow_page(new_page: Callable[..., Page], server: str) -> None:
    """At 768 px the button and everything behind it stand inside the window."""
    page = new_page(dark=True, width=768)
    _sample(page, server)
    button = page.get_by_role("button", name=RULE)
    button.click()
    apply = see(page.get_by_role("button", name="Apply"))
    for element in (button, apply):
        box = element.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 768

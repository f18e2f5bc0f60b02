"""axe and the keyboard on every page and view, light and dark, with what hovering, pressing and opening shows."""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.driving import load_sample, open_page, see, serious_findings, settle

VIEWS: Final = {
    "start": ("", "table"),
    "review": ("review", ".lane .row"),
    "review-table": ("review?view=table", '[data-testid="stDataFrame"]'),
    "review-conversation": ("review?view=conversation", ".conversation"),
    "arguments": ("arguments", ".js-plotly-plot .nsewdrag"),
    "arguments-by-case": ("arguments?view=case", ".js-plotly-plot .nsewdrag"),
    "arguments-cell": ("arguments?tool=cancel_order&arg=reason&run=atlas-mini", ".js-plotly-plot .nsewdrag"),
    "performance-time": ("performance", ".js-plotly-plot .nsewdrag"),
    "performance-cost": ("performance?view=cost", ".js-plotly-plot .nsewdrag"),
    "performance-waste": ("performance?view=waste", "table"),
    "safety-findings": ("safety", "table"),
    "safety-rules": ("safety?view=rules", "textarea"),
    "compare-calls": ("compare", ".spine .badge"),
    "compare-charts": ("compare?view=charts", ".js-plotly-plot .nsewdrag"),
    "judge-verdicts": ("judge", "table"),
    "judge-labels": ("judge?view=labels", "table"),
}
"""View -> its address, and what shows that it is drawn."""

_POPOVERS: Final = '[data-testid="stMain"] [data-testid="stPopoverButton"]'
_SEGMENTS: Final = '[data-testid="stMain"] [data-testid="stButtonGroup"] button'

_REACHED: Final = """() => {
  let element = document.activeElement
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
  if (element.matches('[data-reached]') || element === document.body) return false
  element.dataset.reached = 'yes'
  return true
}"""
"""Marks what has the focus; false where it was there before, or has left the page."""

_UNREACHED: Final = """() => {
  const found = []
  const walk = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot)
      if (!element.matches('a[href], button, select, textarea, input, summary, [role="button"]')) continue
      if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled, [data-reached]')) continue
      // One of a group is reached by Tab and the others by arrows.
      const group = element.closest('[role="radiogroup"], [role="grid"], [role="group"]')
      if (!group?.querySelector('[data-reached]')) found.push(element.outerHTML.slice(0, 160))
    }
  }
  walk(document.querySelector('[data-testid="stMain"]'))
  return found
}"""
"""What can be clicked on the page and was not reached."""

_CHARTS: Final = """() => [...document.querySelectorAll('[data-testid="stPlotlyChart"]')]
  .map(chart => chart.getAttribute('aria-label') || '')"""
"""What the charts say to those who do not see them."""


@pytest.fixture(scope="module")
def sample(browser: Browser, server: str) -> str:
    """The query string of a workspace with the sample data, for all of these tests."""
    context = browser.new_context()
    query = load_sample(context.new_page(), server)
    context.close()
    return query


def open_view(page: Page, server: str, query: str, view: str) -> None:
    """Open a view and wait until it is drawn."""
    address, shown = VIEWS[view]
    open_page(page, f"{server}/{address}{'&' if '?' in address else '?'}{query}")
    see(page.locator(shown).first)
    settle(page)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious(
    new_page: Callable[..., Page], server: str, sample: str, view: str, dark: bool
) -> None:
    """As it opens, with a pressed button under the pointer, and with each popover open."""
    page = new_page(dark=dark)
    open_view(page, server, sample, view)
    assert serious_findings(page) == []
    for pressed in page.locator(f"{_SEGMENTS}[aria-checked='true']").all():
        pressed.hover()
        assert serious_findings(page, '[data-testid="stButtonGroup"]') == []
    popovers = page.locator(_POPOVERS)
    for number in range(popovers.count()):
        popovers.nth(number).click()
        see(page.get_by_test_id("stPopoverBody"))
        settle(page)
        assert serious_findings(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("name", ["", "review", "compare"])
def test_empty_pages_are_accessible(new_page: Callable[..., Page], server: str, name: str, dark: bool) -> None:
    """Before anything was dropped."""
    page = new_page(dark=dark)
    open_page(page, f"{server}/{name}")
    see(page.get_by_role("button", name="Load sample data"))
    assert serious_findings(page) == []


@pytest.mark.parametrize("view", [view for view in VIEWS if view.startswith(("compare", "performance"))])
def test_tab_reaches_what_can_be_clicked(page: Page, server: str, sample: str, view: str) -> None:
    """By itself, or as one of a group in which arrows lead on; every chart is there in words too."""
    open_view(page, server, sample, view)
    page.keyboard.press("Tab")
    while page.evaluate(_REACHED):
        page.keyboard.press("Tab")
    assert page.evaluate(_UNREACHED) == []
    assert all(page.evaluate(_CHARTS))


@pytest.mark.parametrize("width", [768, 1280, 1920])
def test_nothing_stands_beside_the_window(new_page: Callable[..., Page], server: str, sample: str, width: int) -> None:
    """No view scrolls sideways, and Export stays in its corner."""
    page = new_page(width=width)
    for view in VIEWS:
        open_view(page, server, sample, view)
        assert page.evaluate("document.querySelector('[data-testid=\"stMain\"]').scrollWidth") <= width, view
        box = see(page.get_by_role("button", name="Export")).bounding_box()
        assert box is not None
        assert (box["y"], width - box["x"] - box["width"]) == (46, 28), view

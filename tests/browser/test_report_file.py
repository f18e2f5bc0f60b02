"""The HTML report as a file in a real browser: it runs no script, asks for nothing, fits the window, and prints in full."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import serious_findings
from tests.core.report.test_comparison_reports import compared, hostile
from tests.evaluations import refund, sample_evaluations
from toolscore_core.evaluation import DEFAULT_PASS_RULE
from toolscore_core.report.export import to_html

KINDS = ("sample", "one", "hostile")


@pytest.fixture(params=KINDS)
def report(request: pytest.FixtureRequest, tmp_path: Path, sample_data: Path) -> Path:
    """A report file: of the sample with its comparisons, of one case, of texts that try something."""
    sample = sample_evaluations(sample_data / "support-agent")
    made = {
        "sample": lambda: to_html(sample, compared(sample, rule=DEFAULT_PASS_RULE)),
        "one": lambda: to_html([refund()]),
        "hostile": lambda: to_html(hostile(), compared(hostile())),
    }
    file = tmp_path / "report.html"
    file.write_text(made[str(request.param)](), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("dark", "width", "canvas"),
    [(False, 1440, "rgb(247, 248, 250)"), (True, 1440, "rgb(15, 18, 22)"), (False, 768, "rgb(247, 248, 250)")],
    ids=["light", "dark", "narrow"],
)
def test_it_works_offline(new_page: Callable[..., Page], report: Path, dark: bool, width: int, canvas: str) -> None:
    """No request but the file itself, no word on the console, nothing beside the window, colours of the reader's theme."""
    page = new_page(dark=dark, width=width)
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("dialog", lambda dialog: heard.append("dialog"))
    page.on("request", lambda request: heard.append(request.url))
    page.goto(report.as_uri())
    expect(page.get_by_role("heading", name="Toolscore report")).to_be_visible()
    assert heard == [report.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == canvas
    assert serious_findings(page) == []


def test_it_prints_in_full(page: Page, report: Path, tmp_path: Path) -> None:
    """On paper every case is open and the colours are those of paper; the PDF has pages."""
    page.goto(report.as_uri())
    folded = page.locator("details:not([open]) > :not(summary)")
    before = [folded.nth(n).is_visible() for n in range(folded.count())]
    page.emulate_media(media="print", color_scheme="dark")
    assert not any(before)
    assert all(folded.nth(n).is_visible() for n in range(folded.count()))
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ink')").strip() == "#1B1F24"
    page.pdf(path=tmp_path / "report.pdf", print_background=True)
    assert (tmp_path / "report.pdf").read_bytes().count(b"/Type /Page\n") >= 1


@pytest.mark.parametrize("report", ["sample"], indirect=True)
def test_a_case_is_a_click_away(page: Page, report: Path) -> None:
    """The list of cases leads to the section of each, by keyboard too."""
    page.goto(report.as_uri())
    link = page.get_by_role("region", name="Cases", exact=True).get_by_role("link", name="refund-late-parcel").first
    link.focus()
    page.keyboard.press("Enter")
    expect(page.locator(":target")).to_be_in_viewport()
    expect(page.locator(":target")).to_contain_text("refund-late-parcel")

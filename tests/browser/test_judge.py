"""The Judge page in a real browser: a run of twelve pairs with progress and cancel, and labels by key."""

import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import open_page, see, serious_findings, settle, upload
from tests.browser.review_files import HOSTILE
from tests.judge_endpoint import MODEL, NOT, PARTLY, UNREADABLE, JudgeEndpoint, judged_files

WORDS = ("a", "b", PARTLY, NOT, "c", "d", "e", NOT, "f", UNREADABLE, "g", "h")


@pytest.fixture
def endpoint() -> Iterator[JudgeEndpoint]:
    """A judge on loopback that answers as often as the test allows."""
    with JudgeEndpoint().running() as running:
        yield running


@pytest.fixture
def opened(page: Page, server: str, tmp_path: Path, endpoint: JudgeEndpoint) -> Callable[..., None]:
    """Gives files to the app, opens the Judge page and points it to the endpoint."""

    def give(files: dict[str, Any], *, on: Page = page) -> None:
        paths = [tmp_path / name for name in files]
        for path, content in zip(paths, files.values(), strict=True):
            path.write_text(json.dumps(content), encoding="utf-8")
        open_page(on, f"{server}/judge?{upload(on, server, paths)}")
        on.get_by_role("combobox", name="Provider").click()
        on.get_by_role("option", name="OpenAI-compatible").click()
        see(on.get_by_label("Endpoint", exact=True))
        for label, text in (("Model", MODEL), ("Endpoint", endpoint.base_url)):
            field = see(on.get_by_label(label, exact=True))
            field.fill(text)
            field.press("Enter")
            settle(on)
        expect(on.get_by_text(f"to {endpoint.host}").or_(on.get_by_text("Nothing is sent"))).to_be_visible()
        settle(on)

    return give


def rows(page: Page, text: str) -> Locator:
    """Rows of the pairs that say something."""
    return page.get_by_role("table", name="Pairs").get_by_role("row").filter(has_text=text)


def test_a_run_shows_progress_is_cancelled_and_keeps_what_it_has(
    page: Page, opened: Callable[..., None], endpoint: JudgeEndpoint
) -> None:
    """Five of twelve answers come, the rest is cancelled, the five stay; then the others are asked about alone."""
    opened(judged_files(WORDS))
    endpoint.gate = threading.Semaphore(0)
    page.get_by_role("button", name="Judge 12 pairs").click()
    expect(page.get_by_text("0 of 12 judged")).to_be_visible()
    endpoint.gate.release(5)
    expect(page.get_by_text("5 of 12 judged")).to_be_visible()
    page.reload()
    settle(page)
    expect(page.get_by_text("5 of 12 judged")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("Cancelled: 5 of 12 judged")).to_be_visible()
    expect(rows(page, "not judged")).to_have_count(7)
    waiting, endpoint.gate = endpoint.gate, None
    waiting.release(100)
    page.get_by_role("button", name="Judge 12 pairs").click()
    expect(page.get_by_text("Last run: 11 of 12 judged")).to_be_visible()
    expect(page.get_by_text("Equivalence 0.77, 11 of 12 judged, 1 error.")).to_be_visible()
    expect(rows(page, "cached, just now")).to_have_count(5)
    endpoint.broken = False
    before = len(endpoint.asked)
    page.get_by_role("button", name="Ask again about 1 error").click()
    expect(page.get_by_text("12 of 12 judged.")).to_be_visible()
    assert len(endpoint.asked) == before + 1


def test_labels_come_before_the_verdict(
    page: Page, opened: Callable[..., None], endpoint: JudgeEndpoint, tmp_path: Path
) -> None:
    """Labels are given by key, go to a file and come back from it."""
    opened(judged_files(("a", NOT)))
    page.get_by_role("radio", name="Labels").click()
    expect(rows(page, "label it first")).to_have_count(2)
    settle(page)
    page.keyboard.press("e")
    expect(page.get_by_text("You said: ✓ equivalent")).to_be_visible()
    settle(page)
    page.keyboard.press("j")
    page.wait_for_url("**row=2**")
    settle(page)
    page.keyboard.press("x")
    expect(page.get_by_text("2 of 2 pairs labelled")).to_be_visible()
    page.get_by_role("radio", name="Verdicts").click()
    page.get_by_role("button", name="Judge 2 pairs").click()
    expect(page.get_by_text("Equivalence 0.50")).to_be_visible()
    page.get_by_role("radio", name="Labels").click()
    expect(page.get_by_text("Too few labels: 2 of at least 30")).to_be_visible()
    expect(page.get_by_text("Agreement 1.00 over 2 pairs")).to_be_visible()
    with page.expect_download() as loading:
        page.get_by_role("button", name="Download labels").click()
    saved = tmp_path / "labels.json"
    loading.value.save_as(saved)
    opened(judged_files(("a", NOT)))
    page.get_by_role("radio", name="Labels").click()
    page.get_by_role("button", name="Load labels", exact=True).click()
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(saved)
    expect(page.get_by_text("2 of 2 pairs labelled")).to_be_visible()


def test_a_selection_is_asked_about_alone(page: Page, opened: Callable[..., None], endpoint: JudgeEndpoint) -> None:
    """Ticks narrow a run."""
    opened(judged_files(("a", "b", "c")))
    page.get_by_role("button", name="Select pair 2").click()
    page.get_by_role("button", name="Judge 1 selected pair").click()
    expect(page.get_by_text("Last run: 1 of 1 judged")).to_be_visible()
    assert len(endpoint.asked) == 1
    with page.expect_download() as loading:
        page.get_by_role("button", name="Download verdicts").click()
    [said] = json.loads(loading.value.path().read_text(encoding="utf-8"))["verdicts"]
    assert (said["case"], said["verdict"]) == ("case-01", "equivalent")


def test_review_leads_to_the_judge(page: Page, opened: Callable[..., None], endpoint: JudgeEndpoint) -> None:
    """A call in doubt is asked about from Review: the Judge page opens on that pair alone, and sends nothing by itself."""
    opened(judged_files(("a", NOT, "c")))
    open_page(page, f"{page.url.replace('/judge?', '/review?').partition('&')[0]}&case=case-01&run=run-a")
    button = page.get_by_role("button", name="Ask the judge")
    button.focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/judge?**scope=case**")
    settle(page)
    expect(rows(page, "case-01")).to_have_count(1)
    assert endpoint.asked == []
    page.get_by_role("button", name="Judge 1 selected pair").click()
    expect(page.get_by_text("Last run: 1 of 1 judged")).to_be_visible()
    page.get_by_role("link", name="Review").click()
    expect(page.get_by_text("judge: not equivalent")).to_be_visible()
    expect(page.get_by_role("button", name="Ask the judge")).to_have_count(0)
    assert len(endpoint.asked) == 1


def test_hostile_pairs_run_and_fetch_nothing(
    page: Page, opened: Callable[..., None], endpoint: JudgeEndpoint, server: str
) -> None:
    """Names, arguments and what a judge says of them are shown as text."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    opened(judged_files((f"{HOSTILE} {NOT}",)))
    page.get_by_role("button", name="Judge 1 pair").click()
    expect(page.get_by_text("Last run: 1 of 1 judged")).to_be_visible()
    assert [url for url in asked if not url.startswith((server, "data:", "blob:"))] == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_nothing_serious_for_those_who_do_not_see(
    new_page: Callable[..., Page], opened: Callable[..., None], dark: bool
) -> None:
    """axe finds nothing serious, with verdicts and with labels."""
    page = new_page(dark=dark)
    opened(judged_files(("a", PARTLY, NOT)), on=page)
    page.get_by_role("button", name="Judge 3 pairs").click()
    expect(page.get_by_text("Last run: 3 of 3 judged")).to_be_visible()
    settle(page)
    assert serious_findings(page) == []
    page.get_by_role("radio", name="Labels").click()
    page.get_by_role("button", name="≠ not equivalent").click()
    expect(page.get_by_text("You said")).to_be_visible()
    settle(page)
    assert serious_findings(page) == []

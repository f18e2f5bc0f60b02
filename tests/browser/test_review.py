"""The review page in a real browser, on files given to the app."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import review_files
from tests.browser.driving import lane_row, open_page, see, settle, upload


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files, by name."""
    return review_files.write(tmp_path_factory.mktemp("review"))


@pytest.fixture
def review(page: Page, server: str, files: dict[str, Path]) -> Callable[..., str]:
    """Gives files to the app and opens the review page with parameters; returns its address."""

    def give(*names: str, parameters: str = "", on: Page = page) -> str:
        workspace = upload(on, server, [files[name] for name in names])
        address = f"{server}/review?{workspace}{parameters}"
        open_page(on, address)
        return address

    return give


GOLD_AND_TRACES = (
    "gold.jsonl",
    "refund.model-a.json",
    "lookup.model-a.json",
    "hello.model-a.json",
    "lookup.model-b.json",
)
REFUND = "&case=refund&run=model-a"


def inspector(page: Page) -> Locator:
    """The call inspector."""
    return page.get_by_role("region", name="Call inspector")


def test_verdict_lane_and_inspector_tell_one_story(page: Page, review: Callable[..., str]) -> None:
    """The sentence names the calls, the lane shows them, the inspector opens one to its arithmetic."""
    review(*GOLD_AND_TRACES, parameters=REFUND)
    expect(page.locator(".verdict")).to_contain_text("Fails:")
    expect(page.locator(".verdict")).to_contain_text("grade")
    for number, state in ((1, "✓ match"), (2, "+ extra"), (4, "± changed"), (5, "⇅ moved 2→5"), (6, "≠ substitute")):
        expect(lane_row(page, number)).to_contain_text(state)
    lane_row(page, 4).click()
    expect(inspector(page)).to_contain_text("issue_refund")
    see(inspector(page).get_by_role("cell", name="42.5"))
    see(inspector(page).get_by_role("cell", name="± 45.2"))
    expect(inspector(page)).to_contain_text(re.compile("Argument F1.*−0\\.\\d\\d"))
    expect(page).to_have_url(re.compile("row=4"))


def test_a_reload_and_a_cold_link_show_the_same(
    page: Page, new_page: Callable[..., Page], review: Callable[..., str]
) -> None:
    """Case, run, row and filter live in the URL; another browser that opens it first of all sees the same."""
    review(*GOLD_AND_TRACES, parameters=REFUND)
    lane_row(page, 5).click()
    expect(inspector(page)).to_contain_text("verify_identity")
    page.get_by_role("button", name="⇅ moved 1").click()
    expect(page.locator(".lane .body .row")).to_have_count(1)
    page.reload()
    cold = new_page()
    open_page(cold, page.url)
    for each in (page, cold):
        expect(each.locator(".lane .body .row")).to_have_count(1)
        expect(lane_row(each, 1)).to_have_attribute("aria-selected", "true")
        expect(inspector(each)).to_contain_text("verify_identity")
        expect(each.get_by_role("button", name="⇅ moved 1")).to_have_attribute("aria-pressed", "true")


def test_chips_add_up_and_let_go(page: Page, review: Callable[..., str]) -> None:
    """Each chip says a count and shows that many rows; several add up; pressing again takes one out."""
    review(*GOLD_AND_TRACES, parameters=REFUND)
    page.get_by_role("button", name="± changed 1").click()
    see(page.get_by_text("1 of 6 rows"))
    page.get_by_role("button", name="● credential 1").click()
    see(page.get_by_text("2 of 6 rows"))
    expect(page).to_have_url(re.compile("filter=changed%2Ccredential"))
    page.get_by_role("button", name="± changed 1").click()
    see(page.get_by_text("1 of 6 rows"))
    page.get_by_role("button", name="● credential 1").click()
    expect(page.locator(".lane .body .row")).to_have_count(6)


def test_a_picked_row_stays_marked_when_a_filter_comes_and_goes(page: Page, review: Callable[..., str]) -> None:
    """The lane draws other rows and then the first ones again: the mark is where the person put it."""
    review(*GOLD_AND_TRACES, parameters=REFUND)
    lane_row(page, 4).click()
    expect(inspector(page)).to_contain_text("issue_refund")
    for rows in (1, 6):
        page.get_by_role("button", name="± changed 1").click()
        expect(page.locator(".lane .body .row")).to_have_count(rows)
        expect(page.locator('.lane .row[aria-selected="true"] .number')).to_have_text("4")


def test_next_and_previous_walk_worst_first(page: Page, review: Callable[..., str]) -> None:
    """By button and by key; the ends are ends."""
    review(*GOLD_AND_TRACES, parameters=REFUND)
    see(page.get_by_text("1 of 3, worst first"))
    expect(page.get_by_role("button", name="Previous")).to_be_disabled()
    page.get_by_role("button", name="Next").click()
    see(page.get_by_text("2 of 3, worst first"))
    page.keyboard.press("j")
    see(page.get_by_text("3 of 3, worst first"))
    expect(page.get_by_role("button", name="Next")).to_be_disabled()
    page.keyboard.press("k")
    see(page.get_by_text("2 of 3, worst first"))
    expect(page).to_have_url(re.compile("case=(lookup|hello)"))


def test_another_run_shows_the_same_case(page: Page, review: Callable[..., str]) -> None:
    """The run is chosen beside the case."""
    review(*GOLD_AND_TRACES, parameters="&case=lookup&run=model-a")
    for run in ("model-b", "model-a", "model-b"):
        page.get_by_role("combobox", name="Run").click()
        page.get_by_role("option", name=run).click()
        expect(page).to_have_url(re.compile(f"case=lookup&run={run}"))
    see(page.get_by_text(re.compile("of 3, worst first")))


def test_the_conversation_opens_around_the_call(page: Page, review: Callable[..., str]) -> None:
    """Messages with role and text, calls named with their state; pressing one selects it."""
    review(*GOLD_AND_TRACES, parameters="&case=lookup&run=model-a&row=2&view=conversation")
    talk = page.get_by_role("region", name="Conversation")
    expect(talk).to_contain_text("Where is B-2?")
    expect(talk.locator('.call[aria-pressed="true"]')).to_contain_text('id: "B-2"')
    talk.locator(".call").first.click()
    expect(page).to_have_url(re.compile("row=1"))
    expect(inspector(page)).to_contain_text("B-3")


def test_the_conversation_shows_results_and_what_was_never_called(page: Page, review: Callable[..., str]) -> None:
    """Each call with what came back; a call never made stands at the end and is selected like the others."""
    review("never.gold.jsonl", "never.model-a.json", parameters="&case=never&run=model-a&view=conversation")
    talk = page.get_by_role("region", name="Conversation")
    expect(talk.locator(".outcome")).to_have_text(["on its way"])
    expect(talk.locator(".missed")).to_contain_text("Never called")
    talk.locator(".missed .call").click()
    expect(inspector(page)).to_contain_text("close_ticket")
    expect(inspector(page)).to_contain_text("missing")
    expect(inspector(page)).not_to_contain_text("nothing lost")


def test_paths_break_between_their_parts(page: Page, review: Callable[..., str]) -> None:
    """A line ends before a dot or a bracket, so no word of a path is on two lines."""
    review("never.gold.jsonl", "never.model-a.json", parameters="&case=never&run=model-a&row=1")
    path = see(inspector(page).get_by_role("rowheader", name="address.postal_code"))
    parts = path.evaluate(
        """cell => [...cell.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => {
          const range = document.createRange()
          range.selectNodeContents(node)
          return [node.textContent, range.getClientRects().length]
        })"""
    )
    assert parts == [["address", 1], [".postal_code", 1]]


def test_the_rule_stands_under_the_verdict(page: Page, review: Callable[..., str]) -> None:
    """In words and in sight where there is gold, absent where there is none."""
    review(*GOLD_AND_TRACES, parameters=REFUND)
    rule = see(page.get_by_text("A case passes with a score of at least 0.80"))
    assert rule.evaluate("line => line.offsetHeight") <= 20
    review("secret.json")
    see(lane_row(page, 1))
    expect(page.locator(".rule")).to_have_count(0)


def test_calls_only_files_say_that_there_is_no_conversation(page: Page, review: Callable[..., str]) -> None:
    """Nothing is made up."""
    review(*GOLD_AND_TRACES, parameters=f"{REFUND}&view=conversation")
    see(page.get_by_text("This file records calls only"))


def test_the_table_selects_rows_too(page: Page, review: Callable[..., str]) -> None:
    """The same rows; the choice goes to the URL and to the inspector."""
    review(*GOLD_AND_TRACES, parameters=f"{REFUND}&row=4&view=table")
    expect(inspector(page)).to_contain_text("issue_refund")
    grid = see(page.get_by_test_id("stDataFrame").locator("canvas").first).bounding_box()
    assert grid is not None
    page.mouse.click(grid["x"] + 16, grid["y"] + 36 + 35 * 4 + 17)
    expect(page).to_have_url(re.compile("row=5"))
    expect(inspector(page)).to_contain_text("verify_identity")


def test_the_switch_keeps_the_row(page: Page, review: Callable[..., str]) -> None:
    """Lane, table and conversation are three views of one selection."""
    review(*GOLD_AND_TRACES, parameters=REFUND)
    lane_row(page, 5).click()
    expect(inspector(page)).to_contain_text("verify_identity")
    page.get_by_role("radio", name="Table").click()
    see(page.get_by_test_id("stDataFrame"))
    expect(inspector(page)).to_contain_text("verify_identity")
    page.get_by_role("radio", name="Lane").click()
    expect(lane_row(page, 5)).to_have_attribute("aria-selected", "true")


def test_a_case_without_trace_says_so(page: Page, review: Callable[..., str]) -> None:
    """What was expected is shown, and nothing is called missing."""
    review("gold.jsonl", "refund.model-a.json", parameters="&case=lookup&run=model-a")
    see(page.get_by_text("There is no trace of run model-a for this case"))
    expect(lane_row(page, 1)).to_contain_text("no trace")
    expect(page.get_by_role("button", name="Make gold")).to_have_count(0)


def test_an_empty_trace_says_so(page: Page, review: Callable[..., str]) -> None:
    """No calls expected and none made is a state of its own."""
    review(*GOLD_AND_TRACES, parameters="&case=hello&run=model-a")
    see(page.get_by_text("The trace holds no tool calls."))
    see(page.get_by_text("No call was expected and none was made.", exact=True))


def test_gold_made_from_a_trace_takes_effect_at_once(page: Page, review: Callable[..., str]) -> None:
    """Without gold there are calls only; afterwards there is a score, and the file can be kept."""
    review("secret.json")
    see(lane_row(page, 1))
    assert page.locator(".lane").get_by_role("columnheader").all_text_contents() == ["#", "Call"]
    page.get_by_role("button", name="Make gold").click()
    see(page.get_by_role("dialog"))
    page.get_by_label("Case id").fill("login-first")
    page.keyboard.press("Enter")
    see(page.get_by_text("2 expected calls. A new case of this id."))
    settle(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as JSONL").click()
    written = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert written["id"] == "login-first"
    assert written["calls"][0] == {"tool": "login", "args": {"key": {"$any": True}, "user": "ada"}}
    page.get_by_role("button", name="Use as gold").click()
    expect(page).to_have_url(re.compile("case=login-first"))
    expect(page.locator(".verdict")).to_contain_text("grade")
    expect(lane_row(page, 1)).to_contain_text("✓ match")
    expect(lane_row(page, 3)).to_contain_text("+ extra")


@pytest.mark.parametrize(
    ("button", "start"),
    [("HTML", "<!doctype html"), ("Markdown", "#"), ("CSV: calls", "case"), ("CSV: numbers", "key"), ("JSON", "{")],
)
def test_reports_are_downloaded_masked(page: Page, review: Callable[..., str], button: str, start: str) -> None:
    """Five files, none of which holds the credential."""
    review(*GOLD_AND_TRACES, parameters=REFUND)
    page.get_by_role("button", name="Export").click()
    with page.expect_download() as download:
        see(page.get_by_role("button", name=button, exact=True).first).click()
    text = Path(download.value.path()).read_text(encoding="utf-8-sig")
    assert text.lower().startswith(start)
    assert "numbers" in button or "issue_refund" in text
    assert review_files.CREDENTIAL not in text


def test_a_credential_never_reaches_the_browser(page: Page, review: Callable[..., str]) -> None:
    """Not in the page, not in anything that was sent to it."""
    received: list[bytes] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: received.append(_bytes(frame))))
    review(*GOLD_AND_TRACES, parameters=f"{REFUND}&row=6")
    expect(inspector(page)).to_contain_text("REDACTED openai_api_key #1")
    assert received
    assert not any(review_files.CREDENTIAL.encode() in frame for frame in received)


def _bytes(frame: str | bytes) -> bytes:
    return frame if isinstance(frame, bytes) else frame.encode()


def test_a_hostile_trace_runs_nothing_and_fetches_nothing(page: Page, server: str, review: Callable[..., str]) -> None:
    """Scripts, remote images and Markdown in every place of a trace stay text, in every view."""
    foreign: list[str] = []
    page.on(
        "request",
        lambda request: None if request.url.startswith((server, "data:", "blob:")) else foreign.append(request.url),
    )
    page.on("dialog", lambda dialog: foreign.append("dialog"))
    address = review("hostile.json")
    expect(lane_row(page, 1)).to_contain_text("<script>window.owned=1</script>")
    expect(inspector(page)).to_contain_text("onerror=window.owned=1")
    for view in ("conversation", "table"):
        open_page(page, f"{address}&view={view}")
        see(inspector(page))
    page.get_by_role("button", name="Make gold").click()
    see(page.get_by_text("1 expected call. A new case of this id."))
    page.keyboard.press("Escape")
    assert page.evaluate("window.owned") is None
    assert foreign == []
    assert page.locator("a[href^='javascript']").count() == 0


def test_five_thousand_calls_stay_usable(page: Page, review: Callable[..., str]) -> None:
    """The page opens, the last row is reached and inspected, and few rows are in the document."""
    review("many.json")
    see(lane_row(page, 1)).focus()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    expect(inspector(page)).to_contain_text("call 5,000 of 5,000")
    expect(lane_row(page, 5000)).to_be_focused()
    assert page.locator(".lane .body .row").count() < 60

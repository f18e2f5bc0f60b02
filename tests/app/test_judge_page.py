"""The Judge page: nothing is sent unasked, what is known is shown with its source, labels come before the verdict."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.judge.desk import Desk, desk_of
from pages._ui.judge.families import family_warning
from tests import planting
from tests.app.driving import cells, choose, components, healthy, param, tables, texts
from tests.app.test_no_leak import sent
from tests.fake_credentials import github
from tests.judge_endpoint import MODEL, NOT, PARTLY, UNREADABLE, JudgeEndpoint, judged_files
from toolscore_core.judge.pairs import pairs_of
from toolscore_core.report.export import to_json

EQUAL = {"tool": "web_search", "args": {"q": "query 0"}}

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "TOOLSCORE_JUDGE_API_KEY")


@pytest.fixture(autouse=True)
def no_keys_no_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Nothing of this machine takes part: no keys, no endpoints, no verdicts of earlier runs."""
    for name in (*KEYS, "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


@pytest.fixture
def endpoint() -> Iterator[JudgeEndpoint]:
    """A judge on loopback."""
    with JudgeEndpoint().running() as running:
        yield running


class Opener:
    """Opens the Judge page of one workspace, each time in a session of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.token = ""

    def __call__(self, **params: str) -> AppTest:
        return self._opened("judge", **params)

    def review(self, **params: str) -> AppTest:
        """The Review page of the same workspace."""
        return self._opened("review", **params)

    def _opened(self, page: str, **params: str) -> AppTest:
        at = AppTest.from_file(str(self.root / "app.py"), default_timeout=60)
        at.switch_page(f"pages/{page}.py")
        for name, value in {"w": self.token, **params}.items():
            at.query_params[name] = value
        return healthy(at.run())

    def hold(self, files: dict[str, Any]) -> Desk:
        """Fill the workspace with files, each given as what its JSON says."""
        held = state.store().create()
        held.add((name, json.dumps(content).encode()) for name, content in files.items())
        self.token = held.token
        return desk_of(held)

    def hold_pairs(self, words: Sequence[str], endpoint: JudgeEndpoint) -> Desk:
        """Fill it with a pair in doubt for each word, to be judged by the endpoint."""
        desk = self.hold(judged_files(words))
        desk.provider, desk.model, desk.base_url = "openai_compatible", MODEL, endpoint.base_url
        return desk


@pytest.fixture
def opened(root: Path) -> Opener:
    """Opens the page."""
    return Opener(root)


def pair_keys(opened: Opener) -> list[str]:
    """Keys of the pairs of the workspace, in the order of the page."""
    opened()
    held = state.store().get(opened.token)
    assert held is not None
    return [pair.key for pair in pairs_of(held.built.entries)]


def judge_section(at: AppTest) -> dict[str, Any]:
    """What the inspector says of the judge; {} when it says nothing."""
    sections: list[dict[str, Any]] = components(at, "toolscore_inspector")[0]["call"]["sections"]
    return next((section for section in sections if section["title"] == "Judge"), {})


def button(at: AppTest, key: str) -> Any:
    """The button of that key."""
    return next(each for each in at.button if each.key == key)


def ask(at: AppTest, desk: Desk, key: str = "judge_run") -> AppTest:
    """Press a button that starts a run, and draw the page again once it has ended."""
    button(at, key).click()
    healthy(at.run())
    assert desk.job is not None
    assert desk.job.wait(60)
    return healthy(at.run())


def test_the_estimate_comes_before_the_click(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """Requests, host, tokens and price are said, and nothing is sent by opening the page."""
    opened.hold_pairs(["a", "b", "b"], endpoint)
    at = opened()
    assert f"3 requests to {endpoint.host}" in texts(at)
    assert "unpriced, no budget kept" in texts(at)
    assert "No key is sent" in texts(at)
    assert button(at, "judge_run").label == "Judge 3 pairs"
    assert endpoint.asked == []


def test_verdicts_stand_beside_the_deterministic_view(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """One row a pair with state and verdict; the chosen pair gives reason and model; the sentence gives the mean."""
    desk = opened.hold_pairs(["a", PARTLY, NOT], endpoint)
    at = ask(opened(), desk)
    assert len(endpoint.asked) == 3
    assert cells(at, "Pairs", "state") == ["± changed"] * 3
    assert cells(at, "Pairs", "verdict") == ["✓ equivalent", "± partly", "≠ not equivalent"]
    assert "Equivalence 0.50, 3 of 3 judged." in texts(at)
    assert "Last run: 3 of 3 judged · 3 requests" in texts(at)
    judge = judge_section(at)
    assert judge["lines"][:2] == ["✓ equivalent", "It is equivalent."]
    assert judge["lines"][-1] == f"By {MODEL} at {endpoint.host}."


def test_review_shows_the_verdict_too(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """A note in the lane and a section of the inspector; the score stays what it was."""
    desk = opened.hold_pairs([NOT], endpoint)
    before = opened.review()
    ask(opened(), desk)
    after = opened.review()
    assert [row["note"] for row in components(before, "toolscore_lane")[0]["rows"]] == [""]
    assert [row["note"] for row in components(after, "toolscore_lane")[0]["rows"]] == ["judge: not equivalent"]
    assert judge_section(before)["button"] == "Ask the judge"
    assert judge_section(after)["lines"][0] == "≠ not equivalent"
    assert "button" not in judge_section(after)
    assert components(before, "toolscore_summary") == components(after, "toolscore_summary")
    shown = opened.review(view="table").dataframe[0].value
    assert list(shown["judge"]) == ["≠ not equivalent"]


def test_only_what_is_in_doubt_can_be_asked_about(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """An equal call has no button; an error has one to ask again."""
    desk = opened.hold_pairs(["query", UNREADABLE], endpoint)
    held = state.store().get(opened.token)
    assert held is not None
    held.add([("same.json", json.dumps([{"case_id": "case-00", "calls": [EQUAL]}]).encode())])
    assert judge_section(opened.review(case="case-00", run="same")) == {}
    ask(opened(), desk)
    assert judge_section(opened.review(case="case-01", run="run-a"))["button"] == "Ask the judge again"


def test_stored_results_are_not_judged(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """They are left out, which is said, and Review has no button for them."""
    opened.hold_pairs(["a"], endpoint)
    opened()
    held = state.store().get(opened.token)
    assert held is not None
    report = to_json(list(held.built.entries)).encode()
    held.add([("report.json", report)])
    at = opened()
    assert "1 stored result left out." in texts(at)
    assert len(cells(at, "Pairs", "case")) == 1
    stored = next(entry for entry in held.built.entries if entry.stored)
    assert "read only" in texts(opened(scope="case", case=str(stored.case_id), run=str(stored.run)))
    assert judge_section(opened.review(case=str(stored.case_id), run=str(stored.run))) == {}


def test_the_number_of_requests_at_once(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """What is usual at the endpoint until somebody says; one at a time to this machine."""
    desk = opened.hold_pairs(["a"], endpoint)
    at = opened()
    field = next(each for each in at.number_input if each.label == "Requests at once")
    assert (field.value, field.placeholder) == (None, "1")
    field.set_value(7)
    healthy(at.run())
    assert desk.concurrency == 7
    desk.provider = "openai"
    assert next(each for each in opened().number_input if each.label == "Requests at once").value == 7


def test_an_error_is_no_verdict_and_is_retried_alone(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """What could not be read is an error with a button of its own, which asks about nothing else."""
    desk = opened.hold_pairs(["a", UNREADABLE], endpoint)
    at = ask(opened(), desk)
    assert cells(at, "Pairs", "verdict") == ["✓ equivalent", "! error"]
    assert "Equivalence 1.00, 1 of 2 judged, 1 error." in texts(at)
    endpoint.broken = False
    before = len(endpoint.asked)
    at = ask(at, desk, "judge_retry")
    assert len(endpoint.asked) == before + 1
    assert cells(at, "Pairs", "verdict") == ["✓ equivalent", "✓ equivalent"]


def test_stored_verdicts_need_no_key_and_send_nothing(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """Another workspace with the same pairs shows them from the cache, marked with their age."""
    desk = opened.hold_pairs(["a"], endpoint)
    ask(opened(), desk)
    desk = opened.hold_pairs(["a"], endpoint)
    at = opened()
    assert button(at, "judge_run").label == "Show the verdicts of 1 pair"
    at = ask(at, desk)
    assert len(endpoint.asked) == 1
    assert cells(at, "Pairs", "verdict") == ["✓ equivalent cached, just now"]


def test_selected_pairs_alone_are_asked_about(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """A tick narrows the run."""
    desk = opened.hold_pairs(["a", "b", "c"], endpoint)
    desk.ticked = frozenset(pair_keys(opened)[:1])
    at = opened()
    assert button(at, "judge_run").label == "Judge 1 selected pair"
    at = ask(at, desk)
    assert len(endpoint.asked) == 1
    assert cells(at, "Pairs", "verdict").count("not judged") == 2


def test_without_a_key_labels_remain(opened: Opener) -> None:
    """The button waits for a key, and says which; a label can be given all the same."""
    desk = opened.hold(judged_files(["a"]))
    at = opened()
    assert button(at, "judge_run").disabled
    assert "OPENAI_API_KEY" in texts(at)
    at = opened(view="labels")
    assert cells(at, "Pairs", "verdict") == ["label it first"]
    button(at, "label_partly").click()
    at = healthy(at.run())
    assert cells(at, "Pairs", "label") == ["± partly"]
    assert cells(at, "Pairs", "verdict") == ["not judged"]
    assert len(desk.labels) == 1


def test_a_custom_endpoint_never_gets_the_ambient_key(
    opened: Opener, endpoint: JudgeEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """OPENAI_API_KEY stays here; a typed key and TOOLSCORE_JUDGE_API_KEY are sent; none of them is ever shown or kept."""
    ambient, own, typed = (f"{name}-{'k' * 20}" for name in ("ambient", "own", "typed"))
    monkeypatch.setenv("OPENAI_API_KEY", ambient)
    desk = opened.hold_pairs(["a", "b", "c"], endpoint)
    pairs = [*map(frozenset, zip(pair_keys(opened), strict=True))]
    desk.ticked = pairs[0]
    ask(opened(), desk)
    monkeypatch.setenv("TOOLSCORE_JUDGE_API_KEY", own)
    desk.ticked = pairs[1]
    at = opened()
    assert "Key: TOOLSCORE_JUDGE_API_KEY of this server" in texts(at)
    ask(at, desk)
    desk.ticked = pairs[2]
    at = opened()
    next(field for field in at.text_input if field.label == "Key").input(typed)
    at = ask(healthy(at.run()), desk)
    assert ambient not in endpoint.keys[0]
    assert [own in endpoint.keys[1], typed in endpoint.keys[2]] == [True, True]
    kept = f"{desk!r} {at.query_params} {at.session_state._state!r}"
    assert not any(key in kept for key in (ambient, own, typed))


def test_a_label_is_asked_before_the_verdict_is_shown(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """The verdict shows after the label, then agreement, and that it rests on too few."""
    desk = opened.hold_pairs(["a", NOT], endpoint)
    at = opened(view="labels")
    ask(opened(), desk)
    desk.seen.clear()
    at = opened(view="labels")
    assert cells(at, "Pairs", "verdict") == ["label it first"] * 2
    assert judge_section(at) == {}
    button(at, "label_equivalent").click()
    at = healthy(at.run())
    assert cells(at, "Pairs", "verdict") == ["✓ equivalent", "label it first"]
    button(at, "label_next").click()
    at = healthy(at.run())
    assert param(at, "row") == "2"
    button(at, "label_equivalent").click()
    at = healthy(at.run())
    assert "Too few labels: 2 of at least 30" in texts(at)
    assert "Agreement 0.50 over 2 pairs" in texts(at)
    assert "Labels and verdicts" in tables(at)


def test_labels_after_the_verdict_are_counted_apart(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """Whoever saw the verdict first is told that the label is not independent."""
    desk = opened.hold_pairs(["a"], endpoint)
    ask(opened(), desk)
    at = opened(view="labels")
    button(at, "label_equivalent").click()
    assert "1 label given after the verdict had been shown" in texts(healthy(at.run()))


def test_scope_and_kind_of_pairs(opened: Opener) -> None:
    """All runs, one run or one case; equal pairs only when they are asked for."""
    files = judged_files(["a", "b"])
    equal = [{"case_id": "case-00", "calls": [EQUAL]}]
    opened.hold({**files, "run-b.json": equal})
    assert len(cells(opened(), "Pairs", "case")) == 2
    at = opened(filter="all")
    assert len(cells(at, "Pairs", "case")) == 3
    at = choose(opened(scope="run"), "Run", "run-b")
    assert "No pair is in doubt" in texts(at)
    at = opened(scope="case", case="case-01", run="run-a")
    assert len(cells(at, "Pairs", "case")) == 1


def test_pages_without_pairs(opened: Opener, root: Path) -> None:
    """Without files, gold or traces the page says what is missing."""
    assert "Nothing to show yet" in texts(opened())
    opened.hold({"run.json": [{"tool": "get", "args": {}}]})
    assert "There is no gold" in texts(opened())
    opened.hold({"x.gold.json": judged_files(["a"])["judged.gold.json"]})
    assert "No case has a trace" in texts(opened())


def test_credentials_never_reach_a_judge(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """What is masked on the page is masked in the request."""
    secret = github()
    desk = opened.hold_pairs([secret], endpoint)
    at = ask(opened(), desk)
    assert len(endpoint.asked) == 1
    assert secret not in endpoint.asked[0]
    assert secret not in json.dumps(tables(at))


def test_an_endpoint_that_is_none_is_said_to_be_wrong(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """Without a usable address there is no estimate and no button."""
    desk = opened.hold_pairs(["a"], endpoint)
    desk.base_url = "nonsense"
    at = opened()
    assert "http or https address" in texts(at)
    assert not [each for each in at.button if each.key == "judge_run"]


def test_a_fatal_answer_stops_the_run_with_one_message(opened: Opener, endpoint: JudgeEndpoint) -> None:
    """A key that is refused is not tried on every pair."""
    desk = opened.hold_pairs(["a", "b", "c"], endpoint)
    endpoint.status = 401
    at = ask(opened(), desk)
    assert len(endpoint.asked) == 1
    assert len(at.warning) == 1
    assert "Stopped: 0 of 3 judged" in texts(at)


def test_without_the_sdk_the_page_says_how_to_install_it(
    opened: Opener, endpoint: JudgeEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything but the run works without it."""
    monkeypatch.setitem(sys.modules, "openai", None)
    desk = opened.hold_pairs(["a"], endpoint)
    at = ask(opened(), desk)
    assert "pip install" in at.warning[0].value
    assert cells(at, "Pairs", "verdict") == ["not judged"]


def test_a_budget_can_be_taken_away(opened: Opener) -> None:
    """An empty field is no budget, and stays empty."""
    desk = opened.hold(judged_files(["a"]))
    at = opened()
    assert at.number_input[0].value == 1.0
    at.number_input[0].set_value(None)
    at = healthy(at.run())
    assert desk.budget_usd is None
    assert opened().number_input[0].value is None


def test_no_credential_reaches_the_page(root: Path) -> None:
    """Of files with a credential of each kind in each place nothing readable is sent to the browser."""
    opened = Opener(root)
    held = state.store().create()
    held.add(list(planting.files().items()))
    opened.token = held.token
    for params in ({}, {"view": "labels"}, {"filter": "all"}):
        assert planting.readable(sent(opened(**params))) == []


def test_the_same_family_is_warned_of(opened: Opener) -> None:
    """Judge and agent of one family: the page says so."""
    assert family_warning("gpt-4o-mini", ["atlas", "claude-x"]) == ""
    files = judged_files(["a"])
    files["run-a.json"][0]["model"] = "gpt-5"
    opened.hold(files)
    assert "both models of OpenAI" in texts(opened())

"""The start page as it is drawn: without data, with the sample, with bad files and without gold."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.local_files import paths_to_preload
from pages._ui.store import MADE_HERE
from tests.app.driving import cells, healthy, param, tables, texts
from tests.fake_credentials import github
from toolscore_core.evaluation import DEFAULT_PASS_RULE

GOLD = {
    "id": "refund",
    "calls": [{"tool": "get_order", "args": {"id": "A-1"}}, {"tool": "refund", "args": {"id": "A-1"}}],
}
TRACE = [{"tool": "get_order", "args": {"id": "A-1"}, "result": "ok"}, {"tool": "lookup", "args": {}}]


@pytest.fixture
def start(root: Path) -> AppTest:
    """The start page of a new session."""
    return AppTest.from_file(str(root / "app.py"), default_timeout=60).run()


def drop(at: AppTest, **files: Any) -> AppTest:
    """Drop files, named `x_json` for x.json, each given as bytes or as what its JSON says."""
    uploader = next(each for each in at.file_uploader if "Drop files here" in each.label)
    for name, content in files.items():
        data = content if isinstance(content, bytes) else json.dumps(content).encode()
        uploader.upload(name.replace("_", "."), data)
    return at.run()


def test_without_data_it_says_what_can_be_dropped(start: AppTest) -> None:
    """An empty page has the drop zone, the sample button and no table."""
    healthy(start)
    assert start.title[0].value == "Drop gold, traces and rules"
    assert [button.label for button in start.button] == ["Load sample data"]
    assert tables(start) == {}
    assert "w" not in start.query_params


def test_gold_and_trace_are_recognised_and_scored(start: AppTest) -> None:
    """Dropped files are listed with what they are, and the cases below them."""
    at = healthy(drop(start, gold_json=GOLD, model_json=TRACE))
    assert cells(at, "Files", "file") == ["gold.json", "model.json"]
    assert cells(at, "Files", "calls") == ["2", "2"]
    assert cells(at, "Cases", "case") == ["refund"]
    assert cells(at, "Cases", "run") == ["model"]
    assert "1 trace matched" in texts(at)
    assert at.query_params["w"]


def test_the_uploader_empties_itself(start: AppTest) -> None:
    """Once the bytes are in the store the uploader is a new, empty one."""
    at = healthy(drop(start, gold_json=GOLD))
    uploader = next(each for each in at.file_uploader if "Drop files here" in each.label)
    assert not uploader.value
    assert cells(drop(at, gold_json=GOLD), "Files", "file") == ["gold.json"]


def test_a_reload_keeps_the_workspace(start: AppTest, root: Path) -> None:
    """Another session with the same link sees the same files."""
    at = drop(start, gold_json=GOLD)
    again = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    again.query_params["w"] = at.query_params["w"]
    assert cells(healthy(again.run()), "Files", "file") == ["gold.json"]


def test_a_lost_workspace_says_so(root: Path) -> None:
    """A link whose files are gone says why, keeps its choices and takes the files again."""
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    at.query_params["w"] = "gone"
    at.query_params["case"] = "refund"
    healthy(at.run())
    assert "no longer holds the files of this link" in texts(at)
    drop(at, gold_json=GOLD)
    assert "no longer holds" not in texts(at)
    assert at.query_params["case"] == "refund"
    assert at.query_params["w"] != "gone"


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00\x01\x02", b"{", b"[1, 2", b'{"weather": "fine"}', b"null", b"[" * 5000],
    ids=["empty", "binary", "open brace", "cut off", "nothing known", "null", "deep"],
)
def test_a_bad_file_is_listed_with_its_problem(start: AppTest, data: bytes) -> None:
    """A file that cannot be used stays in the list, says what is wrong and harms no other file."""
    at = healthy(drop(start, bad_json=data, gold_json=GOLD, model_json=TRACE))
    rows = tables(at)["Files"]["rows"]
    read = {row["cells"]["file"]["text"]: row["cells"]["read"] for row in rows}
    assert read["bad.json"]["text"].startswith("! ")
    assert read["bad.json"]["tone"] == "failed"
    assert read["model.json"]["text"] == "✓ all"
    assert cells(at, "Cases", "case") == ["refund"]


def test_traces_without_gold_are_worth_dropping(start: AppTest) -> None:
    """Without gold there is no score, and the traces are listed with their calls."""
    failed = [{"tool": "a", "args": {}, "error": "no"}, {"tool": "b", "args": {}}]
    at = healthy(drop(start, model_json=failed))
    assert cells(at, "Traces", "count") == ["2"]
    assert cells(at, "Traces", "failed") == ["1"]
    assert "Cases" not in tables(at)
    assert "nothing is scored" in texts(at)
    assert at.header[0].value == "Traces"


def test_hostile_names_reach_only_sinks_that_show_text(start: AppTest) -> None:
    """File names, ids and tools with markup are shown by the table alone, never as Markdown or labels."""
    evil = "<img src=http://x.invalid/a onerror=alert(1)>![x](http://x.invalid/b)"
    uploader = next(each for each in start.file_uploader if "Drop files here" in each.label)
    uploader.upload(f"{evil}.json", json.dumps({"id": evil, "calls": [{"tool": evil, "args": {}}]}).encode())
    uploader.upload(f"t {evil}.json", json.dumps([{"tool": evil, "args": {evil: evil}}]).encode())
    at = healthy(start.run())
    assert evil in str(tables(at)["Cases"])
    drawn = [*at.markdown, *at.caption, *at.title, *at.header, *at.subheader, *at.warning, *at.get("toast"), *at.metric]
    assert not [each for each in drawn if "x.invalid" in str(each.value)]
    labels = [getattr(each, "label", "") for each in [*at.button, *at.file_uploader, *at.toggle, *at.expander]]
    assert not [label for label in labels if "x.invalid" in label]


def test_credentials_in_names_are_masked(start: AppTest) -> None:
    """A credential in a file name, a run or a case id is not sent to the browser."""
    token = github()
    uploader = next(each for each in start.file_uploader if "Drop files here" in each.label)
    uploader.upload("gold.json", json.dumps({"id": token, "calls": []}).encode())
    uploader.upload(f"{token}.json", json.dumps(TRACE).encode())
    at = healthy(start.run())
    assert token not in str(tables(at)) + texts(at) + str(at.query_params)


def test_sample_data_shows_a_list_of_cases(start: AppTest) -> None:
    """One click fills the page with the sample, and every file of it can be read."""
    at = healthy(start.button(key="start_sample").click().run())
    assert len(cells(at, "Cases", "case")) >= 12
    assert not [text for text in cells(at, "Files", "read") if text.startswith("!")]


def test_clear_forgets_everything(start: AppTest) -> None:
    """After Clear the page is empty, the URL too, and the server holds nothing."""
    at = drop(start, gold_json=GOLD)
    token = at.query_params["w"][0] if isinstance(at.query_params["w"], list) else at.query_params["w"]
    assert "Clear 1 file?" in texts(at)
    healthy(at.button(key="clear").click().run())
    assert tables(at) == {}
    assert "w" not in at.query_params
    assert state.store().get(token) is None


def test_clear_names_the_gold_that_was_made_here(start: AppTest) -> None:
    """What cannot be dropped again is named before it is let go of."""
    uploader = next(each for each in start.file_uploader if "Drop files here" in each.label)
    for name, content in ((MADE_HERE, GOLD), ("model-a.json", TRACE), ("model-b.json", TRACE)):
        uploader.upload(name, json.dumps(content).encode())
    assert "Clear 2 files and the gold made here?" in texts(healthy(start.run()))


def test_a_file_without_calls_says_so(start: AppTest) -> None:
    """A trace file that was read and holds no call is not passed off as well read."""
    at = healthy(drop(start, model_json={"messages": [{"role": "user", "content": "Where is my parcel?"}]}))
    read = tables(at)["Files"]["rows"][0]["cells"]["read"]
    assert (read["text"], read["tone"]) == ("no tool calls found in 1 trace", "muted")


def test_a_file_dropped_twice_is_acknowledged(start: AppTest) -> None:
    """The same bytes under the same name change nothing, and a line says so once, with the name masked."""
    token = github()
    at = start
    for expected in (False, True):
        uploader = next(each for each in at.file_uploader if "Drop files here" in each.label)
        uploader.upload(f"{token}.json", json.dumps(GOLD).encode())
        at = healthy(at.run())
        assert ("Already there: [REDACTED github_token" in texts(at)) is expected
        assert token not in texts(at)
    assert not at.warning
    assert "Already there" not in texts(at.run())


def test_the_list_says_which_cases_pass(start: AppTest) -> None:
    """Beside the score stands a symbol with a spoken word, and below the list the rule."""
    good = [{"tool": "a", "args": {}}]
    cases = [{"id": name, "calls": good} for name in ("one", "two", "three")]
    traces = [{"case_id": "one", "calls": good}, {"case_id": "two", "calls": [{"tool": "b", "args": {}}]}]
    at = healthy(drop(start, gold_json=cases, model_json=traces))
    shown = {}
    for row in tables(at)["Cases"]["rows"]:
        score = row["cells"]["score"]
        mark = score["mark"] if score["kind"] == "bar" else score["parts"][0]
        shown[row["cells"]["case"]["text"]] = (mark["text"], mark["title"])
    assert shown == {"one": ("✓", "passes"), "two": ("✗", "fails"), "three": ("✗", "fails")}
    assert DEFAULT_PASS_RULE.words in texts(at)


def test_strict_is_a_choice_of_the_workspace(start: AppTest) -> None:
    """Strict compares types, and a new session sees the choice."""
    gold = {"id": "c", "calls": [{"tool": "a", "args": {"n": 1}}]}
    at = drop(start, gold_json=gold, model_json=[{"tool": "a", "args": {"n": 1.0}}])
    before = tables(at)["Cases"]["rows"][0]["cells"]["calls"]["parts"]
    healthy(at.toggle(key="toggle_Strict").set_value(True).run())
    after = tables(at)["Cases"]["rows"][0]["cells"]["calls"]["parts"]
    assert [part["title"] for part in before] == ["1 match"]
    assert [part["title"] for part in after] == ["1 changed"]


def test_a_full_workspace_says_so_and_keeps_what_it_has(start: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a bound nothing is added, and the message names the variable."""
    monkeypatch.setenv("TOOLSCORE_MAX_FILES", "1")
    state.store.clear()
    at = drop(start, gold_json=GOLD)
    healthy(drop(at, model_json=TRACE))
    assert "TOOLSCORE_MAX_FILES" in texts(at)
    assert cells(at, "Files", "file") == ["gold.json"]


def test_a_bad_bound_is_said_in_words(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound that is no number is named on the page instead of a traceback."""
    monkeypatch.setenv("TOOLSCORE_MAX_CALLS", "lots")
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60).run()
    assert not at.exception
    assert "TOOLSCORE_MAX_CALLS must be" in texts(at)


def test_preloaded_files_go_to_the_first_session(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first session sees the files and folders that the command line named; a second one does not."""
    (tmp_path / "gold.json").write_text(json.dumps(GOLD))
    (tmp_path / "runs" / "model-a").mkdir(parents=True)
    (tmp_path / "runs" / "model-a" / "refund.json").write_text(json.dumps(TRACE))
    (tmp_path / "runs" / ".hidden").write_text("x")
    monkeypatch.setenv("TOOLSCORE_PRELOAD", os.pathsep.join(map(str, (tmp_path / "gold.json", tmp_path / "runs"))))
    paths_to_preload.clear()  # as a server that was just started, which reads the variable anew
    first = healthy(AppTest.from_file(str(root / "app.py"), default_timeout=60).run())
    assert cells(first, "Files", "file") == ["gold.json", "runs/model-a/refund.json"]
    assert cells(first, "Cases", "run") == ["model-a"]
    second = healthy(AppTest.from_file(str(root / "app.py"), default_timeout=60).run())
    assert tables(second) == {}


def test_trials_are_told_apart_and_matched_by_hand(start: AppTest) -> None:
    """Trials of one case in one run are numbered with how many there are; one that is given another case leaves them."""
    gold = [GOLD, {"id": "other", "calls": [{"tool": "lookup", "args": {}}]}]
    traces = [{"case_id": "refund", "calls": TRACE}, {"case_id": "refund", "calls": TRACE[:1]}]
    at = healthy(drop(start, gold_json=gold, m_json=traces))
    assert sorted(cells(at, "Cases", "case")) == ["other", "refund · trial 1 of 2", "refund · trial 2 of 2"]
    held = state.store().get(param(at, "w"))
    assert held is not None
    held.change(corrections={("f2", 1): "other"})
    at = healthy(at.run())
    assert sorted(cells(at, "Cases", "case")) == ["other", "refund"]
    assert "2 traces matched, 1 by id, 1 by hand" in texts(at)


def test_recorded_trial_numbers_stay(start: AppTest) -> None:
    """Numbers that a file gives are kept, and nothing is said about how many there are where they do not count."""
    traces = [{"case_id": "refund", "trial": number, "calls": TRACE} for number in (0, 7)]
    at = healthy(drop(start, gold_json=GOLD, m_json=traces))
    assert sorted(cells(at, "Cases", "case")) == ["refund · trial 0", "refund · trial 7"]

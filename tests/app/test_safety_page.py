"""The Safety page: findings by credential and by rule, and rules that are tried while they are written."""

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.safety import drafting
from pages._ui.safety.editor import read_typed
from pages._ui.store import HeldWorkspace
from tests.app.driving import cells, choose, components, healthy, param, tables, texts
from tests.fake_credentials import aws, github
from toolscore_core.credentials.masking import Masker

BARE = [{"tool": "get", "args": {"id": 1}}]
RULES = [{"tool": "drop", "reason": "never", "severity": "critical"}, {"tool": "gett", "args": {"x": {"$regex": "rm"}}}]


class Opener:
    """Opens the Safety page of one workspace, each time in a session of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.token = ""

    def __call__(self, **params: str) -> AppTest:
        at = AppTest.from_file(str(self.root / "app.py"), default_timeout=60)
        at.switch_page("pages/safety.py")
        for name, value in {"w": self.token, **params}.items():
            at.query_params[name] = value
        return healthy(at.run())

    def drop(self, **files: Any) -> HeldWorkspace:
        """Fill the workspace: `x_json` is x.json, given as a text or as what its JSON says."""
        held = state.store().create()
        held.add(
            (name.replace("_", "."), (content if isinstance(content, str) else json.dumps(content)).encode())
            for name, content in files.items()
        )
        self.token = held.token
        return held


@pytest.fixture
def opened(root: Path) -> Opener:
    """Opens the page."""
    return Opener(root)


def rules_of(at: AppTest) -> list[str]:
    """Tools of the rules that the table names, and what came of each."""
    return [
        f"{tool}: {hits}" for tool, hits in zip(cells(at, "Rules", "rule"), cells(at, "Rules", "hits"), strict=True)
    ]


def editor(at: AppTest) -> dict[str, Any]:
    """What the editor was given."""
    return components(at, "toolscore_rules")[0]


def press(at: AppTest, label: str) -> AppTest:
    """Press the button of that label."""
    next(button for button in at.button if button.label == label).click()
    return healthy(at.run())


def test_findings_are_grouped_by_credential(opened: Opener) -> None:
    """One row a credential, however many calls hold it; the chosen one lists its places, each a link to its call."""
    token, other = github(), aws()
    encoded = base64.b64encode(f"key={other}".encode()).decode()
    trace = [{"tool": "get", "args": {"id": token}}, {"tool": "put", "args": {"a": [encoded]}, "result": token}]
    opened.drop(run_json=trace)
    at = opened()
    assert "2 credentials at 3 places in 1 trace." in texts(at)
    assert cells(at, "Credentials", "name") == ["● #1 github_token", "● #2 aws_access_key_id"]
    assert cells(at, "Credentials", "places") == ["2 places in 1 trace", "1 place in 1 trace"]
    assert cells(at, "Places", "call") == ["1 · get", "2 · put"]
    link = tables(at)["Places"]["rows"][1]["cells"]["case"]
    assert link["href"].startswith("review?w=")
    assert link["href"].endswith("&row=2")
    at = opened(filter="credential-2")
    assert "Found under base64" in texts(at)
    assert cells(at, "Places", "where") == ["arguments a[0] base64"]
    shown = json.dumps(tables(at))
    assert token not in shown
    assert other not in shown


def test_what_only_a_key_name_tells_stands_apart(opened: Opener) -> None:
    """A password is flagged in a table of its own, and the page says why."""
    opened.drop(run_json=[{"tool": "login", "args": {"password": "Tr0ub4dor&3x"}}])
    at = opened()
    assert "Credentials" not in tables(at)
    assert cells(at, "Likely credentials", "name") == ["● #1 password"]
    assert "only the name of its key" in texts(at)


def test_a_credential_in_the_conversation_opens_it(opened: Opener) -> None:
    """A finding outside calls leads to the conversation."""
    opened.drop(
        chat_json={"messages": [{"role": "user", "content": f"use {github()}"}, {"role": "assistant", "content": "no"}]}
    )
    at = opened()
    assert cells(at, "Places", "call") == ["turn 1"]
    assert "view=conversation" in tables(at)["Places"]["rows"][0]["cells"]["case"]["href"]


def test_forbidden_calls_are_grouped_by_rule(opened: Opener) -> None:
    """The worst severity first, with reason and hits; rules of a gold case are told apart."""
    calls = [{"tool": "get"}, {"tool": "drop"}, {"tool": "drop"}]
    gold = {"id": "one", "calls": calls, "forbidden": [{"tool": "get", "reason": "own"}]}
    opened.drop(gold_json=gold, run_json=calls, team_rules_json=RULES)
    at = opened()
    assert "3 forbidden calls in 1 trace." in texts(at)
    assert cells(at, "Forbidden calls", "rule") == ["⊘ rule 1: drop", "⊘ case rule 1: get"]
    assert cells(at, "Forbidden calls", "severity") == ["▲▲ critical", "not given"]
    assert cells(at, "Forbidden calls", "hits") == ["2 calls in 1 trace", "1 call in 1 trace"]
    assert "Severity critical. Never." in texts(at)
    assert "case rule 1 of one: get" in texts(opened(filter="case-rule-1-of-one"))


def test_nothing_found_says_what_was_looked_for(opened: Opener) -> None:
    """Without rules the page offers to write some."""
    opened.drop(run_json=BARE)
    at = opened()
    assert "No credential was found in 1 trace. Forbidden calls were not looked for: there are no rules." in texts(at)
    assert param(press(at, "Write rules for forbidden calls"), "view") == "rules"


def test_rules_say_what_they_forbid_and_what_nobody_calls(opened: Opener) -> None:
    """Hits of each rule over all runs; a rule whose tool is never called is named, with the name it may have meant."""
    opened.drop(run_json=[*BARE, {"tool": "drop"}], other_json=[{"tool": "drop"}], team_rules_json=RULES)
    at = opened(view="rules")
    assert rules_of(at) == ["drop never: 2 calls", "gett x: /rm/: never called; get?"]
    assert "2 rules forbid 2 calls in 2 traces: 1 is broken, 1 rule about tools that no run calls." in texts(at)
    assert cells(at, "Hits", "call") == ["2 · drop", "1 · drop"]
    assert editor(at)["marks"] == {}  # both rules stand on one line
    assert not editor(at)["sealed"]


def test_a_draft_is_tried_at_once_and_used_when_somebody_says_so(opened: Opener) -> None:
    """What is typed is tried over all runs; the workspace uses it after a press."""
    held = opened.drop(run_json=BARE)
    drafting.note_typed(held, drafting.NEW, "- tool: get\n  reason: none\n- tool: put\n")
    at = opened(view="rules")
    assert rules_of(at) == ["get none: 1 call", "put: tool never called"]
    assert editor(at)["marks"] == {"1": 1, "3": 0}
    assert "Forbidden calls" not in tables(opened())
    press(at, "Use these rules")
    assert [file.name for file in held.inputs.files if file.used_as == "rules"] == ["Made here.rules.yaml"]
    assert cells(opened(), "Forbidden calls", "hits") == ["1 call in 1 trace"]
    assert "In use" in texts(opened(view="rules"))


def test_a_changed_file_takes_effect_and_can_be_taken_back(opened: Opener) -> None:
    """The draft of a dropped file replaces it; before that it can be dropped."""
    held = opened.drop(run_json=BARE, team_rules_json=RULES)
    file_id = next(file.id for file in held.inputs.files if file.name.startswith("team"))
    opened(view="rules")
    drafting.note_typed(held, file_id, '[{"tool": "get"}]')
    press(opened(view="rules"), "Go back")
    assert editor(opened(view="rules"))["text"] == json.dumps(RULES)
    drafting.note_typed(held, file_id, '[{"tool": "get"}]')
    press(opened(view="rules"), "Use these rules")
    assert held.file(file_id).data == b'[{"tool": "get"}]'
    assert cells(opened(), "Forbidden calls", "rule") == ["⊘ rule 1: get"]


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('[\n {"tool": "a"},\n {"tool": "a", "args": {"x": {"$regexx": 1}}}\n]', 3, "rule 2"),
        ("- tool: a\n- args: {}\n", 2, "rule 2"),
        ("[{", 1, "not JSON"),
        ("{}", 1, "rules are a list"),
        ("- tool: {", 2, "no YAML"),
        ('[\n{"tool": "a", "args": {"x": "CREDENTIAL"}}]', 2, "holds a credential"),
    ],
)
def test_a_fault_is_said_with_its_place(opened: Opener, text: str, line: int, said: str) -> None:
    """The editor marks the line, the page says what is wrong there, and nothing can be used."""
    held = opened.drop(run_json=BARE)
    drafting.note_typed(held, drafting.NEW, text.replace("CREDENTIAL", github()))
    at = opened(view="rules")
    assert editor(at)["error"] == line
    assert said in texts(at)
    assert next(button for button in at.button if button.label == "Use these rules").disabled
    assert github() not in json.dumps(editor(at))


def test_a_file_with_a_credential_is_used_and_not_edited(opened: Opener) -> None:
    """It is shown masked, read-only, and its rules hold."""
    opened.drop(
        run_json=[{"tool": "get", "args": {"id": github()}}],
        team_rules_json=[{"tool": "get", "args": {"id": github()}}],
    )
    at = opened(view="rules")
    assert editor(at)["sealed"]
    assert github() not in json.dumps(tables(at)) + json.dumps(editor(at))
    assert "holds a credential" in texts(at)
    assert cells(at, "Rules", "hits") == ["1 call"]


def test_policies_and_tools_are_added_and_rules_taken_out(opened: Opener) -> None:
    """Each starter policy can be added, none of its rules is called a credential, and any rule can be taken out."""
    held = opened.drop(run_json=BARE)
    for policy in drafting.policies():
        drafting.add_policy(held, drafting.draft_of(held, drafting.NEW), policy)
    draft = drafting.draft_of(held, drafting.NEW)
    assert draft.rules is not None, draft.error
    count = len(draft.rules)
    assert count > 20
    for left in range(count - 1, count - 4, -1):
        drafting.remove_rule(held, drafting.draft_of(held, drafting.NEW), 0)
        draft = drafting.draft_of(held, drafting.NEW)
        assert draft.rules is not None
        assert len(draft.rules) == left
    drafting.revert(held, drafting.NEW)
    at = choose(opened(view="rules"), "Forbid a tool…", "get")
    assert rules_of(at) == ["get: 1 call"]
    assert len(rules_of(choose(at, "Add a starter policy…", "shell"))) > 5


def test_undecided_calls_are_said_to_be_so(opened: Opener) -> None:
    """A pattern that runs out of time decides nothing, and the page says it."""
    held = opened.drop(
        run_json=[{"tool": "get", "args": {"x": "a" * 40 + "!"}}],
        team_rules_json=[{"tool": "get", "args": {"x": {"$regex": "^(a|a|aa)+$"}}}],
    )
    opened()
    assert held.job is not None
    held.job.wait(None)
    opened(view="rules")
    assert held.trial_job is not None
    held.trial_job.wait(None)
    assert "undecided" in cells(opened(view="rules"), "Rules", "hits")[0]
    assert "1 undecided" in cells(opened(), "Forbidden calls", "hits")[0]


def test_rules_without_traces_can_be_written(opened: Opener) -> None:
    """With nothing to try them on the editor is there."""
    opened.drop(team_rules_json=RULES)
    assert rules_of(opened(view="rules"))[0] == "drop never: tool never called"


@pytest.mark.parametrize("sent", [None, 1, {"text": 1}, {"version": "x"}, {"version": 1, "text": "x"}])
def test_what_the_browser_sends_is_not_trusted(sent: Any) -> None:
    """Anything but a version and a text is passed over."""
    assert read_typed(sent) is None


def test_no_starter_policy_looks_like_a_credential() -> None:
    """Templates can be edited: nothing in them is masked."""
    for policy in drafting.policies():
        text = policy.read_text("utf-8")
        assert Masker().text(text) == text

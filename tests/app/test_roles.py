"""Files that may be gold as well as trace: what is said, and what they are used as."""

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui import state
from pages._ui.evaluating import View, build
from pages._ui.jobs import Progress
from pages._ui.limits import StoreLimits
from pages._ui.roles import role_hint
from pages._ui.store import HeldWorkspace, Use
from tests.app.driving import cells, healthy, tables, texts

CALLS = [{"tool": "a", "args": {"x": 1}}]
RECORDED = [{"tool": "a", "args": {"x": 1}, "result": 1, "duration": 0.5}]
CHAT = [
    {"role": "user", "content": "hello"},
    {
        "role": "assistant",
        "tool_calls": [{"id": "1", "type": "function", "function": {"name": "a", "arguments": "{}"}}],
    },
]


def built(files: dict[str, Any], **roles: Use) -> View:
    """A workspace of files (name -> what their JSON says) with some roles chosen by hand (file id -> role)."""
    held = HeldWorkspace("token", StoreLimits())
    held.add([(name, json.dumps(content).encode()) for name, content in files.items()])
    for file_id, role in roles.items():
        held.set_file(file_id, role=role)
    return build(held, 1000, Progress())


@pytest.mark.parametrize(
    ("files", "said", "button"),
    [
        pytest.param({}, None, None, id="nothing"),
        pytest.param({"gold.json": CALLS, "run.json": RECORDED}, None, None, id="gold and trace"),
        pytest.param({"chat.json": CHAT}, None, None, id="nothing but a trace"),
        pytest.param({"gold.json": CALLS}, "gold.json was read as gold", "f1", id="one that may be a trace"),
        pytest.param(
            {"gold.json": CALLS, "gold2.json": CALLS}, "Everything was read as gold", None, id="two that may be traces"
        ),
        pytest.param({"x.json": CALLS}, "x.json was read as a trace", None, id="one that may be gold"),
        pytest.param({"x.json": CALLS, "chat.json": CHAT}, "x.json was read as a trace", None, id="beside a trace"),
        pytest.param(
            {"x.json": CALLS, "y.json": RECORDED}, "Everything was read as a trace", None, id="two that may be gold"
        ),
    ],
)
def test_what_is_said_about_the_roles(files: dict[str, Any], said: str | None, button: str | None) -> None:
    """Only where everything was read in one role and a file could play the other, with what to do."""
    hint = role_hint(built(files).files, "here")
    assert (hint is None) == (said is None)
    if hint is not None and said is not None:
        assert hint.text.startswith(said)
        assert "as its role here" in hint.text
        assert hint.file_id == button


def test_a_file_may_be_gold_and_trace_at_once() -> None:
    """Its cases and its traces are both used, and both are counted against the bound of calls."""
    data = [{"id": "one", "calls": CALLS}, {"id": "two", "calls": []}]
    view = built({"set.json": data, "m.json": [{"case_id": "one", "calls": [{"tool": "b"}]}]}, f1="gold and trace")
    assert (view.cases, view.runs) == (["one", "two"], ["set", "m"])
    assert {(entry.case_id, entry.run): entry.score for entry in view.entries if entry.run == "set"} == {
        ("one", "set"): 1.0,
        ("two", "set"): 1.0,
    }
    file = view.files[0]
    assert (file.role, file.run, file.traces, file.calls, file.outcome) == ("gold and trace", "set", 2, 1, "all")
    assert file.roles == ("gold", "trace", "gold and trace")


def test_as_both_a_problem_is_said_once() -> None:
    """Two readings of the same bytes complain of the same record; the list names it once."""
    file = built({"x.json": [*CALLS, {"no": "tool"}]}, f1="gold and trace").files[0]
    assert file.report is not None
    assert len(file.report.problems) == len(set(file.report.problems))
    assert len(file.report.skipped) == len(set(file.report.skipped))
    assert file.outcome != "all"


def test_a_file_that_cannot_be_both_says_why() -> None:
    """A conversation is no gold: as both it is a problem, and its traces stay."""
    view = built({"chat.json": CHAT}, f1="gold and trace")
    assert view.files[0].outcome == "problem"
    assert len(view.entries) == 1


def test_the_start_page_offers_gold_and_trace(root: Path) -> None:
    """The third role stands in the list of a file that can be read as both, and in no other."""
    held = state.store().create()
    held.add([("x.json", json.dumps(CALLS).encode()), ("chat.json", json.dumps(CHAT).encode())])
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    at.query_params["w"] = held.token
    healthy(at.run())
    rows = tables(at)["Files"]["rows"]
    lists = tables(at)["Files"]["lists"]
    offered = [name for _, name in lists[rows[0]["cells"]["role"]["options"]]]
    assert offered == ["Gold", "Trace", "Rules", "Gold and trace"]
    assert rows[1]["cells"]["role"] == {"kind": "text", "text": "Trace", "tone": "plain", "title": ""}


@pytest.mark.parametrize(
    "page", ["app.py", *(f"pages/{name}.py" for name in ("review", "arguments", "performance", "safety"))]
)
def test_a_lone_gold_file_can_be_read_as_a_trace(root: Path, page: str) -> None:
    """Each page says what it was read as, and one press of a button shows its calls."""
    held = state.store().create()
    held.add([("gold.json", json.dumps(CALLS).encode())])
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    if page != "app.py":
        at.switch_page(page)
    at.query_params["w"] = held.token
    healthy(at.run())
    assert "gold.json was read as gold" in texts(at)
    healthy(at.button(key="read_as_trace").click().run())
    assert "gold.json was read as gold" not in texts(at)
    assert held.file("f1").role == "trace"
    if page == "app.py":
        assert cells(at, "Traces", "count") == ["1"]

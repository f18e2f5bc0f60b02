"""Tool names that gold and traces write differently."""

import json
from typing import Any

from pages._ui.evaluating import View, build
from pages._ui.jobs import Progress
from pages._ui.limits import StoreLimits
from pages._ui.start.aliases import sentence
from pages._ui.store import HeldWorkspace
from tests.fake_credentials import github
from toolscore_core.gold import dataset_to_jsonl, read_gold

GOLD = [{"id": "one", "calls": [{"tool": "find", "args": {}}, {"tool": "send_mail"}]}]
TRACE = [{"tool": "mcp__crm__find", "args": {}}, {"tool": "post"}, {"tool": "mcp__crm__find", "args": {}}]


def workspace(gold: Any = GOLD, trace: Any = TRACE) -> HeldWorkspace:
    """A workspace with one gold file and one trace."""
    held = HeldWorkspace("token", StoreLimits())
    held.add([("gold.json", json.dumps(gold).encode()), ("run.json", json.dumps(trace).encode())])
    return held


def built(held: HeldWorkspace) -> View:
    """Bring it up to date, as a job does."""
    held.built = build(held, 1000, Progress())
    found: View = held.built
    return found


def lines(view: View) -> list[tuple[str, int, str | None, str]]:
    """Recorded name, calls, gold name and state of every line."""
    names = view.names
    return [
        (line.recorded, line.calls, None if line.gold is None else names.gold_names[line.gold], line.state)
        for line in names.lines
    ]


def test_a_name_is_proposed_and_not_used() -> None:
    """Until somebody accepts it, the call stays unexpected."""
    view = built(workspace())
    assert lines(view) == [("mcp__crm__find", 2, "find", "proposed")]
    assert view.names.others == ("post",)
    assert sentence(view.names) == "1 name proposed · 1 recorded name that the gold does not know"
    assert view.entries[0].case is not None
    assert view.entries[0].case.aliases == {}


def test_an_accepted_alias_counts_at_once_and_is_kept_in_the_gold_file() -> None:
    """The call is paired under its gold name, its recorded name stays, and the gold file knows the alias."""
    held = workspace()
    before = built(held).entries[0].score
    held.change(aliases={"mcp__crm__find": "find"})
    view = built(held)
    assert lines(view) == [("mcp__crm__find", 2, "find", "accepted")]
    assert before is not None
    assert (view.entries[0].score or 0) > before
    row = next(row for row in view.entries[0].rows if row.actual is not None and row.actual.tool == "find")
    assert row.actual is not None
    assert row.actual.metadata["recorded_name"] == "mcp__crm__find"
    again = read_gold(dataset_to_jsonl(view.gold).encode(), name="gold.jsonl")
    assert dict(again.cases[0].aliases) == {"mcp__crm__find": "find"}


def test_an_alias_of_the_gold_file_can_be_taken_away() -> None:
    """A name that stands for itself is no alias, whatever the file says."""
    held = workspace([{**GOLD[0], "aliases": {"mcp__crm__find": "find"}}])
    assert lines(built(held)) == [("mcp__crm__find", 2, "find", "gold")]
    held.change(aliases={"mcp__crm__find": "mcp__crm__find"})
    view = built(held)
    assert lines(view) == []
    assert set(view.names.others) == {"mcp__crm__find", "post"}


def test_nothing_is_scored_again_without_need() -> None:
    """Cases keep their identity from one moment to the next, so that evaluations are used again."""
    held = workspace()
    held.change(aliases={"post": "send_mail"})
    first = built(held)
    held.add([("other.json", json.dumps([{"tool": "find"}]).encode())])
    second = built(held)
    key = first.entries[0].key
    assert second.raw(key) is first.raw(key)


def test_without_gold_there_is_nothing_to_stand_for() -> None:
    """The list is empty."""
    held = HeldWorkspace("token", StoreLimits())
    held.add([("run.json", json.dumps(TRACE).encode())])
    assert built(held).names.lines == ()
    assert built(held).names.others == ()


def test_names_are_masked() -> None:
    """A credential in a tool name is not shown, and the alias works on the name itself."""
    token = github()
    held = workspace(trace=[{"tool": token}])
    view = built(held)
    assert token not in repr(view.names)
    held.change(aliases={view.names.raw_others[0]: "find"})
    assert token not in repr(built(held).names)
    assert built(held).entries[0].counts != view.entries[0].counts

"""From the files of a workspace to its entries: reading, matching, scoring, masking."""

import json
from typing import Any

import pytest

from pages._ui.evaluating import View, build
from pages._ui.jobs import Cancelled, Progress
from pages._ui.limits import StoreLimits
from pages._ui.store import MADE_HERE, HeldWorkspace

GOLD = [
    {"id": "one", "calls": [{"tool": "a", "args": {"x": 1}}]},
    {"id": "two", "calls": [{"tool": "b", "args": {}}]},
]


def workspace(**files: Any) -> HeldWorkspace:
    """A workspace that holds files named `x_json` for x.json, each given as what its JSON says."""
    held = HeldWorkspace("token", StoreLimits())
    held.add([(name.replace("_", "."), json.dumps(content).encode()) for name, content in files.items()])
    return held


def built(held: HeldWorkspace, max_calls: int = 1000) -> View:
    """Bring it up to date, as a job does."""
    held.built = build(held, max_calls, Progress())
    found: View = held.built
    return found


def trace(case: str, tool: str, **args: Any) -> dict[str, Any]:
    """A recorded case of one call."""
    return {"case_id": case, "calls": [{"tool": tool, "args": args}]}


def test_cases_and_runs_make_entries_worst_first() -> None:
    """Each case stands once in each run; what has no trace comes first, then the lower score."""
    view = built(
        workspace(gold_json=GOLD, m1_json=[trace("one", "a", x=1), trace("two", "c")], m2_json=[trace("one", "a", x=2)])
    )
    assert view.runs == ["m1", "m2"]
    assert view.cases == ["one", "two"]
    assert [(entry.case_id, entry.run) for entry in view.entries] == [
        ("two", "m2"),
        ("two", "m1"),
        ("one", "m2"),
        ("one", "m1"),
    ]
    assert view.matched == (3, 3)
    assert list(view.how.values()) == ["id"] * 3


def test_an_entry_leads_to_its_evaluation_and_its_place() -> None:
    """The raw evaluation and the place of the trace are found by the entry's key; a missing trace has neither."""
    view = built(workspace(gold_json=GOLD, m1_json=[trace("two", "b")]))
    found, missing = view.find("two", "m1"), view.find("one", "m1")
    assert found is not None
    assert missing is not None
    assert view.raw(found.key).trace.case_id == "two"
    assert view.places[found.key] == ("f2", 0)
    assert missing.key not in view.places
    with pytest.raises(KeyError):
        view.raw(missing.key)


def test_without_gold_nothing_is_matched_and_nothing_scored() -> None:
    """No gold is another thing than gold without calls."""
    view = built(workspace(m1_json=[trace("one", "a")]))
    assert view.matched is None
    assert [(entry.case, entry.score) for entry in view.entries] == [(None, None)]


def test_a_trace_can_be_given_another_case_by_hand() -> None:
    """A correction wins over the id in the trace."""
    held = workspace(gold_json=GOLD, m1_json=[trace("one", "b")])
    held.change(corrections={("f2", 0): "two"})
    view = built(held)
    entry = view.find("two", "m1")
    assert entry is not None
    assert view.how[entry.key] == "hand"
    assert entry.score == 1.0


def test_a_run_label_typed_by_hand_joins_files() -> None:
    """Two files with one label are one run."""
    held = workspace(gold_json=GOLD, m1_json=[trace("one", "a", x=1)], m2_json=[trace("two", "b")])
    held.set_file("f3", run="m1")
    view = built(held)
    assert view.runs == ["m1"]
    assert [file.run for file in view.files] == [None, "m1", "m1"]


def test_gold_made_here_wins_over_dropped_gold() -> None:
    """A case made from a trace takes the place of the dropped one with the same id."""
    held = workspace(gold_json=GOLD, m1_json=[trace("one", "z")])
    held.add([(MADE_HERE, json.dumps({"id": "one", "calls": [{"tool": "z"}]}).encode())])
    view = built(held)
    entry = view.find("one", "m1")
    assert entry is not None
    assert entry.score == 1.0
    assert sorted(view.cases) == ["one", "two"]
    assert "left out" in view.notes[0]


def test_rules_of_all_files_are_applied() -> None:
    """Forbidden calls are found by the rules of every rules file; without one nothing was checked."""
    held = workspace(gold_json=GOLD, m1_json=[trace("one", "a")])
    assert built(held).rules is None
    held.add([("r.json", json.dumps([{"tool": "a", "reason": "no"}]).encode())])
    held.set_file("f3", role="rules")
    view = built(held)
    assert view.rules is not None
    assert sum(len(entry.findings) for entry in view.entries) == 1


def test_what_did_not_change_is_not_computed_again() -> None:
    """After a new file the evaluations and masked entries of the old ones are the same objects."""
    held = workspace(gold_json=GOLD, m1_json=[trace("one", "a", x=1)])
    before = built(held)
    held.add([("m2.json", json.dumps([trace("one", "a", x=1)]).encode())])
    after = built(held)
    old, new = before.find("one", "m1"), after.find("one", "m1")
    assert old is not None
    assert old is new
    assert before.raw(old.key) is after.raw(old.key)
    held.change(strict=True)
    assert built(held).raw(old.key) is not after.raw(old.key)


def test_a_changed_rule_is_applied() -> None:
    """Two patterns of a rule equal each other as matchers; the calls are checked anew all the same."""
    held = workspace(gold_json=GOLD, m1_json=[trace("one", "a", x="b")])
    held.add([("r.json", b"[]")])
    for pattern, hits in (("b", 1), ("c", 0)):
        rules = [{"tool": "a", "args": {"x": {"$regex": pattern}}, "reason": "no"}]
        held.replace_file("f3", "r.json", json.dumps(rules).encode())
        view = built(held)
        assert sum(len(entry.findings) for entry in view.entries) == hits


def test_files_beyond_the_bound_of_calls_are_left_out() -> None:
    """A file whose calls do not fit is refused by name of the variable; the rest is used."""
    view = built(workspace(gold_json=GOLD, m1_json=[trace("one", "a"), trace("two", "b")]), max_calls=3)
    assert [file.outcome for file in view.files] == ["all", "problem"]
    assert "TOOLSCORE_MAX_CALLS" in view.files[1].summary
    assert view.runs == []


def test_a_cancelled_build_keeps_what_was_read() -> None:
    """Files read before Cancel are not read again."""

    class AfterTheFirst(Progress):
        def step(self, done: int, total: int, text: str) -> None:
            if done == 1:
                self.cancel()
            super().step(done, total, text)

    held = workspace(gold_json=GOLD, m1_json=[trace("one", "a")])
    with pytest.raises(Cancelled):
        build(held, 1000, AfterTheFirst())
    assert [file.intake is not None for file in held.inputs.files] == [True, False]


def test_another_role_reads_the_file_as_that() -> None:
    """A list of calls can be gold or trace; its role decides."""
    held = workspace(calls_json=[{"tool": "a", "args": {}}])
    first = built(held).files[0]
    assert set(first.roles) >= {"gold", "trace"}
    other = "gold" if first.role == "trace" else "trace"
    held.set_file("f1", role=other)
    assert built(held).files[0].role == other

"""Reports of ours beside live traces: runs of their own, read only."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.evaluating import View, build
from pages._ui.jobs import Progress
from pages._ui.limits import StoreLimits
from pages._ui.store import HeldWorkspace
from pages._ui.stored import READ_ONLY, stored_sentence
from tests.app.driving import cells, components, healthy, texts
from toolscore_core.evaluation import PassRule
from toolscore_core.report.export import to_json
from toolscore_core.report.records import About

GOLD = [{"id": "one", "calls": [{"tool": "a", "args": {"x": 1}}]}, {"id": "two", "calls": [{"tool": "b", "args": {}}]}]
TRACES = [
    {"case_id": "one", "calls": [{"tool": "a", "args": {"x": 2}}]},
    {"case_id": "two", "calls": [{"tool": "b", "args": {}}]},
]


def workspace(**files: Any) -> HeldWorkspace:
    """A workspace of files named `x_json` for x.json; texts are taken as they are."""
    held = HeldWorkspace("token", StoreLimits())
    named = [(name.replace("_", "."), content) for name, content in files.items()]
    held.add([(name, (text if isinstance(text, str) else json.dumps(text)).encode()) for name, text in named])
    return held


def built(held: HeldWorkspace) -> View:
    """Bring it up to date, as a job does."""
    held.built = build(held, 1000, Progress())
    found: View = held.built
    return found


@pytest.fixture
def report() -> str:
    """A report of one run over two cases."""
    view = built(workspace(gold_json=GOLD, m1_json=TRACES))
    return to_json(view.entries, About(created=datetime(2026, 11, 30, 10, tzinfo=UTC)))


def test_a_report_brings_its_runs(report: str) -> None:
    """Alone it gives its cases, run, scores and verdicts, with nothing to score them with again."""
    view = built(workspace(report_json=report))
    assert (view.runs, sorted(view.cases), view.matched) == (["m1"], ["one", "two"], None)
    assert [(entry.case_id, entry.stored, entry.passed) for entry in view.entries] == [
        ("one", True, False),
        ("two", True, True),
    ]
    assert view.evaluations == {}
    assert stored_sentence(view.stored) == (
        "Stored results of 2026-11-30, read only: masked values are not scored again."
    )
    [file] = view.files
    assert (file.role, file.recognised, file.traces, file.calls) == ("report", "Toolscore report", 2, 2)
    assert file.summary == "read only, of 2026-11-30"


def test_labels_are_made_distinct(report: str) -> None:
    """A live run keeps its label; reports of the same run are told apart, and so are the keys of all entries."""
    view = built(workspace(gold_json=GOLD, m1_json=TRACES, r1_json=report, r2_json=report))
    assert view.runs == ["m1", "m1 (stored)", "m1 (stored 2)"]
    assert len({entry.key for entry in view.entries}) == 6
    assert view.cases == ["one", "two"]


def test_rule_and_strictness_do_not_touch_what_is_stored(report: str) -> None:
    """The live run goes by the new rule, the stored one by the rule of its report."""
    held = workspace(gold_json=GOLD, m1_json=TRACES, r_json=report)
    before = {entry.key: entry for entry in built(held).entries if entry.stored}
    held.change(rule=PassRule(0.0, all_required=False))
    held.change(strict=True, weights={"argument_f1": 1.0})
    view = built(held)
    assert {entry.key: entry for entry in view.entries if entry.stored} == before
    found = view.find("one", "m1")
    assert found is not None
    assert found.passed is True


def test_a_report_is_read_once(report: str) -> None:
    """Another file beside it leaves the entries as they were made."""
    held = workspace(r_json=report)
    first = built(held)
    held.add([("gold.json", json.dumps(GOLD).encode())])
    second = built(held)
    [before], [after] = first.stored.values(), second.stored.values()
    assert before.report is after.report


def test_pages_say_that_it_is_read_only(report: str, root: Any) -> None:
    """Start shows role and date; Review says where the results come from and offers no gold; Judge says why not."""
    at = AppTest.from_file(str(root / "app.py"), default_timeout=60)
    at.run()
    at.file_uploader[0].upload("report.json", report.encode()).run()
    healthy(at)
    sentence = "Stored results of 2026-11-30, read only: masked values are not scored again."
    assert cells(at, "Files", "role") == ["Report"]
    assert sentence in texts(at)
    review = healthy(at.switch_page("pages/review.py").run())
    button = next(button for button in review.button if button.label == "Make gold")
    assert (button.disabled, button.help) == (True, READ_ONLY)
    [verdict] = [data for data in components(review, "toolscore_summary") if data["parts"]]
    assert (verdict["rule"], verdict["notes"][0]) == ("", sentence)
    assert READ_ONLY in texts(healthy(review.switch_page("pages/judge.py").run()))

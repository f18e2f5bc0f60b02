"""A report read back: what was stored is shown as it was stored, and a report that somebody edited harms nobody."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.evaluations import FAKE_TOKEN, call, masked, missing, refund, sample_evaluations
from tests.mutations import mutants
from tests.strategies import FEW_VALUES, expected_calls, nested, trace_calls
from toolscore_core.calls import ToolCall, Trace, Turn
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.errors import InputError, Location
from toolscore_core.evaluation import DEFAULT_PASS_RULE
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report import figures, frames
from toolscore_core.report.export import to_csv, to_html, to_json, to_markdown, to_metrics_csv
from toolscore_core.report.records import About, Source
from toolscore_core.report.stored import StoredReport, read_report


def again(evaluations: Sequence[MaskedEvaluation], about: About | None = None) -> StoredReport:
    """The evaluations, written as a report and read back."""
    return read_report(to_json(evaluations, about).encode(), "report.json", Masker())


def records(evaluations: Sequence[MaskedEvaluation]) -> list[dict[str, Any]]:
    """The entries as a JSON report holds them."""
    document = json.loads(to_json(evaluations))
    return document["cases"] if "cases" in document else [{k: v for k, v in document.items() if k != "timestamp"}]


def edited(**changes: Any) -> bytes:
    """A report of one case in which somebody has put other values at its top."""
    return json.dumps({**json.loads(to_json([refund()])), **changes}).encode()


def rich() -> MaskedEvaluation:
    """A case with a conversation, an alias, a call of the provider's own, tokens and an outcome."""
    trace = Trace(
        [call("fetch", {"q": "x"}, turn=1), ToolCall("web_search", {"q": 1}, provider_executed=True, turn=1)],
        id="t-1",
        case_id="case-1",
        model="model-a",
        turns=[Turn("user", "find x"), Turn("assistant", "", calls=[0, 1], input_tokens=5)],
        input_tokens=12,
        cached_tokens=4,
        reasoning_tokens=2,
        outcome={"reward": 1.0},
        source=Location("run.jsonl", 3, 2, "$.x"),
        format="openai",
        metadata={"seed": 7},
    )
    return masked([call("find", {"q": "x"})], trace, aliases={"fetch": "find"}, ignore=("z",), tags=("a",), trial=2)


EVERY: dict[str, Callable[[], list[MaskedEvaluation]]] = {
    "of everything at once": lambda: [refund(), missing([call("a")]), masked(None, [call("b")]), rich()],
    "one": lambda: [refund()],
    "without a trace": lambda: [missing([call("a")])],
    "without gold": lambda: [masked(None, [call("a", {"x": [1, {"y": None}]})])],
    "of an empty gold": lambda: [masked([], [])],
    "with a conversation": lambda: [rich()],
    "of none": list,
}


@pytest.mark.parametrize("make", EVERY.values(), ids=list(EVERY))
def test_read_back_and_written_again_it_is_the_same(make: Any) -> None:
    """Report -> evaluations -> report gives the same entries, and every evaluation says that it was stored."""
    evaluations = make()
    report = again(evaluations)
    assert report.problems == ()
    assert records(report.evaluations) == records(evaluations)
    assert all(evaluation.stored for evaluation in report.evaluations)


def test_the_sample_workspace_read_back(sample_data: Path) -> None:
    """All cases, runs and trials of the sample come back, down to the last derived number."""
    evaluations = sample_evaluations(sample_data / "support-agent")
    report = again(evaluations)
    assert report.problems == ()
    for before, after in zip(evaluations, report.evaluations, strict=True):
        for name in before.__dataclass_fields__:
            if name not in ("stored", "metrics"):
                assert getattr(after, name) == getattr(before, name), (before.key, name)


@given(expected_calls(nested(FEW_VALUES)), trace_calls(nested(FEW_VALUES)))
@settings(max_examples=60)
def test_any_case_read_back(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """Whatever was compared, the rows, calls, differences, scores and findings come back as they were."""
    before = masked(gold, trace)
    report = again([before])
    assert report.problems == ()
    (after,) = report.evaluations
    assert (after.rows, after.counts, after.contributions) == (before.rows, before.counts, before.contributions)
    assert (after.score, after.passed, after.completed) == (before.score, before.passed, before.completed)
    assert (after.verdict_parts, after.case, after.trace) == (before.verdict_parts, before.case, before.trace)
    assert records([after]) == records([before])


def test_what_stands_beside_the_evaluations() -> None:
    """Time, pass rule and files come back too."""
    source = Source(MaskedText("gold.json"), "gold", "List of calls", "1 case", (MaskedText("cut off"),))
    report = again([refund()], About(sources=(source,), rule=DEFAULT_PASS_RULE))
    assert report.schema == "toolscore-report/2"
    assert report.sources == (source,)
    assert report.rule == DEFAULT_PASS_RULE
    assert report.created.startswith("20")


VERSION_1: dict[str, Any] = {
    "schema": "toolscore-report/1",
    "timestamp": "2026-11-30T12:00:00+00:00",
    "key": "c|m|",
    "case": "c",
    "run": "m",
    "trial": None,
    "verdict": "Fails: b is missing. Score 0.50, grade F.",
    "passed": False,
    "summary": {"score": 0.5, "grade": "F", "weights": {"argument_f1": 1.0}, "required_call_recall": 0.5},
    "metrics": {"selection_accuracy": 1.0},
    "not_applicable": {},
    "contributions": [
        {"metric": "argument_f1", "gold_index": 1, "trace_index": None, "text": "missing", "loss": 0.5, "points": 0.5}
    ],
    "gold_calls": [{"tool": "a", "args": {}, "metadata": {}}, {"tool": "b", "args": None, "metadata": {}}],
    "trace_calls": [{"tool": "a", "args": {}, "metadata": {}}],
    "rows": [
        {"state": "match", "gold_index": 0, "trace_index": 0, "differences": [], "findings": []},
        {"state": "missing", "gold_index": 1, "trace_index": None, "differences": [], "findings": []},
    ],
    "findings": [],
    "problems": ["gold.json: a setting"],
    "sources": [],
    "masked": {"occurrences": 0, "credentials": 0},
}
"""A report as version 1 wrote them."""


def test_version_1() -> None:
    """A report of version 1 is read; what it does not tell is unknown, and not 0."""
    report = read_report(json.dumps(VERSION_1).encode(), "old.json", Masker())
    assert report.problems == ()
    (view,) = report.evaluations
    assert (view.score, view.grade, view.passed, view.completed) == (0.5, "F", False, (1, 2))
    assert view.verdict_parts == (("Fails: b is missing. Score 0.50, grade F.", False),)
    assert view.rows[1].contributions == view.contributions
    assert view.trace is not None
    assert (view.trace.duration, view.trace.cost, view.trace.input_tokens) == (None, None, None)
    assert str(view.problems[0].message) == "gold.json: a setting"
    assert report.rule is None


def test_nothing_is_scored_again() -> None:
    """A verdict, a score and a state that do not fit the calls are shown as they stand in the report."""
    told = {**VERSION_1, "verdict": "Passes, says the report.", "passed": True}
    told["summary"] = {**told["summary"], "score": 0.125}
    (view,) = read_report(json.dumps(told).encode(), "r.json", Masker()).evaluations
    assert (view.verdict, view.passed, view.score) == ("Passes, says the report.", True, 0.125)


PLACES = ("verdict", "case", "run", "tool", "args", "key", "metadata", "error", "path", "preview", "reason", "finding", "problem", "turn", "source", "metric", "timestamp", "weight")  # fmt: skip


@pytest.mark.parametrize("place", PLACES)
def test_a_credential_that_somebody_put_in_is_masked(place: str) -> None:
    """Every text is masked again on reading, wherever a credential was written into the report."""
    report = json.loads(to_json([rich(), refund()]))
    case, other = report["cases"]
    token = f"see {FAKE_TOKEN} here"
    changes: dict[str, Any] = {
        "verdict": lambda: case.update(verdict=token, verdict_parts=[[token, True]]),
        "case": lambda: case.update(case=token),
        "run": lambda: case.update(run=token),
        "tool": lambda: case["trace_calls"][0].update(tool=token),
        "args": lambda: case["gold_calls"][0].update(args={"q": [token]}),
        "key": lambda: case["trace_calls"][0].update(args={FAKE_TOKEN: 1}),
        "metadata": lambda: case["trace"].update(metadata={"x": token}),
        "error": lambda: case["trace_calls"][0].update(metadata={"error": token}),
        "path": lambda: other["rows"][3]["differences"][0].update(path=token, actual=token),
        "preview": lambda: other["findings"][0].update(preview=token, name=token),
        "reason": lambda: other["findings"][-1].update(reason=token, because=token),
        "finding": lambda: other["findings"][0].update(tool=token, source=token, confidence=token, via=token),
        "problem": lambda: case.update(problems=[{"message": token, "source": token, "path": f"$.{FAKE_TOKEN}"}]),
        "turn": lambda: case["trace"]["turns"][0].update(text=token, role=token),
        "source": lambda: report.update(sources=[{"name": token, "role": token, "format": token, "contents": token}]),
        "metric": lambda: case.update(metrics={"semantic_metrics": {FAKE_TOKEN: token}}, not_applicable={"x": token}),
        "timestamp": lambda: report.update(timestamp=token),
        "weight": lambda: case["summary"]["weights"].update({FAKE_TOKEN: 0.5}),
    }
    changes[place]()
    data = json.dumps(report).encode()
    assert FAKE_TOKEN in data.decode()
    read = read_report(data, "report.json", Masker())
    assert len(read.evaluations) == 2
    assert FAKE_TOKEN not in repr(read)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"score": "high"}, "summary.score"),
        ({"score": 7}, "summary.score"),
        ({"score": True}, "summary.score"),
    ],
    ids=["text", "too high", "true"],
)
def test_a_score_of_another_kind(changes: dict[str, Any], place: str) -> None:
    """It is a problem with its place, and the entry is left out."""
    summary = {**json.loads(to_json([refund()]))["summary"], **changes}
    report = read_report(edited(summary=summary), "report.json", Masker())
    assert report.evaluations == ()
    assert str(report.problems[0].location) == f"report.json · $.{place}"


WRONG: dict[str, dict[str, Any]] = {
    "no rows": {"rows": 3},
    "a row of nothing": {"rows": [{"state": "match", "gold_index": None, "trace_index": None}]},
    "a position beyond the calls": {"rows": [{"state": "match", "gold_index": 0, "trace_index": 10**9}]},
    "an unknown state": {"rows": [{"state": "great", "gold_index": 0, "trace_index": 0}]},
    "a state that does not fit": {"rows": [{"state": "missing", "gold_index": 0, "trace_index": 0}]},
    "a call twice": {"rows": [{"state": "match", "gold_index": 0, "trace_index": 0}] * 2},
    "a finding that is not there": {"rows": [{"state": "match", "gold_index": 0, "trace_index": 0, "findings": [99]}]},
    "no tool": {"trace_calls": [{"tool": " "}]},
    "arguments that are a list": {"gold_calls": [{"tool": "a", "args": []}], "trace_calls": []},
    "a duration in words": {"trace_calls": [{"tool": "a", "duration": "long"}]},
    "a number beyond all": {"metrics": {"selection_accuracy": 10**400}},
    "a metric that is an object": {"metrics": {"selection_accuracy": {}}},
    "neither gold nor trace": {"gold_calls": None, "trace_calls": None},
    "no case": {"case": None},
    "a kind of finding": {"findings": [{"kind": "poem"}]},
    "a turn of calls that are not there": {"trace": {"turns": [{"role": "user", "calls": [77]}]}},
}


@pytest.mark.parametrize("changes", WRONG.values(), ids=list(WRONG))
def test_one_bad_entry_never_loses_the_others(changes: dict[str, Any]) -> None:
    """What does not fit together is left out and reported with its place; the rest is read."""
    report = json.loads(to_json([refund(), masked([call("a")], [call("a")]), missing([call("b")])]))
    report["cases"][1] |= changes
    read = read_report(json.dumps(report).encode(), "report.json", Masker())
    assert [evaluation.case_id for evaluation in read.evaluations] == ["refund-late-parcel", "case-9"]
    assert len(read.problems) == 1
    assert str(read.problems[0]).startswith("report.json · $.cases[1]")


def test_the_same_entry_twice() -> None:
    """The second one is left out, since an entry is known by case, run and trial."""
    report = json.loads(to_json([refund(), rich()]))
    report["cases"].append(report["cases"][0])
    read = read_report(json.dumps(report).encode(), "report.json", Masker())
    assert len(read.evaluations) == 2
    assert "second entry" in read.problems[0].message


def test_names_with_bars_are_different_entries() -> None:
    """Where one name ends and the next begins is told, so that no entry is taken for another."""
    pair = [masked([call("a")], [call("a")], case_id="p|q", run="r"), masked([call("a")], [], case_id="p", run="q|r")]
    assert pair[0].key != pair[1].key
    read = again(pair)
    assert [(entry.case_id, entry.run) for entry in read.evaluations] == [("p|q", "r"), ("p", "q|r")]


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"[]", "is no report"),
        (b'{"schema": "other/1"}', "is no report"),
        (b'{"schema": "toolscore-report/9"}', "another version"),
        (b'{"schema": 3}', "is no report"),
        (b"not json", "report.json"),
        (b'{"schema": "toolscore-report/2", "cases": ' + b"[" * 5000 + b"]" * 5000 + b"}", "report.json"),
    ],
    ids=["list", "other", "later version", "number", "no json", "too deep"],
)
def test_what_is_no_report(data: bytes, told: str) -> None:
    """It raises an error that names the file and says what was expected."""
    with pytest.raises(InputError, match=told):
        read_report(data, "report.json", Masker())


def test_a_report_that_was_cut_off_says_so() -> None:
    """What is left of it is read, and the rest is told, never dropped without a word."""
    data = to_json([refund(), rich()]).encode()
    report = read_report(data[: len(data) * 3 // 4], "report.json", Masker())
    assert [evaluation.case_id for evaluation in report.evaluations] == ["refund-late-parcel"]
    assert any("cut off" in problem.message for problem in report.problems)


def test_damaged_reports() -> None:
    """A damaged report is read as far as it goes or refused, and what was read can be shown and written."""
    data = to_json([refund(), rich(), missing([call("a")])]).encode()
    read = 0
    for damaged in mutants(data, seed=7, count=300):
        try:
            report = read_report(damaged, "report.json", Masker())
        except InputError:
            continue
        held = report.evaluations
        read += len(held)
        assert [entry.key for entry in again(held).evaluations] == [entry.key for entry in held]
        assert to_html(held).endswith("</html>\n")
        assert to_markdown(held).startswith("# Toolscore report\n")
        lines = list(csv.reader(io.StringIO(to_csv(held))))
        assert len(lines) == 1 + sum(max(1, len(entry.rows)) for entry in held)
        assert to_metrics_csv(held).count(",score,") == len(held)
        assert len(frames.cases_frame(held)) == len(held)
        assert len(frames.calls_frame(held)) == sum(len(entry.rows) for entry in held)
        assert len(frames.findings_frame(held)) == sum(len(entry.findings) for entry in held)
        cells = frames.arguments_frame(held)
        assert (cells["correct"] <= cells["expected"]).all()
    assert read > 100


def test_frames_and_figures_take_stored_evaluations() -> None:
    """What pages draw can be drawn from a report that was read back."""
    stored = again([refund(), rich()]).evaluations
    assert len(frames.cases_frame(stored)) == 2
    assert figures.latency_by_tool(frames.latency_frame(stored), figures.LIGHT).data

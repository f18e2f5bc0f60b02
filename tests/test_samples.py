"""The sample data stands alone: it is what its source writes, reads without a problem, and shows what it promises."""

import gzip
import re
from pathlib import Path

import pytest

import toolscore_core as ts
from sample_data.making import files
from toolscore_core.alignment import State
from toolscore_core.calls import Run
from toolscore_core.evaluation import DEFAULT_PASS_RULE, Evaluation, evaluate_many
from toolscore_core.rules import load_forbidden_rules
from toolscore_core.workspace import match_traces

TRACES = {"atlas-mini": 14, "orbit-large": 15, "swift-2": 13}
RUNS = {"atlas-mini": "atlas-mini.jsonl", "orbit-large": "orbit-large.chat.jsonl", "swift-2": "swift-2.otlp.json.gz"}


def plain(data: bytes) -> bytes:
    return gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data


@pytest.fixture(scope="module")
def trials(sample_data: Path) -> dict[tuple[str, str, int | None], Evaluation]:
    folder = sample_data / "support-agent"
    cases = ts.read_gold(folder / "support-agent.gold.jsonl").cases
    runs = [Run(label, ts.read_traces(folder / name).traces) for label, name in RUNS.items()]
    entries = [entry for entry in match_traces(cases, runs).entries if entry.trace is not None]
    rules = load_forbidden_rules(folder / "policy.rules.json")
    results = evaluate_many(
        [(entry.case, entry.trace) for entry in entries if entry.trace is not None], forbidden=rules
    )
    keys = [(entry.case_id, entry.run or "", entry.trial) for entry in entries]
    return dict(zip(keys, results, strict=True))


@pytest.fixture(scope="module")
def evaluations(trials: dict[tuple[str, str, int | None], Evaluation]) -> dict[tuple[str, str], Evaluation]:
    return {(case, run): result for (case, run, trial), result in trials.items() if trial in (None, 1)}


def test_files_are_what_their_source_writes(sample_data: Path) -> None:
    """Nobody edits the written files by hand."""
    folder = sample_data / "support-agent"
    written = {name: plain(data) for name, data in files().items()}
    assert {path.name: plain(path.read_bytes()) for path in folder.iterdir()} == written


@pytest.mark.parametrize("run", RUNS)
def test_traces_read_whole(sample_data: Path, run: str) -> None:
    """Every sample log reads without a problem, one trace a case and trial, named after its case."""
    file = ts.read_traces(sample_data / "support-agent" / RUNS[run])
    assert not file.problems
    assert len(file.traces) == TRACES[run]
    assert all(trace.case_id or trace.id for trace in file.traces)


def test_three_formats(sample_data: Path) -> None:
    """The three models come in three formats."""
    assert len({ts.read_traces(sample_data / "support-agent" / name).format for name in RUNS.values()}) == 3


def test_every_trace_finds_its_case(trials: dict[tuple[str, str, int | None], Evaluation]) -> None:
    """42 traces over 13 cases, matched by id."""
    assert len(trials) == 42
    assert len({case for case, _, _ in trials}) == 13


def test_trials_and_regressions(trials: dict[tuple[str, str, int | None], Evaluation]) -> None:
    """One case has three trials in two runs, of which one passes two; the dearest model fails where the smallest passes."""
    passed = {key: DEFAULT_PASS_RULE.verdict(result)[0] for key, result in trials.items()}
    numbers = {run: [trial for case, of, trial in trials if (case, of) == ("wrong-item", run)] for run in RUNS}
    assert numbers == {"atlas-mini": [1, 2, 3], "orbit-large": [1, 2, 3], "swift-2": [None]}
    assert [passed["wrong-item", "atlas-mini", trial] for trial in (1, 2, 3)] == [True, False, True]
    for case in ("cancel-before-dispatch", "gift-card-balance"):
        assert [passed[case, run, None] for run in RUNS] == [True, False, True]


@pytest.mark.parametrize(
    ("case", "run", "state"),
    [
        ("refund-late-parcel", "atlas-mini", State.MOVED),
        ("refund-late-parcel", "atlas-mini", State.CHANGED),
        ("refund-late-parcel", "atlas-mini", State.MISSING),
        ("refund-late-parcel", "atlas-mini", State.EXTRA),
        ("cancel-after-dispatch", "orbit-large", State.REPEATED),
        ("invoice-copy", "atlas-mini", State.SUBSTITUTE),
        ("change-address", "swift-2", State.MOVED),
    ],
)
def test_states_on_show(evaluations: dict[tuple[str, str], Evaluation], case: str, run: str, state: State) -> None:
    """The sample shows every state of a row."""
    alignment = evaluations[case, run].alignment
    assert alignment
    assert alignment.counts[state] >= 1


def test_a_retry_pairs_with_the_attempt_that_succeeded(evaluations: dict[tuple[str, str], Evaluation]) -> None:
    """Fail, then succeed: the success is the match, the failure is the repetition."""
    result = evaluations["cancel-before-dispatch", "swift-2"]
    assert result.alignment
    rows = {row.trace_index: row.state for row in result.alignment.rows if row.trace_index is not None}
    assert result.trace_calls[3].is_error
    assert rows[3] is State.REPEATED
    assert rows[4] is State.MATCH


def test_parallel_calls_have_no_order(evaluations: dict[tuple[str, str], Evaluation]) -> None:
    """Two calls of one turn in the other order are in place."""
    alignment = evaluations["track-two-parcels", "orbit-large"].alignment
    assert alignment
    assert {row.state for row in alignment.rows} == {State.MATCH}


def test_nothing_expected_is_not_no_gold(evaluations: dict[tuple[str, str], Evaluation]) -> None:
    """A case that expects no call has a score."""
    assert evaluations["says-thank-you", "swift-2"].score == 1.0


def test_credential_and_forbidden_calls_are_found(evaluations: dict[tuple[str, str], Evaluation]) -> None:
    """The planted credential and the forbidden calls are reported."""
    assert evaluations["refund-late-parcel", "atlas-mini"].metrics["security_metrics"]["secret_count"] == 1
    assert evaluations["close-account", "atlas-mini"].metrics["policy_metrics"]["violation_count"] == 1


def test_no_file_shows_the_credential_whole(sample_data: Path) -> None:
    """No scanner would find the planted credential in the files as they lie on disk."""
    whole = re.compile(rb"sk-" + rb"ant-")
    assert not [path for path in sample_data.rglob("*") if path.is_file() and whole.search(plain(path.read_bytes()))]

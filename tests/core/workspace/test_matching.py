"""Which trace answers which case."""

import re
from collections.abc import Mapping

import pytest

from toolscore_core.calls import Case, Run, ToolCall, Trace
from toolscore_core.errors import Location
from toolscore_core.evaluation import evaluate
from toolscore_core.formats import TraceFile
from toolscore_core.workspace import Entry, Workspace, group_runs, match_traces, worst_first


def trace(
    id: str = "", case_id: str | None = None, file: str = "", model: str | None = None, trial: int | None = None
) -> Trace:
    """A trace without calls."""
    return Trace(id=id, case_id=case_id, model=model, trial=trial, source=Location(file))


def cases(*ids: str) -> list[Case]:
    """Cases without calls."""
    return [Case(id) for id in ids]


def matched(workspace: Workspace) -> list[tuple[str, str | None, int | None, str | None]]:
    """(case, run, trial, how it was matched) of every entry."""
    return [(entry.case_id, entry.run, entry.trial, entry.matched_by) for entry in workspace.entries]


@pytest.mark.parametrize(
    ("ids", "traces", "expected"),
    [
        pytest.param(("a", "b"), [trace(case_id="b"), trace(case_id="a")], {"a": (1, "id"), "b": (0, "id")}, id="the trace names the case"),
        pytest.param(("a", "b"), [trace(id="b"), trace(id="a")], {"a": (1, "id"), "b": (0, "id")}, id="the trace has the id of the case"),
        pytest.param(("refund-1", "refund-12"), [trace(file="runs/Refund_12.gpt.json"), trace(file="refund 1.json")], {"refund-1": (1, "name"), "refund-12": (0, "name")}, id="the file is named after the case"),
        pytest.param(("refund", "refund-late"), [trace(id="run 7 refund late"), trace(id="refund")], {"refund": (1, "id"), "refund-late": (0, "name")}, id="the longer name"),
        pytest.param(("a", "b"), [trace(), trace()], {"a": (0, "order"), "b": (1, "order")}, id="by order"),
        pytest.param(("a", "b", "c"), [trace(), trace(case_id="b"), trace()], {"a": (0, "order"), "b": (1, "id"), "c": (2, "order")}, id="the rest by order"),
        pytest.param(("a",), [trace(case_id="zzz")], {"a": (0, "order")}, id="one case and one trace"),
        pytest.param(("返金", "配送"), [trace(file="run_配送.json"), trace(file="返金.json")], {"返金": (1, "name"), "配送": (0, "name")}, id="words of any script"),
        pytest.param(("A-1", "B-1"), [trace(case_id="b 1"), trace(case_id="a 1")], {"A-1": (1, "name"), "B-1": (0, "name")}, id="the same words"),
    ],
)  # fmt: skip
def test_matching(ids: tuple[str, ...], traces: list[Trace], expected: Mapping[str, tuple[int, str]]) -> None:
    """A trace is matched by id, then by name, then by order."""
    workspace = match_traces(cases(*ids), [Run("m", traces)])
    places = {id(trace): place for place, trace in enumerate(traces)}
    found = {entry.case_id: (places[id(entry.trace)], entry.matched_by) for entry in workspace.entries}
    assert found == expected
    assert workspace.unmatched == []
    assert workspace.notes == []


def test_the_order_of_cases_of_two_files_means_nothing() -> None:
    """Two gold files beside each other: their cases are not counted through."""
    gold = [Case("a", source=Location("one.json")), Case("b", source=Location("two.json"))]
    workspace = match_traces(gold, [Run("m", [trace(), trace()])])
    assert {entry.matched_by for entry in workspace.entries} == {None}


@pytest.mark.parametrize(
    ("ids", "traces", "count"),
    [
        pytest.param(("a", "b", "c"), [trace(), trace()], 2, id="fewer traces than cases"),
        pytest.param(("a", "b"), [trace(case_id="x"), trace(case_id="y")], 2, id="cases that are not there"),
        pytest.param(("a",), [trace(case_id="a"), trace(case_id="x")], 1, id="one case, and another's trace"),
        pytest.param(
            ("a-1", "b"),
            [trace(case_id="a_1"), trace(case_id="a_1_other")],
            1,
            id="another case, whose name begins alike",
        ),
        pytest.param(("north", "north "), [trace(file="north.json")], 1, id="two cases with the same words"),
    ],
)
def test_what_is_not_matched(ids: tuple[str, ...], traces: list[Trace], count: int) -> None:
    """Where order would be a guess the traces stay without a case, are entries all the same, and a note says so."""
    workspace = match_traces(cases(*ids), [Run("m", traces)])
    assert len(workspace.unmatched) == count
    assert sum(entry.case is None for entry in workspace.entries) == count
    (note,) = workspace.notes
    assert re.search(rf"no case was found for (any of )?{count} trace", note)


def test_a_run_that_answers_no_case_has_no_empty_entries() -> None:
    """Traces that were never meant for this gold do not bury the cases under rows without a trace."""
    runs = [Run("m", [trace(case_id="a")]), Run("x", [trace(case_id="p")]), Run("y", [trace(case_id="q")])]
    workspace = match_traces(cases("a", "b"), runs)
    assert matched(workspace) == [
        ("a", "m", None, "id"),
        ("b", "m", None, None),
        ("p", "x", None, None),
        ("q", "y", None, None),
    ]
    (note,) = workspace.notes
    assert note.startswith("2 runs, x among them: no case was found for any of 2 traces.")


def test_when_no_run_answers_a_case_the_cases_stand_once() -> None:
    """Gold is never forgotten: each case is an entry of no run."""
    workspace = match_traces(cases("a", "b"), [Run("x", [trace(case_id="p")]), Run("y", [trace(case_id="q")])])
    assert matched(workspace)[:2] == [("a", None, None, None), ("b", None, None, None)]
    assert len(workspace.entries) == 4


def test_a_case_without_a_trace_is_an_entry() -> None:
    """Every case stands once in every run, with its trace or without."""
    runs = [Run("m", [trace(case_id="a"), trace(case_id="b")]), Run("n", [trace(case_id="b")])]
    assert matched(match_traces(cases("a", "b"), runs)) == [
        ("a", "m", None, "id"),
        ("a", "n", None, None),
        ("b", "m", None, "id"),
        ("b", "n", None, "id"),
    ]


def test_cases_without_any_run() -> None:
    """Gold alone gives its cases."""
    assert matched(match_traces(cases("a"), [])) == [("a", None, None, None)]


def test_one_case_is_answered_by_every_trace() -> None:
    """With one case alone the traces of a run that name no other case are its trials."""
    workspace = match_traces(cases("a"), [Run("m", [trace(), trace(), trace()])])
    assert matched(workspace) == [("a", "m", 1, "order"), ("a", "m", 2, "order"), ("a", "m", 3, "order")]


@pytest.mark.parametrize(
    ("recorded", "trials"),
    [
        pytest.param((None, None), [1, 2], id="numbered in order"),
        pytest.param((7, 3), [3, 7], id="as the file says"),
        pytest.param((1, None), [1, 2], id="one says nothing"),
        pytest.param((2, 2), [1, 2], id="the same number twice"),
        pytest.param((4,), [4], id="one alone with a number"),
        pytest.param((None,), [None], id="one alone"),
    ],
)
def test_trials(recorded: tuple[int | None, ...], trials: list[int | None]) -> None:
    """The same case twice in a run makes trials."""
    workspace = match_traces(cases("a"), [Run("m", [trace(case_id="a", trial=number) for number in recorded])])
    assert [entry.trial for entry in workspace.entries] == trials


def test_without_gold_every_trace_is_an_entry() -> None:
    """Without gold there are no cases, and each trace goes by its own name."""
    run = Run("m", [trace(case_id="x"), trace(id="t1"), trace(file="dir/log.jsonl.gz"), trace(), trace(id="t1")])
    workspace = match_traces([], [run])
    assert matched(workspace) == [
        ("x", "m", None, None),
        ("t1", "m", 1, None),
        ("t1", "m", 2, None),
        ("log", "m", None, None),
        ("trace", "m", None, None),
    ]
    assert workspace.unmatched == []


def test_corrections_come_first() -> None:
    """What a person says holds, also that a trace answers no case."""
    run = Run("m", [trace(case_id="a"), trace(), trace()])
    workspace = match_traces(
        cases("a", "b"), [run], corrections={("m", 0): "b", ("m", 1): "", ("m", 9): "a", ("n", 0): "a"}
    )
    assert {(entry.case_id, entry.matched_by) for entry in workspace.entries if entry.trace is run.traces[0]} == {
        ("b", "hand")
    }
    assert [held for _, held in workspace.unmatched if held is run.traces[1]]
    assert [entry.case_id for entry in workspace.entries if entry.trace is run.traces[2]] == ["a"]
    assert workspace.notes == ["Run m: a trace was assigned to a case that is not there."]


def test_ids_of_two_gold_files_are_made_unique() -> None:
    """The same id from two files stays two cases."""
    workspace = match_traces(cases("a", "a", "a#2"), [])
    assert [case.id for case in workspace.cases] == ["a", "a#3", "a#2"]
    assert len(workspace.notes) == 1


def file(name: str, *traces: Trace) -> TraceFile:
    """A trace file."""
    return TraceFile(name=name, traces=list(traces))


@pytest.mark.parametrize(
    ("files", "runs"),
    [
        pytest.param([file("a.json", trace(), trace()), file("b.json", trace())], {"a": 2, "b": 1}, id="by file"),
        pytest.param([file("a.json", trace(model="m"), trace(model="n"))], {"m": 1, "n": 1}, id="two models in a file"),
        pytest.param([file("m/x.json", trace()), file("m/y.json", trace())], {"m": 2}, id="a folder of single traces"),
        pytest.param(
            [file("x.json", trace(model="m")), file("y.json", trace(model="m"))], {"m": 2}, id="named by case"
        ),
        pytest.param([file("", trace())], {"run": 1}, id="nameless"),
    ],
)
def test_group_runs(files: list[TraceFile], runs: dict[str, int]) -> None:
    """Files of the same label are one run."""
    assert {run.label: len(run.traces) for run in group_runs(files, ["x", "y"])} == runs


def test_worst_first() -> None:
    """Without a trace first, then findings, then failed, then the rest; each by score."""
    a, b = ToolCall("a"), ToolCall("b")
    forbidden = [{"tool": "b"}]
    evaluations = {
        "perfect": evaluate([a], [a]),
        "good": evaluate([a] * 9, [*[a] * 9, a]),
        "failed": evaluate([a], [ToolCall("c")]),
        "half": evaluate([a, a], [a]),
        "finding": evaluate([a, b], [a, b], forbidden=forbidden),
        "no gold": evaluate(None, [a]),
        "missing": None,
    }
    pairs = [(Entry(None, name, "m", None, None, None), evaluation) for name, evaluation in evaluations.items()]
    order = [entry.case_id for entry, _ in worst_first(pairs)]
    assert order == ["missing", "finding", "failed", "half", "good", "perfect", "no gold"]

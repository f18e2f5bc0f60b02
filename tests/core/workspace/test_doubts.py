"""What a person should doubt before comparing: repeated traces, and cases that were not asked alike."""

from collections.abc import Sequence

import pytest

from toolscore_core.calls import Case, Run, ToolCall, Trace, Turn
from toolscore_core.workspace import match_traces
from toolscore_core.workspace.asking import asked


def talk(*texts: tuple[str, str], **fields: object) -> Trace:
    """A trace of case "c" with these messages, as (role, text)."""
    return Trace(case_id="c", turns=[Turn(role, text) for role, text in texts], **fields)  # type: ignore[arg-type]


def notes(*runs: Sequence[Trace], cases: Sequence[str] = ("c",)) -> list[str]:
    """The notes about runs m1, m2, ... over these cases."""
    labelled = [Run(f"m{number}", list(traces)) for number, traces in enumerate(runs, 1)]
    return match_traces([Case(id) for id in cases], labelled).notes


@pytest.mark.parametrize(
    ("trace", "question"),
    [
        pytest.param(talk(("system", "Be kind."), ("user", " Book\n it. "), ("user", "Now.")), "Book it.", id="the first"),
        pytest.param(talk(("user", " "), ("user", "Book it.")), "Book it.", id="the first that says something"),
        pytest.param(talk(("assistant", "Hello.")), None, id="no user"),
        pytest.param(talk(), None, id="no conversation"),
    ],
)  # fmt: skip
def test_what_the_user_asked(trace: Trace, question: str | None) -> None:
    """The user's first message, white space made one blank each."""
    assert asked(trace) == question


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        pytest.param([talk(("user", "Book it."))], [talk(("user", "Book  it.\n"))], False, id="white space"),
        pytest.param([talk(("user", "Book it."))], [talk(("user", "Cancel it."))], True, id="another question"),
        pytest.param([talk(("user", "Book it."))], [talk()], False, id="one says nothing"),
        pytest.param([talk(("user", "a")), talk(("user", "b"))], [], False, id="one run alone"),
        pytest.param(
            [talk(("user", "a"), ("user", "x"))], [talk(("user", "a"), ("user", "y"))], False, id="later messages"
        ),
        pytest.param([talk(("user", "a"))], [talk(("user", "a"), id="1"), talk(("user", "b"), id="2")], True, id="a trial"),
    ],
)  # fmt: skip
def test_questions_that_differ_are_told(first: list[Trace], second: list[Trace], told: bool) -> None:
    """Between runs of one case, in one note that says which case and never what was asked."""
    found = notes(first, second)
    wanted = "The user asks different things in the traces of case c: the runs may not be comparable."
    assert found == ([wanted] if told else [])


def test_many_cases_are_counted() -> None:
    """A note names three cases and counts the rest."""
    ids = [f"case-{number}" for number in range(1, 6)]
    runs = [[Trace(case_id=id, turns=[Turn("user", f"{id} {run}")]) for id in ids] for run in ("m1", "m2")]
    (note,) = notes(*runs, cases=ids)
    assert "5 cases: case-1, case-2, case-3 and 2 more: the runs" in note


@pytest.mark.parametrize(
    ("traces", "twice"),
    [
        pytest.param([talk(id="x"), talk(id="x")], True, id="the same"),
        pytest.param([talk(id="x", trial=1), talk(id="x", trial=2)], True, id="but for the trial"),
        pytest.param([talk(id="x", started=1.0), talk(id="x", started=2.0)], False, id="another time"),
        pytest.param([talk(id="x"), talk(id="x", calls=[ToolCall("a")])], False, id="another call"),
    ],
)
def test_the_same_trace_twice_is_told(traces: list[Trace], twice: bool) -> None:
    """It is kept as a trial, and a note says so."""
    workspace = match_traces([Case("c")], [Run("m1", traces)])
    assert len(workspace.entries) == 2
    wanted = "Run m1: the same trace stands twice in case c; each counts as a trial of its own."
    assert workspace.notes == ([wanted] if twice else [])


def test_a_trial_number_twice_is_told() -> None:
    """Numbers that do not tell trials apart are replaced, and a note says so."""
    found = notes([talk(id="x", trial=2), talk(id="y", trial=2)])
    assert found == ["Run m1: two traces have the same trial number in case c; the trials are numbered in order."]

"""Tasks of tau-bench and tau2-bench."""

import json
from typing import Any

import pytest

import toolscore_core as ts
from tests.core.gold.gold_help import only, read, read_lines, short, skipped
from toolscore_core.intake import take_in


def task(*actions: Any, id: str = "t", **fields: Any) -> dict[str, Any]:
    return {
        "id": id,
        "user_scenario": {"instructions": "x"},
        "evaluation_criteria": {"actions": list(actions)},
        **fields,
    }


def action(name: str, *, compare: Any = None, requestor: str = "assistant", **args: Any) -> dict[str, Any]:
    return {"action_id": f"{name}_0", "requestor": requestor, "name": name, "arguments": args, "compare_args": compare}


def score(case: ts.Case, *calls: ts.ToolCall) -> float:
    """F1 of the arguments."""
    value = ts.evaluate(case, ts.Trace(calls=list(calls))).metrics["argument_metrics"]["f1"]
    assert isinstance(value, float)
    return value


def test_actions_are_calls() -> None:
    """Each action of a task is an expected call; its id and reason are kept."""
    case = only(read([task(action("book", seat="4A"), action("pay"))]), "tau_bench")
    assert (case.id, case.input, short(case)) == ("t", {"instructions": "x"}, [("book", {"seat": "4A"}), ("pay", {})])
    assert case.calls[0].metadata == {"action_id": "book_0", "requestor": "assistant"}
    assert case.source.path == "$[0]"


@pytest.mark.parametrize(
    ("compare", "ignored", "scores"),
    [
        pytest.param(None, (), [1.0, 0.5, 0.0], id="null compares all"),
        pytest.param(["seat"], ("book.note",), [1.0, 1.0, 0.0], id="the named ones are compared"),
        pytest.param([], ("book.note", "book.seat"), [1.0, 1.0, 1.0], id="none is compared"),
    ],
)
def test_compared_arguments(compare: Any, ignored: tuple[str, ...], scores: list[float]) -> None:
    """Arguments that are not named are as written, and never count."""
    case = only(read([task(action("book", compare=compare, seat="4A", note="window"))]), "tau_bench")
    assert (short(case), case.ignore) == ([("book", {"seat": "4A", "note": "window"})], ignored)
    made = [("4A", "window"), ("4A", "by the window"), ("9F", "aisle")]
    assert [score(case, ts.ToolCall("book", {"seat": seat, "note": note})) for seat, note in made] == scores


def test_calls_of_a_tool_that_differ_in_what_is_compared() -> None:
    """Where one call of a tool compares an argument and another does not, only the latter accepts anything."""
    case = only(read([task(action("book", a=1), action("book", compare=[], a=2))]), "tau_bench")
    assert (case.ignore, short(case)) == ((), [("book", {"a": 1}), ("book", {"a": "OptionalArgument(ANY)"})])
    assert score(case, ts.ToolCall("book", {"a": 1}), ts.ToolCall("book", {"a": 9})) == 1.0
    assert score(case, ts.ToolCall("book", {"a": 8}), ts.ToolCall("book", {"a": 9})) < 1.0


def test_actions_of_the_user() -> None:
    """What the user does with tools of their own is told apart."""
    case = only(read([task(action("reboot", requestor="user"), action("check"))]), "tau_bench")
    assert [call.agent for call in case.calls] == ["user", None]


def test_tasks_without_actions() -> None:
    """A task that only asserts an outcome says nothing about calls; an empty list expects none."""
    silent = {"id": "s", "user_scenario": {}, "evaluation_criteria": {"nl_assertions": ["x"]}}
    file = read([task(action("a")), silent, {"id": "n", "evaluation_criteria": None}, task(id="e")])
    assert [(case.id, len(case.calls)) for case in file.cases] == [("t", 1), ("e", 0)]
    assert skipped(file) == {"task that names no actions": 2}


def test_a_results_file_is_gold_and_trace() -> None:
    """The tasks of a results file are gold; its simulations are not read as such."""
    value = {"tasks": [task(action("a"))], "simulations": [{"task_id": "t", "messages": []}]}
    assert short(only(read(value), "tau_bench")) == [("a", {})]


TRAJECTORY = {
    "task_id": 3,
    "reward": 1.0,
    "info": {"task": {"user_id": "u", "instruction": "Cancel.", "actions": [{"name": "cancel", "kwargs": {"id": "W1"}}], "outputs": []}},
    "traj": [{"role": "user", "content": "Cancel."}],
    "trial": 0,
}  # fmt: skip


def test_trajectories_of_tau() -> None:
    """The task in a trajectory is gold once, however often it was tried."""
    file = read([TRAJECTORY, {**TRAJECTORY, "trial": 1, "reward": 0.0}])
    case = only(file, "tau_bench")
    assert (case.id, case.input, short(case)) == ("3", "Cancel.", [("cancel", {"id": "W1"})])
    assert skipped(file) == {"further trial of a task": 1}


def test_trajectories_are_dropped_as_traces() -> None:
    """A file that is both is taken for what was recorded, and can be taken for gold."""
    intake = take_in("run.json", json.dumps([TRAJECTORY]).encode())
    assert (intake.roles, intake.role) == (("gold", "trace"), "trace")


@pytest.mark.parametrize("key", ["kwargs", "arguments"])
def test_tasks_of_tau(key: str) -> None:
    """A task list without ids names its tasks by position, as trajectories do; what the agent says is no call."""
    actions = [{"name": "find", key: {"id": 1}}, {"name": "respond", key: {"content": "Done."}}]
    file = read_lines(*[{"user_id": "u", "instruction": "x", "actions": actions}] * 2)
    assert [(case.id, short(case)) for case in file.cases] == [
        ("0", [("find", {"id": 1})]),
        ("1", [("find", {"id": 1})]),
    ]
    assert skipped(file) == {"answer to the user, no call": 2}


@pytest.mark.parametrize(
    "bad", [None, 5, {"name": 3}, {"name": "a", "arguments": []}, {"name": "a", "compare_args": 1}]
)
def test_an_action_that_cannot_be_used(bad: Any) -> None:
    """A task with an action that cannot be used is reported with its place, and the others are read."""
    file = read([task(bad), task(action("a"), id="u")])
    assert [case.id for case in file.cases] == ["u"]
    assert [str(problem.location) for problem in file.problems] == ["f.json · $[0].actions[0]"]

"""Tasks of tau-bench and tau2-bench -> cases.

    [{"id": ..., "user_scenario": ..., "evaluation_criteria": {"actions": [action, ...]}}, ...]      tau2 tasks
    {"tasks": [as above], "simulations": [...]}                                                      tau2 results
    [{"task_id": 3, "reward": 1.0, "info": {"task": {"actions": [...]}}, "traj": [...], "trial": 0}]  tau trajectories
    [{"user_id": ..., "instruction": ..., "actions": [{"name": ..., "kwargs": {...}}]}, ...]          tau tasks

An action of tau2 is {action_id, requestor, name, arguments, compare_args}. `compare_args` names the arguments that are
compared; null means all of them, and [] none. The others stay as written and are ignored (`Case.ignore`); where calls of
the same tool differ in this they may be anything or absent instead. Actions of the user have "user" as their agent.
`respond` of tau is what the agent says, no call. A tau task without an id is called after its position from 0, which is
its `task_id` in trajectories. Tasks that name no actions (only assertions about the outcome) say nothing about calls and
are left out; an empty list expects none.

Source: https://github.com/sierra-research/tau-bench (2024) and https://github.com/sierra-research/tau2-bench (version 0.2).
"""

from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError
from toolscore_core.matchers import ANY, OptionalArgument
from toolscore_core.messages.expected import count_rows, expected_call, kind_of, read_cases, row_id, row_place, rows
from toolscore_core.messages.records import Record
from toolscore_core.messages.untrusted import first_of
from toolscore_core.reading import Documents, ReadReport
from toolscore_core.values import join_path

_RESPOND: Final = "respond"
_BELOW: Final = ("tasks",)
_KEPT_OF_ACTION: Final = ("action_id", "requestor", "compare_args", "info")


def claim(documents: Documents) -> Claim | None:
    """Tasks with `evaluation_criteria`, trajectories with `info.task.actions`, tasks with actions and an instruction."""
    tasks = count_rows(rows(documents, _BELOW), lambda row: _actions_of(row) is not None)
    return Claim(3, tasks, f"{tasks} tasks with `actions`") if tasks else None


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each task, once however often it was tried; what cannot be used is reported."""
    return read_cases(_first_trials(documents, report), _case, report)


FORMAT: Final = GoldFormat(
    key="tau_bench",
    title="tau-bench and tau2-bench tasks",
    signature="tasks with `evaluation_criteria.actions`, or `info.task.actions` with `name` and `kwargs`",
    claim=claim,
    read=read,
)


def _task_of(row: Any) -> dict[str, Any] | None:
    """The task of a row; None when it has none."""
    if not isinstance(row, dict):
        return None
    info = row.get("info")
    if isinstance(info, dict) and "traj" in row:
        row = info.get("task")
    return row if isinstance(row, dict) else None


def _actions_of(row: Any) -> Any:
    """What stands for the actions of a row's task; None when the row is no task with actions."""
    task = _task_of(row)
    if task is None:
        return None
    criteria = task.get("evaluation_criteria")
    if isinstance(criteria, dict):
        return criteria.get("actions")
    actions = task.get("actions")
    return actions if "traj" in row or ("instruction" in task and _are_actions(actions)) else None


def _are_actions(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(action, dict) and "name" in action and ("kwargs" in action or "arguments" in action)
        for action in value
    )


def _first_trials(documents: Documents, report: ReadReport) -> Iterator[Record]:
    seen: set[str] = set()
    for record in rows(documents, _BELOW):
        row = record.value
        if isinstance(row, dict) and "traj" in row:
            id = row_id(row, ("task_id",), "")
            if id in seen:
                report.skip("further trial of a task", record.place())
                continue
            seen.add(id)
        yield record


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    row, task = record.value, _task_of(record.value)
    actions = _actions_of(row)
    if task is None or actions is None:
        report.skip("task that names no actions", record.place())
        return None
    if not isinstance(actions, list):
        raise GoldError(f"actions are a list, not {kind_of(actions)}", record.place())
    calls, ignored = _calls(actions, record, report)
    number = str(int(fallback.removeprefix("case-")) - 1)
    metadata = {key: task[key] for key in ("description", "outputs", "initial_state", "user_id") if task.get(key)}
    criteria = task.get("evaluation_criteria")
    if isinstance(criteria, dict):
        metadata["evaluation_criteria"] = {key: value for key, value in criteria.items() if key != "actions" and value}
    return Case(
        row_id(row, ("id", "task_id"), row_id(task, ("id", "task_id"), number)),
        calls,
        input=first_of(task, ("instruction", "user_scenario", "ticket")),
        ignore=tuple(ignored),
        source=row_place(record),
        metadata={key: value for key, value in metadata.items() if value},
    )


def _calls(actions: list[Any], record: Record, report: ReadReport) -> tuple[list[ToolCall], list[str]]:
    """The calls, and the argument paths that are not compared."""
    calls: list[ToolCall] = []
    free: list[frozenset[str]] = []
    for index, action in enumerate(actions):
        place = record.place(f".actions[{index}]")
        if not isinstance(action, dict):
            raise GoldError(f"an action is an object, not {kind_of(action)}", place)
        if action.get("name") == _RESPOND:
            report.skip("answer to the user, no call", place)
            continue
        compared = action.get("compare_args")
        if compared is not None and not isinstance(compared, list):
            raise GoldError(f"`compare_args` is a list, not {kind_of(compared)}", place)
        args = first_of(action, ("arguments", "kwargs"))
        call = expected_call(
            action.get("name"),
            {} if args is None else args,
            place,
            agent="user" if action.get("requestor") == "user" else None,
            metadata={key: action[key] for key in _KEPT_OF_ACTION if action.get(key) is not None},
        )
        calls.append(call)
        free.append(frozenset() if compared is None else frozenset(call.args or ()) - frozenset(map(str, compared)))
    return calls, _not_compared(calls, free)


def _not_compared(calls: list[ToolCall], free: list[frozenset[str]]) -> list[str]:
    """Paths to ignore for the tools whose calls all leave the same arguments free; in other calls those become ANY."""
    of_tool: dict[str, set[frozenset[str]]] = {}
    for call, names in zip(calls, free, strict=True):
        of_tool.setdefault(call.tool, set()).add(names)
    paths: dict[str, None] = {}
    for call, names in zip(calls, free, strict=True):
        if len(of_tool[call.tool]) == 1:
            paths.update(dict.fromkeys(f"{call.tool}.{join_path('', name)}" for name in sorted(names)))
        else:
            args = call.args or {}
            call.args = {name: OptionalArgument(ANY) if name in names else value for name, value in args.items()}
    return list(paths)

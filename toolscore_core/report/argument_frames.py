"""Masked evaluations -> tables of arguments: what was expected and given, and F1 by argument."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import pandas as pd

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.frame_base import PLACE, frame, lines_of, place
from toolscore_core.report.words import expected_text, value_text
from toolscore_core.values import MISSING, join_path, split_path

By = Literal["run", "case"]
"""What a table's groups are: the runs, or the cases."""

_CORRECT: Final = (ArgumentState.SAME, ArgumentState.MATCHED)
_UNCOUNTED: Final = (ArgumentState.NOT_CHECKED, ArgumentState.NOT_GIVEN)

_ARGUMENT_COLUMNS: Final = {
    **PLACE,
    "row": "Int64",
    "gold_index": "Int64",
    "trace_index": "Int64",
    "tool": "str",
    "argument": "str",
    "path": "str",
    "at": "str",
    "expected": "int64",
    "actual": "int64",
    "correct": "int64",
    "state": "str",
    "expected_value": "object",
    "actual_value": "object",
}


def arguments_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """One line for each top-level argument that was expected or given in a call that argument F1 counts.

    Columns: the place; `row`, `gold_index`, `trace_index`; `tool`, `argument`, `path` and `at` (the same here); `expected`,
    `actual`, `correct` (0 or 1), whose sums over one evaluation are those of `calculate_argument_f1`; `state`;
    `expected_value`, `actual_value` as JSON text, matchers in words, missing where there is none. Calls that the gold does not check and
    calls that were not expected are not counted and not listed.
    """
    return frame((line for e in evaluations for line in _argument_lines(e)), _ARGUMENT_COLUMNS)


def _argument_lines(evaluation: MaskedEvaluation) -> Iterable[dict[str, Any]]:
    for number, row in enumerate(evaluation.rows):
        if row.state is None or row.expected is None or row.expected.args is None:
            continue
        paired = row.actual is not None and row.state != State.SUBSTITUTE
        actual = (row.actual.args or {}) if paired and row.actual else {}
        wrong, pruned = _arguments_by_state(row, actual)
        for name in dict.fromkeys([*row.expected.args, *actual]):
            if name in pruned:
                continue
            given = name in actual
            wanted = name in row.expected.args
            yield {
                **_argument_place(evaluation, number, row),
                "argument": name,
                "path": name,
                "at": name,
                "expected": int(wanted),
                "actual": int(given),
                "correct": int(wanted and given and name not in wrong),
                "state": _argument_state(wanted, given, name in wrong),
                "expected_value": expected_text(row.expected.args[name]) if wanted else None,
                "actual_value": value_text(actual[name]) if given else None,
            }


def _argument_place(evaluation: MaskedEvaluation, number: int, row: MaskedRow) -> dict[str, Any]:
    paired = row.state != State.SUBSTITUTE
    return {
        **place(evaluation),
        "row": number,
        "gold_index": row.gold_index,
        "trace_index": row.trace_index if paired else None,
        "tool": row.expected.tool if row.expected else "",
    }


def _argument_state(wanted: bool, given: bool, wrong: bool) -> str:
    if wanted and given:
        return ArgumentState.CHANGED.value if wrong else ArgumentState.SAME.value
    return ArgumentState.MISSING.value if wanted else ArgumentState.UNEXPECTED.value


def _argument_of(path: str, names: Iterable[str]) -> str:
    """The top-level argument that a path leads into; masking may have replaced names, so it is looked up among them."""
    for name in sorted(names, key=len, reverse=True):
        for written in {join_path("", name), name}:
            if path == written or path.startswith((f"{written}.", f"{written}[")):
                return name
    return path


def _arguments_by_state(row: MaskedRow, actual: dict[str, Any]) -> tuple[set[str], set[str]]:
    """(arguments with a wrong value inside, arguments that do not count: nothing is checked, or optional and not given)."""
    names = {*(row.expected.args or {} if row.expected else {}), *actual}
    wrong: set[str] = set()
    checked: set[str] = set()
    seen: set[str] = set()
    paired = row.state != State.SUBSTITUTE
    for difference in row.differences:
        if not paired and difference.expected is MISSING:
            continue
        name = _argument_of(difference.path, names)
        seen.add(name)
        if difference.state not in _UNCOUNTED:
            checked.add(name)
            if difference.state not in _CORRECT:
                wrong.add(name)
        elif name in actual and difference.state == ArgumentState.NOT_GIVEN:
            checked.add(name)  # what is absent is inside it; the argument itself was given
    return wrong, seen - checked


def argument_values_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """One line for each value inside the arguments of the calls of `arguments_frame`: what opens below one argument.

    Columns as there; `at` leads to the value, and `path` too, but with `[]` for every list position; `expected`, `actual`, `correct` count
    the value itself, so their sums differ from argument F1 where arguments are nested.
    """
    return frame((line for e in evaluations for line in _value_lines(e)), _ARGUMENT_COLUMNS)


def _value_lines(evaluation: MaskedEvaluation) -> Iterable[dict[str, Any]]:
    for number, row in enumerate(evaluation.rows):
        if row.state is None or row.expected is None or row.expected.args is None:
            continue
        names = [*row.expected.args, *((row.actual.args or {}) if row.actual else {})]
        for difference in row.differences:
            wanted = difference.expected is not MISSING
            paired = row.state != State.SUBSTITUTE
            given = difference.actual is not MISSING and paired
            if difference.state in _UNCOUNTED or not (wanted or given):
                continue
            yield {
                **_argument_place(evaluation, number, row),
                "argument": _argument_of(difference.path, names),
                "path": _any_position(difference.path),
                "at": difference.path,
                "expected": int(wanted),
                "actual": int(given),
                "correct": int(wanted and given and difference.state in _CORRECT),
                "state": (difference.state if paired else ArgumentState.MISSING).value,
                "expected_value": expected_text(difference.expected) if wanted else None,
                "actual_value": value_text(difference.actual) if given else None,
            }


def _any_position(path: str) -> str:
    try:
        steps = split_path(path)
    except ValueError:  # a masked name made it no path; it still names the place
        return path
    return "".join("[]" if isinstance(step, int) else f".{step}" if at else step for at, step in enumerate(steps))


def differing_values(arguments: pd.DataFrame, values: pd.DataFrame) -> list[dict[str, Any]]:
    """The arguments, each wrong one as the values inside it that are wrong, so that what differs is in sight.

    Args:
        arguments: Lines of `arguments_frame`.
        values: What `argument_values_frame` gives for the same entries.

    Returns:
        Lines of either frame, in the order of `arguments`; a right argument, and a wrong one in which no value is told
        apart, stand as one line.
    """
    keys = [*PLACE, "row", "argument"]
    inside: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for line in lines_of(values[values["correct"] == 0].merge(arguments[keys], on=keys)):
        inside.setdefault(tuple(line[key] for key in keys), []).append(line)
    found = []
    for line in lines_of(arguments):
        within = None if line["correct"] else inside.get(tuple(line[key] for key in keys))
        found += within or [line]
    return found


def values_of_cell(arguments: pd.DataFrame, by: By, tool: str, argument: str, group: str) -> pd.DataFrame:
    """The lines of `arguments_frame` or `argument_values_frame` behind one cell, the wrong ones first.

    Args:
        arguments: The lines.
        by: Whether the group is a run or a case.
        tool: The cell's tool.
        argument: The cell's argument.
        group: The cell's run or case.
    """
    cell = (arguments["tool"] == tool) & (arguments["argument"] == argument) & (arguments[by] == group)
    return arguments.loc[cell].sort_values("correct", kind="stable")


def worst_arguments(cells: pd.DataFrame, most: int | None = None) -> pd.DataFrame:
    """The cells with the arguments of the lowest F1 over all groups first, at most so many arguments.

    Args:
        cells: What `argument_f1_frame` gives.
        most: Number of arguments to keep; None keeps all.
    """
    sums = cells.groupby(["tool", "argument"], sort=True)[["correct", "expected", "actual"]].sum()
    f1 = (2 * sums["correct"] / (sums["expected"] + sums["actual"])).sort_values(kind="stable")
    order = {name: position for position, name in enumerate(f1.index[:most])}
    position = [
        order.get((tool, argument), -1) for tool, argument in zip(cells["tool"], cells["argument"], strict=True)
    ]
    ordered = cells.assign(position=position).sort_values("position", kind="stable")
    return ordered.loc[ordered["position"] >= 0].drop(columns="position")


def worst_groups(cells: pd.DataFrame, most: int) -> pd.DataFrame:
    """The cells of the groups with the lowest F1 over all their arguments, at most so many groups, where there are more.

    Args:
        cells: What `argument_f1_frame` gives.
        most: Number of groups to keep.
    """
    sums = cells.groupby("group", sort=True)[["correct", "expected", "actual"]].sum()
    if len(sums) <= most:
        return cells
    f1 = 2 * sums["correct"] / (sums["expected"] + sums["actual"])
    kept = f1.sort_values(kind="stable").index[:most]
    return cells[cells["group"].isin(kept)]


def argument_f1_frame(
    arguments: pd.DataFrame, by: By = "run", level: Literal["argument", "path"] = "argument"
) -> pd.DataFrame:
    """F1 of each argument in each run or case.

    Args:
        arguments: What `arguments_frame` gives (for `level="argument"`) or `argument_values_frame` (for "path").
        by: Whether the groups are runs or cases.
        level: Whether a line is a top-level argument or a path inside one.

    Returns:
        One line for each (`tool`, `argument`[, `path`], `group`): `correct`, `expected`, `actual`; `n`, the occurrences
        expected or given; `f1` = 2 correct / (expected + actual), in [0, 1]. Sorted by tool and argument.
    """
    keys = ["tool", "argument", *(["path"] if level == "path" else []), "group"]
    named = arguments.assign(group=arguments[by])
    sums = named.groupby(keys, sort=True, observed=True)[["correct", "expected", "actual"]].sum()
    sums["n"] = named.groupby(keys, sort=True, observed=True).size()
    sums["f1"] = 2 * sums["correct"] / (sums["expected"] + sums["actual"])
    return sums.reset_index()

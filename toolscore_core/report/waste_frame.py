"""Masked evaluations -> a table of calls that were not asked for or came to nothing."""

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import pandas as pd

from toolscore_core.alignment import State
from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.frame_base import frame
from toolscore_core.report.words import finite

_WASTE: Final[dict[str, str]] = {
    "repeated": "Repeated calls",
    "retries": "Blind retries",
    "failed": "Failed calls",
}
"""Kinds of waste and their titles. They overlap: a blind retry is a repeated call, too."""


def waste_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """Calls that were not asked for or came to nothing, in each run.

    Returns:
        One line for each (`run`, `kind`), kind being "repeated" (against gold: rows in state repeated; without gold: calls
        equal to an earlier one), "retries" (a call equal to the failed call right before it) and "failed". `title`;
        `count`; `calls`, of all recorded calls; `timed` and `duration_s`, `priced` and `cost_usd` of the counted ones
        (missing where none is timed or priced). The kinds overlap and are not to be added.
    """
    columns = {"run": "str", "kind": "str", "title": "str", "count": "int64", "calls": "int64"}
    columns |= {"timed": "int64", "duration_s": "float64", "priced": "int64", "cost_usd": "float64"}
    runs: dict[str, list[MaskedEvaluation]] = {}
    for evaluation in evaluations:
        if evaluation.trace is not None:
            runs.setdefault(evaluation.run or "", []).append(evaluation)
    wasted: dict[str, Callable[[MaskedEvaluation], list[MaskedRow]]] = {
        "repeated": _repeated,
        "retries": _retries,
        "failed": lambda evaluation: [row for row in evaluation.rows if row.failed],
    }
    lines = []
    for run, members in runs.items():
        for kind, pick in wasted.items():
            calls = [row.actual for evaluation in members for row in pick(evaluation) if row.actual is not None]
            durations = [call.duration for call in calls if call.duration is not None]
            costs = [call.cost for call in calls if call.cost is not None]
            lines.append(
                {
                    "run": run,
                    "kind": kind,
                    "title": _WASTE[kind],
                    "count": len(calls),
                    "calls": sum(row.actual is not None for evaluation in members for row in evaluation.rows),
                    "timed": len(durations),
                    "duration_s": sum(durations) if durations else None,
                    "priced": len(costs),
                    "cost_usd": sum(costs) if costs else None,
                }
            )
    return frame(lines, columns)


def _recorded(evaluation: MaskedEvaluation) -> list[MaskedRow]:
    scored = [row for row in evaluation.rows if row.actual is not None and row.scored]
    return sorted(scored, key=lambda row: row.trace_index or 0)


def _signature(row: MaskedRow) -> tuple[str, str]:
    # Masked arguments tell calls apart as well as the raw ones: a credential's ordinal stands for its value.
    assert row.actual is not None
    return row.actual.tool, json.dumps(finite(row.actual.args or {}), sort_keys=True)


def _repeated(evaluation: MaskedEvaluation) -> list[MaskedRow]:
    if evaluation.case is not None:
        return [row for row in evaluation.rows if row.state == State.REPEATED]
    seen: set[tuple[str, str]] = set()
    again = []
    for row in _recorded(evaluation):
        signature = _signature(row)
        if signature in seen:
            again.append(row)
        seen.add(signature)
    return again


def _retries(evaluation: MaskedEvaluation) -> list[MaskedRow]:
    calls = _recorded(evaluation)
    return [after for before, after in pairwise(calls) if before.failed and _signature(before) == _signature(after)]

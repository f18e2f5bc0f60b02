"""Masked evaluations -> tables of calls that were not asked for or came to nothing; what is waste is settled in `masked.waste`."""

from collections.abc import Sequence
from typing import Any, Final, Literal

import pandas as pd

from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.using import call_uses, use_of
from toolscore_core.masked.waste import WASTE, wasted_rows
from toolscore_core.report.frame_base import PLACE, frame, place
from toolscore_core.report.performance_cost_frames import basis_of
from toolscore_core.report.performance_frames import model_name, recorded_rows

WASTE_TITLES: Final[dict[str, str]] = {
    "repeated": "Repeated calls",
    "extra": "Extra calls",
    "retries": "Blind retries",
    "ping-pong": "Ping-pong",
    "failed": "Failed calls",
}

WasteGroup = Literal["run", "tool", "model"]
"""What wasted calls are counted by."""

_SUMS: Final = {
    "timed": "int64",
    "duration_s": "float64",
    "priced": "int64",
    "cost_usd": "float64",
    "basis": "str",
    "counted": "int64",
    "tokens": "float64",
}
"""Columns of `_sums`."""


def waste_calls_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """Each wasted call, once for each kind of waste that it is.

    Returns:
        One line a call and kind, by kind, then in the order of the evaluations and of the trace: `kind`; the place; `row`
        of the lane; `trace_index`; `tool`; `model` ("" where the file names none); `failed`; `duration_s`, `cost_usd`,
        `basis` and `tokens` as in `masked.using.CallUse`, missing where not known.
    """
    columns = {"kind": "str", **PLACE, "row": "int64", "trace_index": "int64", "tool": "str", "model": "str"}
    columns |= {"failed": "bool", "duration_s": "float64", "cost_usd": "float64", "basis": "str", "tokens": "float64"}
    used = {id(evaluation): call_uses(evaluation) for evaluation in evaluations}
    lines = []
    for kind in WASTE:
        for evaluation in evaluations:
            for at, row in wasted_rows(evaluation, kind) or ():
                assert row.actual is not None
                use = use_of(row, used[id(evaluation)])
                lines.append(
                    {
                        "kind": kind,
                        **place(evaluation),
                        "row": at,
                        "trace_index": row.trace_index,
                        "tool": row.actual.tool,
                        "model": model_name(evaluation),
                        "failed": row.failed,
                        "duration_s": row.actual.duration,
                        "cost_usd": use.usd,
                        "basis": use.basis,
                        "tokens": use.tokens,
                    }
                )
    return frame(lines, columns)


def waste_frame(evaluations: Sequence[MaskedEvaluation], by: WasteGroup = "run") -> pd.DataFrame:
    """Calls that were not asked for or came to nothing, by run, tool or model.

    Args:
        evaluations: What was evaluated.
        by: What they are counted by.

    Returns:
        One line for each group (column `run`, `tool` or `model`) and `kind` of `masked.waste.WASTE`; by tool and model only
        where there is such a call. `title`; `count`, missing where the kind does not apply (extra calls without gold);
        `calls`, of all recorded calls of the group; `timed` and `duration_s`, `priced`, `cost_usd` and `basis` (see
        `basis_of`), `counted` and `tokens` of the counted ones: how many tell it, and the sum (missing where none does).
        The kinds overlap and are not to be added. Most calls first by tool and model.
    """
    columns = {by: "str", "kind": "str", "title": "str", "count": "Int64", "calls": "int64", **_SUMS}
    calls: dict[str, int] = {}
    for evaluation, _, row in recorded_rows(evaluations):
        assert row.actual is not None
        name = {"run": evaluation.run or "", "tool": row.actual.tool, "model": model_name(evaluation)}[by]
        calls[name] = calls.get(name, 0) + 1
    for evaluation in evaluations:
        if by == "run" and evaluation.trace is not None:
            calls.setdefault(evaluation.run or "", 0)
    wasted = waste_calls_frame(evaluations)
    with_gold = {evaluation.run or "" for evaluation in evaluations if evaluation.case is not None and evaluation.trace}
    lines = []
    for name, total in calls.items():
        for kind, title in WASTE_TITLES.items():
            own = wasted_lines(wasted, kind, by, name)
            applies = by != "run" or kind != "extra" or name in with_gold
            if len(own) or by == "run":
                line = {by: name, "kind": kind, "title": title, "calls": total, **_sums(own)}
                lines.append({**line, "count": len(own) if applies else None})
    found = frame(lines, columns)
    if by == "run":
        return found
    return found.sort_values(["count", by, "kind"], ascending=[False, True, True]).reset_index(drop=True)


def _sums(calls: pd.DataFrame) -> dict[str, Any]:
    return {
        "timed": int(calls["duration_s"].notna().sum()),
        "duration_s": calls["duration_s"].sum(min_count=1),
        "priced": int(calls["cost_usd"].notna().sum()),
        "cost_usd": calls["cost_usd"].sum(min_count=1),
        "basis": basis_of(calls["basis"]),
        "counted": int(calls["tokens"].notna().sum()),
        "tokens": calls["tokens"].sum(min_count=1),
    }


def wasted_lines(wasted: pd.DataFrame, kind: str, by: WasteGroup, group: str) -> pd.DataFrame:
    """The lines of `waste_calls_frame` of one kind and one run, tool or model."""
    return wasted[(wasted["kind"] == kind) & (wasted[by] == group)]


def clean_groups(lines: Sequence[dict[str, Any]], by: WasteGroup) -> set[str]:
    """The runs, tools or models of `waste_frame` in which there is no wasted call of any kind."""
    return {line[by] for line in lines} - {line[by] for line in lines if line["count"]}

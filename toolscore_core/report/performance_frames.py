"""Masked evaluations -> tables of time, tokens and cost, all as recorded in the files."""

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd

from toolscore_core.credentials.masking import MaskedTurn
from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.frame_base import frame, total, trace_cost, trace_duration
from toolscore_core.report.words import state_name

P95_NEEDS: Final = 20
"""Fewest timed calls for which a 95th percentile is given."""


def latency_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """How long each tool took in each run.

    Returns:
        One line for each (`tool`, `run`): `calls`; `n`, those with a recorded duration; `p50_s`, `p95_s` (missing below 20
        timed calls), `max_s`, `total_s`, in seconds, missing when n = 0. Slowest p50 first.
    """
    columns = {"tool": "str", "run": "str", "calls": "int64", "n": "int64"}
    numbers = dict.fromkeys(["p50_s", "p95_s", "max_s", "total_s"], "float64")
    lines = []
    for (tool, run), calls in _by_tool_and_run(evaluations).items():
        timed = pd.Series(
            [c.actual.duration for _, c in calls if c.actual and c.actual.duration is not None], dtype="float64"
        )
        line: dict[str, Any] = {"tool": tool, "run": run, "calls": len(calls), "n": len(timed)}
        if len(timed):
            line |= {"p50_s": timed.median(), "max_s": timed.max(), "total_s": timed.sum()}
        if len(timed) >= P95_NEEDS:
            line["p95_s"] = timed.quantile(0.95)
        lines.append(line)
    found = frame(lines, columns | numbers)
    return found.sort_values(["p50_s", "tool", "run"], ascending=[False, True, True]).reset_index(drop=True)


def _by_tool_and_run(
    evaluations: Sequence[MaskedEvaluation],
) -> dict[tuple[str, str], list[tuple[MaskedEvaluation, MaskedRow]]]:
    groups: dict[tuple[str, str], list[tuple[MaskedEvaluation, MaskedRow]]] = {}
    for evaluation in evaluations:
        for row in evaluation.rows:
            if row.actual is not None:
                groups.setdefault((row.actual.tool, evaluation.run or ""), []).append((evaluation, row))
    return groups


def first_tools(lines: pd.DataFrame, most: int) -> pd.DataFrame:
    """The lines of the first so many tools of `latency_frame` or `cost_frame`: the slowest, or the dearest."""
    tools = list(dict.fromkeys(lines["tool"]))
    return lines.loc[lines["tool"].isin(tools[:most])]


def priced_runs(cost: pd.DataFrame) -> pd.DataFrame:
    """The lines of `cost_frame` whose run has a priced call at all."""
    runs = set(cost.loc[cost["priced"] > 0, "run"])
    return cost.loc[cost["run"].isin(runs)]


def cost_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """What each tool cost in each run, as recorded.

    Returns:
        One line for each (`tool`, `run`): `calls`; `priced`, those with a recorded cost; `cost_usd`, missing when none has
        one; `turn_input_tokens`, `turn_output_tokens`: tokens of the turns that called the tool (a turn that called two
        tools counts for both), missing when no such turn records them. Dearest first.
    """
    columns = {"tool": "str", "run": "str", "calls": "int64", "priced": "int64", "cost_usd": "float64"}
    columns |= dict.fromkeys(["turn_input_tokens", "turn_output_tokens"], "Int64")
    lines = []
    for (tool, run), calls in _by_tool_and_run(evaluations).items():
        costs = [row.actual.cost for _, row in calls if row.actual and row.actual.cost is not None]
        turns = {
            id(turn): turn for turn in (_turn_of(evaluation, row) for evaluation, row in calls) if turn is not None
        }
        lines.append(
            {
                "tool": tool,
                "run": run,
                "calls": len(calls),
                "priced": len(costs),
                "cost_usd": sum(costs) if costs else None,
                "turn_input_tokens": total(turn.input_tokens for turn in turns.values()),
                "turn_output_tokens": total(turn.output_tokens for turn in turns.values()),
            }
        )
    return (
        frame(lines, columns)
        .sort_values(["cost_usd", "tool", "run"], ascending=[False, True, True])
        .reset_index(drop=True)
    )


def _turn_of(evaluation: MaskedEvaluation, row: MaskedRow) -> MaskedTurn | None:
    index = row.actual.turn if row.actual else None
    if evaluation.trace is None or index is None or not 0 <= index < len(evaluation.trace.turns):
        return None
    return evaluation.trace.turns[index]


def usage_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """What the conversations of each run used, as recorded.

    Returns:
        One line for each `run`: `traces`; `priced`, traces with a cost (recorded for the conversation, or else for calls),
        and their `cost_usd`; `counted`, traces with tokens, and their `input_tokens` (cached ones included),
        `cached_tokens`, `output_tokens`, `reasoning_tokens`; `timed`, traces with a duration (recorded for the conversation, or else for calls), and its `p50_s`. Sums and
        medians are missing when no trace has the number.
    """
    columns = {"run": "str", "traces": "int64", "priced": "int64", "cost_usd": "float64", "counted": "int64"}
    columns |= dict.fromkeys(["input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens"], "Int64")
    columns |= {"timed": "int64", "p50_s": "float64"}
    runs: dict[str, list[MaskedEvaluation]] = {}
    for evaluation in evaluations:
        if evaluation.trace is not None:
            runs.setdefault(evaluation.run or "", []).append(evaluation)
    return frame((_usage_line(run, members) for run, members in runs.items()), columns)


def _usage_line(run: str, evaluations: list[MaskedEvaluation]) -> dict[str, Any]:
    traces = [evaluation.trace for evaluation in evaluations if evaluation.trace is not None]
    costs = [cost for cost in map(trace_cost, evaluations) if cost is not None]
    seconds = [duration for duration in map(trace_duration, evaluations) if duration is not None]
    durations = pd.Series(seconds, dtype="float64")
    return {
        "run": run,
        "traces": len(traces),
        "priced": len(costs),
        "cost_usd": sum(costs) if costs else None,
        "counted": sum(trace.input_tokens is not None or trace.output_tokens is not None for trace in traces),
        "input_tokens": total(trace.input_tokens for trace in traces),
        "cached_tokens": total(trace.cached_tokens for trace in traces),
        "output_tokens": total(trace.output_tokens for trace in traces),
        "reasoning_tokens": total(trace.reasoning_tokens for trace in traces),
        "timed": len(durations),
        "p50_s": durations.median() if len(durations) else None,
    }


def waterfall_frame(evaluation: MaskedEvaluation) -> pd.DataFrame:
    """When each recorded call of one trace ran.

    Returns:
        One line a call, in order: `row`, `trace_index`, `tool`, `start_s` (seconds after the first start of the trace),
        `duration_s`, `failed`, `state`, `turn`, `placed`: "recorded" where the file says the start; "in a row" where it
        says durations only and the calls are laid end to end; "unknown" where it says neither.
    """
    columns = {"row": "int64", "trace_index": "int64", "tool": "str", "start_s": "float64", "duration_s": "float64"}
    columns |= {"failed": "bool", "state": "str", "turn": "Int64", "placed": "str"}
    rows = sorted(
        ((n, row) for n, row in enumerate(evaluation.rows) if row.actual), key=lambda pair: pair[1].trace_index or 0
    )
    starts = [row.actual.started for _, row in rows if row.actual and row.actual.started is not None]
    if evaluation.trace is not None and evaluation.trace.started is not None:
        starts.append(evaluation.trace.started)
    origin = min(starts, default=0.0)
    in_a_row = not any(row.actual.started is not None for _, row in rows if row.actual)
    clock = 0.0
    lines = []
    for number, row in rows:
        call = row.actual
        assert call is not None
        start = call.started - origin if call.started is not None else None
        placed = "recorded" if start is not None else "unknown"
        if in_a_row and call.duration is not None:
            start, placed = clock, "in a row"
            clock += call.duration
        lines.append(
            {
                "row": number,
                "trace_index": row.trace_index,
                "tool": call.tool,
                "start_s": start,
                "duration_s": call.duration,
                "failed": row.failed,
                "state": state_name(row),
                "turn": call.turn,
                "placed": placed,
            }
        )
    return frame(lines, columns)

"""Masked evaluations -> tables of tokens and cost: by run, tool, model and case, recorded and priced from tokens apart."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import pandas as pd

from toolscore_core.comparison import results
from toolscore_core.comparison.records import CaseResult
from toolscore_core.credentials.masking import MaskedTurn
from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.masked.measures import total, trace_cost, trace_duration
from toolscore_core.masked.using import CallUse, call_uses, time_share, use_of
from toolscore_core.masked.waste import unasked_count
from toolscore_core.report.frame_base import frame
from toolscore_core.report.performance_frames import model_name, recorded_rows

TOKENS: Final = ("input_tokens", "cached_tokens", "output_tokens", "reasoning_tokens")


def basis_of(bases: Iterable[str]) -> str:
    """Where a sum comes from: "recorded", "priced" from tokens, "both"; "unpriced" when nothing of it is known."""
    known = set(bases) - {"unpriced"}
    return "both" if len(known) > 1 else next(iter(known), "unpriced")


def priced_runs(cost: pd.DataFrame) -> pd.DataFrame:
    """The lines of `cost_frame` whose run has a priced call at all."""
    runs = set(cost.loc[cost["priced"] > 0, "run"])
    return cost.loc[cost["run"].isin(runs)]


def in_order(lines: pd.DataFrame, runs: Sequence[str]) -> pd.DataFrame:
    """The lines of a table with a column `run` in this order of runs, those of one run as they stand."""
    places = {run: at for at, run in enumerate(runs)}
    order = lines["run"].map(lambda run: places.get(run, len(places)))
    return lines.loc[order.sort_values(kind="stable").index]


def usage_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """What the conversations of each run used.

    Returns:
        One line for each `run`: `traces`; `priced`, traces with a cost, in whole or in part, their `cost_usd` and its
        `basis` (see `basis_of`), `partial`, those of which it is known in part, `edited`, whether a person gave a price;
        `counted`, traces with tokens, and their `input_tokens` (cached ones included), `cached_tokens`, `output_tokens`,
        `reasoning_tokens`; `timed`, traces with a duration (recorded, or else that of their calls), and its `p50_s`;
        `shared`, traces that tell where their time went, `share_s`, their duration, and `tools_s`, the part of it in
        which a tool ran; `cases`: with a verdict; `passed`: sum of their shares of passed trials; `mean_score`;
        `costed`: cases with a verdict whose trials all have a whole cost; `per_passed_usd`: their cost by the number that
        passed (missing when none did); `calls` with gold, and `unasked`: those of them that it does not ask for. Sums,
        means and medians are missing where no trace has the number.
    """
    columns = {"run": "str", "traces": "int64", "priced": "int64", "partial": "int64", "cost_usd": "float64"}
    columns |= {"basis": "str", "edited": "bool", "counted": "int64", **dict.fromkeys(TOKENS, "Int64")}
    columns |= {"timed": "int64", "p50_s": "float64", "shared": "int64", "share_s": "float64", "tools_s": "float64"}
    columns |= {"cases": "int64", "passed": "float64", "mean_score": "float64", "costed": "int64"}
    columns |= {"per_passed_usd": "float64", "calls": "int64", "unasked": "Int64"}
    grouped = results(evaluations)
    runs: dict[str, list[MaskedEvaluation]] = {}
    for evaluation in evaluations:
        if evaluation.trace is not None:
            runs.setdefault(evaluation.run or "", []).append(evaluation)
    return frame(
        ({"run": run, **_used(members), **_outcome(grouped.of_run(run))} for run, members in runs.items()), columns
    )


def _used(evaluations: Sequence[MaskedEvaluation]) -> dict[str, Any]:
    costs = [evaluation.cost for evaluation in evaluations]
    seconds = [duration for duration in map(trace_duration, evaluations) if duration is not None]
    durations = pd.Series(seconds, dtype="float64")
    shares = [share for share in map(time_share, evaluations) if share is not None]
    unasked = [count for count in map(unasked_count, evaluations) if count is not None]
    compared = [evaluation for evaluation in evaluations if evaluation.case is not None]
    return {
        "traces": len(evaluations),
        "priced": sum(cost.usd is not None for cost in costs),
        "partial": sum(cost.is_partial for cost in costs),
        "cost_usd": total(cost.usd for cost in costs),
        "basis": basis_of(cost.basis for cost in costs),
        "edited": any(cost.edited for cost in costs),
        "counted": sum(any(_tokens(evaluation, name) is not None for name in TOKENS) for evaluation in evaluations),
        **{name: total(_tokens(evaluation, name) for evaluation in evaluations) for name in TOKENS},
        "timed": len(durations),
        "p50_s": durations.median() if len(durations) else None,
        "shared": len(shares),
        "share_s": sum(share.total_s for share in shares) if shares else None,
        "tools_s": sum(share.tools_s for share in shares) if shares else None,
        "calls": sum(row.actual is not None for evaluation in compared for row in evaluation.rows),
        "unasked": sum(unasked) if unasked else None,
    }


def _tokens(evaluation: MaskedEvaluation, name: str) -> int | None:
    """Tokens of a conversation, as its file tells them, or a report that was read back."""
    told: int | None = None if evaluation.trace is None else getattr(evaluation.trace, name)
    if told is not None:
        return told
    counts = [getattr(model, name) for model in evaluation.cost.models]
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def _outcome(cases: Sequence[CaseResult]) -> dict[str, Any]:
    judged = [(case, case.pass_share) for case in cases if case.pass_share is not None]
    scores = [case.score for case in cases if case.score is not None]
    costed = [(share, cost) for case, share in judged if (cost := case.mean_of(trace_cost)) is not None]
    passed = sum(share for share, _ in costed)
    return {
        "cases": len(judged),
        "passed": sum(share for _, share in judged),
        "mean_score": sum(scores) / len(scores) if scores else None,
        "costed": len(costed),
        "per_passed_usd": sum(cost for _, cost in costed) / passed if passed else None,
    }


def cost_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """What each tool cost in each run: recorded for the call, or else its share of what its turn cost by tokens.

    Returns:
        One line for each (`tool`, `run`): `calls`; `priced`, those with a cost, their `cost_usd`, missing when none has
        one, and its `basis` (see `basis_of`); `turn_input_tokens`, `turn_output_tokens`: tokens of the turns that called
        the tool (a turn that called two tools counts for both), missing when no such turn records them. Dearest first.
    """
    columns = {"tool": "str", "run": "str", "calls": "int64", "priced": "int64", "cost_usd": "float64", "basis": "str"}
    columns |= dict.fromkeys(["turn_input_tokens", "turn_output_tokens"], "Int64")
    groups: dict[tuple[str, str], list[_Used]] = {}
    for used in _calls(evaluations):
        assert used.row.actual is not None
        groups.setdefault((used.row.actual.tool, used.evaluation.run or ""), []).append(used)
    lines = []
    for (tool, run), calls in groups.items():
        costs = [used.use.usd for used in calls if used.use.usd is not None]
        turns = {id(turn): turn for turn in (_turn_of(used.evaluation, used.row) for used in calls) if turn is not None}
        lines.append(
            {
                "tool": tool,
                "run": run,
                "calls": len(calls),
                "priced": len(costs),
                "cost_usd": sum(costs) if costs else None,
                "basis": basis_of(used.use.basis for used in calls),
                "turn_input_tokens": total(turn.input_tokens for turn in turns.values()),
                "turn_output_tokens": total(turn.output_tokens for turn in turns.values()),
            }
        )
    found = frame(lines, columns).sort_values(["cost_usd", "tool", "run"], ascending=[False, True, True])
    return found.reset_index(drop=True)


class _Used(NamedTuple):
    evaluation: MaskedEvaluation
    row: MaskedRow
    use: CallUse


def _calls(evaluations: Sequence[MaskedEvaluation]) -> Iterable[_Used]:
    for evaluation in evaluations:
        uses = call_uses(evaluation)
        for _, _, row in recorded_rows([evaluation]):
            yield _Used(evaluation, row, use_of(row, uses))


def _turn_of(evaluation: MaskedEvaluation, row: MaskedRow) -> MaskedTurn | None:
    index = row.actual.turn if row.actual else None
    if evaluation.trace is None or index is None or not 0 <= index < len(evaluation.trace.turns):
        return None
    return evaluation.trace.turns[index]


def model_cost_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """What each model used and cost in each run.

    Returns:
        One line for each (`run`, `model`): `traces` in which it took part; `priced`, those with its cost, `cost_usd` and
        `basis` (see `basis_of`); `priced_as`: whose price of the list was used ("" when none was, several joined by
        ", "); `edited`, whether a person gave the price; tokens as in `usage_frame`, missing where none is told for the
        model alone. Runs in order, the dearest model of a run first.
    """
    columns = {"run": "str", "model": "str", "traces": "int64", "priced": "int64", "cost_usd": "float64"}
    columns |= {"basis": "str", "priced_as": "str", "edited": "bool", **dict.fromkeys(TOKENS, "Int64")}
    groups: dict[tuple[str, str], list[Any]] = {}
    for evaluation in evaluations:
        if evaluation.trace is not None and not evaluation.cost.models and evaluation.cost.usd is not None:
            groups.setdefault((evaluation.run or "", model_name(evaluation)), []).append(evaluation.cost)
        for model in evaluation.cost.models:
            groups.setdefault((evaluation.run or "", model.model), []).append(model)
    lines = [
        {
            "run": run,
            "model": model,
            "traces": len(parts),
            "priced": sum(part.usd is not None for part in parts),
            "cost_usd": total(part.usd for part in parts),
            "basis": basis_of(part.basis for part in parts),
            "priced_as": ", ".join(sorted({getattr(part, "priced_as", "") for part in parts} - {""})),
            "edited": any(part.edited for part in parts),
            **{name: total(getattr(part, name, None) for part in parts) for name in TOKENS},
        }
        for (run, model), parts in groups.items()
    ]
    found = frame(lines, columns).sort_values("cost_usd", ascending=False, kind="stable")
    return in_order(found, list(dict.fromkeys(evaluation.run or "" for evaluation in evaluations))).reset_index(
        drop=True
    )


def case_cost_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """What each case cost in each run.

    Returns:
        One line for each (`case`, `run`) with a trace: `trials`; `cost_usd`, the mean of its trials, missing where it is
        not known in whole of each; `basis` (see `basis_of`); `passed`, its share of passed trials (missing without a
        verdict); `input_tokens`, `output_tokens`: means likewise. Dearest first.
    """
    columns = {"case": "str", "run": "str", "trials": "int64", "cost_usd": "float64", "basis": "str"}
    columns |= dict.fromkeys(["passed", "input_tokens", "output_tokens"], "float64")
    grouped = results(evaluations)
    lines = [
        {
            "case": case.case_id,
            "run": case.run,
            "trials": len(case.trials),
            "cost_usd": case.mean_of(trace_cost),
            "basis": basis_of(trial.cost.basis for trial in case.trials),
            "passed": case.pass_share,
            **{name: case.mean_of(partial(_tokens, name=name)) for name in ("input_tokens", "output_tokens")},
        }
        for run in grouped.runs
        for case in grouped.of_run(run)
        if case.trials
    ]
    found = frame(lines, columns).sort_values(["cost_usd", "case", "run"], ascending=[False, True, True])
    return found.reset_index(drop=True)

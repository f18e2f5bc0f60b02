"""Masked evaluations -> quality of each run beside its cost or latency, and which runs no other one beats in both."""

from collections.abc import Sequence
from typing import Any, Literal

import pandas as pd

from toolscore_core.comparison import Results, results
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.frame_base import frame, lines_of
from toolscore_core.report.performance_cost_frames import basis_of
from toolscore_core.report.run_numbers import costs, durations
from toolscore_core.report.words import count_text, listed, plain, seconds_text, usd_text

Quality = Literal["passed", "score"]
"""Share of cases passed, trials of a case by their mean; or mean score of the cases. Both in [0, 1], higher is better."""

Against = Literal["cost", "latency"]
"""Mean cost of a case in USD; or median duration of a case in seconds. Lower is better."""


def pareto_frame(
    evaluations: Sequence[MaskedEvaluation], against: Against, quality: Quality = "passed"
) -> pd.DataFrame:
    """Quality of each run beside what it takes.

    Returns:
        One line for each `run` with a trace: `quality` (missing without gold), `n`, cases that have it; `value`, cost or
        latency of a case, trials by their mean (missing where no case has it), `known`, cases that have it, of `cases`;
        `basis` of the cost (see `basis_of`; "" for latency); `frontier`: whether both numbers are known and no other run
        is at least as good in both and better in one. Best quality first, then the cheapest or fastest.
    """
    columns = {"run": "str", "quality": "float64", "n": "int64", "value": "float64", "known": "int64"}
    columns |= {"cases": "int64", "basis": "str", "frontier": "bool"}
    grouped = results(evaluations)
    lines = [line for run in grouped.runs if (line := _line(run, grouped, against, quality)) is not None]
    for line in lines:
        line["frontier"] = _is_known(line) and not any(_beats(other, line) for other in lines if _is_known(other))
    found = frame(lines, columns)
    return found.sort_values(["quality", "value", "run"], ascending=[False, True, True]).reset_index(drop=True)


def _line(run: str, grouped: Results, against: Against, quality: Quality) -> dict[str, Any] | None:
    traced = [case for case in grouped.of_run(run) if case.trials]
    if not traced:
        return None
    judged = [case.pass_share if quality == "passed" else case.score for case in traced]
    qualities = [each for each in judged if each is not None]
    takes = costs(grouped, run) if against == "cost" else durations(grouped, run)
    bases = [trial.cost.basis for case in traced for trial in case.trials]
    return {
        "run": run,
        "quality": sum(qualities) / len(qualities) if qualities else None,
        "n": len(qualities),
        "value": takes.value,
        "known": takes.n,
        "cases": takes.of,
        "basis": basis_of(bases) if against == "cost" else "",
    }


def _is_known(line: dict[str, Any]) -> bool:
    return line["quality"] is not None and line["value"] is not None


def _beats(one: dict[str, Any], other: dict[str, Any]) -> bool:
    no_worse = one["quality"] >= other["quality"] and one["value"] <= other["value"]
    return bool(no_worse and (one["quality"] > other["quality"] or one["value"] < other["value"]))


def drawn_runs(pareto: pd.DataFrame) -> pd.DataFrame:
    """The lines of `pareto_frame` whose two numbers are known."""
    return pareto[pareto["quality"].notna() & pareto["value"].notna()]


def pareto_text(pareto: pd.DataFrame, against: Against) -> str:
    """Which runs are on the frontier, which are beaten and by whom, and which are not drawn, in words."""
    lines = lines_of(pareto)
    known = [line for line in lines if _is_known(line)]
    best = [plain(line["run"]) for line in known if line["frontier"]]
    texts = []
    if len(known) > 1:
        goal = "better and cheaper" if against == "cost" else "better and faster"
        are = "is" if len(best) == 1 else "are"
        texts.append(f"{listed(best)} {are} on the frontier: no run is {goal}.")
        for line in known:
            if not line["frontier"]:
                winner = next(other for other in known if other["frontier"] and _beats(other, line))
                texts.append(
                    f"{plain(line['run'])} is beaten by {plain(winner['run'])}{_margin(winner, line, against)}."
                )
    if len(known) == 1:
        what = "priced" if against == "cost" else "timed"
        texts.append(f"{plain(known[0]['run'])} alone is {what}: there is nothing to weigh it against.")
    texts += [_absent(line, against) for line in lines if not _is_known(line)]
    return " ".join(texts)


def _margin(one: dict[str, Any], other: dict[str, Any], against: Against) -> str:
    show = usd_text if against == "cost" else seconds_text
    which = "same quality" if one["quality"] == other["quality"] else "better"
    if one["value"] == other["value"]:
        return f": {which} at the same {against}"
    return f": {which} at {show(one['value'])} a case instead of {show(other['value'])}"


def _absent(line: dict[str, Any], against: Against) -> str:
    if line["quality"] is None:
        return f"{plain(line['run'])} has no case with gold and is not drawn."
    what = "unpriced" if against == "cost" else "not timed"
    return f"{plain(line['run'])} is {what} in all {count_text(line['cases'], 'case')} and is not drawn."

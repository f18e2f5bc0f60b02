"""Masked evaluations and their comparison -> pandas tables of cases, runs, trials and metrics."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from toolscore_core.comparison import CasePair, CaseResult, Comparison, Delta, Results, repeated, share_of
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_sentences import delta_text
from toolscore_core.report.comparison_words import excluded_by_case
from toolscore_core.report.frame_base import PLACE, frame
from toolscore_core.report.tidy import tidy_lines
from toolscore_core.stats import bootstrap_interval


def metrics_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """Case x run x trial x metric, tidy: one line a number, in the order of the evaluations.

    Columns: the place; `metric` (its key, e.g. "score" or "argument_metrics.f1"), `title`; `value` (missing where there is
    none, with the `reason`: "no trace", "no gold", "unpriced", "does not apply: ..."); `unit` (ratio, count, s, USD);
    `better` ("higher", "lower", missing where neither is).
    """
    columns = {**PLACE, "metric": "str", "title": "str", "value": "float64", "unit": "str", "better": "object"}
    return frame(tidy_lines(evaluations), columns | {"reason": "str"})


def results_frame(results: Results) -> pd.DataFrame:
    """Case x run: one line a case and run, trials taken together, cases in order of appearance.

    Columns: `case`, `run`; `status` ("evaluated", "no trace", "no gold", and "no trace" for a run that says nothing of the
    case); `trials` with a verdict, `passed` of them, `pass_share` in [0, 1], `score` (mean of the trials); the last two are
    missing where nothing was evaluated.
    """
    columns = {"case": "str", "run": "str", "status": "str", "trials": "int64", "passed": "int64"}
    columns |= {"pass_share": "float64", "score": "float64"}
    places = ((case, run) for case in results.cases for run in results.runs)
    return frame((_result_line(case, run, results.of(case, run)) for case, run in places), columns)


def _result_line(case: str, run: str, result: CaseResult | None) -> dict[str, Any]:
    line: dict[str, Any] = {"case": case, "run": run, "status": "no trace", "trials": 0, "passed": 0}
    if result is not None:
        line |= {"status": result.status, "trials": result.n, "passed": result.passed}
        line |= {"pass_share": result.pass_share, "score": result.score}
    return line


def runs_frame(results: Results) -> pd.DataFrame:
    """One line a run, each over all cases that it has a verdict of; to compare runs, take `comparison_frame`.

    Columns: `run`; `cases` with a verdict, `passed` (with trials a case counts by its share), `pass_rate` in [0, 1] with its
    95 % interval `pass_low`, `pass_high` (Wilson's; with trials a bootstrap over cases); `trials`; `scored` cases,
    `mean_score` in [0, 1] with `score_low`, `score_high` (bootstrap over cases); and what does not count: `without_trace`,
    `without_gold`. Means and intervals are missing where there are too few cases for them.
    """
    columns = {"run": "str", "cases": "int64", "passed": "float64"}
    columns |= dict.fromkeys(["pass_rate", "pass_low", "pass_high"], "float64")
    columns |= {"trials": "int64", "scored": "int64"}
    columns |= dict.fromkeys(["mean_score", "score_low", "score_high"], "float64")
    columns |= {"without_trace": "int64", "without_gold": "int64"}
    return frame((_run_line(run, results.of_run(run)) for run in results.runs), columns)


def _run_line(run: str, found: Sequence[CaseResult]) -> dict[str, Any]:
    share = share_of(found)
    scores = [result.score for result in found if result.score is not None]
    low, high = share.interval or (None, None)
    score_low, score_high = bootstrap_interval(scores) or (None, None)
    return {
        "run": run,
        "cases": share.n,
        "passed": share.passed,
        "pass_rate": share.passed / share.n if share.n else None,
        "pass_low": low,
        "pass_high": high,
        "trials": sum(result.n for result in found),
        "scored": len(scores),
        "mean_score": sum(scores) / len(scores) if scores else None,
        "score_low": score_low,
        "score_high": score_high,
        "without_trace": sum(result.status == "no trace" for result in found),
        "without_gold": sum(result.status == "no gold" for result in found),
    }


def trials_frame(results: Results) -> pd.DataFrame:
    """Repetitions: one line a run and k, for runs in which some case has several trials.

    Columns: `run`, `k`; `pass_at_k`, the chance that at least one of k trials passes, and `pass_hat_k`, that all of them do: means
    over the `cases` with several trials, with `fewest` and `most` trials; `single` cases with one trial, left out. k goes up
    to the fewest.
    """
    columns = {"run": "str", "k": "int64", "pass_at_k": "float64", "pass_hat_k": "float64"}
    columns |= dict.fromkeys(["cases", "single", "fewest", "most"], "int64")
    lines = []
    for run in results.runs:
        found = repeated(results.of_run(run))
        if found is not None:
            counts = {"cases": found.n, "single": found.single, "fewest": found.fewest, "most": found.most}
            for k, (some, every) in enumerate(zip(found.at_least_one, found.every_one, strict=True), 1):
                lines.append({"run": run, "k": k, "pass_at_k": some, "pass_hat_k": every, **counts})
    return frame(lines, columns)


def comparison_frame(comparison: Comparison) -> pd.DataFrame:
    """Two runs case by case: worst regression first, then what does not count.

    Columns: `case`; `outcome` of the other run against the baseline ("better", "worse", "same", "not counted"); of each
    run, `baseline_` and `other_`: `passed` and `trials` (verdicts), `score`; `score_difference`, other less baseline;
    `asked_differently`, whether the users' first messages differ; `reason` why a case does not count, "" for one that does. Numbers are missing where there is no verdict.
    """
    columns = {"case": "str", "outcome": "str"}
    columns |= {f"{side}_{name}": "Int64" for side in ("baseline", "other") for name in ("passed", "trials")}
    columns |= dict.fromkeys(["baseline_score", "other_score", "score_difference"], "float64")
    columns |= {"asked_differently": "boolean", "reason": "str"}
    lines = [_pair_line(pair) for pair in comparison.pairs]
    lines += [
        {"case": case, "outcome": "not counted", "reason": "; ".join(why)}
        for case, why in excluded_by_case(comparison).items()
    ]
    return frame(lines, columns)


def _pair_line(pair: CasePair) -> dict[str, Any]:
    return {
        "case": pair.case_id,
        "outcome": pair.outcome,
        "baseline_passed": pair.baseline.passed,
        "baseline_trials": pair.baseline.n,
        "baseline_score": pair.baseline.score,
        "other_passed": pair.other.passed,
        "other_trials": pair.other.n,
        "other_score": pair.other.score,
        "score_difference": pair.score_difference,
        "asked_differently": pair.asked_differently,
        "reason": "",
    }


def deltas_frame(deltas: Sequence[Delta], baseline: str) -> pd.DataFrame:
    """One line a number of a run beside that of the baseline.

    Columns: `key`, `title`, `unit`; `baseline`, `other`, `difference` (missing where a number is unknown); `low`, `high`: 95 %
    interval of the difference; `direction` ("better", "worse", "same", "unknown"); `n` cases, `missing` cases; `text`: the
    line in words.

    Args:
        deltas: What `comparison.deltas` gives.
        baseline: Label of the run that they are compared with.
    """
    columns = {"key": "str", "title": "str", "unit": "str"}
    columns |= dict.fromkeys(["baseline", "other", "difference", "low", "high"], "float64")
    columns |= {"direction": "str", "n": "int64", "missing": "int64", "text": "str"}
    return frame((_delta_line(delta, baseline) for delta in deltas), columns)


def _delta_line(delta: Delta, baseline: str) -> dict[str, Any]:
    low, high = delta.interval or (None, None)
    return {
        "key": delta.key,
        "title": delta.title,
        "unit": delta.unit,
        "baseline": delta.baseline,
        "other": delta.other,
        "difference": delta.difference,
        "low": low,
        "high": high,
        "direction": delta.direction,
        "n": delta.n,
        "missing": delta.missing,
        "text": delta_text(delta, baseline).sentence,
    }

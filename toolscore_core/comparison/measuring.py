"""A comparison -> the numbers of one run beside those of the baseline, over the same cases."""

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import fmean, median
from typing import Final, Literal, NamedTuple

from toolscore_core.comparison.grouping import Results
from toolscore_core.comparison.records import CaseResult, Comparison, Delta
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.measures import trace_cost, trace_duration
from toolscore_core.pricing import BASIS_WORDS
from toolscore_core.stats import FEWEST_FOR_BOOTSTRAP, Interval, bootstrap_interval

NO_COMMON_CASE: Final = "no common case"
"""Why there is no number of two runs that answer no case both."""

Measure = Callable[[MaskedEvaluation], float | None]
"""A number of one trial; None where it is unknown."""


def deltas(results: Results, comparison: Comparison) -> tuple[Delta, ...]:
    """Cases passed, mean score, required calls completed, cost per passed case and latency a case.

    All are over the cases that both runs answer and, cost and latency, that both have the number of; where no case has it
    in both runs, each number stands alone and the direction is unknown. Trials of a case count by their mean. Without gold
    there is no pair: then cost is that of a case, and cost and latency are over the cases of which both runs have a trace.

    Args:
        results: What the comparison was made of.
        comparison: What `compare` gives.
    """
    sides = [(pair.baseline, pair.other) for pair in comparison.pairs]
    shared = sides or _traced(results, comparison)
    money = _cost_per_passed_case(sides) if sides else _cost_per_case(shared)
    nothing = "" if sides else "no gold" if comparison.lacks_gold else NO_COMMON_CASE
    return (
        _cases_passed(comparison, nothing),
        _mean_score(comparison, nothing or "no score"),
        _required(sides, nothing or "no call required"),
        money,
        _latency(shared),
    )


Sides = Sequence[tuple[CaseResult, CaseResult]]
"""Results of the same cases: baseline, other."""


def _traced(results: Results, comparison: Comparison) -> Sides:
    found = ((results.of(case, comparison.baseline), results.of(case, comparison.other)) for case in results.cases)
    return [(a, b) for a, b in found if a is not None and b is not None and a.trials and b.trials]


def _cases_passed(comparison: Comparison, reason: str) -> Delta:
    before, after = comparison.baseline_share, comparison.other_share
    differences = [(pair.other.pass_share or 0.0) - (pair.baseline.pass_share or 0.0) for pair in comparison.pairs]
    interval = bootstrap_interval(differences)
    return _delta(
        _Number("cases_passed", "Cases passed", "cases", True),
        before.passed if before.n else None,
        after.passed if after.n else None,
        n=after.n,
        missing=0,
        reason=reason,
        interval=None if interval is None else (interval[0] * after.n, interval[1] * after.n),
        differences=differences,
    )


def _mean_score(comparison: Comparison, reason: str) -> Delta:
    scored = [pair for pair in comparison.pairs if pair.score_difference is not None]
    return _delta(
        _Number("mean_score", "Mean score", "score", True),
        _mean(pair.baseline.score for pair in scored),
        _mean(pair.other.score for pair in scored),
        n=len(scored),
        missing=len(comparison.pairs) - len(scored),
        reason=reason,
        interval=comparison.score.interval,
        differences=[pair.score_difference for pair in scored if pair.score_difference is not None],
    )


def _required(sides: Sides, reason: str) -> Delta:
    known = [side for side in sides if all(_completed(result) for result in side)]
    return _delta(
        _Number("required_calls_completed", "Required calls completed", "share", True),
        _share_completed(baseline for baseline, _ in known),
        _share_completed(other for _, other in known),
        n=len(known),
        missing=len(sides) - len(known),
        reason=reason,
    )


def _share_completed(results: Iterable[CaseResult]) -> float | None:
    parts = [part for result in results if (part := _completed(result)) is not None]
    return sum(done for done, _ in parts) / sum(required for _, required in parts) if parts else None


def _completed(result: CaseResult) -> tuple[float, float] | None:
    """(completed, required) calls of a case, the means of its trials; None when it requires none."""
    parts = [trial.completed for trial in result.trials if trial.completed is not None]
    return (fmean(done for done, _ in parts), fmean(required for _, required in parts)) if parts else None


def _cost_per_passed_case(sides: Sides) -> Delta:
    known = _Known.of(sides, trace_cost)
    return _delta(
        _Number("cost_per_passed_case", "Cost per passed case", "usd", False),
        _per_passed(known.baseline),
        _per_passed(known.other),
        n=len(known.other),
        missing=len(sides) - len(known.other),
        baseline_missing=len(sides) - len(known.baseline),
        reason="no priced case passed" if known.other else _unpriced(other for _, other in sides),
        baseline_reason="no priced case passed" if known.baseline else _unpriced(baseline for baseline, _ in sides),
        comparable=known.both,
        basis=_basis(known),
    )


def _per_passed(priced: Sequence[tuple[CaseResult, float]]) -> float | None:
    passed = sum(result.pass_share or 0.0 for result, _ in priced)
    return math.fsum(usd for _, usd in priced) / passed if passed else None


def _cost_per_case(sides: Sides) -> Delta:
    known = _Known.of(sides, trace_cost)
    return _delta(
        _Number("cost_per_case", "Cost a case", "usd", False),
        _mean(usd for _, usd in known.baseline),
        _mean(usd for _, usd in known.other),
        n=len(known.other),
        missing=len(sides) - len(known.other),
        baseline_missing=len(sides) - len(known.baseline),
        reason=_unpriced(other for _, other in sides) if sides else NO_COMMON_CASE,
        baseline_reason=_unpriced(baseline for baseline, _ in sides) if sides else NO_COMMON_CASE,
        comparable=known.both,
        basis=_basis(known),
    )


def _unpriced(results: Iterable[CaseResult]) -> str:
    """Why no case of a run has a cost: none of it is known, or some of it is."""
    in_part = any(trial.cost.usd is not None for result in results for trial in result.trials)
    return "priced in part only" if in_part else "unpriced"


def _basis(known: "_Known") -> str:
    """Where the costs come from, where one run's are as recorded and the other's are priced from tokens, or mixed."""
    told = []
    for side in (known.baseline, known.other):
        kinds = {BASIS_WORDS[trial.cost.basis] for result, _ in side for trial in result.trials}
        told += [(" or ".join(sorted(kinds)), result.run) for result, _ in side[:1]]
    if len(told) < 2 or told[0][0] == told[1][0]:
        return ""
    return ", ".join(f"{kinds} in {run}" for kinds, run in told)


def _latency(sides: Sides) -> Delta:
    known = _Known.of(sides, trace_duration)
    return _delta(
        _Number("latency_p50", "Latency a case, p50", "s", False),
        median([seconds for _, seconds in known.baseline]) if known.baseline else None,
        median([seconds for _, seconds in known.other]) if known.other else None,
        n=len(known.other),
        missing=len(sides) - len(known.other),
        baseline_missing=len(sides) - len(known.baseline),
        reason="not timed" if sides else NO_COMMON_CASE,
        comparable=known.both,
    )


class _Known(NamedTuple):
    """The results that have a number in every trial, each with its mean.

    Attributes:
        baseline, other: Of each run: over the same cases, where some have it in both runs.
        both: Whether that is so; else each run stands for its own cases.
    """

    baseline: list[tuple[CaseResult, float]]
    other: list[tuple[CaseResult, float]]
    both: bool

    @classmethod
    def of(cls, sides: Sides, measure: Measure) -> "_Known":
        found = [((a, a.mean_of(measure)), (b, b.mean_of(measure))) for a, b in sides]
        baseline = [(result, number) for (result, number), _ in found if number is not None]
        other = [(result, number) for _, (result, number) in found if number is not None]
        shared = [(a, b) for a, b in found if a[1] is not None and b[1] is not None]
        if not shared:
            return cls(baseline, other, both=False)
        return cls(
            [(result, number) for (result, number), _ in shared if number is not None],
            [(result, number) for _, (result, number) in shared if number is not None],
            both=True,
        )


def _mean(numbers: Iterable[float | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return fmean(known) if known else None


class _Number(NamedTuple):
    key: str
    title: str
    unit: Literal["cases", "score", "share", "usd", "s"]
    higher_is_better: bool


def _delta(
    number: _Number,
    baseline: float | None,
    other: float | None,
    *,
    n: int,
    missing: int,
    reason: str,
    baseline_reason: str = "",
    baseline_missing: int | None = None,
    interval: Interval | None = None,
    differences: Sequence[float] | None = None,
    comparable: bool = True,
    basis: str = "",
) -> Delta:
    return Delta(
        key=number.key,
        title=number.title,
        unit=number.unit,
        higher_is_better=number.higher_is_better,
        baseline=baseline,
        other=other,
        n=n,
        missing=missing,
        interval=interval,
        direction=_direction(number, baseline, other) if comparable else "unknown",
        reason=reason if other is None else "" if comparable or baseline is None else "no case has it in both runs",
        baseline_reason=(baseline_reason or reason) if baseline is None else "",
        baseline_missing=missing if baseline_missing is None else baseline_missing,
        basis=basis if comparable else "",
        interval_reason=_why_no_interval(differences) if differences is not None and interval is None else "",
    )


def _direction(
    number: _Number, baseline: float | None, other: float | None
) -> Literal["better", "worse", "same", "unknown"]:
    if baseline is None or other is None:
        return "unknown"
    if math.isclose(baseline, other, rel_tol=1e-9, abs_tol=1e-12):
        return "same"
    return "better" if (other > baseline) == number.higher_is_better else "worse"


def _why_no_interval(differences: Sequence[float]) -> str:
    n = len(differences)
    if n == 0:
        return ""
    if n < FEWEST_FOR_BOOTSTRAP:
        return f"{n} case{'' if n == 1 else 's'} {'is' if n == 1 else 'are'} too few for an interval"
    return f"no interval: {'all cases differ alike' if differences[0] else 'no case differs'}"

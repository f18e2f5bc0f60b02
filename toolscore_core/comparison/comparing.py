"""The results of two runs -> case by case which does better, and whether that is more than noise."""

from collections.abc import Sequence
from fractions import Fraction

from toolscore_core.comparison.grouping import Results, results
from toolscore_core.comparison.records import (
    WORST_FIRST,
    CasePair,
    CaseResult,
    Comparison,
    Difference,
    Excluded,
    Outcome,
    Share,
    Status,
)
from toolscore_core.credentials.masking import MaskedText
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.stats import bootstrap_interval, sign_test, wilson_interval
from toolscore_core.workspace.asking import asks_differ


def compare(results: Results, baseline: str, other: str) -> Comparison:
    """Compare a run with the baseline over the cases that both answer.

    Args:
        results: What `comparison.results` gives.
        baseline: Label of the run to compare with.
        other: Label of the run that is judged.

    Raises:
        ValueError: A label that no run has, or the same label twice.
    """
    labels = {str(label): label for label in results.runs}
    for label in (baseline, other):
        if label not in labels:
            raise ValueError("a run of that label is not among the results")
    if baseline == other:
        raise ValueError("a run is compared with another run, not with itself")
    pairs: list[CasePair] = []
    excluded: list[Excluded] = []
    for case_id in results.cases:
        before, after = results.of(case_id, baseline), results.of(case_id, other)
        if before is None and after is None:
            continue  # a case of other runs
        if before is not None and after is not None and before.status == after.status == "evaluated":
            pairs.append(_pair(before, after))
        else:
            excluded += _reasons(case_id, ((labels[baseline], before), (labels[other], after)))
    pairs.sort(key=_regression_order)
    differences = [pair.score_difference for pair in pairs if pair.score_difference is not None]
    return Comparison(
        baseline=labels[baseline],
        other=labels[other],
        pairs=tuple(pairs),
        excluded=tuple(excluded),
        p_value=sign_test(*(sum(pair.outcome == outcome for pair in pairs) for outcome in ("better", "worse"))),
        baseline_share=share_of([pair.baseline for pair in pairs]),
        other_share=share_of([pair.other for pair in pairs]),
        score=Difference(
            mean=sum(differences) / len(differences) if differences else None,
            interval=bootstrap_interval(differences),
            n=len(differences),
        ),
    )


def against_baseline(
    evaluations: Sequence[MaskedEvaluation], baseline: str | None = None, first: str | None = None
) -> tuple[Comparison, ...]:
    """Every run against one baseline, over the cases that both answer.

    Args:
        evaluations: Of all runs.
        baseline: Label of a run; the first one for None, and for a label that no run has.
        first: Label of the run whose comparison comes first; None for the order of the evaluations.

    Returns:
        () where there is no second run, and where no case has gold: then nobody can say what is better.
    """
    found = results(evaluations)
    runs = list(found.runs)
    base = baseline if baseline in runs else runs[0] if runs else None
    if base is None or not any(evaluation.case is not None for evaluation in evaluations):
        return ()
    others = sorted((run for run in runs if run != base), key=lambda run: run != first)
    return tuple(compare(found, base, other) for other in others)


def _reasons(case_id: MaskedText, sides: Sequence[tuple[MaskedText, CaseResult | None]]) -> list[Excluded]:
    """Which runs are why a case does not count."""
    found: list[tuple[MaskedText, Status]] = [(run, "no trace" if side is None else side.status) for run, side in sides]
    lacking = [(run, status) for run, status in found if status != "evaluated"]
    # What no gold case asks for is not missing in the run that has no trace of it.
    ungold = [(run, status) for run, status in lacking if status == "no gold"]
    return [Excluded(case_id, run, status) for run, status in ungold or lacking]


def _pair(baseline: CaseResult, other: CaseResult) -> CasePair:
    shares = Fraction(other.passed, other.n), Fraction(baseline.passed, baseline.n)  # 1/3 equals 2/6
    outcome: Outcome = "better" if shares[0] > shares[1] else "worse" if shares[0] < shares[1] else "same"
    difference = None if baseline.score is None or other.score is None else other.score - baseline.score
    traces = (trial.trace for trial in (*baseline.trials, *other.trials) if trial.trace is not None)
    return CasePair(other.case_id, baseline, other, outcome, difference, asks_differ(traces))


def _regression_order(pair: CasePair) -> tuple[int, float]:
    return WORST_FIRST.index(pair.outcome), pair.score_difference or 0.0


def share_of(results: Sequence[CaseResult]) -> Share:
    """Cases passed, over those results that have a verdict."""
    shares = [Fraction(result.passed, result.n) for result in results if result.n]
    passed = sum(shares, Fraction())
    if all(share in (0, 1) for share in shares):
        interval = wilson_interval(int(passed), len(shares))
    else:
        interval = bootstrap_interval([float(share) for share in shares])
    return Share(passed=float(passed), n=len(shares), interval=interval)


def regressed(comparison: Comparison) -> tuple[MaskedText, ...]:
    """Cases on which the run is worse than the baseline, or that the baseline answers and the run has no trace of.

    What the baseline lacks is no regression, and neither is a trace without gold.
    """
    worse = [pair.case_id for pair in comparison.pairs if pair.outcome == "worse"]
    lacking = {left.case_id for left in comparison.excluded if left.run == comparison.baseline}
    lost = [
        left.case_id
        for left in comparison.excluded
        if left.run == comparison.other and left.reason == "no trace" and left.case_id not in lacking
    ]
    return (*worse, *lost)

"""Masked evaluations -> one result for each case and run, with the trials as one cluster."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolscore_core.comparison.records import CaseResult, Status
from toolscore_core.credentials.masking import MaskedText
from toolscore_core.masked import MaskedEvaluation


@dataclass(frozen=True, slots=True)
class Results:
    """Cases x runs.

    Attributes:
        cases: Ids of all cases, and names of traces without one, in the order in which they appear.
        runs: Labels of all runs, likewise.
        by_place: (case, run) -> result; a run that says nothing of a case, not even that it has no trace, has none there.
    """

    cases: tuple[MaskedText, ...]
    runs: tuple[MaskedText, ...]
    by_place: Mapping[tuple[str, str], CaseResult]

    def of(self, case_id: str, run: str) -> CaseResult | None:
        """The result of a case in a run; None when the evaluations do not mention it."""
        return self.by_place.get((case_id, run))

    def of_run(self, run: str) -> tuple[CaseResult, ...]:
        """All results of a run, by case."""
        found = (self.by_place.get((case_id, run)) for case_id in self.cases)
        return tuple(result for result in found if result is not None)


def results(evaluations: Sequence[MaskedEvaluation]) -> Results:
    """Group evaluations by case and run.

    Args:
        evaluations: In any order. One of no run (a case while there is no trace at all) is a case without results.
    """
    grouped: dict[tuple[MaskedText, MaskedText], list[MaskedEvaluation]] = {}
    for evaluation in evaluations:
        if evaluation.run is not None:
            grouped.setdefault((evaluation.case_id, evaluation.run), []).append(evaluation)
    return Results(
        cases=tuple(dict.fromkeys(evaluation.case_id for evaluation in evaluations)),
        runs=tuple(dict.fromkeys(run for _, run in grouped)),
        by_place={place: _result(*place, members) for place, members in grouped.items()},
    )


def _result(case_id: MaskedText, run: MaskedText, members: list[MaskedEvaluation]) -> CaseResult:
    trials = tuple(sorted((e for e in members if e.trace is not None), key=lambda e: e.trial or 0))
    verdicts = [trial.passed for trial in trials if trial.passed is not None]
    scores = [trial.score for trial in trials if trial.score is not None]
    status: Status = "evaluated" if verdicts else "no gold" if trials else "no trace"
    return CaseResult(
        case_id=case_id,
        run=run,
        trials=trials,
        status=status,
        passed=sum(verdicts),
        n=len(verdicts),
        score=sum(scores) / len(scores) if scores else None,
    )

"""The records of a comparison of runs. They hold masked evaluations, so that everything in them may be shown."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import fmean
from typing import Final, Literal

from toolscore_core.credentials.masking import MaskedText
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.stats import Interval

Status = Literal["evaluated", "no trace", "no gold"]
"""Whether a case in a run says something: some trial has a verdict; the run has no trace of it; there is nothing to compare with."""

Outcome = Literal["better", "worse", "same"]
"""How a run does on a case, against the baseline."""

WORST_FIRST: Final[tuple[Outcome, ...]] = ("worse", "better", "same")
"""The order in which cases stand."""


@dataclass(frozen=True, slots=True)
class CaseResult:
    """One case in one run: all its trials, which are one cluster and not several cases.

    Attributes:
        case_id, run: As in `MaskedEvaluation`.
        trials: The evaluations that have a trace, by trial; () when the run has no trace of the case.
        status: Whether it says something.
        passed: Trials that pass.
        n: Trials that have a verdict.
        score: Mean score of the trials, in [0, 1], higher is better; None when none has one.
    """

    case_id: MaskedText
    run: MaskedText
    trials: tuple[MaskedEvaluation, ...]
    status: Status
    passed: int
    n: int
    score: float | None

    @property
    def pass_share(self) -> float | None:
        """Share of the trials that pass, in [0, 1]; None when none has a verdict."""
        return self.passed / self.n if self.n else None

    @property
    def worst(self) -> MaskedEvaluation | None:
        """The trial to look at first; None without a trace."""
        return min(self.trials, key=lambda trial: trial.severity, default=None)

    def mean_of(self, measure: Callable[[MaskedEvaluation], float | None]) -> float | None:
        """Mean of a number over the trials; None where one of them does not have it, and without a trace."""
        numbers = [number for trial in self.trials if (number := measure(trial)) is not None]
        return fmean(numbers) if numbers and len(numbers) == len(self.trials) else None


@dataclass(frozen=True, slots=True)
class CasePair:
    """One case that both runs answer.

    Attributes:
        case_id: Which one.
        baseline, other: Its result in each run; both "evaluated".
        outcome: "better" when the share of passed trials is higher in the other run, "worse" when it is lower.
        score_difference: Score of the other run less that of the baseline; None when one has none.
        asked_differently: Whether the first messages of the users differ, so that the runs may not be comparable here.
    """

    case_id: MaskedText
    baseline: CaseResult
    other: CaseResult
    outcome: Outcome
    score_difference: float | None
    asked_differently: bool = False


@dataclass(frozen=True, slots=True)
class Excluded:
    """A case that does not count in a comparison, and which run is why.

    Attributes:
        case_id: Which one; the name of a trace that answers no case.
        run: The run that has no result of it.
        reason: "no trace"; or "no gold" for a trace with which nothing can be compared.
    """

    case_id: MaskedText
    run: MaskedText
    reason: Status


@dataclass(frozen=True, slots=True)
class Share:
    """Cases passed in a run. With trials a case counts by its share of passed trials.

    Attributes:
        passed: Sum of the cases' shares; a whole number where no case has several trials.
        n: Cases with a verdict.
        interval: Of passed / n, in [0, 1], 95 %: Wilson's where every case passes in all of its trials or in none, else a
            bootstrap over cases, with cases as clusters. None when n is 0, or too small for the bootstrap, and when all
            cases pass in one and the same part of their trials.
    """

    passed: float
    n: int
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Mean of paired differences, other less baseline.

    Attributes:
        mean: None when n is 0.
        interval: Paired bootstrap over cases, 95 %; None below `stats.FEWEST_FOR_BOOTSTRAP` cases, and when all
            differences are the same.
        n: Cases that have the number in both runs.
    """

    mean: float | None
    interval: Interval | None
    n: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """A run against the baseline, over the cases that both answer.

    Attributes:
        baseline, other: Labels of the two runs.
        pairs: Worst regression first: by outcome (worse, better, same), then by score difference.
        excluded: Cases that do not count, each once for each run that lacks it.
        p_value: Exact two-sided sign test on the cases that differ, which without trials is McNemar's exact test; None
            when no case differs.
        baseline_share, other_share: Cases passed, over `pairs`.
        score: Difference of scores, over the pairs that have both.
    """

    baseline: MaskedText
    other: MaskedText
    pairs: tuple[CasePair, ...]
    excluded: tuple[Excluded, ...]
    p_value: float | None
    baseline_share: Share
    other_share: Share
    score: Difference

    def count(self, outcome: Outcome) -> int:
        """Number of pairs with that outcome."""
        return sum(pair.outcome == outcome for pair in self.pairs)

    @property
    def lacks_gold(self) -> bool:
        """Whether there are traces, and none of either run has gold."""
        return bool(self.excluded) and not self.pairs and all(left.reason == "no gold" for left in self.excluded)

    @property
    def is_decided(self) -> bool:
        """Whether the sign test says that the runs differ, at 5 %."""
        return self.p_value is not None and self.p_value < 0.05


@dataclass(frozen=True, slots=True)
class Delta:
    """One number of a run beside that of the baseline.

    Attributes:
        key: Name of the number, e.g. "cost_per_passed_case".
        title: For people.
        unit: "cases", "score", "share", "usd" or "s".
        higher_is_better: Which way is better.
        baseline, other: The numbers; None where it is unknown, which is not 0.
        n: Cases that the number of the other run rests on.
        missing: Cases of the comparison that do not have it.
        baseline_missing: Cases of the comparison that do not have the number of the baseline: other ones than `missing` only
            where no case has it in both runs, so that each number stands alone.
        interval: Of the difference, other less baseline, in the unit; None where none is computed.
        direction: Of the other run: "better", "worse", "same", or "unknown" when a number is missing.
        reason: Why the number of the other run is unknown, e.g. "unpriced", or why two known ones are not comparable; "" else.
        baseline_reason: Why that of the baseline is unknown; "" when it is known.
        basis: Where the numbers come from, where that is not the same in both runs, in words; "" else.
        interval_reason: Why there is no interval, e.g. "3 cases are too few for an interval"; "" when there is one, when there
            is no case, and for a number of which none is ever computed.
    """

    key: str
    title: str
    unit: Literal["cases", "score", "share", "usd", "s"]
    higher_is_better: bool
    baseline: float | None
    other: float | None
    n: int
    missing: int
    interval: Interval | None
    direction: Literal["better", "worse", "same", "unknown"]
    reason: str = ""
    baseline_reason: str = ""
    baseline_missing: int = 0
    basis: str = ""
    interval_reason: str = ""

    @property
    def difference(self) -> float | None:
        """Other less baseline; None when the direction is unknown."""
        if self.direction == "unknown" or self.baseline is None or self.other is None:
            return None
        return self.other - self.baseline

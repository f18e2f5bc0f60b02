"""Results with several trials a case -> pass@k and pass^k of a run, for every k that all its cases allow."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from toolscore_core.comparison.records import CaseResult
from toolscore_core.stats import pass_at_k as pass_at_k
from toolscore_core.stats import pass_hat_k as pass_hat_k


@dataclass(frozen=True, slots=True)
class Repeated:
    """How a run does over repetitions.

    Attributes:
        n: Cases with several trials.
        single: Cases with a verdict of one trial only, which say nothing about repetitions.
        fewest, most: Trials of the case among the `n` that has the fewest, and the most; they differ where trials are uneven.
        at_least_one: pass@k for k = 1, 2, ... up to `fewest`: chance that at least one of k trials passes, the mean over the `n` cases.
        every_one: pass^k likewise: chance that all of k trials pass.
    """

    n: int
    single: int
    fewest: int
    most: int
    at_least_one: tuple[float, ...]
    every_one: tuple[float, ...]

    @property
    def is_uneven(self) -> bool:
        """Whether some case has fewer trials than another, so that a larger k is not given."""
        return self.fewest < self.most


def repeated(results: Sequence[CaseResult]) -> Repeated | None:
    """pass@k and pass^k of a run, each by its unbiased estimator on all trials of a case, then the mean over cases.

    Args:
        results: Of one run; those without a verdict do not count.

    Returns:
        None when no case has several trials.
    """
    several = [result for result in results if result.n > 1]
    if not several:
        return None
    fewest = min(result.n for result in several)
    every_k = range(1, fewest + 1)
    return Repeated(
        n=len(several),
        single=sum(result.n == 1 for result in results),
        fewest=fewest,
        most=max(result.n for result in several),
        at_least_one=tuple(_mean([pass_at_k(r.n, r.passed, k) for r in several]) for k in every_k),
        every_one=tuple(_mean([pass_hat_k(r.n, r.passed, k) for r in several]) for k in every_k),
    )


def _mean(values: Sequence[float | None]) -> float:
    return fmean(value for value in values if value is not None)

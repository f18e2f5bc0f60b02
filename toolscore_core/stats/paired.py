"""Two runs over the same cases -> is one better: the sign test, and an interval of the mean difference."""

import sys
from collections.abc import Sequence
from typing import Final

from toolscore_core.stats.shares import Interval

FEWEST_FOR_BOOTSTRAP: Final = 5
"""Fewest cases for which a bootstrap interval is given: from fewer values there are too few different samples to draw."""

RESAMPLES: Final = 4_999

_SEED: Final = 20_110

_DIGITS: Final = 12
"""Decimals that tell values apart: what differs by rounding alone has no spread."""


def sign_test(better: int, worse: int) -> float | None:
    """Exact two-sided sign test of paired cases; on cases that pass or fail it is McNemar's exact test.

    Args:
        better: Cases on which the one run does better.
        worse: Cases on which it does worse. Ties say nothing about the direction and are left out.

    Returns:
        p in (0, 1]: how likely a split at least as uneven is when both runs are equally good. None when no case differs.

    Example:
        >>> sign_test(4, 1)
        0.375
    """
    if better + worse == 0:
        return None
    from scipy.stats import binomtest  # dear to load

    # What is smaller than every float is not impossible.
    return max(float(binomtest(better, better + worse, 0.5).pvalue), sys.float_info.min)


def bootstrap_interval(values: Sequence[float], *, level: float = 0.95) -> Interval | None:
    """Interval of the mean by the bootstrap with bias correction and acceleration (Efron, 1987).

    Repetitions of one case belong together: they make one value, their mean, so that whole cases are drawn and not trials.
    The samples are drawn with a fixed seed, so that the same values give the same interval, in whatever order they come,
    and negated values the negated interval.

    Args:
        values: One for each case, e.g. differences between two runs.
        level: Share of samples whose interval holds the true mean, roughly; less for few cases.

    Returns:
        None for fewer than FEWEST_FOR_BOOTSTRAP values, and when all are the same, for then their spread is not known.
    """
    ordered = sorted(round(value, _DIGITS) + 0.0 for value in values)
    if len(ordered) < FEWEST_FOR_BOOTSTRAP or ordered[0] == ordered[-1]:
        return None
    negated = [-value + 0.0 for value in reversed(ordered)]
    if negated > ordered:
        lower, upper = _bootstrap(negated, level)
        return -upper + 0.0, -lower + 0.0
    return _bootstrap(ordered, level)


def _bootstrap(values: list[float], level: float) -> Interval:
    import numpy as np  # dear to load, as scipy
    from scipy.stats import bootstrap

    found = bootstrap(
        (np.array(values),),
        np.mean,
        n_resamples=RESAMPLES,
        batch=1_000,
        confidence_level=level,
        method="BCa",
        rng=np.random.default_rng(_SEED),
    ).confidence_interval
    return float(found.low), float(found.high)

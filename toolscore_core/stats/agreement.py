"""A table of two raters -> Cohen's kappa with its interval."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from toolscore_core.stats.shares import Interval, wilson_interval


class Kappa(NamedTuple):
    """Cohen's kappa of two raters.

    Attributes:
        value: In [-1, 1], higher is better; 0 is what chance gives. None when it is not defined: both raters used one
            and the same category for everything.
        interval: In [-1, 1]; None likewise.
        observed: Share of subjects on which both agree.
        expected: The share that chance would give.
    """

    value: float | None
    interval: Interval | None
    observed: float
    expected: float


def cohens_kappa(table: Sequence[Sequence[int]], *, level: float = 0.95) -> Kappa | None:
    """Unweighted kappa with the large-sample interval of Fleiss, Cohen and Everitt (1969).

    Full agreement has no spread of its own, which would make the interval a point however few the subjects: its lower
    bound then follows from Wilson's interval of the observed agreement.

    Args:
        table: Square; table[i][j] is the number of subjects that the first rater put into i and the second into j.
        level: As in wilson_interval.

    Returns:
        None when there are no subjects.
    """
    n = sum(map(sum, table))
    if n == 0:
        return None
    size = range(len(table))
    rows = [sum(row) / n for row in table]
    columns = [sum(row[j] for row in table) / n for j in size]
    observed = sum(table[i][i] for i in size) / n
    expected = sum(rows[i] * columns[i] for i in size)
    agreed = sum(table[i][i] for i in size)
    if expected == 1:
        return Kappa(None, None, observed, expected)
    kappa = (observed - expected) / (1 - expected)
    if agreed == n:
        lowest = wilson_interval(n, n, level=level) or (0.0, 1.0)
        return Kappa(kappa, (max(-1.0, (lowest[0] - expected) / (1 - expected)), 1.0), observed, expected)
    half = _normal_quantile(level) * sqrt(max(0.0, _kappa_variance(table, n, rows, columns, kappa, expected)))
    return Kappa(kappa, (max(-1.0, kappa - half), min(1.0, kappa + half)), observed, expected)


def _kappa_variance(
    table: Sequence[Sequence[int]], n: int, rows: list[float], columns: list[float], kappa: float, expected: float
) -> float:
    size = range(len(table))
    agreeing = sum(table[i][i] / n * (1 - (rows[i] + columns[i]) * (1 - kappa)) ** 2 for i in size)
    disagreeing = sum(table[i][j] / n * (columns[i] + rows[j]) ** 2 for i in size for j in size if i != j)
    chance = (kappa - expected * (1 - kappa)) ** 2
    return (agreeing + (1 - kappa) ** 2 * disagreeing - chance) / (n * (1 - expected) ** 2)


def _normal_quantile(level: float) -> float:
    from scipy.special import ndtri  # dear to load

    return float(ndtri((1 + level) / 2))

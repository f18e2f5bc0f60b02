"""Counts -> shares with their intervals."""

Interval = tuple[float, float]
"""Lower and upper bound."""


def wilson_interval(successes: int, n: int, *, level: float = 0.95) -> Interval | None:
    """Wilson's interval of a share; E. B. Wilson (1927), compared with others by R. G. Newcombe (1998).

    Args:
        successes: From 0 to n.
        n: Trials.
        level: Share of samples whose interval holds the true share.

    Returns:
        In [0, 1]; None when n is 0.

    Example:
        >>> [round(bound, 4) for bound in wilson_interval(81, 263)]
        [0.2553, 0.3662]
    """
    if n == 0:
        return None
    from scipy.stats import binomtest  # dear to load

    found = binomtest(successes, n).proportion_ci(confidence_level=level, method="wilson")
    # The formula gives 0 and 1 exactly; rounding must not leave them a hair inside.
    lower = 0.0 if successes == 0 else float(found.low)
    upper = 1.0 if successes == n else float(found.high)
    return lower, upper

"""Repetitions of one case -> the chance that some, or every one, of k repetitions passes."""

from math import comb


def pass_at_k(n: int, passed: int, k: int) -> float | None:
    """Chance that at least one of k trials passes, by the unbiased estimator of Chen et al. (2021), arXiv:2107.03374.

    Args:
        n: Trials.
        passed: Those that passed, from 0 to n.
        k: At least 1.

    Returns:
        1 - C(n - passed, k) / C(n, k), in [0, 1]; None with fewer than k trials.

    Example:
        >>> pass_at_k(4, 1, 2)
        0.5
    """
    return None if not 1 <= k <= n else 1 - comb(n - passed, k) / comb(n, k)


def pass_hat_k(n: int, passed: int, k: int) -> float | None:
    """Chance that all of k trials pass, pass^k of Yao et al. (2024), arXiv:2406.12045.

    Args:
        n: Trials.
        passed: Those that passed, from 0 to n.
        k: At least 1.

    Returns:
        C(passed, k) / C(n, k), in [0, 1]; None with fewer than k trials.

    Example:
        >>> pass_hat_k(4, 2, 2)
        0.16666666666666666
    """
    return None if not 1 <= k <= n else comb(passed, k) / comb(n, k)

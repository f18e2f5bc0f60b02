"""The sign test and the bootstrap against published examples and slow oracles, and what must hold for all."""

from itertools import product
from math import comb
from statistics import NormalDist, fmean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.stats import FEWEST_FOR_BOOTSTRAP, bootstrap_interval, sign_test


@pytest.mark.parametrize(
    ("better", "worse", "p", "digits"),
    [
        # Zar, Biostatistical Analysis: hind leg and foreleg of 10 deer; the Wikipedia article "Sign test" has it too.
        pytest.param(8, 2, 0.10938, 5, id="Zar, legs of deer"),
        # Agresti, Categorical Data Analysis (1990), p. 350: approval of the president, 1600 people asked twice; exact p as
        # R's exact2x2 gives it for the data of `mcnemar.test`.
        pytest.param(86, 150, 3.716e-05, 8, id="Agresti, approval ratings"),
        # Fay, "Exact McNemar's test and matching confidence intervals", vignette of exact2x2: 21, 9, 2, 12.
        pytest.param(9, 2, 0.06543, 5, id="Fay, exact2x2"),
        # Aoki, McNemar test in R: support of the cabinet, 48, 28, 35, 53.
        pytest.param(35, 28, 0.4500, 4, id="Aoki, support of the cabinet"),
    ],
)
def test_sign_test_as_published(better: int, worse: int, p: float, digits: int) -> None:
    """The exact p is that of textbooks and other programs."""
    found = sign_test(better, worse)
    assert found is not None
    assert round(found, digits) == p


def test_no_difference_is_no_test() -> None:
    """Where no case differs there is no p, not 1."""
    assert sign_test(0, 0) is None


def test_p_is_never_zero() -> None:
    """However small, it is not impossible: 2 / 2^3000 is below every float."""
    p = sign_test(0, 3000)
    assert p is not None
    assert 0 < p < 1e-300


@given(st.integers(0, 60), st.integers(0, 60))
def test_sign_test_is_twice_the_tail(better: int, worse: int) -> None:
    """It is twice the smaller tail of a fair coin, at most 1, and the same for both runs."""
    n = better + worse
    if n == 0:
        return
    tail = sum(comb(n, k) for k in range(min(better, worse) + 1)) / 2**n
    assert sign_test(better, worse) == pytest.approx(min(1.0, 2 * tail))
    assert sign_test(better, worse) == sign_test(worse, better)


DARWIN = (49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48)
"""Darwin's maize: crossed less self-fertilised, eighths of an inch, in 15 pairs."""


def test_bootstrap_of_darwins_maize() -> None:
    """Fisher (The Design of Experiments, 1935) gives 0.03 to 41.84 by Student's t; the bootstrap is near, and narrower."""
    found = bootstrap_interval(DARWIN)
    assert found is not None
    lower, upper = found
    assert lower == pytest.approx(0.03, abs=4)
    assert upper == pytest.approx(41.84, abs=7)
    assert 25 < upper - lower < 41.81


def exact_bca(values: list[float], level: float = 0.95) -> tuple[float, float]:
    """Efron (1987) over every possible sample instead of some drawn ones."""
    n, mean = len(values), fmean(values)
    means = np.sort(np.array(list(product(values, repeat=n))).mean(axis=1))
    normal = NormalDist()
    below = (np.sum(means < mean - 1e-12) + np.sum(means <= mean + 1e-12)) / (2 * len(means))
    bias = normal.inv_cdf(float(below))
    left_out = [(sum(values) - value) / (n - 1) for value in values]
    spread = [fmean(left_out) - one for one in left_out]
    acceleration = sum(d**3 for d in spread) / (6 * sum(d**2 for d in spread) ** 1.5)

    def bound(share: float) -> float:
        z = bias + normal.inv_cdf(share)
        return float(np.quantile(means, normal.cdf(bias + z / (1 - acceleration * z))))

    return bound((1 - level) / 2), bound((1 + level) / 2)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([-0.2, 0.05, 0.1, 0.33, 0.5, 0.9], id="spread"),
        pytest.param([-0.31, -0.02, 0.01, 0.04, 0.27, 1.0], id="skewed"),
    ],
)
def test_bootstrap_equals_all_samples(values: list[float]) -> None:
    """The drawn samples give what all 6^6 samples give, as far as chance allows."""
    found = bootstrap_interval(values)
    assert found is not None
    assert found == pytest.approx(exact_bca(values), abs=0.03)


@pytest.mark.parametrize(
    "values",
    [
        pytest.param([], id="none"),
        pytest.param([0.1, 0.4, -0.2, 0.9][: FEWEST_FOR_BOOTSTRAP - 1], id="too few"),
        pytest.param([0.0] * 40, id="no difference"),
        pytest.param([0.25] * 40, id="the same difference"),
        pytest.param([1 / 3, 0.1 + 0.2 + 1 / 30, *[1 / 3] * 5], id="the same but for rounding"),
    ],
)
def test_no_interval_where_the_spread_is_unknown(values: list[float]) -> None:
    """Too few values, or values that are all the same, say nothing of their spread: no interval of no width."""
    assert bootstrap_interval(values) is None


@pytest.mark.parametrize("n", [FEWEST_FOR_BOOTSTRAP, 1000])
def test_one_case_that_differs(n: int) -> None:
    """One case among many ties: an interval from nothing to something, without a warning."""
    found = bootstrap_interval([0.0] * (n - 1) + [1.0])
    assert found is not None
    assert found[0] == 0.0 < 1 / n < found[1]


VALUES = st.lists(st.sampled_from([-1.0, -0.5, -0.25, 0.0, 0.0, 0.25, 1.0]), min_size=5, max_size=30)


@settings(max_examples=25)
@given(VALUES, st.randoms(use_true_random=False))
def test_bootstrap_knows_no_order_and_no_side(values: list[float], chance: object) -> None:
    """The same values in another order give the same interval, negated ones the negated interval, and again the same."""
    shuffled = list(values)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # hypothesis gives a random.Random
    found = bootstrap_interval(values)
    assert bootstrap_interval(shuffled) == found
    turned = bootstrap_interval([-value for value in values])
    assert turned == (None if found is None else (-found[1], -found[0]))
    assert found is None or min(values) <= found[0] <= found[1] <= max(values)


def test_the_interval_holds_the_mean_as_often_as_it_says() -> None:
    """Of 300 samples of 25 cases, roughly 95 % have an interval with the true mean in it."""
    drawn = np.random.default_rng(7).choice([-1.0, 0.0, 0.0, 0.25, 1.0], size=(300, 25))
    intervals = [bootstrap_interval([float(value) for value in sample]) for sample in drawn]
    held = [interval[0] <= 0.05 <= interval[1] for interval in intervals if interval is not None]
    assert len(held) == 300
    assert 0.9 <= fmean(held) <= 0.98

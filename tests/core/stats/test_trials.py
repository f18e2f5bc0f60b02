"""pass@k and pass^k against their published forms, every choice of trials, and each other."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscore_core.stats import pass_at_k, pass_hat_k

COUNTS = st.integers(1, 8).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))


@pytest.mark.parametrize(
    ("n", "passed", "k", "some", "every"),
    [
        pytest.param(5, 2, 3, 0.9, 0.0, id="1 - C(3,3)/C(5,3)"),
        pytest.param(4, 2, 2, 1 - 1 / 6, 1 / 6, id="tau-bench, 4 trials"),
        pytest.param(4, 3, 4, 1.0, 0.0, id="one failure spoils pass^n"),
        pytest.param(200, 13, 1, 0.065, 0.065, id="k = 1 is the share"),
        pytest.param(3, 0, 2, 0.0, 0.0, id="never"),
        pytest.param(3, 3, 2, 1.0, 1.0, id="always"),
    ],
)
def test_worked_examples(n: int, passed: int, k: int, some: float, every: float) -> None:
    """Both are those of a calculation by hand."""
    assert pass_at_k(n, passed, k) == pytest.approx(some)
    assert pass_hat_k(n, passed, k) == pytest.approx(every)


@pytest.mark.parametrize("k", [0, 4])
def test_not_given_with_fewer_trials(k: int) -> None:
    """What k trials would do is not known of three, and of no trial nothing is."""
    assert pass_at_k(3, 1, k) is None
    assert pass_hat_k(3, 1, k) is None


@given(COUNTS)
def test_the_mean_over_every_choice_of_k_trials(counts: tuple[int, int, int]) -> None:
    """Unbiased: of all choices of k of the trials, the share in which one passes, and in which all do."""
    n, passed, k = counts
    trials = [1] * passed + [0] * (n - passed)
    chosen = list(combinations(trials, k))
    assert pass_at_k(n, passed, k) == pytest.approx(sum(map(any, chosen)) / len(chosen))
    assert pass_hat_k(n, passed, k) == pytest.approx(sum(map(all, chosen)) / len(chosen))


@given(COUNTS)
def test_as_humaneval_computes_it(counts: tuple[int, int, int]) -> None:
    """The product in figure 3 of Chen et al. (2021), Evaluating Large Language Models Trained on Code."""
    n, passed, k = counts
    failed = n - passed
    product = 1.0 if failed < k else 1.0 - float(np.prod(1.0 - k / np.arange(failed + 1, n + 1)))
    assert pass_at_k(n, passed, k) == pytest.approx(product)


@given(COUNTS)
def test_they_mirror_each_other(counts: tuple[int, int, int]) -> None:
    """All k pass exactly when none of them fails; and more trials help the one and hurt the other."""
    n, passed, k = counts
    some_fail = pass_at_k(n, n - passed, k)
    assert some_fail is not None
    assert pass_hat_k(n, passed, k) == pytest.approx(1 - some_fail)
    some, every = pass_at_k(n, passed, k), pass_hat_k(n, passed, k)
    assert some is not None
    assert every is not None
    assert every <= passed / n + 1e-12 <= some + 2e-12

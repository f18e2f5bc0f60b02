"""Wilson's interval against published numbers, and what must hold for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscore_core.stats import wilson_interval


@pytest.mark.parametrize(
    ("successes", "n", "lower", "upper"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_as_published(successes: int, n: int, lower: float, upper: float) -> None:
    """Newcombe (1998), Statistics in Medicine 17, 857-872, table I, method 3."""
    assert wilson_interval(successes, n) == pytest.approx((lower, upper), abs=5e-5)


def test_nothing_has_no_interval() -> None:
    """Without trials nothing is known of the share."""
    assert wilson_interval(0, 0) is None


@given(st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_holds_the_share(counts: tuple[int, int]) -> None:
    """The observed share lies in its interval, which is wider at a higher level."""
    successes, n = counts
    found, wider = wilson_interval(successes, n), wilson_interval(successes, n, level=0.99)
    assert found is not None
    assert wider is not None
    assert wider[0] <= found[0] <= successes / n + 1e-12
    assert successes / n - 1e-12 <= found[1] <= wider[1]

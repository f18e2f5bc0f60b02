"""Cohen's kappa against published numbers, and what must hold for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscore_core.stats import cohens_kappa


@pytest.mark.parametrize(
    ("table", "kappa", "lower", "upper"),
    [
        # Stata, kapci, analytical interval: Statalist, December 2009, message 320.
        pytest.param([[1395, 118], [261, 158]], 0.3411969207847029, 0.2896667786271169, 0.3927270629422889, id="Stata"),
        # R, statpsych::ci.kappa(.05, 31, 12, 4, 58).
        pytest.param([[31, 12], [4, 58]], 0.6756757, 0.5317210, 0.8196303, id="statpsych"),
    ],
)
def test_kappa_as_published(table: list[list[int]], kappa: float, lower: float, upper: float) -> None:
    """Value and interval are those of other programs."""
    found = cohens_kappa(table)
    assert found is not None
    assert found.value == pytest.approx(kappa, abs=5e-8)
    assert found.interval == pytest.approx((lower, upper), abs=5e-8)


def test_kappa_of_three_categories() -> None:
    """75 1 4 / 5 4 1 / 0 0 10: observed 0.89, by chance 0.66."""
    found = cohens_kappa([[75, 1, 4], [5, 4, 1], [0, 0, 10]])
    assert found is not None
    assert (found.observed, found.expected) == pytest.approx((0.89, 0.66))
    assert found.value == pytest.approx(0.23 / 0.34)


def test_one_category_has_no_kappa() -> None:
    """Where both raters say one and the same of everything, chance explains all: neither 1 nor 0."""
    found = cohens_kappa([[40, 0], [0, 0]])
    assert found is not None
    assert (found.value, found.interval, found.observed) == (None, None, 1.0)


def test_full_agreement_is_not_certain() -> None:
    """Few subjects with full agreement leave a wide interval, many a narrow one."""
    few, many = cohens_kappa([[3, 0], [0, 3]]), cohens_kappa([[300, 0], [0, 300]])
    assert few is not None
    assert few.interval is not None
    assert many is not None
    assert many.interval is not None
    assert few.value == many.value == 1.0
    assert few.interval[0] < 0.3 < 0.95 < many.interval[0] < many.interval[1] == 1.0


def test_nothing_has_no_kappa() -> None:
    """Without subjects there is no kappa."""
    assert cohens_kappa([[0, 0], [0, 0]]) is None


TABLES = st.integers(2, 4).flatmap(
    lambda size: st.lists(st.lists(st.integers(0, 50), min_size=size, max_size=size), min_size=size, max_size=size)
)


@given(TABLES)
def test_kappa_stays_in_its_range(table: list[list[int]]) -> None:
    """The value lies in its interval, both in [-1, 1], and the raters can change places."""
    found = cohens_kappa(table)
    if found is None or found.value is None or found.interval is None:
        return
    assert -1.0 <= found.interval[0] <= found.value + 1e-12
    assert found.value - 1e-12 <= found.interval[1] <= 1.0
    turned = cohens_kappa([list(column) for column in zip(*table, strict=True)])
    assert turned is not None
    assert turned.value == pytest.approx(found.value)
    assert turned.interval == pytest.approx(found.interval)

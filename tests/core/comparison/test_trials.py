"""pass@k and pass^k of a run."""

import pytest

from tests.comparisons import answers
from toolscore_core.comparison import repeated, results


def test_the_mean_over_cases_with_several_trials() -> None:
    """Each case by all its trials; a case with one trial says nothing of repetitions and is counted apart."""
    found = results(answers({"m": {"c1": "++--", "c2": "++++", "c3": "+", "c4": "", "c5": "?"}}))
    told = repeated(found.of_run("m"))
    assert told is not None
    assert (told.n, told.single, told.fewest, told.most, told.is_uneven) == (2, 1, 4, 4, False)
    assert told.at_least_one == pytest.approx(((0.5 + 1) / 2, (5 / 6 + 1) / 2, 1.0, 1.0))
    assert told.every_one == pytest.approx(((0.5 + 1) / 2, (1 / 6 + 1) / 2, 0.5, 0.5))


def test_uneven_trials_end_at_the_fewest() -> None:
    """What the case with the fewest trials cannot tell is not given for any."""
    told = repeated(results(answers({"m": {"c1": "+++", "c2": "+-"}})).of_run("m"))
    assert told is not None
    assert (told.fewest, told.most, told.is_uneven) == (2, 3, True)
    assert told.every_one == pytest.approx((0.75, 0.5))


@pytest.mark.parametrize("cases", [{}, {"c": "+"}, {"c": ""}, {"c": "??"}])
def test_no_repetitions(cases: dict[str, str]) -> None:
    """Without several trials of any case there is nothing to tell."""
    assert repeated(results(answers({"m": cases})).of_run("m")) is None

"""Evaluations grouped by case and run, trials as one cluster."""

import pytest

from tests.comparisons import absent, answer, answers
from tests.evaluations import missing
from toolscore_core.comparison import results


def test_cases_and_runs_in_order_of_appearance() -> None:
    """Cases and runs keep the order in which they come."""
    found = results([answer("z", "m"), answer("a", "m"), answer("z", "k")])
    assert (found.cases, found.runs) == (("z", "a"), ("m", "k"))
    assert found.of("a", "k") is None
    assert [result.case_id for result in found.of_run("m")] == ["z", "a"]


@pytest.mark.parametrize(
    ("trials", "passed", "n", "share", "status"),
    [
        pytest.param("+", 1, 1, 1.0, "evaluated", id="one that passes"),
        pytest.param("-", 0, 1, 0.0, "evaluated", id="one that fails"),
        pytest.param("++-", 2, 3, 2 / 3, "evaluated", id="three trials"),
        pytest.param("", 0, 0, None, "no trace", id="no trace"),
        pytest.param("?", 0, 0, None, "no gold", id="no gold"),
        pytest.param("+?", 1, 1, 1.0, "evaluated", id="one of two has gold"),
    ],
)
def test_trials_are_one_result(trials: str, passed: int, n: int, share: float | None, status: str) -> None:
    """A case in a run is one result; what has no verdict is no failure."""
    result = results(answers({"m": {"c": trials}})).of("c", "m")
    assert result is not None
    assert (result.passed, result.n, result.pass_share, result.status) == (passed, n, share, status)
    assert len(result.trials) == len(trials)


def test_the_score_is_the_mean_of_the_trials() -> None:
    """A case counts once in the mean of scores, whatever the number of its trials."""
    good, bad = answer("c", "m"), answer("c", "m", passes=False)
    assert good.score is not None
    assert bad.score is not None
    result = results(answers({"m": {"c": "+-"}})).of("c", "m")
    assert result is not None
    assert result.score == pytest.approx((good.score + bad.score) / 2)


def test_trials_come_in_order() -> None:
    """By their number, however the evaluations come."""
    result = results([answer("c", "m", trial=2), answer("c", "m", trial=1)]).of("c", "m")
    assert result is not None
    assert [trial.trial for trial in result.trials] == [1, 2]


def test_a_case_while_there_is_no_run() -> None:
    """Gold alone is known as a case, and is no run."""
    found = results([missing([], case_id="c", run=None)])
    assert (found.cases, found.runs) == (("c",), ())


def test_nothing() -> None:
    """No evaluation gives no case and no run."""
    assert results([]).cases == results([]).runs == ()


def test_a_missing_trace_beside_trials_is_no_trial() -> None:
    """Where trials are there, the entry that says that none is does not count as one."""
    result = results([answer("c", "m"), absent("c", "m")]).of("c", "m")
    assert result is not None
    assert (result.n, len(result.trials)) == (1, 1)

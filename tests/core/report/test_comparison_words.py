"""Short texts of one case in one run or in two."""

import pytest

from tests.comparisons import answers, two_runs
from toolscore_core.comparison import compare, results
from toolscore_core.report.comparison_words import (
    against_text,
    count_of_passed,
    excluded_by_case,
    outcome_text,
    passed_text,
    result_text,
    score_difference_text,
)


@pytest.mark.parametrize(
    ("passed", "text"), [(9.0, "9"), (5.6667, "5.7"), (11.98, "11.9"), (0.01, "0.1"), (1200.0, "1,200")]
)
def test_passed_cases(passed: float, text: str) -> None:
    """A fraction never reads as a whole number of cases."""
    assert count_of_passed(passed) == text


def test_passed_of_a_run_and_of_a_case() -> None:
    """Shares and results read alike; of nothing there is a dash."""
    _, comparison = two_runs(["++-", "+"], ["+", "+"])
    assert passed_text(comparison.baseline_share) == "1.7 of 2"
    assert passed_text(comparison.pairs[0].baseline) == "2 of 3"
    assert passed_text(two_runs(["?"], ["?"])[1].baseline_share) == "–"


@pytest.mark.parametrize(
    ("trials", "text"),
    [
        pytest.param("+", "✓ passes", id="passes"),
        pytest.param("-", "✗ fails", id="fails"),
        pytest.param("++-", "2 of 3 passed", id="trials"),
    ],
)
def test_a_result(trials: str, text: str) -> None:
    """One trial passes or fails; of several it is told how many pass."""
    result = results(answers({"m": {"c": trials}})).of("c", "m")
    assert result is not None
    assert result_text(result) == text


def test_a_pair() -> None:
    """Symbol and word of the outcome, and what it means for the score."""
    _, found = two_runs(["+", "-", "+"], ["-", "+", "+"])
    assert against_text(found) == "b against a"
    assert [outcome_text(pair.outcome) for pair in found.pairs] == ["▼ worse", "▲ better", "= same"]
    assert [score_difference_text(pair)[0] for pair in found.pairs] == ["−", "+", "0"]


def test_what_does_not_count() -> None:
    """Each case that does not count says which run lacks what, once for each run."""
    found = results(answers({"a": {"c": "+", "d": "", "e": "?", "f": ""}, "b": {"c": "+", "d": "+", "f": ""}}))
    assert excluded_by_case(compare(found, "a", "b")) == {
        "d": ["no trace in a"],
        "e": ["no gold for the trace of a"],
        "f": ["no trace in a", "no trace in b"],
    }

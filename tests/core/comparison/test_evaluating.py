"""Gold and traces of several runs -> masked evaluations, in one call."""

import pytest

from tests.comparisons import GOLD
from tests.evaluations import FAKE_TOKEN, call
from toolscore_core.calls import Case, Trace
from toolscore_core.comparison import compare, evaluate_runs, results
from toolscore_core.evaluation import PassRule

CASES = [Case("c1", GOLD), Case("c2", GOLD)]


def test_runs_are_matched_scored_and_masked() -> None:
    """Trials are numbered, a case without a trace is there, and no credential comes through."""
    leak = call("search", {"q": FAKE_TOKEN})
    runs = {
        "a": [Trace(GOLD, case_id="c1"), Trace(GOLD, case_id="c1"), Trace([leak], case_id="c2")],
        "b": [Trace(GOLD, case_id="c1")],
    }
    found = evaluate_runs(CASES, runs)
    places = [(e.case_id, e.run, e.trial, e.trace is not None) for e in found.evaluations]
    assert places == [
        ("c1", "a", 1, True),
        ("c1", "a", 2, True),
        ("c1", "b", None, True),
        ("c2", "a", None, True),
        ("c2", "b", None, False),
    ]
    assert FAKE_TOKEN not in repr(found)
    assert found.notes == ("Run a: the same trace stands twice in case c1; each counts as a trial of its own.",)
    assert compare(results(found.evaluations), "a", "b").count("same") == 1


def test_settings_reach_the_evaluation() -> None:
    """Strictness, rules, weights and the pass rule are those that were given."""
    runs = {"a": [Trace([call("search", {"q": " x "}), call("book")], case_id="c1")]}
    lenient = evaluate_runs(CASES[:1], runs).evaluations[0]
    strict = evaluate_runs(CASES[:1], runs, strict=True, weights={"argument_f1": 1.0}).evaluations[0]
    assert lenient.score == 1.0
    assert strict.score is not None
    assert strict.score < 1.0
    forbidden = evaluate_runs(CASES[:1], runs, forbidden=[{"tool": "book"}]).evaluations[0]
    assert (len(forbidden.findings), forbidden.passed) == (1, False)
    tolerant = evaluate_runs(CASES[:1], runs, forbidden=[{"tool": "book"}], rule=PassRule(no_findings=False))
    assert tolerant.evaluations[0].passed is True


def test_without_gold() -> None:
    """No case, no score; the traces are there all the same."""
    found = evaluate_runs([], {"a": [Trace(GOLD, id="t")], "b": [Trace(GOLD, id="t")]})
    assert [(e.case_id, e.run, e.passed) for e in found.evaluations] == [("t", "a", None), ("t", "b", None)]


def test_wrong_weights_are_told() -> None:
    """Settings are checked as `evaluate` checks them."""
    with pytest.raises(ValueError, match="unknown weight"):
        evaluate_runs(CASES, {"a": [Trace(GOLD, case_id="c1")]}, weights={"speed": 1.0})

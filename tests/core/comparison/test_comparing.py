"""Two runs case by case: who is better, what does not count, and what p rests on."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.comparisons import answer, answers, two_runs
from toolscore_core.comparison import Comparison, against_baseline, compare, regressed, results, share_of
from toolscore_core.stats import wilson_interval


def outcomes(comparison: Comparison) -> tuple[int, int, int]:
    """(better, worse, same)."""
    return comparison.count("better"), comparison.count("worse"), comparison.count("same")


@pytest.mark.parametrize(
    ("baseline", "other", "expected", "p"),
    [
        pytest.param("---- + +++++++++++++++", "++++ - +++++++++++++++", (4, 1, 15), 0.375, id="four to one"),
        pytest.param("++++++", "------", (0, 6, 0), 0.03125, id="six to none"),
        pytest.param("+-+", "+-+", (0, 0, 3), None, id="all tie"),
        pytest.param("+", "-", (0, 1, 0), 1.0, id="one case"),
    ],
)
def test_wins_losses_and_ties(baseline: str, other: str, expected: tuple[int, int, int], p: float | None) -> None:
    """Without trials a case is won by passing where the other fails; p is McNemar's exact."""
    _, found = two_runs(baseline.replace(" ", ""), other.replace(" ", ""))
    assert outcomes(found) == expected
    assert found.p_value == (None if p is None else pytest.approx(p))
    assert found.is_decided == (p is not None and p < 0.05)


@pytest.mark.parametrize(
    ("baseline", "other", "outcome"),
    [
        pytest.param("+-", "++", "better", id="more of the trials"),
        pytest.param("++-", "+", "better", id="all of one against two of three"),
        pytest.param("+--", "++----", "same", id="the same share of unequal numbers"),
        pytest.param("+-", "--+", "worse", id="a third against a half"),
    ],
)
def test_trials_are_won_by_the_higher_share(baseline: str, other: str, outcome: str) -> None:
    """A case with trials is one case: the higher share of passed trials wins it."""
    _, found = two_runs([baseline], [other])
    assert [pair.outcome for pair in found.pairs] == [outcome]


def test_worst_regression_first() -> None:
    """Pairs stand by what they cost: lost cases, then won ones, then ties, each by score."""
    _, found = two_runs(["+", "-", "+++", "+"], ["+", "+", "++-", "-"])
    assert [pair.case_id for pair in found.pairs] == ["c4", "c3", "c2", "c1"]


def test_what_does_not_count_is_named() -> None:
    """No trace and no gold are never 0: such a case is in no pair, and the run is named that lacks it."""
    _, found = two_runs(["+", "", "?", "", "+"], ["-", "+", "+", "", ""])
    assert [pair.case_id for pair in found.pairs] == ["c1"]
    assert [(left.case_id, left.run, left.reason) for left in found.excluded] == [
        ("c2", "a", "no trace"),
        ("c3", "a", "no gold"),
        ("c4", "a", "no trace"),
        ("c4", "b", "no trace"),
        ("c5", "b", "no trace"),
    ]
    assert (found.baseline_share.n, found.other_share.n) == (1, 1)


def test_a_trace_that_answers_no_case_lacks_gold_not_a_partner() -> None:
    """The other run is not said to lack what nothing asks for."""
    found = results(answers({"a": {"c": "+", "stray": "?"}, "b": {"c": "+"}}))
    assert [(left.run, left.reason) for left in compare(found, "a", "b").excluded] == [("a", "no gold")]


def test_cases_of_other_runs_do_not_matter() -> None:
    """What neither run mentions belongs to a third one."""
    found = results(answers({"a": {"c": "+"}, "b": {"c": "+"}, "x": {"other": "+"}}))
    assert compare(found, "a", "b").excluded == ()


def test_every_run_is_compared_with_one_baseline() -> None:
    """The first run is the baseline unless one is named, and a named one of the others comes first."""
    evaluations = answers({run: {"c": "+"} for run in "abc"})

    def pairs(*names: str | None) -> list[tuple[str, str]]:
        return [(found.other, found.baseline) for found in against_baseline(evaluations, *names)]

    assert pairs() == [("b", "a"), ("c", "a")]
    assert pairs("b", "c") == [("c", "b"), ("a", "b")]
    assert pairs("a run that is gone") == pairs()


def test_what_cannot_be_compared_gives_no_comparison() -> None:
    """One run, or no gold at all."""
    assert against_baseline(answers({"a": {"c": "+"}})) == ()
    assert against_baseline(answers({run: {"c": "?"} for run in "ab"})) == ()


@pytest.mark.parametrize(("baseline", "other"), [("a", "a"), ("a", "nobody"), ("nobody", "b")])
def test_two_known_runs_are_compared(baseline: str, other: str) -> None:
    """A run is compared with another one that is there; the error names nothing from a file."""
    found, _ = two_runs("+", "+")
    with pytest.raises(ValueError, match=r"^a run "):
        compare(found, baseline, other)


def test_shares_have_wilsons_interval() -> None:
    """Cases that pass or fail are a share like any other; trials make fractions, and a bootstrap over cases."""
    _, plain = two_runs("+++++-", "+++---")
    assert (plain.baseline_share.passed, plain.baseline_share.n) == (5, 6)
    assert plain.baseline_share.interval == wilson_interval(5, 6)
    _, trials = two_runs(["+-", "++", "+-", "--", "++"], ["+", "+", "+", "+", "+"])
    assert trials.baseline_share.passed == 3
    interval = trials.baseline_share.interval
    assert interval is not None
    assert 0 <= interval[0] < 0.6 < interval[1] <= 1


def test_few_or_equal_fractions_have_no_interval() -> None:
    """Half of the trials in each of few cases: nothing is known of the spread."""
    found = results(answers({"a": {"c1": "+-", "c2": "+-"}}))
    share = share_of(found.of_run("a"))
    assert (share.passed, share.n, share.interval) == (1, 2, None)
    assert share_of([]).interval is None


@pytest.mark.parametrize(
    ("baseline", "other", "expected"),
    [
        pytest.param(["+", "+"], ["+", "-"], ["c2"], id="fails now"),
        pytest.param(["++", "+"], ["+-", "+"], ["c1"], id="fewer trials pass"),
        pytest.param(["+", "-"], ["+", ""], ["c2"], id="gone, even what failed before"),
        pytest.param(["", "-"], ["+", "+"], [], id="new and better"),
        pytest.param(["", "+"], ["", "+"], [], id="absent in both"),
        pytest.param(["+", "+"], ["?", "+"], [], id="a trace without gold"),
    ],
)
def test_regressions(baseline: list[str], other: list[str], expected: list[str]) -> None:
    """A case regresses when a smaller share passes, or when the run has no trace of what the baseline answers."""
    _, found = two_runs(baseline, other)
    assert list(regressed(found)) == expected


@pytest.mark.parametrize(
    ("asked", "differ"),
    [
        pytest.param(("Book it.", "Book  it.\n"), False, id="white space"),
        pytest.param(("Book it.", "Cancel it."), True, id="another question"),
        pytest.param(("Book it.", ""), False, id="one has no conversation"),
    ],
)
def test_a_pair_says_when_the_question_differs(asked: tuple[str, str], differ: bool) -> None:
    """The same case may hold two questions; then the runs may not be comparable in it."""
    found = results([answer("c", "a", asked=asked[0]), answer("c", "b", asked=asked[1])])
    assert [pair.asked_differently for pair in compare(found, "a", "b").pairs] == [differ]


CASES = st.lists(st.tuples(*[st.sampled_from(["+", "-", "++-", "+--", ""])] * 2), min_size=1, max_size=9)
TURNED = {"better": "worse", "worse": "better", "same": "same"}


def split(cases: Sequence[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """The cases of either run."""
    return [case[0] for case in cases], [case[1] for case in cases]


@settings(max_examples=30)
@given(CASES)
def test_swapping_the_runs(cases: list[tuple[str, str]]) -> None:
    """Better becomes worse, p stays, and the score difference turns its sign with its interval."""
    found, forth = two_runs(*split(cases))
    back = compare(found, "b", "a")
    turned = {pair.case_id: TURNED[pair.outcome] for pair in forth.pairs}
    assert {pair.case_id: pair.outcome for pair in back.pairs} == turned
    assert back.p_value == forth.p_value
    if forth.score.mean is not None:
        assert back.score.mean == pytest.approx(-forth.score.mean)
    lower, upper = forth.score.interval or (0.0, 0.0)
    assert (back.score.interval or (0.0, 0.0)) == pytest.approx((-upper, -lower))


@settings(max_examples=30)
@given(CASES, st.randoms(use_true_random=False))
def test_the_order_of_cases_means_nothing(cases: list[tuple[str, str]], chance: random.Random) -> None:
    """Evaluations in another order give the same counts, p, shares and interval."""
    baseline, other = split(cases)
    runs = {
        label: {f"c{number}": trials for number, trials in enumerate(of, 1)}
        for label, of in (("a", baseline), ("b", other))
    }
    evaluations = answers(runs)
    one = compare(results(evaluations), "a", "b")
    chance.shuffle(evaluations)
    two = compare(results(evaluations), "a", "b")
    assert outcomes(one) == outcomes(two)
    assert (one.p_value, one.baseline_share, one.other_share) == (two.p_value, two.baseline_share, two.other_share)
    assert one.score.interval == two.score.interval


@settings(max_examples=30)
@given(CASES, st.integers(1, 5), st.sampled_from(["+", "-", "+-"]))
def test_ties_leave_p_alone(cases: list[tuple[str, str]], more: int, trials: str) -> None:
    """Cases on which both do the same say nothing about which is better."""
    _, before = two_runs(*split(cases))
    _, after = two_runs(*split([*cases, *[(trials, trials)] * more]))
    assert after.p_value == before.p_value
    assert after.count("same") == before.count("same") + more

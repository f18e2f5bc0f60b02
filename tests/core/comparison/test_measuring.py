"""The numbers of a run beside those of the baseline: over the same cases, and never a number where none is known."""

from dataclasses import replace

import pytest

from tests.comparisons import GOLD, absent, answer, two_runs
from tests.evaluations import call, masked
from toolscore_core.comparison import Delta, compare, deltas, results
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_sentences import delta_text


def numbers(evaluations: list[MaskedEvaluation]) -> dict[str, Delta]:
    """Deltas of run b against run a, by key."""
    found = results(evaluations)
    return {delta.key: delta for delta in deltas(found, compare(found, "a", "b"))}


def priced(
    case: str, run: str, cost: float | None, *, passes: bool = True, trial: int | None = None
) -> MaskedEvaluation:
    """A case that cost so much."""
    return answer(case, run, passes=passes, cost=cost, trial=trial)


def test_all_five_in_order() -> None:
    """Five numbers, always, each with what it rests on."""
    found, comparison = two_runs(["+", "-", "+"], ["+", "+", "+"])
    told = deltas(found, comparison)
    assert [delta.key for delta in told] == [
        "cases_passed",
        "mean_score",
        "required_calls_completed",
        "cost_per_passed_case",
        "latency_p50",
    ]
    assert [delta.n for delta in told] == [3, 3, 3, 0, 0]
    assert [delta.direction for delta in told] == ["better", "better", "better", "unknown", "unknown"]


def test_cases_passed_with_trials() -> None:
    """A case counts by its share of passed trials."""
    found, comparison = two_runs(["+-", "-"], ["++", "+-"])
    passed = deltas(found, comparison)[0]
    assert (passed.baseline, passed.other, passed.difference) == (0.5, 1.5, 1.0)
    assert passed.interval is None
    assert passed.interval_reason == "2 cases are too few for an interval"


@pytest.mark.parametrize(
    ("baseline", "other", "reason"),
    [
        pytest.param("+", "-", "1 case is too few for an interval", id="one case"),
        pytest.param("+-+-+-", "+-+-+-", "no interval: no case differs", id="ties"),
        pytest.param("------", "++++++", "no interval: all cases differ alike", id="all alike"),
        pytest.param("+++---", "++++++", "", id="an interval"),
    ],
)
def test_why_there_is_no_interval(baseline: str, other: str, reason: str) -> None:
    """Where an interval is withheld its reason stands there."""
    passed = deltas(*two_runs(baseline, other))[0]
    assert passed.interval_reason == reason
    assert (passed.interval is None) == bool(reason)


def test_required_calls_are_pooled_over_cases() -> None:
    """Completed of required calls over all cases, trials of a case by their mean; a case that requires none is left out."""
    short = [GOLD[0]]
    evaluations = [
        masked(GOLD, GOLD, case_id="c1", run="a"),
        masked(GOLD, [GOLD[0]], case_id="c1", run="b", trial=1),
        masked(GOLD, GOLD, case_id="c1", run="b", trial=2),
        masked(short, [call("other")], case_id="c2", run="a"),
        masked(short, short, case_id="c2", run="b"),
        masked([], [], case_id="c3", run="a"),
        masked([], [], case_id="c3", run="b"),
    ]
    found = numbers(evaluations)["required_calls_completed"]
    assert (found.baseline, found.other) == pytest.approx((2 / 3, 2.5 / 3))
    assert (found.n, found.missing, found.direction) == (2, 1, "better")


def test_cost_per_passed_case() -> None:
    """What all cases cost, over the number that pass: a run that fails more pays more for each that passes."""
    evaluations = [
        *(priced(case, "a", 0.02, passes=case != "c1") for case in ("c1", "c2", "c3")),
        *(priced(case, "b", 0.02) for case in ("c1", "c2", "c3")),
    ]
    found = numbers(evaluations)["cost_per_passed_case"]
    assert (found.baseline, found.other) == pytest.approx((0.03, 0.02))
    assert (found.direction, found.higher_is_better, found.n, found.missing) == ("better", False, 3, 0)


def test_cost_is_compared_over_cases_priced_in_both() -> None:
    """A case that is unpriced in one run, or in one of its trials, counts for neither: unpriced is not $0."""
    evaluations = [
        priced("c1", "a", 0.01),
        priced("c1", "b", 0.03),
        priced("c2", "a", 5.0),
        priced("c2", "b", None),
        priced("c3", "a", 7.0),
        priced("c3", "b", 0.01, trial=1),
        priced("c3", "b", None, trial=2),
    ]
    found = numbers(evaluations)["cost_per_passed_case"]
    assert (found.baseline, found.other, found.n, found.missing) == (0.01, 0.03, 1, 2)
    assert found.direction == "worse"


@pytest.mark.parametrize(
    ("evaluations", "baseline", "other", "baseline_reason", "reason"),
    [
        pytest.param([priced("c", "a", 0.01), priced("c", "b", None)], 0.01, None, "", "unpriced", id="one is unpriced"),
        pytest.param([priced("c", "a", None), priced("c", "b", None)], None, None, "unpriced", "unpriced", id="both"),
        pytest.param(
            [priced("c", "a", 0.01, passes=False), priced("c", "b", 0.02)],
            None,
            0.02,
            "no priced case passed",
            "",
            id="nothing passed",
        ),
        pytest.param(
            [priced("c", "a", None), priced("c", "b", 0.02, passes=False)],
            None,
            None,
            "unpriced",
            "no priced case passed",
            id="unpriced, and nothing passed",
        ),
        pytest.param(
            [priced("c", "a", 0.01), priced("c", "b", None), priced("d", "a", None), priced("d", "b", 0.02)],
            0.01,
            0.02,
            "",
            "no case has it in both runs",
            id="no case in common",
        ),
    ],
)  # fmt: skip
def test_unknown_cost(
    evaluations: list[MaskedEvaluation],
    baseline: float | None,
    other: float | None,
    baseline_reason: str,
    reason: str,
) -> None:
    """A number that is not known is None with its reason, and there is no direction and no difference."""
    found = numbers(evaluations)["cost_per_passed_case"]
    assert (found.baseline, found.other) == (baseline, other)
    assert (found.baseline_reason, found.reason) == (baseline_reason, reason)
    assert (found.direction, found.difference) == ("unknown", None)


def test_a_number_that_stands_alone_says_what_it_rests_on() -> None:
    """Where no case has the number in both runs, each run has its own count of cases that lack it."""
    costs = {"a": (0.01, None, None, None), "b": (None, 0.02, 0.02, None)}
    found = numbers([priced(f"c{n}", run, cost) for run, of_run in costs.items() for n, cost in enumerate(of_run)])[
        "cost_per_passed_case"
    ]
    assert (found.n, found.missing, found.baseline_missing) == (2, 2, 3)
    assert delta_text(found, "a").note == "2 cases are unpriced; 3 cases are unpriced in a"
    both = numbers([priced("c", run, 0.01) for run in "ab"])["cost_per_passed_case"]
    assert (both.missing, both.baseline_missing, delta_text(both, "a").note) == (0, 0, "")


def test_latency_is_the_median_over_cases() -> None:
    """Trials of a case count by their mean, and cases that are not timed in both runs are left out."""
    times = {"a": {"c1": [1.0], "c2": [2.0], "c3": [9.0], "c4": []}, "b": {"c1": [2.0, 4.0], "c2": [5.0], "c3": [6.0]}}
    evaluations = [
        answer(case, run, duration=seconds, trial=number if len(found) > 1 else None)
        for run, cases in times.items()
        for case, found in cases.items()
        for number, seconds in enumerate(found, 1)
    ]
    evaluations += [answer("c4", "a", duration=50.0), answer("c4", "b")]
    found = numbers(evaluations)["latency_p50"]
    assert (found.baseline, found.other) == (2.0, 5.0)
    assert (found.n, found.missing, found.direction) == (3, 1, "worse")


def test_without_gold_cost_and_latency_are_still_known() -> None:
    """Over the cases of which both have a trace; nothing else says anything."""
    evaluations = [
        answer("c", "a", gold=None, cost=0.01, duration=2.0),
        answer("c", "b", gold=None, cost=0.02, duration=1.0),
        answer("d", "a", gold=None, cost=9.0),
    ]
    found = numbers(evaluations)
    assert (found["cost_per_case"].baseline, found["cost_per_case"].other) == (0.01, 0.02)
    assert found["latency_p50"].direction == "better"
    assert (found["cases_passed"].other, found["cases_passed"].reason) == (None, "no gold")
    assert found["mean_score"].direction == "unknown"


def test_equal_numbers_tie() -> None:
    """A difference that rounding alone makes is none."""
    evaluations = [answer("c", "a", duration=0.1 + 0.2), answer("c", "b", duration=0.3)]
    assert numbers(evaluations)["latency_p50"].direction == "same"


def test_a_case_without_a_trace_has_no_number() -> None:
    """It is not in any delta."""
    evaluations = [answer("c", "a"), answer("c", "b"), absent("d", "a"), answer("d", "b", duration=4.0)]
    assert numbers(evaluations)["latency_p50"].other is None


def test_a_score_can_be_missing_where_a_verdict_is_there() -> None:
    """A stored report may know that a case passed and not its score: then the score is missing, not 0."""
    unscored = replace(answer("c", "a"), score=None)
    found = numbers([unscored, answer("c", "b"), answer("d", "a"), answer("d", "b")])["mean_score"]
    assert (found.n, found.missing, found.other) == (1, 1, 1.0)


def test_costs_from_different_sources_are_told() -> None:
    """A recorded cost beside one that is priced from tokens: the number says so, and a case priced in part has none."""
    pair = [priced("c", "a", 0.01), priced("c", "b", 0.02)]
    assert numbers(pair)["cost_per_passed_case"].basis == ""
    by_tokens = replace(pair[1], cost=replace(pair[1].cost, basis="priced"))
    found = numbers([pair[0], by_tokens])["cost_per_passed_case"]
    assert (found.basis, found.direction) == ("recorded in a, priced from tokens in b", "worse")
    in_part = replace(pair[1], cost=replace(pair[1].cost, known=1, of=2))
    found = numbers([pair[0], in_part])["cost_per_passed_case"]
    assert (found.other, found.reason, found.basis) == (None, "priced in part only", "")


def test_runs_without_a_common_case_say_so_of_every_number() -> None:
    """What a trace cost is known and still not compared: it is not called unpriced."""
    found = numbers([answer("c", "a", gold=None, cost=0.01), answer("d", "b", gold=None, cost=0.02)])
    assert [delta.reason for delta in found.values()] == ["no gold"] * 3 + ["no common case"] * 2
    assert found["cost_per_case"].baseline_reason == "no common case"

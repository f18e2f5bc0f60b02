"""The sentence of a comparison and the texts of its numbers, in every case that occurs."""

from dataclasses import replace

import pytest

from tests.comparisons import absent, answer, answers, two_runs
from toolscore_core.comparison import Delta, compare, deltas, repeated, results
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_sentences import (
    comparison_sentence,
    delta_text,
    p_text,
    sentence_text,
    trials_text,
)

FEW = "Only {} differ; it takes at least 6 to decide."


@pytest.mark.parametrize(
    ("baseline", "other", "strong", "rest"),
    [
        pytest.param("----+" + "+" * 15, "++++-" + "+" * 15, "b beats a on 4 cases, loses 1 and ties 15: p = 0.38, not enough to decide.", FEW.format("5 cases"), id="as drawn"),
        pytest.param("------", "++++++", "b beats a on 6 cases, loses none and ties none: p = 0.031, enough to decide.", "", id="decided"),
        pytest.param("++++++++", "-------+", "b loses to a on 7 cases, beats it on none and ties 1: p = 0.016, enough to decide.", "", id="lost"),
        pytest.param("++--+", "--+++", "b and a win 2 cases each and tie 1: p = 1, not enough to decide.", FEW.format("4 cases"), id="even"),
        pytest.param("+-+", "+-+", "b and a tie on all 3 cases.", "", id="all tie"),
        pytest.param("++", "++", "b and a tie on both cases.", "Both runs pass every case.", id="all pass"),
        pytest.param("--", "--", "b and a tie on both cases.", "Neither run passes any case.", id="all fail"),
        pytest.param("-", "+", "b beats a on the one case that both answer: one case decides nothing.", "", id="one case won"),
        pytest.param("+", "-", "b loses to a on the one case that both answer: one case decides nothing.", "", id="one case lost"),
        pytest.param("+", "+", "b and a tie on the one case that both answer.", "Both runs pass it.", id="one case tied"),
        pytest.param(["?"], ["?"], "No trace of b or a has gold, so nobody can say which of them does better.", "What they did can be compared, and what it took.", id="no gold"),
        pytest.param(["+", ""], ["", "+"], "b and a have no case in common that can be compared.", "1 case has no trace in b and 1 case has no trace in a; they are not counted.", id="nothing in common"),
        pytest.param(["+-", "+"], ["++", "+"], "b beats a on 1 case, loses none and ties 1: p = 1, not enough to decide.", f"{FEW.format('1 case').replace('differ;', 'differs;')} A case goes to the run that passes in more of its trials.", id="trials"),
        pytest.param(["+", "+", "", ""], ["+", "+", "+", "+"], "b and a tie on both cases.", "Both runs pass every case. 2 cases have no trace in a and are not counted.", id="not counted"),
        pytest.param(["+", "+", "?"], ["+", "+", "?"], "b and a tie on both cases.", "Both runs pass every case. 1 case has no gold and is not counted.", id="a case without gold"),
    ],
)  # fmt: skip
def test_the_sentence(baseline: list[str], other: list[str], strong: str, rest: str) -> None:
    """Who is better and whether that decides anything is strong; the rest follows."""
    parts = comparison_sentence(two_runs(baseline, other)[1])
    assert [text for text, bold in parts if bold] == [strong]
    assert "".join(text for text, bold in parts if not bold).strip() == rest
    assert sentence_text(parts) == f"{strong} {rest}".strip()


def test_neither_gold_nor_a_common_case() -> None:
    """Traces of different things without gold have nothing in common, and that is said."""
    found = results([answer("c", "a", gold=None), answer("d", "b", gold=None)])
    assert sentence_text(comparison_sentence(compare(found, "a", "b"))).endswith(
        "better. They have no case in common: give the traces of one case the same id, or make gold of one of them."
    )


def told(evaluations: list[MaskedEvaluation]) -> tuple[str, dict[str, Delta]]:
    """The sentence of b against a, and the deltas by key."""
    found = results(evaluations)
    comparison = compare(found, "a", "b")
    numbers = deltas(found, comparison)
    return sentence_text(comparison_sentence(comparison, numbers)), {delta.key: delta for delta in numbers}


@pytest.mark.parametrize(
    ("cost", "seconds", "expected"),
    [
        pytest.param((0.1, 0.069), (2.0, 2.8), "b is 31 % cheaper for each passed case and 0.80 s slower a case.", id="as drawn"),
        pytest.param((0.1, 0.1), (2.0, 1.0), "b costs the same for each passed case and is 1.00 s faster a case.", id="the same cost"),
        pytest.param((0.1, 0.2), (2.0, 2.0), "b is 100 % dearer for each passed case and takes the same a case.", id="the same time"),
        pytest.param((0.1, 0.1), (2.0, 2.0), "b costs the same for each passed case and takes the same a case.", id="both the same"),
        pytest.param((None, 0.1), (2.0, 3.0), "b is 1.00 s slower a case.", id="unpriced"),
        pytest.param((0.1, 0.0999), (None, None), "b is under 1 % cheaper for each passed case.", id="hardly"),
        pytest.param((0.0, 0.5), (None, None), "b is $0.50 dearer for each passed case.", id="against nothing"),
        pytest.param((None, None), (None, None), "", id="neither"),
    ],
)  # fmt: skip
def test_money_and_time(
    cost: tuple[float | None, float | None], seconds: tuple[float | None, float | None], expected: str
) -> None:
    """Cheaper or dearer, faster or slower, the same, or nothing where a number is unknown."""
    pair = [answer("c", run, cost=cost[n], duration=seconds[n]) for n, run in enumerate("ab")]
    assert told(pair)[0] == f"b and a tie on the one case that both answer. Both runs pass it. {expected}".strip()


def test_money_says_over_how_many_cases() -> None:
    """What rests on some of the cases only says so, and so do questions that differ."""
    evaluations = [
        answer("c", "a", cost=0.1, asked="x"),
        answer("c", "b", cost=0.2, asked="y"),
        answer("d", "a", cost=0.1),
        answer("d", "b"),
    ]
    sentence, _ = told(evaluations)
    assert sentence.endswith(
        "b is 100 % dearer for each passed case (over 1 of 2). In 1 case the users' first messages differ."
    )


def test_long_and_hostile_names() -> None:
    """A run label is one line of at most 60 characters in a sentence."""
    label = "model\x1b[2J\n" + "x" * 100
    found = results([answer("c", "a"), answer("c", label)])
    sentence = sentence_text(comparison_sentence(compare(found, "a", label)))
    assert sentence.startswith("model\\x1b[2J\\nxxx")
    assert "…" in sentence
    assert len(sentence) < 160


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (None, "–"),
        (0.375, "= 0.38"),
        (0.015625, "= 0.016"),
        (0.0009, "< 0.001"),
        (1.0, "= 1"),
        (0.9958, "= 1"),
        (0.04996, "= 0.04996"),
        (0.0501, "= 0.05"),
    ],
)
def test_p(p: float | None, text: str) -> None:
    """Two digits, and as many more as it takes to see the side of 0.05."""
    assert p_text(p) == text


@pytest.mark.parametrize(
    ("key", "title", "value", "symbol", "change", "note"),
    [
        pytest.param("cases_passed", "Cases passed", "6 of 6", "▲", "3 better than a (3)", "95 % +1.0 to +5.0", id="cases"),
        pytest.param("mean_score", "Score, mean of 6", "1.00", "▲", "0.17 better", "95 % +0.06 to +0.29", id="score"),
        pytest.param("required_calls_completed", "Required calls completed", "100 %", "▲", "25 points better", "", id="required"),
        pytest.param("cost_per_passed_case", "Cost per passed case", "$0.010", "▼", "50 % cheaper", "", id="cost"),
        pytest.param("latency_p50", "Latency a case, p50 of 5", "3.00 s", "▲", "1.00 s slower", "1 case is not timed", id="latency"),
    ],
)  # fmt: skip
def test_delta_texts(key: str, title: str, value: str, symbol: str, change: str, note: str) -> None:
    """Each number knows which way is better: less money is better, less speed is worse."""
    evaluations = [
        answer(f"c{n}", run, passes=run == "b" or n > 3, cost=0.01, duration=2.0 + (run == "b") if n > 1 else None)
        for n in range(1, 7)
        for run in "ab"
    ]
    delta = told(evaluations)[1][key]
    text = delta_text(delta, "a")
    assert (text.title, text.value, text.symbol, text.change, text.note) == (title, value, symbol, change, note)
    assert text.direction == ("worse" if key == "latency_p50" else "better")
    assert text.sentence == "; ".join(part for part in (f"{title}: {value}", change, note) if part)


def test_delta_texts_of_ties_and_unknowns() -> None:
    """Ties say tie; what is unknown says why, beside the number that is known."""
    _, numbers = told([answer("c", "a", cost=0.01, duration=1.0), answer("c", "b", duration=1.0)])
    cost, latency, passed = (
        delta_text(numbers[key], "a") for key in ("cost_per_passed_case", "latency_p50", "cases_passed")
    )
    assert (latency.symbol, latency.change, latency.difference) == ("=", "tie", "tie")
    assert (cost.value, cost.symbol, cost.change, cost.baseline) == ("unpriced", "", "a: $0.010", "$0.010")
    assert passed.note == "1 case is too few for an interval"


def test_delta_text_where_nothing_is_known() -> None:
    """The reason stands once."""
    _, numbers = told([answer("c", "a"), absent("c", "b"), answer("d", "b"), absent("d", "a")])
    text = delta_text(numbers["mean_score"], "a")
    assert text.sentence == "Mean score: no common case"


def test_delta_text_of_numbers_that_cannot_be_compared() -> None:
    """Both are told, and why they have no difference."""
    evaluations = [
        answer("c", "a", duration=1.0),
        answer("c", "b"),
        answer("d", "a"),
        answer("d", "b", duration=2.0),
    ]
    text = delta_text(told(evaluations)[1]["latency_p50"], "a")
    assert (text.value, text.baseline, text.change) == ("2.00 s", "1.00 s", "no case has it in both runs")


def test_small_differences_are_not_nothing() -> None:
    """A difference under a hundredth is said to be one."""
    _, numbers = told([answer("c", "a"), answer("c", "b")])
    delta = replace(numbers["mean_score"], baseline=0.9, other=0.904, direction="better")
    assert delta_text(delta, "a").change == "under 0.01 better"


def test_trials() -> None:
    """pass@k and pass^k of the largest k, and what they rest on."""
    found = repeated(results(answers({"m": {"c": "++-", "d": "++", "e": "+"}})).of_run("m"))
    assert found is not None
    assert trials_text(found, "m") == (
        "m: pass@2 100 % (at least one of 2 trials passes), pass^2 67 % (all do); over 2 cases with several trials;"
        " trials are uneven, 2 to 3, so that k ends at 2; 1 case with one trial left out."
    )

"""What is said of time, tokens and cost: the sentence on top, notes, charts in words, and what a file does not tell."""

from typing import Any

import pytest

from tests.evaluations import call, masked, refund
from toolscore_core.calls import Trace
from toolscore_core.formats import FORMATS
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report import frames
from toolscore_core.report.performance_sentences import (
    absent_text,
    basis_text,
    cost_note,
    cost_text,
    latency_note,
    latency_text,
    performance_sentence,
    price_text,
    share_note,
    share_text,
    slower_text,
    waste_notes,
    waterfall_note,
    waterfall_text,
    withheld_text,
)


def test_untimed_calls_are_counted() -> None:
    """The note of a waterfall says which calls stand there without a length, and which without a place."""
    calls = [call("a", started=1.0), call("b"), call("c", started=2.0, duration=1.0)]
    note = waterfall_note(frames.waterfall_frame(masked(None, calls)))
    assert note == "1 call without a duration: a ring stands at the start. 1 call not timed at all."
    assert waterfall_note(frames.waterfall_frame(masked(None, calls[2:]))) == ""


def test_charts_in_words() -> None:
    """Each chart can be read: tools, runs, numbers, and what is unknown."""
    view = refund()
    assert "issue_refund in model-b: p50 0.88 s, n 1" in latency_text(frames.latency_frame([view]))
    assert "http_post in model-b: unpriced" in cost_text(frames.cost_frame([view]))
    assert "2 search_orders at 1.00 s for 1.31 s, failed" in waterfall_text(frames.waterfall_frame(view))
    assert "1 a at – for –" in waterfall_text(frames.waterfall_frame(masked(None, [call("a")], run=None)))


@pytest.mark.parametrize(
    ("calls", "note"),
    [
        ([call("a", duration=1.0)] * 20, "Dot: median (p50). Band: half of all. Line: to the 95th percentile."),
        ([call("a", duration=1.0)] * 2 + [call("a")], "withheld everywhere. 1 call without a duration."),
        ([call("a", duration=1.0)] * 20 + [call("b", duration=1.0)], "withheld in 1 of 2 rows."),
    ],
    ids=["enough", "too few", "some"],
)
def test_latency_note(calls: list[Any], note: str) -> None:
    """Percentiles that are withheld and calls that are untimed are told."""
    assert latency_note(frames.latency_frame([masked(None, calls)])).endswith(note)


@pytest.mark.parametrize(
    ("views", "note"),
    [
        ([masked(None, [call("a", cost=1.0)])], ""),
        (
            [masked(None, [call("a", cost=1.0), call("a")])],
            "1 call unpriced: their cost is not known, which is not $0.",
        ),
        (
            [masked(None, [call("a", cost=1.0)]), masked(None, [call("a")], run="b")],
            "1 call unpriced: their cost is not known, which is not $0. 1 of 2 runs have no priced call at all.",
        ),
    ],
    ids=["all priced", "some", "a whole run"],
)
def test_cost_note(views: list[MaskedEvaluation], note: str) -> None:
    """Unpriced calls are told apart from free ones."""
    assert cost_note(frames.cost_frame(views)) == note


@pytest.mark.parametrize("what", ["timing", "tokens", "cost"])
def test_what_is_absent_names_the_field_and_the_formats(what: str) -> None:
    """The field of a simple list is named, and every other format that can hold the number."""
    text = absent_text(what)
    assert "In a list of calls the field `" in text
    for known in FORMATS:
        if known.key != "custom":
            assert (known.title in text) == (what in known.gives)


def run(
    name: str, usd: float | None, seconds: float | None, *, passed: bool = True, extra: int = 0
) -> MaskedEvaluation:
    """One case of a run."""
    calls = [call("a")] * passed + [call("x", {"n": n}) for n in range(extra)]
    return masked([call("a")], Trace(calls, cost=usd, duration=seconds), run=name)


@pytest.mark.parametrize(
    ("views", "sentence"),
    [
        (
            [run("m", 0.02, 4.0), run("n", 0.01, 2.0)],
            "m is the dearest: $0.020 a passed case, 2.0 times n. m is the slowest: 4.00 s a trace at p50, 2.0 times n. "
            "Every call was asked for.",
        ),
        (
            [run("m", 0.02, 4.0), run("n", 0.01, 2.0, extra=1)],
            "m costs $0.020 a passed case. No priced case of n passed. m is the slowest: 4.00 s a trace at p50, 2.0 times n. "
            "50 % of the calls of n were not asked for, the most of all runs.",
        ),
        (
            [run("m", 0.02, 4.0), run("n", 0.02, 4.0)],
            "All 2 runs cost the same: $0.020 a passed case. All 2 runs take the same: 4.00 s a trace at p50. "
            "Every call was asked for.",
        ),
        (
            [run("m", 0.02, None), run("n", None, None)],
            "m costs $0.020 a passed case. n is unpriced. No file says how long anything took. Every call was asked for.",
        ),
        (
            [masked(None, Trace([call("a")], cost=0.5, duration=1.0), run="m")],
            "m costs $0.50 a trace. m takes 1.00 s a trace at p50.",
        ),
        ([masked(None, [call("a")], run="m")], "No trace is priced. No file says how long anything took."),
        (
            [run("m", 0.02, 4.0, passed=False, extra=1)],
            "No priced case of m passed. m takes 4.00 s a trace at p50. 100 % of the calls of m were not asked for.",
        ),
        (
            [run("m", 0.0, 0.0), run("n", 1.0, 1.0)],
            "n is the dearest: $1.00 a passed case. n is the slowest: 1.00 s a trace at p50. Every call was asked for.",
        ),
    ],
    ids=[
        "two runs",
        "one that wastes",
        "alike",
        "one unpriced",
        "without gold",
        "nothing told",
        "nothing passed",
        "free",
    ],
)
def test_what_matters(views: list[MaskedEvaluation], sentence: str) -> None:
    """The dearest, the slowest and the most wasteful run; what is not known is said, what is alike too."""
    assert performance_sentence(frames.usage_frame(views)) == sentence


def test_small_words() -> None:
    """Where a cost comes from, shares, times the median, prices, and why a percentile is withheld."""
    assert basis_text("priced", edited=True) == "priced from tokens, price edited"
    assert basis_text("recorded", edited=True) == "recorded"
    assert share_text({"share_s": 10.0, "tools_s": 3.4}) == "34 %"
    assert share_text({"share_s": None, "tools_s": None}) == "not recorded"
    assert share_note({"share_s": 10.0, "tools_s": 3.4, "shared": 2}).startswith(
        "3.40 s in tools, 6.60 s in the model and the rest, over 2 traces"
    )
    assert "No file says" in share_note({"share_s": None})
    assert slower_text({"duration_s": 5.0, "median_s": 2.0}) == "2.5"
    assert slower_text({"duration_s": 0.0, "median_s": 0.0}) == "–"
    assert [price_text(usd) for usd in (3.0, 0.15, 0.0375, 0.0)] == ["$3.00", "$0.15", "$0.0375", "$0.00"]
    assert withheld_text("p99") == "Withheld: the 99th percentile needs 100 timings"


def test_notes_on_waste_know_whether_there_is_gold() -> None:
    """Without gold a repetition is an equal call, and nobody can say what is extra."""
    assert "Repeated: not asked for by the gold" in waste_notes(gold=True)
    assert "Repeated: equal to an earlier call. Extra: only gold can say." in waste_notes(gold=False)

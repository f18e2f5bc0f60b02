"""Sentences above charts, for screen readers, and about what is absent."""

from typing import Any

import pytest

from tests.evaluations import FAKE_TOKEN, call, masked, missing, refund
from toolscore_core.formats import FORMATS
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report import frames
from toolscore_core.report.sentences import (
    absent_text,
    arguments_sentence,
    cell_title,
    cost_note,
    cost_text,
    from_difference,
    latency_note,
    latency_text,
    safety_sentence,
    waterfall_note,
    waterfall_text,
)


@pytest.mark.parametrize(
    ("gold", "trace", "sentence"),
    [
        ([], [], "0 arguments compared."),
        ([call("t", {"x": 1})], [call("t", {"x": 1})], "1 argument compared; every one is right everywhere."),
        (
            [call("t", {"x": 1, "y": 1})],
            [call("t", {"x": 1, "y": 2})],
            "2 arguments compared; the weakest is t.y in model-a: F1 0.00, 0 correct of 1 expected and 1 given.",
        ),
    ],
    ids=["none", "all right", "one wrong"],
)
def test_arguments(gold: list[Any], trace: list[Any], sentence: str) -> None:
    """The weakest argument is named, when there is one."""
    cells = frames.argument_f1_frame(frames.arguments_frame([masked(gold, trace)]))
    assert arguments_sentence(cells) == sentence


def test_the_weakest_argument_is_the_first_of_the_heatmap() -> None:
    """The headline names the argument of the lowest F1 over all runs, not that of the worst single cell."""
    gold = [call("t", {"x": 1}), call("u", {"y": 1})]
    views = [
        masked(gold, [call("t", {"x": 2}), call("u", {"y": 2})], run="a"),
        masked(gold, [call("t", {"x": 1}), call("u", {"y": 2})], run="b"),
    ]
    cells = frames.argument_f1_frame(frames.arguments_frame(views))
    first = frames.worst_arguments(cells).iloc[0]
    assert (first["tool"], first["argument"]) == ("u", "y")
    assert "the weakest is u.y: F1 0.00, 0 correct of 2 expected and 2 given." in arguments_sentence(cells)


def test_long_names_are_cut() -> None:
    """However long a name is, the title of a cell is short."""
    title = cell_title({"tool": "t" * 500, "argument": "a", "group": "g" * 500})
    assert title == f"{'t' * 59}… in {'g' * 59}…"


@pytest.mark.parametrize(
    ("expected", "actual", "shown"),
    [
        ("42", "43", ("42", "43")),
        ("a" * 100 + "x", "a" * 100 + "y", ("…" + "a" * 12 + "x", "…" + "a" * 12 + "y")),
        ("a" * 100, "a" * 101, ("…" + "a" * 12, "…" + "a" * 13)),
    ],
    ids=["short", "long", "longer"],
)
def test_long_values_begin_where_they_differ(expected: str, actual: str, shown: tuple[str, str]) -> None:
    """What two long values have in common at their beginning is left out."""
    assert from_difference(expected, actual) == shown


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
        ([call("a", duration=1.0)] * 20, "Dot: median (p50). Line: to the 95th percentile."),
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


@pytest.mark.parametrize(
    ("views", "rules", "sentence"),
    [
        ([refund()], 1, "1 credential and 1 forbidden call in 1 trace."),
        (
            [masked(None, [call("a")]), missing([call("a")])],
            None,
            "No credential was found in 1 trace. Forbidden calls were not looked for: there are no rules.",
        ),
        (
            [masked(None, [call("a")], rules=[{"tool": "b"}])],
            1,
            "No credential was found in 1 trace. No call breaks a rule.",
        ),
        (
            [masked(None, [call("a", {"x": FAKE_TOKEN})])],
            None,
            "1 credential in 1 trace. Forbidden calls were not looked for: there are no rules.",
        ),
        (
            [masked([call("a")], [call("a")], forbidden=[{"tool": "b"}])],
            None,
            "No credential was found in 1 trace. No call breaks a rule.",
        ),
    ],
    ids=["both", "no rules", "nothing", "credential", "rules of the case"],
)
def test_safety(views: list[MaskedEvaluation], rules: int | None, sentence: str) -> None:
    """What was found is said, and what was not looked for is not called clean."""
    assert safety_sentence(views, rules) == sentence

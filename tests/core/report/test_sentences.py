"""Sentences above charts, for screen readers, and about what is absent."""

from typing import Any

import pytest

from tests.evaluations import FAKE_TOKEN, call, masked, missing, refund
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report import frames
from toolscore_core.report.sentences import (
    arguments_sentence,
    cell_title,
    from_difference,
    safety_sentence,
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

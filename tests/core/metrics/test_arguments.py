"""Precision, recall and F1 of arguments."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies import FEW_VALUES, MATCHERS, gold_calls, trace_calls
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.catalogue import Comparison
from toolscore_core.matchers import ANY
from toolscore_core.metrics.arguments import METRIC, argument_scores, calculate_argument_f1
from toolscore_core.pairing import pair_calls

Calls = list[tuple[str, dict[str, Any] | None]]


def made(calls: Calls) -> list[ToolCall]:
    return [ToolCall(tool, args) for tool, args in calls]


SCORES: dict[str, tuple[Calls, Calls, tuple[float, float, float]]] = {
    "both empty": ([], [], (1, 1, 1)),
    "nothing recorded": ([("a", {"x": 1})], [], (0, 0, 0)),
    "nothing expected": ([], [("a", {"x": 1})], (0, 0, 0)),
    "right": ([("a", {"x": 1})], [("a", {"x": 1})], (1, 1, 1)),
    "wrong value": ([("a", {"x": 1})], [("a", {"x": 2})], (0, 0, 0)),
    "missing argument": ([("a", {"x": 1, "y": 2})], [("a", {"x": 1})], (1, 1 / 2, 2 / 3)),
    "unexpected argument": ([("a", {"x": 1})], [("a", {"x": 1, "y": 2})], (1 / 2, 1, 2 / 3)),
    "missing call": ([("a", {"x": 1}), ("b", {"y": 1})], [("a", {"x": 1})], (1, 1 / 2, 2 / 3)),
    "additional call does not count": ([("a", {"x": 1})], [("a", {"x": 1}), ("a", {"z": 1})], (1, 1, 1)),
    "order does not count": ([("a", {"x": 1}), ("a", {"x": 2})], [("a", {"x": 2}), ("a", {"x": 1})], (1, 1, 1)),
    "unchecked": ([("a", None)], [("a", {"x": 1})], (1, 1, 1)),
    "unchecked without a partner": ([("a", None)], [("b", {"x": 1})], (0, 0, 0)),
    "unchecked beside checked": ([("a", None), ("b", {"x": 1})], [("a", {"z": 9}), ("b", {"x": 1})], (1, 1, 1)),
    "none expected, none given": ([("a", {})], [("a", None)], (1, 1, 1)),
    "none expected, one given": ([("a", {})], [("a", {"z": 1})], (0, 0, 0)),
    "none expected without a partner": ([("a", {})], [("b", None)], (0, 0, 0)),
    "expected None must be there": ([("a", {"x": None})], [("a", {})], (0, 0, 0)),
    "matcher must be there": ([("a", {"x": ANY})], [("a", {})], (0, 0, 0)),
    "matcher": ([("a", {"x": ANY})], [("a", {"x": None})], (1, 1, 1)),
    "unchecked takes what the empty one cannot": ([("a", None), ("a", {})], [("a", {"x": 2})], (1, 1, 1)),
    "boolean is no number": ([("a", {"x": True})], [("a", {"x": 1})], (0, 0, 0)),
    "large whole numbers": ([("a", {"x": 2**60})], [("a", {"x": 2**60 + 1})], (0, 0, 0)),
    "not a number": ([("a", {"x": float("nan")})], [("a", {"x": float("nan")})], (1, 1, 1)),
}


@pytest.mark.parametrize(("gold", "trace", "scores"), SCORES.values(), ids=SCORES)
def test_scores(gold: Calls, trace: Calls, scores: tuple[float, float, float]) -> None:
    """The documented values, and those of faults of the reference that are mended."""
    precision, recall, f1 = scores
    found = calculate_argument_f1(made(gold), made(trace))
    assert found == pytest.approx({"precision": precision, "recall": recall, "f1": f1})


def test_strict() -> None:
    """Strict comparison wants the same type."""
    gold, trace = made([("a", {"x": 1})]), made([("a", {"x": 1.0})])
    assert calculate_argument_f1(gold, trace)["f1"] == 1
    assert calculate_argument_f1(gold, trace, strict=True)["f1"] == 0


def test_arguments_that_are_a_list() -> None:
    """The call is named; nothing else fails later."""
    with pytest.raises(ValueError, match=r"gold_calls\[0\]"):
        calculate_argument_f1([ToolCall("a", ["x"])], made([("a", {"x": 1})]))  # type: ignore[arg-type]


@given(gold_calls(FEW_VALUES | MATCHERS), trace_calls())
@settings(max_examples=100)
def test_scores_of_a_pairing(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """The scores are those of the pairing, and shares."""
    scores = calculate_argument_f1(gold, trace)
    assert scores == argument_scores(gold, trace, pair_calls(gold, trace))
    assert all(0 <= value <= 1 for value in scores.values() if isinstance(value, float))


def comparison(gold: Calls | None, trace: Calls) -> Comparison:
    expected, recorded = made(gold or []), made(trace)
    return Comparison(
        case=None if gold is None else Case("c", expected),
        trace=Trace(recorded),
        gold_calls=expected,
        trace_calls=recorded,
        pairing=None if gold is None else pair_calls(expected, recorded),
        rules=None,
        strict=False,
        validators=None,
    )


@pytest.mark.parametrize(
    ("gold", "trace", "reason"),
    [
        (None, [("a", {})], "there is no gold for this trace"),
        ([("a", None)], [("a", {})], "the gold checks no arguments"),
        ([], [], "no call is expected and none was recorded"),
        ([], [("a", {})], None),
        ([("a", {})], [], None),
    ],
    ids=["no gold", "nothing checked", "nothing at all", "nothing expected", "checked"],
)
def test_when_it_applies(gold: Calls | None, trace: Calls, reason: str | None) -> None:
    """Where there is nothing to compare a reason stands instead of a result."""
    assert METRIC.applies(comparison(gold, trace)) == reason


def test_the_record_computes_what_the_function_does() -> None:
    """The metric reads the pairing of the case."""
    gold: Calls = [("a", {"x": 1, "y": 2}), ("a", {"x": 2})]
    trace: Calls = [("a", {"x": 2}), ("a", {"x": 1})]
    assert METRIC.compute(comparison(gold, trace)) == calculate_argument_f1(made(gold), made(trace))
    assert METRIC.compute(comparison(None, trace)) == {"precision": 0, "recall": 0, "f1": 0}

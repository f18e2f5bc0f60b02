"""Weights, grades, and the arithmetic of the score."""

import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.calls import ToolCall
from toolscore_core.evaluation import DEFAULT_WEIGHTS, Evaluation, evaluate, letter_grade, resolve_weights, score_text


@pytest.mark.parametrize(
    ("score", "grade"),
    [(1, "A"), (0.9, "A"), (0.8999, "B"), (0.8, "B"), (0.7999999999999999, "B"), (0.7999, "C"), (0.7, "C"), (0.6, "D"), (0.5999, "F"), (0, "F"), (-1, "F"), (2, "A")],
)  # fmt: skip
def test_letter_grade(score: float, grade: str) -> None:
    """Grades begin at their edge, and float rounding does not move it."""
    assert letter_grade(score) == grade


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (0.714, "0.71"),
        (0.716, "0.72"),
        (0.0, "0.00"),
        (1.0, "1.00"),
        (0.9999, "0.99"),
        (0.897, "0.89"),
        (0.8, "0.80"),
        (0.798, "0.79"),
    ],
)
def test_score_text(score: float, text: str) -> None:
    """A score is never shown on the other side of a grade's edge, nor as a whole 1 that it is not."""
    assert score_text(score) == text


def test_default_weights_sum_to_one() -> None:
    """Without weights of one's own the documented ones hold."""
    assert resolve_weights(None) == DEFAULT_WEIGHTS
    assert math.fsum(DEFAULT_WEIGHTS.values()) == 1


@pytest.mark.parametrize(
    ("given_weights", "expected"),
    [
        pytest.param({"required_call_recall": 1}, {"selection_accuracy": 0.2, "argument_f1": 0.15, "required_call_recall": 0.5}, id="one added"),
        pytest.param({"selection_accuracy": 0, "argument_f1": 0, "sequence_accuracy": 0}, {"redundant_rate": 1}, id="one left"),
        pytest.param({"argument_f1": 1e308, "selection_accuracy": 1e308}, {"argument_f1": 0.5, "selection_accuracy": 0.5}, id="huge"),
    ],
)  # fmt: skip
def test_weights_are_divided_by_their_sum(given_weights: dict[str, float], expected: dict[str, float]) -> None:
    """Given weights replace the defaults; all are divided by their sum."""
    resolved = resolve_weights(given_weights)
    assert math.fsum(resolved.values()) == pytest.approx(1)
    assert {key: resolved[key] for key in expected} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("weights", "error"),
    [
        pytest.param({"zzz": 1}, ValueError, id="unknown"),
        pytest.param({"argument_f1": -1}, ValueError, id="negative"),
        pytest.param({"argument_f1": math.nan}, ValueError, id="not a number"),
        pytest.param({"argument_f1": math.inf}, ValueError, id="infinite"),
        pytest.param(dict.fromkeys(DEFAULT_WEIGHTS, 0), ValueError, id="all zero"),
        pytest.param({"argument_f1": "1"}, TypeError, id="text"),
        pytest.param({"argument_f1": True}, TypeError, id="boolean"),
        pytest.param([1], TypeError, id="a list"),
    ],
)
def test_weights_that_cannot_be_used(weights: Any, error: type[Exception]) -> None:
    """What is no weight is refused."""
    with pytest.raises(error):
        resolve_weights(weights)


def parts(evaluation: Evaluation, metric: str) -> list[tuple[int | None, int | None, float]]:
    """(gold position, trace position, loss) of a metric's contributions."""
    return [(c.gold_index, c.trace_index, round(c.loss, 6)) for c in evaluation.contributions if c.metric == metric]


A, B, C = ToolCall("a", {"x": 1}), ToolCall("b"), ToolCall("c")
FAILED = ToolCall("a", {"x": 1}, metadata={"error": "boom"})


@pytest.mark.parametrize(
    ("gold", "trace", "metric", "expected"),
    [
        pytest.param([A], [A], "selection_accuracy", [], id="nothing lost"),
        pytest.param([A], [A, C, C, B], "selection_accuracy", [(None, 1, 0.25), (None, 2, 0.25), (None, 3, 0.25)], id="each unexpected call"),
        pytest.param([A, B], [], "selection_accuracy", [(0, None, 0.5), (1, None, 0.5)], id="nothing called"),
        pytest.param([], [A, B], "selection_accuracy", [(None, 0, 0.5), (None, 1, 0.5)], id="nothing expected"),
        pytest.param([A], [ToolCall("a", {"x": 2})], "argument_f1", [(0, 0, 1.0)], id="the wrong value"),
        pytest.param([ToolCall("a", {"x": 1, "y": 2})], [ToolCall("a", {"x": 1, "z": 3, "w": 4})], "argument_f1", [(0, 0, 0.6)], id="5 names, 1 right"),
        pytest.param([A, ToolCall("b", {"q": 1, "r": 2})], [A], "argument_f1", [(1, None, 0.5)], id="a missing call's arguments"),
        pytest.param([ToolCall("a"), ToolCall("b")], [C], "argument_f1", [(0, None, 0.5), (1, None, 0.5)], id="no pair at all"),
        pytest.param([ToolCall("a"), ToolCall("b")], [ToolCall("a")], "argument_f1", [], id="a pair with nothing to check"),
        pytest.param([], [A], "argument_f1", [(None, 0, 1.0)], id="arguments, nothing expected"),
        pytest.param([A], [], "argument_f1", [(0, None, 1.0)], id="arguments, nothing called"),
        pytest.param([A, B, C], [B, C, A], "sequence_accuracy", [(0, None, 0.333333), (None, 2, 0.333333)], id="order: one moved"),
        pytest.param([A, B], [A, C], "sequence_accuracy", [(1, 1, 0.5)], id="order: one replaced"),
        pytest.param([A], [A, A, C], "redundant_rate", [(None, 1, 0.333333), (None, 2, 0.333333)], id="too many"),
    ],
)  # fmt: skip
def test_contributions(
    gold: list[ToolCall], trace: list[ToolCall], metric: str, expected: list[tuple[int | None, int | None, float]]
) -> None:
    """Each metric names the calls that cost it, and how much."""
    assert parts(evaluate(gold, trace), metric) == expected


@pytest.mark.parametrize(
    ("gold", "trace", "expected"),
    [
        pytest.param([A, B], [A], [(1, None, 0.5)], id="a call that is missing"),
        pytest.param([A, B], [FAILED, B], [(0, 0, 0.5)], id="a call whose partner failed"),
        pytest.param([A, A], [FAILED, FAILED, ToolCall("a")], [(0, 0, 0.5)], id="the success has no partner"),
        pytest.param([A], [FAILED, A], [], id="a retry that succeeds"),
    ],
)
def test_contributions_to_required_recall(
    gold: list[ToolCall], trace: list[ToolCall], expected: list[tuple[int | None, int | None, float]]
) -> None:
    """With a weight, each required call that was not completed costs its share."""
    evaluation = evaluate(gold, trace, weights={"required_call_recall": 1})
    assert parts(evaluation, "required_call_recall") == expected
    assert evaluation.contributions == tuple(c for c in evaluation.contributions if c.points > 0)


def test_metrics_without_weight_have_no_contributions() -> None:
    """What cannot move the score is not named."""
    evaluation = evaluate([A], [C], weights={"selection_accuracy": 0, "redundant_rate": 0})
    assert {c.metric for c in evaluation.contributions} == {"argument_f1", "sequence_accuracy"}


def test_texts_hold_nothing_from_the_files() -> None:
    """The words of a contribution are ours, so that they need no masking."""
    evaluation = evaluate([ToolCall("zq", {"wv": "jj"}), B], [ToolCall("zq", {"wv": "kk"}), ToolCall("yy")])
    texts = " ".join(c.text for c in evaluation.contributions)
    assert not any(word in texts for word in ("zq", "wv", "jj", "kk", "yy"))


names = st.sampled_from("abc")
values = st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2), max_size=3)
calls = st.lists(
    st.builds(ToolCall, names, st.none() | values, metadata=st.sampled_from([{}, {}, {"error": "e"}])), max_size=6
)
weights = st.dictionaries(st.sampled_from(sorted(DEFAULT_WEIGHTS)), st.floats(0.01, 5), max_size=5)


@settings(max_examples=100)
@given(gold=calls, trace=calls, weights=weights, strict=st.booleans())
def test_contributions_sum_to_what_the_score_lacks(
    gold: list[ToolCall], trace: list[ToolCall], weights: dict[str, float], strict: bool
) -> None:
    """The points are exactly what is missing from a whole score, whatever the case."""
    evaluation = evaluate(gold, trace, weights=weights, strict=strict)
    assert evaluation.score is not None
    assert math.fsum(c.points for c in evaluation.contributions) == pytest.approx(1 - evaluation.score, abs=1e-9)
    assert all(0 < c.loss <= 1 + 1e-12 for c in evaluation.contributions)

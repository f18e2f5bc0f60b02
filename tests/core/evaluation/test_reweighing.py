"""Other weights and another pass rule, without scoring anything again."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.strategies import expected_calls, trace_calls
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.evaluation import DEFAULT_WEIGHTS, PassRule, evaluate, reweighed, verdict_changes
from toolscore_core.rules import rules_from_json

WEIGHTS = st.dictionaries(st.sampled_from(sorted(DEFAULT_WEIGHTS)), st.sampled_from([0.0, 0.1, 0.25, 1, 3])).filter(
    lambda weights: any({**DEFAULT_WEIGHTS, **weights}.values())
)


@settings(max_examples=80)
@given(
    gold=expected_calls(),
    trace=trace_calls(),
    weights=WEIGHTS,
    first=WEIGHTS,
)
def test_reweighing_equals_a_fresh_evaluation(
    gold: list[ToolCall], trace: list[ToolCall], weights: dict[str, float], first: dict[str, float]
) -> None:
    """Score, grade, weights, contributions and everything else are those of an evaluation under the new weights."""
    case, recorded = Case("c", gold), Trace(trace)
    before = evaluate(case, recorded, weights=first, validate_side_effects=False)
    written = before.to_dict()
    fresh = evaluate(case, recorded, weights=weights, validate_side_effects=False)
    assert reweighed(before, weights).to_dict() == fresh.to_dict()
    assert before.to_dict() == written


def test_the_diff_is_not_laid_out_again() -> None:
    """Weights do not touch the pairs, so that the very same alignment is handed on."""
    before = evaluate([ToolCall("a")], [ToolCall("b")])
    alignment = before.alignment
    assert reweighed(before, {"argument_f1": 2}).alignment is alignment


def test_the_same_weights_give_the_same_evaluation() -> None:
    """Nothing is made anew where nothing changes, and without gold there is still no score."""
    before = evaluate([ToolCall("a")], [ToolCall("a")])
    assert reweighed(before, None) is before
    without = reweighed(evaluate(None, [ToolCall("a")]), {"argument_f1": 2})
    assert (without.score, without.grade, without.contributions) == (None, None, ())


@pytest.mark.parametrize("weights", [dict.fromkeys(DEFAULT_WEIGHTS, 0), {"argument_f1": -1}, {"nothing": 1}])
def test_weights_that_cannot_be_used(weights: dict[str, Any]) -> None:
    """They are refused as in an evaluation."""
    with pytest.raises(ValueError, match="weight"):
        reweighed(evaluate([ToolCall("a")], [ToolCall("a")]), weights)


def test_verdict_changes() -> None:
    """A laxer rule lets some pass, a stricter one fails others, and what has no gold has no verdict."""
    rules = rules_from_json([{"tool": "x"}])
    good, finding, half = [ToolCall("a")], [ToolCall("a"), ToolCall("x")], [ToolCall("a"), ToolCall("b")]
    evaluations = [
        evaluate([ToolCall("a")], good),
        evaluate([ToolCall("a"), ToolCall("x")], finding, forbidden=rules),
        evaluate([ToolCall("a"), ToolCall("b"), ToolCall("c")], half),
        evaluate(None, good),
    ]
    same = verdict_changes(evaluations, PassRule())
    assert (same.total, same.now_pass, same.now_fail, same.count) == (3, 0, 0, 0)
    lax = verdict_changes(evaluations, PassRule(0.0, all_required=False, no_findings=False))
    assert (lax.now_pass, lax.now_fail) == (2, 0)
    back = verdict_changes(evaluations, PassRule(), before=PassRule(0.0, all_required=False, no_findings=False))
    assert (back.now_pass, back.now_fail) == (0, 2)


def test_weights_change_verdicts() -> None:
    """The score that the rule looks at is the one under the weights given."""
    evaluation = evaluate([ToolCall("a", {"x": 1})], [ToolCall("a", {"x": 2})])
    changes = verdict_changes([evaluation], PassRule(), {"argument_f1": 0})
    assert evaluation.score == pytest.approx(0.7)
    assert changes.now_pass == 1
    assert verdict_changes([evaluation], PassRule(), {"argument_f1": 0}, before_weights={"argument_f1": 0}).count == 0

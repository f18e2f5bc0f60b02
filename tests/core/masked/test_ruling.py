"""A masked evaluation under another pass rule and other weights."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evaluations import FAKE_TOKEN
from tests.strategies import expected_calls, trace_calls
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import Evaluation, PassRule, evaluate, reweighed
from toolscore_core.masked import MaskedEvaluation, mask_evaluation, ruled

RULES = st.builds(PassRule, st.sampled_from([0.0, 0.5, 0.8, 1.0]), st.booleans(), st.booleans())
WEIGHTS: list[dict[str, float]] = [
    {},
    {"argument_f1": 0},
    {"required_call_recall": 1, "selection_accuracy": 0},
    {"redundant_rate": 5},
]


def masked(evaluation: Evaluation, rule: PassRule) -> MaskedEvaluation:
    """The view of an evaluation, masked anew."""
    return mask_evaluation(evaluation, Masker(), case_id="c", run="m", trial=None, rule=rule)


@settings(max_examples=80)
@given(
    gold=st.none() | expected_calls(),
    trace=trace_calls(),
    weights=st.sampled_from(WEIGHTS),
    rule=RULES,
)
def test_ruling_equals_masking_anew(
    gold: list[ToolCall] | None, trace: list[ToolCall], weights: dict[str, float], rule: PassRule
) -> None:
    """Verdict, sentence, score, and the points of each row are those of a fresh masked evaluation."""
    case = None if gold is None else Case("c", gold)
    before = evaluate(case, Trace(trace), validate_side_effects=False)
    fresh = masked(evaluate(case, Trace(trace), weights=weights, validate_side_effects=False), rule)
    assert ruled(masked(before, PassRule()), reweighed(before, weights), rule) == fresh


@pytest.mark.parametrize(
    ("rule", "passed"), [(PassRule(), False), (PassRule(no_findings=False), True), (PassRule(1.0, False, False), True)]
)
def test_calls_are_not_masked_again(rule: PassRule, passed: bool) -> None:
    """The calls are the very objects that were masked before; only verdict and sentence change."""
    call: dict[str, Any] = {"key": FAKE_TOKEN}
    evaluation = evaluate(Case("c", [ToolCall("a", call)]), Trace([ToolCall("a", call)]))
    view = masked(evaluation, PassRule())
    under = ruled(view, evaluation, rule)
    assert (under.passed, under.verdict.startswith("Passes")) == (passed, passed)
    assert under.rows is view.rows
    assert under.trace is view.trace

"""Evaluations of gold that says more than a list."""

import math
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings

from tests.evaluations import masked
from tests.strategies import expected_calls, trace_calls
from toolscore_core import metrics
from toolscore_core.alignment import State, align
from toolscore_core.calls import Case, ExpectedCall, ToolCall, Trace
from toolscore_core.evaluation import Evaluation, evaluate
from toolscore_core.matchers import OptionalArgument
from toolscore_core.metrics.side_effects import VALIDATORS, calculate_side_effect_success_rate
from toolscore_core.pairing import resolve


def case(*calls: ToolCall, order: Any = "given", **fields: Any) -> Case:
    return Case("c", list(calls), order=order, **fields)


FIND = ToolCall("find", {"q": "x"})
ASK = ExpectedCall("ask", {"why": 1}, optional=True)
SEARCH = ExpectedCall("search", {"q": "y"}, alternatives=("web",))


def test_what_was_not_asked_for_costs_nothing() -> None:
    """Without the optional call, and with an alternative, the score is whole."""
    found = evaluate(case(FIND, ASK, SEARCH), Trace([FIND, ToolCall("web", {"q": "y"})]))
    assert found.score == 1.0
    assert found.completed == (2, 2)
    assert [call.tool for call in found.counted_calls] == ["find", "web"]
    assert found.gold_calls == [FIND, ASK, SEARCH]


def test_an_optional_call_that_was_made_counts() -> None:
    """Its wrong argument costs as that of any expected call."""
    trace = [FIND, ToolCall("ask", {"why": 2}), ToolCall("search", {"q": "y"})]
    plain = [FIND, ToolCall("ask", {"why": 1}), ToolCall("search", {"q": "y"})]
    found = evaluate(case(FIND, ASK, SEARCH), Trace(trace))
    assert found.metrics == evaluate(case(*plain), Trace(trace)).metrics
    assert found.score is not None
    assert found.score < 1


def test_any_order() -> None:
    """Only the order is forgiven: what is missing is missing."""
    calls = [ToolCall("a"), ToolCall("b"), ToolCall("c")]
    assert evaluate(case(*calls, order="any"), Trace(calls[::-1])).score == 1.0
    found = evaluate(case(*calls, order="any"), Trace([calls[2], calls[0]]))
    assert found.metrics["sequence_metrics"]["edit_distance"] == 1.0
    assert found.completed == (2, 3)
    assert found.alignment is not None
    assert [(row.state, row.gold_index) for row in found.alignment.rows] == [
        (State.MATCH, 2),
        (State.MATCH, 0),
        (State.MISSING, 1),
    ]


def test_contributions_name_the_calls_of_the_case() -> None:
    """Positions are those of the gold as it was given, whatever was left out or put into another order."""
    gold = case(ASK, FIND, ToolCall("send"), order="any")
    found = evaluate(gold, Trace([ToolCall("find", {"q": "other"})]))
    assert {item.gold_index for item in found.contributions} == {1, 2}
    assert math.isclose(sum(item.points for item in found.contributions), 1 - (found.score or 0))


FUNCTIONS: dict[str, Callable[[list[ToolCall], list[ToolCall]], Any]] = {
    "invocation_accuracy": metrics.calculate_invocation_accuracy,
    "selection_accuracy": metrics.calculate_selection_accuracy,
    "tool_correctness_metrics": metrics.calculate_tool_correctness,
    "argument_metrics": metrics.calculate_argument_f1,
    "sequence_metrics": metrics.calculate_edit_distance,
    "efficiency_metrics": metrics.calculate_redundant_call_rate,
    "required_call_recall": metrics.calculate_required_call_recall,
}


@given(expected_calls(max_size=5), trace_calls(max_size=5))
@settings(max_examples=80)
def test_metrics_are_those_of_the_resolved_list(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """Each metric is that of the plain list; evaluation, diff and the functions called by themselves agree."""
    found = evaluate(gold, trace)
    resolved = list(resolve(gold, trace).calls)
    assert found.metrics == evaluate(resolved, trace).metrics
    for key, function in FUNCTIONS.items():
        assert function(gold, trace) == found.metrics[key]
    assert found.alignment == align(gold, trace)
    assert math.isclose(sum(item.points for item in found.contributions), 1 - (found.score or 0), abs_tol=1e-9)


@pytest.mark.parametrize("order", ["given", "any"])
def test_the_same_after_another_process(order: Any) -> None:
    """What is compared by identity here is told apart there too."""
    found: Evaluation = pickle.loads(pickle.dumps(evaluate(case(FIND, ASK, SEARCH, order=order), Trace([FIND]))))
    assert found.alignment is not None
    assert found.alignment.omitted == (1,)
    assert found.to_dict()["omitted"] == [1]


def test_ignored_paths_hold_for_alternatives() -> None:
    """A path of a tool is ignored in the calls that may stand for it too."""
    gold = case(SEARCH, ignore=("search.q",))
    found = evaluate(gold, Trace([ToolCall("web", {"q": "z"})]))
    assert found.score == 1.0


def test_ignored_paths_lead_into_optional_arguments() -> None:
    """What is optional can be ignored in part."""
    gold = case(ToolCall("a", {"x": OptionalArgument({"y": 1, "z": 2})}), ignore=("a.x.y",))
    assert evaluate(gold, Trace([ToolCall("a", {"x": {"y": 7, "z": 2}})])).score == 1.0
    assert evaluate(gold, Trace([ToolCall("a", {})])).score == 1.0
    assert evaluate(gold, Trace([ToolCall("a", {"x": {"y": 7, "z": 3}})])).score != 1.0


def test_a_call_of_the_provider_counts_when_it_is_an_alternative() -> None:
    """The gold names its tool."""
    found = evaluate(case(SEARCH), Trace([ToolCall("web", {"q": "y"}, provider_executed=True)]))
    assert found.scored == (0,)
    assert found.score == 1.0


def test_side_effects_of_optional_calls() -> None:
    """A call that was not made is not checked; an alternative is checked in place of its call."""
    checks = {"side_effects": {"http_ok": True}}
    gold = [
        ExpectedCall("a", optional=True, metadata=checks),
        ExpectedCall("b", alternatives=("c",), metadata=checks),
    ]
    found = calculate_side_effect_success_rate(gold, [ToolCall("c", result=200)], VALIDATORS)
    assert [(check["tool"], check["passed"]) for check in found["details"]] == [("c", True)]


def test_only_optional_calls_and_none_made() -> None:
    """Nothing was expected and nothing was done."""
    found = evaluate(case(ASK), Trace([]))
    assert (found.score, found.completed) == (1.0, None)
    view = masked([ASK], [])
    assert view.verdict.startswith("Passes: only optional calls were expected and none was made.")

"""Which pairs a judge is asked about, and what of them it may see."""

from typing import Any

import pytest

from tests.evaluations import call, masked, missing, refund
from tests.fake_credentials import github
from tests.judging import pair
from toolscore_core.alignment import State
from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.judge.pairs import call_json, pairs_of
from toolscore_core.matchers import Contains


def test_pairs_in_doubt_are_changed_or_substituted() -> None:
    """Equal, missing and extra calls are settled by code and give no pair in doubt."""
    states = [found.state for found in pairs_of([refund()])]
    assert states
    assert set(states) <= {State.CHANGED, State.MOVED_CHANGED, State.SUBSTITUTE}


def test_all_pairs_have_two_calls() -> None:
    """Asked for all, the equal ones are there too, and never a row with one side."""
    view = refund()
    both = [row for row in view.rows if row.expected is not None and row.actual is not None]
    assert [found.key for found in pairs_of([view], "all")] == [
        f"{view.key}#{row.gold_index}-{row.trace_index}" for row in both
    ]


@pytest.mark.parametrize("which", ["doubt", "all"])
def test_no_gold_and_no_trace_have_no_pairs(which: Any) -> None:
    """A trace without gold and a case without a trace give nothing to compare."""
    assert pairs_of([masked(None, [call("a")]), missing([call("a")])], which) == []


@pytest.mark.parametrize(
    ("expected", "actual", "exact"),
    [
        pytest.param(("a", {"x": 1, "y": 2}), ("a", {"y": 2, "x": 1}), True, id="key order"),
        pytest.param(("a", {}), ("a", {}), True, id="both empty"),
        pytest.param(("a", {"x": Contains("b")}), ("a", {"x": "abc"}), True, id="a matcher that accepts"),
        pytest.param(("a", {"x": 1}), ("a", {"x": 2}), False, id="another value"),
        pytest.param(("a", {"x": 1}), ("b", {"x": 1}), False, id="another tool"),
        pytest.param(("a", {"x": float("nan")}), ("a", {"x": 0}), False, id="not a number"),
    ],
)
def test_equal_calls_are_settled_by_code(expected: Any, actual: Any, exact: bool) -> None:
    """What the deterministic view knows is not asked."""
    assert pair(expected, actual).exact is exact


def test_only_tool_and_arguments_are_sent() -> None:
    """Results, errors and metadata stay here."""
    recorded = ToolCall("b", {"x": 1}, result="secret result", metadata={"note": "inner"})
    assert call_json(pair(("a", None), recorded).actual) == '{"args":{"x":1},"tool":"b"}'


def test_unchecked_arguments_are_left_out() -> None:
    """None says that the gold does not look at arguments, which is not an empty object."""
    assert call_json(pair(("a", None), ("b", {})).expected) == '{"tool":"a"}'


def test_alternatives_are_shown() -> None:
    """A judge has to know that the gold takes another tool as well."""
    gold = ExpectedCall("a", {"x": 1}, alternatives=("b",))
    assert call_json(pair(gold, ("b", {"x": 2})).expected) == '{"alternatives":["b"],"args":{"x":1},"tool":"a"}'


def test_no_credential_is_in_a_pair() -> None:
    """Pairs are made of masked calls, and different credentials stay different."""
    one, two = github(), github()[:-4] + "Zz9Z"
    found = pair(("a", {"token": one}), ("a", {"token": two}))
    assert one not in repr(found)
    assert two not in repr(found)
    assert not found.exact


def test_same_question_same_content() -> None:
    """The hash of the content looks at tool and arguments alone."""
    first = pair(("a", {"x": 1}), ("b", {"x": 1}), case_id="one")
    assert first.content == pair(("a", {"x": 1}), ("b", {"x": 1}), case_id="two").content
    assert first.content != pair(("b", {"x": 1}), ("a", {"x": 1})).content

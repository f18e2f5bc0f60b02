"""The diff of gold that says more than a list."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies import expected_calls, trace_calls
from toolscore_core.alignment import ArgumentState, State, align, argument_differences
from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.matchers import ANY, OptionalArgument

GOLD = [
    ToolCall("find", {"q": "x"}),
    ExpectedCall("ask", optional=True),
    ExpectedCall("search", {"q": "y"}, alternatives=("web",)),
    ToolCall("send"),
]


def written(gold: list[ToolCall], trace: list[ToolCall], **settings: Any) -> list[str]:
    rows = align(gold, trace, **settings).rows
    return [f"{row.state} {row.gold_index}/{row.trace_index}{' alternative' * row.alternative}" for row in rows]


def test_rows_have_the_indexes_of_the_gold_that_was_given() -> None:
    """An optional call that was not made has no row, and an alternative is a pair that says so."""
    found = align(GOLD, [ToolCall("find", {"q": "x"}), ToolCall("web", {"q": "y"}), ToolCall("send")])
    assert [(row.state, row.gold_index, row.trace_index, row.alternative) for row in found.rows] == [
        (State.MATCH, 0, 0, False),
        (State.MATCH, 2, 1, True),
        (State.MATCH, 3, 2, False),
    ]
    assert found.omitted == (1,)
    assert [(pair.gold_index, pair.trace_index) for pair in found.pairing.pairs] == [(0, 0), (2, 1), (3, 2)]
    assert found.distance == 0


def test_an_optional_call_that_was_made_is_compared_like_any() -> None:
    """It can be moved or changed."""
    trace = [ToolCall("ask"), ToolCall("find", {"q": "x"}), ToolCall("search", {"q": "z"}), ToolCall("send")]
    assert written(GOLD, trace) == ["moved 1/0", "match 0/1", "changed 2/2", "match 3/3"]


def test_without_an_order_nothing_is_moved() -> None:
    """The rows follow the trace, and what is missing stands where something else was called."""
    trace = [ToolCall("send"), ToolCall("other"), ToolCall("find", {"q": "x"})]
    assert written(GOLD, trace) == ["moved 3/0", "extra None/1", "match 0/2", "missing 2/None"]
    assert written(GOLD, trace, order="any") == ["match 3/0", "substitute 2/1", "match 0/2"]


@pytest.mark.parametrize("order", ["given", "any"])
def test_counts_hold(order: Any) -> None:
    """Every index stands once, in a row or among the omitted; missing and substitutes are the unpaired gold."""

    @given(expected_calls(max_size=5), trace_calls(max_size=5))
    @settings(max_examples=80)
    def check(gold: list[ToolCall], trace: list[ToolCall]) -> None:
        found = align(gold, trace, order=order)
        golds = [row.gold_index for row in found.rows if row.gold_index is not None]
        assert sorted([*golds, *found.omitted]) == [*range(len(gold))]
        assert [row.trace_index for row in found.rows if row.trace_index is not None] == [*range(len(trace))]
        counts = found.counts
        assert counts[State.MISSING] + counts[State.SUBSTITUTE] == len(found.pairing.unpaired_gold)
        assert counts[State.EXTRA] + counts[State.REPEATED] + counts[State.SUBSTITUTE] == len(
            found.pairing.unpaired_trace
        )
        assert all(isinstance(one := gold[index], ExpectedCall) and one.optional for index in found.omitted)
        assert order == "given" or counts[State.MOVED] + counts[State.MOVED_CHANGED] == 0
        for row in found.rows:
            assert row.alternative is (
                row.gold_index is not None
                and row.trace_index is not None
                and row.state is not State.SUBSTITUTE
                and gold[row.gold_index].tool != trace[row.trace_index].tool
            )

    check()


def states(expected: dict[str, Any], actual: dict[str, Any] | None) -> list[str]:
    trace = None if actual is None else ToolCall("a", actual)
    return [f"{d.path}: {d.state}" for d in argument_differences(ToolCall("a", expected), trace, strict=False)]


OPTIONAL = {
    "absent": ({"x": OptionalArgument(1)}, {}, ["x: optional, not given"]),
    "right": ({"x": OptionalArgument(1)}, {"x": 1}, ["x: same"]),
    "accepted by a matcher": ({"x": OptionalArgument(ANY)}, {"x": 1}, ["x: matched"]),
    "wrong": ({"x": OptionalArgument(1)}, {"x": 2}, ["x: changed"]),
    "opened": (
        {"x": OptionalArgument({"y": 1, "z": OptionalArgument(2)})},
        {"x": {"y": 3}},
        ["x.y: changed", "x.z: optional, not given"],
    ),
    "inside a list": ({"x": [{"y": OptionalArgument(1)}]}, {"x": [{}]}, ["x[0].y: optional, not given"]),
    "of a call that was not made": ({"x": OptionalArgument(1), "y": 1}, None, ["x: optional, not given", "y: missing"]),
}


@pytest.mark.parametrize(("expected", "actual", "found"), OPTIONAL.values(), ids=OPTIONAL)
def test_optional_arguments(expected: dict[str, Any], actual: dict[str, Any] | None, found: list[str]) -> None:
    """Absent they are said to be so, and count neither way; given they are compared."""
    assert states(expected, actual) == found


def test_an_absent_optional_argument_leaves_a_match() -> None:
    """The row is no changed one."""
    gold = [ToolCall("a", {"x": 1, "y": OptionalArgument(2), "z": {"w": OptionalArgument(3)}})]
    (row,) = align(gold, [ToolCall("a", {"x": 1, "z": {}})]).rows
    assert row.state is State.MATCH
    assert [difference.state for difference in row.differences] == [
        ArgumentState.SAME,
        ArgumentState.NOT_GIVEN,
        ArgumentState.NOT_GIVEN,
    ]


def test_optional_arguments_are_compared_strictly_where_it_is_asked() -> None:
    """The mark does not change the mode."""
    gold, trace = [ToolCall("a", {"x": OptionalArgument(1)})], [ToolCall("a", {"x": 1.0})]
    assert written(gold, trace) == ["match 0/0"]
    assert written(gold, trace, strict=True) == ["changed 0/0"]

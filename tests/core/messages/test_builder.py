"""The builder: calls go to turns, results to the calls they answer."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.calls import ToolCall
from toolscore_core.errors import Location
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.reading import ReadReport

HERE = Location("f", 1)


@pytest.fixture
def report() -> ReadReport:
    return ReadReport()


@pytest.fixture
def builder(report: ReadReport) -> TraceBuilder:
    return TraceBuilder(report, "openai", HERE)


def test_trace_knows_its_source(builder: TraceBuilder) -> None:
    """The trace carries the format and the place from the start."""
    assert (builder.trace.format, builder.trace.source) == ("openai", HERE)


def test_calls_of_a_turn(builder: TraceBuilder) -> None:
    """A call belongs to the turn that was added last; before any turn it belongs to none."""
    before = builder.call("a", None, HERE)
    assert builder.turn("assistant", "hi", model="m", started=1.0, input_tokens=2, output_tokens=3) == 0
    builder.call("b", {}, HERE)
    builder.call("c", {}, HERE)
    assert before is not None
    assert before.turn is None
    assert [call.turn for call in builder.trace.calls] == [None, 0, 0]
    assert builder.trace.turns[0].calls == [1, 2]


@pytest.mark.parametrize("tool", [None, "", "  ", 5, {}, []])
def test_call_without_a_name_is_skipped(builder: TraceBuilder, report: ReadReport, tool: Any) -> None:
    """A record without a usable name is no call, and is reported with its place."""
    assert builder.call(tool, {}, lambda: HERE) is None
    assert [(one.reason, one.first) for one in report.skipped] == [("call without a tool name", HERE)]
    assert builder.trace.calls == []


def test_wrong_fields_are_a_mistake_of_the_reader(builder: TraceBuilder) -> None:
    """A field that ToolCall does not have is not taken for a missing name."""
    with pytest.raises(TypeError):
        builder.call("a", {}, HERE, no_such_field=1)


def test_results_by_id(builder: TraceBuilder) -> None:
    """Results find their calls by id, in any order."""
    builder.turn("assistant")
    builder.call("a", {}, HERE, call_id="1")
    builder.call("b", {}, HERE, call_id="2")
    builder.result("B", HERE, call_id="2")
    builder.result("A", HERE, call_id="1")
    assert [call.result for call in builder.trace.calls] == ["A", "B"]


def test_reused_id_joins_within_the_latest_turn(builder: TraceBuilder) -> None:
    """With one id for several calls, results go to the latest turn, first in, first out; then to the turn before."""
    builder.turn("assistant")
    for tool in "ab":
        builder.call(tool, {}, HERE, call_id="x")
    builder.turn("assistant")
    for tool in "cd":
        builder.call(tool, {}, HERE, call_id="x")
    for value in (1, 2, 3, 4):
        builder.result(value, HERE, call_id="x")
    assert [(call.tool, call.result) for call in builder.trace.calls] == [("a", 3), ("b", 4), ("c", 1), ("d", 2)]


def test_id_used_again_after_its_answer(builder: TraceBuilder) -> None:
    """An id may return in a later turn."""
    for value in (1, 2):
        builder.turn("assistant")
        builder.call("a", {}, HERE, call_id="x")
        builder.result(value, HERE, call_id="x")
    assert [call.result for call in builder.trace.calls] == [1, 2]


def test_results_without_id(builder: TraceBuilder) -> None:
    """Without an id the name decides, and without a name the order, in the latest turn that waits."""
    builder.turn("assistant")
    for tool in "aba":
        builder.call(tool, {}, HERE)
    builder.result("b", HERE, tool="b")
    builder.result("a1", HERE)
    builder.result("a2", HERE, tool="a")
    assert [call.result for call in builder.trace.calls] == ["a1", "b", "a2"]


def test_results_without_id_for_calls_with_id(builder: TraceBuilder) -> None:
    """When only the calls have ids, the first unanswered call of that name in the latest turn is meant."""
    builder.turn("assistant")
    for number, tool in enumerate("abb"):
        builder.call(tool, {}, HERE, call_id=str(number))
    for value in ("b1", "b2"):
        builder.result(value, HERE, tool="b")
    builder.result("a", HERE)
    assert [call.result for call in builder.trace.calls] == ["a", "b1", "b2"]
    assert builder.result("more", HERE) is None


def test_result_with_id_for_a_call_without(builder: TraceBuilder) -> None:
    """A result whose id no call has may still be known by its tool."""
    builder.call("a", {}, HERE)
    builder.result("A", HERE, call_id="unknown", tool="a")
    assert builder.trace.calls[0].result == "A"


@pytest.mark.parametrize("how", [{"call_id": "x"}, {"call_id": "x", "tool": "b"}, {"tool": "b"}, {}])
def test_result_that_answers_nothing(report: ReadReport, how: dict[str, str]) -> None:
    """A second or foreign result is reported and changes nothing."""
    builder = TraceBuilder(report, "openai", HERE)
    builder.call("a", {}, HERE, call_id="x")
    builder.result("A", HERE, call_id="x")
    assert builder.result("again", lambda: HERE, **how) is None  # type: ignore[arg-type]
    assert builder.trace.calls[0].result == "A"
    assert [one.reason for one in report.skipped] == ["result that answers no call"]


def test_identical_calls_are_told_apart(builder: TraceBuilder) -> None:
    """Equal calls are different calls: each gets its own result."""
    for _ in range(3):
        builder.call("a", {}, HERE)
    for value in (1, 2, 3):
        builder.result(value, HERE)
    assert [call.result for call in builder.trace.calls] == [1, 2, 3]


def test_plain_answer(builder: TraceBuilder) -> None:
    """The short way answers the only call of an id, and does nothing when there is none or several."""
    builder.call("a", {}, HERE, call_id="x")
    assert builder.answer("x", 1)
    assert not builder.answer("x", 2)
    builder.call("b", {}, HERE, call_id="y")
    builder.call("c", {}, HERE, call_id="y")
    assert not builder.answer("y", 3)
    assert [call.result for call in builder.trace.calls] == [1, None, None]


def test_failures(builder: TraceBuilder) -> None:
    """A failed result marks its call, with a text or with an empty one."""
    for call_id in ("1", "2", "3"):
        builder.call("a", {}, HERE, call_id=call_id)
    builder.result(None, HERE, call_id="1", is_error=True)
    builder.result(None, HERE, call_id="2", error="boom")
    builder.result(None, HERE, call_id="3")
    assert [call.error for call in builder.trace.calls] == ["", "boom", None]
    call = ToolCall("a")
    mark_failed(call)
    assert call.metadata == {"is_error": True, "error": ""}


def test_durations(builder: TraceBuilder, report: ReadReport) -> None:
    """Start and end give the duration; an end before the start gives none and a problem; a recorded duration stays."""
    for call_id, fields in (
        ("1", {"started": 10.0}),
        ("2", {"started": 10.0}),
        ("3", {}),
        ("4", {"started": 10.0, "duration": 9.0}),
    ):
        builder.call("a", {}, HERE, call_id=call_id, **fields)
    for call_id, ended in (("1", 12.5), ("2", 9.0), ("3", 11.0), ("4", 11.0)):
        builder.result(None, HERE, call_id=call_id, ended=ended)
    assert [(call.ended, call.duration) for call in builder.trace.calls] == [
        (12.5, 2.5),
        (9.0, None),
        (11.0, None),
        (11.0, 9.0),
    ]
    assert [problem.message for problem in report.problems] == ["the call ends before it starts"]


@given(
    st.lists(st.tuples(st.sampled_from("cr"), st.sampled_from([None, "1", "2"]), st.sampled_from("ab")), max_size=30)
)
@settings(max_examples=100)
def test_every_result_is_given_once_or_reported(events: list[tuple[str, str | None, str]]) -> None:
    """Each result ends in exactly one call or in the report, and no call gets two."""
    report = ReadReport()
    builder = TraceBuilder(report, "x", HERE)
    sent = 0
    for kind, call_id, tool in events:
        if kind == "c":
            builder.turn("assistant")
            builder.call(tool, {}, HERE, call_id=call_id)
        else:
            sent += 1
            builder.result(sent, HERE, call_id=call_id, tool=tool)
    given_out = [call.result for call in builder.trace.calls if call.result is not None]
    assert len(set(given_out)) == len(given_out)
    assert len(given_out) + sum(one.count for one in report.skipped) == sent

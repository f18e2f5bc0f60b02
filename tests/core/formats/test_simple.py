"""Lists of calls: this project's own form and its likes are read; objects that merely have a name are not."""

from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines, short
from toolscore_core.errors import FormatError, UnknownFormatError

CALL = {"tool": "f", "args": {"a": 1}}
ONE = [("f", {"a": 1}, None)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param([CALL], ONE, id="list"),
        pytest.param({"calls": [CALL]}, ONE, id="under calls"),
        pytest.param({"tool_calls": [CALL]}, ONE, id="under tool_calls"),
        pytest.param(CALL, ONE, id="one call"),
        pytest.param([], [], id="empty list"),
        pytest.param({"calls": []}, [], id="empty list of calls"),
        pytest.param([{"name": "f", "arguments": '{"a": 1}'}], ONE, id="name and arguments as text"),
        pytest.param(
            [{"function": "f", "input": {"a": 1}, "output": "o"}], [("f", {"a": 1}, "o")], id="function and input"
        ),
        pytest.param([{"tool_name": "f", "tool_input": {"a": 1}}], ONE, id="tool_name and tool_input"),
        pytest.param([{"tool": "f"}], [("f", {}, None)], id="no arguments"),
        pytest.param(
            [{"tool": "f", "args": {}, "input": {"q": 1}}], [("f", {}, None)], id="an empty args wins over input"
        ),
        pytest.param([{"tool": "f", "args": None, "arguments": {"a": 1}}], ONE, id="null does not"),
        pytest.param([{"tool": "f", "args": [1]}], [("f", {"value": [1]}, None)], id="arguments as a list"),
        pytest.param([{"tool": "f", "args": "words"}], [("f", {"value": "words"}, None)], id="arguments as words"),
        pytest.param([{"tool": "f", "args": ""}], [("f", {}, None)], id="arguments as an empty text"),
        pytest.param(
            [{"tool": "f", "parameters": {"a": 1}, "description": "d"}], ONE, id="parameters that are no schema"
        ),
        pytest.param([CALL, "x", 3, None, {"args": {}}], ONE, id="other things between"),
    ],
)
def test_shapes(value: Any, expected: list[Any]) -> None:
    """Each shape is one trace with its calls."""
    file = read(value)
    assert (file.format, len(file.traces)) == ("custom", 1)
    assert short(file) == expected


@pytest.mark.parametrize(
    "value",
    [
        pytest.param({"name": "x", "version": "1"}, id="an object with a name"),
        pytest.param([{"name": "Ann"}, {"name": "Bob"}], id="a list of names"),
        pytest.param(
            [{"name": "f", "description": "d", "parameters": {"type": "object", "properties": {}}}], id="definitions"
        ),
        pytest.param([{"name": "f", "inputSchema": {}}], id="MCP definitions"),
        pytest.param([{"name": "root", "input": {"q": 1}, "span_id": "1"}], id="spans"),
        pytest.param(
            [{"name": "root", "input": {"q": 1}, "output": 1}, {"name": "chat", "input": None}], id="spans without ids"
        ),
        pytest.param([{"name": "root", "input": {"q": 1}, "type": "chain"}], id="an input beside other things"),
        pytest.param([{"tool": "pytest", "level": "info", "text": "x"}], id="log lines with a tool"),
        pytest.param([CALL, {"x": 1}, {"y": 2}], id="mostly other objects"),
        pytest.param({"trace": []}, id="an empty trace"),
        pytest.param({"trace": [{"x": 1}]}, id="a trace of something else"),
        pytest.param({"a": [CALL], "b": 1}, id="a list beside other things"),
        pytest.param({}, id="an empty object"),
        pytest.param(5, id="a number"),
        pytest.param("x", id="a text"),
        pytest.param(None, id="null"),
    ],
)
def test_claimed_by_nobody(value: Any) -> None:
    """What is no list of calls is refused rather than read as invented calls."""
    with pytest.raises(UnknownFormatError):
        read(value)


@pytest.mark.parametrize("value", [{"calls": {"tool": "a"}}, {"calls": 5}, "x", 5, None])
def test_forced_on_something_else(value: Any) -> None:
    """With the format named, a list that is none breaks the format."""
    with pytest.raises(FormatError):
        read(value, "custom")


def test_forced_on_names_alone() -> None:
    """With the format named, a name is enough."""
    assert short(read([{"name": "f"}, {"x": 1}], "custom")) == [("f", {}, None)]
    assert read({"calls": [{"name": "f"}, 5]}, "custom").skipped[0].reason == "record that is no object"


def test_fields() -> None:
    """Every field of a call is taken from its names; the rest is metadata."""
    record = {
        "tool": "f", "args": {}, "result": [1], "timestamp": "2024-01-01T00:00:00Z", "duration": 2, "cost": 0.5,
        "call_id": 7, "agent": "Ann", "parent_id": "p", "http_status": 200, "metadata": {"retry": 1},
    }  # fmt: skip
    call = calls(read([record]))[0]
    assert (call.result, call.timestamp, call.duration, call.cost) == ([1], "2024-01-01T00:00:00Z", 2, 0.5)
    assert (call.started, call.ended) == (1704067200.0, 1704067202.0)
    assert (call.call_id, call.agent, call.parent_id) == ("7", "Ann", "p")
    assert call.metadata == {"http_status": 200, "retry": 1}


@pytest.mark.parametrize(
    ("record", "duration"),
    [
        ({"elapsed": 2}, 2),
        ({"duration_ms": 1500}, 1.5),
        ({"latency_ms": 10}, 0.01),
        ({"duration": "x"}, None),
        ({"duration": True}, None),
    ],
)
def test_durations(record: dict[str, Any], duration: float | None) -> None:
    """Durations in milliseconds become seconds; what is no number is none."""
    assert calls(read([{**CALL, **record}]))[0].duration == duration


@pytest.mark.parametrize(
    ("record", "error"),
    [
        ({"error": "boom"}, "boom"),
        ({"is_error": True}, ""),
        ({"is_error": "true"}, ""),
        ({"is_error": "false"}, None),
        ({"status": "error"}, ""),
        ({"status": "ok"}, None),
        ({"metadata": {"is_error": True}}, ""),
        ({"metadata": {"error": "inner"}}, "inner"),
        ({"error": ""}, None),
        ({"error": None}, None),
    ],
)
def test_failures(record: dict[str, Any], error: str | None) -> None:
    """The common ways to mark a failure are understood."""
    assert calls(read([{**CALL, **record}]))[0].error == error


def test_turns() -> None:
    """Calls of one turn number are parallel; without numbers there are no turns."""
    trace = read([{**CALL, "turn": 3}, {**CALL, "turn": 3}, {**CALL, "turn": 4}, CALL]).traces[0]
    assert [call.turn for call in trace.calls] == [0, 0, 1, None]
    assert [turn.calls for turn in trace.turns] == [[0, 1], [2]]
    assert read([CALL]).traces[0].turns == []


@pytest.mark.parametrize("key", ["calls", "tool_calls", "trace", "actual"])
def test_many_cases(key: str) -> None:
    """Objects with an id and a list are traces of their own, in a list and in JSONL, with model, cost and tokens."""
    rows = [
        {
            "id": "a",
            key: [CALL],
            "model": "m",
            "cost": 0.5,
            "input_tokens": 3,
            "output_tokens": 4,
            "duration": 6,
            "success": True,
        },
        {"case_id": "b", key: [], "usage": {"input_tokens": 5}, "trial": 2},
        {"other": 1},
    ]
    for file in (read(rows), read_lines(*rows)):
        first, second = file.traces
        assert (first.id, first.case_id, first.model, first.cost, first.duration) == ("a", "a", "m", 0.5, 6)
        assert (first.input_tokens, first.output_tokens, first.outcome) == (3, 4, True)
        assert (second.id, second.case_id, second.calls, second.trial, second.input_tokens) == ("b", "b", [], 2, 5)
        assert [one.reason for one in file.skipped] == ["record without a list of calls"]


@pytest.mark.parametrize("seconds", [-3, float("nan"), 1e999])
def test_what_is_no_length_of_time_is_no_duration(seconds: float) -> None:
    """Of a case as of a call it is a problem, and no duration that could be averaged."""
    file = read([{"id": "a", "calls": [CALL], "duration": seconds}])
    assert file.traces[0].duration is None
    assert [problem.message for problem in file.problems] == ["a duration is a number of seconds from 0"]


def test_calls_by_case() -> None:
    """An object of lists is a trace for each key; a list of lists is a trace for each list."""
    file = read({"a": [CALL], "b c": [CALL, CALL]})
    assert [(trace.case_id, len(trace.calls), str(trace.source)) for trace in file.traces] == [
        ("a", 1, 'f.json · $["a"]'),
        ("b c", 2, 'f.json · $["b c"]'),
    ]
    assert [len(trace.calls) for trace in read([[CALL], [CALL, CALL]]).traces] == [1, 2]
    assert [len(trace.calls) for trace in read_lines([CALL], {"x": 1}, [CALL, CALL]).traces] == [1, 2]


def test_jsonl_of_calls() -> None:
    """JSONL of calls is one trace; records that are none are named with their line."""
    file = read_lines(CALL, CALL, {"args": {}}, 5)
    assert (len(file.traces), short(file)) == (1, ONE * 2)
    assert [(one.reason, str(one.first)) for one in file.skipped] == [
        ("call without a tool name", "f.jsonl:3"),
        ("record that is no object", "f.jsonl:4"),
    ]


def test_steps_that_name_a_tool() -> None:
    """The steps of an agent are calls where they name a tool; those of a build are none."""
    step = {"thought": "t", "tool_name": "f", "tool_args": {"a": 1}, "observation": "ok"}
    assert short(read({"task": "t", "steps": [step]})) == [("f", {"a": 1}, "ok")]
    with pytest.raises(UnknownFormatError):
        read({"steps": [{"name": "docker", "args": ["build"]}]})


@pytest.mark.parametrize(
    "value",
    [
        [{"type": "function", "name": "f", "parameters": {"type": "object", "properties": {}}}],
        [{"name": "f", "ph": "X", "ts": 1, "args": {"a": 1}}],
        [{"name": "app", "args": {"port": 1}, "hostname": "h", "msg": "start"}],
    ],
)
def test_definitions_and_log_lines_are_no_calls(value: Any) -> None:
    """They have a name and something like arguments."""
    with pytest.raises(UnknownFormatError):
        read(value)


@pytest.mark.parametrize("length", [-1, -0.5, float("nan"), float("inf")])
def test_what_is_no_duration_is_a_problem(length: float) -> None:
    """A negative or unreal duration is none, and said so."""
    file = read([{"tool": "a", "args": {}, "duration": length}])
    assert [call.duration for call in file.traces[0].calls] == [None]
    assert [problem.message for problem in file.problems] == ["a duration is a number of seconds from 0"]


def test_a_log_of_events_is_no_list_of_calls() -> None:
    """Starts and ends of calls need a mapping, which joins them."""
    with pytest.raises(UnknownFormatError):
        read_lines({"event": "start", "tool": "a", "input": {}}, {"event": "end", "tool": "a", "output": 1})

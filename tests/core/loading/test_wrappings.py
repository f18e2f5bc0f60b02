"""Records inside objects of no known format are read there, with their places and the names of what holds them."""

import json
from typing import Any

import pytest

from tests.core.formats.openai_chat_help import HISTORY, USER, assistant, call
from tests.core.formats.reading_help import calls, read, read_lines
from toolscore_core.errors import UnknownFormatError
from toolscore_core.formats import iter_traces

ANSWERED = {"messages": HISTORY}
CONTENTS = [
    {"role": "user", "parts": [{"text": "hi"}]},
    {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]},
]


@pytest.mark.parametrize(
    "value",
    [
        {"data": [ANSWERED]},
        {"status": "ok", "result": {"items": [ANSWERED], "count": 1}},
        {"a": {"b": {"c": [ANSWERED]}}},
        {"payload": json.dumps([ANSWERED])},
        {"run 1": ANSWERED},
        [{"record": ANSWERED}],
        {"traces": [HISTORY]},
        {"trace": {"steps": 3}, "log": ANSWERED},
    ],
)
def test_wrapped(value: Any) -> None:
    """However deep the records stand, also as text, the one call of the conversation is read with its result."""
    assert [(call.tool, call.result) for call in calls(read(value))] == [("f", "5C")]


def test_places_and_names() -> None:
    """A trace is named by what holds it, and its place leads there."""
    rows = [{"task_id": name, "trajectory": HISTORY} for name in ("t1", "t2")]
    listed, lined, keyed = (
        read({"runs": rows}).traces,
        read_lines(*rows).traces,
        read({"t1": ANSWERED, "t2": ANSWERED}).traces,
    )
    assert [trace.case_id for trace in listed] == [trace.case_id for trace in lined] == ["t1", "t2"]
    assert listed[1].source.path == "$.runs[1].trajectory"
    assert (lined[1].source.line, lined[1].source.path) == (2, "$.trajectory")
    assert (keyed[0].case_id, keyed[0].source.path) == ("t1", "$.t1.messages")


def test_lists_of_lists_are_conversations_of_their_own() -> None:
    """Lists in a list are read each by itself."""
    assert [len(trace.calls) for trace in read([CONTENTS, CONTENTS]).traces] == [1, 1]


def test_wrapped_lines_stream() -> None:
    """Wrapped lines are read one after the other as well; those that hold nothing are reported."""
    lines = [{"record": ANSWERED}, {"note": "x"}, {"record": ANSWERED}]
    assert read_lines(*lines).skipped[0].count == 1
    data = "\n".join(map(json.dumps, lines)).encode()
    assert [len(trace.calls) for trace in iter_traces(data)] == [1, 1]


def test_what_should_have_been_is_not_read() -> None:
    """Expected calls beside the recorded ones are none; a file of nothing else is of no format."""
    gold = {"messages": [USER, assistant(call("other"))]}
    assert [call.tool for call in calls(read([{"expected_run": gold, "actual_run": ANSWERED}]))] == ["f"]
    with pytest.raises(UnknownFormatError):
        read({"expected_run": gold})


def test_a_sure_inside_counts_before_a_weak_outside() -> None:
    """Messages without calls beside a response with calls: the response is read."""
    response = {"object": "chat.completion", "choices": [{"index": 0, "message": assistant(call())}]}
    assert [call.tool for call in calls(read({"messages": [USER], "last": response}))] == ["f"]
    assert read({"messages": [USER], "note": "x"}).traces[0].calls == []


@pytest.mark.parametrize(
    "value",
    [
        {"tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}]},
        {"mcpServers": {"files": {"command": "npx", "args": ["-y"]}}},
        {"openapi": "3.0.0", "paths": {"/x": {"get": {"parameters": [{"name": "id", "in": "query"}]}}}},
        {"jobs": {"build": {"steps": [{"name": "checkout", "with": {"depth": 1}}]}}},
        {"people": [{"name": "Ann", "input": "hello"}]},
        {"traceEvents": [{"name": "f", "ph": "X", "ts": 1, "args": {"a": 1}}]},
        {"features": [{"type": "Feature", "properties": {"name": "a"}}]},
        {"a": "{not json}", "b": "[1, 2]"},
    ],
)
def test_nothing_is_invented(value: Any) -> None:
    """What only looks like calls somewhere inside is of no format."""
    with pytest.raises(UnknownFormatError):
        read(value)


def test_an_observed_run_keeps_its_messages_to_itself() -> None:
    """Messages of LangChain in the input and output of a run do not make the file one of LangChain."""
    run = {"id": "r", "trace_id": "r", "run_type": "llm", "name": "m", "start_time": "2025-01-01T00:00:00Z"}
    said = {"lc": 1, "type": "constructor", "id": ["schema", "AIMessage"], "kwargs": {"content": "", "tool_calls": []}}
    inputs = {"messages": [[said, said, said]]}
    assert read_lines({**run, "inputs": inputs, "outputs": {}}).format == "observations"

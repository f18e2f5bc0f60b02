"""Records of frameworks and smaller products: the same call out of the spelling of each."""

import json
from typing import Any

import pytest

from tests.core.formats.observed_help import ANSWER, ARGS, USER, at, only
from toolscore_core.formats import read_traces

FAILED = {"input": ARGS, "output": None, "name": "weather", "error": {"message": "no"}}


def mastra(number: int, kind: str, start: float, **more: Any) -> dict[str, Any]:
    own: dict[str, Any] = {
        "traceId": "t1",
        "spanId": f"s{number}",
        "parentSpanId": None,
        "spanType": kind,
        "attributes": {},
    }
    return {**own, "startedAt": at(start), "endedAt": at(start + 1), **more}


MASTRA = [
    mastra(1, "model_generation", 0, input=[USER], output=ANSWER, attributes={"usage": {"inputTokens": 5}}),
    mastra(2, "tool_call", 2, **{**FAILED, "name": "tool: 'weather'"}, attributes={"toolId": "weather"}),
]
LAMINAR = [
    {
        "traceId": "t1",
        "spanId": "s2",
        "spanType": "TOOL",
        "startTime": at(2),
        "endTime": at(3),
        "attributes": {},
        **FAILED,
    }
]
LUNARY = [{"id": "s2", "type": "tool", "parentRunId": None, "createdAt": at(2), "endedAt": at(3), **FAILED}]
AGENTOPS = {
    "spans": [
        {
            "span_id": "s2",
            "trace_id": "t1",
            "span_name": "weather",
            "start_time": at(2),
            "end_time": at(3),
            "attributes": {},
            "status_code": "ERROR",
            "status_message": "no",
            "span_attributes": {
                "agentops.span.kind": "tool",
                "tool.name": "weather",
                "tool.parameters": json.dumps(ARGS),
                "tool.result": "nothing",
            },
        }
    ]
}
VALUES = (("mastra", MASTRA), ("laminar", LAMINAR), ("lunary", LUNARY), ("agentops", AGENTOPS))


@pytest.mark.parametrize("value", [value for _, value in VALUES], ids=[name for name, _ in VALUES])
def test_spellings(value: Any) -> None:
    """Each gives the call with its arguments, its error and how long it took."""
    (call,) = only(value).calls
    assert (call.tool, call.args, call.error, call.duration) == ("weather", ARGS, "no", 1.0)


def test_messages_in_rows_of_a_data_frame() -> None:
    """Columns of a data frame hold messages whose keys repeat what they are."""
    called = {
        "tool_call.id": "c1",
        "tool_call.function.name": "weather",
        "tool_call.function.arguments": json.dumps(ARGS),
    }
    contents = [{"message_content.type": "text", "message_content.text": "Weather?"}]
    row = {
        "context.trace_id": "t1",
        "context.span_id": "s1",
        "start_time": 1770110100000,
        "attributes.openinference.span.kind": "LLM",
        "attributes.llm.input_messages": [{"message.role": "user", "message.contents": contents}],
        "attributes.llm.output_messages": [{"message.role": "assistant", "message.tool_calls": [called]}],
    }
    (trace,) = read_traces(json.dumps([row]).encode(), name="spans.json").traces
    assert [(call.tool, call.args, call.call_id) for call in trace.calls] == [("weather", ARGS, "c1")]
    assert [(turn.role, turn.text) for turn in trace.turns] == [("user", "Weather?"), ("assistant", "")]


def test_times_in_milliseconds() -> None:
    """An export of Datadog that gives starts in milliseconds and lengths in nanoseconds."""
    own = {"span_id": "s2", "trace_id": "t1", "parent_id": "undefined", "name": "weather", "span_kind": "tool"}
    times = {"start_ms": 1770110100000, "duration": 1_000_000_000, "status": "error"}
    record = {**own, **times, "input": {"value": json.dumps(ARGS)}, "output": {}}
    (call,) = only({"data": [{"id": "e", "type": "span", "attributes": record}]}).calls
    assert (call.tool, call.args, call.is_error, call.duration) == ("weather", ARGS, True, 1.0)
    assert call.started == 1770110100.0

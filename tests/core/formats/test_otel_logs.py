"""Events of the signal for logs: old and new conventions, with and without the spans they belong to."""

import json
from typing import Any

from tests.core.formats.otel_help import attributes, span
from toolscore_core.calls import Trace
from toolscore_core.formats import read_traces


def log(name: str, body: Any = None, span_id: str = "s1", **values: Any) -> dict[str, Any]:
    own = {"timeUnixNano": "1770110101000000000", "eventName": name, "traceId": "t1", "spanId": span_id}
    return {**own, "attributes": attributes(**values), "body": plain(body)}


def plain(value: Any) -> Any:
    """A value as OTLP writes it in a body."""
    if isinstance(value, dict):
        return {"kvlistValue": {"values": [{"key": key, "value": plain(item)} for key, item in value.items()]}}
    if isinstance(value, list):
        return {"arrayValue": {"values": [plain(item) for item in value]}}
    return None if value is None else {"stringValue": value}


def read(*logs: dict[str, Any], spans: tuple[dict[str, Any], ...] = ()) -> Trace:
    value: dict[str, Any] = {"resourceLogs": [{"scopeLogs": [{"logRecords": list(logs)}]}]}
    if spans:
        value["resourceSpans"] = [{"scopeSpans": [{"spans": list(spans)}]}]
    file = read_traces(json.dumps(value).encode(), name="logs.json")
    assert (file.format, file.problems) == ("otel", [])
    (trace,) = file.traces
    return trace


CALLS = [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Lisbon"}'}}]
OLD = (
    log("gen_ai.user.message", {"content": "hi"}),
    log("gen_ai.choice", {"index": "0", "message": {"role": "assistant", "tool_calls": CALLS}}),
    log("gen_ai.user.message", {"content": "hi"}, "s2"),
    log("gen_ai.assistant.message", {"tool_calls": CALLS}, "s2"),
    log("gen_ai.tool.message", {"id": "c1", "content": "sunny"}, "s2"),
    log("gen_ai.choice", {"message": {"role": "assistant", "content": "Sunny."}}, "s2"),
)


def told(trace: Trace) -> tuple[list[Any], list[Any]]:
    return (
        [(call.tool, call.args, call.result) for call in trace.calls],
        [(turn.role, turn.text, turn.calls) for turn in trace.turns],
    )


EXPECTED = (
    [("weather", {"city": "Lisbon"}, "sunny")],
    [("user", "hi", []), ("assistant", "", [0]), ("assistant", "Sunny.", [])],
)


def test_one_record_a_message() -> None:
    """The records of a request and its answer make a model span; what the next request repeats counts once."""
    assert told(read(*OLD)) == EXPECTED


def test_records_without_spans() -> None:
    """Records that name no span follow each other; an answer ends its request."""
    assert told(read(*({**record, "spanId": ""} for record in OLD))) == EXPECTED


def test_records_of_known_spans() -> None:
    """Records are added to the spans that the file holds, whose times and tokens stay."""
    spans = (
        span(1, 0, 1, gen_ai__operation__name="chat", gen_ai__usage__input_tokens=5),
        span(2, 2, 3, gen_ai__operation__name="chat", gen_ai__usage__input_tokens=7),
    )
    trace = read(*OLD, spans=spans)
    assert told(trace) == EXPECTED
    assert trace.input_tokens == 12


def test_one_record_an_inference() -> None:
    """The newer event holds all messages of an inference in its attributes."""
    answer = [{"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "f", "arguments": {"a": 1}}]}]
    trace = read(
        log(
            "gen_ai.client.inference.operation.details",
            gen_ai__operation__name="chat",
            gen_ai__request__model="m",
            gen_ai__usage__input_tokens=4,
            gen_ai__output__messages=json.dumps(answer),
        )
    )
    assert [(call.tool, call.args, call.call_id) for call in trace.calls] == [("f", {"a": 1}, "c1")]
    assert (trace.model, trace.input_tokens) == ("m", 4)


def test_records_of_the_sdk_for_python() -> None:
    """Log records as the SDK prints them, one a line."""
    lines = [
        {"event_name": "gen_ai.user.message", "body": {"content": "hi"}, "trace_id": "0x1", "span_id": "0x2"},
        {
            "event_name": "gen_ai.choice",
            "body": {"message": {"tool_calls": CALLS}},
            "trace_id": "0x1",
            "span_id": "0x2",
        },
    ]
    (trace,) = read_traces("\n".join(map(json.dumps, lines)).encode(), name="logs.jsonl").traces
    assert [call.tool for call in trace.calls] == ["weather"]


def test_telemetry_of_coding_agents() -> None:
    """Records of prompts, answers and calls, whose numbers are texts, are spans of the session that they name."""
    names = {"session__id": "s1"}
    prompt = log("", "claude_code.user_prompt", event__name="user_prompt", prompt="hi", **names)
    counts = {"input_tokens": "3", "cache_read_tokens": "10", "output_tokens": "5", "cost_usd": "0.25"}
    answer = log("", "claude_code.api_request", event__name="api_request", model="m", **counts, **names)
    result = {"tool_name": "Bash", "tool_input": '{"command": "ls"}', "success": "false", "error": "no"}
    done = log("", "claude_code.tool_result", event__name="tool_result", duration_ms="500", **result, **names)
    trace = read(prompt, answer, done)
    assert [(call.tool, call.args, call.error, call.duration) for call in trace.calls] == [
        ("Bash", {"command": "ls"}, "no", 0.5)
    ]
    assert (trace.id, trace.model, trace.input_tokens, trace.output_tokens, trace.cost) == ("s1", "m", 13, 5, 0.25)
    assert trace.turns[0].text == "hi"


def test_telemetry_of_other_agents() -> None:
    """Gemini CLI and Codex use names of their own for the same."""
    for name, values in (
        ("gemini_cli.tool_call", {"function_name": "ls", "function_args": '{"p": 1}'}),
        ("codex.tool_result", {"tool_name": "ls", "arguments": '{"p": 1}', "call_id": "c1", "output": "a"}),
    ):
        (call,) = read(log("", event__name=name, success=True, duration_ms=500, **values)).calls
        assert (call.tool, call.args, call.is_error) == ("ls", {"p": 1}, False)

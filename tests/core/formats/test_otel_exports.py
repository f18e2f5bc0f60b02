"""The envelopes in which exporters and query interfaces keep spans: the same call out of each."""

import json
from typing import Any

import pytest

from tests.core.formats.otel_help import START, span
from toolscore_core.formats import read_traces

TOOL = span(
    1,
    0,
    1.5,
    gen_ai__operation__name="execute_tool",
    gen_ai__tool__name="weather",
    gen_ai__tool__call__arguments='{"city": "Lisbon"}',
    gen_ai__tool__call__result="sunny",
)
RESOURCE = {"resource": {}, "scopeSpans": [{"scope": {}, "spans": [TOOL]}]}
MLFLOW = {
    "trace_id": "t1",
    "span_id": "s1",
    "parent_span_id": None,
    "name": "weather",
    "start_time_unix_nano": START,
    "end_time_unix_nano": START + 1_500_000_000,
    "status": {"code": "STATUS_CODE_OK"},
    "attributes": {
        "mlflow.spanType": '"TOOL"',
        "mlflow.spanInputs": '{"city": "Lisbon"}',
        "mlflow.spanOutputs": '"sunny"',
    },
}

VALUES = {
    "tool.name": "weather",
    "input.value": '{"city": "Lisbon"}',
    "output.value": '{"output": {"type": "tool", "content": "sunny", "tool_call_id": "c1"}}',
}
OTHER: dict[str, Any] = {
    "name": "weather",
    "context": {"trace_id": "t1", "span_id": "s1"},
    "span_kind": "TOOL",
    "parent_id": None,
    "start_time": "2026-02-03T09:15:00.000Z",
    "end_time": "2026-02-03T09:15:01.500Z",
    "status_code": "OK",
    "attributes": VALUES,
    "events": [],
}
FLAT = {key: value for key, value in OTHER.items() if key not in ("context", "attributes")} | {
    "context.trace_id": "t1",
    "context.span_id": "s1",
    **{f"attributes.{key}": value for key, value in VALUES.items()},
}
JAVASCRIPT = {
    "traceId": "t1",
    "parentSpanContext": None,
    "id": "s1",
    "name": "weather",
    "kind": 0,
    "timestamp": START / 1000,
    "duration": 1500000,
    "attributes": {"openinference.span.kind": "TOOL", **VALUES},
    "status": {"code": 0},
}

EXPORTS: tuple[tuple[str, Any], ...] = (
    ("otlp", {"resourceSpans": [RESOURCE]}),
    ("resource alone", RESOURCE),
    ("tempo", {"batches": [{"resource": {}, "instrumentationLibrarySpans": [{"spans": [TOOL]}]}]}),
    ("tempo v2", {"trace": {"resourceSpans": [RESOURCE]}, "metrics": {}}),
    ("jaeger v3", {"result": {"resourceSpans": [RESOURCE]}}),
    ("mlflow v3", {"info": {"trace_id": "tr-1"}, "data": {"spans": [MLFLOW]}}),
    ("span alone", TOOL),
    ("console of the SDK for JavaScript", JAVASCRIPT),
    ("attributes as text", {**OTHER, "attributes": json.dumps(OTHER["attributes"])}),
    ("data frame of rows", [FLAT]),
    ("data frame of columns", {name: {"0": value} for name, value in FLAT.items()}),
)


@pytest.mark.parametrize("value", [value for _, value in EXPORTS], ids=[name for name, _ in EXPORTS])
def test_exports(value: Any) -> None:
    """Whatever stands around a span, it is the same call."""
    file = read_traces(json.dumps(value).encode(), name="spans.json")
    assert (file.format, file.problems, file.skipped) == ("otel", [], [])
    (trace,) = file.traces
    assert [(call.tool, call.args, call.result, call.duration) for call in trace.calls] == [
        ("weather", {"city": "Lisbon"}, "sunny", 1.5)
    ]


def test_tokens_of_mlflow() -> None:
    """MLflow keeps the counts of a model's answer in one object."""
    model = {"mlflow.spanType": '"CHAT_MODEL"', "mlflow.chat.tokenUsage": '{"input_tokens": 3, "output_tokens": 4}'}
    data = {"info": {}, "data": {"spans": [MLFLOW, {**MLFLOW, "span_id": "s2", "attributes": model}]}}
    (trace,) = read_traces(json.dumps(data).encode(), name="spans.json").traces
    assert (trace.input_tokens, trace.output_tokens, len(trace.calls)) == (3, 4, 1)


def test_answer_as_a_call() -> None:
    """A call that a model issued and no tool span carries is a call of the trace, after those before it."""
    final = [
        {
            "role": "assistant",
            "parts": [{"type": "tool_call", "id": "c", "name": "final_result", "arguments": {"a": 1}}],
        }
    ]
    model = span(2, 2, 3, gen_ai__operation__name="chat", gen_ai__output__messages=json.dumps(final))
    data = {"resourceSpans": [{"scopeSpans": [{"spans": [model, TOOL]}]}]}
    (trace,) = read_traces(json.dumps(data).encode(), name="spans.json").traces
    assert [call.tool for call in trace.calls] == ["weather", "final_result"]


def test_tool_of_the_agents_side() -> None:
    """A tool of the type `extension` ran on the side of the agent's provider."""
    hosted = span(
        1, 0, 1, gen_ai__operation__name="execute_tool", gen_ai__tool__name="f", gen_ai__tool__type="extension"
    )
    data = {"resourceSpans": [{"scopeSpans": [{"spans": [hosted]}]}]}
    (trace,) = read_traces(json.dumps(data).encode(), name="spans.json").traces
    assert [call.provider_executed for call in trace.calls] == [True]

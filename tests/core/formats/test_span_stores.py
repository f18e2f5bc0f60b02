"""Stores that keep OpenTelemetry spans in records of their own: the same call from each."""

import json
from typing import Any

import pytest

from tests.core.formats.observed_help import at, only

SAID = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "weather",
    "gen_ai.tool.call.arguments": '{"city": "Lisbon"}',
    "gen_ai.tool.call.result": '"sunny"',
}
MICRO = 1770110101_000_000
COLUMNS = ("TimeGenerated", "Id", "OperationId", "Name", "DurationMs", "Success", "Properties")
SEGMENT = {
    "id": "1",
    "trace_id": "t1",
    "start_time": MICRO / 1e6,
    "end_time": MICRO / 1e6 + 2,
    "subsegments": [
        {
            "id": "2",
            "name": "tool",
            "start_time": MICRO / 1e6,
            "end_time": MICRO / 1e6 + 1.5,
            "fault": True,
            "cause": {"exceptions": [{"message": "bad"}]},
            "metadata": {"default": SAID},
        }
    ],
}

STORES: tuple[tuple[str, Any], ...] = (
    ("zipkin", [{"traceId": "t1", "id": "1", "name": "x", "timestamp": MICRO, "duration": 1500000, "tags": {**SAID, "error": "bad"}}]),
    (
        "application insights",
        [{"timestamp": at(1), "id": "1", "operation_Id": "t1", "name": "x", "duration": 1500.0, "success": "False", "customDimensions": json.dumps(SAID)}],
    ),
    (
        "log analytics",
        {"tables": [{"columns": [{"name": name} for name in COLUMNS], "rows": [[at(1), "1", "t1", "x", 1500, False, json.dumps(SAID)]]}]},
    ),
    (
        "honeycomb",
        ({"trace.trace_id": "t1", "trace.span_id": "1", "Timestamp": at(1), "duration_ms": 1500, "error": "bad", **SAID},),
    ),
    (
        "logfire",
        [{"trace_id": "t1", "span_id": "1", "span_name": "x", "start_timestamp": at(1), "end_timestamp": at(2.5), "attributes": SAID, "otel_status_code": "ERROR", "exception_message": "bad"}],
    ),
    (
        "logfire by column",
        {
            "columns": [
                {"name": "trace_id", "values": ["t1"]},
                {"name": "span_id", "values": ["1"]},
                {"name": "start_timestamp", "values": [at(1)]},
                {"name": "end_timestamp", "values": [at(2.5)]},
                {"name": "attributes", "values": [json.dumps(SAID)]},
                {"name": "otel_status_code", "values": ["ERROR"]},
            ]
        },
    ),
    (
        "clickhouse",
        ({"Timestamp": at(1), "TraceId": "t1", "SpanId": "1", "SpanName": "x", "Duration": 1500000000, "StatusCode": "Error", "SpanAttributes": SAID},),
    ),
    (
        "agentops",
        [{"span_id": "1", "trace_id": "t1", "span_name": "x.tool", "start_time": at(1), "end_time": at(2.5), "status_code": "ERROR", "span_attributes": {"agentops": {"span": {"kind": "tool"}, "entity": {"name": "weather", "input": '{"city": "Lisbon"}', "output": "sunny"}}}}],
    ),
    (
        "google v1",
        {"traces": [{"traceId": "t1", "spans": [{"spanId": "1", "startTime": at(1), "endTime": at(2.5), "labels": SAID, "status": {"code": 2, "message": "bad"}}]}]},
    ),
    (
        "google v2",
        {"traceId": "t1", "spans": [{"spanId": "1", "displayName": {"value": "x"}, "startTime": at(1), "endTime": at(2.5), "status": {"message": "bad"}, "attributes": {"attributeMap": {key: {"stringValue": {"value": text}} for key, text in SAID.items()}}}]},
    ),
    ("x-ray", {"Traces": [{"Id": "t1", "Segments": [{"Id": "1", "Document": json.dumps(SEGMENT)}]}]}),
    (
        "sdk for go",
        {"Name": "x", "SpanContext": {"TraceID": "t1", "SpanID": "1"}, "StartTime": at(1), "EndTime": at(2.5), "Attributes": [{"Key": key, "Value": {"Type": "STRING", "Value": text}} for key, text in SAID.items()], "Status": {"Code": "Error"}},
    ),
)  # fmt: skip


@pytest.mark.parametrize("value", [value for _, value in STORES], ids=[name for name, _ in STORES])
def test_stores(value: Any) -> None:
    """A store's record is read by its attributes, with its own ids, times and status."""
    trace = only(value)
    (call,) = trace.calls
    assert (call.tool, call.args, call.result) == ("weather", {"city": "Lisbon"}, "sunny")
    assert (trace.id, call.duration, call.is_error) == ("t1", 1.5, True)

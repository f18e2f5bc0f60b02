"""Spans of agents, models and tools for the tests of the reader."""

import json
from typing import Any

from toolscore_core.calls import ToolCall
from toolscore_core.formats import TraceFile, read_traces

START = 1770110100_000_000_000


def attributes(**values: Any) -> list[dict[str, Any]]:
    """OTLP attributes; two underscores stand for a dot."""
    kinds = {bool: "boolValue", int: "intValue", float: "doubleValue"}
    return [
        {"key": key.replace("__", "."), "value": {kinds.get(type(value), "stringValue"): value}}
        for key, value in values.items()
    ]


def span(
    number: int, at: float = 0, to: float | None = None, parent: int | None = None, trace: str = "t1", **values: Any
) -> dict[str, Any]:
    """An OTLP span with times in seconds after START."""
    return {
        "traceId": trace,
        "spanId": f"s{number}",
        **({"parentSpanId": f"s{parent}"} if parent is not None else {}),
        "name": "span",
        "startTimeUnixNano": str(START + int(at * 1e9)),
        **({"endTimeUnixNano": str(START + int(to * 1e9))} if to is not None else {}),
        "attributes": attributes(**values),
    }


def tool(
    number: int,
    name: str = "weather",
    at: float = 0,
    to: float | None = 1,
    parent: int | None = None,
    trace: str = "t1",
    **values: Any,
) -> dict[str, Any]:
    return span(
        number, at, to, parent, trace, gen_ai__operation__name="execute_tool", gen_ai__tool__name=name, **values
    )


def chat(
    number: int, at: float = 0, sent: Any = None, answered: Any = None, parent: int | None = None, **values: Any
) -> dict[str, Any]:
    texts = {"gen_ai__input__messages": sent, "gen_ai__output__messages": answered}
    given = {key: json.dumps(value) for key, value in texts.items() if value is not None}
    return span(number, at, at + 1, parent, gen_ai__operation__name="chat", **given, **values)


def export(*spans: Any) -> dict[str, Any]:
    return {"resourceSpans": [{"resource": {}, "scopeSpans": [{"scope": {}, "spans": list(spans)}]}]}


def read(*values: Any, key: str = "auto") -> TraceFile:
    """Read values as one document, or as lines when there are several."""
    return read_traces("\n".join(json.dumps(value) for value in values).encode(), key, name="t.json")


def calls(*values: Any) -> list[ToolCall]:
    file = read(*values)
    assert file.format == "otel"
    return [call for trace in file.traces for call in trace.calls]


ARGS = '{"city": "Oslo"}'


PLAIN = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "weather",
    "gen_ai.tool.call.arguments": ARGS,
    "gen_ai.tool.call.result": '{"c": 5}',
    "gen_ai.tool.call.id": "c1",
}


JAEGER: dict[str, Any] = {
    "data": [
        {
            "traceID": "t1",
            "processes": {},
            "spans": [
                {
                    "traceID": "t1",
                    "spanID": "s1",
                    "operationName": "execute_tool weather",
                    "references": [{"refType": "CHILD_OF", "traceID": "t1", "spanID": "s0"}],
                    "startTime": START // 1000,
                    "duration": 1_000_000,
                    "tags": [{"key": key, "type": "string", "value": value} for key, value in PLAIN.items()],
                }
            ],
        }
    ]
}

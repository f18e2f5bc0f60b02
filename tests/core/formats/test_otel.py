"""OpenTelemetry spans of tools, in the exports in use."""

import json
from typing import Any

import pytest

from tests.core.formats.otel_help import ARGS, JAEGER, PLAIN, START, attributes, calls, export, read, tool
from toolscore_core.formats.otel import FORMAT
from toolscore_core.reading import Document, Documents

GIVEN: dict[str, Any] = {
    "gen_ai__tool__call__arguments": ARGS,
    "gen_ai__tool__call__result": '{"c": 5}',
    "gen_ai__tool__call__id": "c1",
}


SDK: dict[str, Any] = {
    "name": "execute_tool weather",
    "context": {"trace_id": 273475590164507581703505203264503192396, "span_id": 1},
    "start_time": START,
    "end_time": START + 10**9,
    "status": {"status_code": "ok"},
    "attributes": PLAIN,
}


NESTED: dict[str, Any] = {
    "gen_ai": {
        "operation": {"name": "execute_tool"},
        "tool": {"name": "weather", "call": {"arguments": ARGS, "result": '{"c": 5}', "id": "c1"}},
    }
}


SNAKE: dict[str, Any] = {
    "resource_spans": [
        {
            "scope_spans": [
                {
                    "spans": [
                        {
                            "trace_id": "t1",
                            "span_id": "s1",
                            "name": "x",
                            "start_time_unix_nano": str(START),
                            "end_time_unix_nano": str(START + 10**9),
                            "attributes": [
                                {"key": key, "value": {"string_value": value}} for key, value in PLAIN.items()
                            ],
                        }
                    ]
                }
            ]
        }
    ]
}


ISO: dict[str, Any] = {"start_time": "2026-02-03T09:15:00Z", "end_time": "2026-02-03T09:15:01Z"}


TIMED: tuple[tuple[str, Any], ...] = (
    ("otlp", export(tool(1, **GIVEN))),
    ("otlp in lines", [export(tool(1, **GIVEN))]),
    ("older level names", {"resourceSpans": [{"instrumentationLibrarySpans": [{"spans": [tool(1, **GIVEN)]}]}]}),
    ("tempo", {"batches": [{"instrumentationLibrarySpans": [{"spans": [tool(1, **GIVEN)]}]}]}),
    ("tempo with a trace", {"trace": export(tool(1, **GIVEN))}),
    ("spans right in a resource", {"resourceSpans": [{"spans": [tool(1, **GIVEN)]}]}),
    ("snake case", SNAKE),
    ("list of spans", [tool(1, **GIVEN)]),
    ("one span", tool(1, **GIVEN)),
    ("dump of an SDK", {"spans": [SDK]}),
    ("dumps in a list", [{"spans": [SDK]}]),
    (
        "seconds and nanoseconds",
        [
            {
                **SDK,
                "start_time": None,
                "startTime": [START // 10**9, 0],
                "endTime": [START // 10**9 + 1, 0],
                "end_time": None,
            }
        ],
    ),
    ("ISO times", [{**SDK, **ISO}]),
    ("nested attributes", [{**SDK, "attributes": NESTED}]),
    ("jaeger", JAEGER),
    (
        "columns",
        [
            {
                "name": "x",
                "context.trace_id": "t",
                "context.span_id": "s",
                **ISO,
                **{f"attributes.{key}": value for key, value in PLAIN.items()},
            }
        ],
    ),
    ("mlflow", {"info": {}, "data": {"spans": [SDK]}}),
)


@pytest.mark.parametrize("value", [value for _, value in TIMED], ids=[name for name, _ in TIMED])
def test_exports(value: Any) -> None:
    """Every export gives the call with its result, id and times."""
    (call,) = calls(value)
    assert (call.tool, call.args, call.result, call.call_id) == ("weather", {"city": "Oslo"}, {"c": 5}, "c1")
    assert (call.started, call.ended, call.duration) == (1770110100.0, 1770110101.0, 1.0)


TOOL_SPANS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "any-agent",
        {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "weather",
            "gen_ai.tool.args": ARGS,
            "gen_ai.output": "5",
        },
    ),
    (
        "adk",
        {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "weather",
            "gcp.vertex.agent.tool_call_args": ARGS,
            "gcp.vertex.agent.tool_response": "5",
        },
    ),
    (
        "mcp",
        {
            "mcp.method.name": "tools/call",
            "gen_ai.tool.name": "weather",
            "gen_ai.tool.call.arguments": ARGS,
            "gen_ai.tool.call.result": "5",
        },
    ),
    ("pydantic-ai", {"gen_ai.tool.name": "weather", "tool_arguments": ARGS, "tool_response": "5"}),
    (
        "vercel",
        {
            "ai.operationId": "ai.toolCall",
            "ai.toolCall.name": "weather",
            "ai.toolCall.args": ARGS,
            "ai.toolCall.result": "5",
        },
    ),
    (
        "openinference",
        {"openinference.span.kind": "TOOL", "tool.name": "weather", "input.value": ARGS, "output.value": "5"},
    ),
    (
        "python text",
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "weather",
            "input.value": "{'city': 'Oslo'}",
            "output.value": "5",
        },
    ),
    (
        "keyword arguments",
        {
            "openinference.span.kind": "TOOL",
            "tool.name": "weather",
            "input.value": f'{{"args": [], "kwargs": {ARGS}}}',
            "output.value": "5",
        },
    ),
    (
        "traceloop",
        {
            "traceloop.span.kind": "tool",
            "traceloop.entity.name": "weather",
            "traceloop.entity.input": f'{{"inputs": {ARGS}, "tags": []}}',
            "traceloop.entity.output": "5",
        },
    ),
    (
        "langfuse",
        {
            "langfuse.observation.type": "tool",
            "gen_ai.tool.name": "weather",
            "langfuse.observation.input": ARGS,
            "langfuse.observation.output": "5",
        },
    ),
    (
        "mlflow",
        {"mlflow.spanType": "TOOL", "tool.name": "weather", "mlflow.spanInputs": ARGS, "mlflow.spanOutputs": "5"},
    ),
    (
        "input and output",
        {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather", "input": ARGS, "output": "5"},
    ),
    (
        "text in text",
        {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": "weather",
            "gen_ai.tool.call.arguments": json.dumps(ARGS),
            "output": "5",
        },
    ),
)


@pytest.mark.parametrize("values", [values for _, values in TOOL_SPANS], ids=[name for name, _ in TOOL_SPANS])
def test_tool_spans(values: dict[str, Any]) -> None:
    """Each convention's names for tool, arguments and result are known."""
    (call,) = calls([{"name": "x", "attributes": values}])
    assert (call.tool, call.args, call.result) == ("weather", {"city": "Oslo"}, 5)


@pytest.mark.parametrize(
    ("given", "args"),
    [
        ("hello", {"value": "hello"}),
        ("[1]", {"value": [1]}),
        ("", {}),
        ("null", {}),
        ("{'a', 1}", {"value": "{'a', 1}"}),
        ("{'a': x}", {"value": "{'a': x}"}),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_other_arguments(given: Any, args: dict[str, Any]) -> None:
    """Arguments that are no object stand under one key."""
    assert calls([{"attributes": {**PLAIN, "gen_ai.tool.call.arguments": given}}])[0].args == args


def test_cut_off_arguments() -> None:
    """Arguments that were cut off stay as text, and are reported."""
    file = read([{"attributes": {**PLAIN, "gen_ai.tool.call.arguments": '{"city": "Os'}}])
    assert file.traces[0].calls[0].args == {"value": '{"city": "Os'}
    assert [str(problem) for problem in file.problems] == ["t.json · $[0]: the arguments are no complete JSON"]


def test_large_numbers_stay_whole() -> None:
    """An integer beyond 64 bits is not rounded."""
    value = {**PLAIN, "gen_ai.tool.call.arguments": '{"id": 123456789012345678901234567890}'}
    assert calls([{"attributes": value}])[0].args == {"id": 123456789012345678901234567890}


def test_name_of_the_span() -> None:
    """A tool span without a tool's name is called after the span; one without any name is reported."""
    for name in ("execute_tool weather", "tools/call weather", "running tool: weather", "weather"):
        assert calls([{"name": name, "attributes": {"gen_ai.operation.name": "execute_tool"}}])[0].tool == "weather"
    file = read([{"attributes": {"gen_ai.operation.name": "execute_tool"}}])
    assert file.skipped[0].reason == "tool span without a tool name"


def test_arguments_in_events() -> None:
    """Events of a tool span may hold what its attributes do not."""
    events = [
        {"name": "other"},
        {"name": "gen_ai.tool.message", "attributes": attributes(content=ARGS)},
        {"name": "gen_ai.choice", "attributes": attributes(message="5")},
    ]
    assert [(call.args, call.result) for call in calls(export({**tool(1), "events": events}))] == [
        ({"city": "Oslo"}, 5)
    ]


def test_values() -> None:
    """Lists and maps of OTLP become plain values."""
    value = {
        "kvlistValue": {
            "values": [{"key": "a", "value": {"arrayValue": {"values": [{"intValue": "5"}, {"boolValue": True}]}}}]
        }
    }
    item = tool(1)
    item["attributes"] += [{"key": "gen_ai.tool.call.arguments", "value": value}, {"value": 3}, 4]
    assert calls(export(item))[0].args == {"a": [5, True]}


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "user"}],
        {"data": [{"x": 1}]},
        {"data": [{"type": "article", "id": "1", "attributes": {"title": "x"}}]},
        {"spans": "x"},
        [{"name": "x", "attributes": {}}],
        {"batches": []},
        3,
        {"llm.a": 1, "messages": []},
    ],
)
def test_no_claim(value: Any) -> None:
    """Documents of other families are not claimed."""
    assert FORMAT.claim(Documents("t", "json", [Document(value, None, 0)])) is None


def test_tool_span_anywhere() -> None:
    """A list is recognised by any of its spans, not by the first ones."""
    spans = [{"name": f"chat {number}", "attributes": {}} for number in range(60)]
    assert [call.tool for call in calls([*spans, {"name": "s", "attributes": PLAIN}])] == ["weather"]


def test_spans_of_other_systems() -> None:
    """Spans with ids but no agents are claimed weakly."""
    claim = FORMAT.claim(
        Documents("t", "json", [Document([{"traceId": "t", "name": "GET", "attributes": {}}], None, 0)])
    )
    assert claim is not None
    assert claim.strength == 2


def test_a_span_that_was_exported_twice() -> None:
    """The second copy of a span is left out and reported."""
    file = read(export(tool(1), tool(2), tool(1)))
    assert len(file.traces[0].calls) == 2
    assert [left.reason for left in file.skipped] == ["span that was exported twice"]

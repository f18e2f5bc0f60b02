"""OpenTelemetry spans of agents, models and tools, in the exports in use."""

import json
from typing import Any

import pytest

from toolscore_core.calls import ToolCall
from toolscore_core.formats import TraceFile, read_traces
from toolscore_core.formats.otel import FORMAT
from toolscore_core.reading import Document, Documents

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
GIVEN: dict[str, Any] = {
    "gen_ai__tool__call__arguments": ARGS,
    "gen_ai__tool__call__result": '{"c": 5}',
    "gen_ai__tool__call__id": "c1",
}
PLAIN = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "weather",
    "gen_ai.tool.call.arguments": ARGS,
    "gen_ai.tool.call.result": '{"c": 5}',
    "gen_ai.tool.call.id": "c1",
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


FAILURES: tuple[tuple[str, dict[str, Any], str | None], ...] = (
    ("code and message", {"status": {"code": 2, "message": "m"}}, "m"),
    ("code alone", {"status": {"code": "STATUS_CODE_ERROR"}}, None),
    (
        "error type",
        {
            "attributes": attributes(
                gen_ai__operation__name="execute_tool", gen_ai__tool__name="f", error__type="timeout"
            )
        },
        "timeout",
    ),
    (
        "exception",
        {"status": {"code": 2}, "events": [{"name": "exception", "attributes": attributes(exception__message="boom")}]},
        "boom",
    ),
    (
        "phoenix",
        {"status": None, "traceId": None, "startTimeUnixNano": None, "status_code": "ERROR", "status_message": "m"},
        "m",
    ),
    (
        "tool status",
        {
            "attributes": attributes(
                gen_ai__operation__name="execute_tool", gen_ai__tool__name="f", tool__status="error"
            )
        },
        None,
    ),
)


@pytest.mark.parametrize(("more", "error"), [(a, b) for _, a, b in FAILURES], ids=[name for name, _, _ in FAILURES])
def test_failures(more: dict[str, Any], error: str | None) -> None:
    """A failed span is a failed call, with the text that the span gives."""
    item = {key: value for key, value in {**tool(1), **more}.items() if value is not None}
    (call,) = calls([item])
    assert (call.is_error, call.metadata["error"]) == (True, error)


def test_failure_in_a_response() -> None:
    """Where the convention has responses of functions, a failure may stand inside."""
    values = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "f",
        "gcp.vertex.agent.tool_response": '{"error": "no"}',
    }
    assert calls([{"attributes": values}])[0].error == "no"


def test_jaeger_failure() -> None:
    """A tag marks a failed span."""
    text = json.dumps(JAEGER).replace(
        '"tags": [',
        '"logs": [{"fields": [{"key": "event", "value": "exception"}, {"key": "exception.message", "value": "boom"}]}, 3], "tags": [{"key": "error", "type": "bool", "value": true}, ',
    )
    assert calls(json.loads(text))[0].error == "boom"


def test_times() -> None:
    """Spans are sorted by start; without an end, or with one before the start, there is no duration but a problem."""
    file = read(export(tool(1, "late", 5, 6), tool(2, "early", 1, None), tool(3, "odd", 2, 1)))
    (trace,) = file.traces
    assert [(call.tool, call.duration) for call in trace.calls] == [("early", None), ("odd", None), ("late", 1.0)]
    assert [str(problem) for problem in file.problems] == [
        "t.json · $.resourceSpans[0].scopeSpans[0].spans[1]: the span has no end",
        "t.json · $.resourceSpans[0].scopeSpans[0].spans[2]: the span ends before it starts",
    ]
    assert (trace.started, trace.duration) == (1770110101.0, 5.0)


@pytest.mark.parametrize("value", ["x", [], {}, float("inf"), 10**400, "9" * 5000])
def test_odd_times(value: Any) -> None:
    """Times that are none are as if they were not there."""
    (call,) = calls(export({**tool(1), "startTimeUnixNano": value, "endTimeUnixNano": value}))
    assert call.duration is None


def test_traces() -> None:
    """Each trace id is a trace, in the order of their start; traces without agents are reported."""
    file = read(
        export(tool(1, "b", 5, 6, trace="t2"), tool(2, "a", 1, 2, trace="t1")),
        export(span(3, 0, 1, trace="t3", http__method="GET")),
    )
    assert [(trace.id, trace.calls[0].tool) for trace in file.traces] == [("t1", "a"), ("t2", "b")]
    assert [item.reason for item in file.skipped] == ["trace without a span of an agent, model or tool"]


def test_conversation_and_case() -> None:
    """A conversation's id names its trace where it is the only one; an id of a case is the case's."""
    named: dict[str, Any] = {"gen_ai__conversation__id": "k1"}
    file = read(export(chat(1, **named, case_id="case-7")))
    assert [(trace.id, trace.case_id, trace.metadata["trace_id"]) for trace in file.traces] == [("k1", "case-7", "t1")]
    both = read(export(chat(1, **named), {**chat(2, **named), "traceId": "t2"}))
    assert [trace.id for trace in both.traces] == ["t1", "t2"]


@pytest.mark.parametrize(
    "value", [{"resourceSpans": []}, export(), export(span(1, 0, 1, http__method="GET")), [export(span(1, 0, 1))]]
)
def test_nothing_of_agents(value: Any) -> None:
    """A file of spans without any agent's work is a trace without calls."""
    file = read(value)
    assert (file.format, [trace.calls for trace in file.traces]) == ("otel", [[]])


def parts(role: str, *given: Any) -> dict[str, Any]:
    return {"role": role, "parts": list(given)}


def part(name: str, call_id: str | None = None, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_call", "name": name, "arguments": arguments, **({"id": call_id} if call_id else {})}


ASKED = parts("user", {"type": "text", "content": "Oslo?"})
CALLED = parts("assistant", part("weather", "c1", city="Oslo"), part("time", "c2"))
ANSWERED = parts(
    "tool",
    {"type": "tool_call_response", "id": "c1", "response": {"c": 5}},
    {"type": "tool_call_response", "id": "c2", "result": "noon"},
)
SAID = parts("assistant", {"type": "text", "content": "Cold."})


def test_calls_of_model_spans() -> None:
    """Without tool spans calls come from messages, each once though every request repeats them."""
    (trace,) = read(
        export(
            chat(1, 0, [ASKED], [CALLED], gen_ai__usage__input_tokens=5), chat(2, 2, [ASKED, CALLED, ANSWERED], [SAID])
        )
    ).traces
    assert [(call.tool, call.args, call.result, call.turn) for call in trace.calls] == [
        ("weather", {"city": "Oslo"}, {"c": 5}, 1),
        ("time", {}, "noon", 1),
    ]
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "Oslo?", []),
        ("assistant", "", [0, 1]),
        ("assistant", "Cold.", []),
    ]
    assert trace.turns[1].input_tokens == 5


def test_same_call_again() -> None:
    """An equal call of a later answer is another call, with and without ids."""
    for ids in (("c1", "c2"), (None, None)):
        first, second = (parts("assistant", part("weather", call_id, city="Oslo")) for call_id in ids)
        spans = [
            chat(1, 0, [ASKED], [first]),
            chat(2, 2, [ASKED, first], [second]),
            chat(3, 4, [ASKED, first, second], [SAID]),
        ]
        assert len(calls(export(*spans))) == 2


def test_tool_spans_win() -> None:
    """With tool spans the messages give the conversation and tell which turn issued a call, but no calls."""
    spans = [
        chat(1, 0, [ASKED], [CALLED]),
        tool(2, "time", 1.2, 1.5, gen_ai__tool__call__id="c2"),
        tool(3, "weather", 1.1, 1.9, gen_ai__tool__call__arguments=ARGS),
        tool(5, "unknown", 1.3, 1.4),
        chat(4, 2, [ASKED, CALLED, ANSWERED], [SAID]),
    ]
    (trace,) = read(export(*spans)).traces
    assert [(call.tool, call.turn) for call in trace.calls] == [("weather", 1), ("time", 1), ("unknown", None)]
    assert [(turn.role, turn.text, sorted(turn.calls)) for turn in trace.turns] == [
        ("user", "Oslo?", []),
        ("assistant", "", [0, 1]),
        ("assistant", "Cold.", []),
    ]


def test_turn_by_name_alone() -> None:
    """An answer that lost its arguments still issued the call."""
    lost = parts("assistant", part("weather"))
    (trace,) = read(
        export(chat(1, 0, [ASKED], [lost]), tool(2, "weather", 1.1, 1.9, gen_ai__tool__call__arguments=ARGS))
    ).traces
    assert [call.turn for call in trace.calls] == [1]


def test_nested_model_spans() -> None:
    """Of model spans inside each other the innermost count, for calls and for tokens."""
    values: dict[str, Any] = {
        "gen_ai__usage__input_tokens": 5,
        "gen_ai__usage__output_tokens": 2,
        "gen_ai__response__model": "m",
    }
    (trace,) = read(
        export(chat(1, 0, [ASKED], [CALLED], **values), chat(2, 0.1, [ASKED], [CALLED], parent=1, **values))
    ).traces
    assert (len(trace.calls), trace.input_tokens, trace.output_tokens, trace.model) == (2, 5, 2, "m")


def test_tokens_and_cost() -> None:
    """Counts and costs are summed over the answers, under any of their names."""
    first: dict[str, Any] = {
        "gen_ai__usage__prompt_tokens": 5,
        "gen_ai__usage__completion_tokens": 2,
        "gen_ai__usage__input_cost": 0.25,
        "gen_ai__usage__output_cost": 0.5,
    }
    second: dict[str, Any] = {
        "llm__token_count__prompt": 7,
        "llm__token_count__completion": 1,
        "llm__cost__total": 1.0,
        "gen_ai__usage__reasoning_tokens": 1,
        "gen_ai__usage__cache_read_input_tokens": 3,
    }
    (trace,) = read(export(chat(1, 0, **first), chat(2, 1, **second))).traces
    assert (trace.input_tokens, trace.output_tokens, trace.cost, trace.reasoning_tokens, trace.cached_tokens) == (
        12,
        3,
        1.75,
        1,
        3,
    )


def test_agents() -> None:
    """The agent of a call is named by the span, by the nearest agent around it, or is the only one of the trace."""
    agent: dict[str, Any] = {"gen_ai__operation__name": "invoke_agent"}
    spans = [
        {**span(1, 0, 9, **agent), "name": "invoke_agent outer"},
        span(2, 1, 8, 1, **agent, gen_ai__agent__name="inner"),
        tool(3, "a", 2, 3, 2),
        tool(4, "b", 3, 4, 1),
        tool(5, "c", 4, 5, 2, gen_ai__agent__name="own"),
        tool(6, "d", 5, 6),
    ]
    assert [call.agent for call in calls(export(*spans))] == ["inner", "outer", "own", "inner"]


def test_agent_spans_tell_where_models_do_not() -> None:
    """Messages of an agent span are read where there is no model span with messages."""
    whole = json.dumps([ASKED, CALLED, ANSWERED, SAID])
    agent = span(
        1, 0, 9, gen_ai__operation__name="invoke_agent", gen_ai__agent__name="a", pydantic_ai__all_messages=whole
    )
    found = calls(export(agent))
    assert [(call.tool, call.result) for call in found] == [("weather", {"c": 5}), ("time", "noon")]


def test_calls_inside_calls() -> None:
    """A call made inside a tool has that tool's call as its parent."""
    outer = tool(1, "plan_trip", 0, 9, gen_ai__tool__call__id="c1")
    agent = span(2, 1, 8, 1, gen_ai__operation__name="invoke_agent", gen_ai__agent__name="planner")
    inner = tool(3, "weather", 2, 3, 2, gen_ai__tool__call__id="c2")
    assert [(call.tool, call.parent_id, call.agent) for call in calls(export(outer, agent, inner))] == [
        ("plan_trip", None, "planner"),
        ("weather", "c1", "planner"),
    ]


def test_one_call_recorded_twice() -> None:
    """A framework's span and the protocol's span below it are one call."""
    outer = tool(1, "weather", 0, 2, gen_ai__tool__call__id="c1", gen_ai__tool__call__arguments=ARGS)
    inner = span(
        2,
        0.1,
        1,
        1,
        mcp__method__name="tools/call",
        gen_ai__tool__name="weather",
        gen_ai__tool__call__result="5",
        error__type="tool_error",
    )
    (call,) = calls(export(outer, inner, {**inner, "spanId": "s3", "parentSpanId": "s2"}))
    assert (call.args, call.result, call.error, call.duration) == ({"city": "Oslo"}, 5, "tool_error", 2.0)
    other = tool(2, "weather", 0.1, 1, 1, gen_ai__tool__call__arguments='{"city": "Bergen"}')
    assert len(calls(export(outer, other))) == 2


def test_merged_spans_are_no_calls() -> None:
    """A span that sums up parallel calls is reported, not counted."""
    file = read(export(tool(1, "a"), tool(2, "(merged tools)", 1, 2)))
    assert ([call.tool for call in file.traces[0].calls], file.skipped[0].reason) == (
        ["a"],
        "span that sums up parallel calls",
    )


def test_ring_of_parents() -> None:
    """Spans that are each other's parents do not hang the reader."""
    assert len(calls(export(tool(1, "a", parent=2), span(2, 0, 1, 3), span(3, 0, 1, 2), span(4, 0, 1, 4)))) == 1


def test_deep_chain() -> None:
    """Thousands of spans inside each other are read."""
    chain = [span(number, 0, 1, number - 1) for number in range(1, 3000)]
    agent = span(0, 0, 1, gen_ai__operation__name="invoke_agent", gen_ai__agent__name="a")
    assert calls(export(agent, *chain, tool(3000, "f", parent=2999)))[0].agent == "a"


def test_changed_history() -> None:
    """A request whose text only begins like the one before is read as a whole."""
    other = parts("user", {"type": "text", "content": "Bergen?"})
    spans = [chat(1, 0, [ASKED], [SAID]), chat(2, 2, [ASKED], [SAID]), chat(3, 4, [other], [CALLED])]
    (trace,) = read(export(*spans)).traces
    assert [turn.text for turn in trace.turns] == ["Oslo?", "Cold.", "Cold.", "Bergen?", ""]
    numbers = [chat(1, 0, [1], []), chat(2, 1, [1], [])]
    numbers[1]["attributes"][1]["value"]["stringValue"] = "[12]"
    assert calls(export(*numbers)) == []


def test_what_is_left_out_is_reported() -> None:
    """Records that hold no spans are reported with their places."""
    file = read(export(tool(1), 5), {"level": "info"})
    assert [(item.reason, str(item.first)) for item in file.skipped] == [
        ("record that is no span", "t.json:1 · $.resourceSpans[0].scopeSpans[0].spans[1]"),
        ("record without spans", "t.json:2"),
    ]
    assert read([tool(1), 5, {"x": 1}], key="otel").skipped[0].count == 2


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

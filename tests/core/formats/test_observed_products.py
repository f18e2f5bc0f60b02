"""The records of each product: one call with arguments, result or error, times, and the tokens of its model."""

import json
from typing import Any

import pytest

from tests.core.formats.observed_help import ANSWER, ARGS, USER, at, made, only, read

LLM_TIMES, TOOL_TIMES = (at(0), at(1)), (at(2), at(3.5))
NANO = 1770110100_000_000_000


def run(number: int, kind: str, start: str, end: str, **more: Any) -> dict[str, Any]:
    own = {"id": f"r{number}", "trace_id": "t1", "run_type": kind, "name": "weather" if kind == "tool" else kind}
    return {**own, "start_time": start, "end_time": end, "parent_run_id": None if number == 0 else "r0", **more}


RUNS = [
    run(0, "chain", at(0), at(4), inputs={}, outputs={}),
    run(1, "llm", *LLM_TIMES, inputs={"messages": [[USER]]}, outputs=ANSWER, prompt_tokens=5, completion_tokens=2),
    run(2, "tool", *TOOL_TIMES, inputs={"input": "{'city': 'Lisbon'}"}, outputs=None, error="no such city"),
]


def span_of_braintrust(number: int, kind: str, **more: Any) -> dict[str, Any]:
    start, end = (NANO / 1e9, NANO / 1e9 + 1) if kind == "llm" else (NANO / 1e9 + 2, NANO / 1e9 + 3.5)
    metrics = {"start": start, "end": end, **({"prompt_tokens": 5, "completion_tokens": 2} if kind == "llm" else {})}
    own = {"span_id": f"s{number}", "root_span_id": "t1", "span_parents": None, "metrics": metrics}
    return {**own, "span_attributes": {"name": "weather" if kind == "tool" else "chat", "type": kind}, **more}


def span_of_datadog(
    number: int, kind: str, start: int, length: int, meta: dict[str, Any], **more: Any
) -> dict[str, Any]:
    own = {"span_id": str(number), "trace_id": "t1", "parent_id": "undefined", "name": "weather"}
    return {**own, "start_ns": NANO + start, "duration": length, "meta": {"span.kind": kind, **meta}, **more}


PRODUCTS: tuple[tuple[str, Any], ...] = (
    ("LangSmith list", RUNS),
    ("LangSmith lines", tuple(RUNS)),
    (
        "LangSmith tree",
        {**RUNS[0], "child_runs": [{k: v for k, v in one.items() if k not in ("trace_id", "parent_run_id")} for one in RUNS[1:]]},
    ),
    (
        "LangSmith batch",
        {
            "post": [{k: v for k, v in one.items() if k not in ("outputs", "end_time", "error")} for one in RUNS],
            "patch": [{"id": one["id"], "trace_id": "t1", "dotted_order": "x", **{k: one.get(k) for k in ("outputs", "end_time", "error")}} for one in RUNS],
        },
    ),
    (
        "Braintrust",
        {
            "data": [
                span_of_braintrust(1, "llm", input=[USER], output=[{"message": ANSWER}]),
                span_of_braintrust(2, "tool", input=ARGS),
                {"span_id": "s2", "root_span_id": "t1", "span_attributes": {"type": "tool"}, "_is_merge": True, "error": "no such city"},
            ]
        },
    ),
    (
        "DeepEval",
        {
            "uuid": "t1",
            "startTime": at(0),
            "toolSpans": [
                {"uuid": "2", "type": "tool", "name": "Function tool: weather", "startTime": TOOL_TIMES[0], "endTime": TOOL_TIMES[1], "status": "ERRORED", "error": "no such city", "input": ARGS}
            ],
            "llmSpans": [
                {"uuid": "1", "type": "llm", "startTime": LLM_TIMES[0], "endTime": LLM_TIMES[1], "status": "SUCCESS", "input": [USER], "output": ANSWER["tool_calls"], "inputTokenCount": 5.0, "outputTokenCount": 2.0}
            ],
            "agentSpans": [{"uuid": "0", "type": "agent", "startTime": at(0), "endTime": at(4), "toolsCalled": [{"name": "weather", "inputParameters": ARGS}]}],
        },
    ),
    (
        "Weave",
        [
            {"id": "1", "trace_id": "t1", "op_name": "weave:///e/p/op/chat:v1", "started_at": LLM_TIMES[0], "ended_at": LLM_TIMES[1], "inputs": {"messages": [USER]}, "output": {"choices": [{"message": ANSWER}]}, "summary": {"usage": {"m": {"prompt_tokens": 5, "completion_tokens": 2}}}},
            {"id": "2", "trace_id": "t1", "op_name": "weave:///e/p/op/weather:v1", "started_at": TOOL_TIMES[0], "ended_at": TOOL_TIMES[1], "inputs": ARGS, "output": None, "exception": "no such city"},
        ],
    ),
    (
        "OpenAI Agents SDK",
        [
            {"object": "trace.span", "id": "1", "trace_id": "t1", "started_at": LLM_TIMES[0], "ended_at": LLM_TIMES[1], "span_data": {"type": "generation", "input": [USER], "output": [ANSWER], "usage": {"input_tokens": 5, "output_tokens": 2}}, "error": None},
            {"object": "trace.span", "id": "2", "trace_id": "t1", "started_at": TOOL_TIMES[0], "ended_at": TOOL_TIMES[1], "span_data": {"type": "function", "name": "weather", "input": json.dumps(ARGS)}, "error": {"message": "no such city", "data": None}},
        ],
    ),
    (
        "LangWatch",
        {
            "trace_id": "t1",
            "spans": [
                {"span_id": "1", "trace_id": "t1", "type": "llm", "input": {"type": "chat_messages", "value": [USER]}, "output": {"type": "chat_messages", "value": [ANSWER]}, "timestamps": {"started_at": NANO // 10**6, "finished_at": NANO // 10**6 + 1000}, "metrics": {"prompt_tokens": 5, "completion_tokens": 2}},
                {"span_id": "2", "trace_id": "t1", "type": "tool", "name": "weather", "input": {"type": "json", "value": ARGS}, "error": {"message": "no such city"}, "timestamps": {"started_at": NANO // 10**6 + 2000, "finished_at": NANO // 10**6 + 3500}},
            ],
        },
    ),
    (
        "Datadog",
        [
            span_of_datadog(1, "llm", 0, 10**9, {"input": {"messages": [USER]}, "output": {"messages": [ANSWER]}}, metrics={"input_tokens": 5, "output_tokens": 2}),
            span_of_datadog(2, "tool", 2 * 10**9, 1500 * 10**6, {"input": {"value": json.dumps(ARGS)}, "error": {"message": "no such city"}}, status="error"),
        ],
    ),
    (
        "Opik",
        {
            "content": [
                {"id": "1", "trace_id": "t1", "parent_span_id": None, "type": "llm", "start_time": LLM_TIMES[0], "end_time": LLM_TIMES[1], "input": {"messages": [USER]}, "output": {"choices": [{"message": ANSWER}]}, "usage": {"prompt_tokens": 5, "completion_tokens": 2}},
                {"id": "2", "trace_id": "t1", "parent_span_id": "1", "type": "tool", "name": "weather", "start_time": TOOL_TIMES[0], "end_time": TOOL_TIMES[1], "input": ARGS, "error_info": {"exception_type": "E", "message": "no such city"}},
            ]
        },
    ),
    (
        "HoneyHive",
        [
            {"event_type": "model", "event_name": "chat", "event_id": "1", "session_id": "t1", "start_time": NANO // 10**6, "duration": 1000, "inputs": {"messages": [USER]}, "outputs": ANSWER, "metadata": {"prompt_tokens": 5, "completion_tokens": 2}},
            {"event_type": "tool", "event_name": "weather", "event_id": "2", "session_id": "t1", "start_time": NANO // 10**6 + 2000, "duration": 1500, "inputs": ARGS, "error": "no such city"},
        ],
    ),
    (
        "AgentOps",
        [
            {"event_type": "llms", "id": "1", "session_id": "t1", "init_timestamp": LLM_TIMES[0], "end_timestamp": LLM_TIMES[1], "prompt": [USER], "completion": ANSWER, "prompt_tokens": 5, "completion_tokens": 2},
            {"event_type": "tools", "id": "2", "session_id": "t1", "name": "weather", "init_timestamp": TOOL_TIMES[0], "end_timestamp": TOOL_TIMES[1], "params": ARGS, "error_type": "no such city"},
        ],
    ),
)  # fmt: skip


@pytest.mark.parametrize("value", [value for _, value in PRODUCTS], ids=[name for name, _ in PRODUCTS])
def test_products(value: Any) -> None:
    """Every product gives the same trace: one call that failed, issued by the turn that answers the user."""
    trace = only(value)
    (call,) = trace.calls
    assert (call.tool, call.args, call.is_error, call.error) == ("weather", ARGS, True, "no such city")
    assert (call.call_id, call.duration, call.turn) == ("c1", 1.5, 1)
    assert (trace.id, trace.input_tokens, trace.output_tokens) == ("t1", 5, 2)
    assert [(turn.role, turn.calls) for turn in trace.turns] == [("user", []), ("assistant", [0])]


def test_snapshots_of_braintrust() -> None:
    """Rows without ids and kinds are read when the AI SDK says what it called."""
    rows = [
        {"name": "generateText", "input": {"prompt": "x"}, "output": {}, "metadata": {"model": "m"}},
        {
            "name": "weather",
            "input": [ARGS, {"messages": [USER], "toolCallId": "c1"}],
            "output": "sunny",
            "metadata": None,
        },
    ]
    trace = only(rows)
    assert [(call.tool, call.args, call.result, call.call_id) for call in trace.calls] == [
        ("weather", ARGS, "sunny", "c1")
    ]


def test_tool_message_of_langchain() -> None:
    """A result that LangChain keeps in a message is taken out of it, with id and status."""
    said = {"lc": 1, "id": ["ToolMessage"], "kwargs": {"content": "no", "tool_call_id": "c9", "status": "error"}}
    (call,) = only([run(2, "tool", *TOOL_TIMES, inputs=ARGS, outputs={"output": said})]).calls
    assert (call.call_id, call.result, call.error) == ("c9", "no", "no")


def test_trees_without_trace_ids() -> None:
    """Runs without a trace id belong to the trace of the outermost run around them."""
    runs = [{k: v for k, v in one.items() if k != "trace_id"} for one in RUNS]
    other = {**runs[2], "id": "x", "parent_run_id": None, "start_time": at(9), "end_time": at(9.5)}
    assert [(trace.id, len(trace.calls)) for trace in read([*runs, other]).traces] == [("r0", 1), ("x", 1)]


def test_other_records_are_reported() -> None:
    """A line that is of no product is left out and named."""
    file = read((RUNS[2], {"hello": 1}))
    assert [skipped.reason for skipped in file.skipped] == ["record that is of no observability product"]
    assert made(file.traces[0]) == [("weather", ARGS)]


def weave(number: int, op: str, start: float, **more: Any) -> dict[str, Any]:
    own = {
        "id": f"c{number}",
        "trace_id": "t1",
        "parent_id": "c0" if number else None,
        "op_name": f"weave:///p/op/{op}:v",
    }
    return {**own, "started_at": at(start), "ended_at": at(start + 1), "inputs": {}, "output": None, **more}


AGENTS = [
    weave(0, "openai_agent_trace", 0, attributes={"type": "task"}),
    weave(
        1,
        "openai_agent_response",
        1,
        attributes={"type": "response"},
        inputs={"name": "Response", "input": [USER]},
        output={
            "output": [{"type": "function_call", "name": "weather", "call_id": "c1", "arguments": json.dumps(ARGS)}],
            "metrics": {"prompt_tokens": 5, "completion_tokens": 2},
        },
    ),
    weave(
        2,
        "openai_agent_function",
        2,
        attributes={"type": "function"},
        display_name="weather",
        inputs={"name": "weather"},
        output={"output": "sunny", "metrics": {}, "metadata": {}, "error": None},
    ),
]
CHAIN = [
    weave(0, "agent", 0),
    weave(
        1, "langchain.Llm.ChatModel", 1, inputs={"messages": [[USER]]}, output={"outputs": {"generations": [[ANSWER]]}}
    ),
    weave(
        2,
        "langchain.Tool.weather",
        2,
        inputs={"input": str(ARGS)},
        output={"outputs": {"output": {"content": "sunny", "tool_call_id": "c1", "type": "tool"}}},
    ),
]


@pytest.mark.parametrize("value", [AGENTS, CHAIN], ids=["agents", "chain"])
def test_frameworks_in_weave(value: Any) -> None:
    """Calls of frameworks that Weave records under names of its own."""
    (call,) = only(value).calls
    assert (call.tool, call.args, call.result, call.call_id) == ("weather", ARGS, "sunny", "c1")


def test_traces_alone() -> None:
    """A dump of traces without their spans still holds the calls of its answers."""
    record = {"id": "t1", "project_id": "p", "name": "agent", "start_time": at(0), "end_time": at(1), "span_count": 3}
    trace = only([{**record, "input": {"messages": [USER]}, "output": {"messages": [ANSWER]}}])
    assert made(trace) == [("weather", ARGS)]

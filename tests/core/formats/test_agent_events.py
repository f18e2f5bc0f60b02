"""Event logs of coding agents: each call once, with start, end, result and failure from the events that tell of it."""

from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read_lines, short

ARGS = {"path": "a.txt"}


def copilot(kind: str, second: int = 0, **data: Any) -> dict[str, Any]:
    return {"type": kind, "data": data, "id": "e", "parentId": None, "timestamp": f"2026-01-01T00:00:{second:02}Z"}


def request(call_id: str = "c1", args: Any = ARGS) -> dict[str, Any]:
    return {"toolCallId": call_id, "name": "read", "arguments": args, "type": "function"}


COPILOT = [
    copilot("session.start", sessionId="s", selectedModel="m"),
    copilot("user.message", content="look"),
    copilot("assistant.message", 1, content="I look", toolRequests=[request(args='{"path": "a.txt"}')], outputTokens=7),
    copilot("tool.execution_start", 2, toolCallId="c1", toolName="read", arguments=ARGS),
    copilot("hook.start", 2, input={"toolName": "read", "toolArgs": ARGS}),
    copilot("tool.execution_complete", 4, toolCallId="c1", success=True, result={"content": "text"}),
]


def kimi(second: int, **step: Any) -> dict[str, Any]:
    return {"type": "context.append_loop_event", "event": step, "time": 1767225600000 + second * 1000}


KIMI = [
    {"type": "context.append_message", "message": {"role": "user", "content": [{"type": "text", "text": "look"}]}},
    {"type": "llm.request", "model": "m"},
    kimi(0, type="step.begin"),
    kimi(1, type="content.part", part={"type": "text", "text": "I look"}),
    kimi(2, type="tool.call", toolCallId="c1", name="read", args=ARGS),
    {"type": "permission.record_approval_result", "toolCallId": "c1", "toolName": "read"},
    kimi(4, type="tool.result", toolCallId="c1", result={"output": "text"}),
]


def wire(second: int, kind: str, **payload: Any) -> dict[str, Any]:
    return {"timestamp": 1767225600.0 + second, "message": {"type": kind, "payload": payload}}


WIRE = [
    {"type": "metadata", "protocol_version": "1.2"},
    wire(0, "TurnBegin", user_input="look"),
    wire(1, "ContentPart", type="text", text="I look"),
    wire(2, "ToolCall", type="function", id="c1", function={"name": "read", "arguments": '{"path": "a.txt"}'}),
    wire(4, "ToolResult", tool_call_id="c1", return_value={"is_error": False, "output": "text", "message": ""}),
]


def gemini(kind: str, second: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": kind, "timestamp": f"2026-01-01T00:00:{second:02}Z", **more}


GEMINI = [
    gemini("init", session_id="s", model="m"),
    gemini("message", role="user", content="look"),
    gemini("message", 1, role="assistant", content="I ", delta=True),
    gemini("message", 1, role="assistant", content="look", delta=True),
    gemini("tool_use", 2, tool_name="read", tool_id="c1", parameters=ARGS),
    gemini("tool_result", 4, tool_id="c1", status="success", output="text"),
    gemini("result", 5, status="success", stats={"input_tokens": 9, "output_tokens": 7, "cached": 2}),
]


def cursor(subtype: str, second: int, **body: Any) -> dict[str, Any]:
    return {
        "type": "tool_call",
        "subtype": subtype,
        "call_id": "c1",
        "session_id": "s",
        "timestamp_ms": 1767225600000 + second * 1000,
        "tool_call": {"readToolCall": {"args": ARGS, **body}},
    }


def spoken(role: str, text: str) -> dict[str, Any]:
    return {"type": role, "message": {"role": role, "content": [{"type": "text", "text": text}]}, "session_id": "s"}


CURSOR = [
    {"type": "system", "subtype": "init", "session_id": "s", "model": "m"},
    spoken("user", "look"),
    spoken("assistant", "I look"),
    cursor("started", 2),
    cursor("completed", 4, result={"success": "text"}),
    {"type": "result", "subtype": "success", "is_error": False, "duration_ms": 5000, "session_id": "s"},
]


def opencode(kind: str, **part: Any) -> dict[str, Any]:
    return {"type": kind, "timestamp": 1767225601000, "sessionID": "s", "part": part}


def state(status: str, **more: Any) -> dict[str, Any]:
    return {"type": "tool", "callID": "c1", "tool": "read", "state": {"status": status, "input": ARGS, **more}}


SPAN = {"start": 1767225602000, "end": 1767225604000}
OPENCODE = [
    opencode("step_start", type="step-start"),
    opencode("text", type="text", text="I look"),
    opencode("tool_use", **state("running", time={"start": SPAN["start"]})),
    opencode("tool_use", **state("completed", output="text", time=SPAN)),
    opencode("step_finish", tokens={"input": 5, "output": 7, "cache": {"read": 4, "write": 0}}, cost=0.5),
]


def droid(kind: str, second: int = 0, **more: Any) -> dict[str, Any]:
    return {"type": kind, "timestamp": 1767225600000 + second * 1000, "session_id": "s", **more}


DROID = [
    droid("system", subtype="init", model="m"),
    droid("message", role="user", text="look"),
    droid("message", 1, role="assistant", text="I look"),
    droid("tool_call", 2, id="c1", toolId="read", toolName="read", parameters=ARGS),
    droid("tool_result", 4, id="c1", toolId="read", isError=False, value="text"),
    droid("completion", 5, finalText="done", numTurns=1),
]
MANAGED = [
    {"type": "user.message", "content": [{"type": "text", "text": "look"}]},
    {"type": "agent.message", "content": [{"type": "text", "text": "I look"}]},
    {"type": "agent.tool_use", "id": "c1", "name": "read", "input": ARGS, "processed_at": "2026-01-01T00:00:02Z"},
    {
        "type": "agent.tool_result",
        "tool_use_id": "c1",
        "content": [{"type": "text", "text": "text"}],
        "processed_at": "2026-01-01T00:00:04Z",
    },
    {"type": "span.model_request_end", "model_usage": {"input_tokens": 5, "output_tokens": 7}},
]
DIALECTS = {
    "Copilot CLI": COPILOT,
    "Kimi CLI": KIMI,
    "older Kimi CLI": WIRE,
    "Gemini CLI": GEMINI,
    "Cursor": CURSOR,
    "OpenCode": OPENCODE,
    "Factory droid": DROID,
    "Claude Managed Agents": MANAGED,
}


@pytest.mark.parametrize("lines", DIALECTS.values(), ids=DIALECTS)
def test_dialects(lines: list[Any]) -> None:
    """Every dialect gives the one call with its result and times, in the turn that said so."""
    file = read_lines(*lines)
    (trace,) = file.traces
    (call,) = trace.calls
    assert (file.format, file.problems) == ("agent_events", [])
    assert (call.tool, call.args, call.result, call.call_id, call.duration) == ("read", ARGS, "text", "c1", 2.0)
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns][-1] == ("assistant", "I look", [0])


FAILED = {
    "Copilot CLI": [
        *COPILOT[:4],
        copilot("tool.execution_complete", 4, toolCallId="c1", success=False, error={"message": "no"}),
    ],
    "Kimi CLI": [*KIMI[:5], kimi(4, type="tool.result", toolCallId="c1", result={"output": "no", "isError": True})],
    "older Kimi CLI": [
        *WIRE[:4],
        wire(4, "ToolResult", tool_call_id="c1", return_value={"is_error": True, "message": "no"}),
    ],
    "Gemini CLI": [
        *GEMINI[:5],
        gemini("tool_result", 4, tool_id="c1", status="error", error={"type": "x", "message": "no"}),
    ],
    "Cursor": [*CURSOR[:4], cursor("completed", 4, result={"error": {"errorMessage": "no"}})],
    "OpenCode": [*OPENCODE[:3], opencode("tool_use", **state("error", error="no", time=SPAN))],
    "Claude Managed Agents": [
        *MANAGED[:3],
        {
            "type": "agent.tool_result",
            "tool_use_id": "c1",
            "is_error": True,
            "content": [{"type": "text", "text": "no"}],
        },
    ],
    "Factory droid": [*DROID[:4], droid("tool_result", 4, id="c1", isError=True, value="no")],
}


@pytest.mark.parametrize("lines", FAILED.values(), ids=FAILED)
def test_failures(lines: list[Any]) -> None:
    """Every dialect has its own flag for a failure."""
    assert [call.error for call in calls(read_lines(*lines))] == ["no"]


def test_sub_agent_of_copilot() -> None:
    """Calls of a sub-agent name the call that started it; its name comes with its start."""
    inner = copilot("assistant.message", 3, content="", toolRequests=[request("c2")], parentToolCallId="c1")
    started = copilot("subagent.started", 2, toolCallId="c1", agentName="explore")
    call = calls(read_lines(*COPILOT[:4], started, inner))[1]
    assert (call.parent_id, call.agent, call.timestamp) == ("c1", "explore", 1767225603.0)


def test_sub_agent_of_kimi() -> None:
    """Events of a sub-agent are wrapped, with the call that started it."""
    event = {"type": "ToolCall", "payload": {"id": "c2", "function": {"name": "read", "arguments": None}}}
    wrapped = wire(3, "SubagentEvent", task_tool_call_id="c1", subagent_type="coder", event=event)
    call = calls(read_lines(*WIRE, wrapped))[1]
    assert (call.tool, call.args, call.parent_id, call.agent) == ("read", {}, "c1", "coder")


def test_totals() -> None:
    """Tokens and cost of a session, as its end gives them or added up."""
    (copilot_trace,) = read_lines(*COPILOT).traces
    (gemini_trace,) = read_lines(*GEMINI).traces
    (opencode_trace,) = read_lines(*OPENCODE).traces
    assert (copilot_trace.id, copilot_trace.model, copilot_trace.output_tokens) == ("s", "m", 7)
    assert (gemini_trace.input_tokens, gemini_trace.cached_tokens, gemini_trace.outcome) == (9, 2, "success")
    assert (opencode_trace.input_tokens, opencode_trace.output_tokens, opencode_trace.cost) == (9, 7, 0.5)


def test_same_id_again() -> None:
    """A call under the id of an answered one counts, unless it says the same again."""
    again = copilot("assistant.message", 5, content="", toolRequests=[request(args={"path": "b.txt"})])
    assert len(calls(read_lines(*COPILOT, COPILOT[2], again))) == 2


def test_sessions_are_traces() -> None:
    """The start of another session starts a trace."""
    other = [copilot("session.start", sessionId="s2"), *COPILOT[1:]]
    assert [(trace.id, len(trace.calls)) for trace in read_lines(*COPILOT, *other).traces] == [("s", 1), ("s2", 1)]


def codex(kind: str, **item: Any) -> dict[str, Any]:
    return {"type": f"item.{kind}", "item": {"id": "item_1", **item}}


def test_codex_exec() -> None:
    """Items of Codex that are calls, once for start and end, by the state in which they ended."""
    command = {"type": "command_execution", "command": "ls", "aggregated_output": "", "exit_code": None}
    ended = {**command, "aggregated_output": "no", "exit_code": 2, "status": "failed"}
    mcp = {"type": "mcp_tool_call", "server": "web", "tool": "fetch", "arguments": {"url": "u"}, "id": "item_2"}
    done = {**mcp, "status": "completed", "result": {"content": [{"type": "text", "text": "page"}]}}
    file = read_lines(
        {"type": "thread.started", "thread_id": "th"},
        {"type": "turn.started"},
        codex("started", **command, status="in_progress"),
        codex("completed", **ended),
        codex("started", **mcp),
        codex("completed", **done),
        codex("completed", type="web_search", id="item_3", query="q"),
        codex("completed", type="todo_list", id="item_4", items=[]),
        codex("completed", type="agent_message", id="item_5", text="done"),
        {"type": "turn.completed", "usage": {"input_tokens": 9, "cached_input_tokens": 4, "output_tokens": 7}},
    )
    (trace,) = file.traces
    assert short(file) == [
        ("command_execution", {"command": "ls"}, "no"),
        ("fetch", {"url": "u"}, "page"),
        ("web_search", {"query": "q"}, None),
    ]
    assert [(call.error, call.provider_executed) for call in trace.calls] == [
        ("no", False),
        (None, False),
        (None, True),
    ]
    assert (trace.id, trace.input_tokens, trace.output_tokens, trace.outcome) == ("th", 9, 7, "completed")


def test_parts_of_an_open_code_server() -> None:
    """The event stream of a server sends a part again with every state; it is one call."""
    rows = [
        {"type": "message.part.updated", "properties": {"part": {"sessionID": "s", **part}}}
        for part in (state("pending", input={}), state("running"), state("completed", output="text", time=SPAN))
    ]
    assert short(read_lines(*rows)) == [("read", ARGS, "text")]


def test_context_of_kimi() -> None:
    """Messages put into the context hold calls too; the loop's events of the same calls add nothing."""
    function = {"name": "read", "arguments": ARGS}
    asked = {"role": "assistant", "content": [], "toolCalls": [{"type": "function", "id": "c1", "function": function}]}
    given = {"role": "tool", "content": [{"type": "text", "text": "text"}], "toolCallId": "c1"}
    rows = [{"type": "context.append_message", "message": message, "time": 1} for message in (asked, given)]
    assert short(read_lines(*rows)) == [("read", ARGS, "text")]
    assert short(read_lines(*KIMI, *rows)) == [("read", ARGS, "text")]


TOTALS = {
    "Copilot CLI": (
        copilot(
            "session.shutdown",
            shutdownType="routine",
            tokenDetails={"input": {"tokenCount": 5}, "cache_read": {"tokenCount": 4}, "output": {"tokenCount": 7}},
        ),
        COPILOT,
    ),
    "Kimi CLI": (
        {"type": "usage.record", "usage": {"inputOther": 3, "inputCacheRead": 4, "inputCacheCreation": 2, "output": 7}},
        KIMI,
    ),
    "older Kimi CLI": (
        wire(5, "StatusUpdate", token_usage={"input_other": 5, "input_cache_read": 4, "output": 7}),
        WIRE,
    ),
    "Claude Managed Agents": (
        {
            "type": "span.model_request_end",
            "model_usage": {"input_tokens": 5, "cache_read_input_tokens": 4, "output_tokens": 7},
        },
        MANAGED[:4],
    ),
}


@pytest.mark.parametrize(("end", "lines"), TOTALS.values(), ids=TOTALS)
def test_tokens(end: dict[str, Any], lines: list[Any]) -> None:
    """Cached tokens are part of the tokens read."""
    (trace,) = read_lines(*lines, end).traces
    assert (trace.input_tokens, trace.cached_tokens, trace.output_tokens) == (9, 4, 7)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ({"function": {"name": "fetch", "arguments": '{"url": "u"}'}}, ("fetch", {"url": "u"})),
        ({"mcpToolCall": {"args": {"toolName": "fetch", "args": {"url": "u"}}}}, ("fetch", {"url": "u"})),
        ({"shellToolCall": {"args": {"command": "ls"}}}, ("shell", {"command": "ls"})),
    ],
    ids=["function", "MCP", "own tool"],
)
def test_tools_of_cursor(body: dict[str, Any], expected: Any) -> None:
    """The key names the tool, but for functions and tools of MCP servers."""
    (call,) = calls(read_lines({**cursor("started", 2), "tool_call": body}))
    assert (call.tool, call.args) == expected


def test_what_is_left_out() -> None:
    """Lines that are no event, and events that tell of nothing, are reported; a failed run says so."""
    thread = [{"type": "thread.started", "thread_id": "th"}, {"type": "turn.failed", "error": {"message": "no"}}]
    file = read_lines(*thread, codex("updated", type="command_execution", command="ls"), 3, {"x": 1})
    assert (file.traces[0].outcome, calls(file)) == ("failed", [])
    assert {skipped.reason: skipped.count for skipped in file.skipped} == {
        "event that is no message, call or result": 1,
        "record that is no event": 2,
    }


def test_arguments_in_pieces() -> None:
    """Kimi's older files may give the arguments of a call in several events."""

    def wire(kind: str, **payload: Any) -> dict[str, Any]:
        return {"timestamp": 1767225600.0, "message": {"type": kind, "payload": payload}}

    file = read_lines(
        wire("ToolCall", id="c1", function={"name": "read", "arguments": '{"path": '}),
        wire("ToolCallPart", arguments_part='"a.txt"}'),
        wire("ToolResult", tool_call_id="c1", return_value={"is_error": False, "output": "text"}),
    )
    assert short(file) == [("read", ARGS, "text")]

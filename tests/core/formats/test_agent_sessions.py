"""Session files of coding agents whose messages hold calls and results."""

import json
from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines, short

ARGS = {"path": "a.txt"}
TEXT = {"type": "text", "text": "I look"}


def row(second: int, **message: Any) -> dict[str, Any]:
    return {"type": "message", "id": "m", "timestamp": f"2026-01-01T00:00:{second:02}Z", "message": message}


PI = [
    {"type": "session", "version": 3, "id": "s", "timestamp": "2026-01-01T00:00:00Z", "cwd": "/w"},
    row(0, role="user", content="look"),
    row(
        1,
        role="assistant",
        model="m",
        content=[TEXT, {"type": "toolCall", "id": "c1", "name": "read", "arguments": ARGS}],
        usage={"input": 5, "output": 7, "cacheRead": 4, "cacheWrite": 0, "cost": {"total": 0.5}},
    ),
    row(
        3,
        role="toolResult",
        toolCallId="c1",
        toolName="read",
        isError=True,
        content=[{"type": "text", "text": "no"}],
    ),
    {"type": "compaction", "summary": "so far"},
]
DROID = [
    {"type": "session_start", "id": "s", "title": "files", "cwd": "/w"},
    row(0, role="user", content=[{"type": "text", "text": "look"}]),
    row(1, role="assistant", content=[TEXT, {"type": "tool_use", "id": "c1", "name": "read", "input": ARGS}]),
    row(3, role="user", content=[{"type": "tool_result", "tool_use_id": "c1", "is_error": True, "content": "no"}]),
]
GOOSE = [
    {"working_dir": "/w", "description": "files"},
    {"role": "user", "created": 1767225600, "content": [{"type": "text", "text": "look"}]},
    {
        "role": "assistant",
        "created": 1767225601,
        "content": [
            TEXT,
            {
                "type": "toolRequest",
                "id": "c1",
                "toolCall": {"status": "success", "value": {"name": "read", "arguments": ARGS}},
            },
        ],
    },
    {
        "role": "user",
        "created": 1767225603,
        "content": [{"type": "toolResponse", "id": "c1", "toolResult": {"status": "error", "error": "no"}}],
    },
]
GEMINI = [
    {"sessionId": "s", "projectHash": "h", "startTime": "2026-01-01T00:00:00Z"},
    {"id": "1", "type": "user", "timestamp": "2026-01-01T00:00:00Z", "content": [{"text": "look"}]},
    {"id": "2", "type": "gemini", "timestamp": "2026-01-01T00:00:01Z", "content": "I look", "model": "m"},
    {
        "id": "2",
        "type": "gemini",
        "timestamp": "2026-01-01T00:00:01Z",
        "content": "I look",
        "model": "m",
        "toolCalls": [
            {
                "id": "c1",
                "name": "read",
                "args": ARGS,
                "status": "error",
                "timestamp": "2026-01-01T00:00:01Z",
                "result": [{"functionResponse": {"id": "c1", "name": "read", "response": {"error": "no"}}}],
            }
        ],
    },
    {"$set": {"summary": "files"}},
    {"$rewindTo": "1"},
]
LINES = {"pi": PI, "Factory droid": DROID, "goose": GOOSE, "Gemini CLI": GEMINI}


@pytest.mark.parametrize("lines", LINES.values(), ids=LINES)
def test_lines(lines: list[Any]) -> None:
    """Sessions that are kept in lines give the one failed call, in the turn that made it."""
    file = read_lines(*lines)
    (trace,) = file.traces
    (call,) = trace.calls
    assert (file.format, call.tool, call.args, call.call_id, call.error) == ("agent_sessions", "read", ARGS, "c1", "no")
    assert call.started == 1767225601.0
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "look", []),
        ("assistant", "I look", [0]),
    ]


def test_facts_of_pi() -> None:
    """Id, model, tokens, cost and times of a session of pi."""
    (trace,) = read_lines(*PI).traces
    assert (trace.id, trace.model, trace.cost, trace.input_tokens, trace.output_tokens) == ("s", "m", 0.5, 9, 7)
    assert (trace.calls[0].duration, trace.duration) == (2.0, 3.0)


def test_sessions_are_traces() -> None:
    """The head of another session starts a trace."""
    second = [{**PI[0], "id": "s2"}, *PI[1:]]
    assert [(trace.id, len(trace.calls)) for trace in read_lines(*PI, *second).traces] == [("s", 1), ("s2", 1)]


def part(**state: Any) -> dict[str, Any]:
    return {"type": "tool", "callID": "c1", "tool": "read", "state": {"input": ARGS, **state}}


def opencode(*parts: Any) -> dict[str, Any]:
    about = {
        "role": "assistant",
        "modelID": "m",
        "cost": 0.5,
        "time": {"created": 1767225600000},
        "tokens": {"input": 5, "output": 6, "reasoning": 1, "cache": {"read": 4, "write": 0}},
    }
    user = {"info": {"role": "user"}, "parts": [{"type": "text", "text": "look"}]}
    return {"info": {"id": "s", "title": "files"}, "messages": [user, {"info": about, "parts": list(parts)}]}


SPAN = {"start": 1767225601000, "end": 1767225603000}


@pytest.mark.parametrize(
    ("state", "result", "error", "duration"),
    [
        ({"status": "completed", "output": "text", "time": SPAN}, "text", None, 2.0),
        ({"status": "error", "error": "no", "time": SPAN}, "no", "no", 2.0),
        ({"status": "running", "time": {"start": 1767225601000}}, None, None, None),
        ({"status": "completed", "output": "text"}, "text", None, None),
    ],
    ids=["done", "failed", "running", "without times"],
)
def test_opencode(state: dict[str, Any], result: Any, error: str | None, duration: float | None) -> None:
    """A part holds the call, its state, result and times."""
    file = read(opencode(TEXT, part(**state)))
    (trace,) = file.traces
    (call,) = trace.calls
    assert (file.format, call.result, call.error, call.duration) == ("agent_sessions", result, error, duration)
    assert (trace.id, trace.model, trace.cost, trace.input_tokens, trace.output_tokens) == ("s", "m", 0.5, 9, 7)
    assert trace.metadata == {"title": "files"}


AMP_RESULT = {"type": "tool_result", "toolUseID": "c1", "run": {"status": "error", "error": {"message": "no"}}}
AMP = {
    "v": 3,
    "id": "T-1",
    "messages": [
        {"role": "user", "content": [{"type": "text", "text": "look"}]},
        {"role": "assistant", "content": [TEXT, {"type": "tool_use", "id": "c1", "name": "read", "input": ARGS}]},
        {"role": "user", "content": [AMP_RESULT]},
    ],
}
CALL = {"id": "c1", "type": "function", "function": {"name": "read", "arguments": json.dumps(ARGS)}}
CONTINUE = {
    "sessionId": "s",
    "title": "files",
    "history": [
        {"message": {"role": "user", "content": "look"}, "contextItems": []},
        {
            "message": {"role": "assistant", "content": "I look", "toolCalls": [CALL]},
            "contextItems": [],
            "toolCallStates": [{"toolCallId": "c1", "status": "errored", "output": [{"name": "x", "content": "no"}]}],
        },
        {"message": {"role": "tool", "content": "no", "toolCallId": "c1"}, "contextItems": []},
    ],
}
ZED_USE = {"id": "c1", "name": "read", "input": ARGS}
ZED_RESULT = {"tool_use_id": "c1", "tool_name": "read", "is_error": True, "content": {"Text": "no"}}
ZED_OLD = {
    "version": "0.2.0",
    "messages": [
        {"id": 0, "role": "user", "segments": [{"type": "text", "text": "look"}], "tool_uses": [], "tool_results": []},
        {"id": 1, "role": "assistant", "segments": [TEXT], "tool_uses": [ZED_USE], "tool_results": [ZED_RESULT]},
    ],
}
ZED = {
    "title": "files",
    "messages": [
        {"User": {"id": "u", "content": [{"Text": "look"}]}},
        {"Agent": {"content": [{"Text": "I look"}, {"ToolUse": ZED_USE}], "tool_results": {"c1": ZED_RESULT}}},
    ],
}
KIRO_USER = {"content": {"Prompt": {"prompt": "look"}}, "timestamp": "2026-01-01T00:00:00Z"}
KIRO_USE = {
    "ToolUse": {"message_id": "m", "content": "I look", "tool_uses": [{"id": "c1", "name": "read", "args": ARGS}]}
}
KIRO_NO = {"tool_use_id": "c1", "content": [{"Text": "no"}], "status": "Error"}
KIRO_RESULTS = {"content": {"ToolUseResults": {"tool_use_results": [KIRO_NO]}}}
KIRO_END = {"Response": {"message_id": "m2", "content": ""}}
KIRO = {
    "conversation_id": "k",
    "history": [{"user": KIRO_USER, "assistant": KIRO_USE}, {"user": KIRO_RESULTS, "assistant": KIRO_END}],
}
KIRO_PAIRS = {"conversation_id": "k", "history": [[KIRO_USER, KIRO_USE], [KIRO_RESULTS, KIRO_END]]}
OBJECTS = {"Kiro": KIRO, "Amazon Q": KIRO_PAIRS, "Amp": AMP, "Continue": CONTINUE, "older Zed": ZED_OLD, "Zed": ZED}


@pytest.mark.parametrize("session", OBJECTS.values(), ids=OBJECTS)
def test_objects(session: dict[str, Any]) -> None:
    """Sessions that are one object give the one failed call, in the turn that made it."""
    file = read(session)
    (trace,) = file.traces
    (call,) = trace.calls
    assert (file.format, call.tool, call.args, call.call_id, call.error) == ("agent_sessions", "read", ARGS, "c1", "no")
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "look", []),
        ("assistant", "I look", [0]),
    ]


def chat(*response: Any, **result: Any) -> dict[str, Any]:
    request = {
        "requestId": "r1",
        "message": {"text": "look"},
        "response": list(response),
        "timestamp": 1767225600000,
        "modelId": "m",
        "result": {"metadata": result},
    }
    return {"requesterUsername": "mia", "requests": [request]}


SHOWN = {"kind": "toolInvocationSerialized", "toolCallId": "c1", "toolId": "read", "isComplete": True}


def test_rounds_of_a_chat() -> None:
    """The rounds of a chat of Visual Studio Code hold arguments and results; what is shown beside them counts no more."""
    rounds = [{"response": "I look", "toolCalls": [{"id": "c1", "name": "read", "arguments": json.dumps(ARGS)}]}]
    file = read(chat(SHOWN, toolCallRounds=rounds, toolCallResults={"c1": {"content": [{"value": "text"}]}}))
    assert short(file) == [("read", ARGS, "text")]
    assert (file.format, file.traces[0].model, file.traces[0].started) == ("agent_sessions", "m", 1767225600.0)


def test_invocations_of_a_chat() -> None:
    """Without rounds the invocations that were shown count."""
    file = read(chat(SHOWN, {"value": "It says so."}))
    assert (short(file), [turn.text for turn in file.traces[0].turns]) == (
        [("read", {}, None)],
        ["look", "", "It says so."],
    )


def test_other_blocks_stay_with_their_readers() -> None:
    """Anthropic's blocks without any of these envelopes are read as Anthropic messages."""
    plain = {
        "messages": [{"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {}}]}]
    }
    file = read(plain)
    assert (file.format, len(calls(file))) == ("anthropic", 1)


def test_log_of_a_chat() -> None:
    """A chat that is kept as a log of changes is read as the last change left it."""
    whole = chat(SHOWN)
    (request,) = whole["requests"]
    rounds = [{"response": "", "toolCalls": [{"id": "c1", "name": "read", "arguments": "{}"}]}]
    file = read_lines(
        {"kind": 0, "v": {**whole, "sessionId": "s", "requests": []}},
        {"kind": 2, "k": ["requests"], "v": [{**request, "result": None}]},
        {"kind": 1, "k": ["requests", 0, "result"], "v": {"metadata": {"toolCallRounds": rounds}}},
        {"kind": 3, "k": ["requests", 0, "nowhere", 7]},
    )
    assert (file.format, file.traces[0].id, short(file)) == ("agent_sessions", "s", [("read", {}, None)])


CLINE = [
    {"role": "user", "content": [{"type": "text", "text": "<task>look</task>"}]},
    {
        "role": "assistant",
        "content": [{"type": "text", "text": "I look\n<read_file>\n<path>a.txt</path>\n</read_file>"}],
        "ts": 1767225601000,
    },
    {
        "role": "user",
        "content": [
            {"type": "text", "text": "[read_file for 'a.txt'] Result:"},
            {"type": "text", "text": "text"},
            {"type": "text", "text": "<environment_details>\n</environment_details>"},
        ],
        "ts": 1767225603000,
    },
]


def test_calls_as_tags() -> None:
    """Older histories of Cline hold calls as tags in the text, and results in the next message."""
    file = read(CLINE)
    (call,) = calls(file)
    assert (file.format, call.tool, call.args, call.result, call.duration) == (
        "agent_sessions",
        "read_file",
        ARGS,
        "text",
        2.0,
    )
    assert [turn.text for turn in file.traces[0].turns] == ["<task>look</task>", "I look"]


def test_arguments_of_tags() -> None:
    """Line breaks around a value go, those inside stay; arguments for an MCP server are JSON."""
    text = (
        '<use_mcp_tool><server_name>s</server_name><arguments>{"a": 1}</arguments></use_mcp_tool>'
        "<write_to_file><content>\na\n<b>\n</content></write_to_file>"
    )
    assert [call.args for call in calls(read([{"role": "assistant", "content": text}, CLINE[2]]))] == [
        {"server_name": "s", "arguments": {"a": 1}},
        {"content": "a\n<b>"},
    ]


def test_transcripts_of_cursor() -> None:
    """A line gives the role beside a message without one; calls have no id."""
    use = {"type": "tool_use", "name": "read", "input": ARGS}
    file = read_lines(
        {"role": "user", "message": {"content": [{"type": "text", "text": "look"}]}},
        {"role": "assistant", "message": {"content": [TEXT, use, use]}},
    )
    assert (file.format, short(file)) == ("agent_sessions", [("read", ARGS, None)] * 2)
    assert [turn.role for turn in file.traces[0].turns] == ["user", "assistant"]


def test_exported_conversations() -> None:
    """The export of claude.ai is a list of conversations, each with calls and results in one message."""
    blocks = [
        TEXT,
        {"type": "tool_use", "id": None, "name": "read", "input": ARGS},
        {"type": "tool_result", "name": "read", "content": [{"type": "text", "text": "no"}], "is_error": True},
    ]
    messages = [
        {"sender": "human", "text": "look", "content": [{"type": "text", "text": "look"}]},
        {"sender": "assistant", "text": "I look", "content": blocks},
    ]
    file = read([{"uuid": "c1", "name": "files", "chat_messages": messages}, {"uuid": "c2", "chat_messages": messages}])
    assert [(trace.id, [call.error for call in trace.calls]) for trace in file.traces] == [
        ("c1", ["no"]),
        ("c2", ["no"]),
    ]
    assert [turn.role for turn in file.traces[0].turns] == ["user", "assistant"]


def test_events_repeat_messages() -> None:
    """In the event stream of pi the end of a message counts; events that list messages again do not."""
    ends = [{**line, "type": "message_end"} for line in PI[1:4]]
    again = {"type": "agent_end", "messages": [line["message"] for line in PI[1:4]]}
    start = {"type": "message_start", "message": PI[2]["message"]}
    assert [call.error for call in calls(read_lines(PI[0], start, *ends, again))] == ["no"]


def test_whole_session_of_gemini() -> None:
    """A session of Gemini CLI that is one object belongs to the Gemini family."""
    file = read({"sessionId": "s", "projectHash": "h", "messages": [GEMINI[1], GEMINI[3]]})
    assert (file.format, [call.error for call in calls(file)]) == ("gemini", ["no"])

"""Sessions of coding agents that are kept in several files, or in lines of kinds and data."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines, short
from toolscore_core.formats import read_traces

ARGS = {"path": "a.txt"}
OPENCODE = {
    "storage/session/p/ses_1.json": {"id": "ses_1", "projectID": "p", "title": "files", "time": {"created": 1}},
    "storage/message/ses_1/msg_2.json": {
        "id": "msg_2",
        "sessionID": "ses_1",
        "role": "assistant",
        "modelID": "m",
        "time": {"created": 1767225601000},
        "tokens": {"input": 5, "output": 7, "cache": {"read": 4, "write": 0}},
    },
    "storage/message/ses_1/msg_1.json": {
        "id": "msg_1",
        "sessionID": "ses_1",
        "role": "user",
        "time": {"created": 1767225600000},
    },
    "storage/part/msg_1/prt_1.json": {
        "id": "prt_1",
        "sessionID": "ses_1",
        "messageID": "msg_1",
        "type": "text",
        "text": "look",
    },
    "storage/part/msg_2/prt_2.json": {
        "id": "prt_2",
        "sessionID": "ses_1",
        "messageID": "msg_2",
        "type": "tool",
        "callID": "c1",
        "tool": "read",
        "state": {"status": "completed", "input": ARGS, "output": "text"},
    },
}
STRANDS = {
    "session_s/session.json": {"session_id": "s", "session_type": "AGENT"},
    "session_s/agents/agent_a/messages/message_10.json": {
        "message_id": 10,
        "message": {
            "role": "user",
            "content": [{"toolResult": {"toolUseId": "c1", "status": "success", "content": [{"text": "text"}]}}],
        },
    },
    "session_s/agents/agent_a/messages/message_9.json": {
        "message_id": 9,
        "message": {
            "role": "assistant",
            "content": [{"toolUse": {"toolUseId": "c1", "name": "read", "input": ARGS}}],
        },
    },
}


@pytest.mark.parametrize("files", [OPENCODE, STRANDS], ids=["opencode", "strands"])
def test_one_file_for_each_message(files: dict[str, Any], tmp_path: Path) -> None:
    """Messages and parts in files of their own are one session, in the order of their numbers or times."""
    for name, value in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(value))
    file = read_traces(tmp_path)
    assert short(file) == [("read", ARGS, "text")]
    assert len(file.traces) == 1


def test_parts_of_a_session_in_other_folders(tmp_path: Path) -> None:
    """What the head of a session and its messages say holds for the trace."""
    for name, value in OPENCODE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(json.dumps(value))
    (trace,) = read_traces(tmp_path).traces
    assert (trace.id, trace.metadata["title"], trace.model, trace.input_tokens) == ("ses_1", "files", "m", 9)
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "look", []),
        ("assistant", "", [0]),
    ]


def test_sessions_of_a_folder_stay_apart(tmp_path: Path) -> None:
    """Files that hold whole sessions are read one by one."""
    call = {"type": "toolCall", "id": "c1", "name": "read", "arguments": ARGS}
    for name in ("one", "two"):
        lines = [
            {"type": "session", "id": name, "cwd": "/w"},
            {"type": "message", "id": "m", "timestamp": 1, "message": {"role": "assistant", "content": [call]}},
        ]
        (tmp_path / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)))
    file = read_traces(tmp_path)
    assert [(trace.id, len(trace.calls)) for trace in file.traces] == [("one", 1), ("two", 1)]


def kiro(kind: str, *blocks: tuple[str, Any], **more: Any) -> dict[str, Any]:
    content = [{"kind": name, "data": data} for name, data in blocks]
    return {"version": "v1", "kind": kind, "data": {"message_id": "m", "content": content, **more}}


def test_lines_of_kinds_and_data() -> None:
    """Lines of Kiro wrap every message and block in its kind."""
    result = {"toolUseId": "c1", "content": [{"kind": "text", "data": "no"}], "status": "error"}
    file = read_lines(
        kiro("Prompt", ("text", "look"), meta={"timestamp": 1767225600}),
        kiro("AssistantMessage", ("text", "I look"), ("toolUse", {"toolUseId": "c1", "name": "read", "input": ARGS})),
        kiro("ToolResults", ("toolResult", result)),
    )
    (call,) = calls(file)
    assert (file.format, call.tool, call.args, call.result, call.error) == ("agent_sessions", "read", ARGS, "no", "no")
    assert [(turn.role, turn.text) for turn in file.traces[0].turns] == [("user", "look"), ("assistant", "I look")]


ZED = {
    "messages": [
        {
            "Agent": {
                "content": [{"ToolUse": {"id": "c1", "name": "read", "input": ARGS}}],
                "tool_results": {
                    "c1": {"tool_use_id": "c1", "is_error": True, "content": {"Text": "no"}, "output": {"raw": 1}}
                },
            }
        }
    ],
    "model": {"provider": "p", "model": "m"},
    "cumulative_token_usage": {"input_tokens": 5, "output_tokens": 7, "cache_read_input_tokens": 4},
}
CONTINUE = {
    "history": [
        {
            "message": {
                "role": "assistant",
                "content": "",
                "toolCalls": [{"id": "c1", "function": {"name": "read", "arguments": json.dumps(ARGS)}}],
            },
            "contextItems": [],
            "toolCallStates": [{"toolCallId": "c1", "status": "errored", "output": [{"content": "no"}]}],
        }
    ],
    "chatModelTitle": "m",
    "usage": {"promptTokens": 9, "completionTokens": 7, "totalCost": 0.5},
}


@pytest.mark.parametrize("session", [ZED, CONTINUE], ids=["zed", "continue"])
def test_totals_of_a_session(session: dict[str, Any]) -> None:
    """Where no message gives them, model and tokens are those of the session; a result is what the model was told."""
    file = read(session)
    (trace,) = file.traces
    assert short(file) == [("read", ARGS, "no")]
    assert (trace.calls[0].error, trace.model, trace.input_tokens, trace.output_tokens) == ("no", "m", 9, 7)

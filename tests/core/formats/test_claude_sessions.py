"""Session logs of Claude Code and its kin: each message once, sub-agents under the call that started them."""

import io
import json
import zipfile
from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines, short
from toolscore_core.formats import read_traces

S = "11111111-0000-4000-8000-000000000001"
ARGS = {"path": "a.txt"}


def line(kind: str, message: Any, uuid: str, second: int = 0, **more: Any) -> dict[str, Any]:
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": None,
        "sessionId": S,
        "isSidechain": False,
        "timestamp": f"2026-01-01T00:00:{second:02}Z",
        "message": message,
        **more,
    }


def use(call_id: str, name: str = "Read", args: Any = ARGS, **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": args, **more}


def said(*blocks: Any, message_id: str = "msg_1", output: int = 5) -> dict[str, Any]:
    usage = {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": output}
    content = list(blocks)
    return {
        "id": message_id,
        "type": "message",
        "role": "assistant",
        "model": "claude-x",
        "content": content,
        "usage": usage,
    }


def answer(call_id: str, content: Any = "ok", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call_id, "content": content, **more}]}


TEXT = {"type": "text", "text": "I look"}
ASK = line("user", {"role": "user", "content": "look"}, "u1")


def test_one_message_over_several_lines() -> None:
    """Lines with the same message id make one turn of parallel calls; tokens count once, as the last line has them."""
    file = read_lines(
        ASK,
        line("assistant", said(TEXT, output=1), "a1", 1),
        line("assistant", said(use("t1"), output=1), "a2", 2),
        line("user", answer("t1"), "u2", 4),
        line("assistant", said(use("t2", "Grep"), output=30), "a3", 5),
        line("user", answer("t2", "no match", is_error=True), "u3", 6),
    )
    (trace,) = file.traces
    assert (file.format, trace.id, trace.model) == ("claude_sessions", S, "claude-x")
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "look", []),
        ("assistant", "I look", [0, 1]),
    ]
    assert [(call.tool, call.duration, call.error) for call in trace.calls] == [
        ("Read", 2.0, None),
        ("Grep", 1.0, "no match"),
    ]
    assert (trace.input_tokens, trace.output_tokens, trace.cached_tokens, trace.duration) == (100, 30, 90, 6.0)


def test_repeated_lines_count_once() -> None:
    """Lines copied when a session goes on repeat the id and the message; another message under the same id counts."""
    first = line("assistant", said(use("t1")), "a1", 1)
    other = line("assistant", said(use("t9"), message_id="msg_9"), "a1", 2)
    assert [call.call_id for call in calls(read_lines(ASK, first, ASK, first, other))] == ["t1", "t9"]


def test_abandoned_branches_count() -> None:
    """A call on a branch that the user went back from was made all the same."""
    file = read_lines(
        ASK,
        line("assistant", said(use("t1")), "a1", 1, parentUuid="u1"),
        line("assistant", said(use("t2"), message_id="msg_2"), "a2", 2, parentUuid="u1"),
    )
    assert [call.call_id for call in calls(file)] == ["t1", "t2"]


TASK = {"subagent_type": "finder", "prompt": "find it"}


def test_sub_agent_by_result() -> None:
    """The result of a call names the agent whose lines carry its id."""
    file = read_lines(
        line("assistant", said(use("t1", "Agent", TASK)), "a1", 1),
        line("user", {"role": "user", "content": "go"}, "s1", 2, isSidechain=True, agentId="ag1"),
        line("assistant", said(use("t2"), message_id="m2"), "s2", 3, isSidechain=True, agentId="ag1"),
        line("user", answer("t1"), "u2", 9, toolUseResult={"agentId": "ag1", "status": "completed"}),
    )
    outer, inner = calls(file)
    assert (inner.agent, inner.parent_id, outer.agent, outer.metadata) == ("finder", "t1", None, {"agent_id": "ag1"})


def test_sub_agents_by_prompt() -> None:
    """Without ids a side chain belongs to the call whose prompt it starts with; the same prompt twice goes in order."""
    two = said(use("t1", "Task", TASK), use("t2", "Task", TASK))
    chains = [
        row
        for name in ("x", "y")
        for row in (
            line("user", {"role": "user", "content": "find it"}, f"{name}1", 2, isSidechain=True),
            line(
                "assistant",
                said(use(f"{name}c"), message_id=f"m{name}"),
                f"{name}2",
                3,
                isSidechain=True,
                parentUuid=f"{name}1",
            ),
        )
    ]
    found = calls(read_lines(line("assistant", two, "a1", 1), *chains))
    assert [(call.call_id, call.agent, call.parent_id) for call in found[2:]] == [
        ("xc", "finder", "t1"),
        ("yc", "finder", "t2"),
    ]


def test_progress_repeats_the_sub_agent() -> None:
    """Progress lines repeat what a sub-agent said: alone they give its calls, beside its own lines they add nothing."""
    inner = {"type": "assistant", "uuid": "s2", "message": said(use("t2"), message_id="m2")}
    progress = {
        "type": "progress",
        "sessionId": S,
        "parentToolUseID": "t1",
        "data": {"type": "agent_progress", "agentId": "ag1", "message": inner},
    }
    start = line("assistant", said(use("t1", "Agent", TASK)), "a1", 1)
    own = line("assistant", said(use("t2"), message_id="m2"), "s2", 3, isSidechain=True, agentId="ag1")
    assert [call.parent_id for call in calls(read_lines(start, progress))] == [None, "t1"]
    assert [call.parent_id for call in calls(read_lines(start, progress, own))] == [None, "t1"]


def test_sessions_are_traces() -> None:
    """Lines of several sessions make several traces, each in its order; a line that names none goes with the one before."""
    other = {**line("assistant", said(use("t2"), message_id="m2"), "b1"), "sessionId": "other"}
    title = {"type": "ai-title", "aiTitle": "Files", "sessionId": S}
    file = read_lines(title, ASK, other, line("assistant", said(use("t1")), "a1", 1), {"type": "queue-operation"})
    assert [(trace.id, [call.call_id for call in trace.calls]) for trace in file.traces] == [
        (S, ["t1"]),
        ("other", ["t2"]),
    ]
    assert file.traces[0].metadata["title"] == "Files"
    assert [(skipped.reason, skipped.count) for skipped in file.skipped] == [("line without a message", 1)]


def test_odd_lines() -> None:
    """Bare values, lines without a message, and messages written by the program itself do no harm."""
    synthetic = {**said(TEXT, message_id="m9"), "model": "<synthetic>"}
    summary = line("user", {"role": "user", "content": "so far"}, "u9", isCompactSummary=True)
    file = read_lines(
        "text", 3, [1], {"silly": "this"}, line("assistant", None, "a0"), line("assistant", synthetic, "a9"), summary
    )
    (trace,) = file.traces
    assert (trace.model, [(turn.role, turn.text) for turn in trace.turns]) == (
        None,
        [("assistant", "I look"), ("system", "so far")],
    )


def test_export() -> None:
    """An exported session is one object."""
    file = read({"loglines": [ASK, line("assistant", said(use("t1")), "a1"), line("user", answer("t1"), "u2")]})
    assert (file.format, short(file)) == ("claude_sessions", [("Read", ARGS, "ok")])


INIT = {"type": "system", "subtype": "init", "session_id": "s1", "model": "claude-x", "tools": ["Read"]}
SPOKEN = {"type": "assistant", "message": said(use("t1", "Task", TASK)), "session_id": "s1", "parent_tool_use_id": None}
INNER = {"type": "assistant", "message": said(use("t2"), message_id="m2"), "parent_tool_use_id": "t1"}
DONE = {"type": "user", "message": answer("t1")}
END = {
    "type": "result",
    "subtype": "success",
    "is_error": False,
    "duration_ms": 1500,
    "num_turns": 2,
    "total_cost_usd": 0.25,
    "usage": {"input_tokens": 7, "output_tokens": 9},
    "session_id": "s1",
}
STREAM = [INIT, SPOKEN, INNER, DONE, END]


@pytest.mark.parametrize("wrapped", [False, True], ids=["stream", "recorded connection"])
def test_agent_sdk(wrapped: bool) -> None:
    """A stream of the Agent SDK; a recorded connection wraps each line beside its direction."""
    control: Any = {"type": "control_request", "request": {"subtype": "hook", "tool_name": "Read", "tool_input": ARGS}}
    rows = [*STREAM[:2], control, *STREAM[2:]]
    file = read([{"direction": "received", "message": row} for row in rows] if wrapped else rows)
    (trace,) = file.traces
    assert [(call.tool, call.agent, call.parent_id, call.result) for call in trace.calls] == [
        ("Task", None, None, "ok"),
        ("Read", "finder", "t1", None),
    ]
    assert (trace.cost, trace.duration, trace.outcome, trace.id) == (0.25, 1.5, "success", "s1")
    assert (trace.input_tokens, trace.output_tokens) == (7, 9)


def test_models_of_a_run() -> None:
    """Tokens by model, where the end of a run lists them, hold those of sub-agents too."""
    counts = {"inputTokens": 1, "cacheReadInputTokens": 20, "cacheCreationInputTokens": 300, "outputTokens": 4}
    file = read_lines(*STREAM[:-1], {**END, "modelUsage": {"a": counts, "b": {"outputTokens": 6}, "c": None}})
    assert (file.traces[0].input_tokens, file.traces[0].output_tokens, file.traces[0].cached_tokens) == (321, 10, 20)


def streamed(*events: Any) -> list[dict[str, Any]]:
    return [
        {"type": "stream_event", "event": event, "session_id": "s1", "parent_tool_use_id": None} for event in events
    ]


PIECES = streamed(
    {"type": "message_start", "message": {**said(message_id="m7"), "content": []}},
    {"type": "content_block_start", "index": 0, "content_block": {**use("t7"), "input": {}}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": '{"path": "b"}'}},
    {"type": "content_block_stop", "index": 0},
)


def test_streamed_pieces() -> None:
    """Pieces are left out where the whole message follows, and put together where it does not."""
    assert short(read_lines(INIT, *PIECES)) == [("Read", {"path": "b"}, None)]
    whole = {"type": "assistant", "message": said(use("t7", args={"path": "b"}), message_id="m7"), "session_id": "s1"}
    assert short(read_lines(INIT, *PIECES, whole)) == [("Read", {"path": "b"}, None)]
    answered = read_lines(INIT, *PIECES, {"type": "user", "message": answer("t7"), "session_id": "s1"})
    assert short(answered) == [("Read", {"path": "b"}, "ok")]


def test_gemini_contents() -> None:
    """The same envelope around Gemini contents, with the outcome of a call and the tokens beside them."""
    part = {"functionCall": {"id": "c1", "name": "read_file", "args": ARGS}}
    usage = {"promptTokenCount": 10, "candidatesTokenCount": 3}
    spoken = line("assistant", {"role": "model", "parts": [part]}, "a1", 1, model="q", usageMetadata=usage)
    given = {"functionResponse": {"id": "c1", "name": "read_file", "response": {"output": "none"}}}
    result = line(
        "tool_result", {"role": "user", "parts": [given]}, "r1", 3, toolCallResult={"callId": "c1", "status": "error"}
    )
    file = read_lines(spoken, result)
    (call,) = calls(file)
    assert (file.format, call.tool, call.args, call.duration, call.is_error) == (
        "claude_sessions",
        "read_file",
        ARGS,
        2.0,
        True,
    )
    assert (file.traces[0].model, file.traces[0].input_tokens, file.traces[0].output_tokens) == ("q", 10, 3)


def test_run_inside_an_object() -> None:
    """A recorded run keeps its lines under a key of its own."""
    file = read({"name": "run", "events": STREAM})
    assert (file.format, len(file.traces), len(calls(file)), file.traces[0].cost) == ("claude_sessions", 1, 2, 0.25)


def test_cost_on_lines() -> None:
    """Older versions write the cost of a message on its lines; several lines of one message cost once."""
    rows = [line("assistant", said(TEXT), "a1", costUSD=0.25), line("assistant", said(use("t1")), "a2", costUSD=0.25)]
    more = line("assistant", said(use("t2"), message_id="m2"), "a3", costUSD=0.5)
    assert read_lines(*rows, more).traces[0].cost == 0.75


@pytest.mark.parametrize("own", [S, "agent-ag1"], ids=["session of the caller", "session of its own"])
def test_files_of_sub_agents(own: str) -> None:
    """A sub-agent's file beside the session belongs to it; its calls stand where their time says."""
    started = line("assistant", said(use("t1", "Agent", TASK)), "a1", 1)
    result = line("user", answer("t1"), "u2", 9, toolUseResult={"agentId": "ag1"})
    after = line("assistant", said(use("t3"), message_id="m3"), "a3", 10)
    note = {"type": "summary", "summary": "Files", "leafUuid": "a3"}
    about = {"sessionId": own, "isSidechain": True, "agentId": "ag1"}
    inner = [
        line("user", {"role": "user", "content": "go"}, "s1", 2, **about),
        line("assistant", said(use("t2"), message_id="m2"), "s2", 3, **about),
    ]
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, rows in (("s.jsonl", [note, started, result, after]), ("s/subagents/agent-ag1.jsonl", inner)):
            archive.writestr(name, "\n".join(map(json.dumps, rows)))
    (trace,) = read_traces(packed.getvalue(), name="project.zip").traces
    assert [(call.call_id, call.agent, call.parent_id) for call in trace.calls] == [
        ("t1", None, None),
        ("t2", "finder", "t1"),
        ("t3", None, None),
    ]
    assert (trace.id, trace.metadata["title"]) == (S, "Files")


def test_dumped_fields() -> None:
    """Messages of the SDK for Python, dumped as their fields, have no types."""
    result = {"tool_use_id": "t1", "content": "ok", "is_error": True}
    called = {"content": [{"text": "I look"}, {"id": "t1", "name": "Read", "input": ARGS}], "model": "claude-x"}
    end = {key: value for key, value in END.items() if key != "type"}
    file = read_lines(
        {"subtype": "init", "data": INIT},
        {**called, "parent_tool_use_id": None},
        {"content": [result], "parent_tool_use_id": None},
        end,
    )
    (trace,) = file.traces
    assert [(call.tool, call.args, call.error) for call in trace.calls] == [("Read", ARGS, "ok")]
    assert (file.format, trace.turns[0].text, trace.model, trace.cost) == (
        "claude_sessions",
        "I look",
        "claude-x",
        END["total_cost_usd"],
    )

"""Rollouts of Codex: calls from items alone, and what events add to them."""

import json
from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines, short

META = {"type": "session_meta", "timestamp": "2026-01-01T00:00:00Z", "payload": {"id": "th1", "cwd": "/w"}}
CONTEXT = {"type": "turn_context", "timestamp": "2026-01-01T00:00:00Z", "payload": {"model": "gpt-x"}}
ARGS = {"command": ["ls"]}


def item(second: int = 1, **payload: Any) -> dict[str, Any]:
    return {"type": "response_item", "timestamp": f"2026-01-01T00:00:{second:02}Z", "payload": payload}


def event(**payload: Any) -> dict[str, Any]:
    return {"type": "event_msg", "timestamp": "2026-01-01T00:00:30Z", "payload": payload}


def call(call_id: str = "c1", name: str = "shell", second: int = 1) -> dict[str, Any]:
    return item(second, type="function_call", call_id=call_id, name=name, arguments=json.dumps(ARGS))


def output(value: Any, call_id: str = "c1", second: int = 3) -> dict[str, Any]:
    return item(second, type="function_call_output", call_id=call_id, output=value)


def packed(code: Any, seconds: Any = 0.5) -> str:
    return json.dumps({"output": "listing", "metadata": {"exit_code": code, "duration_seconds": seconds}})


@pytest.mark.parametrize(
    ("value", "result", "failed", "duration"),
    [
        ("Exit code: 1\nlisting", "Exit code: 1\nlisting", False, 2.0),
        (packed(0), "listing", False, 0.5),
        (packed(2), "listing", True, 0.5),
        (packed(None, None), "listing", False, 2.0),
        ({"content": "listing", "success": False}, "listing", True, 2.0),
        ({"content": "listing", "success": True}, "listing", False, 2.0),
        ([{"type": "input_text", "text": "listing"}], "listing", False, 2.0),
        ('{"files": 3}', '{"files": 3}', False, 2.0),
    ],
)
def test_results(value: Any, result: str, failed: bool, duration: float) -> None:
    """A result is unpacked; exit code and flag tell of a failure, a text never does."""
    (found,) = calls(read_lines(META, CONTEXT, call(), output(value)))
    assert (found.result, found.is_error, found.duration) == (result, failed, duration)


def test_whole_thread() -> None:
    """Id, model, tokens, outcome and turns of a thread."""
    total = {"input_tokens": 90, "cached_input_tokens": 40, "output_tokens": 9, "reasoning_output_tokens": 3}
    last = {"input_tokens": 50, "output_tokens": 4}
    file = read_lines(
        META,
        CONTEXT,
        item(type="message", role="user", content=[{"type": "input_text", "text": "list"}]),
        event(type="user_message", message="list"),
        call(),
        call("c2"),
        output("a"),
        output("b", "c2"),
        item(4, type="message", role="assistant", content=[{"type": "output_text", "text": "done"}]),
        event(type="agent_message", message="done"),
        event(type="token_count", info={"total_token_usage": {"input_tokens": 1}}),
        event(type="token_count", info={"total_token_usage": total, "last_token_usage": last}),
        event(type="token_count", info=None),
        event(type="task_complete", last_agent_message="done"),
    )
    (trace,) = file.traces
    assert (file.format, trace.id, trace.model, trace.outcome) == ("codex", "th1", "gpt-x", "completed")
    assert (trace.input_tokens, trace.cached_tokens, trace.output_tokens, trace.reasoning_tokens) == (90, 40, 9, 3)
    assert [(turn.role, turn.text, turn.calls, turn.input_tokens) for turn in trace.turns] == [
        ("user", "list", [], None),
        ("assistant", "", [0, 1], None),
        ("assistant", "done", [], 50),
    ]


@pytest.mark.parametrize(
    ("end", "error", "duration"),
    [
        ({"type": "exec_command_end", "exit_code": 1, "stderr": "no", "duration": {"secs": 1, "nanos": 500_000_000}}, "no", 1.5),
        ({"type": "exec_command_end", "exit_code": 0, "stderr": "warned", "duration": {"secs": 1, "nanos": 0}}, None, 1.0),
        ({"type": "mcp_tool_call_end", "result": {"Err": "refused"}}, "refused", 2.0),
        ({"type": "mcp_tool_call_end", "result": {"Ok": {"content": [{"type": "text", "text": "bad"}], "isError": True}}}, "bad", 2.0),
        ({"type": "patch_apply_end", "success": False, "stderr": "no such line"}, "no such line", 2.0),
    ],
)  # fmt: skip
def test_events_add_to_calls(end: dict[str, Any], error: str | None, duration: float) -> None:
    """The event at the end of a call says whether it failed and how long it took; it is no call."""
    (found,) = calls(read_lines(META, call(), event(call_id="c1", **end), output("given")))
    assert (found.result, found.error, found.duration) == ("given", error, duration)


def test_other_kinds_of_calls() -> None:
    """Custom, shell, search and older calls; the provider's own are marked."""
    file = read_lines(
        META,
        item(type="custom_tool_call", call_id="c1", name="apply_patch", input="*** Begin Patch"),
        item(type="local_shell_call", call_id="c2", status="completed", action={"type": "exec", "command": ["ls"]}),
        output("a", "c2"),
        item(type="web_search_call", id="ws1", status="completed", action={"type": "search", "query": "q"}),
        item(type="tool_call", id="c3", function={"name": "shell"}, arguments=ARGS),
        item(type="tool_result", tool_call_id="c3", output="b"),
        item(type="reasoning", encrypted_content="..."),
    )
    assert short(file) == [
        ("apply_patch", {"input": "*** Begin Patch"}, None),
        ("local_shell_call", {"type": "exec", "command": ["ls"]}, "a"),
        ("web_search_call", {"type": "search", "query": "q"}, None),
        ("shell", ARGS, "b"),
    ]
    assert [found.provider_executed for found in calls(file)] == [False, False, True, False]


def test_repeats_count_once() -> None:
    """A history that stands in place of a compacted one, and items written again, are no new calls."""
    history = {"message": "so far", "replacement_history": [call()["payload"]]}
    file = read_lines(META, call(), output("a"), {"type": "compacted", "payload": history}, call(), output("a"))
    assert short(file) == [("shell", ARGS, "a")]
    assert [(turn.role, turn.text) for turn in file.traces[0].turns] == [("assistant", ""), ("system", "so far")]


def test_same_id_again() -> None:
    """Another call under an id that was used before counts."""
    assert [found.tool for found in calls(read_lines(META, call(), call(name="read")))] == ["shell", "read"]


def head(own: str, **more: Any) -> dict[str, Any]:
    return {**META, "payload": {"id": own, **more}}


def test_sub_agent() -> None:
    """A thread that another one started says so in its head; the copied head of that other one starts no trace."""
    spawn = {"parent_thread_id": "th1", "depth": 1, "agent_role": "explorer"}
    file = read_lines(head("th2", source={"subagent": {"thread_spawn": spawn}}), META, call())
    (trace,) = file.traces
    assert (trace.id, trace.calls[0].agent, trace.metadata["parent_thread_id"]) == ("th2", "explorer", "th1")


def test_threads_are_traces() -> None:
    """The head of another session starts a trace; that of the session it came from, or its own again, does not."""
    file = read_lines(META, call(), META, call("c2"), head("th9"), call("c3"), head("th10", forked_from_id="th9"), META)
    assert [(trace.id, len(trace.calls)) for trace in file.traces] == [("th1", 2), ("th9", 1), ("th10", 0), ("th1", 0)]


def test_oldest_files() -> None:
    """A head without a type, then bare items."""
    start = {"id": "old", "timestamp": "2025-05-01T00:00:00Z", "instructions": None}
    user = {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "list"}]}
    file = read_lines(start, {"record_type": "state"}, user, call()["payload"], output(packed(0))["payload"])
    assert (file.format, file.traces[0].id, short(file)) == ("codex", "old", [("shell", ARGS, "listing")])


def test_first_files() -> None:
    """A session that is one object: its head and its items."""
    items = [call()["payload"], output(packed(2))["payload"]]
    (trace,) = read(
        {"session": {"id": "old", "timestamp": "2025-05-01T00:00:00Z", "instructions": ""}, "items": items}
    ).traces
    assert (trace.id, trace.format, trace.calls[0].args, trace.calls[0].error) == ("old", "codex", ARGS, "listing")


@pytest.mark.parametrize(
    ("head", "failed"),
    [
        ("Exit code: 2\nWall time: 0.5 seconds\nOutput:\n", True),
        ("Exit code: 0\nWall time: 0.5 seconds\nOutput:\n", False),
        ("Chunk ID: a1\nWall time: 0.5 seconds\nProcess exited with code 1\nOutput:\n", True),
        ("Wall time: 0.5 seconds\nProcess running with session ID 7\nOutput:\n", False),
    ],
)
def test_results_as_text(head: str, failed: bool) -> None:
    """What stands before the output of a command says how it ended and how long it took."""
    (made,) = calls(read_lines(META, call(), output(head + "listing")))
    assert (made.is_error, made.duration, made.result) == (failed, 0.5, head + "listing")


def test_other_texts_are_no_heads() -> None:
    """An output that only speaks of exit codes is no failure."""
    (made,) = calls(read_lines(META, call(), output("the Exit code: 2\nWall time: 0.5 seconds\n")))
    assert not made.is_error

"""Lines of coding agents that have no type of their own: hooks, and notifications of the Codex app server."""

from typing import Any

from tests.core.formats.reading_help import calls, read, read_lines, short

ARGS = {"command": "ls"}
ODD: tuple[Any, ...] = (None, 3, [], {}, "x")


def hook(kind: str, **more: Any) -> dict[str, Any]:
    own = {"session_id": "s", "hook_event_name": kind, "cwd": "/w"}
    return {**own, **({"tool_name": "Bash", "tool_input": ARGS} if "ToolUse" in kind else {}), **more}


def test_hooks_tell_of_a_call_twice() -> None:
    """What a hook is told before and after a call is one call; one that no hook was told of before counts too."""
    file = read_lines(
        hook("UserPromptSubmit", prompt="look"),
        hook("PreToolUse", tool_use_id="c1"),
        hook("PostToolUse", tool_use_id="c1", tool_response={"stdout": "a"}),
        hook("PostToolUseFailure", tool_use_id="c2", error="no", agent_type="helper"),
    )
    assert short(file) == [("Bash", ARGS, {"stdout": "a"}), ("Bash", ARGS, "no")]
    assert [(call.error, call.agent) for call in calls(file)] == [(None, None), ("no", "helper")]
    assert (file.format, file.traces[0].id, file.traces[0].turns[0].text) == ("agent_events", "s", "look")


def test_hooks_without_ids() -> None:
    """Older hooks name a call only by what it is."""
    file = read_lines(hook("PreToolUse"), hook("PostToolUse", tool_response="a"))
    assert short(file) == [("Bash", ARGS, "a")]


def notice(method: str, **params: Any) -> dict[str, Any]:
    return {"method": method, "params": {"threadId": "th", **params}}


def test_notifications_about_a_thread() -> None:
    """The Codex app server writes items as `codex exec` does, in the other spelling."""
    item = {"type": "commandExecution", "id": "i1", "command": "ls"}
    done = {**item, "aggregatedOutput": "no", "exitCode": 1, "status": "failed"}
    counts = {"inputTokens": 9, "outputTokens": 7, "cachedInputTokens": 4}
    file = read_lines(
        notice("turn/started"),
        notice("item/started", item=item),
        notice("item/completed", item=done),
        notice("thread/tokenUsage/updated", tokenUsage={"total": counts}),
    )
    (call,) = calls(file)
    assert (call.tool, call.args, call.result, call.error) == ("command_execution", ARGS, "no", "no")
    assert (file.traces[0].id, file.traces[0].input_tokens, file.traces[0].cached_tokens) == ("th", 9, 4)


def test_sessions_of_forks() -> None:
    """Forks of the Gemini command line give the model's messages a type of their own."""
    made = {"id": "c1", "name": "ls", "args": ARGS, "status": "error", "result": []}
    messages = [{"type": "user", "content": "look"}, {"type": "fork", "content": "", "toolCalls": [made]}]
    (call,) = calls(read({"sessionId": "s", "messages": messages}))
    assert (call.tool, call.args, call.is_error) == ("ls", ARGS, True)


def test_odd_values() -> None:
    """Values of any type where others are expected give no call, or one without arguments."""
    for odd in ODD:
        file = read_lines(hook("PreToolUse", tool_input=odd), notice("item/started", item=odd), hook("PreToolUse"))
        assert [call.tool for call in calls(file)] == ["Bash", "Bash"]

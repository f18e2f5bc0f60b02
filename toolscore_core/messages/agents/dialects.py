"""The dialects in which coding agents write their events.

Sources: https://github.com/github/copilot-sdk (session events of Copilot CLI);
https://github.com/openai/codex/blob/main/codex-rs/exec/src/exec_events.rs;
https://github.com/google-gemini/gemini-cli/blob/main/packages/core/src/output/types.ts;
https://cursor.com/docs/cli/reference/output-format; https://opencode.ai/docs/cli;
https://docs.factory.ai/cli/droid-exec/overview;
https://platform.claude.com/docs/en/managed-agents/events-and-streaming.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from toolscore_core.messages.agents.events import (
    Answered,
    Called,
    CallPlaces,
    Dialect,
    Event,
    Noted,
    ResultPlaces,
    Said,
    at,
    calls_at,
    mapping_at,
    result_at,
    text_at,
)
from toolscore_core.messages.agents.kimi import KIMI
from toolscore_core.messages.agents.opencode import answer_of_state, opencode_usage
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.tally import Tally, amount_of, count_of

_COPILOT_CALLS = {
    "assistant.message": CallPlaces(
        "name", "arguments", "toolCallId", "parentToolCallId", "data.toolRequests", "data.parentToolCallId"
    ),
    "tool.execution_start": CallPlaces("data.toolName", "data.arguments", "data.toolCallId", "data.parentToolCallId"),
}
_COPILOT_RESULT = ResultPlaces(
    "data.toolCallId",
    ("data.result.content", "data.result", "data.error.message", "data.error"),
    "data.success",
    (False,),
    "data.error.message",
    "data.toolTelemetry.metrics.durationMs",
)


def _copilot(line: dict[str, Any]) -> Iterator[Event]:
    kind, time, data = line["type"], line.get("timestamp"), line.get("data")
    if not isinstance(data, dict):
        return
    if kind in ("user.message", "assistant.message", "system.message"):
        role = kind.partition(".")[0]
        model = text_at(data, "model")
        yield Noted(used=Tally(output_tokens=count_of(data, "outputTokens")), model=model, is_step=role == "assistant")
        yield Said(role, text_of_content(data.get("content")), time, model)
    if kind in _COPILOT_CALLS:
        is_started = kind != "assistant.message"
        yield from calls_at(line, _COPILOT_CALLS[kind], time if is_started else None, None if is_started else time)
    elif kind == "tool.execution_complete":
        yield result_at(line, _COPILOT_RESULT, time)
    elif kind == "session.start":
        about = {key: data[key] for key in ("copilotVersion", "producer") if isinstance(data.get(key), str)}
        yield Noted(text_at(data, "sessionId"), text_at(data, "selectedModel"), metadata=about)
    elif kind == "subagent.started" and (call_id := text_at(data, "toolCallId")) is not None:
        yield Noted(agents={call_id: text_at(data, "agentName") or ""})
    elif kind == "session.shutdown":
        tokens = {name: count_of(mapping_at(data, f"tokenDetails.{name}"), "tokenCount") for name in _SHUTDOWN}
        read = [count for name, count in tokens.items() if name != "output" and count is not None]
        total = Tally(sum(read), tokens["output"], tokens["cache_read"]) if read or tokens["output"] else None
        yield Noted(total=total, outcome=data.get("shutdownType"))


_SHUTDOWN = ("input", "output", "cache_read", "cache_write")
_CODEX_ITEMS: Mapping[str, tuple[str, ...]] = {
    "command_execution": ("command",),
    "file_change": ("changes",),
    "web_search": ("query",),
    "collab_tool_call": ("prompt", "receiver_thread_ids"),
}
"""Items of Codex that are calls, with the keys of their arguments; a call of an MCP server names its own."""


def _codex_exec(line: dict[str, Any]) -> Iterator[Event]:
    kind, time, item = line["type"], line.get("timestamp"), line.get("item")
    if kind == "thread.started":
        yield Noted(text_at(line, "thread_id"))
    elif kind == "turn.completed":
        usage = line.get("usage")
        if isinstance(usage, dict):
            read, written = count_of(usage, "input_tokens"), count_of(usage, "output_tokens")
            yield Noted(
                used=Tally(read, written, count_of(usage, "cached_input_tokens")), outcome="completed", is_step=True
            )
    elif kind == "turn.failed":
        yield Noted(outcome="failed", is_step=True)
    elif isinstance(item, dict) and kind in ("item.started", "item.completed"):
        own, name = text_at(item, "id"), item.get("type", item.get("item_type"))
        if name in ("agent_message", "assistant_message") and kind == "item.completed":
            yield Said("assistant", text_of_content(item.get("text")), time)
        elif name == "mcp_tool_call":
            about = {"server": item["server"]} if isinstance(item.get("server"), str) else {}
            yield Called(item.get("tool"), item.get("arguments"), own, time, metadata=about)
        elif isinstance(name, str) and name in _CODEX_ITEMS:
            args = {key: item[key] for key in _CODEX_ITEMS[name] if item.get(key) is not None}
            tool = text_at(item, "tool") or name
            yield Called(tool, args, own, time, provider_executed=name == "web_search")
        else:
            return
        if kind == "item.completed" and name not in ("agent_message", "assistant_message"):
            yield _codex_end(item, own, time)


def _codex_end(item: dict[str, Any], own: str | None, time: Any) -> Answered:
    failed = item.get("status") in ("failed", "declined") or item.get("exit_code") not in (None, 0)
    found = (at(item, path) for path in ("aggregated_output", "result.content", "result", "agents_states", "status"))
    value = next((one for one in found if one is not None), None)
    text = text_of_content(value)
    error = text_at(item, "error.message") or text
    return Answered(text or value, own, time, failed, error if failed else None)


_GEMINI_CALL = CallPlaces("tool_name", "parameters", "tool_id")
_GEMINI_RESULT = ResultPlaces("tool_id", ("output", "error.message"), "status", ("error",), "error.message")


def _gemini_stream(line: dict[str, Any]) -> Iterator[Event]:
    kind, time = line["type"], line.get("timestamp")
    if kind == "init":
        yield Noted(text_at(line, "session_id"), text_at(line, "model"))
    elif kind == "message":
        goes_on = line.get("delta") is True
        yield Said(str(line.get("role")), text_of_content(line.get("content")), time, goes_on=goes_on)
    elif kind == "tool_use":
        yield from calls_at(line, _GEMINI_CALL, time)
    elif kind == "tool_result":
        yield result_at(line, _GEMINI_RESULT, time)
    elif kind == "result":
        counts = mapping_at(line, "stats")
        read, written = count_of(counts, "input_tokens"), count_of(counts, "output_tokens")
        total = None if read is None and written is None else Tally(read, written, count_of(counts, "cached"))
        yield Noted(total=total, outcome=line.get("status"))


_DROID_CALL = CallPlaces("toolName", "parameters", "id")
_DROID_RESULT = ResultPlaces("id", ("value", "error.message", "error"), "isError", (True,), "error.message")


def _droid(line: dict[str, Any]) -> Iterator[Event]:
    kind, time = line["type"], line.get("timestamp")
    if kind == "system":
        yield Noted(text_at(line, "session_id"), text_at(line, "model"))
    elif kind == "message":
        yield Said(str(line.get("role")), text_of_content(line.get("text")), time)
    elif kind == "tool_call":
        named = line if text_at(line, "toolName") else {**line, "toolName": line.get("toolId")}
        yield from calls_at(named, _DROID_CALL, time)
    elif kind == "tool_result":
        yield result_at(line, _DROID_RESULT, time)
    elif kind == "completion":
        yield Noted(outcome="completed")


def _cursor(line: dict[str, Any]) -> Iterator[Event]:
    kind, time = line["type"], line.get("timestamp_ms", line.get("timestamp"))
    if kind == "system":
        yield Noted(text_at(line, "session_id"), text_at(line, "model"))
    elif kind in ("user", "assistant"):
        yield Said(kind, text_of_content(at(line, "message.content")), time)
    elif kind == "result":
        yield Noted(outcome=line.get("subtype"))
    elif kind == "tool_call" and isinstance(line.get("tool_call"), dict):
        key, body = next(iter(line["tool_call"].items()), ("", None))
        own, args = text_at(line, "call_id"), at(body, "args")
        if key == "function":
            yield Called(at(body, "name"), at(body, "arguments"), own, time)
        elif key == "mcpToolCall":
            yield Called(at(args, "toolName") or at(args, "name"), at(args, "args"), own, time)
        else:
            yield Called(key.removesuffix("ToolCall"), args, own, time)
        if line.get("subtype") == "completed":
            result = at(body, "result")
            how, value = next(iter(result.items()), ("", None)) if isinstance(result, dict) else ("", result)
            failed = how in ("error", "rejected", "failure", "timeout", "permissionDenied")
            said = next((found for path in _CURSOR_ERRORS if (found := text_at(value, path))), None)
            yield Answered(value, own, time, failed, said if failed else None)


_CURSOR_ERRORS = ("errorMessage", "error", "message", "reason", "stderr")


def _opencode(line: dict[str, Any]) -> Iterator[Event]:
    kind, time, part = line["type"], line.get("timestamp"), line.get("part", at(line, "properties.part"))
    if not isinstance(part, dict):
        return
    yield Noted(text_at(part, "sessionID") or text_at(line, "sessionID"))
    if kind == "step_start":
        yield Noted(is_step=True)
    elif kind == "text":
        yield Said("assistant", text_of_content(part), time)
    elif kind == "step_finish":
        yield Noted(used=opencode_usage(mapping_at(part, "tokens"), amount_of(part, "cost")), is_step=True)
    elif kind == "tool_use" or (kind == _PART_UPDATED and part.get("type") == "tool"):
        start, answer = answer_of_state(part)
        yield Called(part.get("tool"), at(part, "state.input"), text_at(part, "callID"), start or time)
        if answer is not None:
            yield answer


_MANAGED_CALL = CallPlaces("name", "input", "id")
_MANAGED_IDS = ("tool_use_id", "mcp_tool_use_id", "custom_tool_use_id")


def _managed(line: dict[str, Any]) -> Iterator[Event]:
    kind, time = line["type"], line.get("processed_at", line.get("created_at"))
    if kind in ("user.message", "agent.message"):
        yield Said("user" if kind == "user.message" else "assistant", text_of_content(line.get("content")), time)
    elif kind.endswith("tool_use"):
        yield from calls_at(line, _MANAGED_CALL, time)
    elif kind.endswith("tool_result"):
        own = next((key for key in _MANAGED_IDS if key in line), "")
        answer = result_at(line, ResultPlaces(own, ("content",), "is_error", (True,)), time)
        text = text_of_content(answer.value)
        answer.value, answer.error = text or answer.value, text if answer.failed else None
        yield answer
    elif kind == "span.model_request_end":
        usage = mapping_at(line, "model_usage")
        cached = count_of(usage, "cache_read_input_tokens")
        read = [count_of(usage, "input_tokens"), cached, count_of(usage, "cache_creation_input_tokens")]
        counts = [count for count in read if count is not None]
        used = Tally(sum(counts) if counts else None, count_of(usage, "output_tokens"), cached)
        yield Noted(used=used, is_step=True)


def _has(line: dict[str, Any], **kinds: type) -> bool:
    return all(isinstance(line.get(key), kind) for key, kind in kinds.items())


_COPILOT_LINES = frozenset({*_COPILOT_CALLS, "tool.execution_complete", "session.start", "user.message"})
_EXEC_LINES = frozenset({"item.started", "item.updated", "item.completed"})
_PART_UPDATED = "message.part.updated"
_OPENCODE_LINES = frozenset({"tool_use", "text", "step_start", "step_finish", "reasoning"})

CODEX_EXEC = Dialect(
    "Codex exec",
    lambda line: (
        (line["type"] in _EXEC_LINES and _has(line, item=dict))
        or (line["type"] == "thread.started" and "thread_id" in line)
    ),
    _codex_exec,
)
"""`codex exec --json`."""

DIALECTS = (
    Dialect("Copilot CLI", lambda line: line["type"] in _COPILOT_LINES and _has(line, data=dict), _copilot),
    KIMI,
    CODEX_EXEC,
    Dialect(
        "Gemini CLI",
        lambda line: (
            (line["type"] == "tool_use" and _has(line, tool_name=str, tool_id=str))
            or (line["type"] == "tool_result" and _has(line, tool_id=str, status=str))
            or (line["type"] == "init" and _has(line, session_id=str, model=str))
        ),
        _gemini_stream,
    ),
    Dialect(
        "OpenCode",
        lambda line: (
            (line["type"] in _OPENCODE_LINES and _has(line, sessionID=str, part=dict))
            or (line["type"] == _PART_UPDATED and isinstance(at(line, "properties.part"), dict))
        ),
        _opencode,
    ),
    Dialect(
        "Cursor",
        lambda line: line["type"] == "tool_call" and _has(line, subtype=str, call_id=str, tool_call=dict),
        _cursor,
    ),
    Dialect(
        "Claude Managed Agents",
        lambda line: (
            line["type"].startswith(("agent.", "user."))
            and line["type"].endswith(("tool_use", "tool_result"))
            and ("name" in line or any(key in line for key in _MANAGED_IDS))
        ),
        _managed,
    ),
    Dialect(
        "Factory droid",
        lambda line: (
            (line["type"] == "tool_call" and "parameters" in line and ("toolName" in line or "toolId" in line))
            or (line["type"] == "tool_result" and "isError" in line and "value" in line)
            or (line["type"] == "completion" and "finalText" in line)
        ),
        _droid,
    ),
)
"""Dialects whose lines have a text under `type`."""

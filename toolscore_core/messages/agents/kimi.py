"""Events of Kimi CLI, in its present files and in the older ones, whose lines have no type of their own.

Source: https://github.com/MoonshotAI/kimi-cli/blob/main/src/kimi_cli/wire/types.py.
"""

from collections.abc import Iterator
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
from toolscore_core.messages.chat import name_and_arguments
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.tally import Tally, count_of

_KIMI_CALL = CallPlaces("event.name", "event.args", "event.toolCallId")
_KIMI_RESULT = ResultPlaces(
    "event.toolCallId", ("event.result.output", "event.result"), "event.result.isError", (True,), "event.result.message"
)


def _kimi(line: dict[str, Any]) -> Iterator[Event]:
    kind, time = line["type"], line.get("time")
    step = text_at(line, "event.type")
    if kind == "context.append_message":
        yield from _context(mapping_at(line, "message"), time)
    elif kind == "llm.request":
        yield Noted(model=text_at(line, "model"))
    elif kind == "usage.record":
        yield Noted(used=_kimi_used(line.get("usage"), "inputOther", "inputCacheRead", "inputCacheCreation"))
    elif step == "step.begin":
        yield Noted(is_step=True)
    elif step == "content.part":
        yield Said("assistant", text_of_content(at(line, "event.part")), time, goes_on=True)
    elif step == "tool.call":
        yield from calls_at(line, _KIMI_CALL, time)
    elif step == "tool.result":
        yield result_at(line, _KIMI_RESULT, time)


def _context(message: dict[str, Any], time: Any) -> Iterator[Event]:
    """A message that was put into the context; the loop's own events say the same of what the model wrote."""
    text, calls = text_of_content(message.get("content")), message.get("toolCalls")
    if message.get("role") in ("user", "system"):
        yield Said(message["role"], text, time)
    elif message.get("role") == "tool":
        yield Answered(text, text_at(message, "toolCallId"), time, message.get("isError") is True)
    for call in calls if isinstance(calls, list) else ():
        name, args = name_and_arguments(call)
        yield Called(name, args, text_at(call, "id"), time)


def _kimi_used(usage: Any, *read: str) -> Tally | None:
    if not isinstance(usage, dict):
        return None
    counts = [count for key in read if (count := count_of(usage, key)) is not None]
    return Tally(sum(counts) if counts else None, count_of(usage, "output"), count_of(usage, read[1]))


def _kimi_wire(line: dict[str, Any]) -> Iterator[Event]:
    yield from _kimi_message(line.get("message"), line.get("timestamp"), None, None)


def _kimi_message(message: Any, time: Any, parent: str | None, agent: str | None) -> Iterator[Event]:
    payload = at(message, "payload")
    kind = text_at(message, "type")
    while kind == "SubagentEvent" and isinstance(payload, dict):
        parent = text_at(payload, "parent_tool_call_id") or text_at(payload, "task_tool_call_id") or parent
        agent = text_at(payload, "subagent_type") or agent
        message = payload.get("event")
        payload, kind = at(message, "payload"), text_at(message, "type")
    if not isinstance(payload, dict):
        return
    if kind == "TurnBegin":
        yield Said("user", text_of_content(payload.get("user_input")), time)
    elif kind == "StepBegin":
        yield Noted(is_step=True)
    elif kind in ("ContentPart", "TextPart"):
        yield Said("assistant", text_of_content(payload), time, goes_on=True)
    elif kind == "ToolCall":
        function = payload.get("function")
        yield Called(at(function, "name"), at(function, "arguments"), text_at(payload, "id"), time, None, parent, agent)
    elif kind == "ToolCallPart":
        yield Called(None, payload.get("arguments_part"), goes_on=True)
    elif kind == "ToolResult":
        given = payload.get("return_value", payload.get("result"))
        failed = at(given, "is_error") is True
        value = next((found for key in ("output", "message") if (found := at(given, key))), given)
        error = text_at(given, "message") or text_of_content(value)
        yield Answered(value, text_at(payload, "tool_call_id"), time, failed, error if failed else None)
    elif kind == "StatusUpdate":
        usage = payload.get("token_usage")
        yield Noted(used=_kimi_used(usage, "input_other", "input_cache_read", "input_cache_creation"))


KIMI = Dialect("Kimi CLI", lambda line: line["type"].startswith("context.append_") and "time" in line, _kimi)
"""The present files."""

KIMI_WIRE = Dialect(
    "Kimi CLI",
    lambda line: "timestamp" in line and isinstance(at(line, "message.payload"), dict) and "type" in line["message"],
    _kimi_wire,
)
"""The older files of Kimi CLI, whose lines have no type of their own."""

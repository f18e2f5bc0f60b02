"""Chat messages in which calls and results are tagged text -> the same messages with calls and results of their own.

Only a conversation that defines the tags (its system prompt or first user message shows them) or answers them is read
so: elsewhere such a text may be anything. A message that holds structured calls keeps those alone.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

from toolscore_core.messages.chat import ROLES, calls_in, is_message
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.tagged_calls import function_calls, function_result, tool_calls, tool_responses

_OBSERVATION = re.compile(r"\s*OBSERVATION:\s*")
_LOOKED_AT = 20
_BEFORE = 3
"""The tags are defined in one of the first messages."""

Convention = Callable[[dict[str, Any]], list[dict[str, Any]]]
"""A message -> the messages that it stands for."""


def convention_of(messages: Sequence[Any]) -> Convention | None:
    """How to read the messages of a conversation; None when none of its first messages shows any tags."""
    for message in messages[:_BEFORE]:
        if not is_message(message) or ROLES.get(message["role"]) not in ("system", "user"):
            continue
        text = text_of_content(message.get("content"))
        if "<function=" in text and "</function>" in text:
            return _with_functions
        if "<tool_call>" in text and "</tool_call>" in text:
            return _with_tool_calls
    return _with_tool_calls if _calls_are_answered(messages) else None


def _calls_are_answered(messages: Sequence[Any]) -> bool:
    """Whether a text in tags is followed by what answers it: then it is a call, also where no prompt defines the tags."""
    called = False
    for message in messages[:_LOOKED_AT]:
        if not is_message(message) or not isinstance(text := message.get("content"), str):
            continue
        if called and (ROLES.get(message["role"]) == "tool" or "<tool_response>" in text):
            return True
        called = ROLES.get(message["role"]) == "assistant" and bool(tool_calls(text)[0])
    return False


def _with_functions(message: dict[str, Any]) -> list[dict[str, Any]]:
    text = text_of_content(message.get("content"))
    if ROLES.get(str(message.get("role"))) == "user":
        if (result := function_result(text)) is not None:
            return [{**message, "role": "tool", "name": result[0], "content": result[1]}]
        if (found := _OBSERVATION.match(text)) is not None:
            return [{**message, "role": "tool", "content": text[found.end() :]}]
        return [message]
    return _called(message, *function_calls(text))


def _with_tool_calls(message: dict[str, Any]) -> list[dict[str, Any]]:
    text = text_of_content(message.get("content"))
    role = ROLES.get(str(message.get("role")))
    if role in ("user", "tool") and "<tool_response>" in text:
        return [_result(message, value) for value in tool_responses(text)]
    return _called(message, *tool_calls(text))


def _result(message: dict[str, Any], value: Any) -> dict[str, Any]:
    name = value.get("name") if isinstance(value, dict) else None
    given = value.get("content", value) if isinstance(value, dict) and name else value
    own = {key: item for key, item in message.items() if key not in ("role", "content")}
    return {**own, "role": "tool", "content": given} | ({"name": name} if isinstance(name, str) else {})


def _called(message: dict[str, Any], calls: list[tuple[Any, Any]], text: str) -> list[dict[str, Any]]:
    if not calls or ROLES.get(str(message.get("role"))) != "assistant" or calls_in(message):
        return [message]
    written = [{"function": {"name": name, "arguments": args}} for name, args in calls]
    return [{**message, "content": text, "tool_calls": written}]

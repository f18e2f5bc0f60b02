"""Calls that Cline and Roo Code let a model write as tags in its text -> calls and results.

Source: https://docs.cline.bot/exploring-clines-tools/cline-tools-guide and
https://docs.roocode.com/advanced-usage/available-tools/tool-use-overview. A call is a tag named after the tool, its
arguments are tags inside; the next message of the user begins with `[tool for '...'] Result:`.
"""

import re
from collections.abc import Mapping
from typing import Any

from toolscore_core.messages.arguments import NOT_JSON, decode_json_text
from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.times import epoch_seconds

_TOOLS = (
    "access_mcp_resource|apply_diff|ask_followup_question|attempt_completion|browser_action|codebase_search|"
    "execute_command|fetch_instructions|insert_content|list_code_definition_names|list_files|load_mcp_documentation|"
    "new_task|plan_mode_respond|read_file|replace_in_file|search_and_replace|search_files|switch_mode|"
    "update_todo_list|use_mcp_tool|web_fetch|write_to_file"
)
_CALL = re.compile(rf"<({_TOOLS})>(.*?)(?:</\1>|\Z)", re.DOTALL)
_OPENING = re.compile(r"<(\w{1,60})>")
_RESULT = re.compile(rf"\[({_TOOLS})(?: [^\n]*)?\] Result:\s*")
_SURROUNDINGS = "<environment_details>"
_MOST_UNCLOSED = 100


def is_tagged(record: Any) -> bool:
    """Whether a message holds a call that is written as a tag, or the result of one."""
    if not isinstance(record, dict):
        return False
    text = "\n".join(_texts(record.get("content")))
    return bool(_CALL.search(text) if record.get("role") == "assistant" else _RESULT.match(text))


def tagged_message(record: Mapping[str, Any]) -> Message:
    """A message whose text may hold a call (the assistant's) or a result (the user's)."""
    time = record.get("ts")
    role = record.get("role")
    message = Message(role if isinstance(role, str) else "user", started=epoch_seconds(time), timestamp=time)
    texts = _texts(record.get("content"))
    if role == "assistant":
        _add_calls(message, "\n".join(texts))
        return message
    given = "\n".join(text for text in texts if not text.startswith(_SURROUNDINGS))
    found = _RESULT.match(given)
    if found is None:
        message.text = given
    else:
        message.results.append(ResultPart(given[found.end() :], name=found[1], path=".content"))
    return message


def _add_calls(message: Message, text: str) -> None:
    rest, at = [], 0
    for match in _CALL.finditer(text):
        message.calls.append(CallPart(match[1], _arguments(match[2]), path=".content"))
        rest.append(text[at : match.start()])
        at = match.end()
    message.text = "".join([*rest, text[at:]]).strip()


def _arguments(text: str) -> dict[str, Any]:
    """The tags inside a call; the content of a file may hold its own closing tag, so there the last one counts."""
    args: dict[str, Any] = {}
    at = unclosed = 0
    while unclosed < _MOST_UNCLOSED and (opening := _OPENING.search(text, at)):
        name, at = opening[1], opening.end()
        closing = f"</{name}>"
        end = text.rfind(closing, at) if name == "content" else text.find(closing, at)
        if end < 0:
            unclosed += 1
        else:
            args[name] = _value(name, text[at:end])
            at = end + len(closing)
    return args


def _value(name: str, text: str) -> Any:
    """An argument: its text without the line breaks around it; the arguments of a tool of an MCP server are JSON."""
    decoded = decode_json_text(text) if name == "arguments" else NOT_JSON
    return text.strip("\n") if decoded is NOT_JSON else decoded


def _texts(content: Any) -> list[str]:
    if isinstance(content, str):
        return [content]
    parts = [part.get("text") for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    return [text for text in parts if isinstance(text, str)]

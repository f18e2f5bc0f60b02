"""Messages of the Claude Agent SDK for Python, dumped as their fields -> lines as the command line streams them.

The dataclasses have no `type`: which one a record was shows in its fields
(https://code.claude.com/docs/en/agent-sdk/python#message-types).
"""

from typing import Any

_TURN = "parent_tool_use_id"


def as_line(value: Any) -> Any:
    """The line that a dumped message stands for; any other value as it is."""
    if not isinstance(value, dict) or "type" in value:
        return value
    if isinstance(value.get("content"), (list, str)) and _TURN in value and "role" not in value:
        own = {key: item for key, item in value.items() if key != "content"}
        content = value["content"]
        blocks = [_as_block(block) for block in content] if isinstance(content, list) else content
        if "model" in value:
            about = {"id": value.get("message_id"), "model": value["model"], "usage": value.get("usage")}
            return {**own, "type": "assistant", "message": {"role": "assistant", "content": blocks, **about}}
        return {**own, "type": "user", "message": {"role": "user", "content": blocks}}
    if isinstance(value.get("subtype"), str):
        if "num_turns" in value:
            return {**value, "type": "result"}
        if isinstance(data := value.get("data"), dict):
            return {**data, "type": "system", "subtype": value["subtype"]}
    return value


def _as_block(block: Any) -> Any:
    """A block with its type."""
    if not isinstance(block, dict) or "type" in block:
        return block
    if "tool_use_id" in block:
        return {"type": "tool_result", **block}
    if "name" in block and "input" in block:
        return {"type": "tool_use", **block}
    return {"type": "text", **block} if "text" in block else block

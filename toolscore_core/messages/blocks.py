"""Anthropic content blocks (also Bedrock Converse) -> text, calls and results of a trace under construction.

Source: https://docs.claude.com/en/api/messages (version 2023-06-01);
https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html.
"""

from collections.abc import Mapping
from typing import Any

from toolscore_core.messages.builder import Place, TraceBuilder
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import NO_FACTS, Facts

_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
_RESULT = "tool_result"


def is_tool_block(block: Any) -> bool:
    """Whether a content block is a tool call or a tool result."""
    if not isinstance(block, dict):
        return False
    kind = block.get("type")
    if isinstance(kind, str):
        if kind in _CALLS:
            return "name" in block
        return kind.endswith(_RESULT) and ("tool_use_id" in block or (kind == _RESULT and "content" in block))
    return isinstance(block.get("toolUse"), dict) or isinstance(block.get("toolResult"), dict)


def add_blocks(
    builder: TraceBuilder,
    blocks: list[Any],
    place: Place,
    facts: Facts = NO_FACTS,
    *,
    ended: float | None = None,
    fields: Mapping[str, Any] | None = None,
) -> None:
    """Add the calls and results of one message to the current turn; blocks without either are passed over.

    Args:
        builder: The trace under construction.
        blocks: The message's content.
        place: Where the message stands.
        facts: What the response says about itself.
        ended: When the message was written: the end of the calls that it answers.
        fields: Fields of ToolCall that hold for every call of the message.
    """
    for block in blocks:
        if not is_tool_block(block):
            continue
        if isinstance(block.get("toolUse"), dict):
            use = block["toolUse"]
            builder.call(
                use.get("name"), use.get("input"), place, call_id=_id(use, "toolUseId"), **_times(facts, fields)
            )
        elif isinstance(block.get("toolResult"), dict):
            result = block["toolResult"]
            failed = result.get("status") == "error"
            value = _result_value(result.get("content"))
            error = text_of_content(result.get("content")) if failed else None
            builder.result(value, place, call_id=_id(result, "toolUseId"), is_error=failed, error=error, ended=ended)
        elif block["type"] in _CALLS:
            _add_call(builder, block, place, facts, fields)
        else:
            _add_result(builder, block, place, ended)


def _add_call(
    builder: TraceBuilder, block: dict[str, Any], place: Place, facts: Facts, fields: Mapping[str, Any] | None
) -> None:
    caller = block.get("caller")
    metadata: dict[str, Any] = {"server_name": block["server_name"]} if block.get("server_name") else {}
    parent = caller.get("tool_id") if isinstance(caller, dict) else None
    given = _times(facts, fields)
    if isinstance(parent, str):
        given["parent_id"] = parent
    builder.call(
        block.get("name"),
        block.get("input"),
        place,
        call_id=_id(block, "id"),
        provider_executed=block["type"] != "tool_use",
        metadata=metadata,
        **given,
    )


def _times(facts: Facts, fields: Mapping[str, Any] | None) -> dict[str, Any]:
    given: dict[str, Any] = dict(fields or {})
    given.setdefault("timestamp", facts.time)
    given.setdefault("started", facts.started)
    return given


def _add_result(builder: TraceBuilder, block: dict[str, Any], place: Place, ended: float | None) -> None:
    content = block.get("content")
    code = content.get("error_code") if isinstance(content, dict) else None
    failed = block.get("is_error") is True or (
        isinstance(content, dict) and str(content.get("type", "")).endswith("_tool_result_error")
    )
    error = None
    if failed:
        error = code if isinstance(code, str) else text_of_content(content)
    builder.result(
        _result_value(content), place, call_id=_id(block, "tool_use_id"), is_error=failed, error=error, ended=ended
    )


def _result_value(content: Any) -> Any:
    """Parts that are all text become their text; anything else stays as the file has it."""
    if not isinstance(content, list):
        return content
    if content and all(
        isinstance(part, dict) and part.get("type", "text") == "text" and "text" in part for part in content
    ):
        return text_of_content(content)
    return content


def _id(block: dict[str, Any], key: str) -> str | None:
    value = block.get(key)
    return value if isinstance(value, str) and value else None

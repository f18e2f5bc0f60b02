"""Anthropic content blocks (also Bedrock Converse) -> text, calls and results of a trace under construction.

Source: https://docs.claude.com/en/api/messages (version 2023-06-01);
https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html.
"""

from collections.abc import Mapping
from typing import Any

from toolscore_core.calls import ToolCall
from toolscore_core.messages.builder import Place, TraceBuilder
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import NO_FACTS, Facts
from toolscore_core.messages.untrusted import text_or_none

_CALLS = ("tool_use", "server_tool_use", "mcp_tool_use")
_RESULT = "tool_result"
_ANSWERED = ("tool_use_id", "toolUseId")


def is_tool_block(block: Any) -> bool:
    """Whether a content block is a tool call or a tool result."""
    if not isinstance(block, dict):
        return False
    kind = block.get("type")
    if isinstance(kind, str):
        if kind in _CALLS:
            return "name" in block
        return kind.endswith(_RESULT) and (
            any(key in block for key in _ANSWERED) or (kind == _RESULT and "content" in block)
        )
    return isinstance(block.get("toolUse"), dict) or isinstance(block.get("toolResult"), dict)


def add_blocks(
    builder: TraceBuilder,
    blocks: list[Any],
    place: Place,
    facts: Facts = NO_FACTS,
    *,
    ended: float | None = None,
    fields: Mapping[str, Any] | None = None,
) -> list[ToolCall]:
    """Add the calls and results of one message to the current turn; blocks without either are passed over.

    Args:
        builder: The trace under construction.
        blocks: The message's content.
        place: Where the message stands.
        facts: What the response says about itself.
        ended: When the message was written: the end of the calls that it answers.
        fields: Fields of ToolCall that hold for every call of the message.

    Returns:
        The calls that were added or answered, in order.
    """
    touched = [_add_block(builder, block, place, facts, ended, fields) for block in blocks if is_tool_block(block)]
    return [call for call in touched if call is not None]


def _add_block(
    builder: TraceBuilder,
    block: dict[str, Any],
    place: Place,
    facts: Facts,
    ended: float | None,
    fields: Mapping[str, Any] | None,
) -> ToolCall | None:
    if isinstance(block.get("toolUse"), dict):
        use = block["toolUse"]
        return builder.call(
            use.get("name"),
            use.get("input"),
            place,
            call_id=text_or_none(use.get("toolUseId")),
            **_times(facts, fields),
        )
    if isinstance(block.get("toolResult"), dict):
        result = block["toolResult"]
        failed = result.get("status") == "error"
        value = _result_value(result.get("content"))
        error = text_of_content(result.get("content")) if failed else None
        return builder.result(
            value, place, call_id=text_or_none(result.get("toolUseId")), is_error=failed, error=error, ended=ended
        )
    if block["type"] in _CALLS:
        return _add_call(builder, block, place, facts, fields)
    return _add_result(builder, block, place, ended)


def _add_call(
    builder: TraceBuilder, block: dict[str, Any], place: Place, facts: Facts, fields: Mapping[str, Any] | None
) -> ToolCall | None:
    caller = block.get("caller")
    metadata: dict[str, Any] = {"server_name": block["server_name"]} if block.get("server_name") else {}
    parent = caller.get("tool_id") if isinstance(caller, dict) else None
    given = _times(facts, fields)
    if isinstance(parent, str):
        given["parent_id"] = parent
    return builder.call(
        block.get("name"),
        block.get("input"),
        place,
        call_id=text_or_none(block.get("id")),
        provider_executed=block["type"] != "tool_use",
        metadata=metadata,
        **given,
    )


def _times(facts: Facts, fields: Mapping[str, Any] | None) -> dict[str, Any]:
    given: dict[str, Any] = dict(fields or {})
    given.setdefault("timestamp", facts.time)
    given.setdefault("started", facts.started)
    return given


def _add_result(builder: TraceBuilder, block: dict[str, Any], place: Place, ended: float | None) -> ToolCall | None:
    content = block.get("content")
    about = content if isinstance(content, dict) else {}
    refused = str(about.get("type", "")).endswith("_tool_result_error")
    failed = (
        True in (block.get("is_error"), block.get("isError")) or refused or about.get("return_code") not in (None, 0)
    )
    error = None
    if failed:
        told = (about.get(key) for key in ("error_code", "stderr"))
        error = next((text for text in told if isinstance(text, str) and text), None) or text_of_content(content)
    call_id = next((found for key in _ANSWERED if (found := text_or_none(block.get(key)))), None)
    return builder.result(_result_value(content), place, call_id=call_id, is_error=failed, error=error, ended=ended)


def _result_value(content: Any) -> Any:
    """Parts that are all text become their text; anything else stays as the file has it."""
    if not isinstance(content, list):
        return content
    if content and all(
        isinstance(part, dict) and part.get("type", "text") == "text" and "text" in part for part in content
    ):
        return text_of_content(content)
    return content

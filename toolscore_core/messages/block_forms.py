"""Content blocks that say by a key what they are (Bedrock Converse, Haystack) -> blocks that say it by their `type`.

Sources: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html;
https://docs.haystack.deepset.ai/docs/chatmessage.
"""

from typing import Any


def as_block(block: Any) -> Any:
    """The block as one with a `type`; any other value as it is."""
    if not isinstance(block, dict) or isinstance(block.get("type"), str):
        return block
    if isinstance(use := block.get("toolUse"), dict):
        return {"type": "tool_use", "id": use.get("toolUseId"), "name": use.get("name"), "input": use.get("input")}
    if isinstance(result := block.get("toolResult"), dict):
        return {"type": "tool_result", **result, "is_error": result.get("status") == "error"}
    if isinstance(call := block.get("tool_call"), dict) and "tool_name" in call:
        return {"type": "tool_call", **call}
    if isinstance(result := block.get("tool_call_result"), dict):
        origin = result.get("origin")
        call_id = origin.get("id") if isinstance(origin, dict) else None
        return {
            "type": "tool_result",
            "id": call_id,
            "result": result.get("result"),
            "is_error": result.get("error") is True,
        }
    return block

"""A conversation that is kept as a tree of versions (the data export of ChatGPT) -> its messages as they were shown last.

Source: https://help.openai.com/en/articles/7260999-how-do-i-export-my-chatgpt-history-and-data.
"""

from typing import Any

from toolscore_core.messages.content import text_of_content

_EVERYBODY = ("all", None, "")
"""Recipients of a message that is no call; that of a call is the tool."""


def is_chat_tree(value: Any) -> bool:
    """Whether a record is a conversation with a `mapping` of nodes."""
    nodes = value.get("mapping") if isinstance(value, dict) else None
    if not isinstance(nodes, dict) or not nodes:
        return False
    return all(isinstance(node, dict) and "message" in node and "parent" in node for node in nodes.values())


def messages_of_tree(tree: dict[str, Any]) -> list[dict[str, Any]]:
    """The messages from the root to the current node, or to the last one where the file does not name it."""
    nodes = tree["mapping"]
    at = tree.get("current_node")
    at = at if isinstance(at, str) and at in nodes else next(reversed(nodes))
    branch: list[Any] = []
    passed: set[str] = set()
    while isinstance(at, str) and at in nodes and at not in passed:
        passed.add(at)
        branch.append(nodes[at]["message"])
        at = nodes[at]["parent"]
    return [_message(message) for message in reversed(branch) if _is_spoken(message)]


def _is_spoken(message: Any) -> bool:
    author = message.get("author") if isinstance(message, dict) else None
    return isinstance(author, dict) and isinstance(author.get("role"), str)


def _message(message: dict[str, Any]) -> dict[str, Any]:
    author, content, about = message["author"], message.get("content"), message.get("metadata")
    text = _text(content) if isinstance(content, dict) else text_of_content(content)
    found = {"role": author["role"], "content": text, "timestamp": message.get("create_time")}
    if isinstance(about, dict) and isinstance(about.get("model_slug"), str):
        found["model"] = about["model_slug"]
    recipient = message.get("recipient")
    if author["role"] == "tool":
        found["name"] = author.get("name")
    elif author["role"] == "assistant" and recipient not in _EVERYBODY:
        found["tool_calls"] = [{"custom": {"name": recipient, "input": text}}]
        found["content"] = ""
    return found


def _text(content: dict[str, Any]) -> str:
    parts = content.get("parts")
    if isinstance(parts, list):
        return "\n".join(part if isinstance(part, str) else text_of_content(part) for part in parts)
    text = content.get("text")
    return text if isinstance(text, str) else ""

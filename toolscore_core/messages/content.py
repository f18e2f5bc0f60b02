"""The content of a message, a text or a list of parts -> its text."""

from typing import Any


def text_of_content(content: Any) -> str:
    """The text of a message's content.

    Args:
        content: Text; a list of texts and parts with a `text` (also as an object with a `value`, or under `content`);
            one part; or None.

    Returns:
        The texts joined by newlines; "" when there is none. Images, files and tool blocks have no text.
    """
    if isinstance(content, str):
        return content
    if isinstance(content, dict):
        return _text_of_part(content)
    if isinstance(content, list):
        texts = [item if isinstance(item, str) else _text_of_part(item) for item in content]
        return "\n".join(text for text in texts if text)
    return ""


def _text_of_part(part: Any) -> str:
    if not isinstance(part, dict):
        return ""
    text = part.get("text")
    if text is None and part.get("type") == "text":
        text = part.get("content")
    if isinstance(text, dict):
        text = text.get("value")
    if isinstance(text, str):
        return text
    refusal = part.get("refusal")
    return refusal if isinstance(refusal, str) else ""

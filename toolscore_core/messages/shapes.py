"""What a record looks like: a message, a list of messages, a fragment of a stream -> yes or no."""

from typing import Any

from toolscore_core.messages.chat import is_message

MESSAGE_LISTS = ("messages", "history", "conversation", "traj", "chat_history", "dialogue", "loglines")
"""Keys under which files keep a list of messages."""

_TOOLBENCH = ("win", "tree", "forward_args", "answer_generation")


def is_message_list(value: Any) -> bool:
    """Whether a value is a list of which most items are messages, bare or in a wrapping."""
    if not isinstance(value, list) or not value:
        return False
    return 2 * sum(is_message(item) or wrapped_message(item) is not None for item in value) > len(value)


def wrapped_message(value: Any) -> dict[str, Any] | None:
    """The message inside a record that wraps one, e.g. a line of a session log or a response of Cohere or Ollama."""
    message = value.get("message") if isinstance(value, dict) else None
    if not isinstance(message, dict):
        return None
    if is_message(message):
        return message
    role = value.get("type")
    return {"role": role, **message} if role in ("user", "assistant") and "content" in message else None


def is_chat_chunk(value: Any) -> bool:
    """Whether a value is a fragment of a streamed chat completion."""
    if not isinstance(value, dict) or not isinstance(value.get("choices"), list):
        return False
    return value.get("object") == "chat.completion.chunk" or any(
        isinstance(choice, dict) and "delta" in choice for choice in value["choices"]
    )


def is_piece(value: Any) -> bool:
    """Whether a value is a response of Ollama, or one of the pieces in which it streams one."""
    return isinstance(value, dict) and isinstance(value.get("done"), bool) and isinstance(value.get("message"), dict)


def is_block_event(value: Any) -> bool:
    """Whether a value is an event of a streamed Anthropic message."""
    kind = value.get("type") if isinstance(value, dict) else None
    return isinstance(kind, str) and (
        (kind == "message_start" and "message" in value)
        or (kind in ("content_block_start", "content_block_delta", "content_block_stop") and "index" in value)
        or (kind == "message_delta" and "delta" in value)
        or kind == "message_stop"
    )


def is_block_envelope(value: Any) -> bool:
    """Whether a value is an Anthropic response; an item of OpenAI Responses has the type `message` too, but not the rest."""
    return (
        isinstance(value, dict)
        and value.get("type") == "message"
        and "content" in value
        and any(key in value for key in ("stop_reason", "usage", "stop_sequence"))
    )


def is_toolbench(value: Any) -> bool:
    """Whether a value is an answer file of ToolBench."""
    return isinstance(value, dict) and all(key in value for key in _TOOLBENCH)


def is_ping(value: Any) -> bool:
    """Whether a value is a stream event that carries nothing."""
    return isinstance(value, dict) and value.get("type") in ("ping", "error") and "role" not in value


def is_call_record(value: Any) -> bool:
    """Whether a value is an OpenAI call outside of a message."""
    function = value.get("function") if isinstance(value, dict) else None
    return isinstance(function, dict) and "name" in function and "arguments" in function

"""JSON-RPC messages of the Model Context Protocol, however a log wraps them -> messages, and results -> values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from toolscore_core.messages.arguments import decode_json_text
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.mcp_interception import intercepted_pair, is_intercepted, rpc_of
from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.times import epoch_seconds

_TIMES = ("timestamp", "time", "ts", "at", "date")
_SENDERS = ("direction", "dir", "from", "sender", "source", "stream", "type")
_CHANNELS = (
    "session_id",
    "sessionId",
    "session",
    "connection_id",
    "connectionId",
    "server",
    "server_name",
    "serverName",
)
_CLIENT_WORDS = frozenset(
    ("stdin", "out", "outgoing", "outbound", "send", "sent", "client", "client_to_server", "client->server")
)
_SERVER_WORDS = frozenset(
    (
        "stdout",
        "in",
        "incoming",
        "inbound",
        "recv",
        "receive",
        "received",
        "server",
        "server_to_client",
        "server->client",
    )
)
_PAIRS = {"request": True, "response": False}
"""Keys of a log record that holds a request and its response; the client is taken for the one who asks."""
_METHODS = frozenset(
    (
        "initialize",
        "ping",
        "tools/call",
        "tools/list",
        "prompts/get",
        "prompts/list",
        "resources/list",
        "resources/read",
        "resources/templates/list",
        "tasks/get",
        "tasks/list",
        "tasks/result",
        "sampling/createMessage",
        "elicitation/create",
    )
)
"""Methods of the protocol, for logs that leave the version of JSON-RPC out."""
_DEPTH = 4
_ANSWER_KEYS = 6


@dataclass(slots=True)
class Rpc:
    """One JSON-RPC message.

    Attributes:
        body: The message itself.
        from_client: Whether the client sent it; None when the log does not say.
        channel: Session or server it belongs to, for logs of several; None when the log does not say.
        timestamp: When, as the log writes it.
        path: Where it stands inside its document.
        pair: What it has in common with its response alone, where the log keeps both in one record; None elsewhere.
    """

    body: dict[str, Any]
    from_client: bool | None = None
    channel: str | None = None
    timestamp: Any = None
    path: str = ""
    pair: str | None = None

    @property
    def time(self) -> float | None:
        """When, in seconds since the epoch; None when the log does not say."""
        return epoch_seconds(self.timestamp)


def is_rpc(value: Any) -> bool:
    """Whether a value is a JSON-RPC message; a tool call also without its version."""
    if not isinstance(value, dict):
        return False
    if "jsonrpc" in value:
        return "method" in value or "result" in value or "error" in value
    method = value.get("method")
    if not isinstance(method, str) or method not in _METHODS or "args" in value:
        return False
    return isinstance(value.get("params"), dict) or ("params" not in value and "id" in value and method != "tools/call")


def _is_answer(value: Any) -> bool:
    """Whether a value is a response without its version."""
    return (
        isinstance(value, dict)
        and "id" in value
        and ("result" in value or "error" in value)
        and len(value) < _ANSWER_KEYS
    )


def rpc_messages(value: Any, event: str | None = None) -> Iterator[Rpc]:
    """Every JSON-RPC message of a document: itself, a batch, a list under some key, or inside log records.

    Args:
        value: The document.
        event: Name of the server-sent event or prefix of the log line that it came with.
    """
    yield from _messages(value, Rpc({}, _sender(event)), _DEPTH)


def _messages(value: Any, around: Rpc, depth: int) -> Iterator[Rpc]:
    """`around` holds what the records around the value say of the sender, channel and time."""
    if isinstance(value, list):
        for index, item in enumerate(value):
            yield from _messages(item, replace(around, path=f"{around.path}[{index}]"), depth)
    elif is_intercepted(value):
        yield replace(around, body=rpc_of(value), timestamp=_first(value, _TIMES, (str, int, float)))
    elif is_rpc(value) or _is_answer(value):
        yield replace(around, body=value, timestamp=_first(value, _TIMES, (str, int, float)) or around.timestamp)
    elif (pair := intercepted_pair(value)) is not None:
        for key, body in pair.items():
            time = _first(value[key], _TIMES, (str, int, float)) if isinstance(value[key], dict) else None
            yield Rpc(body, key == "request", around.channel, time, f"{around.path}.{key}", around.path)
    elif isinstance(value, dict) and depth:
        known = next((said for key in _SENDERS if (said := _sender(value.get(key))) is not None), around.from_client)
        channel = _first(value, _CHANNELS, (str,)) or around.channel
        time = _first(value, _TIMES, (str, int, float)) or around.timestamp
        for key, inner in value.items():
            if isinstance(inner, str) and '"jsonrpc"' in inner:
                inner = decode_json_text(inner)
            if isinstance(inner, (dict, list)):
                sender = _PAIRS.get(key, known) if is_rpc(inner) else known
                yield from _messages(inner, Rpc({}, sender, channel, time, f"{around.path}.{key}"), depth - 1)


def _first(record: Mapping[str, Any], keys: tuple[str, ...], kinds: tuple[type, ...]) -> Any:
    return next((value for key in keys if isinstance(value := record.get(key), kinds)), None)


def _sender(word: Any) -> bool | None:
    """True for a word that means the client sent the message, such as `STDIN` or `out`; False for the server."""
    if not isinstance(word, str):
        return None
    short = word.strip().lower().replace(" ", "")
    return True if short in _CLIENT_WORDS else False if short in _SERVER_WORDS else None


def is_sampling(value: Any) -> bool:
    """Whether a value is a request of a server to the client's model, by itself."""
    if (
        not isinstance(value, dict)
        or not isinstance(messages := value.get("messages"), list)
        or "maxTokens" not in value
    ):
        return False
    return bool(messages) and all(isinstance(item, dict) and "role" in item and "content" in item for item in messages)


def sampling_message(value: Mapping[str, Any]) -> Message:
    """A message of a sampling request or its answer: `{"role", "content"}` with one content block or a list of them."""
    content = value.get("content")
    blocks = content if isinstance(content, list) else [content]
    model = value.get("model")
    message = Message(str(value.get("role")), text_of_content(content), model=model if isinstance(model, str) else None)
    for index, block in enumerate(blocks):
        if not isinstance(block, dict):
            continue
        path = f".content[{index}]"
        if block.get("type") == "tool_use":
            call_id = block.get("id")
            message.calls.append(
                CallPart(block.get("name"), block.get("input"), call_id if isinstance(call_id, str) else None, path)
            )
        elif block.get("type") == "tool_result":
            call_id = block.get("toolUseId", block.get("tool_use_id"))
            failed = block.get("isError") is True
            value_given = None if failed else result_value(block)
            error = content_text(block.get("content")) if failed else None
            known_id = call_id if isinstance(call_id, str) else None
            message.results.append(ResultPart(value_given, known_id, None, failed, error, path))
    return message


def result_value(result: Any) -> Any:
    """What a tool gave back: its structured content, else its content as text, else the whole result."""
    if not isinstance(result, dict):
        return result
    structured = result.get("structuredContent")
    if structured:
        return structured
    content = result.get("content")
    return content_text(content) if isinstance(content, list) and content else result


def content_text(content: Any) -> str:
    """Content items as text, one a line; images, audio and resources are named, unknown kinds left out."""
    lines = [_item_text(item) for item in content if isinstance(item, dict)] if isinstance(content, list) else []
    return "\n".join(line for line in lines if line is not None)


def _item_text(item: Mapping[str, Any]) -> str | None:
    kind = item.get("type")
    if kind == "text":
        text = item.get("text")
        return text if isinstance(text, str) else None
    if kind == "resource" and isinstance(resource := item.get("resource"), dict):
        uri = resource.get("uri", "")
        if isinstance(text := resource.get("text"), str):
            return f"[resource {uri}]\n{text}"
        return f"[binary resource {uri}{_mime(resource)}]"
    if kind == "resource_link":
        return f"[resource link {item.get('uri', '')} {item.get('name', '')}]"
    return f"[{kind}{_mime(item)}]" if kind in ("image", "audio") else None


def _mime(item: Mapping[str, Any]) -> str:
    mime = item.get("mimeType")
    return f" ({mime})" if isinstance(mime, str) and mime else ""

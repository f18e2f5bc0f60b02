"""What a model span keeps of its request and answer, in any convention -> messages."""

from collections.abc import Iterator, Mapping
from typing import Any

from toolscore_core.messages.block_forms import as_block
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.decoded import decoded_text
from toolscore_core.messages.gemini_contents import add_parts, failure_of
from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.spans.span import Span, event_of

_INPUTS = (
    "gen_ai.input.messages",
    "llm.input_messages",
    "ai.prompt.messages",
    "gcp.vertex.agent.llm_request",
    "gen_ai.prompt",
    "langfuse.observation.input",
    "mlflow.spanInputs",
    "input.value",
)
_OUTPUTS = (
    "gen_ai.output.messages",
    "llm.output_messages",
    "gcp.vertex.agent.llm_response",
    "gen_ai.completion",
    "gen_ai.output",
    "langfuse.observation.output",
    "mlflow.spanOutputs",
    "output.value",
)
_WHOLE = ("pydantic_ai.all_messages", "all_messages_events", "events")
"""Attributes that hold request and answer in one list."""
_INPUT_PREFIXES = ("gen_ai.prompt.", "llm.input_messages.", "llm.prompts.")
_OUTPUT_PREFIXES = ("gen_ai.completion.", "llm.output_messages.", "llm.completions.")
_EVENT_ROLES = {
    "gen_ai.system.message": "system",
    "gen_ai.user.message": "user",
    "gen_ai.assistant.message": "assistant",
    "gen_ai.tool.message": "tool",
}
_LISTS = ("messages", "choices", "contents", "candidates", "output", "input", "generations", "replies")
"""Keys under which bodies of requests and answers keep their messages."""
_HOSTED_CALL_TYPES = ("server_tool_call", "server_tool_use", "mcp_call", "mcp_tool_use")
_CALL_TYPES = ("tool_call", "tool-call", "tool_use", "function_call", "toolCall", *_HOSTED_CALL_TYPES)
_RESULT_TYPES = (
    "tool_call_response",
    "tool-result",
    "tool_result",
    "function_call_output",
    "tool_response",
    "toolResult",
    "server_tool_call_response",
)
_BLOCK_TYPES = frozenset((*_CALL_TYPES, *_RESULT_TYPES))
_LEVELS = 12
"""How deep numbered attributes are nested at most."""
_MESSAGE_TYPES = {
    "ai": "assistant",
    "aimessage": "assistant",
    "aimessagechunk": "assistant",
    "human": "user",
    "humanmessage": "user",
    "system": "system",
    "systemmessage": "system",
    "tool": "tool",
    "toolmessage": "tool",
}
"""Types of LangChain's messages -> roles."""
_CALL_KEYS = ("tool_calls", "function_call")
_RESULT_KEYS = ("response", "result", "output", "content", "server_tool_call_response")


def input_text(span: Span) -> str | None:
    """The request of a span as JSON text, where it is kept so; to see whether it goes on with the request before."""
    value = next((value for name in _INPUTS if (value := span.attributes.get(name)) is not None), None)
    return value if isinstance(value, str) and value[:1] == "[" else None


def raw_input(span: Span) -> list[Any]:
    """The messages of a span's request as the file has them, decoded; [] when the span keeps none."""
    for name in _INPUTS:
        if (found := _listed(span.attributes.get(name))) is not None:
            return found
    return _numbered(span.attributes, _INPUT_PREFIXES) or list(_of_events(span, answers=False))


def raw_output(span: Span) -> list[Any]:
    """The messages of a span's answer, likewise."""
    attributes = span.attributes
    if "ai.response.toolCalls" in attributes or "ai.response.text" in attributes:
        calls = _listed(attributes.get("ai.response.toolCalls")) or []
        return [{"role": "assistant", "content": attributes.get("ai.response.text"), "tool_calls": calls}]
    for name in _OUTPUTS:
        if (found := _listed(attributes.get(name))) is not None:
            return found
    return _numbered(attributes, _OUTPUT_PREFIXES) or list(_of_events(span, answers=True))


def raw_whole(span: Span) -> list[Any]:
    """All messages of a span that keeps request and answer in one list; [] when it does not."""
    for name in _WHOLE:
        if (found := _listed(span.attributes.get(name))) is not None:
            return found
    return []


def _listed(value: Any) -> list[Any] | None:
    """An attribute as a list of messages: decoded, and taken out of the body of a request or answer."""
    if isinstance(value, str):
        decoded = decoded_text(value)
        if decoded is value:
            return [value] if value.strip() and value.lstrip()[:1] not in "{[" else None
        value = decoded
    if isinstance(value, dict):
        for key in _LISTS:
            inner = value.get(key)
            if isinstance(inner, list) and "role" not in value:
                return _listed(inner)
            if key == "output" and isinstance(inner, dict) and "message" in inner:
                return [inner]
        return [value] if value else None
    if not isinstance(value, list) or not value:
        return None
    if len(value) == 1 and isinstance(value[0], list):
        return _listed(value[0])  # LangChain asks several prompts at once
    return [decoded_text(item) if isinstance(item, str) and item[:1] == "{" else item for item in value]


def _numbered(attributes: Mapping[str, Any], prefixes: tuple[str, ...]) -> list[Any]:
    """Messages out of attributes such as `gen_ai.prompt.0.content`."""
    tree: dict[str, Any] = {}
    for key, value in attributes.items():
        if not isinstance(key, str) or not key.startswith(prefixes):
            continue
        prefix = next(prefix for prefix in prefixes if key.startswith(prefix))
        target = tree
        *steps, last = key[len(prefix) :].split(".", _LEVELS)
        for step in steps:
            inner = target.setdefault(step, {})
            if not isinstance(inner, dict):
                break
            target = inner
        else:
            target[last] = value
    found = _as_lists(tree)
    return found if isinstance(found, list) else []


def _as_lists(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    if value and all(key.isdecimal() for key in value):
        return [_as_lists(value[key]) for key in sorted(value, key=int)]
    return {key: _as_lists(inner) for key, inner in value.items()}


def _of_events(span: Span, *, answers: bool) -> Iterator[Any]:
    for event in span.events:
        name, attributes = event_of(event)
        if name == "gen_ai.client.inference.operation.details":
            yield from _listed(attributes.get("gen_ai.output.messages" if answers else "gen_ai.input.messages")) or []
        elif name == ("gen_ai.content.completion" if answers else "gen_ai.content.prompt"):
            yield from _listed(attributes.get("gen_ai.completion" if answers else "gen_ai.prompt")) or []
        elif name == "gen_ai.choice" and answers:
            yield _opened({"role": "assistant", **attributes})
        elif (role := _EVENT_ROLES.get(name)) and not answers:
            yield _opened({"role": role, **attributes})


def _opened(record: dict[str, Any]) -> dict[str, Any]:
    """An event's attributes with JSON text decoded: calls, contents and whole messages are often kept as text."""
    event_content = record.get("gen_ai.event.content")
    if isinstance(event_content, str) and isinstance(inner := decoded_text(event_content), dict):
        record = {**record, **inner}
    keys = ("tool_calls", "message", "content")
    return {
        key: decoded_text(value) if key in keys and isinstance(value, str) else value for key, value in record.items()
    }


def messages_of(items: list[Any], role: str) -> list[Message]:
    """Messages as the file has them -> `Message`s; `role` is used where one names none."""
    if items and all(isinstance(item, dict) and _is_call(item) for item in items):
        parts = [_call(item, f"[{index}]") for index, item in enumerate(items)]
        return [Message("assistant", calls=[part for part in parts if part])]
    return [message_of(item, role) for item in items]


def _is_call(item: Mapping[str, Any]) -> bool:
    """Whether a record is a call without a message around it."""
    if "tool.name" in item or ("toolName" in item and "toolCallId" in item and "output" not in item):
        return True
    if isinstance(function := item.get("function"), dict):
        return "name" in function and "arguments" in function
    return "role" not in item and "name" in item and "arguments" in item


def message_of(item: Any, role: str) -> Message:
    """One message in the form of any provider or convention."""
    if isinstance(item, list):
        found = messages_of(item, role)
        merged = Message(found[0].role if found else role, "\n".join(message.text for message in found if message.text))
        merged.calls = [part for message in found for part in message.calls]
        merged.results = [part for message in found for part in message.results]
        return merged
    if not isinstance(item, dict):
        return Message(role, item if isinstance(item, str) else "")
    item = _without_prefix(item, "message.")
    if "lc" in item and isinstance(item.get("kwargs"), dict):
        item = _constructed(item)
    if isinstance(wrapped := item.get("message"), (dict, str)):
        return _wrapped_message(item, wrapped, role)
    if "role" not in item and isinstance(kind := item.get("type"), str) and kind.lower() in _MESSAGE_TYPES:
        item = {**item, "role": _MESSAGE_TYPES[kind.lower()]}
    content = item.get("content")
    if isinstance(content, dict) and isinstance(content.get("parts"), list):
        return message_of({"role": item.get("role"), **content}, role)
    given = item.get("role")
    message = Message(given if isinstance(given, str) and given else role)
    if isinstance(parts := item.get("parts"), list):
        _add_parts(message, parts)
    if _is_block(item):
        _add_block(message, item, "")
    elif _is_call(item):
        message.calls += [part for part in (_call(item, ""),) if part]
    elif message.role == "tool" and content is None and "output" in item:
        call_id = _text(item, "call_id", "tool_call_id")
        message.results.append(ResultPart(item["output"], call_id, _text(item, "name"), path=".output"))
    elif content is not None or "contents" in item:
        _add_content(message, item)
    if (calls := item.get("tool_calls")) is not None:
        for index, call in enumerate(_decoded_list(calls)):
            if part := _call(call, f".tool_calls[{index}]"):
                message.calls.append(part)
    extra = item.get("additional_kwargs")
    if not message.calls and isinstance(extra, dict):
        # LangChain keeps the calls here as the provider gave them
        message.calls += message_of({"role": role, **{key: extra.get(key) for key in _CALL_KEYS}}, role).calls
    if isinstance(legacy := item.get("function_call"), dict) and not message.calls:
        message.calls.append(CallPart(legacy.get("name"), legacy.get("arguments"), None, ".function_call"))
    return message


def _without_prefix(record: Any, prefix: str) -> Any:
    """A record whose keys repeat what it is, as rows of a data frame keep messages of OpenInference; any other as it is."""
    if not isinstance(record, dict) or not any(str(key).startswith(prefix) for key in record):
        return record
    return {str(key).removeprefix(prefix): value for key, value in record.items()}


def _constructed(item: Mapping[str, Any]) -> dict[str, Any]:
    """A message that LangChain serialised as the call of its constructor."""
    names = item.get("id")
    name = names[-1] if isinstance(names, list) and names else None
    return {"type": name if isinstance(name, str) else "", **item["kwargs"]}


def _wrapped_message(item: dict[str, Any], wrapped: dict[str, Any] | str, role: str) -> Message:
    """A message inside a choice, an event or an OpenInference attribute."""
    if isinstance(wrapped, dict):
        return message_of({"role": item.get("role"), **wrapped}, role)
    return Message(str(item.get("role") or role), wrapped)


def _decoded_list(value: Any) -> list[Any]:
    value = decoded_text(value) if isinstance(value, str) else value
    return value if isinstance(value, list) else []


def _add_parts(message: Message, parts: list[Any]) -> None:
    """Parts of the semantic conventions, which have a `type`, or of Gemini, which have none."""
    texts = []
    for index, part in enumerate(parts):
        if not isinstance(part, dict) or not isinstance(part.get("type"), str):
            add_parts(message, {"parts": [part]})
        elif part["type"] == "text":
            texts.append(text_of_content(part.get("content", part.get("text"))))
        else:
            _add_block(message, part, f".parts[{index}]")
    if texts:
        message.text = "\n".join(text for text in (message.text, *texts) if text)


def _add_content(message: Message, item: Mapping[str, Any]) -> None:
    content = item.get("content", item.get("contents"))
    call_id = _text(item, "tool_call_id", "toolCallId", "id" if message.role == "tool" else "tool_call_id")
    blocks = content if isinstance(content, list) else []
    holds_results = any(isinstance(block, dict) and as_block(block).get("type") in _RESULT_TYPES for block in blocks)
    if message.role in ("tool", "function") and not holds_results and not message.results:
        if content is not None:
            value = text_of_content(content) or content if isinstance(content, list) else content
            failed = item.get("status") == "error" or item.get("is_error") is True
            error = text_of_content(content) or None if failed else None
            message.results.append(ResultPart(value, call_id, _text(item, "name"), failed, error, ".content"))
        return
    texts = []
    for index, given in enumerate(blocks):
        block = as_block(_without_prefix(given, "message_content."))
        wrapped = block.get("message_content") if isinstance(block, dict) else None
        if isinstance(wrapped, dict):
            texts.append(text_of_content(wrapped))
        elif isinstance(block, dict) and _is_block(block):
            _add_block(message, block, f".content[{index}]")
        else:
            texts.append(text_of_content(block))
    if not blocks:
        texts.append(text_of_content(content))
    message.text = "\n".join(text for text in (message.text, *texts) if text)


def _is_block(value: Mapping[str, Any]) -> bool:
    kind = value.get("type")
    return isinstance(kind, str) and kind in _BLOCK_TYPES


def _add_block(message: Message, block: Mapping[str, Any], path: str) -> None:
    if block.get("type") in _CALL_TYPES:
        if part := _call(block, path):
            message.calls.append(part)
    elif block.get("type") in _RESULT_TYPES:
        value = next((block[key] for key in _RESULT_KEYS if block.get(key) is not None), None)
        if (
            isinstance(value, dict)
            and value.get("type") in ("text", "json", "error-text", "error-json")
            and "value" in value
        ):
            failed, value = value["type"].startswith("error"), value["value"]
        else:
            failed = block.get("is_error") is True or block.get("isError") is True
        call_id = _text(block, "id", "call_id", "tool_call_id", "toolCallId", "tool_use_id", "toolUseId")
        failed, error = (True, text_of_content(value) or None) if failed else failure_of(value)
        message.results.append(ResultPart(value, call_id, _text(block, "name", "toolName"), failed, error, path))


def _call(record: Any, path: str) -> CallPart | None:
    """A call in any form; None for what is none."""
    if not isinstance(record, dict):
        return None
    if isinstance(wrapped := record.get("tool_call"), dict):
        record = wrapped
    call_id = _text(record, "call_id", "id", "toolCallId", "tool_call_id", "tool_call.id")
    inner = record.get("function")
    if isinstance(inner, dict):
        return CallPart(inner.get("name"), inner.get("arguments"), call_id, path)
    name = _text(record, "name", "toolName", "tool_name", "tool.name", "tool_call.function.name")
    names = ("arguments", "args", "input", "tool.args", "tool_call.function.arguments")
    args = next((record[key] for key in names if record.get(key) is not None), None)
    kind = record.get("type")
    if kind not in _HOSTED_CALL_TYPES:
        return CallPart(name, args, call_id, path)
    if isinstance(hosted := record.get("server_tool_call"), dict):
        # the semantic conventions keep what the provider says of its own tool in an object of its type
        name = name or _text(hosted, "type")
        args = {key: value for key, value in hosted.items() if key != "type"}
    return CallPart(name, args, call_id, path, {"provider_executed": True})


def _text(record: Mapping[str, Any], *names: str) -> str | None:
    return next((value for name in names if isinstance(value := record.get(name), str) and value), None)

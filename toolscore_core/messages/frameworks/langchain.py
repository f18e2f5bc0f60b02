"""LangChain messages, however they are dumped -> messages.

Three dumps are in use: the constructor form `{"lc": 1, "id": [..., "AIMessage"], "kwargs": {...}}`, the typed form
`{"type": "ai", "data": {...}}`, and the flat form `{"type": "ai", "content": ..., "tool_calls": [...]}`.
"""

from collections.abc import Mapping
from typing import Any

from toolscore_core.messages.arguments import NOT_JSON, decode_json_text
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.tally import Tally, count_of
from toolscore_core.messages.untrusted import text_or_none

_ROLES = {
    "ai": "assistant",
    "human": "user",
    "user": "user",
    "assistant": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
    "chat": "chat",
}
_NO_CLASSES = ("user", "assistant", "developer")
"""Roles after which LangChain names no class; `UserMessage` and the like are AutoGen's."""
_OWN_TYPES = ("ai", "human")
"""Types that no other family uses."""
_FIELDS = ("additional_kwargs", "response_metadata", "invalid_tool_calls", "usage_metadata", "example", "tool_call_id")


def opened(value: Any) -> tuple[str, dict[str, Any]] | None:
    """The kind (ai, human, system, tool, ...) and the fields of a LangChain message; None when it is none."""
    if not isinstance(value, dict):
        return None
    kind = value.get("type")
    if "lc" in value and isinstance(value.get("id"), list) and isinstance(fields := value.get("kwargs"), dict):
        name = value["id"][-1] if value["id"] else ""
        return (short, fields) if isinstance(name, str) and (short := _kind(name)) else None
    if not isinstance(kind, str):
        kind = value.get("role")
        has_calls = isinstance(kind, str) and any(map(is_call, _list(value.get("tool_calls"))))
        return (kind, value) if has_calls and kind in _ROLES else None
    if isinstance(data := value.get("data"), dict) and (short := _kind(kind)) and "content" in data:
        return short, data
    if "content" in value and (short := _kind(kind)) and ("role" not in value or is_certain(value)):
        return short, value
    return None


def is_certain(value: Mapping[str, Any]) -> bool:
    """Whether a message can be no other family's: many logs have records of type user, system or tool."""
    kind = value.get("type")
    if "lc" in value or kind in _OWN_TYPES or any(key in value for key in _FIELDS):
        return True
    return isinstance(kind, str) and kind.endswith(("Message", "MessageChunk"))


def _kind(name: str) -> str | None:
    """`AIMessageChunk`, `HumanMessage`, `ai` -> ai, human, ai; None for a name that is no message."""
    short = name.removesuffix("Chunk")
    is_class = short.endswith("Message")
    short = short.removesuffix("Message").lower() if is_class else short
    return short if short in _ROLES and (short not in _NO_CLASSES if is_class else name == short) else None


def is_chunk(value: Mapping[str, Any]) -> bool:
    """Whether a message is a piece of a streamed one."""
    name = value["id"][-1] if "lc" in value and isinstance(value.get("id"), list) and value["id"] else value.get("type")
    return isinstance(name, str) and name.endswith("Chunk")


def is_call(value: Any) -> bool:
    """Whether a value is a call in LangChain's own form, `{"name", "args", "id"}`."""
    return isinstance(value, dict) and "name" in value and "args" in value and "function" not in value


_INPUTS = {"tool_input": "tool", "toolInput": "tool", "action_input": "action"}
"""Where the input of an agent action stands -> where its tool does."""
_PSEUDO = ("final answer", "final_answer", "_exception")
"""What agents write where a tool stands although they call none."""


def is_action(value: Any) -> bool:
    """Whether a value is an agent action: `{"tool", "tool_input"}` or `{"action", "action_input"}`."""
    return isinstance(value, dict) and any(given in value and tool in value for given, tool in _INPUTS.items())


def call_of_action(action: Mapping[str, Any]) -> CallPart | None:
    """The call of an agent action; None for the pseudo actions that give the final answer or tell of a failed parse."""
    found = ((given, tool) for given, tool in _INPUTS.items() if given in action and tool in action)
    given, tool = next(found, ("tool_input", "tool"))
    name = action.get(tool)
    if isinstance(name, str) and name.strip().lower() in _PSEUDO:
        return None
    call_id = action.get("tool_call_id", action.get("toolCallId"))
    return CallPart(name, _action_arguments(action.get(given)), call_id if isinstance(call_id, str) else None)


def _action_arguments(given: Any) -> dict[str, Any]:
    """Tools of one argument are given as bare text, which LangChain names `input`."""
    decoded = decode_json_text(given) if isinstance(given, str) else given
    if isinstance(decoded, dict):
        return decoded
    if decoded is None or given == "":
        return {}
    return {"input": given if decoded is NOT_JSON else decoded}


def message_of(kind: str, fields: Mapping[str, Any]) -> Message:
    """A message from its kind and fields, as `opened` gives them."""
    role = _ROLES[kind]
    if kind == "chat" and isinstance(fields.get("role"), str):
        role = fields["role"]
    if role == "tool":
        return Message("tool", results=[_result(fields)])
    message = Message(role, text_of_content(fields.get("content")))
    if role != "assistant":
        return message
    hosted, message.results = hosted_calls_of(fields)
    message.calls = [*hosted, *calls_of(fields)]
    name = fields.get("name")
    message.agent = text_or_none(name)
    message.model = model_of(fields)
    usage = usage_of(fields)
    if usage:
        message.input_tokens, message.output_tokens = usage.input_tokens, usage.output_tokens
    return message


def _result(fields: Mapping[str, Any]) -> ResultPart:
    content = fields.get("content")
    failed = fields.get("status") == "error"
    call_id, name = fields.get("tool_call_id"), fields.get("name")
    return ResultPart(
        content,
        text_or_none(call_id),
        text_or_none(name),
        failed,
        text_of_content(content) if failed else None,
    )


def calls_of(fields: Mapping[str, Any]) -> list[CallPart]:
    """The calls of an AI message, each once.

    A message keeps up to three copies: parsed ones, the provider's own in `additional_kwargs`, and blocks of its
    content. The parsed ones count; the next copy only where there are none. Calls that could not be parsed
    (`invalid_tool_calls`) are no calls.
    """
    parsed = [_call(item, f".tool_calls[{index}]") for index, item in enumerate(_list(fields.get("tool_calls")))]
    if parsed or fields.get("invalid_tool_calls"):
        return parsed
    extra = fields.get("additional_kwargs")
    if isinstance(extra, dict):
        path = ".additional_kwargs"
        copies = [
            _call(item, f"{path}.tool_calls[{index}]") for index, item in enumerate(_list(extra.get("tool_calls")))
        ]
        if copies:
            return copies
        if isinstance(legacy := extra.get("function_call"), dict):
            return [CallPart(legacy.get("name"), legacy.get("arguments"), None, f"{path}.function_call")]
    return [
        CallPart(
            block.get("name"),
            block.get("args") if block.get("input") is None else block["input"],
            text_or_none(block.get("id")),
            f".content[{index}]",
        )
        for index, block in enumerate(_list(fields.get("content")))
        if isinstance(block, dict) and block.get("type") in ("tool_use", "tool_call")
    ]


def hosted_calls_of(fields: Mapping[str, Any]) -> tuple[list[CallPart], list[ResultPart]]:
    """The calls that the provider ran itself, and their results: standard blocks of the content of an AI message."""
    calls, results = [], []
    for index, block in enumerate(_list(fields.get("content"))):
        if not isinstance(block, dict):
            continue
        path = f".content[{index}]"
        if block.get("type") == "server_tool_call":
            hosted = {"provider_executed": True}
            calls.append(CallPart(block.get("name"), block.get("args"), text_or_none(block.get("id")), path, hosted))
        elif block.get("type") == "server_tool_result":
            output, own = block.get("output"), block.get("tool_call_id")
            failed = block.get("status") == "error"
            error = text_of_content(output) if failed else None
            results.append(ResultPart(output, own if isinstance(own, str) else None, None, failed, error, path))
    return calls, results


def tool_message(value: Any) -> Mapping[str, Any] | None:
    """The fields of the message of a tool that a value is, or holds as its `output`; None for any other value."""
    for inner in (value, value.get("output")) if isinstance(value, dict) else ():
        fields = inner.get("kwargs") if isinstance(inner, dict) and "lc" in inner else inner
        if isinstance(fields, dict) and "tool_call_id" in fields and "content" in fields:
            return fields
    return None


class Chunks:
    """The pieces of one streamed AI message."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._calls: dict[Any, CallPart] = {}
        self._pieces: dict[Any, list[str]] = {}
        self._last: Mapping[str, Any] = {}
        self._about: Mapping[str, Any] = {}
        self._usage: Tally | None = None

    def add(self, fields: Mapping[str, Any], about: Mapping[str, Any]) -> None:
        """Add the next piece; `about` is what the graph says of it beside the message."""
        self._last, self._about = fields, about or self._about
        self._texts.append(text_of_content(fields.get("content")))
        self._usage = usage_of(fields) or self._usage
        pieces = _list(fields.get("tool_call_chunks"))
        for index, piece in enumerate(pieces):
            if isinstance(piece, dict):
                self._add_piece(piece, index)
        if not pieces:
            for part in calls_of(fields):
                if part.name:
                    self._calls.setdefault(part.id or len(self._calls), part)

    def _add_piece(self, piece: Mapping[str, Any], index: int) -> None:
        number = piece.get("index")
        key = number if isinstance(number, (int, str)) else index
        name, call_id = piece.get("name"), text_or_none(piece.get("id"))
        call = self._calls.get(key)
        if call is not None and name and call_id and call.id and call_id != call.id:
            # providers that send whole calls give all of them the same position
            key = call_id
            call = self._calls.get(key)
        if call is None:
            call = self._calls[key] = CallPart(None, None, None, f".tool_call_chunks[{index}]")
        call.name = call.name or name
        call.id = call.id or call_id
        args = piece.get("args")
        if isinstance(args, str):
            self._pieces.setdefault(key, []).append(args)
        elif args is not None:
            call.args = args

    def merged(self) -> tuple[Message, Tally | None]:
        """The whole message and its token counts."""
        for key, pieces in self._pieces.items():
            self._calls[key].args = "".join(pieces)
        name, node = self._last.get("name"), self._about.get("langgraph_node")
        model = model_of(self._last) or self._about.get("ls_model_name")
        message = Message("assistant", "".join(self._texts), list(self._calls.values()))
        message.agent = next((text for text in (name, node) if isinstance(text, str) and text), None)
        message.model = model if isinstance(model, str) else None
        if self._usage:
            message.input_tokens, message.output_tokens = self._usage.input_tokens, self._usage.output_tokens
        return message, self._usage


def _call(item: Any, path: str) -> CallPart:
    if not isinstance(item, dict):
        return CallPart(None, None, None, path)
    function = item.get("function")
    if isinstance(function, dict):
        return CallPart(function.get("name"), function.get("arguments"), text_or_none(item.get("id")), path)
    return CallPart(item.get("name"), item.get("args"), text_or_none(item.get("id")), path)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def model_of(fields: Mapping[str, Any]) -> str | None:
    """The model that wrote an AI message; None when the message does not say."""
    metadata = fields.get("response_metadata")
    if not isinstance(metadata, dict):
        return None
    for key in ("model_name", "model", "model_id", "ls_model_name"):
        if isinstance(value := metadata.get(key), str) and value:
            return value
    return None


def usage_of(fields: Mapping[str, Any]) -> Tally | None:
    """Token counts of an AI message; None when it gives none."""
    usage = fields.get("usage_metadata")
    if isinstance(usage, dict):
        read, written = usage.get("input_token_details"), usage.get("output_token_details")
        return Tally(
            count_of(usage, "input_tokens"),
            count_of(usage, "output_tokens"),
            count_of(read, "cache_read") if isinstance(read, dict) else None,
            count_of(written, "reasoning") if isinstance(written, dict) else None,
        )
    metadata = fields.get("response_metadata")
    if not isinstance(metadata, dict):
        return None
    for key in ("token_usage", "tokenUsage", "usage", "estimatedTokenUsage"):
        usage = metadata.get(key)
        if isinstance(usage, dict):
            found = Tally(
                count_of(usage, "prompt_tokens", "promptTokens", "input_tokens"),
                count_of(usage, "completion_tokens", "completionTokens", "output_tokens"),
            )
            return found if found != Tally() else None
    return None

"""Parts of messages that name their kind (`tool-call`, `tool_return`, `FunctionCallContent`, ...) -> calls, results, texts.

Many frameworks write the same part in their own spelling: `toolCallId`, `tool_call_id` and `ToolCallId` are one key
here, and so are the kinds `tool-call`, `tool_call` and `toolCall`. Where name, arguments, id, result and error stand is
one table for all of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.message import CallPart, ResultPart
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import first_of, text_or_none

_KINDS = ("partkind", "contenttype", "blocktype", "type", "kind")
"""Keys under which a part says what it is."""
_CALLS = frozenset({"toolcall", "functioncall", "builtintoolcall", "toolrequest"})
_RESULTS = frozenset(
    {
        "toolresult",
        "toolreturn",
        "builtintoolreturn",
        "functionresult",
        "toolcallresult",
        "toolcallresponse",
        "toolresponse",
        "toolerror",
        "retryprompt",
    }
)
_OWN_RESULT = frozenset({"toolcallid", "callid", "toolname", "toolresult", "result", "output"})
"""Keys that tell a result in one of these spellings from Anthropic's `tool_result`."""
_UNTAGGED = ("toolcallresult", "toolcall", "toolrequest", "toolresponse")
"""Kinds of parts that say what they are by their only key."""
_BOTH = frozenset({"toolinvocation", "dynamictool"})
"""Kinds that hold a call and, once it is answered, its result."""
_TEXTS = frozenset({"", "text", "userprompt", "systemprompt", "inputtext", "outputtext"})
_NAMED_TOOL = "tool-"
"""Kinds `tool-<name>` hold call and result of that tool."""
_NESTED = ("toolcall", "toolcallresult", "toolinvocation", "toolresult", "toolrequest", "toolresponse")
"""Keys under which a part keeps what it is about in an object of its own."""

_NAMES = ("toolname", "toolcallname", "functionname", "actionname", "name")
_ARGS = ("args", "input", "arguments", "toolkwargs", "toolargs", "parameters", "rawinput")
_IDS = ("toolcallid", "callid", "tooluseid", "toolid", "actionexecutionid", "ref", "id")
_VALUES = (
    "output",
    "result",
    "toolresult",
    "tooloutput",
    "toolreturn",
    "content",
    "response",
    "responsedata",
    "outputs",
    "info",
    "text",
)
_FAILED = frozenset({"error", "failed", "failure", "denied", "output-error", "output-denied"})
_PENDING = frozenset({"partial-call", "call", "input-streaming", "input-available", "approval-requested"})
_TIMES = ("timestamp", "createdat", "date")


class Plain(dict[str, Any]):
    """A record with its keys in one spelling."""

    __slots__ = ()


def plain(record: Mapping[str, Any]) -> Plain:
    """A record with its keys in one spelling: lower case, without `_`, `-` and `$`. Of two that become equal the first with a value counts."""
    if type(record) is Plain:
        return record
    found = Plain()
    for key, value in record.items():
        short = spelled(key)
        if found.get(short) is None:
            found[short] = value
    return found


def spelled(name: Any) -> str:
    """A key or kind in that spelling; "" for anything but text."""
    return _spelled(name) if isinstance(name, str) else ""


@lru_cache(maxsize=4096)
def _spelled(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").replace(" ", "").removeprefix("$")


@dataclass(slots=True)
class Part:
    """What one part says.

    Attributes:
        text: Its text; "" when it has none.
        role: Whose text it is, where the part says so; None otherwise.
        call: The call it holds, if any.
        result: The result it holds, if any.
        time: When the part was written, as the file has it.
    """

    text: str = ""
    role: str | None = None
    call: CallPart | None = None
    result: ResultPart | None = None
    time: Any = None


def _kind_of(fields: Plain) -> str:
    """What a part is, in one spelling; "" when it does not say."""
    kind = next((value for key in _KINDS if isinstance(value := fields.get(key), str)), None)
    if kind is None:
        return next((key for key in _UNTAGGED if isinstance(fields.get(key), dict)), "")
    if kind.startswith(_NAMED_TOOL) and "toolcallid" in fields and spelled(kind) not in _CALLS | _RESULTS | _BOTH:
        return _NAMED_TOOL
    return spelled(kind).removesuffix("content") or spelled(kind)


def is_tool_part(part: Any) -> bool:
    """Whether a part is a call or a result in one of these spellings; Anthropic's blocks are not."""
    if not isinstance(part, dict) or "tool_use_id" in part or "toolUseId" in part:
        return False
    fields = plain(part)
    if part.get("type") == "tool_result" and "content" in part and _OWN_RESULT.isdisjoint(fields):
        return False
    kind = _kind_of(fields)
    if kind in _CALLS or kind in _BOTH or kind == _NAMED_TOOL:
        return _name(kind, part, _inner(fields)) is not None
    return kind in _RESULTS


def read_part(part: Any, path: str = "") -> Part:
    """A part of a message; one that is neither text, call nor result says nothing.

    Args:
        part: The part as the file has it.
        path: Where it stands inside its message.
    """
    if isinstance(part, str):
        return Part(part)
    if not isinstance(part, dict):
        return Part()
    fields = plain(part)
    kind = _kind_of(fields)
    found = Part(time=first_of(fields, _TIMES))
    if kind in _TEXTS:
        found.text = _text(fields)
        found.role = {"userprompt": "user", "systemprompt": "system"}.get(kind)
    elif kind == "retryprompt" and not text_or_none(fields.get("toolname")):
        found.text, found.role = _text(fields), "user"
    elif kind in _CALLS:
        found.call = _call(kind, part, fields, path)
    elif kind in _RESULTS:
        found.result = result_of(_answer(fields), path, kind)
    elif kind in _BOTH or kind == _NAMED_TOOL:
        inner = _inner(fields)
        found.call = _call(kind, part, fields, path)
        state = text_or_none(inner.get("state"))
        if state not in _PENDING and (state or first_of(inner, ("output", "result")) is not None):
            found.result = result_of(inner, path, kind)
    return found


def call_of(record: Any, path: str = "") -> CallPart:
    """A call as a list of calls keeps it: in one of these spellings, or in OpenAI's `{"function": {...}}`."""
    if not isinstance(record, dict):
        return CallPart(None, None, None, path)
    return _call("toolcall", record, plain(record), path)


def result_of(fields: Mapping[str, Any], path: str = "", kind: str = "") -> ResultPart:
    """A result, given the fields of its part in one spelling."""
    value = first_of(fields, _VALUES)
    state = next((text for key in ("state", "status", "outcome") if (text := text_or_none(fields.get(key)))), "")
    error = first_of(fields, ("errortext", "error", "exception"))
    failed = (
        fields.get("iserror") is True
        or fields.get("toolcallerror") is True
        or (isinstance(value, dict) and value.get("is_error") is True)
        or bool(error)
        or state.lower() in _FAILED
        or kind in ("toolerror", "retryprompt")
    )
    if isinstance(value, dict) and isinstance(form := value.get("type"), str) and _is_output(form, value):
        failed = failed or _OUTPUTS[form]
        value = first_of(value, ("value", "reason"))
    said = None
    if failed:
        said = _message(error) or _message(value) or text_of_content(value)
    if isinstance(value, list) and value and all(_is_text(item) for item in value):
        value = text_of_content(value)
    called = text_or_none(first_of(fields, _NAMES))
    return ResultPart(value, text_or_none(first_of(fields, _IDS)), called, failed, said, path)


_OUTPUTS = {
    "text": False,
    "json": False,
    "content": False,
    "error-text": True,
    "error-json": True,
    "execution-denied": True,
}
"""Forms of a typed output `{"type", "value"}` -> whether it says that the call failed."""


def _is_output(form: str, value: Mapping[str, Any]) -> bool:
    return form in _OUTPUTS and ("value" in value or form == "execution-denied")


def _is_text(item: Any) -> bool:
    return isinstance(item, dict) and item.get("type", "text") == "text" and isinstance(item.get("text"), str)


def _message(error: Any) -> str | None:
    if isinstance(error, dict):
        return text_or_none(first_of(plain(error), ("message", "error", "detail", "content")))
    return text_or_none(error)


def _text(fields: Mapping[str, Any]) -> str:
    value = first_of(fields, ("text", "content"))
    if isinstance(value, list):
        return "\n".join(item if isinstance(item, str) else text_of_content(item) for item in value)
    return value if isinstance(value, str) else text_of_content(value)


def _inner(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The object that a part is about, with what the part itself says as far as that does not."""
    nested = next((value for key in _NESTED if isinstance(value := fields.get(key), dict)), None)
    function = (nested or fields).get("function")
    inner = {**fields, **plain(nested)} if nested is not None else dict(fields)
    return {**inner, **plain(function)} if isinstance(function, dict) else inner


def _answer(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a result; one that refers to its call by a copy takes id and name from there."""
    nested = first_of(fields, ("toolcallresult", "toolresponse"))
    inner = {**fields, **plain(nested)} if isinstance(nested, dict) else dict(fields)
    origin = inner.get("origin")
    if isinstance(origin, dict):
        copied = plain(origin)
        inner["toolcallid"], inner["toolname"] = copied.get("id"), copied.get("toolname")
    return inner


def _name(kind: str, part: Mapping[str, Any], fields: Mapping[str, Any]) -> str | None:
    if kind == _NAMED_TOOL:
        return str(part.get("type", part.get("kind")))[len(_NAMED_TOOL) :]
    plugin, function = text_or_none(fields.get("pluginname")), text_or_none(fields.get("functionname"))
    if plugin and function:
        return f"{plugin}-{function}"
    return text_or_none(first_of(fields, _NAMES))


def _call(kind: str, part: Mapping[str, Any], fields: Mapping[str, Any], path: str) -> CallPart:
    inner = _inner(fields)
    name = _name(kind, part, inner)
    args = first_of(inner, _ARGS)
    extra: dict[str, Any] = {}
    if inner.get("providerexecuted") is True or kind == "builtintoolcall":
        extra["provider_executed"] = True
    if (time := first_of(inner, _TIMES)) is not None and epoch_seconds(time) is not None:
        extra["timestamp"], extra["started"] = time, epoch_seconds(time)
    return CallPart(name, args, text_or_none(first_of(inner, _IDS)), path, extra)

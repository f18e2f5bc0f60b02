"""Messages made of typed parts, in the spellings of many frameworks -> messages; see `typed_parts` for the parts."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.frameworks.langchain import opened
from toolscore_core.messages.frameworks.typed_parts import (
    Part,
    call_of,
    is_tool_part,
    plain,
    read_part,
    result_of,
    spelled,
)
from toolscore_core.messages.message import Message, ResultPart
from toolscore_core.messages.tally import Tally, amount_of, count_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import first_of, text_or_none

_PARTS = ("parts", "contents", "items", "blocks", "content")
"""Keys under which messages keep their parts; of several the first that is a list counts."""
_CALLS = ("toolcalls", "toolinvocations", "toolexecutionrequests")
_RESULTS = ("toolresults", "toolresponses", "responses")
"""Keys under which messages keep lists of calls and of results."""
_SPEAKING = (*_PARTS, *_CALLS, *_RESULTS, "message", "text")
_ROLES = {
    "chatbot": "assistant",
    "toolresult": "tool",
    "response": "assistant",
    "request": "user",
    "developer": "system",
    "ai": "assistant",
    "toolexecutionresult": "tool",
}
_TYPES = ("AI", "USER", "SYSTEM", "TOOL_EXECUTION_RESULT")
"""Types of messages of LangChain4j, which name no role."""
_TIMES = ("timestamp", "createdat", "date")
_LOOKED_AT = 200


def role_of(fields: Mapping[str, Any]) -> str | None:
    """The role of a message; None for a record that names none."""
    role = fields.get("role")
    if isinstance(role, dict):
        role = first_of(plain(role), ("value", "label", "name"))
    if not isinstance(role, str) and fields.get("kind") in ("request", "response"):
        role = fields["kind"]
    if not isinstance(role, str):
        role = fields["type"] if fields.get("type") in _TYPES else fields.get("messagetype")
    if not isinstance(role, str) and "generationid" in fields:
        return "assistant"  # a response of Cohere v1
    if not isinstance(role, str) or not role:
        return None
    short = spelled(role)
    return _ROLES.get(short, short)


def parts_of(fields: Mapping[str, Any]) -> tuple[str, list[Any]]:
    """The parts of a message and the key under which they stand; no parts where it has none."""
    found = next(((key, value) for key in _PARTS if isinstance(value := fields.get(key), list) and value), None)
    if found is None and isinstance(content := fields.get("content"), dict) and isinstance(content.get("parts"), list):
        return "content.parts", content["parts"]
    return found or ("", [])


def is_typed(value: Any) -> bool:
    """Whether a record is a message that holds a call or a result in one of these spellings."""
    if not isinstance(value, dict):
        return False
    fields = plain(value)
    role = role_of(fields)
    if role is None:
        return False
    _, parts = parts_of(fields)
    if any(map(is_tool_part, parts[:_LOOKED_AT])):
        return opened(value) is None or "parts" in fields
    if role == "tool":
        return (
            any(key in value for key in ("toolCallId", "additional_kwargs", "tool_returns"))
            or fields.get("type") in _TYPES
            or any(_own_results(fields.get(key)) for key in _RESULTS)
            or any(isinstance(part, dict) and "block_type" in part for part in parts[:_LOOKED_AT])
        )
    path, listed = _call_list(fields)
    if "toolexecutionrequests" in path or (listed and value.get("messageType") == "ASSISTANT"):
        return True
    return ("additional_kwargs" in path and opened(value) is None) or any(map(_is_own_call, listed))


def _own_results(value: Any) -> bool:
    """Whether a value is a list of results of calls."""
    shown = value[:_LOOKED_AT] if isinstance(value, list) else []
    keys = ("call", "tool_call_id", "responseData", "response_data")
    return any(isinstance(item, dict) and any(key in item for key in keys) for item in shown)


def may_be_typed(value: Any) -> bool:
    """Whether a record is a message of any kind that can stand beside such ones."""
    if not isinstance(value, dict):
        return False
    fields = plain(value)
    return role_of(fields) is not None and (any(key in fields for key in _SPEAKING))


def _is_own_call(item: Any) -> bool:
    """Whether an entry of a list of calls is in a spelling that other families do not use."""
    if not isinstance(item, dict):
        return False
    if "toolCallId" in item or "toolName" in item or ("name" in item and isinstance(item.get("parameters"), dict)):
        return True
    return "tool_name" in item and "arguments" in item


def _call_list(fields: Mapping[str, Any]) -> tuple[str, list[Any]]:
    extra = fields.get("additionalkwargs")
    for source, prefix in ((fields, ""), (plain(extra) if isinstance(extra, dict) else {}, "additional_kwargs.")):
        for key in _CALLS:
            if isinstance(value := source.get(key), list) and value:
                return f".{prefix}{key}", value
    return "", []


def _answered(fields: Mapping[str, Any]) -> str | None:
    """The id of the call that a message as a whole answers."""
    extra = fields.get("additionalkwargs")
    for source in (fields, plain(extra) if isinstance(extra, dict) else {}):
        if found := text_or_none(first_of(source, ("toolcallid", "callid"))):
            return found
    return None


def messages_of(value: Mapping[str, Any]) -> Iterator[Message]:
    """What one message says, in order; several where its parts speak in several roles.

    Args:
        value: A record with a role (`may_be_typed`).
    """
    fields = plain(value)
    role = role_of(fields) or "assistant"
    whole = Message(role, started=None)
    whole.timestamp = first_of(fields, _TIMES) or _meta(fields, _TIMES)
    whole.started = epoch_seconds(whole.timestamp)
    if role == "assistant":
        whole.model = text_or_none(first_of(fields, ("modelname", "modelid", "model"))) or text_or_none(
            _meta(fields, ("modelname", "modelid", "model"))
        )
        whole.agent = text_or_none(first_of(fields, ("authorname", "agent", "agentname", "name")))
        usage = usage_of(value)
        if usage:
            whole.input_tokens, whole.output_tokens = usage.input_tokens, usage.output_tokens
    key, parts = parts_of(fields)
    found = [read_part(part, f".{key}[{index}]") for index, part in enumerate(parts)]
    _add_lists(found, fields)
    if not any(part.text for part in found):
        content = first_of(fields, ("content", "message", "text"))
        if isinstance(content, (str, dict)) and (text := text_of_content(content)):
            found.insert(0, Part(text))
    if role == "tool":
        yield Message("tool", results=_results(found, fields), started=whole.started)
        return
    yield from _by_role(whole, found)


def _add_lists(found: list[Part], fields: Mapping[str, Any]) -> None:
    """Calls and results that stand in lists beside the parts, where the parts hold none."""
    if not any(part.call for part in found):
        path, calls = _call_list(fields)
        for index, item in enumerate(calls):
            here = f"{path}[{index}]"
            if isinstance(item, dict) and "state" in item:
                found.append(read_part({"type": "tool-invocation", **item}, here))
            else:
                found.append(Part(call=call_of(item, here)))
    key = next((key for key in _RESULTS if _own_results(fields.get(key))), "toolresults")
    results = fields.get(key)
    if isinstance(results, list) and not any(part.result for part in found):
        for index, item in enumerate(results):
            if isinstance(item, dict):
                found.append(Part(result=_listed_result(item, f".{key}[{index}]")))


def _listed_result(item: Mapping[str, Any], path: str) -> ResultPart:
    """A result in a list of results; some repeat the call that they answer under `call`."""
    fields: dict[str, Any] = plain(item)
    if isinstance(called := fields.get("call"), dict):
        fields = {**plain(called), "parameters": None, **fields}
    return result_of(fields, path)


def _results(found: list[Part], fields: Mapping[str, Any]) -> list[ResultPart]:
    """The results of a message of a tool: its parts, or the message as a whole."""
    call_id = _answered(fields)
    results = [part.result for part in found if part.result is not None]
    if not results:
        text = "\n".join(part.text for part in found if part.text)
        whole = {**fields, "content": text or first_of(fields, ("content", "parts", "contents", "blocks"))}
        for key in ("id", "output", "result"):
            whole.pop(key, None)
        returns = fields.get("toolreturns")  # Letta: a status for each return
        status = (
            returns[0].get("status") if isinstance(returns, list) and returns and isinstance(returns[0], dict) else None
        )
        results = [result_of({"status": status, **whole, "toolcallid": call_id})]
    for result in results:
        result.id = result.id or call_id
    return results


def _by_role(whole: Message, found: list[Part]) -> Iterator[Message]:
    """One message for each stretch of parts: a request may hold a system prompt, results and a user's words.

    Results that stand in the message of their call come last, without a time: nothing says when they came.
    """
    answers = Message("tool")
    for role, parts in groupby(found, lambda part: _speaker(part, whole.role)):
        message = replace(whole, role=role, calls=[], results=[])
        texts: list[str] = []
        for part in parts:
            if part.time is not None and role != "assistant":
                message.timestamp, message.started = part.time, epoch_seconds(part.time)
            if part.text:
                texts.append(part.text)
            if part.call is not None:
                message.calls.append(part.call)
            if part.result is not None:
                (message if role == "tool" else answers).results.append(part.result)
        message.text = "\n".join(texts)
        yield message
    yield answers


def _speaker(part: Part, role: str) -> str:
    if part.result is not None and role != "assistant":
        return "tool"
    return part.role or role


def _meta(fields: Mapping[str, Any], keys: tuple[str, ...]) -> Any:
    """A value in what a message says about itself."""
    for key in ("meta", "metadata", "response", "responsemetadata"):
        inner = fields.get(key)
        if isinstance(inner, dict) and (value := first_of(plain(inner), keys)) is not None:
            return value
    return None


_COUNTING = frozenset(
    {"meta", "usage", "totalusage", "tokenusage", "modelsusage", "metrics", "metadata", "response", "responsemetadata"}
)
"""Keys under which records keep token counts."""


def usage_of(value: Mapping[str, Any]) -> Tally | None:
    """Token counts and cost of a message, a step or a response, whatever they are called; None when there are none."""
    fields = plain(value)
    if _COUNTING.isdisjoint(fields):
        return None
    meta = fields.get("meta")
    billed = meta.get("tokens") if isinstance(meta, dict) else None
    usage = (
        billed
        if isinstance(billed, dict)
        else first_of(fields, ("usage", "totalusage", "tokenusage", "modelsusage", "metrics"))
    )
    if not isinstance(usage, dict):
        usage = _meta(fields, ("usage", "totalusage"))
    if not isinstance(usage, dict):
        return None
    counts: dict[str, Any] = plain(usage)
    if isinstance(tokens := counts.get("tokens"), dict):
        counts = {**counts, **plain(tokens)}
    details = [
        plain(inner)
        for key in ("promptdetails", "inputtokendetails", "prompttokensdetails", "details", "inputtokensdetails")
        if isinstance(inner := counts.get(key), dict)
    ]
    tally = Tally(
        count_of(counts, "inputtokens", "prompttokens", "requesttokens", "inputtokencount"),
        count_of(counts, "outputtokens", "completiontokens", "responsetokens", "outputtokencount"),
        _count(counts, details, "cachereadtokens", "cachedinputtokens", "cachedtokens", "cachereadinputtokens"),
        _count(counts, details, "reasoningtokens"),
        amount_of(counts, "cost", "totalcost"),
    )
    return tally if tally != Tally() else None


def _count(counts: Mapping[str, Any], details: Sequence[Mapping[str, Any]], *names: str) -> int | None:
    return next((found for source in (counts, *details) if (found := count_of(source, *names)) is not None), None)


def step_messages(step: Mapping[str, Any]) -> Iterator[Message]:
    """A step of a run, which keeps parts, or calls and results in two lists, and a text beside them."""
    fields = plain(step)
    given = {key: value for key, value in step.items() if key not in ("role", "steps", "response", "request")}
    response = fields.get("response")
    about = plain(response) if isinstance(response, dict) else {}
    given["role"] = "assistant"
    for key, names in (("model", ("modelid", "model")), ("timestamp", ("timestamp",))):
        if key not in given and (value := first_of(about, names)) is not None:
            given[key] = value
    yield from messages_of(given)


def is_step(value: Any) -> bool:
    """Whether a record is such a step, or the whole result of a run that has only one: calls in the camelCase list of the AI SDK."""
    if not isinstance(value, dict) or "role" in value:
        return False
    lists = [value.get("toolCalls"), value.get("toolResults"), value.get("content")]
    entries = [item for items in lists if isinstance(items, list) for item in items[:_LOOKED_AT]]
    return any(isinstance(item, dict) and "toolCallId" in item for item in entries)

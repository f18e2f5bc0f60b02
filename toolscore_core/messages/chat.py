"""Chat messages (OpenAI's, and Anthropic's with content blocks) -> turns, calls and results of a trace under construction.

Source: https://platform.openai.com/docs/api-reference/chat (version 1).
"""

from typing import Any

from toolscore_core.messages.arguments import decode_json_text, free_text_arguments
from toolscore_core.messages.blocks import add_blocks, is_tool_block
from toolscore_core.messages.builder import Place, TraceBuilder
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import NO_FACTS, Facts, note_time
from toolscore_core.messages.times import epoch_seconds

ROLES = {
    "assistant": "assistant",
    "user": "user",
    "system": "system",
    "tool": "tool",
    "function": "tool",
    "developer": "system",
    "model": "assistant",
    "agent": "assistant",
    "bot": "assistant",
    "tool_calls": "assistant",
    "tool_call_result": "tool",
    "chatbot": "assistant",
    "ai": "assistant",
    "gpt": "assistant",
    "human": "user",
}
"""Roles as files write them -> the roles of a turn; any other role stays as it is."""

_MESSAGE_KEYS = ("content", "tool_calls", "toolCalls", "function_call", "tool_call_id", "executed_tools")
_PLAIN = frozenset(
    {"role", "content", "tool_calls", "tool_call_id", "name", "refusal", "function_call", "annotations", "audio"}
)
_NAMES = ("name", "tool_name", "toolName")
_ARGUMENTS = ("arguments", "args", "input", "parameters", "params_as_json", "tool_args", "tool_input")
_CALL_IDS = ("id", "tool_call_id", "toolCallId", "request_id")
_ANSWERED = ("tool_call_id", "toolCallId", "request_id", "id")
_VALUES = ("content", "result", "result_value", "output")
_NO_FIELDS: dict[str, Any] = {}
_TIMES = ("timestamp", "created_at", "createdAt", "created", "ts", "time")


def is_message(value: Any) -> bool:
    """Whether a value is a chat message: it has a role, and content or calls."""
    return isinstance(value, dict) and isinstance(value.get("role"), str) and any(key in value for key in _MESSAGE_KEYS)


def calls_in(message: dict[str, Any]) -> list[Any]:
    """The call records of a message: `tool_calls` (a list, by id, or JSON text of either) and the older `function_call`."""
    calls = message.get("tool_calls")
    if calls is None:
        calls = message.get("toolCalls")
    if isinstance(calls, str):
        calls = decode_json_text(calls)
    if isinstance(calls, dict):
        calls = [{"id": key, **call} for key, call in calls.items() if isinstance(call, dict)]
    found = list(calls) if isinstance(calls, list) else []
    if isinstance(legacy := message.get("function_call"), dict):
        found.append({"function": legacy})
    return found


def name_and_arguments(record: Any) -> tuple[Any, Any]:
    """Tool name and arguments of a call record, as the file writes them.

    Seen: `function` {name, arguments}; `custom` {name, input}; flat `name` or `function` text with `arguments`, `args` or
    `input`; MCP-like `params` {name, arguments}.
    """
    if not isinstance(record, dict):
        return None, None
    inner = record.get("function")
    if isinstance(inner, dict):
        return inner.get("name"), inner["arguments"] if "arguments" in inner else inner.get("args")
    custom = record.get("custom")
    if isinstance(custom, dict):
        return custom.get("name"), free_text_arguments(custom.get("input"))
    params = record.get("params")
    if isinstance(params, dict) and "name" in params:
        return params.get("name"), params.get("arguments")
    name = (
        inner if isinstance(inner, str) else next((record[key] for key in _NAMES if record.get(key) is not None), None)
    )
    return name, next((record[key] for key in _ARGUMENTS if record.get(key) is not None), None)


def add_message(builder: TraceBuilder, message: dict[str, Any], place: Place, facts: Facts = NO_FACTS) -> None:
    """Add one message: a turn with its calls, or the result of an earlier call, which is no turn of its own.

    Args:
        builder: The trace under construction.
        message: The message.
        place: Where it stands.
        facts: What the response that holds it says about itself.
    """
    if facts is NO_FACTS and add_plain(builder, message, place):
        return
    role = message.get("role")
    role = ROLES.get(role, role) if isinstance(role, str) else "assistant"
    time = next((message[key] for key in _TIMES if message.get(key) is not None), facts.time)
    moment = epoch_seconds(time) if time is not None else None
    note_time(builder.trace, moment)
    content = message.get("content", message.get("result") if role == "tool" else message.get("message"))
    if role == "tool":
        _add_result(builder, message, content, place, moment)
        return
    blocks = content if isinstance(content, list) and any(map(is_tool_block, content)) else None
    text = content if isinstance(content, str) else text_of_content(content)
    if blocks is not None and role == "user" and not text:
        add_blocks(builder, blocks, place, facts, ended=moment)
        return
    model = message.get("model")
    builder.turn(
        role,
        text,
        model=model if isinstance(model, str) else facts.model,
        started=moment,
        input_tokens=facts.input_tokens,
        output_tokens=facts.output_tokens,
    )
    if blocks is not None:
        add_blocks(builder, blocks, place, facts, ended=moment, fields=_call_fields(message, time, moment))
    fields = _call_fields(message, time, moment)
    for record in calls_in(message):
        _add_call(builder, record, place, fields)
    hosted = message.get("executed_tools")
    for record in hosted if isinstance(hosted, list) else ():
        _add_hosted(builder, record, place, fields)
    _add_results(builder, message.get("tool_results"), place)


def add_plain(builder: TraceBuilder, message: dict[str, Any], place: Place) -> bool:
    """The short way for the messages that most files consist of; False, with nothing done, for any other."""
    if not _PLAIN.issuperset(message):
        return False
    given = message.get
    role, content = given("role"), given("content")
    if content is not None and type(content) is not str:
        return False
    if role == "tool":
        call_id = given("tool_call_id")
        return type(call_id) is str and builder.answer(call_id, content)
    role = ROLES.get(role) if type(role) is str else None
    calls = given("tool_calls")
    if role is None or role == "tool" or given("function_call") or not (calls is None or type(calls) is list):
        return False
    builder.turn(role, content or "")
    for record in calls or ():
        function = record.get("function") if type(record) is dict else None
        if (
            type(function) is not dict
            or "arguments" not in function
            or not builder.plain_call(function.get("name"), function["arguments"], record.get("id"))
        ):
            _add_call(builder, record, place, _NO_FIELDS)
    return True


def _call_fields(message: dict[str, Any], time: Any, moment: float | None) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if time is not None:
        fields = {"timestamp": time, "started": moment}
    agent = message.get("agent")
    if isinstance(agent, str) and agent:
        fields["agent"] = agent
    parent = message.get("parent_tool_use_id")
    if isinstance(parent, str) and parent:
        fields["parent_id"] = parent
    return fields


def _add_call(builder: TraceBuilder, record: Any, place: Place, fields: dict[str, Any]) -> None:
    name, args = name_and_arguments(record)
    given = [record[key] for key in _CALL_IDS if record.get(key)] if isinstance(record, dict) else []
    builder.call(name, args, place, call_id=given[0] if given and isinstance(given[0], str) else None, **fields)


def _add_hosted(builder: TraceBuilder, record: Any, place: Place, fields: dict[str, Any]) -> None:
    """A tool that the provider ran while it answered (Groq's `executed_tools`), with what it gave."""
    if isinstance(record, dict):
        name = record["name"] if isinstance(record.get("name"), str) and record["name"] else record.get("type")
        result = record.get("output")
        builder.call(name, record.get("arguments"), place, result=result, provider_executed=True, **fields)


def _add_result(
    builder: TraceBuilder, message: dict[str, Any], content: Any, place: Place, moment: float | None
) -> None:
    text = content if isinstance(content, str) else text_of_content(content)
    call_id = message.get("tool_call_id", message.get("toolCallId"))
    if call_id is None and isinstance(ids := message.get("tool_call_ids"), list) and len(ids) == 1:
        call_id = ids[0]
    name = message.get("name", message.get("tool_name"))
    failed, error = _failure(message, text)
    call = builder.result(
        text if isinstance(content, list) and text else content,
        place,
        call_id=call_id if isinstance(call_id, str) and call_id else None,
        tool=name if isinstance(name, str) else None,
        is_error=failed,
        error=error,
        ended=moment,
    )
    if call is None:
        builder.turn("tool", text, started=moment)


def _failure(message: dict[str, Any], text: str) -> tuple[bool, str | None]:
    error = message.get("error")
    if isinstance(error, dict):
        said = error.get("message")
        return True, said if isinstance(said, str) else text
    if isinstance(error, str) and error:
        return True, error
    failed = error is True or message.get("is_error") is True or message.get("status") == "error"
    return failed, text if failed else None


def _add_results(builder: TraceBuilder, results: Any, place: Place) -> None:
    """Results that stand together in a message, by the id of their call or in a list."""
    given = (
        results.items()
        if isinstance(results, dict)
        else ((None, one) for one in results or ())
        if isinstance(results, list)
        else ()
    )
    for call_id, result in given:
        about = result if isinstance(result, dict) else {"content": result}
        own = (
            next((about[key] for key in _ANSWERED if isinstance(about.get(key), str)), None)
            if call_id is None
            else call_id
        )
        value = next((about[key] for key in _VALUES if about.get(key) is not None), None)
        text = text_of_content(value)
        failed = True in (about.get("isError"), about.get("is_error"))
        builder.result(text or value, place, call_id=own, is_error=failed, error=text if failed else None)

"""Gemini contents (`{"role", "parts"}`, camelCase or snake_case) -> messages."""

from collections.abc import Mapping
from typing import Any

from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.tally import Tally, count_of
from toolscore_core.messages.untrusted import either, objects_of, text_or_none
from toolscore_core.values import split_path


def is_content(value: Any) -> bool:
    """Whether a value is a content: an object with a list of parts, which have no `type` or `part_kind` as those of other families have."""
    if not isinstance(value, dict) or not isinstance(parts := value.get("parts"), list):
        return False
    return not any(
        isinstance(part, dict) and ("part_kind" in part or isinstance(part.get("type"), str)) for part in parts
    )


def live_content(record: Mapping[str, Any]) -> dict[str, Any] | None:
    """What a message of the Live API says, as a content; None for any other record.

    Calls stand in `toolCall.functionCalls`, results in `toolResponse.functionResponses`, the model's words in
    `serverContent.modelTurn`.
    """
    for camel, snake, inner, plural, role in _LIVE:
        holder = either(record, camel, snake)
        items = either(holder, inner + "s", plural) if isinstance(holder, dict) else None
        if isinstance(items, list):
            return {"role": role, "parts": [{inner: item} for item in objects_of(items)]}
    said = either(record, "serverContent", "server_content")
    turn = either(said, "modelTurn", "model_turn") if isinstance(said, dict) else None
    return turn if is_content(turn) else None


_LIVE = (
    ("toolCall", "tool_call", "functionCall", "function_calls", "model"),
    ("toolResponse", "tool_response", "functionResponse", "function_responses", "user"),
)


def has_function_part(content: Mapping[str, Any]) -> bool:
    """Whether a part of a content is a function call or a function response."""
    return any(
        isinstance(part, dict)
        and (
            isinstance(either(part, "functionCall", "function_call"), dict)
            or isinstance(either(part, "functionResponse", "function_response"), dict)
        )
        for part in content["parts"]
    )


def message_of_content(content: Mapping[str, Any], role: str = "model") -> Message:
    """A content as a message; `role` is used where the content names none."""
    given = content.get("role")
    message = Message(given if isinstance(given, str) and given else role)
    add_parts(message, content)
    return message


def add_parts(message: Message, content: Mapping[str, Any]) -> None:
    """Add the parts of a content to a message: of a whole one, or of the next chunk of a stream."""
    parts = content.get("parts")
    if not isinstance(parts, list):
        return
    texts = [message.text] if message.text else []
    for index, part in enumerate(parts):
        if isinstance(part, str):
            texts.append(part)
            continue
        if not isinstance(part, dict):
            continue
        text = part.get("text")
        if isinstance(text, str) and part.get("thought") is not True:
            texts.append(text)
        called = either(part, "functionCall", "function_call")
        if isinstance(called, dict):
            _add_call(message, called, f".parts[{index}]")
        answered = either(part, "functionResponse", "function_response")
        if isinstance(answered, dict):
            message.results.append(_result(answered, f".parts[{index}]"))
    message.text = "".join(texts)


def _add_call(message: Message, called: Mapping[str, Any], path: str) -> None:
    pieces = either(called, "partialArgs", "partial_args")
    if called.get("name") is None and (pieces is not None or not called or "willContinue" in called):
        # a streamed call goes on in later chunks, which do not name it again
        if message.calls:
            _continue_call(message.calls[-1], pieces)
        return
    args = called.get("args")
    part = CallPart(
        called.get("name"), called.get("arguments") if args is None else args, text_or_none(called.get("id")), path
    )
    if pieces is not None:
        _continue_call(part, pieces)
    message.calls.append(part)


def _continue_call(part: CallPart, pieces: Any) -> None:
    if not isinstance(part.args, dict):
        part.args = {}
    for piece in pieces if isinstance(pieces, list) else ():
        if isinstance(piece, dict) and isinstance(path := either(piece, "jsonPath", "json_path"), str):
            _put(part.args, path, piece)


def _put(args: dict[str, Any], path: str, piece: Mapping[str, Any]) -> None:
    """Put one streamed piece of an argument in its place; pieces of one text are joined."""
    try:
        steps = split_path(path.removeprefix("$").removeprefix("."))
    except ValueError:
        return
    target: Any = args
    for step, following in zip(steps, [*steps[1:], None], strict=True):
        if isinstance(target, list) and isinstance(step, int) and step <= len(target):
            if step == len(target):
                target.append(None)
        elif not isinstance(target, dict) or not isinstance(step, str):
            return
        before = target[step] if isinstance(step, int) else target.get(step)
        if following is None:
            target[step] = _joined(before, piece)
        elif not isinstance(before, (dict, list)):
            target[step] = [] if isinstance(following, int) else {}
        target = target[step]


def _joined(before: Any, piece: Mapping[str, Any]) -> Any:
    text = either(piece, "stringValue", "string_value")
    if isinstance(text, str):
        return before + text if isinstance(before, str) else text
    for camel, snake in (("numberValue", "number_value"), ("boolValue", "bool_value")):
        value = either(piece, camel, snake)
        if value is not None:
            return value
    return None


def _result(answered: Mapping[str, Any], path: str) -> ResultPart:
    response = answered.get("response")
    name = answered.get("name")
    failed, error = failure_of(response)
    return ResultPart(
        response, text_or_none(answered.get("id")), name if isinstance(name, str) else None, failed, error, path
    )


def failure_of(response: Any) -> tuple[bool, str | None]:
    """Whether a function response says that the call failed, and its error text where it has one.

    A response has no field of its own for failures: functions report them under `error`, tools of an MCP server
    under `isError`.
    """
    if not isinstance(response, dict):
        return False, None
    error = response.get("error")
    if error:
        if isinstance(error, dict) and isinstance(error.get("message"), str):
            return True, error["message"]
        return True, error if isinstance(error, str) else None
    return response.get("isError") is True, None


def usage_of(response: Mapping[str, Any]) -> Tally | None:
    """Token counts of a response, reasoning included in the output; None when it gives none."""
    usage = either(response, "usageMetadata", "usage_metadata")
    if not isinstance(usage, dict):
        return None
    written = count_of(
        usage, "candidatesTokenCount", "candidates_token_count", "responseTokenCount", "response_token_count"
    )
    thought = count_of(usage, "thoughtsTokenCount", "thoughts_token_count")
    read = count_of(usage, "promptTokenCount", "prompt_token_count")
    tools = count_of(usage, "toolUsePromptTokenCount", "tool_use_prompt_token_count")
    return Tally(
        input_tokens=read if tools is None else (read or 0) + tools,
        output_tokens=written if thought is None else (written or 0) + thought,
        cached_tokens=count_of(usage, "cachedContentTokenCount", "cached_content_token_count"),
        reasoning_tokens=thought,
    )

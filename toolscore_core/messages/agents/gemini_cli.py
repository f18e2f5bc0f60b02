"""Messages of a session file of the Gemini command line, which keep calls and results side by side -> messages."""

from typing import Any

from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.gemini_contents import failure_of
from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.tally import Tally, count_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import either, objects_of, text_or_none


def is_cli_session(record: dict[str, Any]) -> bool:
    """Whether a record is a session file."""
    messages = record.get("messages")
    return (
        isinstance(messages, list)
        and "sessionId" in record
        and any(isinstance(item, dict) and _is_of_model(item) for item in messages)
    )


def _is_of_model(item: dict[str, Any]) -> bool:
    """Whether a message is the model's; forks of the command line have a word of their own for it."""
    return item.get("type") == "gemini" or ("type" in item and isinstance(item.get("toolCalls"), list))


def cli_message(item: dict[str, Any]) -> tuple[Message, Tally | None]:
    """A message of a session with its calls, and its token counts; None where it gives none."""
    content = item.get("content")
    message = Message(
        "user" if item.get("type") == "user" else "model" if _is_of_model(item) else str(item.get("type")),
        text_of_content(content),
        model=text_or_none(item.get("model")),
        started=epoch_seconds(item.get("timestamp")),
        timestamp=item.get("timestamp"),
    )
    for index, call in enumerate(objects_of(item.get("toolCalls"))):
        timestamp = call.get("timestamp") or message.timestamp
        fields = {"timestamp": timestamp, "started": epoch_seconds(timestamp)}
        message.calls.append(
            CallPart(call.get("name"), call.get("args"), text_or_none(call.get("id")), f".toolCalls[{index}]", fields)
        )
    tokens = item.get("tokens")
    if not isinstance(tokens, dict):
        return message, None
    written, thought = count_of(tokens, "output"), count_of(tokens, "thoughts")
    usage = Tally(
        input_tokens=count_of(tokens, "input"),
        output_tokens=written if thought is None else (written or 0) + thought,
        cached_tokens=count_of(tokens, "cached"),
        reasoning_tokens=thought,
    )
    message.input_tokens, message.output_tokens = usage.input_tokens, usage.output_tokens
    return message, usage


def cli_results(item: dict[str, Any]) -> list[ResultPart]:
    """The results that a message of a session keeps beside its calls."""
    found = []
    for index, call in enumerate(objects_of(item.get("toolCalls"))):
        status = call.get("status")
        response: Any = None
        for piece in objects_of(call.get("result")):
            answered = either(piece, "functionResponse", "function_response")
            if isinstance(answered, dict):
                response = answered.get("response")
        if response is None and call.get("resultDisplay") is None and status is None:
            continue
        value = call.get("resultDisplay") if response is None else response
        failed, error = failure_of(response)
        failed = failed or status in ("error", "cancelled")
        path = f".toolCalls[{index}].result"
        found.append(
            ResultPart(value, text_or_none(call.get("id")), text_or_none(call.get("name")), failed, error, path)
        )
    return found

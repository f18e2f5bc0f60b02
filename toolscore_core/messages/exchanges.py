"""Records of chat and Anthropic messages, in any wrapping -> exchanges with a model."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from toolscore_core.errors import FormatError, Location
from toolscore_core.messages.chat import is_message
from toolscore_core.messages.chat_tree import is_chat_tree, messages_of_tree
from toolscore_core.messages.data_set_rows import NOT_PREFERRED, answer_of, answered_in, preference_of, preferred_in
from toolscore_core.messages.envelope import Facts, facts_of
from toolscore_core.messages.history import Exchange
from toolscore_core.messages.records import Record, body, is_flat, records, step_to
from toolscore_core.messages.shapes import (
    MESSAGE_LISTS,
    is_block_envelope,
    is_block_event,
    is_call_record,
    is_chat_chunk,
    is_message_list,
    is_piece,
    is_ping,
    is_toolbench,
    wrapped_message,
)
from toolscore_core.messages.streams import ChatStream, MessageStream, PieceStream
from toolscore_core.reading import Documents, ReadReport

_AROUND = frozenset({"choices", "type", "output", "request", "win"})
"""Keys that decide before `messages` what a record is."""

_SPEAKING = frozenset({"role", "type", "content", "message", "messages", "data", "body", "response", "done", "choices"})
"""Keys with which a record may belong to a conversation."""

_NOT_SAID = ("reference", "expected", "rejected")
"""Beginnings of keys under which rows keep what should, or should not, have been said."""

_STREAMED_ALREADY = "whole of a response that was streamed before"

_RESPONSES = ("response", "completion", "raw_response", "output")


def exchanges(documents: Documents, report: ReadReport) -> Iterator[Exchange]:
    """Every exchange of a file, in order.

    Raises:
        FormatError: The file is one record, and its messages are no list.
    """
    items = list(records(documents))
    if any(_says_nothing(item.value) for item in items):
        items = list(_that_say_something(items, report))
    if sum(is_message(item.value) for item in items) * 2 > len(items):
        origin = documents.place(documents.items[0])
        messages = [item.value for item in items]
        yield Exchange(origin, messages, lambda index: items[index].place(), apart=True)
        return
    if all(is_call_record(item.value) for item in items) and items:
        calls = [item.value for item in items]
        yield Exchange(documents.place(documents.items[0]), [{"role": "assistant", "tool_calls": calls}], apart=True)
        return
    at = 0
    streamed: set[str] = set()
    while at < len(items):
        end = _stream_end(items, at)
        if end > at:
            yield from _streamed(items[at:end])
            streamed.update(_ids(items[at:end]))
            at = end
            continue
        if streamed and not streamed.isdisjoint(_ids(items[at : at + 1])):
            report.skip(_STREAMED_ALREADY, items[at].place())
            at += 1
            continue
        try:
            yield from _of_record(items[at], report)
        except FormatError as error:
            if len(items) == 1:
                raise
            report.problem(error.message, items[at].place())
        at += 1


def _says_nothing(value: Any) -> bool:
    """Whether a record is an object with nothing in it in which messages could stand."""
    return isinstance(value, dict) and _SPEAKING.isdisjoint(value) and is_flat(value) and facts_of(value).cost is None


def _that_say_something(items: Sequence[Record], report: ReadReport) -> Iterator[Record]:
    for item in items:
        if _says_nothing(item.value):
            report.skip("record without messages", item.place())
        else:
            yield item


def with_wrapping(message: dict[str, Any], record: dict[str, Any]) -> dict[str, Any]:
    """A message with what the record around it says about its calls."""
    extra: dict[str, Any] = {
        key: record[key] for key in ("parent_tool_use_id", "agent") if key in record and key not in message
    }
    return {**message, **extra} if extra else message


def _stream_end(items: Sequence[Record], at: int) -> int:
    while (
        at < len(items)
        and _may_be_streamed(items[at].value)
        and any(fits(items[at].value) for fits in (is_chat_chunk, is_block_event, is_ping, is_piece))
    ):
        at += 1
    return at


def _may_be_streamed(value: Any) -> bool:
    return isinstance(value, dict) and ("choices" in value or "type" in value or "done" in value)


def _ids(items: Sequence[Record]) -> Iterator[str]:
    """Ids of the responses that records are, or are parts of."""
    for item in items:
        value = item.value.get("message", item.value) if isinstance(item.value, dict) else None
        if isinstance(value, dict) and isinstance(value.get("id"), str) and value["id"]:
            yield value["id"]


def _streamed(items: Sequence[Record]) -> Iterator[Exchange]:
    places: list[Record] = []
    chat = ChatStream()
    blocks = MessageStream()
    pieces = PieceStream()
    responses: list[dict[str, Any]] = []
    for item in items:
        if is_piece(item.value):
            if (response := pieces.add(item.value)) is not None:
                places.append(item)
                responses.append(response)
            continue
        if is_chat_chunk(item.value):
            if chat.add(item.value):
                places.append(item)
                responses.append(chat.completions[-1])
        elif (message := blocks.add(item.value)) is not None:
            places.append(item)
            responses.append(message)
    chat.finish()
    blocks.finish()
    for place, response in zip(places, responses, strict=True):
        for exchange in _of_response(place, response):
            exchange.envelope = "" if is_piece(response) else "chat" if "choices" in response else "blocks"
            yield exchange


def _of_record(record: Record, report: ReadReport) -> Iterator[Exchange]:
    value = record.value
    if isinstance(value, dict) and "messages" in value and _AROUND.isdisjoint(value):
        yield from _of_messages(record)
    elif isinstance(value, list):
        if is_message_list(value):
            yield _history(record, "", value)
        else:
            report.skip("list without messages", record.place())
    elif not isinstance(value, dict):
        report.skip("record that is no object", record.place())
    elif is_chat_tree(value):
        yield _history(record, ".mapping", messages_of_tree(value), name={"id": value.get("conversation_id")})
    elif is_toolbench(value):
        yield from _of_toolbench(record)
    elif (preferred := preferred_in(value)) is not None:
        yield preference_of(record, preferred)
        report.skip(NOT_PREFERRED, record.place())
    elif isinstance(value.get("choices"), list) or is_block_envelope(value) or _converse(value) is not None:
        yield from _of_response(record, value)
    elif (logged := _invocation(value)) is not None:
        yield from _of_recording(Record(record.documents, record.document, record.path, logged))
    elif (
        isinstance(value.get("request"), dict)
        or ("body" in value and not _has_messages(value))
        or _only_response(value)
    ):
        yield from _of_recording(record)
    elif _has_messages(value):
        yield from _of_messages(record)
    elif (answered := answered_in(value)) is not None:
        yield answer_of(record, *answered)
    elif (message := wrapped_message(value)) is not None:
        facts = facts_of(value, message)
        yield Exchange(
            record.place(), (), None, [with_wrapping(message, value)], lambda _: record.place(".message"), facts
        )
    elif isinstance(value.get("outputs"), dict):
        yield from _of_outputs(record)
    elif (message := wrapped_message(value.get("result"))) is not None:
        place = record.place(".result.message")
        yield Exchange(place, (), None, [message], None, facts_of(message), name=value, apart="custom_id" in value)
    elif (cost := facts_of(value).cost) is not None and value.get("type") == "result":
        yield Exchange(record.place(), facts=Facts(cost=cost))
    elif isinstance(value.get("tool_calls"), list) and any(map(is_call_record, value["tool_calls"])):
        yield Exchange(record.place(), [{"role": "assistant", **value}], apart=True)
    elif value and all(is_message_list(item) for item in value.values()):
        for key, item in value.items():
            if not key.lower().startswith(_NOT_SAID):
                yield _history(record, step_to(key), item, key=key)
    else:
        report.skip("record without messages", record.place())


def _has_messages(value: dict[str, Any]) -> bool:
    return "messages" in value or any(is_message_list(value.get(key)) for key in MESSAGE_LISTS)


def _only_response(value: dict[str, Any]) -> bool:
    return isinstance(value.get("response"), (dict, list)) and not _has_messages(value)


def _list_place(record: Record, path: str) -> Callable[[int], Location]:
    return lambda index: record.place(f"{path}[{index}]")


def _history(record: Record, path: str, messages: list[Any], *, key: str = "", name: Any = None) -> Exchange:
    return Exchange(record.place(path), messages, _list_place(record, path), key=key, name=name, apart=True)


def _of_messages(record: Record) -> Iterator[Exchange]:
    value = record.value
    key = "messages" if "messages" in value else next(key for key in MESSAGE_LISTS if is_message_list(value.get(key)))
    messages = value[key]
    if isinstance(messages, str):  # tables keep the list as JSON text
        messages = body(messages)
    if not isinstance(messages, list):
        raise FormatError(f"`{key}` is a list of messages, not {type(messages).__name__}", record.place(f".{key}"))
    path = f".{key}"
    for name in _RESPONSES:
        if name not in value:
            continue
        answers = list(_of_response(record.inside(f".{name}", value.get(name)), body(value.get(name)), value))
        if answers:
            for answer in answers:
                answer.sent, answer.sent_place, answer.name = messages, _list_place(record, path), value
                yield answer
            return
    exchange = _history(record, path, messages, name=value)
    exchange.facts = facts_of(value)
    yield exchange


def _invocation(value: dict[str, Any]) -> dict[str, Any] | None:
    """A line of Bedrock's invocation log as a request and its response; None for any other record."""
    sent, received = value.get("input"), value.get("output")
    if not isinstance(sent, dict) or not isinstance(received, dict) or "outputBodyJson" not in received:
        return None
    usage = {"inputTokens": sent.get("inputTokenCount"), "outputTokens": received.get("outputTokenCount")}
    about = {"model": value.get("modelId"), "timestamp": value.get("timestamp"), "usage": usage}
    return {"request": sent.get("inputBodyJson"), "response": received["outputBodyJson"], **about}


def _of_recording(record: Record) -> Iterator[Exchange]:
    """A recorded HTTP request, its response, or both."""
    value = record.value
    request = body(value.get("request", {key: value[key] for key in ("body",) if key in value}))
    response = body(value.get("response"))
    messages = request.get("messages") if isinstance(request, dict) else None
    sent = messages if isinstance(messages, list) else []
    path = ".request.body.messages" if "request" in value else ".body.messages"
    named = value if any(key in value for key in ("custom_id", "case_id", "task_id")) else None
    answers = list(_of_response(record.inside(".response", response), response, value))
    for answer in answers or ([Exchange(record.place())] if sent else []):
        answer.sent, answer.sent_place = sent, _list_place(record, path)
        answer.name = named
        answer.apart = answer.apart or named is not None
        yield answer


def _of_response(record: Record, response: Any, around: dict[str, Any] | None = None) -> Iterator[Exchange]:
    """The message of a response, in the shape of a completion, an Anthropic message, one message or streamed events."""
    if isinstance(response, list):
        events = [body(event) for event in response]
        if events and all(is_chat_chunk(event) or is_block_event(event) or is_ping(event) for event in events):
            yield from _streamed([record.inside(f"[{index}]", event) for index, event in enumerate(events)])
        return
    if not isinstance(response, dict):
        return
    facts = facts_of(response, around)
    if is_message(response):
        envelope = "blocks" if is_block_envelope(response) else ""
        yield Exchange(record.place(), (), None, [response], None, facts, envelope=envelope)
    elif isinstance(response.get("choices"), list):
        yield from _of_choices(record, response["choices"], facts)
    elif (message := wrapped_message(response)) is not None or (message := _converse(response)) is not None:
        yield Exchange(record.place(), (), None, [message], None, facts)


def _converse(response: dict[str, Any]) -> dict[str, Any] | None:
    output = response.get("output")
    return wrapped_message(output) if isinstance(output, dict) else None


def _of_choices(record: Record, choices: list[Any], facts: Facts) -> Iterator[Exchange]:
    """Choices with different indexes are alternatives, each a trial of its own; otherwise they are parts of one message."""
    found: dict[Any, list[dict[str, Any]]] = {}
    for position, choice in enumerate(choices):
        message = choice.get("message") if isinstance(choice, dict) else None
        if isinstance(message, dict):
            index = choice.get("index")
            found.setdefault(index if isinstance(index, int) else position, []).append({"role": "assistant", **message})
    for number, messages in enumerate(found.values(), 1):
        several = len(found) > 1
        yield Exchange(
            record.place(),
            (),
            None,
            messages,
            _list_place(record, ".choices"),
            facts,
            apart=several,
            trial=number if several else None,
            envelope="chat",
        )
    if not found:
        yield Exchange(record.place(), facts=facts, envelope="chat")


def _of_outputs(record: Record) -> Iterator[Exchange]:
    """A row of inputs and outputs, one of which is the model's message (chat history of prompt flow)."""
    inputs, outputs = record.value.get("inputs"), record.value["outputs"]
    asked = (
        next((item for item in inputs.values() if isinstance(item, str)), None) if isinstance(inputs, dict) else None
    )
    for key, output in outputs.items():
        output = body(output)
        if is_message(output):
            messages = [{"role": "user", "content": asked}] if asked is not None else []
            here = record.place(f".outputs.{key}")
            yield Exchange(here, (), None, [*messages, output], None, facts_of(record.value))
            return
        answers = list(_of_response(record.inside(f".outputs.{key}", output), output))
        if answers:
            yield from answers
            return


def _of_toolbench(record: Record) -> Iterator[Exchange]:
    """The last of ToolBench's snapshots holds the whole answer; the tree holds rejected branches beside it."""
    answer = record.value["answer_generation"]
    snapshots = answer.get("train_messages") if isinstance(answer, dict) else None
    if not isinstance(snapshots, list) or not snapshots or not isinstance(snapshots[-1], list):
        raise FormatError(
            "`answer_generation.train_messages` is a list of message lists", record.place(".answer_generation")
        )
    path = f".answer_generation.train_messages[{len(snapshots) - 1}]"
    messages = [_with_error(message) for message in snapshots[-1]]
    yield _history(record, path, messages)


def _with_error(message: Any) -> Any:
    """ToolBench writes {"error", "response"} as JSON text into a result: a text under `error` is a failure."""
    if not isinstance(message, dict) or message.get("role") != "function":
        return message
    result = body(message.get("content"))
    error = result.get("error") if isinstance(result, dict) else None
    return {**message, "error": error} if isinstance(error, str) and error else message

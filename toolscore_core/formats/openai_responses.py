"""OpenAI Responses: response objects, input and output items, streams, and the Agents SDK's saved state -> traces.

Specification: https://platform.openai.com/docs/api-reference/responses (version 1).
"""

from collections.abc import Hashable, Iterator
from functools import partial
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import FormatError
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.chat import ROLES
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import add_facts, facts_of, facts_together, name_trace
from toolscore_core.messages.history import Conversation, Exchange, conversations
from toolscore_core.messages.realtime import is_item_event, realtime_exchanges
from toolscore_core.messages.records import Record, body, is_flat, records
from toolscore_core.messages.response_items import ItemReader, is_call, is_output, unwrapped
from toolscore_core.messages.streams import ItemStream
from toolscore_core.reading import Documents, ReadReport

_KEY = "openai_responses"
_STATE_ITEMS = ("generated_items", "generatedItems")
_STATE_RESPONSES = ("model_responses", "modelResponses")


def _is_item(value: Any) -> bool:
    item = unwrapped(value)
    return is_call(item) or is_output(item)


def _is_event(value: Any) -> bool:
    kind = value.get("type") if isinstance(value, dict) else None
    return isinstance(kind, str) and (kind.startswith("response.") or is_item_event(value))


def _is_response(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("output"), list):
        return False
    return value.get("object") == "response" or any(map(_is_item, value["output"]))


def _is_state(value: Any) -> bool:
    return isinstance(value, dict) and "$schemaVersion" in value and any(key in value for key in _STATE_ITEMS)


def _items_of(value: Any) -> list[Any] | None:
    """The list of items in a record that is one, or has one under `input` or `items`."""
    candidates = (
        [value]
        if isinstance(value, list)
        else [value.get("input"), value.get("items")]
        if isinstance(value, dict)
        else []
    )
    return next((one for one in candidates if isinstance(one, list) and any(map(_is_item, one))), None)


def _claim(documents: Documents) -> Claim | None:
    envelopes = items = 0
    for record in records(documents):
        value = record.value
        parts = [value]
        if isinstance(value, dict):
            parts += [body(value[key]) for key in ("response", "request") if key in value]
        for part in parts:
            envelopes += _is_event(part) or _is_state(part) or (_is_response(part) and part.get("object") == "response")
            items += _is_item(part) or _is_response(part)
            items += len(_items_of(part) or ())
            if isinstance(part, list):
                envelopes += sum(map(_is_event, part))
    if envelopes:
        return Claim(3, envelopes, f"responses or response events ({envelopes})")
    return Claim(2, items, f"items such as `function_call` with a `call_id` ({items})") if items else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    for conversation in conversations(_exchanges(documents, report), _fingerprint):
        yield _trace(conversation, report)


def _trace(conversation: Conversation, report: ReadReport) -> Trace:
    first = conversation.first
    builder = TraceBuilder(report, _KEY, first.origin)
    if first.name is not None:
        name_trace(builder.trace, first.name)
    reader = ItemReader(builder)
    for stretch in conversation.stretches:
        add_facts(builder.trace, stretch.facts)
        reader.begin()
        for index in stretch.indexes:
            reader.add(stretch.messages[index], partial(stretch.place, index), stretch.facts)
    return builder.trace


def _fingerprint(item: Any) -> Hashable | None:
    item = unwrapped(item)
    if is_call(item) or is_output(item):
        return (item["type"], str(item.get("call_id", item.get("callId", item.get("id")))))
    role = item.get("role") if isinstance(item, dict) else None
    if not isinstance(role, str) or ROLES.get(role) == "system":
        return None
    return (role, text_of_content(item.get("content")).strip())


def _exchanges(documents: Documents, report: ReadReport) -> Iterator[Exchange]:
    items = list(records(documents))
    if any(is_item_event(item.value) for item in items):
        yield from realtime_exchanges(items)
        return
    if any(_is_item(item.value) for item in items):
        origin = documents.place(documents.items[0])
        yield Exchange(origin, [item.value for item in items], lambda index: items[index].place(), apart=True)
        return
    stream: list[Record] = []
    for item in items:
        if _is_event(item.value):
            stream.append(item)
            continue
        if stream and is_flat(item.value):
            report.skip("record without items", item.place())  # a note between the events
            continue
        yield from _streamed(stream)
        stream = []
        yield from _of_record(item, report)
    yield from _streamed(stream)


def _streamed(events: list[Record]) -> Iterator[Exchange]:
    stream = ItemStream()
    started = [(event, response) for event in events if (response := stream.add(event.value)) is not None]
    stream.finish()
    for record, response in started:
        yield _of_response(record, response)


def _of_record(record: Record, report: ReadReport) -> Iterator[Exchange]:
    value = record.value
    if not isinstance(value, dict):
        found = _items_of(value)
        if found is not None:
            yield Exchange(record.place(), found, lambda index: record.place(f"[{index}]"), apart=True)
        else:
            report.skip("record without items", record.place())
    elif _is_state(value):
        yield _of_state(record)
    elif _is_response(value):
        yield _of_response(record, value)
    elif "response" in value or "request" in value:
        yield from _of_recording(record, report)
    elif isinstance(value.get("input"), list) or isinstance(value.get("items"), list):
        key = "input" if isinstance(value.get("input"), list) else "items"
        yield Exchange(
            record.place(),
            value[key],
            lambda index: record.place(f".{key}[{index}]"),
            name=value,
            facts=facts_of(value),
            apart=True,
        )
    elif "output" in value:
        raise FormatError(f"`output` is a list of items, not {type(value['output']).__name__}", record.place(".output"))
    else:
        report.skip("record without items", record.place())


def _of_response(record: Record, response: dict[str, Any], sent: Any = None) -> Exchange:
    given = response.get("input") if sent is None else sent
    if isinstance(given, str):
        given = [{"role": "user", "content": given}]
    output = response.get("output")
    follows = response.get("previous_response_id")
    own = response.get("id")
    return Exchange(
        record.place(),
        given if isinstance(given, list) else (),
        lambda index: record.place(f".input[{index}]"),
        output if isinstance(output, list) else (),
        lambda index: record.place(f".output[{index}]"),
        facts_of(response),
        ids=(own,) if isinstance(own, str) else (),
        follows=follows if isinstance(follows, str) else None,
    )


def _of_recording(record: Record, report: ReadReport) -> Iterator[Exchange]:
    request, response = body(record.value.get("request")), body(record.value.get("response"))
    sent = request.get("input") if isinstance(request, dict) else None
    if isinstance(response, list):
        events = [record.inside(f".response[{index}]", body(event)) for index, event in enumerate(response)]
        answers = list(_streamed([event for event in events if _is_event(event.value)]))
        for answer in answers:
            answer.sent = [{"role": "user", "content": sent}] if isinstance(sent, str) else sent or ()
            yield answer
    elif isinstance(response, dict) and isinstance(response.get("output"), list):
        exchange = _of_response(record.inside(".response", response), response, sent)
        exchange.name = record.value if "custom_id" in record.value else None
        exchange.apart = exchange.name is not None
        yield exchange
    else:
        report.skip("record without items", record.place())


def _of_state(record: Record) -> Exchange:
    """A saved run of the Agents SDK. Its model responses repeat the generated items, so they count only without those."""
    state = record.value
    key = next(key for key in _STATE_ITEMS if key in state)
    asked = state.get("original_input", state.get("originalInput"))
    sent = [{"role": "user", "content": asked}] if isinstance(asked, str) else asked if isinstance(asked, list) else []
    generated = state[key] if isinstance(state[key], list) else []
    responses: list[Any] = next((state[name] for name in _STATE_RESPONSES if isinstance(state.get(name), list)), [])
    if not any(map(_is_item, generated)):
        outputs = [one.get("output") for one in responses if isinstance(one, dict)]
        generated = [item for output in outputs if isinstance(output, list) for item in output]
    return Exchange(
        record.place(),
        sent,
        None,
        generated,
        lambda index: record.place(f".{key}[{index}]"),
        facts_together(facts_of(one) for one in responses if isinstance(one, dict)),
        apart=True,
    )


FORMAT = Format(
    key=_KEY,
    title="OpenAI Responses",
    signature="`object: response`, `response.*` events, or items of type `function_call` and the like",
    specification="https://platform.openai.com/docs/api-reference/responses",
    version="1",
    gives=("results", "errors", "timing", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""OpenAI Responses and the state of the Agents SDK."""

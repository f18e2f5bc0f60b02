"""Events of the OpenAI Realtime API -> the items of the conversation, each once.

Source: https://platform.openai.com/docs/api-reference/realtime-server-events.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from toolscore_core.messages.envelope import facts_of
from toolscore_core.messages.history import Exchange
from toolscore_core.messages.records import Record

_ITEM = "conversation.item."
_FAMILIES = ("session.", "conversation.", "response.", "input_audio_buffer.", "output_audio_buffer.", "rate_limits.")


def is_item_event(value: Any) -> bool:
    """Whether a value is an event that carries an item of the conversation."""
    kind = value.get("type") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind.startswith(_ITEM) and isinstance(value.get("item"), dict)


def realtime_exchanges(items: Sequence[Record]) -> Iterator[Exchange]:
    """The items of one session, then what its responses say about themselves.

    An item is written when it starts, when it is finished and with its response: the last writing counts, at the place of
    the first.
    """
    found: dict[str, tuple[Record, dict[str, Any]]] = {}
    responses: list[tuple[Record, dict[str, Any]]] = []
    for record in items:
        event = record.value
        kind = event.get("type") if isinstance(event, dict) else None
        if not isinstance(kind, str) or not kind.startswith(_FAMILIES):
            continue
        given = [event.get("item")]
        response = event.get("response")
        if kind == "response.done" and isinstance(response, dict):
            responses.append((record, response))
            given = response["output"] if isinstance(response.get("output"), list) else []
        for item in given:
            if isinstance(item, dict):
                key = _key(item, len(found))
                found[key] = (found[key][0] if key in found else record, item)
    written = list(found.values())
    if written:
        messages = [item for _, item in written]
        yield Exchange(written[0][0].place(), (), None, messages, lambda index: written[index][0].place())
    for record, response in responses:
        yield Exchange(record.place(), facts=facts_of(response))


def _key(item: dict[str, Any], number: int) -> str:
    """What makes an item the same in two events: the call it is or answers, or its id."""
    call_id, own = item.get("call_id"), item.get("id")
    if isinstance(call_id, str):
        return f"{item.get('type')} {call_id}"
    return own if isinstance(own, str) else str(number)

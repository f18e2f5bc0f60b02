"""Log records of the signal for events (`gen_ai.*`) -> events of the spans they belong to.

Source: https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-events (1.37: one record with the messages of an inference,
`gen_ai.client.inference.operation.details`; before: one for each message, `gen_ai.user.message` ... `gen_ai.choice`).
"""

from collections.abc import Iterable, Mapping
from typing import Any

from toolscore_core.messages.spans.span import Batch, Span, any_value, attributes_of
from toolscore_core.messages.times import epoch_seconds

_NAMES = ("eventName", "event_name")
_MARKS = frozenset(("body", *_NAMES))
_TIMES = ("timeUnixNano", "timestamp", "observedTimeUnixNano", "observed_timestamp")
_SAYS_ALL = "gen_ai.client.inference.operation.details"
_ANSWER = "gen_ai.choice"


def is_log(value: Any) -> bool:
    """Whether a value is a log record about an agent's or model's work."""
    return (
        isinstance(value, dict)
        and not _MARKS.isdisjoint(value)
        and _name(value, attributes_of(value.get("attributes"))).startswith("gen_ai.")
    )


def _name(raw: Mapping[str, Any], attributes: Mapping[str, Any]) -> str:
    name = next((raw[key] for key in _NAMES if raw.get(key)), None) or attributes.get("event.name")
    return name if isinstance(name, str) else ""


def add_logs(spans: list[Span], logs: Iterable[tuple[Batch, int]]) -> list[Span]:
    """The spans with their events, and one model span for the events of each span that the file does not hold.

    Args:
        spans: The spans of the file.
        logs: Log records, as positions in batches.
    """
    known = {(span.trace_id, span.id): span for span in spans}
    made: list[Span] = []
    alone: Span | None = None
    for batch, index in logs:
        raw = batch.spans[index]
        attributes = attributes_of(raw.get("attributes"))
        name = _name(raw, attributes)
        key = (_text(raw, "traceId", "trace_id"), _text(raw, "spanId", "span_id"))
        span = known.get(key) if key[1] else alone
        if span is None or (not key[1] and span.trace_id != key[0]):
            span = Span("chat", {}, key[0], key[1] or None, kind="llm", batch=batch, index=index)
            made.append(span)
            if key[1]:
                known[key] = span
        if not key[1]:
            # records that name no span follow each other, and the answer ends a request
            alone = None if name in (_ANSWER, _SAYS_ALL) else span
        _add(span, name, attributes, any_value(raw.get("body")))
        if span.start is None:
            span.start = next((time for time in map(epoch_seconds, map(raw.get, _TIMES)) if time is not None), None)
    return spans + made


def _add(span: Span, name: str, attributes: Mapping[str, Any], body: Any) -> None:
    if name == _SAYS_ALL:
        said = body if isinstance(body, dict) else {}
        span.attributes = {**attributes, **said, **span.attributes}
        return
    span.events = [*span.events, {"name": name, "attributes": attributes, "body": body}]
    own = {key: value for key, value in attributes.items() if key != "event.name" and key.startswith("gen_ai.")}
    span.attributes = {**own, **span.attributes}


def _text(raw: Mapping[str, Any], *names: str) -> str:
    return next((value for name in names if isinstance(value := raw.get(name), str)), "")

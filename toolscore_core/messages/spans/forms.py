"""A span as an export writes it -> a `Span`: OTLP JSON, dumps of the SDKs, Phoenix and MLflow exports, Jaeger's own JSON."""

from collections.abc import Mapping
from typing import Any

from toolscore_core.messages.decoded import decoded_text
from toolscore_core.messages.spans.span import Batch, Span, attributes_of, has_identity, is_attribute_map, is_span
from toolscore_core.messages.tally import amount_of
from toolscore_core.messages.times import epoch_seconds

_LONGEST = 1e17
"""Microseconds; a longer span is a mistake."""
_FAILED = frozenset((2, "2", "STATUS_CODE_ERROR", "ERROR", "error", "Error"))


def span_of(raw: Any, batch: Batch, index: int) -> Span | None:
    """A span as the file has it -> a `Span`; None for what is none."""
    if not isinstance(raw, dict):
        return None
    if "startTimeUnixNano" in raw or "traceId" in raw:
        span = _otlp_span(raw)
    elif "operationName" in raw and "tags" in raw:
        span = _jaeger_span(raw)
    elif is_span(raw) or is_attribute_map(raw) or has_identity(raw):
        span = _other_span(raw)
    else:
        return None
    if "mlflow.spanType" in span.attributes:
        span.attributes = _of_mlflow(span.attributes)
        request = span.attributes.get("mlflow.traceRequestId")
        if isinstance(request, str) and request:
            span.trace_id = request  # by which people know the trace; its number is MLflow's own
    span.batch, span.index = batch, index
    return span


def _of_mlflow(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes of MLflow, which writes each as JSON text (version 3), with its token counts under common names."""
    found = {key: decoded_text(value) if isinstance(value, str) else value for key, value in attributes.items()}
    usage = found.get("mlflow.chat.tokenUsage")
    for name in ("input_tokens", "output_tokens"):
        if isinstance(usage, dict) and name in usage:
            found[f"gen_ai.usage.{name}"] = usage[name]
    return found


def _otlp_span(raw: dict[str, Any]) -> Span:
    get = raw.get
    name = get("name")
    around = get("parentSpanContext")
    parent = get("parentSpanId") or get("parentId") or (around.get("spanId") if isinstance(around, dict) else None)
    span = Span(
        name if isinstance(name, str) else "",
        attributes_of(get("attributes")),
        _id(get("traceId")) or "",
        _id(get("spanId") or get("id")),
        _id(parent) if parent else None,
        *_times(get("startTimeUnixNano"), get("endTimeUnixNano")),
    )
    if span.start is None:
        _set_other_times(span, raw)
    if events := get("events"):
        span.events = events if isinstance(events, list) else ()
    if status := get("status"):
        _set_status(span, status)
    return span


def _jaeger_span(raw: dict[str, Any]) -> Span:
    tags = attributes_of(raw["tags"])
    references = raw.get("references")
    parents = [item for item in references if isinstance(item, dict)] if isinstance(references, list) else []
    parent = next(
        (item.get("spanID") for item in parents if item.get("refType") == "CHILD_OF"), raw.get("parentSpanID")
    )
    span = Span(str(raw["operationName"]), tags, _id(raw.get("traceID")) or "", _id(raw.get("spanID")), _id(parent))
    start, length = raw.get("startTime"), raw.get("duration")
    span.start = epoch_seconds(start)
    if span.start is not None and isinstance(length, (int, float)) and 0 <= length < _LONGEST:
        span.duration = length / 1e6
        span.end = span.start + span.duration
    span.is_error = tags.get("error") in (True, "true") or tags.get("otel.status_code") == "ERROR"
    span.message = str(tags.get("otel.status_description") or "")
    logs = raw.get("logs")
    records = [
        attributes_of(log.get("fields")) for log in (logs if isinstance(logs, list) else ()) if isinstance(log, dict)
    ]
    span.events = [{"name": fields.get("event"), "attributes": fields} for fields in records]
    return span


def _other_span(raw: dict[str, Any]) -> Span:
    """A span of an SDK dump or another export; names and nesting differ between them."""
    context = raw.get("context", raw.get("spanContext", raw.get("span_context")))
    context = context if isinstance(context, dict) else {}
    parent = raw.get("parent", raw.get("parentSpanContext"))
    parent = parent if isinstance(parent, dict) else {"span_id": parent}
    attributes = raw.get("attributes")
    if isinstance(attributes, str):
        attributes = decoded_text(attributes)
    if not isinstance(attributes, (dict, list)):
        attributes = {key.removeprefix("attributes."): value for key, value in raw.items()}
    span = Span(
        str(_first(raw, "name", "spanName", "span_name") or ""),
        attributes_of(attributes),
        _id(_first(context, "trace_id", "traceId")) or _id(_first(raw, "trace_id", "context.trace_id")) or "",
        _id(_first(context, "span_id", "spanId")) or _id(_first(raw, "span_id", "spanId", "context.span_id", "id")),
        _id(_first(raw, "parent_id", "parentId", "parent_span_id", "parentSpanId"))
        or _id(_first(parent, "span_id", "spanId")),
        kind=str(_first(raw, "span_kind", "spanKind", "type") or ""),
    )
    if isinstance(events := raw.get("events"), list):
        span.events = events
    span.start, span.end, span.duration = _times(raw.get("start_time_unix_nano"), raw.get("end_time_unix_nano"))
    if span.start is None:
        _set_other_times(span, raw)
    status = raw.get("status")
    code = _first(raw, "status_code", "statusCode")
    _set_status(
        span,
        status if status is not None else {"code": code, "message": _first(raw, "status_message", "statusMessage")},
    )
    return span


def _times(start: Any, end: Any) -> tuple[float | None, float | None, float | None]:
    """Start, end and duration in seconds, from nanoseconds as numbers or as text; None for what is no time."""
    try:
        first = int(start or 0)
        last = int(end or 0)
        return (
            first / 1e9 if first else None,
            last / 1e9 if last else None,
            (last - first) / 1e9 if last >= first > 0 else None,
        )
    except (TypeError, ValueError, OverflowError):
        return None, None, None


def _set_other_times(span: Span, raw: Mapping[str, Any]) -> None:
    start, end = (
        _first(raw, "start_time", "startTime", "start_time_ns"),
        _first(raw, "end_time", "endTime", "end_time_ns"),
    )
    if isinstance(start, int) and isinstance(end, int) and start > 1e17:
        # nanoseconds, whose difference a float would round
        span.start, span.end, span.duration = _times(start, end)
        return
    span.start, span.end = moment_of(start), moment_of(end)
    if span.start is None and (length := amount_of(raw, "duration")) is not None and length < _LONGEST:
        # the exporter to the console of the SDK for JavaScript writes both in microseconds
        span.start = moment_of(raw.get("timestamp"))
        span.end = None if span.start is None else span.start + length / 1e6
    if span.start is not None and span.end is not None and span.end >= span.start:
        span.duration = span.end - span.start


def moment_of(value: Any) -> float | None:
    """A time in seconds since the epoch; the SDK for JavaScript keeps seconds and nanoseconds apart. None for what is no time."""
    if isinstance(value, list) and len(value) == 2:
        seconds, rest = epoch_seconds(value[0]), value[1]
        return (
            seconds + rest / 1e9
            if seconds is not None and isinstance(rest, (int, float)) and 0 <= rest < 1e9
            else seconds
        )
    return epoch_seconds(value)


def _set_status(span: Span, status: Any) -> None:
    code = status
    if isinstance(status, dict):
        code = status.get("code", status.get("status_code", status.get("statusCode")))
        text = status.get("message", status.get("description"))
        if text and isinstance(text, str):
            span.message = text
    span.is_error = isinstance(code, (int, str)) and code in _FAILED


def _first(record: Mapping[str, Any], *names: str) -> Any:
    return next((value for name in names if (value := record.get(name)) is not None), None)


def _id(value: Any) -> str | None:
    if isinstance(value, str):
        return value or None
    # SDK dumps write ids as numbers
    return str(value) if isinstance(value, int) and not isinstance(value, bool) and value else None

"""OpenTelemetry spans in any export -> one record a span.

Read are OTLP JSON (also Tempo's and older names of its levels), dumps of the SDKs, Phoenix and MLflow exports, Jaeger's
own JSON, and maps of attributes alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toolscore_core.errors import Location
from toolscore_core.messages.times import epoch_seconds

PREFIXES = (
    "gen_ai.",
    "openinference.",
    "llm.",
    "traceloop.",
    "ai.",
    "gcp.vertex.agent.",
    "mcp.",
    "langfuse.",
    "mlflow.",
)
"""Beginnings of attribute names by which spans of agents, models and tools are known."""
_RESOURCES = ("resourceSpans", "resource_spans", "batches")
_SCOPES = ("scopeSpans", "scope_spans", "instrumentationLibrarySpans", "instrumentation_library_spans", "ilSpans")
_IDENTITY = (
    "traceId",
    "trace_id",
    "traceID",
    "spanId",
    "span_id",
    "context",
    "spanContext",
    "start_time",
    "startTimeUnixNano",
)
_LONGEST = 1e17
"""Microseconds; a longer span is a mistake."""
_FAILED = frozenset((2, "2", "STATUS_CODE_ERROR", "ERROR", "error", "Error"))


@dataclass(slots=True)
class Span:
    """One span.

    Attributes:
        name: Its name.
        attributes: By name, with plain values.
        trace_id: Trace it belongs to; "" when the file does not say.
        id: Its own id; None when the file has none.
        parent_id: Id of the span that caused it; None for a root.
        start: Start in seconds since the epoch; None when missing.
        end: End, likewise.
        duration: Seconds, exact to the nanosecond; None when start or end is missing or the end comes first.
        is_error: Whether its status says that it failed.
        message: Text of the status; "" when there is none.
        kind: What the export says it is outside the attributes (Phoenix), "" otherwise.
        events: Its events as the file has them.
        batch: The list it stands in.
        index: Its position there; -1 when it stands alone.
    """

    name: str
    attributes: Mapping[str, Any]
    trace_id: str = ""
    id: str | None = None
    parent_id: str | None = None
    start: float | None = None
    end: float | None = None
    duration: float | None = None
    is_error: bool = False
    message: str = ""
    kind: str = ""
    events: Sequence[Any] = ()
    batch: "Batch | None" = None
    index: int = -1

    def place(self) -> Location:
        """Where it stands. Made only when asked for, since there are many spans and few reports."""
        return self.batch.place(self.index) if self.batch else Location()


_NOWHERE = Location()


@dataclass(slots=True)
class Batch:
    """Spans as the file has them, next to each other in one list or one alone.

    Attributes:
        spans: The spans.
        path: JSON path of their list, or of the one.
        is_list: Whether they stand in a list.
        document: Place of their document; set by the reader.
    """

    spans: list[Any]
    path: str
    is_list: bool = True
    document: Location = _NOWHERE

    def place(self, index: int) -> Location:
        """Place of the span at a position."""
        return replace(self.document, path=f"{self.path}[{index}]" if self.is_list else self.path)


def any_value(value: Any) -> Any:
    """The plain value of an OTLP AnyValue; anything else stays as it is."""
    if not isinstance(value, dict) or len(value) != 1:
        return value
    ((kind, inner),) = value.items()
    if kind in ("stringValue", "string_value", "boolValue", "bool_value", "doubleValue", "double_value"):
        return inner
    if kind in ("intValue", "int_value"):
        return int(inner) if isinstance(inner, str) and inner.lstrip("-").isdigit() else inner
    if kind in ("arrayValue", "array_value", "values") and (items := _values(inner)) is not None:
        return [any_value(item) for item in items]
    if kind in ("kvlistValue", "kvlist_value") and (items := _values(inner)) is not None:
        return attributes_of(items)
    return value


def _values(inner: Any) -> list[Any] | None:
    items = inner.get("values", []) if isinstance(inner, dict) else inner
    return items if isinstance(items, list) else None


def attributes_of(raw: Any) -> dict[str, Any]:
    """Attributes by name: from a mapping, nested or not, or from a list of keys and (OTLP or Jaeger) values."""
    if isinstance(raw, dict):
        nested = any(isinstance(value, dict) for value in raw.values())
        return dict(_flat(raw, "")) if nested else raw
    found: dict[str, Any] = {}
    for item in raw if isinstance(raw, list) else ():
        try:
            value = item["value"]
            if value.__class__ is dict:
                try:
                    value = value["stringValue"]
                except KeyError:
                    value = any_value(value)
            found[item["key"]] = value
        except (KeyError, TypeError):
            continue  # no pair of key and value
    return found


def _flat(record: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Nested attributes by dotted names: Phoenix writes `{"tool": {"name": ...}}` for `tool.name`."""
    for key, value in record.items():
        plain = any_value(value)
        if isinstance(plain, dict) and plain is value and value and "." not in key:
            yield from _flat(value, f"{prefix}{key}.")
        yield f"{prefix}{key}", plain


def is_span(value: Any) -> bool:
    """Whether a value has the shape of a span."""
    return isinstance(value, dict) and (
        isinstance(value.get("attributes"), (dict, list))
        or ("operationName" in value and isinstance(value.get("tags"), list))
    )


def has_identity(span: Mapping[str, Any]) -> bool:
    """Whether a span has ids or times, so that it can be nothing else."""
    return any(key in span for key in _IDENTITY) or "operationName" in span


def is_attribute_map(value: Any) -> bool:
    """Whether a value is the attributes of a span without the span around them."""
    return isinstance(value, dict) and any(key.startswith(PREFIXES) or key.startswith("attributes.") for key in value)


def is_about_agents(raw: Mapping[str, Any]) -> bool:
    """Whether a span has an attribute of agents, models or tools."""
    attributes = raw.get("attributes", raw.get("tags", raw))
    if "span_kind" in raw or "spanKind" in raw:
        return True
    if isinstance(attributes, dict):
        return any(key.startswith(PREFIXES) or key in ("gen_ai", "llm", "openinference", "tool") for key in attributes)
    names = (item.get("key") for item in attributes if isinstance(item, dict)) if isinstance(attributes, list) else ()
    return any(isinstance(name, str) and name.startswith(PREFIXES) for name in names)


def batches_in(value: Any, path: str = "$") -> Iterator[Batch]:
    """Every list of spans in a document, and spans that stand alone."""
    if isinstance(value, list):
        if any(is_span(item) or is_attribute_map(item) for item in value):
            yield Batch(value, path)
            return
        for index, item in enumerate(value):
            yield from batches_in(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key in _RESOURCES:
            if isinstance(resources := value.get(key), list):
                yield from _of_resources(resources, f"{path}.{key}")
                return
        for key in ("spans", "data", "trace"):
            if isinstance(value.get(key), (list, dict)):
                yield from batches_in(value[key], f"{path}.{key}")
                return
        if is_span(value) or is_attribute_map(value):
            yield Batch([value], path, is_list=False)


def _of_resources(resources: list[Any], path: str) -> Iterator[Batch]:
    for number, resource in enumerate(resources):
        if not isinstance(resource, dict):
            continue
        here = f"{path}[{number}]"
        for key in _SCOPES:
            scopes = resource.get(key)
            for position, scope in enumerate(scopes if isinstance(scopes, list) else ()):
                if isinstance(scope, dict) and isinstance(scope.get("spans"), list):
                    yield Batch(scope["spans"], f"{here}.{key}[{position}].spans")
        if isinstance(resource.get("spans"), list):
            yield Batch(resource["spans"], f"{here}.spans")


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
    span.batch, span.index = batch, index
    return span


def _otlp_span(raw: dict[str, Any]) -> Span:
    get = raw.get
    name = get("name")
    parent = get("parentSpanId") or get("parentId")
    span = Span(
        name if isinstance(name, str) else "",
        attributes_of(get("attributes")),
        _id(get("traceId")) or "",
        _id(get("spanId")),
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
    span.start, span.end = _moment(start), _moment(end)
    if span.start is not None and span.end is not None and span.end >= span.start:
        span.duration = span.end - span.start


def _moment(value: Any) -> float | None:
    if isinstance(value, list) and len(value) == 2:
        # the SDK for JavaScript keeps seconds and nanoseconds apart
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


def event_of(event: Any) -> tuple[str, Mapping[str, Any]]:
    """Name and attributes of an event, its body included; ("", {}) when it has none."""
    if not isinstance(event, dict):
        return "", {}
    attributes = attributes_of(event.get("attributes"))
    body = event.get("body")
    if isinstance(body, dict):
        attributes = {**attributes, **body}
    name = event.get("name") or attributes.get("event.name")
    return (name if isinstance(name, str) else ""), attributes

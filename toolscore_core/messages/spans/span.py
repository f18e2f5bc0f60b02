"""What a span is, by which keys it is known, and its attributes and events, however an export writes them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from toolscore_core.errors import Location

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
        is_certain: Whether that holds whatever the attributes say.
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
    is_certain: bool = False
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
    if not isinstance(raw, list):
        return {}
    try:
        return {item["key"]: item["value"]["stringValue"] for item in raw}  # what nearly all tool spans hold
    except (KeyError, TypeError):
        found: dict[str, Any] = {}
    for item in raw:
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
        (isinstance(attributes := value.get("attributes"), (dict, list)) and "attributeMap" not in attributes)
        or (isinstance(attributes, str) and attributes[:1] == "{" and has_identity(value))
        or ("operationName" in value and isinstance(value.get("tags"), list))
    )


def has_identity(span: Mapping[str, Any]) -> bool:
    """Whether a span has ids or times, so that it can be nothing else."""
    return any(key in span for key in _IDENTITY) or "operationName" in span


def is_attribute_map(value: Any) -> bool:
    """Whether a value is the attributes of a span without the span around them."""
    return isinstance(value, dict) and any(key.startswith(PREFIXES) or key.startswith("attributes.") for key in value)


def is_flat_span(value: Mapping[str, Any]) -> bool:
    """Whether a value is a span whose attributes are columns beside its other ones (a data frame of Phoenix)."""
    return any(key in value for key in ("context.trace_id", "context.span_id", "span_kind")) and is_attribute_map(value)


def is_about_agents(raw: Mapping[str, Any]) -> bool:
    """Whether a span has an attribute of agents, models or tools."""
    attributes = raw.get("attributes", raw.get("tags", raw))
    if "span_kind" in raw or "spanKind" in raw:
        return True
    if isinstance(attributes, dict):
        return any(key.startswith(PREFIXES) or key in ("gen_ai", "llm", "openinference", "tool") for key in attributes)
    names = (item.get("key") for item in attributes if isinstance(item, dict)) if isinstance(attributes, list) else ()
    return any(isinstance(name, str) and name.startswith(PREFIXES) for name in names)


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

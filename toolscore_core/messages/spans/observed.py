"""Records of observability products, wherever they stand in a document -> spans."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from toolscore_core.messages.decoded import decoded_text, decoded_value, python_literal
from toolscore_core.messages.spans.counts import usage_attributes
from toolscore_core.messages.spans.product import Product, at, first_at, text_at
from toolscore_core.messages.spans.products import product_of
from toolscore_core.messages.spans.span import Batch, Span, attributes_of
from toolscore_core.messages.spans.tables import rows_of
from toolscore_core.messages.tally import amount_of
from toolscore_core.messages.times import epoch_seconds

_TEXTS = ("Document", "@message", "message")
"""Those of them under which a record may be kept as JSON text."""
_CONTAINERS = (
    "trace",
    "traces",
    "observations",
    "post",
    "patch",
    "runs",
    "run",
    "spans",
    "calls",
    "events",
    "rows",
    "items",
    "data",
    "content",
    "batch",
    "body",
    "attributes",
    "baseSpans",
    "agentSpans",
    "llmSpans",
    "retrieverSpans",
    "toolSpans",
    "Traces",
    "Segments",
    "tables",
    *_TEXTS,
)
"""Keys under which exports and pages of an API keep records."""
_HOLDING = frozenset(_CONTAINERS)
_DEPTH = 6
_TOOL_NAME = re.compile(r"(?:langchain\.Tool|tool)\.[\w-]+")
"""What Koog, and Weave for LangChain, call the span of a tool."""
_KIND_NAME = re.compile(r"openai_agent_\w+")
"""What Weave calls the spans of the OpenAI Agents SDK, whose own names stand beside."""
_TRACE_IDS = ("uuid", "id", "traceId", "trace_id")
_TRACE_MARKS = ("observations", "toolSpans", "spans", "sessionId", "session_id")
_NOT_TAKEN = ("llm.input_messages.", "llm.output_messages.", "llm.tools", "llm.prompts.", "llm.completions.")
"""Attributes that a product has already made its own input and output of, often in pieces."""


@dataclass(slots=True)
class TraceFacts:
    """What an export says of a whole trace: its record, without the records inside it."""

    record: Mapping[str, Any]


@dataclass(slots=True)
class Observation:
    """One record of a product.

    Attributes:
        product: Whose it is.
        record: The record; later updates of the same one are laid over it.
        path: Where it stands in its document.
        trace: Id of its trace; "" when neither it nor what stands around it says.
        parent: Id of the record around it; None at the top.
        above: What the export says of its trace.
    """

    product: Product
    record: dict[str, Any]
    path: str
    trace: str = ""
    parent: str | None = None
    above: TraceFacts | None = None

    @property
    def id(self) -> str | None:
        """Its own id; None when it has none."""
        return text_at(self.record, self.product.id)

    def update(self, later: "Observation") -> None:
        """Lay a later record of the same id over this one; what it leaves null stays."""
        given = {key: value for key, value in later.record.items() if value is not None}
        for key, value in given.items():
            before = self.record.get(key)
            if isinstance(value, dict) and isinstance(before, dict):
                given[key] = {**before, **value}
        self.record = {**self.record, **given}


@dataclass(frozen=True, slots=True)
class _Above:
    trace: str = ""
    parent: str | None = None
    facts: TraceFacts | None = None
    product: Product | None = None


def observations_in(value: Any, most: int | None = None) -> Iterator[Observation]:
    """Every record of a product in a document: itself, in lists, in pages and exports, or inside other records.

    Args:
        value: The document.
        most: How many items of a list are looked at; None for all.
    """
    yield from _walk(value, "$", _Above(), _DEPTH, most)


def _walk(value: Any, path: str, above: _Above, depth: int, most: int | None) -> Iterator[Observation]:
    if isinstance(value, list):
        for index, item in enumerate(islice(value, most)):
            if isinstance(item, dict):
                yield from _walk(item, f"{path}[{index}]", above, depth, most)
        return
    if not isinstance(value, dict) or depth < 0:
        return
    value = _ingested(value)
    product = product_of(value) or above.product
    rows = rows_of(value, most) if product is None else []
    if product is None and not rows and _HOLDING.isdisjoint(value):
        return
    if rows:
        yield from _walk(rows, path, above, depth - 1, most)
    elif product is None:
        above = _inside(value, above)
        for key in _CONTAINERS:
            inner = value.get(key)
            if key in _TEXTS and isinstance(inner, str) and inner[:1] == "{":
                inner = decoded_text(inner)
            if isinstance(inner, (dict, list)):
                if key == "trace" and isinstance(inner, dict):
                    above = _inside(inner, above, is_trace=True)
                yield from _walk(inner, f"{path}.{key}", above, depth - 1, most)
    else:
        yield from _record(value, product, path, above, depth, most)


def _ingested(value: dict[str, Any]) -> dict[str, Any]:
    """The observation in an event of Langfuse's ingestion API, which creates or updates it; any other value as it is."""
    event, body = value.get("type"), value.get("body")
    if not isinstance(event, str) or not isinstance(body, dict):
        return value
    kind, _, verb = event.rpartition("-")
    if verb not in ("create", "update") or kind in ("trace", "score", ""):
        return value
    return {"type": kind.upper(), "traceId": "", "startTime": None, **body}


def _record(
    value: dict[str, Any], product: Product, path: str, above: _Above, depth: int, most: int | None
) -> Iterator[Observation]:
    """A record, and the records inside it."""
    trace = text_at(value, product.trace) or above.trace or _first_step(value)
    parent = text_at(value, product.parent) or above.parent
    yield Observation(product, value, path, trace, parent, above.facts)
    own = text_at(value, product.id)
    for key in product.inside:
        if isinstance(inner := value.get(key), list):
            within = _Above(trace or own or "", own, above.facts, product)
            yield from _walk(inner, f"{path}.{key}", within, depth, most)


def _inside(value: Mapping[str, Any], above: _Above, *, is_trace: bool = False) -> _Above:
    """What stands above the records inside a trace's own record; the same as above any other record."""
    own = text_at(value, _TRACE_IDS)
    if own is None or not (is_trace or any(mark in value for mark in _TRACE_MARKS)):
        return above
    return _Above(own, None, TraceFacts({key: item for key, item in value.items() if key not in _CONTAINERS}))


def _first_step(record: Mapping[str, Any]) -> str:
    """Id of the trace of a LangSmith run without one: the first step of its dotted order."""
    order = record.get("dotted_order")
    return order.partition(".")[0].partition("Z")[2] if isinstance(order, str) else ""


def span_of_observation(seen: Observation, batch: Batch) -> Span:
    """A record as a span; its input and output stand under the names of OpenInference, its usage under those of OpenTelemetry."""
    product, record = seen.product, seen.record
    raw: dict[str, Any] = {}
    for path in product.attributes:
        value = at(record, path)
        if value is None and isinstance(text := at(record, path.partition(".")[0]), str):
            value = at(_decoded(text), path.partition(".")[2])
        raw |= {key: item for key, item in _attributes(value).items() if not key.startswith(_NOT_TAKEN)}
    kind, certain = _kind(product, record)
    span = Span(
        _name(product, record),
        raw,
        seen.trace,
        seen.id,
        seen.parent,
        kind=kind,
        is_certain=certain,
        batch=batch,
        index=0,
    )
    _set_times(span, product, record)
    _set_failure(span, product, record)
    counted = (usage_attributes(_decoded(at(record, path))) for path in product.usage)
    usage = next((found for found in counted if any(found.values())), {})
    _set_input_and_output(span, product, record, has_usage=bool(usage))
    raw |= usage
    given = {
        "gen_ai.request.model": text_at(record, product.model),
        "gen_ai.usage.cost": _cost(first_at(record, product.cost)),
        "gen_ai.tool.call.id": text_at(record, product.call_id),
        "session.id": text_at(record, product.session),
        "user.id": text_at(record, product.user),
    }
    raw |= {key: value for key, value in given.items() if value is not None}
    return span


def _attributes(value: Any) -> dict[str, Any]:
    """Attributes as a product keeps them: a mapping, also as text, a list, or one of the SDK for Go."""
    value = _decoded(value)
    if isinstance(value, list) and all(isinstance(item, dict) and "Key" in item for item in value):
        return {str(item["Key"]): at(item, "Value.Value") for item in value}
    found = attributes_of(value)
    return {
        # Google Cloud Trace keeps with each text how much of it was cut off
        key: item["value"] if isinstance(item, dict) and "value" in item and len(item) < 3 else item
        for key, item in found.items()
        if isinstance(key, str)
    }


def _kind(product: Product, record: Mapping[str, Any]) -> tuple[str, bool]:
    word = first_at(record, product.kind)
    said = product.kinds.get(word.lower()) if isinstance(word, str) else product.otherwise or None
    if said is None and product.input and _TOOL_NAME.fullmatch(_without_version(text_at(record, product.name) or "")):
        return "tool", True
    return ("", False) if said is None else (said, True)


def _name(product: Product, record: Mapping[str, Any]) -> str:
    """The name of a record without what some integrations put before that of a tool."""
    name = _without_version(text_at(record, product.name) or "")
    if _KIND_NAME.fullmatch(name):
        name = text_at(record, ("display_name", "inputs.name")) or name
    for prefix in ("Function tool: ", "Tool: ", "langchain.Tool."):
        name = name.removeprefix(prefix)
    return name


def _without_version(name: str) -> str:
    """A name out of the reference that Weave keeps to a version of a function; any other name as it is."""
    return name.rpartition("/op/")[2].partition(":")[0] if name.startswith("weave:///") and "/op/" in name else name


def _set_times(span: Span, product: Product, record: Mapping[str, Any]) -> None:
    span.start = epoch_seconds(first_at(record, product.start))
    span.end = epoch_seconds(first_at(record, product.end))
    length = amount_of({"length": first_at(record, product.length)}, "length")
    if span.end is None and span.start is not None and length is not None:
        span.duration = length * product.unit
        span.end = span.start + span.duration
    elif span.start is not None and span.end is not None and span.end >= span.start:
        span.duration = round(span.end - span.start, 6)  # a float holds a time since the epoch no finer


def _set_failure(span: Span, product: Product, record: Mapping[str, Any]) -> None:
    error = first_at(record, product.error)
    words = (str(word).lower() for path in product.failed if isinstance(word := at(record, path), (str, bool)))
    span.is_error = any(word in product.failing for word in words) or (product.error_fails and bool(error))
    if isinstance(error, dict):
        error = text_at(error, ("message", "exception_message", "error", "exception_type", "type"))
    if isinstance(error, str):
        span.message = error


def _set_input_and_output(span: Span, product: Product, record: Mapping[str, Any], *, has_usage: bool) -> None:
    given, made = (_decoded(first_at(record, paths)) for paths in (product.input, product.output))
    if _KIND_NAME.fullmatch(_without_version(text_at(record, product.name) or "")):
        given = at(given, "input")  # beside the name of the span
    attributes: dict[str, Any] = span.attributes  # type: ignore[assignment]
    if isinstance(given, list) and len(given) == 2 and isinstance(given[1], dict) and "toolCallId" in given[1]:
        # the AI SDK calls a tool with its arguments and with what stands around the call
        given, options = given
        attributes["gen_ai.tool.call.id"] = options["toolCallId"]
        if not span.kind:
            span.kind, span.is_certain = "tool", True
    if not span.kind and not span.is_certain and (has_usage or (bool(product.input) and _is_model(given, made))):
        span.kind = "llm"
    if product.wraps_arguments and isinstance(given, dict) and span.kind == "tool":
        given = _unwrapped(given)
    if span.kind == "tool":
        given = _asked(attributes, given)
    if span.kind != "llm" and isinstance(made, dict) and len(made) == 1:
        made = _decoded(made.get("output", made))
    if given is not None:
        attributes["input.value"] = given
    if made is not None:
        attributes["output.value"] = made


def _is_model(given: Any, made: Any) -> bool:
    if not isinstance(made, dict) or not isinstance(given, dict):
        return False
    return any(key in made for key in ("choices", "generations", "stop_reason")) or made.get("role") == "assistant"


def _unwrapped(given: dict[str, Any]) -> dict[str, Any]:
    """Arguments that LangChain hands to tracers as one text."""
    if given.keys() == {"input"}:
        inner = _decoded(given["input"])
        inner = python_literal(inner) if isinstance(inner, str) else inner
        return inner if isinstance(inner, dict) else given
    return given


def _asked(attributes: dict[str, Any], given: Any) -> Any:
    """Arguments out of the message to the tool that Strands records as its input."""
    message = given[0] if isinstance(given, list) and len(given) == 1 else given
    if not isinstance(message, dict) or message.get("role") != "tool" or "content" not in message:
        return given
    if isinstance(call_id := message.get("id"), str) and call_id:
        attributes.setdefault("gen_ai.tool.call.id", call_id)
    return _decoded(message["content"])


def _cost(value: Any) -> float | None:
    return amount_of({"cost": decoded_value(value)}, "cost")


def _decoded(value: Any) -> Any:
    """A value out of its JSON text, also out of JSON text in JSON text; any other text stays."""
    return decoded_value(decoded_value(value))

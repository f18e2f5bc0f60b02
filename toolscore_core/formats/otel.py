"""OpenTelemetry spans of agents, models and tools -> one trace for each trace id.

Calls are the tool spans of a trace; where it has none, the calls in the messages of its model spans, each once although
every request repeats the conversation so far.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages import fields
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.parts import failure_of
from toolscore_core.messages.spans import (
    Span,
    batches_in,
    has_identity,
    is_about_agents,
    is_attribute_map,
    is_span,
    span_of,
)
from toolscore_core.messages.spantalk import SpanConversation
from toolscore_core.messages.tally import Tally
from toolscore_core.reading import Documents, ReadReport

_ENVELOPES = ("resourceSpans", "resource_spans")
_MERGED = "(merged"
"""Beginning of the name that the Agent Development Kit gives to a span that sums up parallel calls."""
_LOOKED_AT = 1000


def _claim(documents: Documents) -> Claim | None:
    envelopes = agents = others = maps = 0
    for value in documents.values:
        for record in value if isinstance(value, list) else (value,):
            if not isinstance(record, dict):
                continue
            if _is_envelope(record):
                envelopes += 1
            elif is_span(record):
                about_agents = agents < _LOOKED_AT and is_about_agents(record)
                agents += about_agents
                others += not about_agents and has_identity(record)
            elif is_attribute_map(record) and not any(isinstance(item, list) for item in record.values()):
                maps += 1
    if envelopes:
        return Claim(3, envelopes, f"{envelopes} envelopes of spans (`resourceSpans`, `batches`, `spans` or `data`)")
    if agents:
        return Claim(3, agents, f"{agents} spans with attributes of agents, models or tools")
    if maps:
        return Claim(2, maps, f"{maps} maps of span attributes")
    return Claim(2, others, f"{others} spans") if others else None


def _is_envelope(record: dict[str, Any]) -> bool:
    if any(isinstance(record.get(key), list) for key in _ENVELOPES):
        return True
    batches = record.get("batches")
    if isinstance(batches, list) and batches and isinstance(batches[0], dict):
        return any(isinstance(inner, list) for key, inner in batches[0].items() if key.lower().endswith("spans"))
    for key in ("spans", "data", "trace"):
        inner = record.get(key)
        if isinstance(inner, dict) and _is_envelope(inner):
            return True
        if isinstance(inner, list) and any(
            isinstance(item, dict) and _is_enveloped(item) for item in inner[:_LOOKED_AT]
        ):
            return True
    return False


def _is_enveloped(item: dict[str, Any]) -> bool:
    if is_span(item):
        return has_identity(item) or is_about_agents(item)
    return _is_envelope(item)


class _Group:
    """The spans of one trace, in the order of their start, and by kind."""

    def __init__(self, spans: list[Span]) -> None:
        spans.sort(key=_start)
        self.spans = spans
        self.kinds = [fields.kind_of(span) for span in spans]
        self._by_kind: dict[fields.Kind, list[Span]] = {}
        for span, kind in zip(spans, self.kinds, strict=True):
            self._by_kind.setdefault(kind, []).append(span)

    def of(self, kind: fields.Kind) -> list[Span]:
        """The spans of a kind."""
        return self._by_kind.get(kind, [])


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    groups: dict[str, list[Span]] = {}
    for item in documents.items:
        found = False
        for batch in batches_in(item.value):
            found = True
            batch.document = documents.place(item)
            for index, raw in enumerate(batch.spans):
                span = span_of(raw, batch, index)
                if span is None:
                    report.skip("record that is no span", batch.place(index))
                else:
                    groups.setdefault(span.trace_id, []).append(span)
        if not found and item.value not in ([], {}) and not (isinstance(item.value, dict) and _is_envelope(item.value)):
            report.skip("record without spans", documents.place(item))
    yield from _traces(groups.values(), report, documents)


def _traces(groups: Iterable[list[Span]], report: ReadReport, documents: Documents) -> Iterator[Trace]:
    """One trace a group, in the order of their start; groups without a span of an agent, model or tool are left out."""
    kept: list[_Group] = []
    left_out: list[_Group] = []
    for spans in groups:
        group = _Group(spans)
        (kept if any(group.kinds) else left_out).append(group)
    if not kept:
        # a file of spans that holds no agent's work is still a file that was read
        if left_out:
            yield Trace(source=left_out[0].spans[0].place(), format=FORMAT.key, id=left_out[0].spans[0].trace_id)
        elif documents.items:
            yield Trace(source=documents.place(documents.items[0]), format=FORMAT.key)
        return
    for group in left_out:
        report.skip("trace without a span of an agent, model or tool", group.spans[0].place())
    kept.sort(key=lambda group: _start(group.spans[0]))
    traces = [_trace(group, report) for group in kept]
    conversations = Counter(trace.metadata.get("conversation_id") for trace in traces)
    for trace in traces:
        name = trace.metadata.get("conversation_id")
        if name and conversations[name] == 1:
            # people know the conversation by this name, and the trace by no other
            trace.metadata["trace_id"], trace.id = trace.id, name
        yield trace


def _start(span: Span) -> float:
    return span.start or 0.0


def _trace(group: _Group, report: ReadReport) -> Trace:
    first = group.spans[0]
    builder = TraceBuilder(report, FORMAT.key, first.place())
    trace = builder.trace
    family = _Family(group)
    models = family.innermost("llm")
    tools = group.of("tool")
    usages = {id(span): usage for span in models or group.of("agent") if (usage := fields.usage_of(span))}
    told = SpanConversation(builder, usages, with_calls=not tools)
    for span in models:
        told.add(span, family.agent(span))
    if not told.has_messages:
        for span in family.innermost("agent"):
            told.add(span, family.agent(span))
    if tools:
        _add_tools(trace, tools, family, told, report)
    _fill(trace, group, models)
    tally = Tally()
    for usage in usages.values():
        tally.add(usage)
    tally.fill(trace)
    return trace


def _fill(trace: Trace, group: _Group, models: list[Span]) -> None:
    spans = group.spans
    trace.id = spans[0].trace_id
    # what holds for the whole trace stands on its first span and those of agents and models; tool spans are many
    telling = [spans[0], *group.of("agent"), *group.of("llm"), *group.of("")]
    trace.model = next((model for span in (*models, *telling) if (model := fields.model_of(span))), None)
    trace.case_id = next((found for span in telling if (found := fields.case_of(span))), None)
    conversation = next((found for span in telling if (found := fields.conversation_of(span))), None)
    if conversation:
        trace.metadata["conversation_id"] = conversation
    starts = [span.start for span in spans if span.start is not None]
    ends = [span.end for span in spans if span.end is not None]
    if starts:
        trace.started = min(starts)
        if ends and max(ends) >= trace.started:
            trace.duration = max(ends) - trace.started


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a place in a trace: the nearest span of each kind, and the name of the nearest agent."""

    agent: str | None = None
    spans: tuple[tuple[fields.Kind, Span], ...] = ()

    def nearest(self, kind: fields.Kind) -> Span | None:
        """The nearest span of a kind."""
        return next((span for known, span in self.spans if known == kind), None)

    def inside(self, span: Span, kind: fields.Kind) -> "_Around":
        """What stands around a place right inside a span."""
        if not kind:
            return self
        agent = self.agent
        if kind == "agent":
            agent = fields.agent_of(span) or span.name.removeprefix("invoke_agent ") or agent
        return _Around(agent, ((kind, span), *(entry for entry in self.spans if entry[0] != kind)))


_NOTHING = _Around()


class _Family:
    """Which span of a trace stands inside which."""

    def __init__(self, group: _Group) -> None:
        self._group = group
        named = {name for span in group.of("agent") if (name := fields.agent_of(span))}
        self._only_agent = named.pop() if len(named) == 1 else None
        self._known: dict[str | None, _Around] = {None: _NOTHING}
        self._by_id = {span.id: (span, kind) for span, kind in zip(group.spans, group.kinds, strict=True) if span.id}

    def innermost(self, kind: fields.Kind) -> list[Span]:
        """The spans of a kind that hold no other of that kind: an outer one repeats what the inner ones say."""
        spans = self._group.of(kind)
        outer = {id(self.around(span).nearest(kind)) for span in spans}
        return [span for span in spans if id(span) not in outer]

    def agent(self, span: Span, around: _Around | None = None) -> str | None:
        """The agent that did the work of a span: it names it, or the nearest one around it, or the only one."""
        return fields.agent_of(span) or (around or self.around(span)).agent or self._only_agent

    def around(self, span: Span) -> _Around:
        """What stands around a span; kept, since its siblings stand in the same."""
        span_id = span.parent_id
        path: list[str] = []
        while (known := self._known.get(span_id)) is None and span_id in self._by_id:
            self._known[span_id] = _NOTHING  # ends a ring of parents
            path.append(span_id)
            span_id = self._by_id[span_id][0].parent_id
        known = known or _NOTHING
        for inner in reversed(path):
            known = self._known[inner] = known.inside(*self._by_id[inner])
        return known


def _add_tools(trace: Trace, tools: list[Span], family: _Family, told: "SpanConversation", report: ReadReport) -> None:
    """Add the tool spans as calls; a call that several instrumentations recorded inside each other is added once."""
    calls: dict[int, ToolCall] = {}
    for span in tools:
        name = fields.tool_name(span)
        if name is None:
            report.skip("tool span without a tool name", span.place())
            continue
        if name.startswith(_MERGED):
            report.skip("span that sums up parallel calls", span.place())
            continue
        call = _call_of(span, name, report)
        around = family.around(span)
        call.agent = family.agent(span, around)
        outer = calls.get(id(around.nearest("tool"))) if around.spans else None
        if outer is not None and _is_same(outer, call):
            _merge(outer, call)
            calls[id(span)] = outer
            continue
        if outer is not None:
            call.parent_id = outer.call_id
        call.turn = told.turn_of(call)
        if call.turn is not None:
            trace.turns[call.turn].calls.append(len(trace.calls))
        calls[id(span)] = call
        trace.calls.append(call)


def _call_of(span: Span, name: str, report: ReadReport) -> ToolCall:
    result = fields.tool_result(span)
    args = fields.tool_arguments(span)
    if len(args) == 1 and isinstance(text := args.get("value"), str) and text[:1] == "{":
        report.problem("the arguments are no complete JSON", span.place())
    call = ToolCall(
        name,
        args,
        result,
        duration=span.duration,
        call_id=fields.call_id(span),
        started=span.start,
        ended=span.end,
    )
    if span.duration is None and (span.start is not None or span.end is not None):
        missing = "start" if span.start is None else "end" if span.end is None else None
        report.problem(f"the span has no {missing}" if missing else "the span ends before it starts", span.place())
    if fields.has_failed(span):
        call.metadata["is_error"] = True
        call.metadata["error"] = fields.failure_text(span)
    elif "gcp.vertex.agent.tool_response" in span.attributes and (failure := failure_of(result))[0]:
        call.metadata["is_error"] = True
        call.metadata["error"] = failure[1] or ""
    return call


def _is_same(outer: ToolCall, inner: ToolCall) -> bool:
    """Whether a tool span inside another is the same call: the framework and the protocol below it record both."""
    return outer.tool == inner.tool and (outer.args == inner.args or not outer.args or not inner.args)


def _merge(outer: ToolCall, inner: ToolCall) -> None:
    outer.args = outer.args or inner.args
    if outer.result is None:
        outer.result = inner.result
    if inner.is_error and not outer.is_error:
        outer.metadata |= inner.metadata


FORMAT = Format(
    key="otel",
    title="OpenTelemetry GenAI spans",
    signature="`resourceSpans`, `batches` or `spans` with attributes `gen_ai.*` (also OpenInference, Jaeger and SDK dumps)",
    specification="https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/",
    version="1.37",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""The OpenTelemetry family."""

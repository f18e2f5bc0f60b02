"""OpenTelemetry spans of agents, models and tools -> one trace for each trace id.

Calls are the tool spans of a trace; where it has none, the calls in the messages of its model spans, each once although
every request repeats the conversation so far.
"""

from collections import Counter
from collections.abc import Hashable, Iterator
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.spans.agent_logs import is_agent_log, span_of_log
from toolscore_core.messages.spans.batches import batches_in, is_envelope
from toolscore_core.messages.spans.event_logs import add_logs, is_log
from toolscore_core.messages.spans.forms import span_of
from toolscore_core.messages.spans.span import (
    Batch,
    Span,
    has_identity,
    is_about_agents,
    is_attribute_map,
    is_flat_span,
    is_span,
)
from toolscore_core.messages.spans.tables import rows_of
from toolscore_core.messages.spans.trace import traces_of
from toolscore_core.reading import Documents, ReadReport

_LOOKED_AT = 1000
_START = "startTimeUnixNano"
"""Of the records of OTLP only spans have it."""


def _claim(documents: Documents) -> Claim | None:
    envelopes = agents = others = maps = 0
    for value in documents.values:
        rows = rows_of(value, _LOOKED_AT) if isinstance(value, dict) else []
        for record in value if isinstance(value, list) else rows or (value,):
            if not isinstance(record, dict):
                continue
            if is_envelope(record):
                envelopes += 1
            elif is_agent_log(record):
                agents += 1
            elif is_span(record):
                about_agents = agents < _LOOKED_AT and is_about_agents(record)
                agents += about_agents
                others += not about_agents and has_identity(record)
            elif is_log(record) or is_flat_span(record):
                agents += 1
            elif is_attribute_map(record) and not any(isinstance(item, list) for item in record.values()):
                maps += 1
    if envelopes:
        return Claim(3, envelopes, f"{envelopes} envelopes of spans (`resourceSpans`, `batches`, `spans` or `data`)")
    if agents:
        return Claim(3, agents, f"{agents} spans with attributes of agents, models or tools")
    if maps:
        return Claim(2, maps, f"{maps} maps of span attributes")
    return Claim(2, others, f"{others} spans") if others else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    spans: list[Span] = []
    logs: list[tuple[Batch, int]] = []
    known: set[Hashable] = set()
    for item in documents.items:
        found = False
        for batch in batches_in(item.value):
            found = True
            batch.document = documents.place(item)
            for index, raw in enumerate(batch.spans):
                may_be_log = not isinstance(raw, dict) or _START not in raw
                if may_be_log and (told := span_of_log(raw, batch, index)) is not None:
                    spans.append(told)
                elif may_be_log and is_log(raw):
                    logs.append((batch, index))
                elif (span := span_of(raw, batch, index)) is not None:
                    own = (span.trace_id, span.id, span.name, span.start)
                    if span.id and own in known:
                        report.skip("span that was exported twice", batch.place(index))
                    else:
                        known.add(own)
                        spans.append(span)
                else:
                    report.skip("record that is no span", batch.place(index))
        if not found and item.value not in ([], {}) and not (isinstance(item.value, dict) and is_envelope(item.value)):
            report.skip("record without spans", documents.place(item))
    groups: dict[str, list[Span]] = {}
    for span in add_logs(spans, logs) if logs else spans:
        groups.setdefault(span.trace_id, []).append(span)
    traces = list(traces_of(groups.values(), report, FORMAT.key))
    if not traces and documents.items:
        # a file of spans that holds no agent's work is still a file that was read
        traces = [Trace(source=documents.place(documents.items[0]), format=FORMAT.key)]
    conversations = Counter(trace.metadata.get("conversation_id") for trace in traces)
    for trace in traces:
        name = trace.metadata.get("conversation_id")
        if name and conversations[name] == 1:
            # people know the conversation by this name, and the trace by no other
            trace.metadata["trace_id"], trace.id = trace.id, name
        yield trace


def _trace_key(value: Any) -> Hashable | None:
    """The trace of a line, when all its spans are of one."""
    found = set()
    for batch in batches_in(value):
        for raw in batch.spans:
            span = span_of(raw, batch, 0)
            found.add(span.trace_id if span is not None else None)
    return found.pop() or None if len(found) == 1 else None


FORMAT = Format(
    key="otel",
    title="OpenTelemetry GenAI spans",
    signature="`resourceSpans`, `batches` or `spans` with attributes `gen_ai.*` (also OpenInference, Jaeger and SDK dumps)",
    specification="https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/",
    version="1.37",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
    trace_key=_trace_key,
)
"""The OpenTelemetry family."""

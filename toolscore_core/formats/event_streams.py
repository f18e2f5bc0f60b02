"""Event streams and event logs of agent frameworks -> traces.

Covers the stream protocols of the Vercel AI SDK and assistant-ui, AG-UI (CopilotKit), AutoGen messages and events,
Mistral conversations, Letta messages, LlamaIndex workflow events, CrewAI, Agno and CopilotKit events, items of the
OpenAI Agents SDK, and the streams of Bedrock Converse and Cohere.
"""

import json
from collections.abc import Iterator
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import Location
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.envelope import name_trace
from toolscore_core.messages.frameworks.event_kinds import acts_of, is_telling
from toolscore_core.messages.frameworks.events import Act, EventTrace
from toolscore_core.messages.frameworks.typed_messages import usage_of
from toolscore_core.messages.records import Record, records
from toolscore_core.reading import Document, Documents, ReadReport

_KEY = "event_streams"
_LISTS = (
    "messages",
    "events",
    "chunks",
    "stream",
    "inputs",
    "entries",
    "outputs",
    "output",
    "items",
    "inner_messages",
    "data",
)
"""Keys under which records keep events; those of one record follow each other in one trace."""
_DELTAS = ("conversation.message.delta",)
"""Names of events whose pieces come again whole."""
_ENVELOPES = ("result", "response", "task_result", "body", "llm_context", "agent_state", "data")
_THREADS = ("threadId", "thread_id")
_LOOKED_AT = 200
_DEEPEST = 4


def _lists(record: dict[str, Any], path: str = "", depth: int = 0) -> list[tuple[str, list[Any]]]:
    """The event lists of a record, each with its path; [] when there is none."""
    found = [
        (f"{path}.{key}", value)
        for key in _LISTS
        if isinstance(value := record.get(key), list) and any(acts_of(item) is not None for item in value[:_LOOKED_AT])
    ]
    if found or depth >= _DEEPEST:
        return found
    for key in _ENVELOPES:
        if isinstance(inner := record.get(key), dict) and (found := _lists(inner, f"{path}.{key}", depth + 1)):
            return found
    states = record.get("agent_states")
    agents = states.items() if isinstance(states, dict) else ()
    inside = (
        _lists(state, f"{path}.agent_states[{json.dumps(name)}]", depth + 1)
        for name, state in agents
        if isinstance(state, dict)
    )
    return [entry for entries in inside for entry in entries]


_CODES = {
    "0": "text-delta",
    "9": "tool-call",
    "a": "tool-output-available",
    "b": "tool-call-streaming-start",
    "c": "tool-call-delta",
    "d": "finish",
    "e": "finish-step",
    "f": "start-step",
    "aui-text-delta": "text-delta",
}
"""Codes before the lines of the AI SDK's older data stream, with assistant-ui's own -> kinds of the newer one."""
_OTHER_CODES = frozenset({*"12345678ghijk", "aui-state", "aui-reasoning-delta"})
"""Codes of data, errors, reasoning, sources and files."""


def _event(document: Document) -> Any:
    """The event of a line; one of the data stream (`9:{...}`) as the newer stream has it."""
    kind, value = _CODES.get(document.event or ""), document.value
    if kind is None:
        return value
    return {**value, "type": kind} if isinstance(value, dict) else {"type": kind, "delta": value}


def _claim(documents: Documents) -> Claim | None:
    telling = 0
    for value in map(_event, documents.items):
        for record in value[:_LOOKED_AT] if isinstance(value, list) else (value,):
            telling += _telling_in(record)
    return Claim(3, telling, f"events that make or answer calls ({telling})") if telling else None


def _telling_in(record: Any) -> int:
    if isinstance(record, list):
        return sum(map(is_telling, record[:_LOOKED_AT]))
    if not isinstance(record, dict):
        return 0
    if is_telling(record):
        return 1
    return sum(is_telling(item) for _, items in _lists(record) for item in items[:_LOOKED_AT])


class _Stream:
    """One trace, while its events are read."""

    def __init__(self, report: ReadReport, place: Location) -> None:
        self._report = report
        self.thread: str | None = None
        self._events = EventTrace(report, TraceBuilder(report, _KEY, place))

    def add(self, value: Any, record: Record, path: str = "", acts: list[Act] | None = None) -> None:
        """Read one event; `acts` is what it says, where that is known."""
        acts = acts_of(value) if acts is None else acts
        if acts is None:
            if not isinstance(value, dict) or not isinstance(value.get("type", value.get("event")), str):
                self._report.skip("record that is no event", record.place(path))
            return
        for act in acts:
            self._events.apply(act, lambda: record.place(path))

    def finish(self, around: dict[str, Any] | None = None) -> Trace:
        """The trace, named by the record around it or by its thread."""
        if around is not None and (usage := usage_of(around)):
            self._events.apply(Act("usage", usage=usage, is_total=True), self._events.trace.source)
        trace = self._events.finish()
        if around is not None:
            name_trace(trace, around)
        trace.id = trace.id or self.thread or ""
        return trace


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    stream: _Stream | None = None
    for record in records(documents):
        value = _event(record.document) if record.path == "$" else record.value
        if record.document.event in _OTHER_CODES or record.document.event in _DELTAS:
            continue
        lists = [("", value)] if isinstance(value, list) else []
        acts = acts_of(value)
        if isinstance(value, dict) and acts is None:
            lists = _lists(value)
        if lists:
            if stream is not None:
                yield stream.finish()
                stream = None
            yield _of_lists(record, lists, report)
            continue
        thread = _thread(value)
        if stream is not None and thread is not None and stream.thread not in (None, thread):
            yield stream.finish()
            stream = None
        stream = stream or _Stream(report, record.place())
        stream.thread = stream.thread or thread
        stream.add(value, record, "", acts)
    if stream is not None:
        yield stream.finish()


def _of_lists(record: Record, lists: list[tuple[str, list[Any]]], report: ReadReport) -> Trace:
    stream = _Stream(report, record.place())
    for path, items in lists:
        for index, item in enumerate(items):
            stream.add(item, record, f"{path}[{index}]")
    return stream.finish(record.value if isinstance(record.value, dict) else None)


def _thread(value: Any) -> str | None:
    """The conversation that an event says it belongs to."""
    if not isinstance(value, dict):
        return None
    return next((name for key in _THREADS if isinstance(name := value.get(key), str)), None)


FORMAT = Format(
    key=_KEY,
    title="Agent events (AI SDK streams, AG-UI, AutoGen, Mistral, Letta, LlamaIndex, CrewAI, Agno, Bedrock and Cohere streams)",
    signature="events like `tool-input-available`, `TOOL_CALL_START`, `ToolCallRequestEvent`, `function.call` or `contentBlockStart`",
    specification="https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol",
    version="1",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Event streams and logs of agent frameworks."""

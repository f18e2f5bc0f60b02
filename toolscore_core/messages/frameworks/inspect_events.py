"""The events of an Inspect sample -> times, agents and errors of its calls, and the calls made inside of tools."""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.messages.builder import Place, TraceBuilder, mark_failed
from toolscore_core.messages.envelope import note_time
from toolscore_core.messages.times import epoch_seconds

_DEEPEST = 50
"""More spans are never nested; a chain that is longer runs in a circle."""


class ToolEvents:
    """What the events of one sample say.

    Attributes:
        conversation: The sample's messages; where it has none, those of its last model event.
    """

    def __init__(self, sample: Mapping[str, Any]) -> None:
        self._spans: dict[str, Mapping[str, Any]] = {}
        self._models: dict[str, Mapping[str, Any]] = {}
        self._waiting: dict[tuple[str, str], deque[Mapping[str, Any]]] = {}
        self._inner: dict[str, list[Mapping[str, Any]]] = {}
        self._of_call: list[tuple[ToolCall, Mapping[str, Any]]] = []
        messages = sample.get("messages")
        last: Mapping[str, Any] = {}
        tools = []
        for event, outer in _flat(sample.get("events")):
            kind = event.get("event")
            if kind == "span_begin" and isinstance(event.get("id"), str):
                self._spans[event["id"]] = event
            elif kind == "model":
                last = event
                self._note_model(event)
            elif kind == "tool" and isinstance(event.get("id"), str):
                tools.append((event, outer))
        self.conversation: list[Any] = messages if isinstance(messages, list) and messages else _messages(last, sample)
        self._sort(tools)

    def model_of(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        """The event in which the model answered with this message; {} when there is none."""
        own = message.get("id")
        return self._models.get(own, {}) if isinstance(own, str) else {}

    def add_inner(self, builder: TraceBuilder, call: ToolCall, place: Place, depth: int = 0) -> None:
        """Take the event of a call out of those that wait, and add the calls that were made inside of it."""
        event = self._take(call.call_id or "", call.tool)
        if event is None:
            return
        self._of_call.append((call, event))
        inside = self._inner.pop(call.call_id or "", []) if depth < _DEEPEST else []
        for inner in inside:
            builder.turn("assistant")
            made = builder.call(
                inner.get("function"), inner.get("arguments"), place, call_id=inner["id"], parent_id=call.call_id
            )
            if made is not None:
                builder.answer(inner["id"], inner.get("result"))
                self.add_inner(builder, made, place, depth + 1)

    def enrich(self, trace: Trace) -> None:
        """Give the calls their times, agents and errors."""
        for call, event in self._of_call:
            started, ended = epoch_seconds(event.get("timestamp")), epoch_seconds(event.get("completed"))
            call.timestamp, call.started = event.get("timestamp"), started
            call.ended, call.duration = ended, None
            if started is not None and ended is not None and ended >= started:
                call.duration = ended - started
            if call.result is None:
                call.result = event.get("result")
            note_time(trace, started)
            note_time(trace, ended)
            call.agent = self._agent(event) or call.agent
            error = event.get("error")
            if isinstance(error, dict):
                said = error.get("message")
                mark_failed(call, said if isinstance(said, str) else None)
            elif event.get("failed") is True:
                mark_failed(call)
            if isinstance(event.get("agent"), str):
                call.metadata["handoff_to"] = event["agent"]

    def _note_model(self, event: Mapping[str, Any]) -> None:
        answer = _answer(event)
        own = answer.get("id") if answer else None
        if isinstance(own, str):
            self._models.setdefault(own, event)

    def _sort(self, tools: list[tuple[Mapping[str, Any], str | None]]) -> None:
        """Which events are of calls in the messages, and which of calls made inside another."""
        of_span: dict[str, str] = {}
        for event, _ in tools:
            if isinstance(event.get("span_id"), str):
                of_span.setdefault(event["span_id"], event["id"])
        known = set(_call_ids(self.conversation))
        for event, outer in tools:
            self._waiting.setdefault((event["id"], str(event.get("function"))), deque()).append(event)
            parent = outer or self._parent(event, of_span)
            if parent is not None and parent != event["id"] and event["id"] not in known:
                self._inner.setdefault(parent, []).append(event)

    def _take(self, call_id: str, tool: str) -> Mapping[str, Any] | None:
        waiting = self._waiting.get((call_id, tool))
        return waiting.popleft() if waiting else None

    def _chain(self, event: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The spans around an event, the inmost first."""
        at = event.get("span_id")
        for _ in range(_DEEPEST):
            if not isinstance(at, str) or at not in self._spans:
                return
            yield at, self._spans[at]
            at = self._spans[at].get("parent_id")

    def _agent(self, event: Mapping[str, Any]) -> str | None:
        spans = (span for _, span in self._chain(event) if span.get("type") == "agent")
        name = next((span.get("name") for span in spans), None)
        return name if isinstance(name, str) else None

    def _parent(self, event: Mapping[str, Any], of_span: Mapping[str, str]) -> str | None:
        for name, span in self._chain(event):
            if span.get("type") == "tool" and of_span.get(name, event["id"]) != event["id"]:
                return of_span[name]
        return None


def _flat(events: Any, outer: str | None = None, depth: int = 0) -> Iterator[tuple[Mapping[str, Any], str | None]]:
    """Every event with the id of the tool event inside which it stands (older logs nest them)."""
    for event in events if isinstance(events, list) and depth < _DEEPEST else ():
        if not isinstance(event, dict):
            continue
        yield event, outer
        if isinstance(event.get("events"), list):
            own = event.get("id") if event.get("event") == "tool" else outer
            yield from _flat(event["events"], own if isinstance(own, str) else outer, depth + 1)


def _call_ids(messages: list[Any]) -> Iterator[str]:
    for message in messages:
        calls = message.get("tool_calls") if isinstance(message, dict) else None
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict) and isinstance(call.get("id"), str):
                yield call["id"]


def _answer(event: Mapping[str, Any]) -> Mapping[str, Any] | None:
    output = event.get("output")
    choices = output.get("choices") if isinstance(output, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    return message if isinstance(message, dict) else None


def _messages(event: Mapping[str, Any], sample: Mapping[str, Any]) -> list[Any]:
    """What the model read and answered in an event; newer logs keep what it read in a pool, by ranges."""
    read = event.get("input")
    refs = event.get("input_refs")
    if isinstance(refs, list) and not read:
        data = sample.get("events_data")
        pool = data.get("messages") if isinstance(data, dict) else sample.get("message_pool")
        read = []
        whole: list[Any] = pool if isinstance(pool, list) else []
        for ref in refs:
            if isinstance(ref, list) and len(ref) == 2 and all(type(end) is int and end >= 0 for end in ref):
                read += whole[ref[0] : ref[1]]
    answer = _answer(event)
    return [*(read if isinstance(read, list) else []), *([answer] if answer else [])]

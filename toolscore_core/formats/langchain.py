"""LangChain and LangGraph dumps: messages, states, streams of chunks and events, agent actions -> traces."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import FormatError, Location
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.lc import (
    Chunks,
    call_of_action,
    is_action,
    is_call,
    is_certain,
    is_chunk,
    message_of,
    opened,
    usage_of,
)
from toolscore_core.messages.message import CallPart, Message, ResultPart, add_message, below
from toolscore_core.messages.repeats import Known, Request, is_prefix
from toolscore_core.messages.tally import Tally
from toolscore_core.reading import Documents, ReadReport

_CONTAINERS = (
    "messages",
    "values",
    "channel_values",
    "checkpoint",
    "state",
    "inputs",
    "input",
    "outputs",
    "output",
    "generations",
    "message",
    "data",
    "params",
    "chunk",
    "result",
    "intermediate_steps",
    "steps",
)
"""Keys under which states, events and runs keep messages and agent steps."""
_ACTIONS = ("AgentAction", "AgentActionMessageLog", "ToolAgentAction", "OpenAIToolAgentAction")
_LOOKED_AT = 200
"""How many items of one list are looked at for a claim: a list that holds messages at all has some among its first."""


def _claim(documents: Documents) -> Claim | None:
    constructors = messages = calls = steps = 0
    for value in documents.values:
        for item in _looked_through(value):
            if "lc" in item:
                constructors += 1
            elif is_action(item) or item.get("event") == "content-block-finish":
                steps += 1
            elif item.get("type") == "tool_call" and is_call(item):
                calls += 1
            elif is_certain(item) or any(map(is_call, _calls_in(item))):
                messages += 1
    if constructors:
        return Claim(3, constructors, f"{constructors} records in the constructor form (`lc`, `id`, `kwargs`)")
    if messages:
        return Claim(3, messages, f"{messages} messages with `type` ai, human or tool")
    if steps:
        return Claim(2, steps, f"{steps} agent actions with `tool` and `tool_input`")
    return Claim(2, calls, f"{calls} calls of type `tool_call`") if calls else None


def _calls_in(message: Mapping[str, Any]) -> list[Any]:
    """The `tool_calls` of a message; [] where they are no list."""
    found = message.get("tool_calls")
    return found if isinstance(found, list) else []


def _looked_through(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if depth > 8:
        return
    if isinstance(value, list):
        for item in value[:_LOOKED_AT]:
            yield from _looked_through(item, depth + 1)
    elif isinstance(value, dict):
        if opened(value) or _action_of(value) or (is_call(value) and depth < 2) or _is_finished_block(value):
            yield value
        elif _action_of(value.get("action")):
            yield value["action"]
        elif "role" not in value:
            for _, inner in _inner(value):
                yield from _looked_through(inner, depth + 1)


def _inner(record: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What a record that is no message may hold messages in: known keys, and the updates of a node."""
    for key in _CONTAINERS:
        if isinstance(inner := record.get(key), (dict, list)):
            yield key, inner
    for key, inner in record.items():
        if key not in _CONTAINERS and isinstance(inner, dict) and isinstance(inner.get("messages"), (list, dict)):
            yield key, inner


def _action_of(value: Any) -> Mapping[str, Any] | None:
    """The fields of an agent action, plain or in the constructor form."""
    if is_action(value):
        return value  # type: ignore[no-any-return]
    if isinstance(value, dict) and "lc" in value and isinstance(kwargs := value.get("kwargs"), dict):
        names = value.get("id")
        if isinstance(names, list) and names and names[-1] in _ACTIONS:
            return kwargs
    return None


def _is_finished_block(value: Mapping[str, Any]) -> bool:
    return value.get("event") == "content-block-finish"


@dataclass(slots=True)
class _Slot:
    """One message of a thread, at the place where it was first seen; a streamed one grows, a repeated one is replaced."""

    message: Message | Chunks
    usage: Tally | None
    place: Location


class _Thread:
    """The messages of one conversation."""

    def __init__(self, place: Location) -> None:
        self.place = place
        self.state: list[Message] = []
        self.is_stream = False
        self._slots: list[_Slot] = []
        self._by_id: dict[str, _Slot] = {}
        self._history = Known()

    @property
    def is_empty(self) -> bool:
        return not self._slots

    def add(self, message: Message, usage: Tally | None, place: Location, key: str | None = None) -> None:
        """Add a message; one with a known key replaces what was there."""
        if key is not None and (known := self._by_id.get(key)):
            known.message, known.usage = message, usage
            return
        slot = _Slot(message, usage, place)
        self._slots.append(slot)
        if key is not None:
            self._by_id[key] = slot

    def add_chunk(self, fields: Mapping[str, Any], about: Mapping[str, Any], place: Location) -> None:
        """Add a piece of a streamed message."""
        self.is_stream = True
        key = f"{fields.get('id') or about.get('langgraph_checkpoint_ns') or ''}#1"
        known = self._by_id.get(key)
        if known is None:
            known = self._by_id[key] = _Slot(Chunks(), None, place)
            self._slots.append(known)
        if isinstance(known.message, Chunks):
            known.message.add(fields, about)

    def state_pass(self) -> Request:
        """To ask, message by message, which messages without an id of a state were not in an earlier state."""
        return self._history.request()

    def finish(self, report: ReadReport) -> Trace:
        """The trace, with its totals."""
        builder = TraceBuilder(report, FORMAT.key, self.place)
        tally, seen = Tally(), Known()
        for slot in self._slots:
            message, usage = slot.message, slot.usage
            if isinstance(message, Chunks):
                message, usage = message.merged()
            if usage:
                tally.add(usage)
            # a stream repeats finished calls in its states and events
            add_message(builder, seen.rest(message) if self.is_stream else message, slot.place)
        trace = builder.trace
        tally.fill(trace)
        trace.model = next((turn.model for turn in trace.turns if turn.model), None)
        return trace


class _Reader:
    """Hands what it finds in the documents to threads."""

    def __init__(self, report: ReadReport) -> None:
        self._report = report
        self.threads: list[_Thread] = []

    def read(self, value: Any, place: Location, event: str | None = None) -> bool:
        """Read one document, or one item of a document that is a list; whether it held anything of LangChain."""
        state = None if event or (isinstance(value, dict) and "event" in value) else _state_of(value)
        if not self.threads or (state is not None and not self._goes_on(state)):
            self.threads.append(_Thread(place))
        thread = self.threads[-1]
        if state is not None:
            thread.state = state
        thread.is_stream = thread.is_stream or event is not None or (isinstance(value, dict) and "event" in value)
        found = self._walk(thread, value, place, {}, is_whole=event == "messages/partial")
        if not found:
            self._report.skip("record without LangChain messages or actions", place)
        return found

    def _goes_on(self, state: list[Message]) -> bool:
        thread = self.threads[-1]
        return thread.is_empty or (bool(thread.state and state) and is_prefix(thread.state, state))

    def _walk(
        self, thread: _Thread, value: Any, place: Location, about: Mapping[str, Any], *, is_whole: bool = False
    ) -> bool:
        """Find messages and actions anywhere in a value; whether there was one."""
        if isinstance(value, list):
            return self._walk_list(thread, value, place, about, is_whole)
        if not isinstance(value, dict):
            return False
        if action := _action_of(value):
            self._add_action(thread, action, None, place)
            return True
        if _is_finished_block(value):
            return self._add_block(thread, value, place)
        if found := opened(value):
            self._add_message(thread, *found, value, place, about, is_whole)
            return True
        if is_call(value) and ("id" in value or value.get("type") == "tool_call"):
            fields = {"metadata": {"type": value["type"]}} if "type" in value else {}
            call_id = value.get("id")
            part = CallPart(value.get("name"), value["args"], call_id if isinstance(call_id, str) else None, "", fields)
            thread.add(Message("assistant", calls=[part]), None, place)
            return True
        if (step := _action_of(value.get("action"))) and "observation" in value:
            self._add_action(thread, step, value, below(place, ".action"))
            return True
        results = [
            self._walk(thread, inner, below(place, f".{key}"), about, is_whole=is_whole) for key, inner in _inner(value)
        ]
        return any(results)

    def _walk_list(
        self, thread: _Thread, items: list[Any], place: Location, about: Mapping[str, Any], is_whole: bool
    ) -> bool:
        if len(items) == 2 and (step := _action_of(items[0])) and not _action_of(items[1]) and not opened(items[1]):
            self._add_action(thread, step, {"observation": items[1]}, below(place, "[0]"))
            return True
        if len(items) == 2 and opened(items[0]) and isinstance(items[1], dict) and not opened(items[1]):
            # a streamed message with what the graph says about it
            return self._walk(thread, items[0], below(place, "[0]"), items[1], is_whole=is_whole)
        found = False
        nameless, ids = thread.state_pass(), Counter[str]()
        for index, item in enumerate(items):
            here = below(place, f"[{index}]")
            message = None if isinstance(item, dict) and is_chunk(item) else opened(item)
            if message is None:
                found = self._walk(thread, item, here, about, is_whole=is_whole) or found
                continue
            found = True
            if (key := message[1].get("id")) and isinstance(key, str):
                # within one list an id that comes again is not the same message
                ids[key] += 1
                self._add_message(thread, *message, item, here, about, is_whole, f"{key}#{ids[key]}")
            else:
                thread.add(nameless.rest(message_of(*message)), usage_of(message[1]), here)
        nameless.close()
        return found

    def _add_message(
        self,
        thread: _Thread,
        kind: str,
        fields: Mapping[str, Any],
        dump: Mapping[str, Any],
        place: Location,
        about: Mapping[str, Any],
        is_whole: bool,
        key: str | None = None,
    ) -> None:
        if is_chunk(dump) and not is_whole and kind == "ai":
            thread.add_chunk(fields, about, place)
            return
        if key is None and isinstance(given := fields.get("id"), str) and given:
            key = f"{given}#1"
        message = message_of(kind, fields)
        node = about.get("langgraph_node")
        if kind == "ai" and isinstance(node, str):
            message.agent = message.agent or node
        thread.add(message, usage_of(fields), place, key)

    def _add_action(
        self, thread: _Thread, action: Mapping[str, Any], step: Mapping[str, Any] | None, place: Location
    ) -> None:
        part = call_of_action(action)
        if part is None:
            self._report.skip("final answer of an agent", place)
            return
        log = action.get("log")
        thread.add(Message("assistant", log if isinstance(log, str) else "", [part]), None, place)
        if step is not None:
            name = part.name if isinstance(part.name, str) else None
            thread.add(Message("tool", results=[ResultPart(step.get("observation"), part.id, name)]), None, place)

    def _add_block(self, thread: _Thread, event: Mapping[str, Any], place: Location) -> bool:
        """The end of a content block in LangGraph's event stream, which gives a call whole."""
        thread.is_stream = True
        for block in (
            event.get("content"),
            event.get("content_block"),
            event.get("contentBlock"),
            event.get("block"),
            event,
        ):
            if (
                isinstance(block, dict)
                and is_call(block)
                and block.get("type") in ("tool_call", "tool_use", None, event.get("type"))
            ):
                call_id = block.get("id")
                part = CallPart(block["name"], block["args"], call_id if isinstance(call_id, str) else None)
                thread.add(Message("assistant", calls=[part]), None, place)
                return True
        return True


def _state_of(value: Any) -> list[Message] | None:
    """The messages of a state that is a record of its own; None for events, updates and single messages."""
    if isinstance(value, dict) and not opened(value):
        for inner in (value, *(value.get(key) for key in ("values", "output", "outputs", "channel_values"))):
            if isinstance(inner, dict) and isinstance(messages := inner.get("messages"), list):
                return _messages(messages)
        return None
    is_list = isinstance(value, list) and bool(value) and all(opened(item) and not is_chunk(item) for item in value)
    return _messages(value) if is_list else None


def _messages(items: list[Any]) -> list[Message]:
    return [message_of(*found) for item in items if (found := opened(item))]


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    reader = _Reader(report)
    for item in documents.items:
        place = documents.place(item, "$")
        event = (item.event or "event") if documents.layout == "sse" else None
        if isinstance(item.value, list) and not _is_one_record(item.value):
            for index, inner in enumerate(item.value):
                reader.read(inner, below(place, f"[{index}]"), event)
        elif not reader.read(item.value, place, event) and documents.layout == "json" and isinstance(item.value, dict):
            raise FormatError("an object without LangChain messages or actions", place)
    for thread in reader.threads:
        yield thread.finish(report)


def _is_one_record(items: list[Any]) -> bool:
    """Whether a list is one conversation; else each of its items is a record of its own."""
    return any(opened(item) or _action_of(item) or (is_call(item)) for item in items)


FORMAT = Format(
    key="langchain",
    title="LangChain and LangGraph",
    signature="messages with `lc` and `kwargs`, messages with `type` ai, human or tool, or actions with `tool` and `tool_input`",
    specification="https://python.langchain.com/docs/concepts/messages/",
    version="1",
    gives=("results", "errors", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""The LangChain family."""

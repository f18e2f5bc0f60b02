"""LangChain and LangGraph dumps: messages, states, streams of chunks and events, agent actions -> traces."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import FormatError, Location
from toolscore_core.messages.frameworks.langchain import (
    call_of_action,
    is_action,
    is_call,
    is_certain,
    is_chunk,
    message_of,
    opened,
    usage_of,
)
from toolscore_core.messages.frameworks.langchain_threads import Thread
from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.repeats import is_prefix
from toolscore_core.messages.spans.products import product_of
from toolscore_core.messages.untrusted import text_or_none
from toolscore_core.reading import Documents, ReadReport

_TOLD = ("result", "observation")
"""Keys under which an action that stands alone keeps what the tool gave."""
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
    "intermediateSteps",
    "steps",
)
"""Keys under which states, events and runs keep messages and agent steps."""
_ACTIONS = ("AgentAction", "AgentActionMessageLog", "ToolAgentAction", "OpenAIToolAgentAction")
_LOOKED_AT = 200
"""How many items of one list are looked at for a claim: a list that holds messages at all has some among its first."""


def _claim(documents: Documents) -> Claim | None:
    constructors = messages = events = calls = steps = 0
    for value in documents.values:
        for item in _looked_through(value):
            if "lc" in item:
                constructors += 1
            elif _is_event(item):
                events += 1
            elif is_action(item):
                steps += 1
            elif item.get("type") == "tool_call" and is_call(item):
                calls += 1
            elif is_certain(item) or any(map(is_call, _calls_in(item))):
                messages += 1
    if constructors:
        return Claim(3, constructors, f"{constructors} records in the constructor form (`lc`, `id`, `kwargs`)")
    if messages:
        return Claim(3, messages, f"{messages} messages with `type` ai, human or tool")
    if events:
        return Claim(3, events, f"{events} events of tools or content blocks")
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
        product = product_of(value)
        if product is not None and product.sure:
            return  # a run that was observed, with messages as its input and output
        if opened(value) or _action_of(value) or (is_call(value) and depth < 2) or _is_event(value):
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


_TOOL_EVENTS = ("tool-started", "tool-finished", "tool-error")
"""Events of the tools channel of LangGraph's stream protocol."""
_TOOL_RUNS = ("on_tool_start", "on_tool_end", "on_tool_error")
"""Events of tools among those of `astream_events`."""


def _is_event(value: Mapping[str, Any]) -> bool:
    """Whether a record is an event that gives a call or a result."""
    kind = value.get("event")
    if kind in _TOOL_RUNS:
        return isinstance(value.get("data"), dict) and isinstance(value.get("name"), str)
    return kind == "content-block-finish" or (kind in _TOOL_EVENTS and "tool_call_id" in value)


def _about(value: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What an event says about the message in it: its parameters, or the metadata of the graph."""
    for key in ("params", "metadata"):
        inner = value.get(key)
        if isinstance(inner, dict) and any(name in inner for name in ("namespace", "node", "langgraph_node")):
            return inner
    return None


class _Reader:
    """Hands what it finds in the documents to threads."""

    def __init__(self, report: ReadReport) -> None:
        self._report = report
        self.threads: list[Thread] = []

    def read(self, value: Any, place: Location, event: str | None = None) -> bool:
        """Read one document, or one item of a document that is a list; whether it held anything of LangChain."""
        listed = None if event or (isinstance(value, dict) and "event" in value) else _state_of(value)
        state = None if listed is None else _messages(listed)
        first = _first_id(listed or ())
        if not self.threads or (
            state is not None and not self._goes_on(state, first, isinstance(value, dict) and "next" in value)
        ):
            self.threads.append(Thread(place))
        thread = self.threads[-1]
        if state is not None:
            thread.state = state
            thread.first = first or thread.first
        thread.is_stream = thread.is_stream or event is not None or (isinstance(value, dict) and "event" in value)
        found = self._walk(thread, value, place, {}, is_whole=event == "messages/partial")
        if not found and state != []:
            self._report.skip("record without LangChain messages or actions", place)
        return found

    def _goes_on(self, state: list[Message], first: str | None, is_snapshot: bool) -> bool:
        thread = self.threads[-1]
        if not state and is_snapshot:
            return True  # the state before the first message
        if first is not None and thread.first is not None and first != thread.first:
            return False  # the same was said in another conversation
        return thread.is_empty or (bool(thread.state and state) and is_prefix(thread.state, state))

    def _walk(
        self, thread: Thread, value: Any, place: Location, about: Mapping[str, Any], *, is_whole: bool = False
    ) -> bool:
        """Find messages and actions anywhere in a value; whether there was one."""
        if isinstance(value, list):
            return self._walk_list(thread, value, place, about, is_whole)
        if not isinstance(value, dict):
            return False
        if action := _action_of(value):
            given = next((action[key] for key in _TOLD if action.get(key) is not None), None)
            told = {"observation": given} if given is not None else None
            self._add_action(thread, action, told, place)
            return True
        if isinstance(value.get("event"), str):
            done = self._read_event(thread, value, place, about)
            if done is not None:
                return done
        about = _about(value) or about
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
            self._add_action(thread, step, value, place.below(".action"))
            return True
        results = [
            self._walk(thread, inner, place.below(f".{key}"), about, is_whole=is_whole) for key, inner in _inner(value)
        ]
        return any(results)

    def _walk_list(
        self, thread: Thread, items: list[Any], place: Location, about: Mapping[str, Any], is_whole: bool
    ) -> bool:
        if len(items) == 2 and (step := _action_of(items[0])) and not _action_of(items[1]) and not opened(items[1]):
            self._add_action(thread, step, {"observation": items[1]}, place.below("[0]"))
            return True
        if len(items) == 2 and opened(items[0]) and isinstance(items[1], dict) and not opened(items[1]):
            # a streamed message with what the graph says about it
            return self._walk(thread, items[0], place.below("[0]"), items[1], is_whole=is_whole)
        found = False
        nameless, ids = thread.state_pass(), Counter[str]()
        for index, item in enumerate(items):
            here = place.below(f"[{index}]")
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
        thread: Thread,
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
        self, thread: Thread, action: Mapping[str, Any], step: Mapping[str, Any] | None, place: Location
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

    def _read_event(
        self, thread: Thread, event: Mapping[str, Any], place: Location, about: Mapping[str, Any]
    ) -> bool | None:
        """An event of LangGraph's stream protocol, or of a tool's run; None for one that holds messages or nothing."""
        kind = event.get("event")
        if kind == "content-block-finish":
            return self._add_block(thread, event, place, about)
        if kind in _TOOL_RUNS:
            thread.is_stream = True
            thread.tool_event(event, place)
            return None
        if kind == "message-finish" and (usage := usage_of({"usage_metadata": event.get("usage")})):
            thread.usage.add(usage)
            return True
        call_id = event.get("tool_call_id")
        if kind not in _TOOL_EVENTS or not isinstance(call_id, str):
            return None
        thread.is_stream = True
        thread.tool_time(call_id, "started" if kind == "tool-started" else "ended", about.get("timestamp"))
        if kind == "tool-started":
            part = CallPart(event.get("tool_name"), event.get("input"), call_id)
            thread.add(Message("assistant", calls=[part], agent=_agent(about)), None, place)
            return True
        message = opened(event.get("output"))
        failed = kind == "tool-error"
        said = event.get("message")
        result = message_of(*message).results if message else []
        answer = ResultPart(event.get("output"), call_id, None, failed, said if isinstance(said, str) else None)
        thread.add(Message("tool", results=result or [answer]), None, place)
        return True

    def _add_block(self, thread: Thread, event: Mapping[str, Any], place: Location, about: Mapping[str, Any]) -> bool:
        """The end of a content block in LangGraph's event stream, which gives a call or a text whole."""
        thread.is_stream = True
        for key in ("content", "content_block", "contentBlock", "block", ""):
            block = event.get(key) if key else event
            if not isinstance(block, dict):
                continue
            kind = block.get("type")
            if is_call(block) and kind in ("tool_call", "tool_use", None, event.get("type")):
                call_id = block.get("id")
                part = CallPart(block["name"], block["args"], call_id if isinstance(call_id, str) else None)
                thread.add(Message("assistant", calls=[part], agent=_agent(about)), None, place)
                return True
            if kind == "text" and isinstance(text := block.get("text"), str):
                thread.add(Message("assistant", text, agent=_agent(about)), None, place, is_echo=True)
                return True
        return True


def _agent(about: Mapping[str, Any]) -> str | None:
    """The node that an event of the protocol comes from."""
    node, path = about.get("node", about.get("langgraph_node")), about.get("namespace")
    if isinstance(node, str) and node:
        return node
    last = path[-1] if isinstance(path, list) and path else None
    return last.partition(":")[0] or None if isinstance(last, str) else None


def _state_of(value: Any) -> list[Any] | None:
    """The messages of a state that is a record of its own, as the file has them; None for events, updates and single messages."""
    if isinstance(value, dict) and not opened(value):
        for inner in (value, *(value.get(key) for key in ("values", "output", "outputs", "channel_values"))):
            if isinstance(inner, dict) and isinstance(messages := inner.get("messages"), list):
                return messages
        return None
    is_list = isinstance(value, list) and bool(value) and all(opened(item) and not is_chunk(item) for item in value)
    return value if is_list else None


def _first_id(items: Iterable[Any]) -> str | None:
    """The id of the first message of a state; None when it has none."""
    found = next((found for item in items if (found := opened(item))), None)
    own = found[1].get("id") if found else None
    return text_or_none(own)


def _messages(items: list[Any]) -> list[Message]:
    return [message_of(*found) for item in items if (found := opened(item))]


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    reader = _Reader(report)
    for item in documents.items:
        place = documents.place(item, "$")
        event = (item.event or "event") if documents.layout == "sse" else None
        if isinstance(item.value, list) and not _is_one_record(item.value):
            for index, inner in enumerate(item.value):
                reader.read(inner, place.below(f"[{index}]"), event)
        elif not reader.read(item.value, place, event) and documents.layout == "json" and isinstance(item.value, dict):
            raise FormatError("an object without LangChain messages or actions", place)
    for thread in reader.threads:
        yield thread.finish(report, FORMAT.key)


def _is_one_record(items: list[Any]) -> bool:
    """Whether a list is one conversation; else each of its items is a record of its own."""
    return any(opened(item) or _action_of(item) or (is_call(item)) for item in items)


FORMAT = Format(
    key="langchain",
    title="LangChain and LangGraph",
    signature="messages with `lc` and `kwargs` or with `type` ai, human or tool, actions with `tool` and `tool_input`, or events like `on_tool_start`",
    specification="https://python.langchain.com/docs/concepts/messages/",
    version="1",
    gives=("results", "errors", "timing", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""The LangChain family."""

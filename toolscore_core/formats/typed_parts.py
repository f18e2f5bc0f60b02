"""Message lists of agent frameworks whose messages are made of typed parts -> traces.

Covers the Vercel AI SDK (ModelMessage, UIMessage, the older CoreMessage and `toolInvocations`, results of
`generateText`), pydantic-ai, Haystack, Semantic Kernel, Microsoft's Agent Framework and Extensions.AI, LlamaIndex
blocks, AG-UI messages, Cohere v1 and others that follow one of them.
"""

import json
from collections.abc import Iterator
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import Location
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.envelope import name_trace, note_time
from toolscore_core.messages.frameworks.typed_messages import (
    is_step,
    is_typed,
    may_be_typed,
    messages_of,
    step_messages,
    usage_of,
)
from toolscore_core.messages.message import Message, add_message
from toolscore_core.messages.records import Record, is_flat, records
from toolscore_core.messages.tally import Tally
from toolscore_core.reading import Documents, ReadReport

_KEY = "typed_parts"
_HISTORIES = (
    "messages",
    "message_history",
    "all_messages",
    "chat_history",
    "history",
    "chat_messages",
    "conversation",
    "memory",
    "query",
    "response",
    "replies",
    "input",
    "output",
)
"""Keys under which records keep messages; those of one record follow each other in one conversation."""
_ENVELOPES = ("_state", "state", "data", "result", "body", "thread", "chat_store", "storeState", "request", "store")
"""Keys under which records keep such a record."""
_LOOKED_AT = 200
_DEEPEST = 4


def _histories(record: dict[str, Any], path: str = "", depth: int = 0) -> list[tuple[str, list[Any]]]:
    """The message lists of a record, each with its path; [] when there is none."""
    steps = record.get("steps")
    if isinstance(steps, list) and any(map(is_step, steps[:_LOOKED_AT])):
        return [(f"{path}.steps", steps)]
    if is_step(record):
        return [(path, [record])]
    found = [
        (f"{path}.{key}", value)
        for key in _HISTORIES
        if isinstance(value := record.get(key), list) and any(map(may_be_typed, value[:_LOOKED_AT]))
    ]
    if found or depth >= _DEEPEST:
        return found
    stored = record.get("store")
    if isinstance(stored, dict):
        found = [
            (f"{path}.store[{json.dumps(name)}]", items)
            for name, items in stored.items()
            if isinstance(items, list) and any(map(may_be_typed, items[:_LOOKED_AT]))
        ]
    if found:
        return found
    for key in (*_ENVELOPES, *_HISTORIES):
        if isinstance(inner := record.get(key), dict) and (found := _histories(inner, f"{path}.{key}", depth + 1)):
            return found
    return []


def _claim(documents: Documents) -> Claim | None:
    typed = 0
    for value in documents.values:
        for record in value[:_LOOKED_AT] if isinstance(value, list) else (value,):
            typed += _typed_in(record)
    return Claim(3, typed, f"messages with parts like `tool-call` or `tool_return` ({typed})") if typed else None


def _typed_in(record: Any) -> int:
    if isinstance(record, list):
        return sum(map(is_typed, record[:_LOOKED_AT]))
    if not isinstance(record, dict):
        return 0
    if is_typed(record):
        return 1
    agents = record.get("agents")
    if isinstance(agents, list):
        return sum(map(_typed_in, agents[:_LOOKED_AT]))
    lists = (items[:_LOOKED_AT] for _, items in _histories(record))
    return sum(is_typed(item) or is_step(item) for items in lists for item in items)


class _Conversation:
    """One trace that is being built."""

    def __init__(self, report: ReadReport, place: Location) -> None:
        self._report = report
        self._builder = TraceBuilder(report, _KEY, place)
        self._tally = Tally()

    @property
    def trace(self) -> Trace:
        return self._builder.trace

    def add(self, value: Any, place: Location, *, is_run: bool = False) -> None:
        """One more message or step."""
        if is_step(value) or (is_run and isinstance(value, dict)):
            self._add_all(step_messages(value), place)
        elif may_be_typed(value):
            self._add_all(messages_of(value), place)
        else:
            self._report.skip("record that is no message", place)
            return
        if usage := usage_of(value):
            self._tally.add(usage)

    def _add_all(self, messages: Iterator[Message], place: Location) -> None:
        for message in messages:
            add_message(self._builder, message, place)
            note_time(self.trace, message.started)

    def finish(self, around: dict[str, Any] | None = None) -> Trace:
        """The trace, with its totals; those of the record around it count only where the messages have none."""
        trace = self.trace
        total = usage_of(around) if around is not None and self._tally == Tally() else None
        (total or self._tally).fill(trace)
        trace.model = trace.model or next((turn.model for turn in trace.turns if turn.model), None)
        if around is not None:
            name_trace(trace, around)
        return trace


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    open_one: _Conversation | None = None
    for record in records(documents):
        value = record.value
        if may_be_typed(value) and not _is_container(value):
            open_one = open_one or _Conversation(report, record.place())
            open_one.add(value, record.place())
            continue
        if open_one is not None and is_flat(value) and not {"query", "response"} <= value.keys():
            report.skip("record without messages", record.place())
            continue
        if open_one is not None:
            yield open_one.finish()
            open_one = None
        yield from _of_record(record, report)
    if open_one is not None:
        yield open_one.finish()


def _is_container(value: dict[str, Any]) -> bool:
    """Whether a record that has a role keeps whole messages rather than parts."""
    return any(
        isinstance(items := value.get(key), list) and any(map(is_typed, items[:_LOOKED_AT])) for key in _HISTORIES
    )


def _of_record(record: Record, report: ReadReport) -> Iterator[Trace]:
    value = record.value
    agents = value.get("agents") if isinstance(value, dict) else None
    if isinstance(agents, list) and any(map(_typed_in, agents[:_LOOKED_AT])):
        for index, agent in enumerate(agents):
            yield from _of_record(record.inside(f".agents[{index}]", agent), report)
        return
    if isinstance(value, list):
        lists: list[tuple[str, list[Any]]] = [("", value)]
    else:
        lists = _histories(value) if isinstance(value, dict) else []
    is_answered = isinstance(value, dict) and all(value.get(key) for key in ("query", "response"))
    if not lists and not is_answered:
        report.skip("record without messages", record.place())
        return
    conversation = _Conversation(report, record.place())
    if isinstance(value, dict):
        _add_text(conversation, value, record, ("prompt", "query"), "user")
    for path, items in lists:
        is_run = any(map(is_step, items[:_LOOKED_AT]))
        for index, item in enumerate(items):
            conversation.add(
                item, record.place(f"{path}[{index}]" if path or isinstance(value, list) else ""), is_run=is_run
            )
    if isinstance(value, dict) and is_answered:
        _add_text(conversation, value, record, ("response",), "assistant")
    yield conversation.finish(value if isinstance(value, dict) else None)


def _add_text(
    conversation: _Conversation, value: dict[str, Any], record: Record, keys: tuple[str, ...], role: str
) -> None:
    """What was asked or answered, where a record keeps it as a text beside the messages."""
    for key in keys:
        if isinstance(said := value.get(key), str) and said:
            conversation.add({"role": role, "content": said}, record.place(f".{key}"))
            return


FORMAT = Format(
    key=_KEY,
    title="Messages with typed parts (Vercel AI SDK, pydantic-ai, Haystack, Semantic Kernel, LlamaIndex)",
    signature="messages with parts of kind `tool-call`, `tool-result`, `tool_return`, `FunctionCallContent` and the like, or `toolInvocations`",
    specification="https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message",
    version="6",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Messages with typed parts."""

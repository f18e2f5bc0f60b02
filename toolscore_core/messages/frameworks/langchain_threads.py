"""The messages and events of one LangChain conversation -> a trace, each message once."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.errors import Location
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.frameworks.langchain import Chunks, message_of, opened
from toolscore_core.messages.message import CallPart, Message, ResultPart, add_message
from toolscore_core.messages.repeats import Known, Request
from toolscore_core.messages.tally import Tally
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import ReadReport


@dataclass(slots=True)
class _Slot:
    """One message of a thread, at the place where it was first seen; a streamed one grows, a repeated one is replaced.

    `is_echo` marks a text of a stream that states may repeat.
    """

    message: Message | Chunks
    usage: Tally | None
    place: Location
    is_echo: bool = False


@dataclass(slots=True)
class _ToolRun:
    """What events say of one run of a tool; its result stands in `message` where that is a message of its own."""

    name: Any
    given: Any
    place: Location
    result: ResultPart | None = None
    is_message: bool = False


class Thread:
    """The messages of one conversation.

    Attributes:
        place: Where it begins.
        state: The messages of the last state.
        first: Id of the first message of its states; None while none has one.
        is_stream: Whether it is told by events or pieces.
        usage: Token counts that stand beside the messages.
    """

    def __init__(self, place: Location) -> None:
        self.place = place
        self.state: list[Message] = []
        self.first: str | None = None
        self.is_stream = False
        self.usage = Tally()
        self._slots: list[_Slot] = []
        self._by_id: dict[str, _Slot] = {}
        self._history = Known()
        self._runs: dict[Any, _ToolRun] = {}
        self._times: dict[str, dict[str, Any]] = {}

    @property
    def is_empty(self) -> bool:
        """Whether nothing was added yet."""
        return not self._slots and not self._runs

    def add(
        self, message: Message, usage: Tally | None, place: Location, key: str | None = None, *, is_echo: bool = False
    ) -> None:
        """Add a message; one with a known key replaces what was there."""
        if key is not None and (known := self._by_id.get(key)):
            before = known.message.merged()[0] if isinstance(known.message, Chunks) else known.message
            message.agent = message.agent or before.agent
            known.message, known.usage = message, usage
            return
        slot = _Slot(message, usage, place, is_echo)
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

    def tool_event(self, event: Mapping[str, Any], place: Location) -> None:
        """The start or the end of a tool's run (`on_tool_start`, `on_tool_end`, `on_tool_error`)."""
        data = event.get("data")
        data = data if isinstance(data, dict) else {}
        key = event.get("run_id") if isinstance(event.get("run_id"), str) else None
        kind = event.get("event")
        run = self._runs.get(key) if kind != "on_tool_start" else None
        if run is None:
            run = self._runs[key or len(self._runs)] = _ToolRun(event.get("name"), data.get("input"), place)
        name = event["name"] if isinstance(event.get("name"), str) else None
        if kind == "on_tool_error":
            error = data.get("error")
            run.result = ResultPart(None, None, name, True, error if isinstance(error, str) else None)
        elif kind == "on_tool_end":
            output = data.get("output")
            message = opened(output)
            run.is_message = message is not None
            found = message_of(*message).results if message else []
            run.result = found[0] if found else ResultPart(output, None, name)
        if run.result is not None and not run.is_message:
            self.add(Message("tool", results=[run.result]), None, place)

    def tool_time(self, call_id: str, key: str, time: Any) -> None:
        """When a call `started` or `ended`, as its event says."""
        if epoch_seconds(time) is not None:
            self._times.setdefault(call_id, {})[key] = time

    def finish(self, report: ReadReport, format: str) -> Trace:
        """The trace, with its totals."""
        builder = TraceBuilder(report, format, self.place)
        tally = Tally()
        messages = self._messages(tally)
        if self._runs and not any(message.calls for message, _ in messages):
            messages = [*((message, place) for message, place in messages if not message.results), *self._of_runs()]
        calls, answers = Counter[str](), Counter[str]()
        for message, place in messages:
            calls.update(part.id for part in message.calls if part.id)
            if self.is_stream:
                message.results = [part for part in message.results if self._is_first(part, calls, answers)]
            add_message(builder, message, place)
        trace = builder.trace
        (self.usage if tally == Tally() else tally).fill(trace)
        trace.model = next((turn.model for turn in trace.turns if turn.model), None)
        self._set_times(builder)
        return trace

    def _messages(self, tally: Tally) -> list[tuple[Message, Location]]:
        found, seen = [], Known()
        whole = (slot.message for slot in self._slots if isinstance(slot.message, Message) and not slot.is_echo)
        texts = {message.text for message in whole if not message.calls}
        for slot in self._slots:
            message, usage = slot.message, slot.usage
            if isinstance(message, Chunks):
                message, usage = message.merged()
            elif slot.is_echo and message.text in texts and not message.calls:
                continue
            if usage:
                tally.add(usage)
            # a stream repeats finished calls in its states and events
            found.append((seen.rest(message) if self.is_stream else message, slot.place))
        return found

    def _of_runs(self) -> list[tuple[Message, Location]]:
        """Runs of tools as calls, for files in which no model says that it called them."""
        found = []
        for number, run in enumerate(self._runs.values()):
            name = f"run {number}"
            found.append((Message("assistant", calls=[CallPart(run.name, run.given, name)]), run.place))
            if run.result is not None:
                run.result.id = name
                found.append((Message("tool", results=[run.result]), run.place))
        return found

    @staticmethod
    def _is_first(part: ResultPart, calls: Counter[str], answers: Counter[str]) -> bool:
        """Whether a result is no repetition of one that its call already has."""
        if not part.id or part.id not in calls:
            return True
        answers[part.id] += 1
        return answers[part.id] <= calls[part.id]

    def _set_times(self, builder: TraceBuilder) -> None:
        for call in builder.trace.calls:
            times = self._times.get(call.call_id or "", {})
            if "started" in times:
                call.timestamp, call.started = times["started"], epoch_seconds(times["started"])
            if (ended := epoch_seconds(times.get("ended"))) is not None:
                builder.end(call, ended, self.place)

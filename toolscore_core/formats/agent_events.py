"""Event logs of coding agents, in which calls and results are events of their own -> traces.

Several events tell of one call (asked for, started, done, a snapshot of each); it counts once, by its id. Read are Copilot
CLI, Kimi CLI, Codex (`exec --json`), Gemini CLI (`stream-json`), Cursor, OpenCode (`run --format json`),
Factory droid, Claude Managed Agents, the Codex app server, and what hooks of Claude Code are told.

Specification: none in common; `messages.agents.dialects` names the source of each.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import Location
from toolscore_core.messages.agents.dialects import DIALECTS
from toolscore_core.messages.agents.events import Answered, Called, Dialect, Event, Noted, Said
from toolscore_core.messages.agents.hooks import APP_SERVER, HOOKS
from toolscore_core.messages.agents.kimi import KIMI_WIRE
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.envelope import note_time
from toolscore_core.messages.message import ROLES
from toolscore_core.messages.records import records
from toolscore_core.messages.tally import Tally
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import Documents, ReadReport

_KEY = "agent_events"
_TYPELESS = (KIMI_WIRE, HOOKS, APP_SERVER)
"""Dialects whose lines have no type of their own."""


def _dialect_of(documents: Documents) -> tuple[Dialect, int] | None:
    """The dialect of most lines that show one, and how many they are."""
    seen: Counter[int] = Counter()
    for record in records(documents):
        value = record.value
        if not isinstance(value, dict):
            continue
        if isinstance(value.get("type"), str):
            seen.update(index for index, dialect in enumerate(DIALECTS) if dialect.is_own(value))
        else:
            seen.update(len(DIALECTS) + index for index, dialect in enumerate(_TYPELESS) if dialect.is_own(value))
    if not seen:
        return None
    index, count = seen.most_common(1)[0]
    return (*DIALECTS, *_TYPELESS)[index], count


def _may_be_of(dialect: Dialect, value: dict[str, Any]) -> bool:
    """Whether a line has the key by which lines of a dialect say what they are."""
    if dialect is APP_SERVER:
        return isinstance(value.get("method"), str)
    return dialect in _TYPELESS or isinstance(value.get("type"), str)


def _claim(documents: Documents) -> Claim | None:
    found = _dialect_of(documents)
    return None if found is None else Claim(3, found[1], f"{found[1]} events as {found[0].title} writes them")


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    found = _dialect_of(documents)
    dialect = KIMI_WIRE if found is None else found[0]
    session: _Session | None = None
    for record in records(documents):
        value, place = record.value, record.place()
        if not isinstance(value, dict) or not _may_be_of(dialect, value):
            report.skip("record that is no event", place)
            continue
        events = list(dialect.events(value))
        if not events:
            report.skip("event that is no message, call or result", place)
        for event in events:
            if session is None or (isinstance(event, Noted) and session.ends_before(event)):
                if session is not None:
                    yield session.finish()
                session = _Session(report, place)
            session.add(event, place)
    if session is not None:
        yield session.finish()


class _Session:
    """One session that is being read."""

    def __init__(self, report: ReadReport, place: Location) -> None:
        self._builder = TraceBuilder(report, _KEY, place)
        self._model: str | None = None
        self._tally = Tally()
        self._total: Tally | None = None
        self._calls: dict[str, list[ToolCall]] = {}
        self._answered: set[int] = set()
        self._agents: dict[str, str] = {}
        self._open = False
        self._written: tuple[ToolCall, str] | None = None

    def ends_before(self, event: Noted) -> bool:
        """Whether an event tells of another session."""
        known = self._builder.trace.id
        return bool(known) and event.session is not None and event.session != known

    def add(self, event: Event, place: Location) -> None:
        """One event."""
        if isinstance(event, Said):
            self._say(event)
        elif isinstance(event, Called) and event.goes_on:
            self._go_on(event.args)
        elif isinstance(event, Called):
            self._call(event, place)
        elif isinstance(event, Answered):
            self._answer(event, place)
        else:
            self._note(event)

    def _say(self, event: Said) -> None:
        moment = epoch_seconds(event.time)
        note_time(self._builder.trace, moment)
        if not event.text:
            return
        role = ROLES.get(event.role, event.role)
        turns = self._builder.trace.turns
        if self._open and turns[-1].role == role and (event.goes_on or not turns[-1].text):
            turns[-1].text += event.text
            turns[-1].model = turns[-1].model or event.model
        else:
            model = event.model or self._model if role == "assistant" else None
            self._builder.turn(role, event.text, model=model, started=moment)
        self._open = role == "assistant" or event.goes_on

    def _call(self, event: Called, place: Location) -> None:
        moment = epoch_seconds(event.time)
        note_time(self._builder.trace, moment)
        known = self._calls.get(event.id, []) if event.id is not None else []
        args = arguments_of(event.args)
        same = next((call for call in known if call.tool == event.tool and self._tells_of(call, args)), None)
        if same is not None:
            if args and id(same) not in self._answered:
                same.args = args
            if same.started is None and moment is not None:
                same.started, same.timestamp = moment, event.time
            same.parent_id = same.parent_id or event.parent
            return
        turns = self._builder.trace.turns
        if not self._open or turns[-1].role != "assistant":
            asked = epoch_seconds(event.asked) if moment is None else moment
            self._builder.turn("assistant", model=self._model, started=asked)
            self._open = True
        call = self._builder.call(
            event.tool,
            args,
            place,
            call_id=event.id,
            timestamp=event.time,
            started=moment,
            agent=event.agent,
            parent_id=event.parent,
            metadata=event.metadata,
            provider_executed=event.provider_executed,
        )
        if call is not None and event.id is not None:
            self._calls.setdefault(event.id, []).append(call)
        self._written = None if call is None or not isinstance(event.args, str) else (call, event.args)

    def _go_on(self, piece: Any) -> None:
        """The next piece of the arguments of the last call."""
        if self._written is not None and isinstance(piece, str):
            call, written = self._written
            self._written = call, written + piece
            call.args = arguments_of(written + piece)

    def _answer(self, event: Answered, place: Location) -> None:
        self._open = False
        moment = epoch_seconds(event.time)
        note_time(self._builder.trace, moment)
        call = self._builder.result(
            event.value, place, call_id=event.id, is_error=event.failed, error=event.error, ended=moment
        )
        if call is not None:
            self._answered.add(id(call))
            if event.seconds is not None:
                call.duration = event.seconds

    def _tells_of(self, call: ToolCall, args: dict[str, Any]) -> bool:
        """Whether an event of the same id and tool tells of a call once more: until its result came, or with nothing new."""
        return id(call) not in self._answered or not args or call.args == args

    def _note(self, event: Noted) -> None:
        trace = self._builder.trace
        trace.id = trace.id or event.session or ""
        self._model = event.model or self._model
        trace.model = trace.model or event.model
        trace.outcome = trace.outcome if event.outcome is None else event.outcome
        trace.metadata |= event.metadata
        self._agents.update(event.agents)
        self._total = event.total or self._total
        if event.is_step:
            self._open = False
        if event.used is not None:
            self._tally.add(event.used)

    def finish(self) -> Trace:
        """The session as a trace."""
        trace = self._builder.trace
        for call in trace.calls:
            if call.agent is None and call.parent_id is not None:
                call.agent = self._agents.get(call.parent_id)
            if call.timestamp is None and call.turn is not None:
                call.started = call.timestamp = trace.turns[call.turn].started
        (self._total or self._tally).fill(trace)
        return trace


FORMAT = Format(
    key=_KEY,
    title="Event logs of coding agents",
    signature="`tool.execution_start`, `context.append_loop_event`, `item.completed`, `tool_call` and other events",
    specification="https://github.com/openai/codex/blob/main/codex-rs/exec/src/exec_events.rs",
    version="",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Copilot CLI, Kimi CLI, Codex exec, Gemini CLI, Cursor, OpenCode and Factory droid."""

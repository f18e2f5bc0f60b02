"""Session files of coding agents whose messages hold calls and results -> traces.

Read are pi and Factory droid (lines around messages), goose, Amp, OpenCode (`export` and its storage), Gemini CLI (lines),
the storage of Strands Agents, Continue, Zed, Kiro,
chats of Visual Studio Code, and the older histories of Cline and Roo Code, whose models write calls as tags. A message that was rewritten or taken back counts once: what it said was said.

Specification: none in common; `messages.agents.session_documents` names the source of each.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import Location
from toolscore_core.messages.agents.cline import is_tagged, tagged_message
from toolscore_core.messages.agents.events import text_at
from toolscore_core.messages.agents.gemini_cli import cli_message, cli_results
from toolscore_core.messages.agents.mutation_log import is_change, is_initial, replayed
from toolscore_core.messages.agents.session_documents import (
    Spoken,
    continue_message,
    is_kiro_line,
    kiro_line,
    kiro_messages,
    message_of,
    opencode_messages,
    usage_of_session,
    vscode_messages,
    zed_message,
)
from toolscore_core.messages.agents.stored_parts import is_stored, session_named, stored_sessions
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.envelope import note_time
from toolscore_core.messages.message import Message, add_message
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.repeats import Known
from toolscore_core.messages.tally import Tally
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import Document, Documents, ReadReport

_KEY = "agent_sessions"
_LOOKED_AT = 50
_OWN_BLOCKS = ("toolRequest", "toolResponse", "toolCall")
_HEADS = ("session", "session_start")


def _dicts(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; a pair in it is one of a user and an assistant (Kiro)."""
    items = value if isinstance(value, list) else []
    return [entry for item in items if isinstance(entry := _unpaired(item), dict)]


def _unpaired(item: Any) -> Any:
    return {"user": item[0], "assistant": item[1]} if isinstance(item, list) and len(item) == 2 else item


def _wraps_message(value: dict[str, Any]) -> bool:
    """Whether a line wraps a message (pi, Factory droid)."""
    message = value.get("message")
    return value.get("type") in ("message", "message_end") and isinstance(message, dict) and "role" in message


def _is_line(value: dict[str, Any]) -> bool:
    """Whether a line wraps a message and says so by an id, or heads such lines."""
    if _wraps_message(value):
        return value["type"] == "message_end" or "timestamp" in value or "parentId" in value
    return value.get("type") in _HEADS and "cwd" in value and "id" in value


def _is_gemini_line(value: dict[str, Any]) -> bool:
    kind = value.get("type")
    if kind == "gemini":
        return "content" in value and "timestamp" in value
    return "$rewindTo" in value or (
        kind is None and {"projectHash", "sessionId"} <= value.keys() and "messages" not in value
    )


def _is_transcript_line(value: dict[str, Any]) -> bool:
    """Whether a line gives a role beside a message that has none (transcripts of Cursor)."""
    message = value.get("message")
    return "role" in value and isinstance(message, dict) and "role" not in message and "content" in message


def _has_own_blocks(value: dict[str, Any]) -> bool:
    """Whether a bare message holds blocks that only these products write (goose)."""
    return "role" in value and any(block.get("type") in _OWN_BLOCKS for block in _dicts(value.get("content")))


def _is_opencode(value: dict[str, Any]) -> bool:
    return isinstance(value.get("info"), dict) and isinstance(value.get("parts"), list)


def _is_amp(value: dict[str, Any]) -> bool:
    blocks = [block for block in _dicts(value.get("content")) if block.get("type") == "tool_result"]
    return any("toolUseID" in block and "run" in block for block in blocks)


def _is_exported(value: dict[str, Any]) -> bool:
    return "sender" in value and isinstance(value.get("content"), list)


def _is_zed(value: dict[str, Any]) -> bool:
    return isinstance(value.get("segments"), list) or (
        len(value) == 1
        and any(isinstance(value.get(key), dict) and "content" in value[key] for key in ("User", "Agent"))
    )


def _is_continue(value: dict[str, Any]) -> bool:
    return isinstance(value.get("message"), dict) and ("contextItems" in value or "toolCallStates" in value)


def _is_kiro(value: dict[str, Any]) -> bool:
    answer, user = value.get("assistant"), value.get("user")
    known = isinstance(answer, dict) and any(isinstance(answer.get(key), dict) for key in ("ToolUse", "Response"))
    return known and isinstance(user, dict) and "content" in user


def _is_vscode(value: dict[str, Any]) -> bool:
    return "requestId" in value and isinstance(value.get("message"), dict) and "response" in value


def _alone(read: Callable[[dict[str, Any]], Spoken]) -> Callable[[dict[str, Any]], Iterator[Spoken]]:
    def reader(entry: dict[str, Any]) -> Iterator[Spoken]:
        yield read(entry)

    return reader


_LISTS: tuple[tuple[str, Callable[[dict[str, Any]], bool], Callable[[dict[str, Any]], Iterator[Spoken]]], ...] = (
    ("messages", _is_opencode, opencode_messages),
    ("messages", _is_amp, _alone(message_of)),
    ("messages", _is_zed, _alone(zed_message)),
    ("messages", _has_own_blocks, _alone(message_of)),
    ("conversation", _has_own_blocks, _alone(message_of)),
    ("history", _is_continue, _alone(continue_message)),
    ("history", _is_kiro, kiro_messages),
    ("requests", _is_vscode, vscode_messages),
    ("chat_messages", _is_exported, _alone(message_of)),
)
"""Sessions that are one object: under which key their entries stand, how one is known, and how it is read."""


_LINES = (_is_line, _is_gemini_line, _is_transcript_line, _has_own_blocks, _is_opencode, is_kiro_line)
"""How one line of a session that is kept in lines is known."""


def _list_of(
    value: dict[str, Any],
) -> tuple[str, list[Any], Callable[[dict[str, Any]], Iterator[Spoken]], int] | None:
    """Key, entries, their reader and how many of them show it; None for an object that is no session."""
    for key, is_own, read in () if "type" in value else _LISTS:  # events repeat lists of messages
        entries = value.get(key)
        if isinstance(entries, list) and (own := sum(map(is_own, _dicts(entries[:_LOOKED_AT])))):
            return key, entries, read, own
    return None


def _shows(value: Any) -> int:
    if not isinstance(value, dict):
        return 0
    if any(shows(value) for shows in _LINES):
        return 1
    if is_initial(value):
        return int(isinstance(value["v"].get("requests"), list))
    found = _list_of(value)
    return 0 if found is None else found[3]


def _claim(documents: Documents) -> Claim | None:
    found = [record.value for file in _files(documents) for record in file]
    seen = sum(map(_shows, found)) + sum(map(is_stored, found))
    if seen:
        return Claim(3, seen, f"{seen} messages as session files of coding agents keep them")
    tagged = sum(map(is_tagged, found))
    return Claim(2, tagged, f"{tagged} messages with calls written as tags of their tools") if tagged else None


def _files(documents: Documents) -> list[list[Record]]:
    """The records of each file."""
    files: dict[str, list[Document]] = {}
    for document in documents.items:
        files.setdefault(documents.place(document).source, []).append(document)
    if len(files) == 1:
        return [list(records(documents))]
    return [
        list(records(replace(documents, layout="json" if len(own) == 1 else "jsonl", items=own)))
        for own in files.values()
    ]


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    files = _files(documents)
    for stored in stored_sessions([record for file in files for record in file]):
        session = _Session(report, stored.first.place(), tagged=False)
        session.note(stored.head)
        for entry, record in stored.entries:
            session.add_entry(entry, opencode_messages if "info" in entry else _alone(message_of), record.place())
        yield session.finish()
    for file in files:
        rest = [record for record in file if not is_stored(record.value)]
        if rest and (len(files) == 1 or any(_shows(record.value) for record in rest)):
            yield from _read_file(rest, report)


def _read_file(found_records: list[Record], report: ReadReport) -> Iterator[Trace]:
    session: _Session | None = None
    changes = [record.value for record in found_records if is_change(record.value)]
    tagged = any(is_tagged(record.value) for record in found_records)
    for record in found_records:
        value = record.value
        if not isinstance(value, dict):
            report.skip("record that is no object", record.place())
            continue
        if is_initial(value):
            value = replayed(value, changes)
        elif changes and is_change(value):
            continue
        found = _list_of(value)
        head = value.get("type") in _HEADS or "projectHash" in value
        if session is not None and (found is not None or (head and session.has_turns)):
            yield session.finish()
            session = None
        if session is None:
            session = _Session(report, record.place(), tagged)
        session.note(value)
        if found is None:
            session.add_line(record)
        else:
            key, entries, read, _ = found
            for index, entry in enumerate(entries):
                session.add_entry(entry, read, record.place(f".{key}[{index}]"))
    if session is not None:
        yield session.finish()


class _Session:
    """One session that is being read."""

    def __init__(self, report: ReadReport, place: Location, tagged: bool) -> None:
        self._report = report
        self._tagged = tagged
        self._builder = TraceBuilder(report, _KEY, place)
        self._tally = Tally()
        self._total: Tally | None = None
        self._known = Known()
        self._kept: dict[str, tuple[dict[str, Any], Location]] = {}

    @property
    def has_turns(self) -> bool:
        """Whether anything was said yet."""
        return bool(self._builder.trace.turns or self._kept)

    def note(self, value: dict[str, Any]) -> None:
        """What a record says about the session as a whole."""
        trace = self._builder.trace
        if trace.id == "" and value.get("type") not in ("message", "message_end") and "role" not in value:
            known = (
                text_at(value, key)
                for key in ("sessionId", "sessionID", "info.id", "id", "session_id", "conversation_id", "uuid")
            )
            trace.id = next((own for own in known if own is not None), "")
        for key in ("modelId", "model.model", "model.modelID", "chatModelTitle"):
            trace.model = trace.model or text_at(value, key)
        self._total = usage_of_session(value) or self._total
        for key in ("cwd", "working_dir", "title", "name", "description"):
            if key not in trace.metadata and (text := text_at(value, key) or text_at(value, f"info.{key}")) is not None:
                trace.metadata[key] = text

    def add_line(self, record: Record) -> None:
        """One line of a session that is kept in lines."""
        value = record.value
        if _wraps_message(value):
            self._say(message_of(value["message"], value.get("timestamp")), record.place(".message"))
        elif value.get("type") in ("gemini", "user") and "content" in value and "role" not in value:
            own = text_at(value, "id") or str(len(self._kept))
            first = self._kept[own][1] if own in self._kept else record.place()
            self._kept[own] = value, first  # a message is written again when its calls have results
        elif _is_transcript_line(value):
            message = {"role": value["role"], **value["message"]}
            self._say(message_of(message, value.get("timestamp")), record.place(".message"))
        elif _is_opencode(value):
            for spoken in opencode_messages(value):
                self._say(spoken, record.place())
        elif is_kiro_line(value):
            self._say(kiro_line(value), record.place())
        elif "role" in value and "content" in value:
            self._say((tagged_message(value), None) if self._tagged else message_of(value), record.place())
        else:
            self._report.skip("record without a message", record.place())

    def add_entry(self, entry: Any, read: Callable[[dict[str, Any]], Iterator[Spoken]], place: Location) -> None:
        """One entry of a session that is one object."""
        entry = _unpaired(entry)
        if not isinstance(entry, dict):
            self._report.skip("record that is no object", place)
            return
        for spoken in read(entry):
            self._say(spoken, place)

    def _say(self, spoken: Spoken, place: Location) -> None:
        message, tally = spoken
        add_message(self._builder, self._known.rest(message), place)
        trace = self._builder.trace
        trace.model = message.model or trace.model if message.role == "assistant" else trace.model
        note_time(trace, message.started)
        if tally is not None:
            self._tally.add(tally)

    def finish(self) -> Trace:
        """The session as a trace."""
        for item, place in self._kept.values():
            self._say(cli_message(item), place)
            self._say((Message("tool", results=cli_results(item)), None), place.below(""))
        trace = self._builder.trace
        for call in trace.calls:
            note_time(trace, call.ended)
            call.started = epoch_seconds(call.timestamp) if call.started is None else call.started
        (self._tally if self._total is None or self._tally != Tally() else self._total).fill(trace)
        trace.model = trace.model or next((turn.model for turn in trace.turns if turn.model), None)
        return trace


FORMAT = Format(
    key=_KEY,
    title="Session files of coding agents",
    signature="lines of `type: message`, `toolRequest` blocks, `info` with `parts`, `toolCallStates`, `toolCallRounds`",
    specification="https://opencode.ai/docs/sdk",
    version="",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
    joins=True,
    joins_by=session_named,
)
"""pi, Factory droid, goose, Amp, OpenCode, Gemini CLI, Continue, Zed, Kiro, Cline, and chats of Visual Studio Code."""

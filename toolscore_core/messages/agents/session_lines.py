"""Lines of a session log in the envelope of Claude Code -> what each says: whose message, when, of which sub-agent.

Sources: https://code.claude.com/docs/en/agent-sdk/typescript#message-types (the stream of the Agent SDK);
https://code.claude.com/docs/en/sub-agents#resume-subagents (separate files of sub-agents). The files of
https://github.com/QwenLM/qwen-code have the same envelope around Gemini contents.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from toolscore_core.errors import Location
from toolscore_core.messages.agents.claude_sdk import as_line
from toolscore_core.messages.records import records
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import text_or_none
from toolscore_core.reading import Documents, ReadReport

_SPEAKERS = frozenset({"user", "assistant", "tool_result", "system"})
_ENVELOPE = ("parentUuid", "sessionId", "session_id", "parent_tool_use_id", "isSidechain")
_LOOKED_AT = 20
_TOTALS = ("total_cost_usd", "num_turns", "duration_api_ms")


@dataclass(slots=True)
class Line:
    """One line that holds a message, or the start or the end of a run.

    Attributes:
        value: The line; `message` in it is an object for lines of kind "message".
        place: Where it stands.
        kind: "message", "start", "end", "event" (a piece of a streamed message) or "note" (a title and the like).
        moment: When it was written, in seconds since the epoch; None when it does not say.
        session: Id of its session; "" when no line says.
    """

    value: dict[str, Any]
    place: Location
    kind: str
    moment: float | None
    session: str = ""

    @property
    def message(self) -> dict[str, Any]:
        """The message of a line of kind "message"."""
        inner = self.value.get("message")
        return inner if isinstance(inner, dict) else {}

    def text(self, key: str) -> str | None:
        """A text of the line; None when there is none under the key."""
        value = self.value.get(key)
        return text_or_none(value)


@dataclass(slots=True)
class Session:
    """The lines of one session, in order."""

    id: str
    lines: list[Line] = field(default_factory=list)


def session_of(value: Any) -> str | None:
    """The id of the session that a line names; None when it names none."""
    if isinstance(value, dict):
        for key in ("sessionId", "session_id"):
            if isinstance(value.get(key), str) and value[key]:
                return str(value[key])
    return None


def is_line(value: Any) -> bool:
    """Whether a value is such a line, by what stands around its message, or by how a run starts and ends."""
    value = _unwrapped(value)
    if not isinstance(value, dict):
        return False
    kind = value.get("type")
    if kind in ("user", "assistant", "tool_result"):
        message = value.get("message")
        holds = isinstance(message, dict) and ("content" in message or "parts" in message)
        return holds and any(key in value for key in _ENVELOPE)
    if kind == "result":
        return "subtype" in value and any(key in value for key in _TOTALS)
    return kind == "system" and value.get("subtype") == "init" and "session_id" in value


def lines_in(value: Any) -> tuple[str, list[Any]] | None:
    """The lines of a session that is one object (an export, a recorded run): their key and themselves; None for another."""
    if not isinstance(value, dict) or "type" in value:
        return None
    if isinstance(value.get("loglines"), list):
        return "loglines", value["loglines"]
    for key, item in value.items():
        if isinstance(item, list) and any(map(is_line, item[:_LOOKED_AT])):
            return key, item
    return None


def sessions(documents: Documents, report: ReadReport) -> list[Session]:
    """The sessions of a file or folder; a line that names no session goes with the line before it.

    Lines of several files that belong to one session are put in the order of their times.
    """
    found: dict[str, Session] = {}
    early: list[Line] = []
    current: str | None = None
    file = None
    for line in _lines(documents, report):
        if line.place.source != file:
            file, current = line.place.source, None
        current = session_of(line.value) or current
        if current is None:
            early.append(line)
            continue
        session = found.setdefault(current, Session(current))
        session.lines += [*early, line]
        early = []
    if early:
        found.setdefault("", Session("")).lines += early
    homes = {agent: session.id for session in found.values() for agent in _started_agents(session.lines)}
    for session in list(found.values()):
        home = homes.get(session.id.removeprefix("agent-"))
        if home is not None and home != session.id:  # older writers gave a sub-agent's file a session id of its own
            found[home].lines += found.pop(session.id).lines
    for session in found.values():
        session.lines = _in_order(session.lines)
    return list(found.values())


def _started_agents(lines: Iterable[Line]) -> Iterator[str]:
    for line in lines:
        result = line.value.get("toolUseResult")
        if isinstance(result, dict) and isinstance(result.get("agentId"), str):
            yield result["agentId"]


def _in_order(lines: list[Line]) -> list[Line]:
    """Lines of one file as they stand; those of several by time, where a line without one goes with the line before it."""
    if len({line.place.source for line in lines}) < 2:
        return lines
    latest: dict[str, float] = {}
    keys: list[tuple[float, int]] = []
    for index, line in enumerate(lines):
        before = latest.get(line.place.source, 0.0)
        latest[line.place.source] = before if line.moment is None else max(before, line.moment)
        keys.append((latest[line.place.source], index))
    return [lines[index] for _, index in sorted(keys)]


def _lines(documents: Documents, report: ReadReport) -> Iterator[Line]:
    for record in records(documents):
        inside = lines_in(record.value)
        if inside is not None:
            key, inner = inside
            for index, value in enumerate(inner):
                yield from _line(value, record.place(f".{key}[{index}]"), report)
        elif isinstance(record.value, list) and any(map(is_line, record.value)):
            for index, value in enumerate(record.value):
                yield from _line(value, record.place(f"[{index}]"), report)
        else:
            yield from _line(record.value, record.place(), report)


def _line(value: Any, place: Location, report: ReadReport) -> Iterator[Line]:
    if not isinstance(value, dict):
        report.skip("line that is no object", place)
        return
    inner = _unwrapped(value)
    if inner is not value:
        value, place = inner, place.below(".message") if "direction" in value else place
    progress = _of_agent(value)
    if progress is not None:
        value, place = progress, place.below(".data.message")
    kind = _kind(value)
    if kind is None:
        report.skip("line without a message", place)
        return
    yield Line(value, place, kind, epoch_seconds(value.get("timestamp")))


def _unwrapped(value: Any) -> Any:
    """The message of a recorded connection, which stands beside its direction, and dumped fields as a line; any other as it is."""
    if isinstance(value, dict) and "direction" in value and isinstance(value.get("message"), dict):
        return value["message"]
    return as_line(value)


def _of_agent(value: dict[str, Any]) -> dict[str, Any] | None:
    """The sub-agent's line that a progress line of its caller repeats; None for other lines."""
    data = value.get("data")
    if value.get("type") != "progress" or not isinstance(data, dict) or data.get("type") != "agent_progress":
        return None
    inner = data.get("message")
    if not isinstance(inner, dict) or not isinstance(inner.get("message"), dict):
        return None
    around = {"agentId": data.get("agentId"), "parent_tool_use_id": value.get("parentToolUseID")}
    return {"sessionId": value.get("sessionId"), "timestamp": value.get("timestamp"), **inner, **around}


def _kind(value: dict[str, Any]) -> str | None:
    kind = value.get("type")
    if isinstance(kind, str) and kind in _SPEAKERS and isinstance(value.get("message"), dict):
        return "message"
    if kind == "system" and value.get("subtype") == "init":
        return "start"
    if kind == "result":
        return "end"
    if kind == "stream_event" and isinstance(value.get("event"), dict):
        return "event"
    return "note" if kind in ("summary", "custom-title", "ai-title") else None

"""Sessions of which every message, or every part of one, is a file of its own -> sessions that hold their messages.

Two products keep such folders: OpenCode (a session, its messages and their parts,
https://opencode.ai/docs/troubleshooting#storage) and the file session manager of Strands Agents
(https://strandsagents.com/latest/documentation/docs/user-guide/concepts/agents/session-management).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolscore_core.messages.records import Record
from toolscore_core.messages.tally import amount_of


@dataclass(slots=True)
class StoredSession:
    """One session put together out of its files.

    Attributes:
        first: The record of it that comes first.
        head: What the session says about itself; {} when no file does.
        entries: Its messages in order, each with the record that holds it: `info` with `parts`, or a role with content.
    """

    first: Record
    head: dict[str, Any] = field(default_factory=dict)
    entries: list[tuple[dict[str, Any], Record]] = field(default_factory=list)


def is_stored(value: Any) -> bool:
    """Whether a record is a part of a session that is kept in several files, or its head."""
    return isinstance(value, dict) and (_session_of(value) is not None or _is_head(value))


def session_named(value: Any) -> str | None:
    """Id of the session that a part or a head names; None for any other record, or where its folder alone tells."""
    if not isinstance(value, dict):
        return None
    return value["id"] if _is_head(value) else _session_of(value) or None


def _session_of(value: dict[str, Any]) -> str | None:
    """Id of the session of a message or a part; "" where its folder alone tells, None for any other record."""
    session, time = value.get("sessionID"), value.get("time")
    if isinstance(session, str):
        is_message = "role" in value and "parts" not in value and isinstance(time, dict)
        return session if is_message or isinstance(value.get("messageID"), str) else None
    message = value.get("message")
    is_message = isinstance(value.get("message_id"), int) and isinstance(message, dict) and "role" in message
    return "" if is_message and "type" not in value else None


def stored_sessions(found: Sequence[Record]) -> Iterator[StoredSession]:
    """The sessions of files of which each holds a message or a part of one; other records may be their heads."""
    sessions: dict[tuple[str, str], StoredSession] = {}
    parts: dict[str, list[dict[str, Any]]] = {}
    for record in found:
        value = record.value
        session = _session_of(value) if isinstance(value, dict) else None
        if session is None:
            continue
        if isinstance(value.get("messageID"), str):
            parts.setdefault(value["messageID"], []).append(value)
            continue
        key = (session, "" if session else record.place().source.rpartition("/")[0])
        known = sessions.setdefault(key, StoredSession(record))
        entry = {"info": value} if session else {"timestamp": value.get("created_at"), **value["message"]}
        known.entries.append((entry, record))
    heads = {value["id"]: value for record in found if isinstance(value := record.value, dict) and _is_head(value)}
    for (session, _), known in sessions.items():
        known.head = heads.get(session, {"sessionID": session} if session else {})
        known.entries.sort(key=_order)
        for entry, _ in known.entries:
            own = parts.get(str(entry["info"].get("id"))) if "info" in entry else None
            if "info" in entry:
                entry["parts"] = sorted(own or (), key=lambda part: str(part.get("id")))
        yield known


def _is_head(value: dict[str, Any]) -> bool:
    own = value.get("id")
    return isinstance(own, str) and "projectID" in value and isinstance(value.get("time"), dict) and "role" not in value


def _order(item: tuple[dict[str, Any], Record]) -> tuple[float, str]:
    """Messages come in the order of their numbers or times, those of one time in that of their ids."""
    entry, record = item
    info = entry.get("info")
    if info is None:
        return amount_of(record.value, "message_id") or 0.0, ""
    return amount_of(info["time"], "created") or 0.0, str(info.get("id"))

"""The exchanges of a file -> its conversations as traces, each message once."""

import json
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.errors import Location
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.chat import ROLES, add_message, add_plain, calls_in, name_and_arguments
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import NO_FACTS, add_facts, duration_of, facts_of, name_trace, without_counts
from toolscore_core.messages.exchanges import exchanges, with_wrapping
from toolscore_core.messages.history import Conversation, PlaceOf, conversations
from toolscore_core.messages.shapes import wrapped_message
from toolscore_core.messages.tagged_chat import Convention, convention_of
from toolscore_core.reading import Documents, ReadReport


def read_conversations(documents: Documents, report: ReadReport, format: str) -> Iterator[Trace]:
    """The conversations of a file as traces."""
    found = conversations(exchanges(documents, report), fingerprint)
    for conversation in found:
        yield _trace(conversation, report, format)


def _trace(conversation: Conversation, report: ReadReport, format: str) -> Trace:
    first = conversation.first
    builder = TraceBuilder(report, format, first.origin)
    trace = builder.trace
    trace.trial = first.trial
    if first.name is not None or first.key:
        name_trace(trace, first.name or {}, first.key)
        took = duration_of(first.name or {})
    else:
        took = None
    counted: set[str] = set()
    tagged = _convention(conversation)
    for stretch in conversation.stretches:
        facts = stretch.facts
        messages = stretch.messages
        if facts is not NO_FACTS:
            add_facts(trace, facts if _first_time(messages, counted) else without_counts(facts))
        place = _At(stretch.place)
        plain = facts is NO_FACTS and tagged is None
        for index in stretch.indexes:
            message = messages[index]
            place.index = index
            if plain and type(message) is dict and add_plain(builder, message, place):
                continue
            if isinstance(message, dict) and ("role" in message or "tool_calls" in message):
                own = facts
                if "usage" in message and facts is NO_FACTS:  # a response that was put into the history as it came
                    own = facts_of(message)
                    add_facts(trace, own if _first_time([message], counted) else without_counts(own))
                for spoken in tagged(message) if tagged else (message,):
                    add_message(builder, spoken, place, own)
            elif (inner := wrapped_message(message)) is not None:
                own = facts_of(inner, message)
                add_facts(trace, own if _first_time([inner], counted) else without_counts(own))
                add_message(builder, with_wrapping(inner, message), place, own)
            else:
                report.skip("record that is no message", place())
    trace.duration = trace.duration if took is None else took
    trace.model = trace.model or next((turn.model for turn in trace.turns if turn.model), None)
    return trace


def _convention(conversation: Conversation) -> Convention | None:
    """How calls are written as text. Where several answers were recorded, the history repeats them as text: those count once."""
    answers = sum(bool(stretch.messages) and stretch.facts is not NO_FACTS for stretch in conversation.stretches)
    first = conversation.stretches[0] if conversation.stretches else None
    return convention_of(first.messages) if first is not None and answers < 2 else None


def _first_time(messages: Sequence[Any], counted: set[str]) -> bool:
    """Whether a response's tokens are still to be counted: logs write one response in several lines, each with its usage."""
    own = messages[0].get("id") if messages and isinstance(messages[0], dict) else None
    if not isinstance(own, str):
        return True
    if own in counted:
        return False
    counted.add(own)
    return True


class _At:
    """Where the message at `index` stands; made once for a list, since few messages are ever asked for their place."""

    __slots__ = ("_place", "index")

    def __init__(self, place: PlaceOf) -> None:
        self._place = place
        self.index = 0

    def __call__(self) -> Location:
        return self._place(self.index)


def fingerprint(message: Any) -> Hashable | None:
    """What makes a message the same in two requests: its calls, the calls it answers, or its role and text."""
    if not isinstance(message, dict):
        return None
    role = message.get("role")
    role = ROLES.get(role, role) if isinstance(role, str) else ""
    if role == "system":
        return None
    content = message.get("content")
    calls = [
        _call_mark(record.get("id"), *name_and_arguments(record))
        for record in calls_in(message)
        if isinstance(record, dict)
    ]
    answers = [message.get("tool_call_id")] if role == "tool" else []
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and str(block.get("type", "")).endswith("tool_use"):
            calls.append(_call_mark(block.get("id"), block.get("name"), block.get("input")))
        elif isinstance(block, dict) and block.get("type") == "tool_result":
            answers.append(block.get("tool_use_id"))
    if calls:
        return ("calls", *calls)
    text = text_of_content(content).strip()
    return ("answers", *map(str, answers), text) if answers else (role, text)


def _call_mark(call_id: Any, name: Any, args: Any) -> Hashable:
    return (str(call_id), str(name), json.dumps(arguments_of(args), sort_keys=True, default=str))

"""Messages of a log that repeats the history with each request -> each message once."""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Any

import orjson

from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.message import ROLES, CallPart, Message, ResultPart


class Known:
    """The parts of a conversation that were seen so far.

    Two parts are the same when id, name and arguments (calls), id, name and value (results) or role and text are equal.
    One history may hold the same part several times: it is new as often as it occurs more often than before.
    """

    def __init__(self) -> None:
        self._known: Counter[Hashable] = Counter()

    def new_in(self, history: Sequence[Message]) -> list[Message]:
        """What a full history holds beyond all that came before; messages keep only their new parts."""
        request = self.request()
        found = [request.rest(message) for message in history]
        request.close()
        return [message for message in found if not message.is_empty]

    def request(self) -> "Request":
        """A full history that is read message by message."""
        return Request(self._known)

    def rest(self, message: Message) -> Message:
        """What one more message adds: all but calls and results whose id was seen with the same name and content."""
        return _rest(message, self._is_new)

    def _is_new(self, key: Hashable) -> bool:
        repeated = self._known[key] > 0 and isinstance(key, tuple) and bool(key[1])
        if not repeated:
            self._known[key] += 1
        return not repeated


class Request:
    """One full history, while it is read."""

    def __init__(self, known: Counter[Hashable]) -> None:
        self._known = known
        self._here: Counter[Hashable] = Counter()

    def rest(self, message: Message) -> Message:
        """What is new in the next message."""
        return _rest(message, self._is_new)

    def _is_new(self, key: Hashable) -> bool:
        self._here[key] += 1
        return self._here[key] > self._known[key]

    def close(self) -> None:
        """Note all of it as known."""
        for key, count in self._here.items():
            self._known[key] = max(count, self._known[key])


def _rest(message: Message, is_new: Callable[[Hashable], bool]) -> Message:
    calls = [part for part in message.calls if is_new(_call_key(part))]
    results = [part for part in message.results if is_new(_result_key(part))]
    if message.calls or message.results:
        keeps_text = bool(calls or results)
    else:
        keeps_text = is_new(("text", "", ROLES.get(message.role, message.role), message.text.strip()))
    if keeps_text and len(calls) == len(message.calls) and len(results) == len(message.results):
        return message
    if not keeps_text and not calls and not results:
        return Message(message.role)
    return replace(message, text=message.text if keeps_text else "", calls=calls, results=results)


def _call_key(part: CallPart) -> Hashable:
    return ("call", part.id, part.name if isinstance(part.name, str) else None, _as_text(arguments_of(part.args)))


def _result_key(part: ResultPart) -> Hashable:
    return ("result", part.id, part.name, _as_text(part.value))


def _as_text(value: Any) -> str | bytes:
    if isinstance(value, str):
        return value
    try:
        return orjson.dumps(value, default=str, option=orjson.OPT_SORT_KEYS | orjson.OPT_NON_STR_KEYS)
    except TypeError:  # integers beyond 64 bits, half surrogates
        return json.dumps(value, sort_keys=True, default=str)


def is_prefix(first: Sequence[Message], second: Sequence[Message]) -> bool:
    """Whether the shorter of two histories is the beginning of the longer one; an empty one begins every other."""
    return all(_message_key(a) == _message_key(b) for a, b in zip(first, second, strict=False))


def _message_key(message: Message) -> Hashable:
    return (
        tuple(map(_call_key, message.calls)),
        tuple(map(_result_key, message.results)),
        message.text.strip() or None,
    )

"""Recorded exchanges with a model -> conversations, each message once.

A log of requests repeats the whole history in every request; a message already known is not added again.
"""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolscore_core.errors import Location
from toolscore_core.messages.envelope import NO_FACTS, Facts

PlaceOf = Callable[[int], Location]
"""Where the message at a position of its list stands."""


@dataclass(slots=True)
class Exchange:
    """One request and its response, or messages alone.

    Attributes:
        origin: Where it stands.
        sent: Messages of the request: the history so far.
        sent_place: Where each of them stands.
        received: Messages of the response.
        received_place: Where each of them stands.
        facts: What the response says about itself.
        name: The record that names the conversation (ids, trial); None when nothing does.
        key: Its key in the file, when it stands under one.
        ids: Ids by which a later request refers to it.
        follows: Id of the exchange that this one continues.
        apart: Whether it is a conversation of its own, whatever the others hold.
        trial: Number of the alternative, 1-based; None when there is one.
        envelope: Whose response it is, when its envelope says: "chat" or "blocks"; "" otherwise.
    """

    origin: Location
    sent: Sequence[Any] = ()
    sent_place: PlaceOf | None = None
    received: Sequence[Any] = ()
    received_place: PlaceOf | None = None
    facts: Facts = NO_FACTS
    name: Mapping[str, Any] | None = None
    key: str = ""
    ids: tuple[str, ...] = ()
    follows: str | None = None
    apart: bool = False
    trial: int | None = None
    envelope: str = ""


@dataclass(slots=True)
class Stretch:
    """Messages that stand next to each other in the file and belong to one conversation.

    Attributes:
        messages: A list of messages.
        indexes: Positions of those that belong here.
        place: Where the message at a position stands.
        facts: What the response says about itself; NO_FACTS for messages of a request.
    """

    messages: Sequence[Any]
    indexes: Sequence[int]
    place: PlaceOf
    facts: Facts


@dataclass(slots=True)
class Conversation:
    """The messages of one conversation, in order, and the exchange that started it."""

    first: Exchange
    stretches: list[Stretch] = field(default_factory=list)


Fingerprint = Callable[[Any], Hashable | None]
"""What makes a message the same in two requests; None for a message that says nothing (a system prompt, reasoning)."""


def conversations(exchanges: Iterable[Exchange], fingerprint: Fingerprint) -> list[Conversation]:
    """The conversations that the exchanges belong to, in the order in which they start.

    A request continues a conversation when it refers to one of its responses by id, or starts with the same message and
    is longer than that conversation's last request (of several, the one it shares most with). Responses without a
    request follow each other in one conversation.
    """
    found: list[Conversation] = []
    by_start: dict[Hashable, list[_Growing]] = {}
    by_id: dict[str, _Growing] = {}
    without_request: _Growing | None = None
    for exchange in exchanges:
        if exchange.apart:
            found.append(Conversation(exchange, [*_sent(exchange, range(len(exchange.sent))), *_received(exchange)]))
            continue
        marks = [fingerprint(message) for message in exchange.sent]
        start = next((mark for mark in marks if mark is not None), None)
        growing: _Growing | None
        if exchange.follows is not None:
            growing = by_id.get(exchange.follows)
        elif exchange.sent:
            growing = max(
                (one for one in by_start.get(start, ()) if one.may_grow_to(marks)), key=_shared(marks), default=None
            )
        else:
            growing = without_request
        if growing is None:
            growing = _Growing(Conversation(exchange))
            found.append(growing.conversation)
            if exchange.sent:
                by_start.setdefault(start, []).append(growing)
            else:
                without_request = growing
        answers = map(fingerprint, exchange.received) if growing is not without_request else ()
        growing.add(exchange, marks, answers)
        by_id.update(dict.fromkeys(exchange.ids, growing))
    return found


@dataclass(slots=True)
class _Growing:
    """A conversation to which more exchanges may belong.

    Attributes:
        conversation: What is known of it.
        known: Fingerprints of its messages, in order.
        length: Number of messages of its last request.
    """

    conversation: Conversation
    known: list[Hashable] = field(default_factory=list)
    length: int = 0

    def may_grow_to(self, marks: list[Hashable | None]) -> bool:
        return len(marks) > self.length

    def add(self, exchange: Exchange, sent: list[Hashable | None], received: Iterable[Hashable | None]) -> None:
        fresh = _new(self.known, sent) if self.known and sent else range(len(sent))
        self.conversation.stretches += [*_sent(exchange, fresh), *_received(exchange)]
        self.known += [mark for index in fresh if (mark := sent[index]) is not None]
        self.known += [mark for mark in received if mark is not None]
        self.length = len(sent)


def _shared(marks: list[Hashable | None]) -> Callable[[_Growing], int]:
    return lambda growing: -len(_new(growing.known, marks))


def _sent(exchange: Exchange, indexes: Sequence[int]) -> Iterator[Stretch]:
    if indexes:
        yield Stretch(exchange.sent, indexes, exchange.sent_place or (lambda _: exchange.origin), NO_FACTS)


def _received(exchange: Exchange) -> Iterator[Stretch]:
    if exchange.received or exchange.facts is not NO_FACTS:
        indexes = range(len(exchange.received))
        place = exchange.received_place or (lambda _: exchange.origin)
        yield Stretch(exchange.received, indexes, place, exchange.facts)


def _new(known: list[Hashable], marks: list[Hashable | None]) -> list[int]:
    """Positions of the messages that are not known yet. Known messages keep their order, so one pass finds them."""
    places: dict[Hashable, deque[int]] = {}
    for index, mark in enumerate(known):
        places.setdefault(mark, deque()).append(index)
    at = 0
    fresh = []
    for index, mark in enumerate(marks):
        if mark is None:
            continue
        later = places.get(mark, deque())
        while later and later[0] < at:
            later.popleft()
        if later:
            at = later[0] + 1
        else:
            fresh.append(index)
    return fresh

"""Calls and traces -> the credentials in them, with the place of each."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final, Literal

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.credentials.keynames import speaks
from toolscore_core.credentials.kinds import RANK
from toolscore_core.credentials.repeats import Repeats
from toolscore_core.credentials.scanning import SHORTEST, Match, preview, redact_text, scan_text, scan_value
from toolscore_core.credentials.walking import NAMES, VALUES, texts_in

Source = Literal["args", "result", "error", "tool", "metadata", "conversation"]
Confidence = Literal["high", "medium"]


@dataclass(frozen=True, slots=True)
class CallFinding:
    """One credential in a call or a conversation.

    Attributes:
        index: 0-based position of the call; None outside calls.
        tool: Name of its tool, redacted; "" outside calls.
        path: Place inside the source (`headers.Authorization`, `files[0].content`); "" for a source that is one text. Keys
            in it are redacted, and written `['a.b']` where they would be misread.
        kind: Kind of credential.
        preview: What may be shown of it; "" when nothing may.
        source: Whether it stands in the arguments, the result, the error text, the tool's name, the metadata of a call or
            trace, or the conversation.
        start, end: Its place in the text at the path; that of the whole encoded form when it was decoded.
        ordinal: 1-based number of the credential among the different ones found.
        in_key: True when it stands in the last key of the path, not in the value there.
        via: How it was encoded, outermost first ("base64", "url, base64"); "" when it stands there as it is.
        confidence: "high" when its own format or the text round it tells it, "medium" when only a key name does.
        turn: 0-based position of the turn; None outside the conversation.
    """

    index: int | None
    tool: str
    path: str
    kind: str
    preview: str
    source: Source
    start: int
    end: int
    ordinal: int
    in_key: bool = False
    via: str = ""
    confidence: Confidence = "high"
    turn: int | None = None


def find_in_calls(calls: Sequence[ToolCall], ordinal_of: Callable[[str], int] | None = None) -> list[CallFinding]:
    """The credentials in recorded calls, in the order of calls, then args, result, error, tool, metadata, then depth first.

    Texts in dicts, lists and tuples at any depth are read, and the keys of dicts. Within one text the order is that
    of the table of kinds, then by place. The same credential twice is two findings with one ordinal. A value that its
    key name tells is found wherever else the calls repeat it.

    Args:
        calls: Recorded calls.
        ordinal_of: Gives each credential its number, as `Masker.ordinal` does for a whole workspace; None numbers the
            credentials of these calls.
    """
    return _numbered(_found(lambda repeats: _found_in_calls(calls, repeats)), ordinal_of)


def find_in_trace(trace: Trace, ordinal_of: Callable[[str], int] | None = None) -> list[CallFinding]:
    """The credentials in a trace: those of its calls, then of its conversation, outcome and metadata."""
    return _numbered(_found(lambda repeats: _found_in_trace(trace, repeats)), ordinal_of)


@dataclass(frozen=True, slots=True)
class _Found:
    index: int | None
    tool: str
    source: Source
    path: str
    in_key: bool
    match: Match
    turn: int | None = None


def _found(search: Callable[[Repeats], Iterator[_Found]]) -> list[_Found]:
    """What a search finds, with the repeats of what key names told."""
    found = [*search(Repeats())]
    repeats = _told(found)
    return [*search(repeats)] if repeats else found


def _told(found: Iterable[_Found]) -> Repeats:
    repeats = Repeats()
    for one in found:
        if one.match.named:
            repeats.add(one.match.secret, one.match.kind)
    return repeats


def named_in_trace(trace: Trace) -> Iterator[tuple[str, str]]:
    """Credential and kind of those in a trace that only a key name tells."""
    for one in _found_in_trace(trace, Repeats()):
        if one.match.named:
            yield one.match.secret, one.match.kind


def _numbered(found: Iterable[_Found], ordinal_of: Callable[[str], int] | None) -> list[CallFinding]:
    ordinals: dict[str, int] = {}
    number = ordinal_of or (lambda credential: ordinals.setdefault(credential, len(ordinals) + 1))
    return [
        CallFinding(
            index=one.index,
            tool=redact_text(one.tool),
            path=redact_text(one.path),
            kind=one.match.kind,
            preview=preview(one.match.kind, one.match.secret),
            source=one.source,
            start=one.match.start,
            end=one.match.end,
            ordinal=number(one.match.secret),
            in_key=one.in_key,
            via=one.match.via,
            confidence="medium" if one.match.named else "high",
            turn=one.turn,
        )
        for one in found
    ]


def _found_in_trace(trace: Trace, repeats: Repeats) -> Iterator[_Found]:
    yield from _found_in_calls(trace.calls, repeats)
    for turn, message in enumerate(trace.turns):
        for match in _matches(message.text, None, repeats):
            yield _Found(None, "", "conversation", "", False, match, turn)
    for name, value in (("outcome", trace.outcome), ("", trace.metadata)):
        yield from _found_in_value(None, "", "metadata", {name: value} if name else value, repeats)


def _found_in_calls(calls: Sequence[ToolCall], repeats: Repeats) -> Iterator[_Found]:
    for index in _calls_with_credentials(calls, repeats):
        call = calls[index]
        rest = {name: value for name, value in call.metadata.items() if name != "error"} if call.metadata else None
        sources: tuple[tuple[Source, Any], ...] = (
            ("args", call.args),
            ("result", call.result),
            ("error", call.metadata.get("error")),
            ("tool", call.tool),
            ("metadata", rest),
        )
        for source, value in sources:
            if not value:
                continue
            yield from _found_in_value(index, call.tool, source, value, repeats)


def _found_in_value(index: int | None, tool: str, source: Source, value: Any, repeats: Repeats) -> Iterator[_Found]:
    for place in texts_in(value):
        for match in _matches(place.text, place.key, repeats):
            yield _Found(index, tool, source, place.path, place.in_key, match)


def _matches(text: str, key: str | None, repeats: Repeats) -> list[Match]:
    found = scan_value(text, key, repeats)
    return sorted(found, key=lambda match: (RANK.get(match.kind, len(RANK)), match.start)) if len(found) > 1 else found


_BATCH: Final = 1024
"""So many texts are searched at once: many short texts together cost little more than one."""

_LONG: Final = 8192
"""A text of so many characters is worth a search of its own."""

_BETWEEN: Final = "\n\0\n"
"""Stands between texts that are searched at once: no credential reaches over it."""


def _calls_with_credentials(calls: Sequence[ToolCall], repeats: Repeats) -> Iterator[int]:
    """Indexes of the calls that may hold a credential, rising; every call that holds one is among them."""
    texts: list[str] = []
    ends: list[int] = []
    told: set[int] = set()
    first = 0
    for index, call in enumerate(calls):
        if _collect(call, texts):
            told.add(index)
        ends.append(len(texts))
        if len(texts) >= _BATCH or (texts and len(texts[-1]) >= _LONG):
            yield from sorted(told.union(first + owner for owner in _owners_of_matches(texts, ends, repeats)))
            texts, ends, told, first = [], [], set(), index + 1
    yield from sorted(told.union(first + owner for owner in _owners_of_matches(texts, ends, repeats)))


def _owners_of_matches(texts: list[str], ends: list[int], repeats: Repeats) -> set[int]:
    """Positions in `ends` (numbers of texts up to the end of each call) of the calls in whose texts something is found."""
    joined = _BETWEEN.join(texts)
    places = [match.start for match in scan_text(joined)]
    if repeats:
        places += [start for _, start, _ in repeats.find(joined)]
    if not places:
        return set()
    letters = list(accumulate(len(text) + len(_BETWEEN) for text in texts))
    return {bisect_right(ends, bisect_right(letters, place)) for place in places}


def _collect(call: ToolCall, texts: list[str]) -> bool:
    """Append the texts of a call that are long enough to hold a credential; whether a key or an option says that it might."""
    told = False
    if len(call.tool) >= SHORTEST:
        texts.append(call.tool)
    pending: list[Any] = [call.args] if call.args else []
    if call.result:
        pending.append(call.result)
    if call.metadata:
        pending.append(call.metadata)
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            for key, item in value.items():
                if isinstance(key, str):
                    if speaks(key) or (key in VALUES and not NAMES.isdisjoint(value)):
                        told = True
                    if len(key) >= SHORTEST:
                        texts.append(key)
                if isinstance(item, str):
                    if len(item) >= SHORTEST:
                        texts.append(item)
                elif item:
                    pending.append(item)
        elif isinstance(value, str):
            if len(value) >= SHORTEST:
                texts.append(value)
        elif isinstance(value, (list, tuple)):
            pending += value
            told = told or any(isinstance(item, str) and item.startswith("--") for item in value)
    return told

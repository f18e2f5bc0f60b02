"""Text -> the credentials in it, and the text without them.

Every credential with a prefix of its own stands in a run of 15 or more letters, digits and joining signs, which prose does
not have: such runs are found at the speed of memory, and only at the beginnings inside them are prefixes looked up. The
other literals are searched as they are. A pattern is tried only where a literal stands and first on a bounded piece, so
that no text makes the work grow faster than its length. What is encoded in the text is decoded, to a bounded depth.
"""

import re
import string
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from toolscore_core.credentials.assignments import assigned
from toolscore_core.credentials.decodings import Decoding, base64_in, escapes_in, percent_in
from toolscore_core.credentials.folding import folded
from toolscore_core.credentials.keynames import cookie_before, meaning_of
from toolscore_core.credentials.kind import BEFORE, Kind
from toolscore_core.credentials.kinds import DOCUMENTED_NAMES, KINDS
from toolscore_core.credentials.repeats import Repeats
from toolscore_core.errors import Location

_WINDOW: Final = 256
"""Characters on which a pattern is decided; an accepted credential is then followed to its end."""

_DEPTH: Final = 3
"""Encodings inside encodings that are undone."""

SHORTEST: Final = 10
"""Length of the shortest text that can hold a credential and what gives it away."""

SHORTEST_SHOWN: Final = 20
"""Length of the shortest credential of which a preview is shown, the documented kinds apart."""


@dataclass(frozen=True, slots=True)
class Match:
    """One credential in a text.

    Attributes:
        kind: Name of its kind.
        start, end: Its place, as in `text[start:end]`; that of the whole encoded form when it was decoded.
        secret: The credential itself, decoded.
        via: How it was encoded, outermost first ("base64", "url, base64"); "" when it stands there as it is.
        named: Whether only the name of a key tells it.
    """

    kind: str
    start: int
    end: int
    secret: str
    via: str = ""
    named: bool = False


_RUN_LETTERS: Final = string.ascii_letters + string.digits + "_.~+=-"
_RUN_TABLE: Final = bytes(97 if chr(code) in _RUN_LETTERS else 32 for code in range(256))
_LEAST_RUN: Final = b"a" * 15
"""Length of the shortest credential with a prefix (a Slack token)."""


def _in_runs(kind: Kind) -> bool:
    return kind.token and not kind.folded and all(letter in _RUN_LETTERS for text in kind.literals for letter in text)


Rows = tuple[tuple[str, tuple[Kind, ...]], ...]

_SIGNS: Final = "~$:/=-\"'"
"""Rarest first: a literal with one of these is searched only where the sign stands at all."""


def _by_sign(rows: Rows) -> tuple[tuple[str, Rows], ...]:
    """Literals by a sign that they hold; "" for those without one."""
    signs: dict[str, list[tuple[str, tuple[Kind, ...]]]] = {}
    for literal, kinds in rows:
        signs.setdefault(next((sign for sign in _SIGNS if sign in literal), ""), []).append((literal, kinds))
    return tuple((sign, tuple(found)) for sign, found in signs.items())


def _by_literal(kinds: list[Kind]) -> Rows:
    literals = dict.fromkeys(literal for kind in kinds for literal in kind.literals)
    return tuple((literal, tuple(kind for kind in kinds if literal in kind.literals)) for literal in literals)


def _by_head(kinds: list[Kind]) -> dict[str, Rows]:
    """First two letters of literals -> the literals; a longer literal that begins with a shorter one brings its kinds too."""
    heads: dict[str, list[tuple[str, tuple[Kind, ...]]]] = {}
    for literal, rows in _by_literal(kinds):
        heads.setdefault(literal[:2], []).append((literal, rows))
    return {head: tuple(found) for head, found in heads.items()}


_PREFIXES: Final = _by_head([kind for kind in KINDS if _in_runs(kind)])
_LITERALS: Final = _by_sign(_by_literal([kind for kind in KINDS if not _in_runs(kind) and not kind.folded]))
_FOLDED: Final = _by_sign(_by_literal([kind for kind in KINDS if kind.folded]))


_ESCAPES: Final = (
    r"\\[abfnrtv0]",
    r"\\x[0-9A-Fa-f]{2}",
    r"\\u[0-9A-Fa-f]{4}",
    "%[0-9A-Fa-f]{2}",
    r"[\[;][0-9]m",
    r"[\[;][0-9]{2}m",
)
"""Escape sequences whose last letter is none of the text: of JSON and source code, of URLs, colours of a terminal."""

_ESCAPE_BEFORE: Final = re.compile(f"(?:{'|'.join(_ESCAPES)})\\Z")


def _beginnings() -> "re.Pattern[str]":
    """Where a prefix can begin: no letter or digit before it, unless that is the last of an escape sequence."""
    heads: dict[str, str] = {}
    for head in _PREFIXES:
        heads[head[0]] = heads.get(head[0], "") + re.escape(head[1])
    first = "|".join(f"{re.escape(letter)}[{seconds}]" for letter, seconds in heads.items())
    escapes = "|".join(f"(?<={escape}..)" for escape in _ESCAPES)
    return re.compile(f"(?:{first})(?:(?<![A-Za-z0-9]..)|{escapes})", re.DOTALL)


_BEGINNING: Final = _beginnings()
_TOKEN_LETTERS: Final = frozenset(string.ascii_letters + string.digits)


def scan_text(text: str) -> list[Match]:
    """The credentials in a text, by place. Takes time linear in the length of the text.

    Where two overlap they are one, of the kind that begins first; a kind that its format gives away goes before one that
    a key name tells. Only credentials of one encoded form share a place.
    """
    return [] if len(text) < SHORTEST else _scan(text, 0)


_SCHEME: Final = re.compile(r"(?i:bearer|token|basic|apikey|api-key|bot|key|digest)[ ]{1,2}")


def scan_value(text: str, key: str | None, repeats: Repeats | None = None) -> list[Match]:
    """The credentials in a text that may stand under a key, by place.

    Args:
        text: The text.
        key: Name of the key that speaks for it; None when none does.
        repeats: Values that are credentials wherever they stand; None for none.
    """
    found = scan_text(text)
    if key is not None and (before := cookie_before(key)):
        found = _without_overlaps([*found, *_cookies_in(text, before)])
    told = _told_by(text, key) if key is not None else None
    if told is not None:
        found = _without_overlaps([*found, told])
    if repeats:
        again = [Match(kind, start, end, text[start:end], named=True) for kind, start, end in repeats.find(text)]
        if again:
            found = _without_overlaps([*found, *again])
    return found


def _cookies_in(text: str, before: str) -> Iterator[Match]:
    """The cookies of sessions in the value of a header, or in that of one cookie."""
    at = 0
    for part in text.split(";"):
        for match in scan_text(before + part) if len(part) >= SHORTEST else ():
            if match.kind == "session_cookie" and match.start >= len(before):
                start = match.start - len(before) + at
                yield replace(match, start=start, end=start + match.end - match.start, named=True)
        at += len(part) + 1


def _told_by(text: str, key: str) -> Match | None:
    """The credential that a whole text is because of its key."""
    meaning = meaning_of(key)
    if meaning is None:
        return None
    start = len(text) - len(text.lstrip())
    scheme = _SCHEME.match(text, start)
    start = scheme.end() if scheme else start
    value = text[start:].rstrip()
    kind = meaning.kind_of(value)
    return None if kind is None else Match(kind, start, start + len(value), value, named=True)


def _scan(text: str, depth: int) -> list[Match]:
    found: list[Match] = []
    runs = list(_runs(text))
    for start, end in runs:
        _scan_run(text, start, end, found)
    lower = folded(text)
    for searched, signs in ((text, _LITERALS), (lower, _FOLDED)):
        for sign, rows in signs:
            if sign in text:
                for literal, kinds in rows:
                    _scan_literal(text, searched, literal, kinds, found)
    found += (Match(kind, start, end, text[start:end], named=True) for kind, start, end in assigned(text, lower))
    if len(found) > 1:
        found = _without_overlaps(found)
    if depth < _DEPTH:
        inside = [match for decoding in _decodings(text, runs) for match in _scan_inside(decoding, depth, found)]
        if inside:
            return _without_overlaps([*found, *inside])
    return found


def _runs(text: str) -> Iterator[tuple[int, int]]:
    """Places of the runs in which credentials with a prefix stand."""
    flat = text.encode("ascii", "replace").translate(_RUN_TABLE)
    at = flat.find(_LEAST_RUN)
    while at >= 0:
        end = flat.find(b" ", at + len(_LEAST_RUN))
        end = len(flat) if end < 0 else end
        yield at, end
        at = flat.find(_LEAST_RUN, end)


def _scan_run(text: str, start: int, end: int, found: list[Match]) -> None:
    at = start
    while at < end:
        beginning = _BEGINNING.search(text, at, end)
        if beginning is None:
            return
        at = beginning.start()
        match = _match_prefix(text, at)
        if match is None:
            at += 1
        while match is not None:
            found.append(match)
            at = match.end
            match = _reaching_beyond(text, match) or _match_prefix(text, at)  # one right behind, or across, another


def _reaching_beyond(text: str, match: Match) -> Match | None:
    """A credential that begins in the last piece of another one and ends after it."""
    for beginning in _BEGINNING.finditer(text, max(match.start + 1, match.end - _WINDOW), match.end):
        across = _match_prefix(text, beginning.start())
        if across is not None and across.end > match.end:
            return across
    return None


def _match_prefix(text: str, at: int) -> Match | None:
    for literal, kinds in _PREFIXES.get(text[at : at + 2], ()):
        if text.startswith(literal, at):
            match = _match_at(text, at, kinds)
            if match is not None:
                return match
    return None


def _scan_literal(text: str, searched: str, literal: str, kinds: tuple[Kind, ...], found: list[Match]) -> None:
    token = kinds[0].token  # the kinds of one literal agree
    at = searched.find(literal)
    while at >= 0:
        match = None if token and _continues_token(text, at) else _match_at(text, at, kinds)
        if match is not None:
            found.append(match)
        at = searched.find(literal, at + 1 if match is None else max(match.end, at + 1))


def _continues_token(text: str, at: int) -> bool:
    """Whether the character before is an ASCII letter or digit that belongs to the text, not to an escape."""
    return text[at - 1 : at] in _TOKEN_LETTERS and _ESCAPE_BEFORE.search(text[max(0, at - 12) : at]) is None


def _match_at(text: str, at: int, kinds: tuple[Kind, ...]) -> Match | None:
    for kind in kinds:
        shape = kind.pattern.match(text, at, at + _WINDOW)
        if shape is None:
            continue
        start, end = shape.span(kind.group)
        if kind.before is not None:
            near = text[max(0, at - BEFORE) : at]
            before = kind.before.search(near)
            if before is None:
                continue
            if kind.joined:
                start = at - len(near) + before.start()
        if kind.extent is not None:
            end = kind.extent(text, end)
        if not all(check(text[start:end]) for check in kind.checks) or (kind.accept and not kind.accept(shape)):
            continue
        if shape.end() == at + _WINDOW and kind.extent is None:
            whole = kind.pattern.match(text, at)
            end = end if whole is None else whole.end(kind.group)
        name = kind.name if kind.rename is None else kind.rename(text[max(0, at - BEFORE) : at])
        return Match(name, start, end, text[start:end])
    return None


def _without_overlaps(found: list[Match]) -> list[Match]:
    found.sort(key=lambda match: (match.start, match.named, bool(match.via), -match.end))
    apart = found[:1]
    for match in found[1:]:
        last = apart[-1]
        if match.start >= last.end or (
            match.via and match.via == last.via and (match.start, match.end) == (last.start, last.end)
        ):
            if (match.start, match.end, match.secret) != (last.start, last.end, last.secret):
                apart.append(match)
        elif last.named and not match.named:
            apart[-1] = replace(match, start=last.start, end=max(last.end, match.end))
        elif match.end > last.end:
            apart[-1] = replace(last, end=match.end)
    return apart


def _decodings(text: str, runs: list[tuple[int, int]]) -> Iterator[Decoding]:
    yield from base64_in(text, runs)
    yield from percent_in(text)
    yield from escapes_in(text)


def _scan_inside(decoding: Decoding, depth: int, found: list[Match]) -> Iterator[Match]:
    """What is found in a decoded text and not already where it stands."""
    for match in _scan(decoding.text, depth + 1) if len(decoding.text) >= SHORTEST else ():
        start, end = decoding.place(match.start, match.end)
        if not any(known.start <= start and end <= known.end for known in _near(found, start, end)):
            via = decoding.via if not match.via else f"{decoding.via}, {match.via}"
            yield replace(match, start=start, end=end, via=via)


def _near(found: list[Match], start: int, end: int) -> Iterator[Match]:
    low, high = 0, len(found)
    while low < high:
        middle = (low + high) // 2
        if found[middle].end <= start:
            low = middle + 1
        else:
            high = middle
    while low < len(found) and found[low].start < end:
        yield found[low]
        low += 1


def preview(kind: str, credential: str) -> str:
    """What may be shown of a credential: its first four and last two characters; of a private key a constant.

    "" for one of fewer than 20 characters whose kind is none of the documented ones.
    """
    if kind == "private_key":
        return "-----BEGIN … PRIVATE KEY-----"
    if len(credential) < SHORTEST_SHOWN and kind not in DOCUMENTED_NAMES:
        return ""
    return f"{credential[:4]}…{credential[-2:]}"


def marker(kind: str, credential: str, ordinal: int | None = None) -> str:
    """What stands in place of a credential: `[REDACTED <kind>: <preview>]`, with ` #<ordinal>` after the kind when given."""
    number = "" if ordinal is None else f" #{ordinal}"
    shown = preview(kind, credential)
    return f"[REDACTED {kind}{number}: {shown}]" if shown else f"[REDACTED {kind}{number}]"


_ROUNDS: Final = 8
"""How often a text is searched again: what stands beside a marker may be told only once the marker is there."""


def replaced(text: str, mark: Callable[[Match], str], key: str | None = None, repeats: Repeats | None = None) -> str:
    """The text with a marker in place of each credential, so that none is found in what is returned.

    Args:
        text: The text.
        mark: Gives the marker of a credential; called once for each, also for those of one encoded form, of which the
            first one's is written.
        key: Name of the key that speaks for the text; None when none does.
        repeats: Values that are credentials wherever they stand.
    """
    for _ in range(_ROUNDS):
        matches = scan_value(text, key, repeats)
        if not matches:
            break
        parts: list[str] = []
        at = 0
        for match in matches:
            written = mark(match)
            if match.start >= at:
                parts += [text[at : match.start], written]
                at = match.end
        text = "".join(parts) + text[at:]
    return text


def redact_text(text: str) -> str:
    """The text with each credential replaced by its marker; doing it twice changes nothing more."""
    return replaced(text, lambda match: marker(match.kind, match.secret))


def redact_location(place: Location) -> Location:
    """The place with each credential in its path, which holds keys of the file, replaced."""
    return place if len(place.path) < SHORTEST else replace(place, path=redact_text(place.path))

"""Text -> the credentials in it, and the text without them.

Each literal of the table is searched as it is, which costs almost nothing, and a pattern is tried only where a literal
stands. Patterns are first tried on a bounded piece, so that no text makes the work grow faster than its length.
"""

import re
import string
from dataclasses import dataclass, replace
from typing import Final

from toolscore_core.credentials.kinds import KINDS, Kind
from toolscore_core.errors import Location

_WINDOW: Final = 256
"""Characters on which a pattern is decided; an accepted credential is then followed to its end."""


@dataclass(frozen=True, slots=True)
class Match:
    """One credential in a text.

    Attributes:
        kind: Name of its kind.
        start, end: Its place, as in `text[start:end]`.
    """

    kind: str
    start: int
    end: int


def _by_literal() -> dict[str, tuple[Kind, ...]]:
    literals = dict.fromkeys(literal for kind in KINDS for literal in kind.literals)
    return {literal: tuple(kind for kind in KINDS if literal in kind.literals) for literal in literals}


_KINDS_OF: Final = _by_literal()

SHORTEST: Final = 15
"""Length of the shortest credential (a Slack token); shorter texts hold none."""

_ESCAPE_BEFORE: Final = re.compile(
    r"(?:\\[abfnrtv0]|\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\x1b\[[0-9;]{0,9}m)\Z"
)
"""Escapes whose last letter is none of the text: of JSON and source code, of URLs, colours of a terminal."""


_TOKEN_LETTERS: Final = frozenset(string.ascii_letters + string.digits)


def scan_text(text: str) -> list[Match]:
    """The credentials in a text, by place. Takes time linear in the length of the text.

    Where two overlap they are one, of the kind that begins first.
    """
    if len(text) < SHORTEST:
        return []
    found: list[Match] = []
    for literal, kinds in _KINDS_OF.items():
        token = kinds[0].token  # the kinds of one literal agree
        at = text.find(literal)
        while at >= 0:
            match = None if token and at and _continues_token(text, at) else _match_at(text, at, kinds)
            if match is not None:
                found.append(match)
            at = text.find(literal, at + 1 if match is None else match.end)
    if len(found) > 1:
        return _without_overlaps(found)
    return found


def _without_overlaps(found: list[Match]) -> list[Match]:
    found.sort(key=lambda match: match.start)
    apart = found[:1]
    for match in found[1:]:
        last = apart[-1]
        if match.start >= last.end:
            apart.append(match)
        elif match.end > last.end:
            apart[-1] = Match(last.kind, last.start, match.end)
    return apart


def _match_at(text: str, at: int, kinds: tuple[Kind, ...]) -> Match | None:
    for kind in kinds:
        shape = kind.pattern.match(text, at, at + _WINDOW)
        if shape is None:
            continue
        end = shape.end()
        if kind.extent is not None:
            end = kind.extent(text, at, end)
        if all(check(text[at:end]) for check in kind.checks):
            return Match(kind.name, at, _whole_end(kind, text, at, end))
    return None


def _continues_token(text: str, at: int) -> bool:
    """Whether the character before is an ASCII letter or digit that belongs to the text, not to an escape."""
    if text[at - 1] not in _TOKEN_LETTERS:
        return False
    near = text[max(0, at - 12) : at]
    if "\\" not in near and "%" not in near and "\x1b" not in near:
        return True
    return _ESCAPE_BEFORE.search(near) is None


def _whole_end(kind: Kind, text: str, at: int, end: int) -> int:
    if end < at + _WINDOW or kind.extent is not None:
        return end
    whole = kind.pattern.match(text, at)
    return end if whole is None else whole.end()


def preview(kind: str, credential: str) -> str:
    """What may be shown of a credential: its first four and last two characters; of a private key a constant."""
    if kind == "private_key":
        return "-----BEGIN … PRIVATE KEY-----"
    return f"{credential[:4]}…{credential[-2:]}"


def redact_text(text: str) -> str:
    """The text with each credential replaced by `[REDACTED <kind>: <preview>]`; doing it twice changes nothing more."""
    parts: list[str] = []
    at = 0
    for match in scan_text(text):
        parts += [
            text[at : match.start],
            f"[REDACTED {match.kind}: {preview(match.kind, text[match.start : match.end])}]",
        ]
        at = match.end
    return "".join(parts) + text[at:] if parts else text


def redact_location(place: Location) -> Location:
    """The place with each credential in its path, which holds keys of the file, replaced."""
    return place if len(place.path) < SHORTEST else replace(place, path=redact_text(place.path))

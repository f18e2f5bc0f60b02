"""A text -> the texts that are encoded in it, each with the way back to its place."""

import binascii
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from toolscore_core.credentials.checks import decoded


@dataclass(frozen=True, slots=True)
class Decoding:
    """One encoded text.

    Attributes:
        via: How it was encoded: "base64", "url", "json".
        text: What it says.
        start, end: Where the encoded form stands.
        pieces: Pairs (place in `text`, place in the encoding text) at which the two part, rising; empty when a place
            in `text` has none of its own, so that the whole form stands for it.
    """

    via: str
    text: str
    start: int
    end: int
    pieces: tuple[tuple[int, int], ...] = ()

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of `text` stands in the encoding text."""
        if not self.pieces:
            return self.start, self.end
        return self._origin(start), self._origin(end - 1, after=True)

    def _origin(self, at: int, *, after: bool = False) -> int:
        index = bisect_right(self.pieces, at, key=lambda piece: piece[0]) - 1
        decoded_at, encoded_at = self.pieces[index]
        if not after:
            return encoded_at + at - decoded_at
        following = self.pieces[index + 1] if index + 1 < len(self.pieces) else None
        if following is not None and following[0] == at + 1:
            return following[1]
        return encoded_at + at + 1 - decoded_at


_LINE: Final = re.compile(r"[A-Za-z0-9+/_-]{20,}+={0,2}")
_BLOCK: Final = re.compile(r"[A-Za-z0-9+/_-]{20,}+(?:(?:\r?\n[A-Za-z0-9+/]{4,}+)+)?+={0,2}")
_BACKWARDS: Final = re.compile(r"[A-Za-z0-9+/_-]*+")
_LED_IN: Final = 256
"""Characters before a run that may belong to the same form; only a / parts the two."""

_HEAD: Final = 16
_READABLE: Final = bytes({9, 10, 13, *range(32, 127)})
_LEAST_READABLE: Final = 0.7


def base64_in(text: str, runs: Iterable[tuple[int, int]]) -> Iterator[Decoding]:
    """Readable texts in base64, from runs of letters, digits and signs other than /.

    Lines of one long form are taken together, or each for itself where together they say nothing.
    """
    done = 0
    for start, end in runs:
        at = max(done, start - _led_in(text, start))
        while at < end:
            line = _LINE.search(text, at, end)
            block = line and _BLOCK.match(text, line.start())
            if not block:
                break
            inside = _readable(block[0])
            if inside is not None:
                yield Decoding("base64", inside, block.start(), block.end())
            elif "\n" in block[0]:
                yield from _lines_in(text, block.start(), block.end())
            done = at = block.end()


def _led_in(text: str, start: int) -> int:
    """How many characters right before a place belong to the same form."""
    if text[start - 1 : start] != "/":
        return 0
    before = _BACKWARDS.match(text[max(0, start - _LED_IN) : start][::-1])
    return before.end() if before else 0


def _lines_in(text: str, start: int, end: int) -> Iterator[Decoding]:
    for line in _LINE.finditer(text, start, end):
        inside = _readable(line[0])
        if inside is not None:
            yield Decoding("base64", inside, line.start(), line.end())


def _readable(blob: str) -> str | None:
    """What base64 says, when it is text in UTF-8 or UTF-16."""
    try:
        head = binascii.a2b_base64(blob[:_HEAD].replace("-", "+").replace("_", "/"))
    except binascii.Error:
        return None
    wide = head[1::2].count(0) == len(head) // 2
    if not wide and len(head.translate(None, _READABLE)) > len(head) * (1 - _LEAST_READABLE):
        return None
    raw = decoded("".join(blob.split()))
    if raw is None:
        return None
    try:
        return raw.decode("utf-16-le" if wide else "utf-8")
    except UnicodeDecodeError:
        return None


_PERCENT: Final = re.compile(r"%([0-9A-Fa-f]{2})")
_UNBROKEN: Final = re.compile(r"[^\s\"'<>`\\]++")


def percent_in(text: str) -> Iterator[Decoding]:
    """Stretches without spaces that hold %XX, decoded once."""
    at = text.find("%")
    floor = 0
    while at >= 0:
        escape = _PERCENT.match(text, at)
        if escape is None:
            at = text.find("%", at + 1)
            continue
        start = max(floor, _begin_of_stretch(text, at))
        stretch = _UNBROKEN.match(text, at)
        end = stretch.end() if stretch else escape.end()
        yield _unescaped("url", text, start, end, _PERCENT, _percent)
        floor = end
        at = text.find("%", end)


_STRETCH: Final = 512
"""Characters before an escape that are decoded with it."""


def _begin_of_stretch(text: str, at: int) -> int:
    near = text[max(0, at - _STRETCH) : at]
    stretch = _UNBROKEN.match(near[::-1])
    return at - (stretch.end() if stretch else 0)


def _percent(escape: "re.Match[str]") -> str:
    return chr(int(escape[1], 16))


_ESCAPE: Final = re.compile(r"(?<!\\)\\{1,8}(?:u(00[2-7][0-9A-Fa-f])|x([2-7][0-9A-Fa-f])|([/\"'nrt]))")
_NEEDED: Final = re.compile(r"\\(?:u00[2-7][0-9A-Fa-f]|x[2-7][0-9A-Fa-f]|/)")
_CONTROL: Final = {"n": "\n", "r": "\r", "t": "\t"}


def escapes_in(text: str) -> Iterator[Decoding]:
    """The text with the escapes of JSON and source code undone, when it has such that hide letters."""
    if "\\" in text and _NEEDED.search(text) is not None:
        yield _unescaped("json", text, 0, len(text), _ESCAPE, _escaped)


def _escaped(escape: "re.Match[str]") -> str:
    number = escape[1] or escape[2]
    if number:
        return chr(int(number, 16))
    return _CONTROL.get(escape[3], escape[3])


def _unescaped(
    via: str, text: str, start: int, end: int, escape: "re.Pattern[str]", letter: Callable[["re.Match[str]"], str]
) -> Decoding:
    pieces = [(0, start)]
    parts: list[str] = []
    at, length = start, 0
    for found in escape.finditer(text, start, end):
        parts += [text[at : found.start()], letter(found)]
        length += found.start() - at
        pieces.append((length, found.start()))
        length += 1
        at = found.end()
        pieces.append((length, at))
    parts.append(text[at:end])
    return Decoding(via, "".join(parts), start, end, tuple(pieces))

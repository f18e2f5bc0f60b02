"""Arguments and values -> runs of text with a mark on what differs, bounded in length, as the lane and the inspector draw them."""

import json
from collections.abc import Collection, Mapping
from typing import Any, Final, TypeAlias

from toolscore_core.report.words import finite, matcher_words, plain
from toolscore_core.values import join_path, split_path

Segments: TypeAlias = list[list[str | bool]]
"""[text, marked] pairs, in order."""

LANE_CHARACTERS: Final = 240
"""Longest arguments text of a lane row; a cell shows about forty of them, a wide screen some more."""

VALUE_CHARACTERS: Final = 20_000
"""Longest text of one value in the inspector."""

_SAME_VALUE_CHARACTERS: Final = 40
"""Longest value that is shown in full while another one beside it differs."""

_SHORT_JSON: Final = 100
_LONG_TEXT: Final = 120
_AROUND: Final = 30


class _Writer:
    """Collects marked text until the bound is reached."""

    def __init__(self, limit: int) -> None:
        self.segments: Segments = []
        self.left = limit

    @property
    def full(self) -> bool:
        return self.left <= 0

    def write(self, text: str, marked: bool = False) -> None:
        if self.full:
            return
        if len(text) > self.left:
            text = text[: self.left] + "…"
        self.left -= len(text)
        if self.segments and self.segments[-1][1] is marked:
            self.segments[-1][0] = f"{self.segments[-1][0]}{text}"
        else:
            self.segments.append([text, marked])


def arguments_segments(
    args: Mapping[str, Any],
    marked: Collection[str] = (),
    *,
    expected: bool,
    differing: Collection[str] = (),
    limit: int = LANE_CHARACTERS,
) -> Segments:
    """Arguments as `name: value, name: value`, those that differ first.

    Args:
        args: Masked arguments by name.
        marked: Paths (`filters.date.from`, `items[0]`) whose name and value are marked.
        differing: Paths that differ, on whichever side they are marked; these and the marked ones come first.
        expected: Whether `$` objects are matchers, to be written in words.
        limit: Longest text.
    """
    writer = _Writer(limit)
    tops = {str(split_path(path)[0]) for path in (*marked, *differing)}
    for position, name in enumerate(sorted(args, key=lambda name: name not in tops)):
        if writer.full:
            break
        if position:
            writer.write(", ")
        path = join_path("", name)
        whole = path in marked
        writer.write(f"{plain(name)}: ", whole)
        short = _SAME_VALUE_CHARACTERS if tops and name not in tops else limit
        _write(writer, args[name], path, frozenset(marked), whole, expected, short)
    return writer.segments


def value_text(value: Any, *, expected: bool = False, limit: int = VALUE_CHARACTERS) -> str:
    """One masked value as text; matchers in words where `expected` says so."""
    writer = _Writer(limit)
    _write(writer, value, "", frozenset(), False, expected, limit)
    return "".join(str(text) for text, _ in writer.segments)


def block_text(value: Any, *, limit: int = VALUE_CHARACTERS) -> tuple[str, int]:
    """A masked value as a block of text: a text as it is, anything else as JSON, indented when it is long.

    Returns:
        The text, cut at the bound, and how many characters were cut.
    """
    if isinstance(value, str):
        text = value
    else:
        text = json.dumps(finite(value), ensure_ascii=False, default=str)
        if len(text) > _SHORT_JSON:
            text = json.dumps(finite(value), ensure_ascii=False, indent=2, default=str)
    return plain(text[:limit], keep="\n\t"), max(0, len(text) - limit)


def _write(
    writer: _Writer, value: Any, path: str, marked: frozenset[str], whole: bool, expected: bool, short: int
) -> None:
    whole = whole or path in marked
    if expected and (words := matcher_words(value)) is not None:
        writer.write(words, whole)
    elif isinstance(value, dict):
        writer.write("{", whole)
        for position, (key, item) in enumerate(value.items()):
            if writer.full:
                return
            below = join_path(path, key)
            inner = whole or below in marked
            if position:
                writer.write(", ", whole)
            writer.write(f"{plain(key)}: ", inner)
            _write(writer, item, below, marked, inner, expected, short)
        writer.write("}", whole)
    elif isinstance(value, list):
        writer.write("[", whole)
        for position, item in enumerate(value):
            if writer.full:
                return
            if position:
                writer.write(", ", whole)
            _write(writer, item, join_path(path, position), marked, whole, expected, short)
        writer.write("]", whole)
    else:
        writer.write(_scalar(value, short), whole)


def _scalar(value: Any, short: int) -> str:
    if isinstance(value, str):
        cut = value if len(value) <= short else value[:short] + "…"
        return plain(json.dumps(cut, ensure_ascii=False))
    return plain(json.dumps(finite(value), ensure_ascii=False, default=str))


def changed_segments(value: str, other: str) -> Segments | None:
    """A long text with what differs from another one marked, and what is the same around it left out.

    Returns:
        None when the texts are short enough to be read whole.
    """
    if max(len(value), len(other)) <= _LONG_TEXT:
        return None
    start = _common(value, other)
    end = _common(value[start:][::-1], other[start:][::-1])
    middle = value[start : len(value) - end]
    before, after = value[:start], value[len(value) - end :]
    parts = [
        ("…" if len(before) > _AROUND else "") + before[-_AROUND:],
        middle if len(middle) <= LANE_CHARACTERS else f"{middle[:LANE_CHARACTERS]}…",
        after[:_AROUND] + ("…" if len(after) > _AROUND else ""),
    ]
    return [[plain(parts[0]), False], [plain(parts[1]) or "(nothing here)", True], [plain(parts[2]), False]]


def _common(one: str, two: str) -> int:
    """Length of the common beginning."""
    return next((at for at, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))

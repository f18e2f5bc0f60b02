"""JSON text -> Python values: orjson where it is exact, the standard library where orjson would round or refuse."""

import gc
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orjson

from toolscore_core.reading.documents import LIMITS

_RUN_OF_DIGITS = re.compile(rb"-?0*")
_DIGITS_ONLY = bytes(48 if 48 <= code <= 57 else 45 if code == 45 else 32 for code in range(256))
_HUGE_RUNS = (b"0" * 20, b"-" + b"0" * 19)
_COUNTED = 1 << 13
"""In a text of so many bytes the brackets are counted first; in a longer one that takes more time than it saves."""

_ESCAPED_HALVES = ("\\ud", "\\uD")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class TooDeepError(ValueError):
    """JSON that is nested deeper than the bound."""

    def __init__(self, depth: int) -> None:
        super().__init__(f"nested deeper than {depth} levels")


def decode_json(data: bytes | str, *, depth: int = LIMITS.depth) -> Any:
    """The value of one JSON text.

    Integers of any size stay integers, NaN and Infinity are accepted, of a repeated key the last one counts,
    and half a surrogate pair becomes U+FFFD.

    Args:
        data: JSON as text or as UTF-8 bytes without a byte order mark.
        depth: Levels of nesting that are accepted.

    Raises:
        ValueError: The text is no JSON, or nested deeper (TooDeepError).
    """
    return decode(data, depth)[0]


def decode(data: bytes | str, depth: int) -> tuple[Any, bool]:
    """As `decode_json`, with whether half a surrogate pair was replaced."""
    if not holds_huge_number(data):
        try:
            value = orjson.loads(data)
        except ValueError:
            pass  # NaN, half a surrogate pair, depth over 1024: the standard library decides
        else:
            if may_be_deep(data, depth) and deeper_than(value, depth):
                raise TooDeepError(depth)
            return value, False
    if isinstance(data, str):
        return mended(_decoded_slowly(data, depth))
    text = data.decode("utf-8")
    value = _decoded_slowly(text, depth)
    return mended(value) if any(half in text for half in _ESCAPED_HALVES) else (value, False)


def _decoded_slowly(text: str, depth: int) -> Any:
    try:
        value = DECODER.decode(text)
    except RecursionError:
        raise TooDeepError(depth) from None
    if deeper_than(value, depth):
        raise TooDeepError(depth)
    return value


def _any_int(digits: str) -> int | str:
    # Python does not convert more than 4300 digits, since that takes quadratic time: such a number stays text.
    return int(digits) if len(digits) <= 4300 else digits


DECODER = json.JSONDecoder(parse_int=_any_int)
"""The standard library's decoder; knows nothing of depth."""


def holds_huge_number(data: bytes | str) -> bool:
    """Whether digits occur that may be an integer beyond 64 bits: orjson would round it."""
    if len(data) < 20:
        return False
    if isinstance(data, str):
        data = data.encode(errors="replace")
    digits = data.translate(_DIGITS_ONLY)  # searched many times faster than a pattern
    for run in _HUGE_RUNS:
        if digits.rfind(run) < 0:  # twice as fast as `find`, which looks at every byte
            continue
        at = digits.find(run)
        while at >= 0:
            if data[at - 1 : at] != b".":
                return True
            found = _RUN_OF_DIGITS.match(digits, at)
            at = digits.find(run, at + 1 if found is None else found.end())
    return False


def may_be_deep(data: bytes | str, depth: int) -> bool:
    """A cheap answer that is never wrongly False, and True for every long text: brackets inside texts are counted too."""
    if len(data) <= 2 * depth:
        return False
    if isinstance(data, str):
        return len(data) > _COUNTED or data.count("[") + data.count("{") > depth
    return len(data) > _COUNTED or data.count(b"[") + data.count(b"{") > depth


def deeper_than(value: Any, depth: int) -> bool:
    """Whether containers of decoded JSON are nested in more than `depth` levels."""
    level = [value]
    for _ in range(depth):
        level = gc.get_referents(*level)  # what a whole level holds at once, many times faster than a loop
        if not level:
            return False
    return any(isinstance(item, (dict, list)) for item in level)


def mended(value: Any) -> tuple[Any, bool]:
    """The value with U+FFFD for every half of a surrogate pair, and whether there was one."""
    found = False

    def mend(item: Any) -> Any:
        nonlocal found
        if isinstance(item, str):
            if item.isascii() or not _LONE_SURROGATE.search(item):
                return item
            found = True
            return _LONE_SURROGATE.sub("\ufffd", item)
        if isinstance(item, list):
            return [mend(child) for child in item]
        if isinstance(item, dict):
            return {mend(key): mend(child) for key, child in item.items()}
        return item

    return mend(value), found


_pauses = 0
_pause_lock = threading.Lock()
_resume = False


@contextmanager
def collector_paused() -> Iterator[None]:
    """No cyclic garbage collection meanwhile: it would walk every decoded value again and again.

    Pauses may be nested and held by several threads; the last one to end turns the collector on again, if it was on.
    """
    global _pauses, _resume
    with _pause_lock:
        if _pauses == 0:
            _resume = gc.isenabled()
            gc.disable()
        _pauses += 1
    try:
        yield
    finally:
        with _pause_lock:
            _pauses -= 1
            if _pauses == 0 and _resume:
                if gc.get_freeze_count() == 0:
                    # Through the permanent generation into the oldest, without looking at a single object; otherwise
                    # the first collection would walk everything that was decoded meanwhile.
                    gc.freeze()
                    gc.unfreeze()
                gc.enable()

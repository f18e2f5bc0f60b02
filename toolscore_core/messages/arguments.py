"""The argument value of a recorded call, however the file writes it -> a dict."""

from typing import Any

import orjson

from toolscore_core.reading import LIMITS, decode_json, holds_huge_number

MAX_ENCODINGS = 3
"""How often JSON text may be wrapped in JSON text."""

_SHORT = 2 * LIMITS.depth
"""A text of so many characters cannot be nested too deeply. Most are shorter, and there are as many as calls."""
_DIGITS = 20
_EXACT = frozenset((str, int, bool, type(None)))
"""Types of values that are never rounded."""


def arguments_of(value: Any) -> dict[str, Any]:
    """Arguments as a dict.

    Args:
        value: An object; JSON text of one, also doubly encoded; None or "" for no arguments; anything else.

    Returns:
        The object; {} for no arguments; {"value": v} for JSON that is no object; {"raw": text} for text that is no JSON.
    """
    if isinstance(value, str):
        decoded = decode_json_text(value)
        if type(decoded) is dict:
            return decoded
    elif isinstance(value, dict):
        return value
    else:
        return {} if value is None else {"value": value}
    if decoded is NOT_JSON:
        return {"raw": value} if value.strip() else {}
    return _unwrapped(decoded)


def free_text_arguments(value: Any) -> dict[str, Any]:
    """Arguments of a tool that takes free text: the object, when the text is JSON of one; otherwise the text as `input`."""
    if value is None:
        return {}
    decoded = decode_json_text(value) if isinstance(value, str) else value
    return decoded if isinstance(decoded, dict) else {"input": value}


def _unwrapped(decoded: Any) -> dict[str, Any]:
    for _ in range(MAX_ENCODINGS - 1):
        if not isinstance(decoded, str):
            break
        inner = decode_json_text(decoded)
        if not isinstance(inner, (dict, list, str)):
            break
        decoded = inner
    if decoded is None:
        return {}
    return decoded if isinstance(decoded, dict) else {"value": decoded}


class _NotJson:
    __slots__ = ()

    def __repr__(self) -> str:
        return "NOT_JSON"


NOT_JSON = _NotJson()
"""What `decode_json_text` gives for text that is no JSON."""


def decode_json_text(text: str) -> Any:
    """The JSON value written in a text, or NOT_JSON (also for one nested too deeply).

    Integers of any size stay integers; NaN is accepted; half a surrogate pair becomes U+FFFD.
    """
    length = len(text)
    if length <= _SHORT:
        try:
            value = orjson.loads(text)
        except ValueError:
            pass  # NaN and the like
        else:
            if (
                length < _DIGITS
                or (type(value) is dict and _EXACT.issuperset(map(type, value.values())))
                or not holds_huge_number(text)
            ):
                return value
    try:
        return decode_json(text)
    except ValueError:
        return NOT_JSON

"""The argument value of a recorded call, however the file writes it -> a dict."""

from typing import Any

import orjson

from toolscore_core.reading import LIMITS, decode_json

MAX_ENCODINGS = 3
"""How often JSON text may be wrapped in JSON text."""

_SHORT = 2 * LIMITS.depth
"""A text of so many characters cannot be nested too deeply. Most are shorter, and there are as many as calls."""
_DIGITS = 20
_ROUNDED = 2.0**63


def arguments_of(value: Any) -> dict[str, Any]:
    """Arguments as a dict.

    Args:
        value: An object; JSON text of one, also doubly encoded; None or "" for no arguments; anything else.

    Returns:
        The object; {} for no arguments; {"value": v} for JSON that is no object; {"raw": text} for text that is no JSON.
    """
    if isinstance(value, dict):
        return value
    if value is None:
        return {}
    if not isinstance(value, str):
        return {"value": value}
    decoded = decode_json_text(value)
    if type(decoded) is dict:
        return decoded
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
    if len(text) <= _SHORT:
        try:
            value = orjson.loads(text)
        except ValueError:
            pass  # NaN and the like
        else:
            if len(text) < _DIGITS or not _may_be_rounded(value):
                return value
    try:
        return decode_json(text)
    except ValueError:
        return NOT_JSON


def _may_be_rounded(value: Any) -> bool:
    """Whether a number occurs that orjson may have made of an integer beyond 64 bits."""
    for item in value.values() if type(value) is dict else value if type(value) is list else (value,):
        kind = type(item)
        if kind is float:
            if abs(item) >= _ROUNDED:
                return True
        elif (kind is dict or kind is list) and _may_be_rounded(item):
            return True
    return False

"""Values that exports write as text: JSON, or a dict as Python prints it -> the values."""

import ast
from typing import Any

from toolscore_core.messages.arguments import NOT_JSON, decode_json_text

_JSON_STARTS = frozenset('{["-0123456789tfnNI')
_LITERAL_LENGTH = 20_000


def decoded_text(text: str) -> Any:
    """The JSON value written in a text, or the text itself."""
    if text[:1] not in _JSON_STARTS and text.lstrip()[:1] not in _JSON_STARTS:
        return text
    decoded = decode_json_text(text)
    return text if decoded is NOT_JSON else decoded


def decoded_value(value: Any) -> Any:
    """The JSON value written in a text; any other value as it is."""
    return decoded_text(value) if isinstance(value, str) else value


def python_literal(text: str) -> Any:
    """A dict written by Python's `str`, as LangChain hands the input of tools to tracers; the text when it is none."""
    if text[:1] != "{" or len(text) > _LITERAL_LENGTH:
        return text
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return text
    return value if isinstance(value, dict) and all(isinstance(key, str) for key in value) else text

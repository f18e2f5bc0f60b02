"""Calls and results that a chat writes as tagged text -> tool names, arguments and values.

Conventions: `<tool_call>{json}</tool_call>` with `<tool_response>` (Hermes:
https://github.com/NousResearch/Hermes-Function-Calling), `<functioncall> {json}` (Glaive:
https://huggingface.co/datasets/glaiveai/glaive-function-calling-v2), `<function=name><parameter=key>value</parameter></function>`
(OpenHands and SWE-agent for models without function calling), and calls as Python source in one list.
"""

import ast
import re
from typing import Any

from toolscore_core.messages.arguments import NOT_JSON, decode_json_text
from toolscore_core.messages.call_source import parse_calls
from toolscore_core.messages.decoded import decoded_text

Call = tuple[Any, Any]

_LONGEST = 200_000
_TOOL_CALL = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)
_FUNCTION_CALL = re.compile(r"<functioncall>(.*?)(?:</functioncall>|<\|endoftext\|>|\Z)", re.DOTALL)
_TAGS = (("<tool_call>", _TOOL_CALL), ("<functioncall>", _FUNCTION_CALL))
_TOOL_RESPONSE = re.compile(r"<tool_response>(.*?)(?:</tool_response>|\Z)", re.DOTALL)
_FUNCTION = re.compile(r"<function=([^>\s]{1,200})>(.*?)(?:</function>|\Z)", re.DOTALL)
_PARAMETER = re.compile(r"<parameter=([^>\s]{1,200})>(.*?)</parameter>", re.DOTALL)
_RESULT = re.compile(r"\s*EXECUTION RESULT of \[([^\]\n]{1,200})\]:\s*")


def tool_calls(text: str) -> tuple[list[Call], str]:
    """The calls in `<tool_call>` or `<functioncall>` tags, and the text around them. Tags whose content is no call stay text."""
    tags = next((tags for start, tags in _TAGS if start in text), None)
    if tags is None:
        return [], text
    found: list[Call] = []
    rest: list[str] = []
    at = 0
    for match in tags.finditer(text):
        calls = written_calls(match[1])
        if calls:
            found += calls
            rest.append(text[at : match.start()])
            at = match.end()
    rest.append(text[at:])
    return found, "".join(rest).strip()


def written_calls(text: str) -> list[Call]:
    """The calls that a text is: JSON (or a Python literal) of `{name, arguments}` or a list of such; [] for any other text."""
    value = _literal(text.strip())
    listed = value if isinstance(value, list) else [value]
    calls: list[Call] = []
    for record in listed:
        if isinstance(record, dict) and isinstance(record.get("function"), dict):
            record = record["function"]
        name = record.get("name") if isinstance(record, dict) else None
        if not isinstance(name, str) or not name.strip():
            return []
        calls.append((name, next((record[key] for key in ("arguments", "parameters", "args") if key in record), None)))
    return calls


def source_calls(text: str) -> list[Call]:
    """The calls of a text that is nothing but a list of call source, e.g. `[find(city='Oslo')]`; [] for any other text."""
    bare = text.strip()
    return list(parse_calls(bare) or ()) if bare.startswith("[") and bare.endswith(")]") else []


def tool_responses(text: str) -> list[Any]:
    """The values in `<tool_response>` tags, decoded where they are JSON; the text itself when it has no such tags."""
    parts = [match[1].strip() for match in _TOOL_RESPONSE.finditer(text)] if "<tool_response>" in text else []
    return [decoded_text(part) for part in parts] if parts else [text]


def function_calls(text: str) -> tuple[list[Call], str]:
    """The calls in `<function=...>` tags, whose parameters are texts, and the text before the first of them."""
    if "<function=" not in text or len(text) > _LONGEST:
        return [], text
    found = list(_FUNCTION.finditer(text))
    calls = [(match[1], {key: _trimmed(value) for key, value in _PARAMETER.findall(match[2])}) for match in found]
    return calls, text[: found[0].start()].rstrip() if found else text


def function_result(text: str) -> tuple[str, str] | None:
    """Tool and result of a text that gives the result of a call in `<function=...>` tags; None for any other text."""
    match = _RESULT.match(text)
    return (match[1], text[match.end() :]) if match else None


def _trimmed(value: str) -> str:
    """A parameter without the line breaks that stand after its opening and before its closing tag."""
    return value.removeprefix("\n").removesuffix("\n")


def _literal(text: str) -> Any:
    """JSON, or a Python literal as older data sets write it; None for anything else."""
    decoded = decode_json_text(text)
    if decoded is not NOT_JSON:
        return decoded
    if len(text) > _LONGEST or not text.startswith(("{", "[")):
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None

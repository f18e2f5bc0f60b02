"""Conversations of `from` and `value`, or of `USER:` and `ASSISTANT:` in one text (ShareGPT, Glaive, Hermes, ToolACE and other data sets for function calling) -> traces.

Calls are turns of `function_call`, or text in the conventions of `messages.taggedcalls`; results are turns of `tool`,
`observation` or `function_response`.
Specification: https://github.com/NousResearch/Hermes-Function-Calling;
https://github.com/hiyouga/LLaMA-Factory/blob/main/data/README.md.
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.chat import ROLES
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import name_trace
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.tagged_calls import source_calls, tool_calls, tool_responses, written_calls
from toolscore_core.reading import Documents, ReadReport

_KEY = "sharegpt"
_LISTS = ("conversations", "conversation")
_CALL_TURNS = ("function_call", "function-call", "tool_call", "tool_calls")
_RESULT_TURNS = ("tool", "observation", "function_response", "function-response", "tool_response", "function")
_SPEAKERS = {"USER": "user", "ASSISTANT": "assistant", "FUNCTION RESPONSE": "function_response"}
_SPEAKER = re.compile(r"^(USER|ASSISTANT|FUNCTION RESPONSE): ?", re.MULTILINE)
_LOOKED_AT = 200


def _is_turn(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("from"), str) and "value" in value


def _turns(value: Any) -> tuple[list[Any], str] | None:
    """The turns of a row and their path inside it; a row may also be a bare list of turns."""
    if isinstance(value, list) and any(map(_is_turn, value[:_LOOKED_AT])):
        return value, ""
    for key in _LISTS if isinstance(value, dict) else ():
        turns = value.get(key)
        if isinstance(turns, list) and any(map(_is_turn, turns[:_LOOKED_AT])):
            return turns, f".{key}"
    if isinstance(value, dict) and isinstance(text := value.get("chat"), str) and len(turns := _spoken(text)) > 1:
        return turns, ".chat"
    return None


def _spoken(text: str) -> list[dict[str, str]]:
    """The turns of a conversation that is one text."""
    parts = _SPEAKER.split(text)[1:]
    spoken = zip(parts[::2], parts[1::2], strict=False)
    return [{"from": _SPEAKERS[name], "value": said.replace("<|endoftext|>", "").strip()} for name, said in spoken]


def _claim(documents: Documents) -> Claim | None:
    rows = bare = 0
    for at, record in enumerate(records(documents)):
        if at >= _LOOKED_AT:
            break
        rows += _turns(record.value) is not None
        bare += _is_turn(record.value)
    if not rows and not bare:
        return None
    return Claim(3, rows + bare, f"{rows + bare} conversations or turns of `from` and `value`")


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    items = list(records(documents))
    if any(_is_turn(item.value) for item in items):
        builder = TraceBuilder(report, _KEY, documents.place(documents.items[0]))
        for item in items:
            _add(builder, item, report)
        yield builder.trace
        return
    for item in items:
        found = _turns(item.value)
        if found is None:
            report.skip("row without a conversation", item.place())
            continue
        turns, path = found
        builder = TraceBuilder(report, _KEY, item.place())
        if isinstance(item.value, dict):
            if system := text_of_content(item.value.get("system")):
                builder.turn("system", system)
            name_trace(builder.trace, item.value)
        for index, turn in enumerate(turns):
            _add(builder, item.inside(f"{path}[{index}]", turn), report)
        yield builder.trace


def _add(builder: TraceBuilder, item: Record, report: ReadReport) -> None:
    if not _is_turn(item.value):
        report.skip("turn without `from` and `value`", item.place())
        return
    speaker, value = item.value["from"].strip().lower(), item.value["value"]
    place = partial(item.place, ".value")
    text = value if isinstance(value, str) else text_of_content(value)
    if speaker in _RESULT_TURNS:
        for result in tool_responses(value) if isinstance(value, str) else [value]:
            name = result.get("name") if isinstance(result, dict) else None
            given = result.get("content", result) if isinstance(result, dict) and name else result
            if builder.result(given, place, tool=name if isinstance(name, str) else None) is None and text:
                builder.turn("tool", text)
        return
    calls, rest = [], text
    if speaker in _CALL_TURNS:
        calls = written_calls(text) if isinstance(value, str) else _objects(value)
        rest = "" if calls else text
    elif ROLES.get(speaker) == "assistant":
        calls, rest = tool_calls(text)
        if not calls and (calls := source_calls(text)):
            rest = ""
    role = "assistant" if speaker in _CALL_TURNS else ROLES.get(speaker, speaker)
    builder.turn(role, rest)
    for name, args in calls:
        builder.call(name, args, place)


def _objects(value: Any) -> list[tuple[Any, Any]]:
    listed = value if isinstance(value, list) else [value]
    return [(record.get("name"), record.get("arguments")) for record in listed if isinstance(record, dict)]


FORMAT = Format(
    key=_KEY,
    title="ShareGPT conversations",
    signature="`conversations` with turns of `from` and `value`",
    specification="https://github.com/NousResearch/Hermes-Function-Calling",
    version="",
    gives=("results", "conversation"),
    claim=_claim,
    read=_read,
)
"""Conversations of `from` and `value`."""

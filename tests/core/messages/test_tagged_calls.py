"""Calls and results as tagged text."""

from typing import Any

import pytest

from tests.core.formats.reading_help import read, short
from toolscore_core.messages.attachments import attached
from toolscore_core.messages.tagged_calls import (
    function_calls,
    function_result,
    source_calls,
    tool_calls,
    written_calls,
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"name": "f", "arguments": {"a": 1}}', [("f", {"a": 1})]),
        ('[{"name": "f", "parameters": {}}, {"function": {"name": "g", "arguments": "{}"}}]', [("f", {}), ("g", "{}")]),
        ("{'name': 'f', 'arguments': {'a': None}}", [("f", {"a": None})]),
        ('{"name": "f"}', [("f", None)]),
        ('[{"name": "f"}, 1]', []),
        ('{"name": ""}', []),
        ("{__import__('os')}", []),
        ("soon", []),
    ],
)
def test_written_calls(text: str, found: list[Any]) -> None:
    """A text that is a call or a list of calls; all of it or nothing."""
    assert written_calls(text) == found


def test_tool_calls() -> None:
    """The text around the tags is kept; an unclosed last tag counts."""
    text = 'ok <tool_call>{"name": "f"}</tool_call><tool_call>?</tool_call> then <tool_call>{"name": "g"}'
    assert tool_calls(text) == ([("f", None), ("g", None)], "ok <tool_call>?</tool_call> then")


def test_function_calls() -> None:
    """Parameters are texts without the line breaks of their tags."""
    text = "look\n\n<function=f>\n<parameter=a>\nx\ny\n</parameter>\n<parameter=b>1</parameter>\n</function>"
    assert function_calls(text) == ([("f", {"a": "x\ny", "b": "1"})], "look")
    assert function_calls("none") == ([], "none")
    assert function_result("EXECUTION RESULT of [f]:\nfine") == ("f", "fine")
    assert function_result("fine") is None


def test_source_calls() -> None:
    """Only a text that is nothing but a list of call source."""
    assert source_calls(" [f(a=1)] ") == [("f", {"a": 1})]
    assert source_calls("f(a=1)") == source_calls("[1]") == []


FUNCTION = "<function=f>\n<parameter=a>1</parameter>\n</function>"
TOOL_CALL = '<tool_call>{"name": "f", "arguments": {"a": "1"}}</tool_call>'


@pytest.mark.parametrize(
    ("defined", "asked", "answered"),
    [
        (FUNCTION, FUNCTION, {"role": "user", "content": "EXECUTION RESULT of [f]:\nfine"}),
        (FUNCTION, FUNCTION, {"role": "user", "content": [{"type": "text", "text": "OBSERVATION:\nfine"}]}),
        (TOOL_CALL, TOOL_CALL, {"role": "tool", "content": "fine"}),
        (TOOL_CALL, TOOL_CALL, {"role": "user", "content": "<tool_response>\nfine\n</tool_response>"}),
    ],
)
def test_chat_that_defines_its_tags(defined: str, asked: str, answered: dict[str, Any]) -> None:
    """Calls in tags count where the conversation defines the tags, or answers a `<tool_call>`, and nowhere else."""
    messages = [{"role": "user", "content": "go"}, {"role": "assistant", "content": asked}, answered]
    told = {"role": "system", "content": f"Write {defined}"}
    assert short(read([told, *messages])) == [("f", {"a": "1"}, "fine")]
    assert short(read(messages)) == ([("f", {"a": "1"}, "fine")] if asked is TOOL_CALL else [])
    assert short(read(messages[:2])) == []


def test_structured_calls_count_before_tags() -> None:
    """A message with calls of its own keeps those alone."""
    call = {"id": "c", "function": {"name": "g", "arguments": "{}"}}
    told = {"role": "system", "content": FUNCTION}
    assert short(read([told, {"role": "assistant", "content": FUNCTION, "tool_calls": [call]}])) == [("g", {}, None)]


def test_attached() -> None:
    """References inside longer texts are replaced too; without attachments the record is the same object."""
    texts = {"0123456789abcdef": "x"}
    record = {"attachments": texts, "a": ["see attachment://0123456789abcdef", 1], "b": {"c": "attachment://ffffffff"}}
    assert attached(record) == {"attachments": texts, "a": ["see x", 1], "b": {"c": "attachment://ffffffff"}}
    assert attached(texts) is texts

"""Data sets of function calling: rows of calls, API-Bank dialogues, conversations of `from` and `value`."""

import json
from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines, short

CALLS = [
    {"name": "f", "arguments": {"a": 1}, "label": "$var_1"},
    {"name": "var_result", "arguments": {"x": "$var_1.y$"}},
]


@pytest.mark.parametrize("answers", [CALLS, json.dumps(CALLS)], ids=["list", "text"])
@pytest.mark.parametrize("key", ["output", "answers"])
def test_rows(key: str, answers: Any) -> None:
    """The calls that answer a question, with their labels; the pseudo call at the end is none."""
    file = read_lines(*[{"id": number, "query": "q", key: answers} for number in (1, 2)])
    assert (file.format, short(file)) == ("call_rows", [("f", {"a": 1}, None)] * 2)
    assert [(trace.case_id, trace.calls[0].call_id) for trace in file.traces] == [("1", "$var_1"), ("2", "$var_1")]


def test_generated_text_counts_before_the_expected_calls() -> None:
    """What the model wrote is its answer, also when it holds no calls."""
    row = {"input": "q", "output": CALLS}
    file = read([{**row, "generated_text": '[{"name": "g", "arguments": {}}]'}, {**row, "generated_text": "sorry"}])
    assert [[call.tool for call in trace.calls] for trace in file.traces] == [["g"], []]
    assert file.traces[1].turns[-1].text == "sorry"


def test_api_bank() -> None:
    """Calls are lines of their own; an exception marks the call."""
    made = {"role": "API", "api_name": "f", "param_dict": {"a": 1}}
    file = read_lines(
        {"role": "User", "text": "go"},
        {**made, "result": {"output": "ok", "exception": None}},
        {**made, "result": {"output": None, "exception": "bad"}},
        {"role": "AI", "text": "done"},
    )
    assert [(call.result, call.error) for call in calls(file)] == [("ok", None), (None, "bad")]
    assert [(turn.role, turn.text) for turn in file.traces[0].turns] == [
        ("user", "go"),
        ("assistant", ""),
        ("assistant", "done"),
    ]


def said(*turns: tuple[str, Any]) -> list[dict[str, Any]]:
    return [{"conversations": [{"from": speaker, "value": value} for speaker, value in turns]}]


HERMES = '<tool_call>\n{"name": "f", "arguments": {"a": 1}}\n</tool_call>'


@pytest.mark.parametrize(
    ("asked", "answered", "result"),
    [
        (("gpt", HERMES), ("tool", '<tool_response>{"name": "f", "content": 5}</tool_response>'), 5),
        (("gpt", HERMES.replace('"', "'")), ("tool", "<tool_response>warm</tool_response>"), "warm"),
        (("function_call", '{"name": "f", "arguments": {"a": 1}}'), ("observation", "warm"), "warm"),
        (("function_call", {"name": "f", "arguments": {"a": 1}}), ("function_response", {"t": 5}), {"t": 5}),
        (("assistant", "[f(a=1)]"), ("tool", "warm"), "warm"),
    ],
    ids=["hermes", "python literal", "turns", "objects", "source"],
)
def test_conversations(asked: tuple[str, Any], answered: tuple[str, Any], result: Any) -> None:
    """Calls and results in each of the conventions."""
    file = read(said(("human", "go"), asked, answered, ("gpt", "done")))
    assert (file.format, short(file)) == ("sharegpt", [("f", {"a": 1}, result)])
    assert [(turn.role, turn.calls) for turn in file.traces[0].turns] == [
        ("user", []),
        ("assistant", [0]),
        ("assistant", []),
    ]


def test_text_that_is_no_call() -> None:
    """Tags around something else, and lists that are no call source, stay text."""
    file = read(said(("human", "go"), ("gpt", "<tool_call>soon</tool_call>"), ("gpt", "[1, 2]")))
    assert [turn.text for turn in file.traces[0].turns] == ["go", "<tool_call>soon</tool_call>", "[1, 2]"]
    assert calls(file) == []


def test_conversations_in_one_text() -> None:
    """Speakers are named at the beginnings of lines; calls stand behind a tag."""
    text = (
        'USER: go\n\n\nASSISTANT: <functioncall> {"name": "f", "arguments": \'{"a": 1}\'} <|endoftext|>\n\n\n'
        "FUNCTION RESPONSE: warm\n\n\nASSISTANT: done <|endoftext|>"
    )
    file = read([{"system": "be kind", "chat": text}])
    assert (file.format, short(file)) == ("sharegpt", [("f", {"a": 1}, "warm")])
    assert [turn.text for turn in file.traces[0].turns] == ["be kind", "go", "", "done"]

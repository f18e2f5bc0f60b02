"""Rows in which a reference conversation makes the expected calls."""

import json
from typing import Any

import pytest

from tests.core.gold.gold_help import only, read, short, skipped

OPENAI: list[dict[str, Any]] = [
    {"role": "user", "content": "hi"},
    {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": "c", "function": {"name": "get", "arguments": '{"q": 1}'}}],
    },
    {"role": "tool", "tool_call_id": "c", "content": "x"},
]
FLAT = [
    {"type": "ai", "content": "", "tool_calls": [{"name": "get", "args": {"q": 1}, "id": "c", "type": "tool_call"}]}
]
LC = [
    {
        "lc": 1,
        "type": "constructor",
        "id": ["langchain", "schema", "messages", "AIMessage"],
        "kwargs": {**FLAT[0], "type": "ai"},
    }
]
BLOCKS = [{"role": "assistant", "content": [{"type": "tool_use", "id": "c", "name": "get", "input": {"q": 1}}]}]


@pytest.mark.parametrize("messages", [OPENAI, FLAT, LC, BLOCKS], ids=["OpenAI", "LangChain", "constructor", "blocks"])
@pytest.mark.parametrize("key", ["reference_outputs", "expectedOutput"])
def test_messages(messages: Any, key: str) -> None:
    """The calls of a reference are expected, whatever the family of its messages and however they are wrapped."""
    for value in (messages, {"messages": messages}, json.dumps(messages)):
        case = only(
            read(
                [{"inputs": {"messages": OPENAI[:1]}, "outputs": [{"role": "assistant", "content": "no"}], key: value}]
            ),
            "reference_messages",
        )
        assert (short(case), case.calls[0].call_id, case.input) == ([("get", {"q": 1})], "c", "hi")


def test_a_message_without_a_role() -> None:
    """A reference may be nothing but the calls of a message."""
    case = only(read([{"input": "x", "expectedOutput": {"tool_calls": OPENAI[1]["tool_calls"]}}]), "reference_messages")
    assert short(case) == [("get", {"q": 1})]


def test_turns() -> None:
    """The calls of one message are of one turn."""
    two = {"role": "assistant", "tool_calls": [*OPENAI[1]["tool_calls"], {"id": "d", "name": "put", "args": {}}]}
    case = only(read([{"reference_outputs": [two, *OPENAI[2:], *OPENAI[1:2]]}]), "reference_messages")
    assert [(call.tool, call.turn) for call in case.calls] == [("get", 0), ("put", 0), ("get", 2)]


def test_examples_of_a_data_set() -> None:
    """An example's outputs are its reference; a run of the same shape is none."""
    example = {
        "id": "e",
        "dataset_id": "d",
        "inputs": {"question": "hi"},
        "outputs": {"messages": OPENAI},
        "metadata": {"split": "test"},
    }
    case = only(read([example]), "reference_messages")
    assert (case.id, case.input, case.metadata["metadata"]) == ("e", {"question": "hi"}, {"split": "test"})
    with pytest.raises(ValueError, match="no gold"):
        read([{**example, "run_type": "chain"}])


def test_rows_that_cannot_be_used() -> None:
    """A row without a reference is skipped, one with a nameless call reported."""
    nameless = [{"role": "assistant", "content": "", "tool_calls": [{"function": {"name": None, "arguments": "{}"}}]}]
    file = read([{"reference_outputs": OPENAI}, {"inputs": 1}, {"reference_outputs": nameless}])
    assert [case.id for case in file.cases] == ["case-1"]
    assert skipped(file) == {"row without reference messages": 1}
    assert [str(problem.location) for problem in file.problems] == ["f.json · $[2].reference_outputs[0]"]

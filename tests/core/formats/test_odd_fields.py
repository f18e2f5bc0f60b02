"""Single fields that hold another kind of value than their format says, in shapes that random damage rarely hits."""

import json
from typing import Any

import pytest

from toolscore_core.formats import read_traces

ODD: tuple[Any, ...] = ([], {}, ["a"], 1.5, True, None, "x")


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize(
    ("shape", "tool"),
    [
        pytest.param(
            {"candidates": [{"content": {"role": "ODD", "parts": [{"functionCall": {"name": "t", "args": {}}}]}}]},
            "t",
            id="role of a Gemini candidate",
        ),
        pytest.param(
            [
                {
                    "type": "AIMessageChunk",
                    "content": "",
                    "tool_call_chunks": [{"index": "ODD", "name": "t", "id": "c", "args": "{}"}],
                }
            ],
            "t",
            id="index of a LangChain chunk",
        ),
    ],
)
def test_a_field_of_another_kind(shape: Any, tool: str, odd: Any) -> None:
    """The call is read all the same."""
    data = json.dumps(shape).replace('"ODD"', json.dumps(odd)).encode()
    (trace,) = read_traces(data).traces
    assert [call.tool for call in trace.calls] == [tool]
    assert all(isinstance(turn.role, str) and turn.role for turn in trace.turns)

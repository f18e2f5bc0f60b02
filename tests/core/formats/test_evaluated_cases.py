"""Test cases that were run: one trace a case, with the tools that were called, never those that were expected."""

import json
from typing import Any

import pytest

from toolscore_core.formats import read_traces

CALLED = {"name": "weather", "inputParameters": {"city": "Lisbon"}, "output": "sunny"}
SNAKE = {"name": "weather", "input_parameters": {"city": "Lisbon"}, "output": "sunny"}
CASE = {"name": "a", "input": "hi", "actualOutput": "Sunny.", "toolsCalled": [CALLED], "expectedTools": [{"name": "x"}]}

CASES: tuple[tuple[str, Any], ...] = (
    ("case", CASE),
    ("list", [CASE]),
    ("test run", {"testFile": "t.py", "testCases": [CASE], "conversationalTestCases": []}),
    ("python", [{"name": "a", "input": "hi", "actual_output": "Sunny.", "tools_called": [SNAKE]}]),
    (
        "conversation",
        [
            {
                "name": "a",
                "turns": [
                    {"role": "user", "content": "hi"},
                    {"role": "assistant", "content": "Sunny.", "tools_called": [SNAKE]},
                ],
            }
        ],
    ),
    (
        "vertex",
        [
            {
                "name": "a",
                "prompt": "hi",
                "response": "Sunny.",
                "predicted_trajectory": [{"tool_name": "weather", "tool_input": {"city": "Lisbon"}, "output": "sunny"}],
                "reference_trajectory": [{"tool_name": "x", "tool_input": {}}],
            }
        ],
    ),
)


@pytest.mark.parametrize("value", [value for _, value in CASES], ids=[name for name, _ in CASES])
def test_cases(value: Any) -> None:
    """Each shape gives the question, the calls and the answer."""
    file = read_traces(json.dumps(value).encode(), name="cases.json")
    assert (file.format, file.problems) == ("evaluated_cases", [])
    (trace,) = file.traces
    assert [(call.tool, call.args, call.result) for call in trace.calls] == [("weather", {"city": "Lisbon"}, "sunny")]
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "hi", []),
        ("assistant", "Sunny.", [0]),
    ]
    assert trace.case_id == "a"


def test_totals() -> None:
    """Verdict, cost and duration are those of the run."""
    case = {**CASE, "success": False, "tokenCost": 0.5, "completionTime": 2}
    (trace,) = read_traces(json.dumps(case).encode(), name="cases.json").traces
    assert (trace.outcome, trace.cost, trace.duration) == (False, 0.5, 2.0)


def test_other_rows() -> None:
    """A row without calls is reported, not read as a case in which nothing was called."""
    file = read_traces(json.dumps([CASE, {"input": "hi"}]).encode(), name="cases.json")
    assert (len(file.traces), [skipped.reason for skipped in file.skipped]) == (
        1,
        ["record that is no test case with calls"],
    )

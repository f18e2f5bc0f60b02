"""Samples of NESTFUL."""

import json
from typing import Any

import pytest

from tests.core.gold.gold_help import only, read, read_lines, short, skipped
from toolscore_core.intake import take_in

CALLS = [
    {"name": "find", "arguments": {"city": "Oslo"}, "label": "var1"},
    {"name": "book", "arguments": {"id": "$var1.id$", "days": [1, "$var1.days$"], "note": "a $ b"}, "label": "var2"},
    {"name": "var_result", "arguments": {"booking": "$var2$"}},
]


@pytest.mark.parametrize("output", [CALLS, json.dumps(CALLS)], ids=["list", "JSON text"])
def test_calls(output: Any) -> None:
    """Calls are expected in order; a reference stays as written and is named; the final answer is no call."""
    file = read([{"input": "Book.", "output": output, "sample_id": "s-1", "tools": [{"name": "x"}], "gold_answer": 3}])
    case = only(file, "nestful")
    assert short(case) == [("find", CALLS[0]["arguments"]), ("book", CALLS[1]["arguments"])]
    assert [call.metadata for call in case.calls] == [{}, {"references": ["id", "days"]}]
    assert [call.call_id for call in case.calls] == ["var1", "var2"]
    assert (case.id, case.input, case.metadata) == ("s-1", "Book.", {"gold_answer": 3})
    assert skipped(file) == {"answer that is no call": 1}


def test_lines_and_bad_rows() -> None:
    """Lines are rows too; what cannot be used is reported, and the others are read."""
    bad = {"input": "x", "output": [{"name": "a", "arguments": [1], "label": "var1"}]}
    file = read_lines({"input": "a", "output": CALLS}, {"input": "b", "output": "words"}, bad, 5)
    assert [case.id for case in file.cases] == ["case-1"]
    assert skipped(file)["row without a list of calls as `output`"] == 2
    assert [problem.location.line for problem in file.problems] == [3]


@pytest.mark.parametrize(("answer", "role"), [({}, "gold"), ({"generated_text": json.dumps(CALLS)}, "trace")])
def test_what_it_is_taken_for(answer: dict[str, str], role: str) -> None:
    """Samples are gold; with what a model wrote beside them they are taken for its trace, and can be taken for gold."""
    intake = take_in("x.json", json.dumps([{"input": "a", "output": CALLS, **answer}]).encode())
    assert (intake.role, "gold" in intake.roles) == (role, True)

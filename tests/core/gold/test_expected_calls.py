"""Rows that list the expected calls under a key of their own."""

import json
from typing import Any

import pytest

from tests.core.gold.gold_help import only, read, read_lines, short, skipped
from toolscore_core.intake import take_in

GET = ("get", {"q": 1})


@pytest.mark.parametrize(
    ("row", "calls", "asked"),
    [
        pytest.param({"input": "a", "expected_tools": [{"name": "get", "input_parameters": {"q": 1}}]}, [GET], "a", id="DeepEval"),
        pytest.param({"input": "a", "expectedTools": [{"name": "get", "inputParameters": {"q": 1}}]}, [GET], "a", id="DeepEval in camelCase"),
        pytest.param({"input": "a", "expected_tools": [{"name": "get", "input_parameters": None}]}, [("get", None)], "a", id="arguments not checked"),
        pytest.param({"input": "a", "expected_tools": [{"name": "get", "input_parameters": {}}]}, [("get", {})], "a", id="no arguments expected"),
        pytest.param({"user_input": [{"type": "human", "content": "a"}], "reference_tool_calls": [{"name": "get", "args": {"q": 1}}]}, [GET], "a", id="Ragas"),
        pytest.param({"prompt": "a", "reference_trajectory": [{"tool_name": "get", "tool_input": {"q": 1}}]}, [GET], "a", id="Vertex AI"),
        pytest.param({"prompt": "a", "reference_trajectory": json.dumps([{"tool_name": "get", "tool_input": {"q": 1}}])}, [GET], "a", id="JSON text"),
        pytest.param({"input": "a", "expected_trajectory": ["get", "put"]}, [("get", None), ("put", None)], "a", id="Strands"),
        pytest.param({"query": "a", "expectedToolCalls": [{"toolName": "get", "arguments": {"q": 1}}]}, [GET], "a", id="MCP test cases"),
        pytest.param({"query": "a", "expected_actions": ["get"]}, [("get", None)], "a", id="Azure AI"),
        pytest.param({"query": "a", "expected_tool_calls": [{"type": "function", "function": {"name": "get", "arguments": '{"q": 1}'}}]}, [GET], "a", id="as OpenAI writes calls"),
        pytest.param({"query": "a", "expected_tool_call": {"name": "get", "arguments": {"q": 1}}}, [GET], "a", id="one call"),
        pytest.param({"query": "a", "tools": "[]", "answers": '[{"name": "get", "arguments": {"q": 1}}]'}, [GET], "a", id="function-calling data"),
        pytest.param({"inputs": {"question": "a"}, "outputs": {"expected_tools": ["get"]}}, [("get", None)], {"question": "a"}, id="one level down"),
        pytest.param({"input": "a", "expected": [{"name": "get", "arguments": {"q": 1}}]}, [GET], "a", id="nothing but calls expected"),
        pytest.param({"input": "a", "expectedOutput": '[{"function": {"name": "get", "arguments": {"q": 1}}}]'}, [GET], "a", id="the same as JSON text"),
        pytest.param({"item": {"input": "a", "expected_tools": ["get"]}}, [("get", None)], "a", id="wrapped"),
    ],
)  # fmt: skip
def test_spellings(row: dict[str, Any], calls: list[Any], asked: Any) -> None:
    """The same call in the spelling of each tool, as a list and as lines."""
    for file in (read([row]), read_lines(row, row)):
        assert (file.format, short(file.cases[0]), file.cases[0].input) == ("expected_calls", calls, asked)


@pytest.mark.parametrize("key", ["testCases", "goldens", "cases", "tests", "examples"])
def test_rows_below_a_key(key: str) -> None:
    """The rows may stand in an object, under one of the usual keys."""
    row = {"name": "n", "input": "a", "expected_tools": [{"name": "get"}], "tags": ["x", 5]}
    case = only(read({"version": 1, key: [row]}), "expected_calls")
    assert (case.id, case.tags, case.source.path) == ("n", ("x",), f"$.{key}[0]")
    case = only(read({"run": {key: [row]}}), "expected_calls")
    assert (case.id, case.source.path) == ("n", f"$.run.{key}[0]")


@pytest.mark.parametrize("as_index", [False, True], ids=["lists", "by row number"])
def test_columns(as_index: bool) -> None:
    """A table written by columns is read by rows."""

    def column(*values: Any) -> Any:
        return {str(i): value for i, value in enumerate(values)} if as_index else list(values)

    value = {
        "prompt": column("a", "b"),
        "reference_trajectory": column([{"tool_name": "get", "tool_input": {}}], []),
        "predicted_trajectory": column([], []),
    }
    file = read(value)
    assert [(case.input, short(case)) for case in file.cases] == [("a", [("get", {})]), ("b", [])]


def test_what_was_recorded_is_not_gold() -> None:
    """Recorded calls beside the expected ones are no expectation, and a row without expected calls is no case."""
    recorded = {"tools_called": [{"name": "bad"}], "actual_output": "x"}
    file = read(
        [
            {"input": "a", "expected_tools": ["get"], **recorded, "note": 1},
            {"input": "b", "expected_tools": None, **recorded},
        ]
    )
    (case,) = file.cases
    assert (short(case), case.metadata) == ([("get", None)], {"note": 1})
    assert skipped(file) == {"row without expected calls": 1}


def test_a_file_with_both_sides_has_both_roles() -> None:
    """Where the recorded calls stand beside the expected ones, the file can be taken for either."""
    row = {"input": "a", "actual_output": "x", "tools_called": [{"name": "got"}], "expected_tools": [{"name": "get"}]}
    roles = take_in("x.json", json.dumps([row]).encode()).roles
    assert {"gold", "trace"} <= set(roles)
    gold = take_in("x.json", json.dumps([row]).encode(), role="gold").gold
    assert gold is not None
    assert [short(case) for case in gold.cases] == [[("get", None)]]


def test_names_that_mean_something_here() -> None:
    """A field that is called like one of this project's own cases is kept apart from it."""
    case = only(read([{"expected_tools": ["get"], "order": 3, "ignore": "x"}]), "expected_calls")
    assert (case.order, case.ignore, case.metadata) == ("given", (), {"original": {"ignore": "x", "order": 3}})


@pytest.mark.parametrize(
    "bad",
    [[None], [5], [{"name": ""}], [{"args": {}}], [{"name": "a", "args": [1]}], "words", [{"name": "a", "args": "x"}]],
)
def test_a_call_that_cannot_be_used(bad: Any) -> None:
    """A row with a call that cannot be used is reported with its place, and the others are read."""
    file = read([{"expected_tools": ["get"]}, {"expected_tools": bad}])
    assert [case.id for case in file.cases] == ["case-1"]
    (problem,) = file.problems
    assert problem.location.path == "$[1].expected_tools" + ("" if bad == "words" else "[0]")


def test_ids_that_repeat() -> None:
    """Every case gets an id of its own."""
    file = read([{"id": name, "expected_tools": ["get"]} for name in ("a", "a", "a#2", "a")])
    assert [case.id for case in file.cases] == ["a", "a#2", "a#2#2", "a#3"]
    assert len(file.problems) == 3


@pytest.mark.parametrize(
    "row",
    [
        {"input": "a", "answers": ["Seattle"], "tools": []},
        {"expected_tools": [{"role": "user"}]},
        {"expected_tools": "a\nb"},
    ],
)
def test_what_is_no_list_of_calls(row: dict[str, Any]) -> None:
    """A key that holds something else makes no gold."""
    with pytest.raises(ValueError, match="no gold"):
        read([row])


def test_rows_by_id() -> None:
    """An object that keeps each row under its id."""
    file = read({"a": {"expected_calls": [{"name": "get", "args": {"n": 1}}]}, "b": {"expected_calls": []}})
    assert [(case.id, short(case)) for case in file.cases] == [("a", [("get", {"n": 1})]), ("b", [])]


def test_the_only_tool() -> None:
    """A row may name one tool, with its arguments beside it or without."""
    rows = [{"expected_tool": "get", "expected_args": {"n": 1}}, {"expected_tool": "put"}]
    assert [short(case) for case in read(rows).cases] == [[("get", {"n": 1})], [("put", None)]]

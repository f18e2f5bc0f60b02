"""Answers of the Berkeley Function-Calling Leaderboard."""

import json
from typing import Any

import pytest

import toolscore_core as ts
from tests.core.gold.gold_help import only, read, read_lines, short, skipped


def answer(*calls: Any, id: str = "simple_0", **fields: Any) -> dict[str, Any]:
    return {"id": id, "ground_truth": list(calls), **fields}


@pytest.mark.parametrize(
    ("allowed", "expected"),
    [
        pytest.param([10], 10, id="one value stands for itself"),
        pytest.param(["cm", "centimetres"], "OneOf('cm', 'centimetres')", id="several values"),
        pytest.param(["cm", ""], "OptionalArgument('cm')", id="may be left out"),
        pytest.param(["cm", "m", ""], "OptionalArgument(OneOf('cm', 'm'))", id="one of several, or left out"),
        pytest.param([""], "OptionalArgument('')", id="nothing but left out"),
        pytest.param([[1, 2]], [1, 2], id="a list is one value"),
        pytest.param([[]], [], id="an empty list"),
        pytest.param([], "ANY", id="no value named"),
        pytest.param([{"min": [1], "max": [2, ""]}], "{'min': 1, 'max': OptionalArgument(2)}", id="allowed values in an object"),
        pytest.param([[{"a": [1, 2]}]], "[{'a': OneOf(1, 2)}]", id="allowed values in objects of a list"),
        pytest.param([{"min": 1}], "{'min': 1}", id="a value without a list"),
    ],
)  # fmt: skip
def test_allowed_values(allowed: Any, expected: Any) -> None:
    """A list of allowed values becomes what accepts exactly those."""
    case = only(read_lines(answer({"f": {"a": allowed, "b": [1]}})), "bfcl")
    value = (case.calls[0].args or {})["a"]
    assert expected in (value, repr(value))


def test_a_model_that_leaves_an_optional_argument_out() -> None:
    """An argument that may be left out is not missed, and a value that is not allowed is wrong."""
    case = only(read_lines(answer({"area": {"base": [10], "unit": ["cm", ""]}})), "bfcl")
    for args, score in (({"base": 10}, 1.0), ({"base": 10, "unit": "cm"}, 1.0), ({"base": 10, "unit": "m"}, 0.5)):
        metrics = ts.evaluate(case, ts.Trace(calls=[ts.ToolCall("area", args)])).metrics["argument_metrics"]
        assert metrics["f1"] == pytest.approx(score)


def test_turns_of_call_source() -> None:
    """Several turns of call source are the calls of one case, each with its turn and its text."""
    case = only(
        read_lines(answer(["cd(folder='x')", "ls()"], [], ["[sort('a.txt'), f(a=[-1])]"], id="multi_turn_base_0")),
        "bfcl",
    )
    assert short(case) == [("cd", {"folder": "x"}), ("ls", {}), ("sort", {"0": "a.txt"}), ("f", {"a": [-1]})]
    assert [call.turn for call in case.calls] == [0, 0, 2, 2]
    assert case.calls[0].metadata["source"] == "cd(folder='x')"
    assert (case.tags, case.order) == (("multi_turn_base",), "given")


@pytest.mark.parametrize(
    ("source", "args"),
    [
        pytest.param("cd('x')", {"folder": "x"}, id="as the other calls have it"),
        pytest.param("cd('x', 'y')", {"0": "x", "1": "y"}, id="more than the other calls have"),
        pytest.param("cp('x')", {"0": "x"}, id="the other calls differ"),
        pytest.param("mv('x', target='y')", {"0": "x", "target": "y"}, id="no other call with one argument"),
        pytest.param("post('x', tags=[])", {"content": "x", "tags": []}, id="as the function is defined"),
    ],
)
def test_positional_arguments(source: str, args: dict[str, Any]) -> None:
    """A positional argument has its name where the file says it, and its position elsewhere."""
    others = ["cd(folder='a')", "cd(folder='b')", "cp(a=1)", "cp(b=1)", "mv(source='a', target='b')"]
    post = {"name": "post", "parameters": {"properties": {"content": {}, "tags": {}}}}
    file = read_lines(answer([source], id="multi_turn_1", function=[post]), answer(others, id="multi_turn_2"))
    assert file.cases[0].calls[0].args == args


@pytest.mark.parametrize(
    ("id", "order"),
    [("simple_1", "given"), ("parallel_2", "any"), ("live_parallel_multiple_3-1-0", "any"), ("multiple_9", "given")],
)
def test_parallel_calls_have_no_order(id: str, order: str) -> None:
    """In the parallel categories calls match in any order, as on the leaderboard."""
    assert only(read_lines(answer({"f": {}}, {"g": {}}, id=id)), "bfcl").order == order


def test_dots_in_names() -> None:
    """A model may write an underscore for a dot."""
    case = only(read_lines(answer({"math.add": {"a": [1]}})), "bfcl")
    assert case.aliases == {"math_add": "math.add"}
    assert ts.evaluate(case, ts.Trace(calls=[ts.ToolCall("math_add", {"a": 1})])).score == 1.0


@pytest.mark.parametrize(
    "value",
    [
        pytest.param([answer({"f": {"a": [1]}})], id="one list"),
        pytest.param({"data": [answer({"f": {"a": [1]}})]}, id="below a key"),
        pytest.param([{"id": "simple_0", "possible_answer": [{"f": {"a": [1]}}]}], id="another key"),
        pytest.param([{"id": "simple_0", "ground_truth": json.dumps([{"f": {"a": [1]}}])}], id="JSON text"),
        pytest.param([{"id": "simple_0", "ground_truth": {"f": {"a": [1]}}}], id="one object"),
        pytest.param([{"id": "simple_0", "ground_truth": ["f(a=1)"]}], id="one turn of call source"),
        pytest.param(
            [{"id": "simple_0", "ground_truth": "[f(a=1)]", "more": 1}, answer({"g": {}}, id="x")],
            id="call source as a text",
        ),
    ],
)
def test_repackaged(value: Any) -> None:
    """The same answer, however it is packed."""
    file = read(value)
    assert file.format == "bfcl"
    assert (file.cases[0].id, short(file.cases[0])) == ("simple_0", [("f", {"a": 1})])


def test_the_question_beside_the_answer() -> None:
    """What the user said is the input, and definitions of functions are no calls."""
    question = [[{"role": "user", "content": "add"}], [{"role": "user", "content": "again"}]]
    case = only(read([answer({"f": {}}, question=question, function=[{"name": "g"}], difficulty="easy")]), "bfcl")
    assert (case.input, case.metadata) == (["add", "again"], {"difficulty": "easy"})
    assert short(case) == [("f", {})]


def test_version_1() -> None:
    """A line without an id is a case of its own."""
    file = read_lines({"f": {"a": [1]}}, {"g": {"b": ["x"]}})
    assert [(case.id, short(case)) for case in file.cases] == [
        ("case-1", [("f", {"a": 1})]),
        ("case-2", [("g", {"b": "x"})]),
    ]


def test_answers_in_words() -> None:
    """An answer that is a text is no call, and a row without one no case."""
    file = read_lines(
        answer({"f": {}}), answer("Seattle", id="memory_0"), {"id": "x", "ground_truth": "Oslo"}, {"id": "y"}
    )
    assert [case.id for case in file.cases] == ["simple_0"]
    assert skipped(file) == {"answer that is a text and no call": 2, "row without `ground_truth`": 1}


@pytest.mark.parametrize("bad", [["f(a=1)", "no source"], [{"f": 1}], [5, "f()"], [["f("]], [{" ": {}}]])
def test_a_call_that_cannot_be_used(bad: Any) -> None:
    """A case that cannot be read in whole is reported and left out."""
    file = read_lines(answer({"f": {}}), answer(*bad, id="simple_1"))
    assert [case.id for case in file.cases] == ["simple_0"]
    assert [problem.location.line for problem in file.problems] == [2]

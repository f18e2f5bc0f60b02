"""Queries and answers of ToolBench."""

from typing import Any

import pytest

from tests.core.gold.gold_help import only, read, short, skipped
from toolscore_core.gold.toolbench import function_name


@pytest.mark.parametrize(
    ("tool", "api", "name"),
    [
        ("Transitaires", "/Transitaires", "transitaires_for_transitaires"),
        ("Weather Now", "Get  Weather!", "get_weather_for_weather_now"),
        ("Numbers", "7 days", "get_7_days_for_numbers"),
        ("Files", "id", "is_id_for_files"),
        ("T" * 80, "a", "t" * 64),
    ],
)
def test_function_names(tool: str, api: str, name: str) -> None:
    """An API is called as ToolBench offers it to a model, so that traces name it likewise."""
    assert function_name(tool, api) == name


def test_queries() -> None:
    """The relevant APIs are called in any order, with arguments that are not checked."""
    row = {"query_id": 7, "query": "x", "api_list": [{"api_name": "z"}], "relevant APIs": [["T", "B"], ["T", "A"]]}
    file = read([row, {"query_id": 8, "query": "y"}, {**row, "query_id": 9, "relevant APIs": [["T"]]}])
    (case,) = file.cases
    assert (file.format, case.id, case.order, case.input) == ("toolbench", "7", "any", "x")
    assert short(case) == [("b_for_t", None), ("a_for_t", None)]
    assert case.calls[0].metadata == {"tool_name": "T", "api_name": "B"}
    assert skipped(file) == {"row without `relevant APIs`": 1}
    assert [str(problem.location) for problem in file.problems] == ["f.json · $[2]['relevant APIs'][0]"]


def answer(win: Any) -> dict[str, Any]:
    def called(name: str, arguments: str) -> dict[str, Any]:
        return {"role": "assistant", "content": None, "function_call": {"name": name, "arguments": arguments}}

    messages = [{"role": "user", "content": "x"}, called("a_for_t", '{"q": 1}'), called("Finish", "{}")]
    return {
        "win": win,
        "tree": {},
        "forward_args": {},
        "answer_generation": {"query": "x", "train_messages": [messages[:2], messages]},
    }


def test_an_answer() -> None:
    """An answer that won is a reference: its last snapshot gives the calls, without the one that ends it."""
    case = only(read(answer(True)), "toolbench")
    assert (case.id, case.input, short(case)) == ("f", "x", [("a_for_t", {"q": 1})])
    assert skipped(read(answer(False))) == {"answer that did not win": 1}

"""What is compared: aliases, ignored arguments, calls of the provider."""

from typing import Any

import pytest

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.evaluation import evaluate
from toolscore_core.evaluation.preparation import prepare
from toolscore_core.values import MISSING


def test_without_settings_the_calls_are_the_recorded_ones() -> None:
    """Nothing is copied where nothing changes."""
    call, expected = ToolCall("a", {"x": 1}), ToolCall("a", {"x": 1})
    prepared = prepare(Case("c", [expected]), Trace([call]))
    assert prepared.gold is not None
    assert prepared.gold[0] is expected
    assert prepared.trace[0] is call


def test_aliases_rename_recorded_calls() -> None:
    """A recorded name becomes the gold's name and is kept in the metadata; the input stays as it was."""
    recorded = [ToolCall("mcp__srv__find", metadata={"k": 1}), ToolCall("find"), ToolCall("other")]
    case = Case("c", [ToolCall("find")], aliases={"mcp__srv__find": "find", "find": "find"})
    prepared = prepare(case, Trace(recorded))
    assert [call.tool for call in prepared.trace] == ["find", "find", "other"]
    assert prepared.trace[0].metadata == {"k": 1, "recorded_name": "mcp__srv__find"}
    assert prepared.trace[1] is recorded[1]
    assert recorded[0].tool == "mcp__srv__find"


@pytest.mark.parametrize(
    ("ignore", "args", "left", "taken"),
    [
        pytest.param("q", {"q": 1, "n": 2}, {"n": 2}, {"q": 1}, id="bare path"),
        pytest.param("*.q", {"q": 1, "n": 2}, {"n": 2}, {"q": 1}, id="any tool"),
        pytest.param("search.q", {"q": 1, "n": 2}, {"n": 2}, {"q": 1}, id="this tool"),
        pytest.param("send.q", {"q": 1}, {"q": 1}, {}, id="another tool"),
        pytest.param("filters.date", {"filters": {"date": 1, "x": 2}}, {"filters": {"x": 2}}, {"filters.date": 1}, id="nested"),
        pytest.param("search.filters.date", {"filters": {"date": 1}}, {"filters": {}}, {"filters.date": 1}, id="nested, this tool"),
        pytest.param("items[].id", {"items": [{"id": 1, "n": 2}, {"n": 3}]}, {"items": [{"n": 2}, {"n": 3}]}, {"items[0].id": 1}, id="every item"),
        pytest.param("items[1]", {"items": [5, 6]}, {"items": [5, None]}, {"items[1]": 6}, id="one item keeps its place"),
        pytest.param("items[4]", {"items": [5, 6]}, {"items": [5, 6]}, {}, id="an item that is not there"),
        pytest.param("items[0]", {"items": (5, 6)}, {"items": (None, 6)}, {"items[0]": 5}, id="tuple"),
        pytest.param("q.deep", {"q": "text"}, {"q": "text"}, {}, id="a path through a text"),
        pytest.param("gone", {"q": 1}, {"q": 1}, {}, id="not there"),
    ],
)  # fmt: skip
def test_ignored_paths(ignore: str, args: dict[str, Any], left: dict[str, Any], taken: dict[str, Any]) -> None:
    """What stands at an ignored path is left out of a copy, and what it was is kept."""
    call = ToolCall("search", args)
    prepared = prepare(Case("c", [ToolCall("search"), ToolCall("send")], ignore=(ignore,)), Trace([call]))
    assert prepared.trace[0].args == left
    assert prepared.trace_removed == ({0: taken} if taken else {})
    assert call.args is args


def test_a_tool_whose_name_has_a_dot() -> None:
    """The longest tool name at the start of a path is the tool."""
    case = Case("c", [ToolCall("srv.find", {"q": 1}), ToolCall("srv", {"find": {"q": 1}})], ignore=("srv.find.q",))
    prepared = prepare(case, Trace())
    assert prepared.gold is not None
    assert [call.args for call in prepared.gold] == [{}, {"find": {"q": 1}}]


def test_ignored_arguments_do_not_count_and_are_shown() -> None:
    """A difference at an ignored path costs nothing and stands in the row as not checked, with both values."""
    case = Case("c", [ToolCall("a", {"x": 1, "at": "mon"})], ignore=("at",))
    evaluation = evaluate(case, Trace([ToolCall("a", {"x": 1, "at": "tue", "z": 1})]))
    assert evaluation.metrics["argument_metrics"]["recall"] == 1
    assert evaluation.alignment is not None
    (row,) = evaluation.alignment.rows
    left_out = [d for d in row.differences if d.state is ArgumentState.NOT_CHECKED]
    assert [(d.path, d.expected, d.actual) for d in left_out] == [("at", "mon", "tue")]
    assert {d.path: d.state for d in row.differences}["z"] is ArgumentState.UNEXPECTED


def test_an_ignored_argument_on_one_side() -> None:
    """Where one side lacks it, the other value is shown alone."""
    case = Case("c", [ToolCall("a", {"x": 1}), ToolCall("b", {"x": 1})], ignore=("x",))
    evaluation = evaluate(case, Trace([ToolCall("a")]))
    assert evaluation.alignment is not None
    shown = [
        (row.state, [(d.path, d.expected, d.actual) for d in row.differences]) for row in evaluation.alignment.rows
    ]
    assert shown == [(State.MATCH, [("x", 1, MISSING)]), (State.MISSING, [("x", 1, MISSING)])]


def test_the_providers_own_calls_do_not_count() -> None:
    """A call that the provider ran, of a tool that the gold never names, is left out of pairing and scores."""
    search = ToolCall("web_search", {"q": 1}, provider_executed=True)
    evaluation = evaluate(
        Case("c", [ToolCall("a"), ToolCall("b")]), Trace([search, ToolCall("a"), search, ToolCall("b")])
    )
    assert evaluation.scored == (1, 3)
    assert evaluation.score == 1
    assert evaluation.alignment is not None
    assert [(row.gold_index, row.trace_index) for row in evaluation.alignment.rows] == [(0, 1), (1, 3)]
    assert [(pair.gold_index, pair.trace_index) for pair in evaluation.alignment.pairing.pairs] == [(0, 1), (1, 3)]


def test_a_providers_call_that_the_gold_names_counts() -> None:
    """Where the gold expects the tool, its calls are compared like any other, also under an alias."""
    call = ToolCall("web_search_20250305", provider_executed=True)
    case = Case("c", [ToolCall("web_search")], aliases={"web_search_20250305": "web_search"})
    evaluation = evaluate(case, Trace([call, ToolCall("x")]))
    assert evaluation.scored == (0, 1)
    assert evaluation.alignment is not None
    assert evaluation.alignment.pairing.unpaired_trace == (1,)


def test_without_gold_every_call_takes_part() -> None:
    """There is nothing to name a tool, so nothing is set aside."""
    assert evaluate(None, Trace([ToolCall("web_search", provider_executed=True)])).scored == (0,)

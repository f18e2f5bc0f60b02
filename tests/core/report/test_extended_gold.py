"""Reports and tables of gold that says more than a list."""

import io
import json

import pytest
from hypothesis import given, settings
from rich.console import Console

from tests.evaluations import call, masked
from tests.strategies import FEW_VALUES, OPTIONAL, expected_calls, nested, trace_calls
from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.cli.diff import print_case
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.matchers import OptionalArgument
from toolscore_core.report import export, frames
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.words import expected_text, state_notes, state_text

GOLD = [
    call("find", {"q": "x", "page": OptionalArgument(1)}),
    ExpectedCall("ask", {"why": OptionalArgument("y")}, optional=True),
    ExpectedCall("search", {"q": "y"}, alternatives=("web",)),
    ExpectedCall("send", optional=True),
]


def view() -> MaskedEvaluation:
    return masked(GOLD, [call("find", {"q": "x"}), call("web", {"q": "y"}), call("send")])


def test_the_rows_and_what_is_said_of_them() -> None:
    """An optional call that was not made has a quiet row at its place; nothing is coloured as missing."""
    rows = view().rows
    assert [state_text(row) for row in rows] == [
        "✓ match",
        "optional, not made",
        "✓ match, alternative to search",
        "✓ match, optional",
    ]
    assert [row.gold_index for row in rows] == [0, 1, 2, 3]
    assert [row.completed for row in rows] == [True, None, True, True]
    assert state_notes(rows[1]) == []
    assert view().verdict == "Passes: all 3 expected calls were made. Score 1.00, grade A."


def test_optional_arguments_in_words() -> None:
    """A reader sees that the value may be absent."""
    assert expected_text({"$optional": {"$regex": "a+"}}) == "/a+/ or absent"
    assert expected_text({"x": {"$optional": 1}}) == '{"x": 1 or absent}'


def test_every_report_says_it() -> None:
    """HTML, Markdown, CSV, JSON and the terminal name optional calls that were not made, and alternatives."""
    for text in (export.to_html([view()]), export.to_markdown([view()]), export.to_csv([view()])):
        assert "optional, not made" in text
        assert "alternative to search" in text
    report = json.loads(export.to_json([view()]))
    assert [row["omitted"] for row in report["rows"]] == [False, True, False, False]
    assert [row["alternative"] for row in report["rows"]] == [False, False, True, False]
    assert report["gold_calls"][2]["alternatives"] == ["web"]


def terminal(shown: MaskedEvaluation) -> str:
    console = Console(width=200, file=io.StringIO(), record=True)
    print_case(console, shown, verbose=True)
    return console.export_text()


def test_the_terminal_says_it() -> None:
    """Its narrow column folds the words."""
    text = terminal(view())
    assert "optional, not made" in text
    assert "alternative" in text


def test_a_case_without_an_order_says_so() -> None:
    """Otherwise positions that fall would look like moved calls."""
    shown = masked([call("a"), call("b")], [call("b"), call("a")], order="any")
    assert [row.gold_index for row in shown.rows] == [1, 0]
    for text in (export.to_html([shown]), export.to_markdown([shown]), terminal(shown)):
        assert "The expected calls may come in any order." in text
        assert "any order" not in terminal(view())


def test_tables() -> None:
    """The calls table has a state for it, and an absent optional argument is no line of the arguments table."""
    assert frames.calls_frame([view()])["state"].tolist() == ["match", "optional, not made", "match", "match"]
    lines = lines_of(frames.arguments_frame([view()]))
    assert [(line["tool"], line["argument"]) for line in lines] == [("find", "q"), ("search", "q")]


@given(expected_calls(nested(FEW_VALUES) | OPTIONAL), trace_calls(nested(FEW_VALUES)))
@settings(max_examples=80)
def test_argument_sums_are_those_of_argument_f1(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """The cells of the heatmap sum to what precision and recall divide, whatever is optional."""
    found = masked(gold, trace)
    table = frames.arguments_frame([found])
    correct, expected, actual = (int(table[name].sum()) for name in ("correct", "expected", "actual"))
    metric = found.metrics["argument_metrics"]
    if expected or actual:
        assert metric["precision"] == pytest.approx(correct / actual if actual else 0.0)
        assert metric["recall"] == pytest.approx(correct / expected if expected else 0.0)
    else:
        assert metric["f1"] in (0.0, 1.0)

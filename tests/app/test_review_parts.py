"""What the parts of the review page say, without a browser."""

from dataclasses import replace
from typing import Any

import pytest

from pages._ui.review.inspection import Inspection, inspect, points_text
from pages._ui.review.make_gold import editor_frame, gold_case
from pages._ui.review.messages import WINDOW_MARGIN, WINDOW_STEP, conversation_payload
from pages._ui.review.notes import notes_of
from pages._ui.review.selection import selected_position
from pages._ui.review.table import column_order, table_frame, widths
from tests.app.hand_made import call, case, difference, evaluation, masked, refund, trace, turn, without_gold
from toolscore_core.alignment import ArgumentState, State
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.evaluation import evaluate
from toolscore_core.masked import MaskedEvaluation, MaskedRow


def sections(inspection: Inspection) -> dict[str, Any]:
    """Sections by title."""
    return {section["title"]: section for section in inspection["sections"]}


def cells(section: Any) -> list[tuple[str, ...]]:
    """Path and the text of each cell, with its symbol."""
    lines = []
    for path, found in section["arguments"]:
        texts = [
            f"{cell['symbol']} {cell['words'] or ''.join(text for text, _ in cell['segments'])}".strip()
            for cell in found
        ]
        lines.append((path, *texts))
    return lines


def test_the_inspector_shows_each_argument_on_both_sides() -> None:
    """Path, expected and actual, with symbol and words."""
    found = inspect(refund(), 3, version="1")
    assert (found["tool"], found["place"]) == ("issue_refund", "call 4 of 6")
    assert cells(sections(found)["Arguments"]) == [
        ("order", '"A-17"', '✓ "A-17"'),
        ("amount", "42.5", "± 45.2"),
        ("note", "not checked", '"late"'),
    ]


def test_the_inspector_opens_the_score_to_its_arithmetic() -> None:
    """What this call took, metric by metric, and nothing of metrics in which it lost nothing."""
    weighted = replace(refund(), weights={"selection_accuracy": 0.4, "argument_f1": 0.3, "required_call_recall": 0.0})
    points = sections(inspect(weighted, 3, version="1"))["What this call does to the score"]["points"]
    assert points == [("Argument F1", "1 of 2 arguments right", "−0.09")]
    match = sections(inspect(weighted, 0, version="1"))["What this call does to the score"]["points"]
    assert match == [("Selection accuracy", "nothing lost", "0"), ("Argument F1", "nothing lost", "0")]
    moved = sections(inspect(weighted, 4, version="1"))["What this call does to the score"]
    assert moved["lines"] == ["Nothing is lost by this call."]


def test_without_gold_there_is_no_arithmetic() -> None:
    """No score, so nothing is said about it."""
    found = sections(inspect(without_gold(), 0, version="1"))
    assert "What this call does to the score" not in found
    assert found["Arguments"]["columns"] == ["Actual"]


def test_result_error_and_timing() -> None:
    """The result as JSON, the error of a failed call, when it started and what it cost."""
    paid = sections(inspect(refund(), 3, version="1"))
    assert paid["Result"]["block"] == '{"status": "ok", "refund": "R-88"}'
    assert paid["Timing and cost"]["lines"] == [
        "Started 1.90 s into the trace · 0.88 s · $0.0009",
        "Tokens of its turn: 412 in, 38 out",
    ]
    failed = sections(inspect(refund(), 1, version="1"))
    assert failed["Error"]["block"] == "timed out"
    assert "Result" not in failed


def test_findings_are_named_with_their_place() -> None:
    """A credential: its number, kind, place and preview, never itself."""
    lines = sections(inspect(refund(), 6, version="1"))["Findings"]["lines"]
    assert lines == ["● credential #1: openai_api_key in arguments headers.Authorization (sk-p…9x)"]


def test_a_missing_call_shows_what_was_expected() -> None:
    """No result, no timing, only the expected arguments with matchers in words."""
    found = inspect(refund(), 5, version="1")
    assert found["place"] == "expected call 5 of 5"
    assert cells(sections(found)["Arguments"]) == [("to", "any"), ("subject", "/refund/")]
    assert "Result" not in sections(found)


def test_a_substitute_shows_both_calls_side_by_side() -> None:
    """Two tools: nothing is compared, nothing is marked."""
    row = MaskedRow(State.SUBSTITUTE, 0, 0, call("a", {"x": 1}), call("b", {"y": 2}))
    shown = evaluation([row], gold=case("c", [call("a")]), recorded=trace([call("b")]))
    found = sections(inspect(shown, 0, version="1"))
    assert cells(found["Arguments"]) == [("x", "1", "–"), ("y", "–", "2")]
    assert ("Instead of", "a") in found["Details"]["facts"]


def test_unchecked_arguments_say_so() -> None:
    """A gold call without args compares nothing."""
    row = MaskedRow(State.MATCH, 0, 0, call("a"), call("a", {"x": 1}))
    shown = evaluation([row], gold=case("c", [call("a")]), recorded=trace([call("a")]))
    assert sections(inspect(shown, 0, version="1"))["Arguments"]["lines"] == [
        "The expected call does not check arguments."
    ]


def test_an_alias_names_what_was_recorded() -> None:
    """The name in the file, the agent and the call it was made in."""
    recorded = call(
        "search", {}, agent=masked("helper"), parent_id=masked("c1"), metadata={"recorded_name": "mcp__search"}
    )
    row = MaskedRow(State.MATCH, 0, 0, call("search", {}), recorded)
    facts = sections(inspect(evaluation([row], gold=case("c", []), recorded=trace([recorded])), 0, version="1"))
    assert facts["Details"]["facts"] == [("Recorded name", "mcp__search"), ("Agent", "helper"), ("Inside call", "c1")]


def test_missing_and_unexpected_arguments() -> None:
    """Said in words and with a symbol."""
    row = MaskedRow(
        State.CHANGED,
        0,
        0,
        call("a", {"x": 1}),
        call("a", {"y": 2}),
        (
            difference("x", ArgumentState.MISSING, expected=1),
            difference("y", ArgumentState.UNEXPECTED, actual=2),
        ),
    )
    shown = evaluation([row], gold=case("c", []), recorded=trace([]))
    assert cells(sections(inspect(shown, 0, version="1"))["Arguments"]) == [
        ("x", "1", "− not given"),
        ("y", "not expected", "+ 2"),
    ]


@pytest.mark.parametrize(
    ("points", "text"),
    [(0.0, "0"), (0.09, "−0.09"), (0.004, "−0.004"), (0.3, "−0.30"), (0.00012, "−0.0001"), (0.000022, "−0.00002")],
)
def test_points_keep_their_first_digit(points: float, text: str) -> None:
    """A small loss is never shown as none."""
    assert points_text(points) == text


@pytest.mark.parametrize(
    ("kept", "number", "position"),
    [
        pytest.param(range(7), 4, 3, id="the row of the URL"),
        pytest.param(range(7), None, 1, id="the first that is no plain match"),
        pytest.param(range(7), 99, 1, id="a row that is not there"),
        pytest.param([0, 2], None, 0, id="matches only: the first"),
        pytest.param([3], 1, 3, id="the row of the URL is filtered out"),
        pytest.param([], 4, None, id="no rows"),
    ],
)
def test_which_row_is_inspected(kept: Any, number: int | None, position: int | None) -> None:
    """Evidence is on the screen at once, and a link opens its row."""
    assert selected_position(refund(), list(kept), number) == position


def test_the_table_says_what_the_lane_says() -> None:
    """Same rows, in words."""
    frame = table_frame(refund(), [4, 5])
    assert frame["row"].tolist() == [5, 6]
    assert frame["state"].tolist() == ["⇅ moved 2→5", "− missing"]
    assert frame["actual_tool"].tolist() == ["verify_identity", "never called"]


def test_the_table_starts_with_what_has_to_be_in_sight() -> None:
    """State, both calls, flags and measures stand before the arguments, and fit beside the inspector."""
    order = column_order(refund())
    assert order[:7] == ("row", "state", "expected_tool", "actual_tool", "flags", "duration_s", "cost_usd")
    assert order[7:] == ("expected_args", "actual_args")
    frame = table_frame(refund(), range(7))
    assert frame["flags"].tolist() == ["", "! failed", "", "", "", "", "● credential"]
    frame["flags"] = "! failed, ● credential, ⊘ forbidden call"
    frame["expected_tool"] = frame["actual_tool"] = "a_name_of_a_tool_that_is_long"
    assert sum(widths(refund(), frame).values()) <= 570


def test_the_table_leaves_out_columns_that_would_be_empty() -> None:
    """No expected calls without gold, no measures where none is recorded."""
    assert column_order(without_gold()) == ("row", "actual_tool", "flags", "duration_s", "cost_usd", "actual_args")
    bare = evaluation([MaskedRow(None, None, 0, None, call("a"))], gold=None, recorded=trace([call("a")]))
    assert column_order(bare) == ("row", "actual_tool", "flags", "actual_args")


def test_the_conversation_shows_what_came_back() -> None:
    """The result or the error of each call on one line, cut where it is long."""
    calls = [
        call("a", result={"x": 1}),
        call("b", error=masked("timed\n out")),
        call("c", result="y " * 400),
        call("d"),
    ]
    rows = [MaskedRow(None, None, number, None, made, failed=made.is_error) for number, made in enumerate(calls)]
    shown = evaluation(rows, gold=None, recorded=trace(calls, [turn("assistant", "", range(4))]))
    (message,) = conversation_payload(shown, version="1", selected=None)["messages"]
    first, failed, long, silent = message["calls"]
    assert (first["outcome"], first["failed"]) == ('{"x": 1}', False)
    assert (failed["outcome"], failed["failed"], failed["badges"]) == ("timed out", True, [])
    assert long["outcome"].endswith("…")
    assert len(long["outcome"]) <= 201
    assert silent["outcome"] == ""


def test_calls_never_made_end_the_conversation() -> None:
    """Missing rows only, after the last message; a selected one opens the last window."""
    payload = conversation_payload(refund(), version="1", selected=5)
    assert [(one["row"], one["tool"], one["outcome"]) for one in payload["missing"]] == [(6, "send_email", "")]
    assert payload["missing_note"] == "1 expected call"
    talk = long_talk(1000)
    lost = replace(talk, rows=(*talk.rows, MaskedRow(State.MISSING, 0, None, call("a", None), None)))
    assert conversation_payload(lost, version="1", selected=0)["missing"] == []
    last = conversation_payload(lost, version="1", selected=1000)
    assert last["after"] == 0
    assert last["missing"][0]["words"] == "arguments not checked"


def test_the_conversation_names_its_calls() -> None:
    """Each message with the calls it issued, by their rows."""
    payload = conversation_payload(refund(), version="1", selected=3)
    assert [message["role"] for message in payload["messages"]][:2] == ["user", "assistant"]
    assert [[one["row"] for one in message["calls"]] for message in payload["messages"]] == [
        [],
        [1],
        [2],
        [3],
        [4],
        [5, 7],
    ]
    assert payload["note"] == ""


def long_talk(count: int) -> MaskedEvaluation:
    """A trace of `count` messages of which each issues one call."""
    calls = [call("step", {"n": number}, turn=number) for number in range(count)]
    rows = [MaskedRow(None, None, number, None, made) for number, made in enumerate(calls)]
    turns = [turn("assistant", "x" * 20_000, [number]) for number in range(count)]
    return evaluation(rows, gold=None, recorded=trace(calls, turns))


def test_a_long_conversation_opens_around_the_selected_call() -> None:
    """A window of messages, with how many are outside; long texts are cut."""
    payload = conversation_payload(long_talk(1000), version="1", selected=500)
    numbers = [message["number"] for message in payload["messages"]]
    assert 501 in numbers
    assert len(numbers) == WINDOW_STEP + 2 * WINDOW_MARGIN
    assert (payload["before"], payload["after"]) == (numbers[0] - 1, 1000 - numbers[-1])
    assert payload["messages"][0]["cut"] == 12_000
    assert conversation_payload(long_talk(1000), version="1", selected=500, page=0)["before"] == 0


def test_calls_without_a_message_are_counted() -> None:
    """The conversation says when it does not name every call."""
    calls = [call("a"), call("b")]
    rows = [MaskedRow(None, None, number, None, made) for number, made in enumerate(calls)]
    shown = evaluation(rows, gold=None, recorded=trace(calls, [turn("user", "hi"), turn("assistant", "", [0])]))
    assert conversation_payload(shown, version="1", selected=1)["note"].startswith("1 of 2 calls belong to no message")


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        pytest.param(refund(), [], id="an ordinary case"),
        pytest.param(
            evaluation([], gold=case("c", []), recorded=None), ["There is no trace of run model-b"], id="no trace"
        ),
        pytest.param(evaluation([], gold=case("c", []), recorded=trace([])), ["holds no tool calls"], id="empty trace"),
        pytest.param(
            evaluation([], gold=None, recorded=replace(trace([call("a")]), metadata={"error": "rate limit"})),
            ['ends with an error: "rate limit"'],
            id="a trace with an error",
        ),
    ],
)
def test_special_cases_are_said(shown: MaskedEvaluation, words: list[str]) -> None:
    """No trace, an empty trace and one that broke off are three different things."""
    notes = notes_of(shown)
    assert len(notes) == len(words)
    assert all(word in note for word, note in zip(words, notes, strict=True))


def test_the_gold_editor_leaves_out_failed_calls() -> None:
    """A failed attempt is not expected unless somebody says so."""
    frame = editor_frame(refund())
    assert frame["keep"].tolist() == [True, False, True, True, True, True]
    assert frame["note"].tolist()[1] == "failed"


def test_gold_is_made_from_kept_calls() -> None:
    """Kept calls in order; unchecked ones have args None; without arguments means none expected."""
    recorded = Trace(calls=[ToolCall("a", {"x": 1}), ToolCall("b"), ToolCall("c", {"y": 2})])
    made = gold_case(evaluate(None, recorded), {0, 1, 2}, {0, 1}, "new")
    assert made.id == "new"
    assert [(one.tool, one.args) for one in made.calls] == [("a", {"x": 1}), ("b", {}), ("c", None)]
    assert [one.tool for one in gold_case(evaluate(None, recorded), {2}, {2}, "new").calls] == ["c"]


def test_gold_made_from_gold_keeps_its_settings() -> None:
    """Aliases, ignored paths and tags stay; calls carry the gold names."""
    before = Case(
        "old", [ToolCall("search", {"q": "x"})], tags=("t",), ignore=("search.id",), aliases={"mcp__search": "search"}
    )
    recorded = Trace(calls=[ToolCall("mcp__search", {"q": "y", "id": 7})])
    made = gold_case(evaluate(before, recorded), {0}, {0}, "old")
    assert (made.tags, made.ignore, made.aliases) == (before.tags, before.ignore, before.aliases)
    assert [(one.tool, one.args) for one in made.calls] == [("search", {"q": "y", "id": 7})]

"""What may be shown of an evaluation."""

import math
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.calls import Case, ToolCall, Trace, Turn
from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import Location
from toolscore_core.evaluation import evaluate
from toolscore_core.masked import MaskedEvaluation, mask_evaluation, mask_missing
from toolscore_core.matchers import ANY
from toolscore_core.values import MISSING

KEY = "sk-" + "ant-" + "api03-Qw3rTy7uIoP1aSdF5gHjKlZ9xCvB"
OTHER = "gh" + "p_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0iL3oRx"


def masked(case: Case | None, trace: Trace, masker: Masker | None = None, **options: Any) -> MaskedEvaluation:
    """The masked view of one trace."""
    return mask_evaluation(evaluate(case, trace, **options), masker or Masker(), case_id="c", run="m", trial=2)


def test_key_and_counts() -> None:
    """The view has its key, the counts of every state, and what was completed."""
    gold = [ToolCall("a"), ToolCall("b", {"x": 1}), ToolCall("d")]
    view = masked(Case("c", gold), Trace([ToolCall("a"), ToolCall("b", {"x": 2}, metadata={"error": "e"})]))
    assert (view.key, view.case_id, view.run, view.trial) == ("c|m|2", "c", "m", 2)
    assert view.counts == {**dict.fromkeys(State, 0), State.MATCH: 1, State.CHANGED: 1, State.MISSING: 1}
    assert (view.completed, view.failed_count, view.provider_executed_count) == ((1, 3), 1, 0)
    assert (view.passed, view.severity) == (False, (2, view.score))


def test_rows() -> None:
    """A row shows both calls, the differences by path with matchers as JSON, and whether the call failed."""
    case = Case("c", [ToolCall("b", {"x": 1, "y": ANY, "w": 1}), ToolCall("e")])
    view = masked(case, Trace([ToolCall("b", {"x": 2, "y": 3, "z": 4}, metadata={"is_error": True})]))
    first, second = view.rows
    assert (first.state, first.gold_index, first.trace_index, first.failed, first.scored) == (
        State.CHANGED,
        0,
        0,
        True,
        True,
    )
    assert {d.path: (d.state, d.expected, d.actual) for d in first.differences} == {
        "x": (ArgumentState.CHANGED, 1, 2),
        "y": (ArgumentState.MATCHED, {"$any": True}, 3),
        "w": (ArgumentState.MISSING, 1, MISSING),
        "z": (ArgumentState.UNEXPECTED, MISSING, 4),
    }
    assert first.expected is not None
    assert first.expected.args == {"x": 1, "y": {"$any": True}, "w": 1}
    assert (second.state, second.trace_index, second.actual, second.failed) == (State.MISSING, None, None, False)


def test_a_moved_row_knows_its_expected_place() -> None:
    """The place that the gold gives a moved call is kept for the mark in the lane."""
    a, b, c = (ToolCall(name) for name in "abc")
    view = masked(Case("c", [a, b, c]), Trace([b, c, a]))
    assert [(row.state, row.expected_place) for row in view.rows] == [
        (State.MATCH, None),
        (State.MATCH, None),
        (State.MOVED, 0),
    ]


def test_calls_of_the_provider_are_shown_without_a_state() -> None:
    """A call that is not scored stands at its place, flagged, and in no count."""
    search = ToolCall("web_search", {"q": 1}, provider_executed=True)
    view = masked(
        Case("c", [ToolCall("a"), ToolCall("b")]), Trace([search, ToolCall("a"), search, search, ToolCall("b"), search])
    )
    assert [(row.trace_index, row.state, row.scored) for row in view.rows] == [
        (0, None, False),
        (1, State.MATCH, True),
        (2, None, False),
        (3, None, False),
        (4, State.MATCH, True),
        (5, None, False),
    ]
    assert (view.provider_executed_count, sum(view.counts.values())) == (4, 2)


def test_without_gold() -> None:
    """Every recorded call is a row without a state, and there is no score."""
    view = masked(None, Trace([ToolCall("a"), ToolCall("b", metadata={"error": "e"})]))
    assert [(row.state, row.trace_index, row.failed) for row in view.rows] == [(None, 0, False), (None, 1, True)]
    assert (view.score, view.grade, view.weights, view.case, view.passed, view.completed) == (
        None,
        None,
        {},
        None,
        None,
        None,
    )
    assert view.severity == (3, 1.0)


def test_a_renamed_call_is_shown_under_the_golds_name() -> None:
    """The row has the gold's name and keeps the recorded one; the trace keeps its own."""
    view = masked(Case("c", [ToolCall("a")], aliases={"mcp__a": "a"}), Trace([ToolCall("mcp__a", result=1)]))
    (row,) = view.rows
    assert row.actual is not None
    assert (row.actual.tool, row.actual.metadata["recorded_name"], row.actual.result) == ("a", "mcp__a", 1)
    assert view.trace is not None
    assert view.trace.calls[0].tool == "mcp__a"


def test_ignored_arguments_stay_in_the_shown_calls() -> None:
    """What is not compared is shown in both calls and marked as not checked."""
    view = masked(Case("c", [ToolCall("a", {"at": 1})], ignore=("at",)), Trace([ToolCall("a", {"at": 2})]))
    (row,) = view.rows
    assert row.expected is not None
    assert row.actual is not None
    assert (row.expected.args, row.actual.args) == ({"at": 1}, {"at": 2})
    assert [(d.path, d.state, d.expected, d.actual) for d in row.differences] == [
        ("at", ArgumentState.NOT_CHECKED, 1, 2)
    ]


def test_findings() -> None:
    """Findings name kind, place and rule; a row knows its own."""
    trace = Trace(
        [
            ToolCall("a"),
            ToolCall("sh", {"env": {"KEY": KEY}}, result=[OTHER], metadata={"error": f"no {KEY}"}),
        ]
    )
    view = masked(
        Case("c", [ToolCall("a")]), trace, forbidden=[{"tool": "rm"}, {"tool": "sh", "reason": f"leaks {KEY}"}]
    )
    forbidden, *credentials = view.findings
    assert (forbidden.kind, forbidden.name, forbidden.call_index, forbidden.rule_index) == (
        "forbidden call",
        "rule 2: sh",
        1,
        1,
    )
    assert forbidden.reason is not None
    assert forbidden.reason.startswith("leaks [REDACTED")
    assert [(f.kind, f.name, f.source, f.path, f.ordinal) for f in credentials] == [
        ("credential", "anthropic_api_key", "args", "env.KEY", 1),
        ("credential", "github_token", "result", "[0]", 2),
        ("credential", "anthropic_api_key", "error", "", 1),
    ]
    assert [row.findings for row in view.rows] == [(), (0, 1, 2, 3)]
    assert view.severity[0] == 1


def test_one_credential_has_one_number_in_the_workspace() -> None:
    """The number in a finding is the number in the masked text, across traces."""
    masker = Masker()
    first = masked(None, Trace([ToolCall("a", {"k": OTHER})]), masker)
    second = masked(None, Trace([ToolCall("a", {"k": KEY, "l": OTHER})]), masker)
    assert [f.ordinal for f in first.findings] == [1]
    assert [f.ordinal for f in second.findings] == [2, 1]
    assert second.trace is not None
    assert second.trace.calls[0].args is not None
    assert "#2:" in second.trace.calls[0].args["k"]
    assert "#1:" in second.trace.calls[0].args["l"]


def test_no_field_carries_a_credential() -> None:
    """Whatever field of case and trace holds a credential, the view does not."""
    call = ToolCall(
        f"t {KEY}", {KEY: KEY, "x": [KEY]}, result={"k": KEY}, metadata={"error": KEY, "m": KEY}, call_id=KEY, agent=KEY, parent_id=KEY,
    )  # fmt: skip
    trace = Trace(
        [call, ToolCall("z", {"k": KEY})], id=KEY, case_id=KEY, model=KEY, turns=[Turn("user", KEY, model=KEY)], outcome={"k": KEY},
        source=Location(KEY, path=KEY), metadata={"m": KEY},
    )  # fmt: skip
    case = Case(
        KEY, [call, ToolCall("y", {"k": KEY})], input=KEY, tags=(KEY,), ignore=("x",), aliases={KEY: KEY}, source=Location(KEY),
        forbidden=[{"tool": "z", "reason": KEY, "other": 1}],
    )  # fmt: skip
    view = mask_evaluation(evaluate(case, trace), Masker(), case_id=KEY, run=KEY, trial=None)
    assert KEY not in repr(asdict(view))
    assert KEY not in repr(asdict(mask_missing(case, KEY, Masker())))
    assert view.problems


def test_a_case_without_a_trace() -> None:
    """The view of a missing trace shows what was expected, and is worst of all."""
    view = mask_missing(Case("c", [ToolCall("a"), ToolCall("b")]), None, Masker())
    assert (view.key, view.run, view.trace, view.score, view.passed) == ("c||no trace", None, None, None, False)
    assert [(row.gold_index, row.expected is not None and row.expected.tool, row.actual) for row in view.rows] == [
        (0, "a", None),
        (1, "b", None),
    ]
    assert view.severity[0] == 0


calls = st.lists(
    st.builds(ToolCall, st.sampled_from("abc"), st.dictionaries(st.sampled_from("xy"), st.integers(0, 1))), max_size=6
)


@settings(max_examples=60)
@given(gold=calls, trace=calls)
def test_rows_hold_the_arithmetic(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """Every contribution stands in exactly one row, so that the rows sum to what the score lacks."""
    view = masked(Case("c", gold), Trace(trace))
    assert view.score is not None
    points = math.fsum(contribution.points for row in view.rows for contribution in row.contributions)
    assert points == pytest.approx(1 - view.score, abs=1e-9)
    assert sum(len(row.contributions) for row in view.rows) == len(view.contributions)


def test_a_case_without_trace_has_a_key_of_its_own() -> None:
    """A trace that has no case but a case's name is not mistaken for the case that has no trace."""
    named = Trace([ToolCall("a")], id="c")
    stray = mask_evaluation(evaluate(None, named), Masker(), case_id="c", run="m", trial=None)
    assert stray.key != mask_missing(Case("c", [ToolCall("a")]), "m", Masker()).key


def test_a_rule_of_the_case_is_named_as_such() -> None:
    """Rules for all cases and those of one case are told apart, each with the number it has in its own list."""
    case = Case("c", [ToolCall("a")], forbidden=[{"tool": "x"}, {"tool": "a"}])
    trace = Trace([ToolCall("a"), ToolCall("b")])
    view = masked(case, trace, forbidden=[{"tool": "b"}])
    assert [finding.name for finding in view.findings] == ["case rule 2: a", "rule 1: b"]

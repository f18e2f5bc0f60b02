"""Tables of masked evaluations."""

import json
from typing import Any

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evaluations import FAKE_TOKEN, call, masked, missing, refund
from toolscore_core.calls import ToolCall, Trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.matchers import ANY
from toolscore_core.report import frames
from toolscore_core.report.frame_base import lines_of
from toolscore_core.rules import rules_from_json

ALL = {
    "arguments": frames.arguments_frame,
    "argument values": frames.argument_values_frame,
    "calls": frames.calls_frame,
    "cases": frames.cases_frame,
    "case cost": frames.case_cost_frame,
    "conversations": frames.conversation_timings_frame,
    "cost": frames.cost_frame,
    "findings": frames.findings_frame,
    "latency": frames.latency_frame,
    "model cost": frames.model_cost_frame,
    "model latency": lambda found: frames.latency_frame(found, "model"),
    "pareto": lambda evaluations: frames.pareto_frame(evaluations, "cost"),
    "prices": lambda evaluations: frames.prices_frame(evaluations, {}),
    "timings": frames.timings_frame,
    "usage": frames.usage_frame,
    "waste": frames.waste_frame,
    "waste by tool": lambda found: frames.waste_frame(found, "tool"),
    "waste by model": lambda found: frames.waste_frame(found, "model"),
    "wasted calls": frames.waste_calls_frame,
}


def pairs(view: MaskedEvaluation) -> dict[str, Any]:
    """Metric of argument F1 as the evaluation holds it."""
    metric: dict[str, Any] = view.metrics["argument_metrics"]
    return metric


@pytest.mark.parametrize("make", ALL.values(), ids=list(ALL))
def test_frames_of_nothing_have_their_columns(make: Any) -> None:
    """No evaluations give an empty frame with the columns and types of a full one."""
    empty, full = make([]), make([refund()])
    assert len(empty) == 0
    assert empty.dtypes.to_dict() == full.dtypes.to_dict()


@pytest.mark.parametrize("make", ALL.values(), ids=list(ALL))
def test_frames_hold_no_credential(make: Any) -> None:
    """No cell of any frame holds the credential of the trace."""
    assert FAKE_TOKEN not in make([refund()]).to_csv()


def test_cases() -> None:
    """A line a case; what is unknown is missing, not 0."""
    lines = lines_of(frames.cases_frame([refund(), missing([call("a")]), masked(None, [call("a")], run=None)]))
    assert [line["passed"] for line in lines] == [False, False, None]
    assert [line["score"] is None for line in lines] == [False, True, True]
    assert [line["run"] for line in lines] == ["model-b", "model-a", ""]
    assert [line["calls"] for line in lines] == [6, None, 1]
    assert [line["cost_usd"] for line in lines] == [0.0123, None, None]
    assert [line["match"] for line in lines] == [2, None, None]
    assert [line["findings"] for line in lines] == [2, None, 0]
    assert (lines[0]["duration_s"], lines[0]["input_tokens"]) == (5.0, 615)


def test_cases_without_a_recorded_total_sum_their_calls() -> None:
    """Duration and cost of a conversation come from its calls where the file gives no total."""
    (line,) = lines_of(
        frames.cases_frame([masked([], [call("a", duration=1.0, cost=0.25), call("b", duration=0.5, cost=0.25)])])
    )
    assert (line["duration_s"], line["cost_usd"]) == (1.5, 0.5)


def test_calls() -> None:
    """A line a row of the diff, with positions on both sides."""
    table = frames.calls_frame([refund()])
    moved = table[table["state"] == "moved"].iloc[0]
    assert (moved["expected_tool"], moved["gold_index"], moved["trace_index"]) == ("verify_identity", 1, 4)
    gone = table[table["state"].isin(["missing", "substitute"])].iloc[0]
    assert gone["expected_tool"] == "send_email"
    assert table["failed"].sum() == 1


def test_calls_of_a_case_without_a_trace() -> None:
    """The expected calls are listed as having no trace."""
    (line,) = lines_of(frames.calls_frame([missing([call("a", {"x": 1})])]))
    assert (line["state"], line["expected_tool"], line["actual_tool"]) == ("no trace", "a", None)


def test_argument_values_are_exact() -> None:
    """A changed argument stands with both values; arguments of calls that were not expected are not listed."""
    table = frames.arguments_frame([refund()])
    changed = table[table["state"] == "changed"]
    assert changed[["tool", "argument", "expected_value", "actual_value"]].to_numpy().tolist() == [
        ["issue_refund", "amount", "42.5", "45.2"]
    ]
    assert set(table["tool"]) == {"find_customer", "verify_identity", "get_order", "issue_refund", "send_email"}


def test_a_wrong_argument_is_told_by_what_differs_inside() -> None:
    """A wrong argument stands as each wrong value inside it, with its own path; a right one as a whole."""
    gold = [call("t", {"f": {"from": "1", "to": [1, 2], "same": 0}, "n": 1}), call("u", {"x": {"y": 1}})]
    views = [masked(gold, [call("t", {"f": {"from": "2", "to": [1, 3], "same": 0}, "n": 1})])]
    lines = frames.differing_values(frames.arguments_frame(views), frames.argument_values_frame(views))
    assert [(line["at"], line["state"], line["expected_value"], line["actual_value"]) for line in lines[:3]] == [
        ("f.from", "changed", '"1"', '"2"'),
        ("f.to[1]", "changed", "2", "3"),
        ("n", "same", "1", "1"),
    ]
    assert all(line["state"] == "missing" and line["actual_value"] is None for line in lines[3:])
    assert lines[3:]


NAMES = st.sampled_from(["a", "b", "x.y", "", "c[0]"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 2) | st.sampled_from(["", "v", " v "]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)
ARGS = st.none() | st.dictionaries(NAMES, VALUES | st.just(ANY), max_size=3)
CALLS = st.lists(st.builds(ToolCall, st.sampled_from(["t", "u"]), ARGS), max_size=5)


@settings(max_examples=100)
@given(CALLS, CALLS, st.sampled_from([(), ("a",), ("t.b", "*.x"), ("a.b",)]))
def test_argument_sums_are_those_of_argument_f1(
    gold: list[ToolCall], trace: list[ToolCall], ignore: tuple[str, ...]
) -> None:
    """Precision, recall and F1 follow from the sums of the arguments frame, whatever is nested, matched or ignored."""
    recorded = [ToolCall(c.tool, {k: v for k, v in (c.args or {}).items() if v is not ANY}) for c in trace]
    view = masked(gold, recorded, ignore=ignore)
    table = frames.arguments_frame([view])
    correct, expected, actual = (int(table[name].sum()) for name in ("correct", "expected", "actual"))
    metric = pairs(view)
    if expected or actual:
        assert metric["precision"] == pytest.approx(correct / actual if actual else 0.0)
        assert metric["recall"] == pytest.approx(correct / expected if expected else 0.0)
    else:
        assert metric["f1"] in (0.0, 1.0)


def test_f1_by_run_and_by_case() -> None:
    """A cell has the F1 of its own occurrences and says how many there are."""
    views = [
        masked([call("t", {"x": 1, "y": 1})], [call("t", {"x": 1, "y": 2})], case_id="one", run="a"),
        masked([call("t", {"x": 1})], [call("t", {"x": 2, "z": 3})], case_id="two", run="a"),
        masked([call("t", {"x": 1})], [], case_id="two", run="b"),
    ]
    table = frames.arguments_frame(views)
    by_run = {(c["argument"], c["group"]): (c["f1"], c["n"]) for c in lines_of(frames.argument_f1_frame(table))}
    assert by_run == {("x", "a"): (0.5, 2), ("x", "b"): (0.0, 1), ("y", "a"): (0.0, 1), ("z", "a"): (0.0, 1)}
    by_case = {(c["argument"], c["group"]): c["n"] for c in lines_of(frames.argument_f1_frame(table, "case"))}
    assert by_case == {("x", "one"): 1, ("x", "two"): 2, ("y", "one"): 1, ("z", "two"): 1}


def test_nested_paths_open_below_an_argument() -> None:
    """Values inside an argument stand under its name, list positions as []."""
    view = masked(
        [call("t", {"filters": {"date": {"from": 1, "to": 2}}, "ids": [1, 2]})],
        [call("t", {"filters": {"date": {"from": 1, "to": 3}}, "ids": [1, 5]})],
    )
    cells = frames.argument_f1_frame(frames.argument_values_frame([view]), level="path")
    found = {line["path"]: (line["argument"], line["f1"], line["n"]) for line in lines_of(cells)}
    assert found["filters.date.from"] == ("filters", 1.0, 1)
    assert found["filters.date.to"] == ("filters", 0.0, 1)
    assert found["ids[]"] == ("ids", 0.5, 2)


def test_arguments_of_a_substitute_are_missing() -> None:
    """Another tool in its place gives none of an expected call's arguments, also where the names are the same."""
    view = masked([call("t", {"x": 1})], [call("u", {"x": 1, "y": 2})])
    assert view.rows[0].state == "substitute"
    for make in (frames.arguments_frame, frames.argument_values_frame):
        (line,) = lines_of(make([view]))
        assert (line["tool"], line["path"], line["state"], line["actual_value"]) == ("t", "x", "missing", None)


def test_arguments_whose_names_hold_a_credential() -> None:
    """A masked argument name is one argument, and a wrong value under it is still counted as wrong."""
    view = masked([call("t", {FAKE_TOKEN: 1})], [call("t", {FAKE_TOKEN: 2})])
    (line,) = lines_of(frames.arguments_frame([view]))
    assert (line["expected"], line["actual"], line["correct"]) == (1, 1, 0)
    assert "REDACTED" in line["argument"]
    (value,) = lines_of(frames.argument_values_frame([view]))
    assert value["argument"] == line["argument"]


def test_findings_lead_to_their_row() -> None:
    """A finding knows the row of the lane that holds its call."""
    view = refund()
    lines = lines_of(frames.findings_frame([view]))
    assert {line["kind"] for line in lines} == {"credential", "forbidden call"}
    for line in lines:
        actual = view.rows[line["row"]].actual
        assert actual is not None
        assert actual.tool == line["tool"] == "http_post"


def test_lines_of_gives_none_for_what_is_missing() -> None:
    """NaN, NA and None are all None."""
    table = pd.DataFrame({"a": [1.0, None], "b": pd.array([1, None], dtype="Int64"), "c": ["x", None]})
    assert lines_of(table)[1] == {"a": None, "b": None, "c": None}


def test_frames_are_json_safe() -> None:
    """Lines of a frame can be written as JSON, hostile names and all."""
    view = masked([call("<b>t</b>", {"\x1b": float("nan")})], Trace([call("<b>t</b>", {"\x1b": 1})]))
    assert json.dumps(lines_of(frames.arguments_frame([view])))


def cells_of(*views: MaskedEvaluation, by: Any = "run") -> pd.DataFrame:
    """Cells of the heatmap of these entries."""
    return frames.argument_f1_frame(frames.arguments_frame(views), by)


def three_arguments() -> list[MaskedEvaluation]:
    """Argument x is always right, y in one run of two, z never."""
    gold = [call("t", {"x": 1, "y": 1, "z": 1})]
    return [
        masked(gold, [call("t", {"x": 1, "y": 1, "z": 2})], run="a", case_id="one"),
        masked(gold, [call("t", {"x": 1, "y": 2, "z": 2})], run="b", case_id="two"),
    ]


def test_worst_arguments_come_first() -> None:
    """Arguments are ordered by their F1 over all groups, and cut there."""
    cells = cells_of(*three_arguments())
    assert list(dict.fromkeys(frames.worst_arguments(cells)["argument"])) == ["z", "y", "x"]
    assert list(frames.worst_arguments(cells, 1)["argument"]) == ["z", "z"]


def test_worst_groups_are_kept() -> None:
    """Where there are too many groups, those with the lowest F1 stay; where there are not, all do."""
    cells = cells_of(*three_arguments(), by="case")
    assert set(frames.worst_groups(cells, 1)["group"]) == {"two"}
    assert frames.worst_groups(cells, 2) is cells


def test_values_of_a_cell_show_the_wrong_ones_first() -> None:
    """Only the values of the cell, wrong before right."""
    views = [
        masked([call("t", {"x": 1})], [call("t", {"x": 1})], case_id="right"),
        masked([call("t", {"x": 1})], [call("t", {"x": 2})], case_id="wrong"),
        masked([call("t", {"x": 1})], [call("t", {"x": 3})], case_id="elsewhere", run="b"),
    ]
    values = frames.values_of_cell(frames.arguments_frame(views), "run", "t", "x", "model-a")
    assert list(values["case"]) == ["wrong", "right"]


def test_rules() -> None:
    """Each rule with its hits; a call counts for its first rule; nothing unmasked."""
    rules = rules_from_json(
        [
            {"tool": "sh", "args": {"cmd": {"$regex": FAKE_TOKEN}}, "reason": f"not {FAKE_TOKEN}"},
            {"tool": "sh"},
            {"tool": "never"},
        ]
    )
    trace = [call("sh", {"cmd": f"echo {FAKE_TOKEN}"}), call("sh", {"cmd": "ls"}), call("sh")]
    view = masked(None, trace, rules=rules)
    table = frames.rules_frame(rules, [view, masked(None, [call("sh")], rules=rules)], Masker())
    assert table["hits"].tolist() == [1, 3, 0]
    assert table["traces"].tolist() == [1, 2, 0]
    assert table["arguments"].tolist()[1:] == ["any", "any"]
    assert FAKE_TOKEN not in table.to_csv()

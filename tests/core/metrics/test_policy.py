"""Forbidden calls in a trace."""

from typing import Any

import pytest

from tests.core.metrics.tables import comparison
from toolscore_core.calls import Case, ToolCall
from toolscore_core.metrics import check_forbidden_calls, policy, rules_from_json
from toolscore_core.metrics.policy import call_matches_rule
from toolscore_core.rules import compile_rules

TRACE = [ToolCall("sh", {"c": "rm -rf /"}), ToolCall("ls"), ToolCall("sh", {"c": "ls"}), ToolCall("sh")]
RULES = [{"tool": "sh", "args": {"c": {"$regex": "rm"}}, "reason": "no"}, {"tool": "sh"}, {"tool": "cp"}]


def test_each_forbidden_call_is_reported_once() -> None:
    """A call is reported for the first rule that it breaks, with its arguments and the rule's reason."""
    assert check_forbidden_calls(TRACE, rules_from_json(RULES)) == {
        "violation_count": 3,
        "rule_count": 3,
        "violations": [
            {"index": 0, "tool": "sh", "args": {"c": "rm -rf /"}, "rule": 0, "reason": "no"},
            {"index": 2, "tool": "sh", "args": {"c": "ls"}, "rule": 1, "reason": None},
            {"index": 3, "tool": "sh", "args": {}, "rule": 1, "reason": None},
        ],
    }


@pytest.mark.parametrize(
    "make", [list, compile_rules, lambda data: compile_rules(rules_from_json(data))], ids=["JSON", "ready", "twice"]
)
def test_rules_in_any_form_give_the_same(make: Any) -> None:
    """Rules straight from JSON are understood, and rules that are ready stay as they are."""
    assert check_forbidden_calls(TRACE, make(RULES)) == check_forbidden_calls(TRACE, rules_from_json(RULES))


def test_rules_made_ready_are_a_sequence() -> None:
    """Rules that are ready still read as the rules they are."""
    ready = compile_rules(RULES)
    assert compile_rules(ready) is ready
    assert [rule["tool"] for rule in ready] == ["sh", "sh", "cp"]
    assert ready[1:] == [{"tool": "sh"}, {"tool": "cp"}]


@pytest.mark.parametrize("rules", [None, {"tool": "a"}, (), "a"], ids=repr)
def test_rules_are_a_list(rules: Any) -> None:
    """Anything but a list is a TypeError, also without calls."""
    with pytest.raises(TypeError):
        check_forbidden_calls([], rules)


@pytest.mark.parametrize(
    "rule", [{"args": {}}, {"tool": "a", "args": 3}, "a", {"tool": "a", "args": {"x": {"$gt": 1}}}], ids=repr
)
def test_bad_rule_is_refused_before_any_work(rule: Any) -> None:
    """A rule that cannot be used is a ValueError, also without calls."""
    with pytest.raises(ValueError, match="rule 1"):
        check_forbidden_calls([], [rule])


@pytest.mark.usefixtures("short_time_limit")
def test_pattern_that_runs_out_of_time_is_reported_as_undecided() -> None:
    """A call that no rule can decide in time is reported rather than passed."""
    slow = [{"tool": "sh", "args": {"c": {"$regex": "(a|aa)+$"}}}]
    result = check_forbidden_calls(
        [ToolCall("sh", {"c": "a" * 60 + "b"}), ToolCall("sh", {"c": "aa"}), ToolCall("sh", {"c": "b"})], slow
    )
    assert result["violation_count"] == 2
    assert [(v["index"], v.get("undecided")) for v in result["violations"]] == [(0, True), (1, None)]


@pytest.mark.parametrize(
    ("tool", "rules", "rule"),
    [
        ("mcp__fs__delete", [{"tool": "delete"}], 0),
        ("mcp__fs__delete", [{"tool": "mcp__fs__delete"}], 0),
        ("mcp__fs__delete", [{"tool": "mcp__fs__delete"}, {"tool": "delete"}], 0),
        ("mcp__fs__delete", [{"tool": "delete"}, {"tool": "mcp__fs__delete"}], 0),
        ("mcp__fs__delete", [{"tool": "x"}], None),
    ],
    ids=["gold name", "recorded name", "both", "both, the other way", "neither"],
)
def test_rule_fires_on_the_recorded_and_on_the_gold_name(
    tool: str, rules: list[dict[str, Any]], rule: int | None
) -> None:
    """In an evaluation a rule may name a tool as it was recorded or as the gold calls it."""
    case = Case("c", aliases={"mcp__fs__delete": "delete"})
    found = policy.METRIC.compute(comparison([], [ToolCall(tool)], case=case, rules=rules))
    assert [violation["rule"] for violation in found["violations"]] == ([] if rule is None else [rule])
    assert all(violation["tool"] == tool for violation in found["violations"])


def test_policy_gives_its_functions() -> None:
    """The documented function stands in this module."""
    assert call_matches_rule("sh", None, {"tool": "sh"})


def test_a_violation_says_how_bad_it_is_and_what_is_missed() -> None:
    """Severity, and the words of a rule on number or order, stand there when the rule has them."""
    rules: list[dict[str, Any]] = [
        {"tool": "sh", "max_calls": 1, "severity": "high"},
        {"tool": "ls", "only_after": "x", "severity": "dire"},
    ]
    first, second = check_forbidden_calls(TRACE, rules)["violations"][:2]
    assert (first["index"], first.get("severity")) == (1, None)
    assert first["because"] == "no successful x before it"
    assert (second["index"], second["severity"], second["because"]) == (2, "high", "call 2, at most 1 allowed")

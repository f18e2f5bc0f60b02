"""Which calls break which rule: arguments, operators, order in the file, and patterns that take too long."""

from typing import Any

import pytest

from toolscore_core.calls import ToolCall
from toolscore_core.matchers import ANY, Regex
from toolscore_core.rules import call_matches_rule, compile_rules, rules_from_json

SLOW = "(a|aa)+$"
SLOW_TEXT = "a" * 60 + "b"


def first_rules(rules: list[dict[str, Any]], *calls: ToolCall) -> list[int]:
    """The first rule that each of the calls breaks; calls that break none are left out."""
    return [broken.rule for broken in compile_rules(rules).broken_by(calls)]


@pytest.mark.parametrize(
    ("args", "given", "broken"),
    [
        (None, {"c": 1}, True),
        ({}, None, True),
        ({"c": 1}, None, False),
        ({"c": 1}, {"c": 1.0, "d": 2}, True),
        ({"c": 1}, {"c": True}, False),
        ({"c": "ls"}, {"c": " ls "}, True),
        ({"c": None}, {"c": None}, True),
        ({"c": None}, {}, False),
        ({"c": {"$any": True}}, {}, False),
        ({"c": {"$any": True}}, {"c": None}, True),
        ({"c": {"$regex": "rm"}}, {"c": "x rm y"}, True),
        ({"c": {"$regex": "^rm"}}, {"c": "x rm y"}, False),
        ({"c": {"$regex": "rm -rf"}}, {"c": ["rm", "-rf"]}, True),
        ({"c": {"$regex": "12"}}, {"c": 3123}, True),
        ({"c": {"$regex": ""}}, {"c": None}, False),
        ({"c": {"$contains": "x"}}, {"c": ["x"]}, True),
        ({"c": {"$one_of": ["a", {"$regex": "b"}]}}, {"c": "abc"}, True),
        ({"c": {"$approx": 3}}, {"c": 3}, True),
        ({"c": {"$type": "string"}}, {"c": 3}, False),
        ({"c": {"d": [{"$regex": "b"}]}}, {"c": {"d": ["abc"]}}, True),
        ({"c": {"d": [{"$regex": "b"}]}}, {"c": {"d": ["ac"]}}, False),
        ({"c": {"$literal": {"$regex": "b"}}}, {"c": {"$regex": "b"}}, True),
        ({"c": {"$literal": {"$regex": "b"}}}, {"c": "b"}, False),
        ({"c": [1, 2]}, {"c": [1, 2]}, True),
        ({"$filter": {"$regex": "x"}}, {"$filter": "axa"}, True),
        ({"c": 1, "d": 2}, {"c": 1, "d": 3}, False),
        ({"c": {"$regex": "a"}, "d": 2}, {"c": "a", "d": 2}, True),
        ({"c": {"$regex": "a"}, "d": 2}, {"c": "a"}, False),
    ],
    ids=repr,
)
def test_rule_is_broken(args: Any, given: dict[str, Any] | None, broken: bool) -> None:
    """A rule is broken when every one of its arguments is in the call and matches, read alone or compiled."""
    data = [{"tool": "t", "args": args}]
    (rule,) = rules_from_json(data)
    assert call_matches_rule("t", given, rule) is broken
    assert call_matches_rule("T", given, rule) is False
    expected = [0] if broken else []
    assert first_rules(data, ToolCall("t", given)) == expected
    assert first_rules([rule], ToolCall("t", given)) == expected
    assert first_rules(data, ToolCall("u", given)) == []


def test_matchers_of_gold_work_in_rules() -> None:
    """Rules made in Python may hold any matcher, and keep it."""
    pattern = Regex("rm.*")
    (rule,) = rules_from_json([{"tool": "t", "args": {"c": pattern, "d": [ANY]}}])
    assert rule["args"]["c"] is pattern
    assert call_matches_rule("t", {"c": "rm x", "d": [1]}, rule)
    assert not call_matches_rule("t", {"c": "x rm", "d": [1]}, rule)


def test_matching_does_not_validate() -> None:
    """The bare function checks nothing: a rule without a tool is a KeyError."""
    with pytest.raises(KeyError):
        call_matches_rule("t", {}, {"args": {}})


def test_first_broken_rule_is_reported() -> None:
    """Of several broken rules the first in the file counts."""
    rules = [{"tool": "b"}, {"tool": "a", "args": {"c": 1}}, {"tool": "a"}, {"tool": "a", "args": {"c": 2}}]
    calls = [ToolCall("a", {"c": 1}), ToolCall("a", {"c": 2}), ToolCall("b"), ToolCall("c", {})]
    assert [(b.index, b.rule) for b in compile_rules(rules).broken_by(calls)] == [(0, 1), (1, 2), (2, 0)]


@pytest.mark.parametrize("args", [None, ["c"], "c"], ids=repr)
def test_arguments_that_are_no_object_are_none(args: Any) -> None:
    """Recorded arguments of the wrong kind break only rules without arguments."""
    assert first_rules([{"tool": "a", "args": {"c": {"$any": True}}}, {"tool": "a"}], ToolCall("a", args)) == [1]


@pytest.mark.usefixtures("short_time_limit")
def test_pattern_that_runs_out_of_time_lets_nothing_pass() -> None:
    """A call on which a pattern runs out of time is reported, as not certain; after three the pattern rests."""
    rules = compile_rules([{"tool": "a", "args": {"c": {"$regex": SLOW}, "d": 1}}])
    calls = [ToolCall("a", {"c": SLOW_TEXT, "d": 1}) for _ in range(5)]
    others = [ToolCall("a", {"c": SLOW_TEXT, "d": 2}), ToolCall("a", {"d": 1})]
    broken = rules.broken_by([*calls, *others])
    assert [(b.index, b.certain) for b in broken] == [(number, False) for number in range(5)]


@pytest.mark.usefixtures("short_time_limit")
def test_gold_pattern_that_runs_out_of_time_in_a_rule() -> None:
    """Inside a rule a gold pattern, too, lets nothing pass when it runs out of time."""
    rules = compile_rules([{"tool": "a", "args": {"c": [Regex(SLOW)]}}])
    broken = rules.broken_by([ToolCall("a", {"c": [text]}) for text in (SLOW_TEXT, "aa", "b")])
    assert [(b.index, b.certain) for b in broken] == [(0, False), (1, True)]


@pytest.mark.usefixtures("short_time_limit")
@pytest.mark.parametrize(
    "rule",
    [
        {"tool": "a", "args": {"c": {"$not": {"$regex": SLOW}}}},
        {"tool": "a", "args": {"$not": {"c": {"$regex": SLOW}}}},
        {"tool": "a", "args": {"$any_arg": {"$regex": SLOW}}},
        {"tool": "a", "args": {"$any_arg": {"$not": {"$regex": SLOW}}}},
    ],
    ids=["not", "not an argument", "any", "any not"],
)
def test_no_operator_turns_undecided_into_passed(rule: dict[str, Any]) -> None:
    """Also under `$not` a pattern that runs out of time is reported, and is not tried on every value."""
    calls = [ToolCall("a", {"c": SLOW_TEXT, "d": [SLOW_TEXT] * 50})]
    assert [b.certain for b in compile_rules([rule]).broken_by(calls)] == [False]
    assert call_matches_rule("a", calls[0].args, rules_from_json([rule])[0])


@pytest.mark.usefixtures("short_time_limit")
def test_pattern_of_a_tool_that_runs_out_of_time() -> None:
    """A tool of which nobody knows whether the rule speaks of it is reported; as an earlier call it does not count."""
    slow = ToolCall(SLOW_TEXT)
    assert [b.certain for b in compile_rules([{"tool": {"$regex": SLOW}}]).broken_by([slow])] == [False]
    assert [b.certain for b in compile_rules([{"tool": {"$not": {"$regex": SLOW}}}]).broken_by([slow])] == [False]
    after = compile_rules([{"tool": "b", "only_after": {"$regex": SLOW}}])
    assert [b.index for b in after.broken_by([slow, ToolCall("b")])] == [1]

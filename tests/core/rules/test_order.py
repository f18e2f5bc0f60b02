"""Rules on the number and the order of calls."""

from typing import Any

import pytest

from toolscore_core.calls import ToolCall
from toolscore_core.rules import compile_rules, limits_text, rules_from_json


def call(tool: str, turn: int | None = None, **fields: Any) -> ToolCall:
    return ToolCall(tool, fields.pop("args", None), turn=turn, **fields)


def failed(tool: str, turn: int | None = None) -> ToolCall:
    return call(tool, turn, metadata={"is_error": True})


def broken(rules: list[dict[str, Any]], *calls: ToolCall, **aliases: str) -> list[tuple[int, int]]:
    """(position of the call, first rule that it breaks)."""
    return [(found.index, found.rule) for found in compile_rules(rules).broken_by(calls, aliases)]


REFUND = {"tool": "refund", "only_after": "verify"}


@pytest.mark.parametrize(
    ("calls", "places"),
    [
        ([call("refund")], [0]),
        ([call("verify"), call("refund")], []),
        ([call("verify", 1), call("refund", 2)], []),
        ([call("verify", 1), call("refund", 1)], [1]),
        ([call("verify", 1), call("refund", 1), call("refund", 2)], [1]),
        ([call("verify", 1), call("verify", 2), call("refund", 2)], []),
        ([call("verify", 2), call("verify", 2), call("refund", 2)], [2]),
        ([call("verify"), call("refund", 2)], []),
        ([call("verify", 1), call("refund")], []),
        ([failed("verify", 1), call("refund", 2)], [1]),
        ([failed("verify", 1), call("verify", 2), call("refund", 3)], []),
        ([call("refund", 1), call("verify", 2), call("refund", 3)], [0]),
        ([call("verify_all", 1), call("refund", 2)], [1]),
    ],
    ids=[
        *("alone", "after", "next turn", "same turn", "then later", "two turns", "twice in one turn", "turn unknown"),
        *("own turn unknown", "failed", "failed and again", "before and after", "another tool"),
    ],
)
def test_only_after(calls: list[ToolCall], places: list[int]) -> None:
    """A call is allowed after a successful call of the other tool in an earlier turn; parallel calls are not before."""
    assert broken([REFUND], *calls) == [(place, 0) for place in places]


def test_only_after_several() -> None:
    """Of a list each tool must have been called, and a pattern names any of several; which is missing is said."""
    rules = [{"tool": "pay", "only_after": ["verify", {"$glob": "get_*"}]}]
    assert broken(rules, call("verify", 1), call("get_balance", 2), call("pay", 3)) == []
    found = compile_rules(rules).broken_by([call("verify", 1), call("pay", 3)])
    assert [item.because for item in found] == ["no successful get_* before it"]
    found = compile_rules(rules).broken_by([call("pay", 3)])
    assert [item.because for item in found] == ["no successful verify and no successful get_* before it"]


def test_a_tool_may_come_after_itself() -> None:
    """A call is not before itself."""
    assert broken([{"tool": "a", "only_after": "a"}], call("a"), call("a")) == [(0, 0)]


def test_only_after_with_arguments() -> None:
    """The rule speaks of calls with these arguments only; any call of the earlier tool counts."""
    rules = [{"tool": "pay", "args": {"amount": {"$compare": {"gt": 10}}}, "only_after": "verify"}]
    assert broken(rules, call("pay", args={"amount": 5}), call("pay", args={"amount": 50})) == [(1, 0)]


def test_max_calls() -> None:
    """So many calls are allowed, of those that the rule speaks of; each further one breaks it."""
    rules = [{"tool": "mail", "args": {"to": {"$regex": "x"}}, "max_calls": 2}]
    calls = [call("mail", args={"to": to}) for to in ("x", "y", "x", "x", "y", "x")]
    assert broken(rules, *calls) == [(3, 0), (5, 0)]
    assert [item.because for item in compile_rules(rules).broken_by(calls)] == [
        "call 3, at most 2 allowed",
        "call 4, at most 2 allowed",
    ]
    assert broken([{"tool": "mail", "max_calls": 0}], *calls[:1]) == [(0, 0)]


def test_calls_are_counted_although_another_rule_comes_first() -> None:
    """A call that breaks an earlier rule counts, and traces are counted apart."""
    rules = compile_rules([{"tool": "a", "args": {"x": 1}}, {"tool": "a", "max_calls": 1}])
    calls = [call("a", args={"x": 1}), call("a")]
    for _ in range(2):
        assert [(found.index, found.rule) for found in rules.broken_by(calls)] == [(0, 0), (1, 1)]


def test_both_limits() -> None:
    """With both keys a call must keep both."""
    rules = [{"tool": "a", "max_calls": 1, "only_after": "b"}]
    assert broken(rules, call("a"), call("b"), call("a"), call("a")) == [(0, 0), (2, 0), (3, 0)]
    assert limits_text(rules_from_json(rules)[0]) == "more than 1, or not after b"
    assert limits_text({"tool": "a"}) == ""


def test_undecided_calls_are_counted_as_perhaps() -> None:
    """Calls on which a pattern runs out of time may be over the limit: they are reported as not certain."""
    rules = [{"tool": "a", "args": {"c": {"$regex": "(a|aa)+$"}}, "max_calls": 1}]
    calls = [call("a", args={"c": text}) for text in ("a", "a" * 60 + "b", "a")]
    assert [(item.index, item.certain) for item in compile_rules(rules).broken_by(calls)] == [(1, False), (2, True)]


def test_names_of_the_gold() -> None:
    """A tool is known by its recorded and by its gold name, as the one that is forbidden and as the earlier one."""
    calls = [call("mcp__bank__verify", 1), call("mcp__bank__refund", 2)]
    aliases = {"mcp__bank__verify": "verify", "mcp__bank__refund": "refund"}
    assert broken([REFUND], *calls, **aliases) == []
    assert broken([REFUND], calls[1], **aliases) == [(0, 0)]
    assert broken([{"tool": {"$glob": "*refund"}, "max_calls": 1}], calls[1], calls[1], **aliases) == [(1, 0)]

"""What the operators of rules accept, for one value and for all arguments of a call."""

from typing import Any

import pytest

from tests.core.rules.test_matching import first_rules
from toolscore_core.calls import ToolCall
from toolscore_core.matchers import Contains, Regex
from toolscore_core.rules import call_matches_rule, rule_to_json, rules_from_json, tool_text


@pytest.mark.parametrize(
    ("operator", "value", "accepted"),
    [
        ({"$not": "x"}, "y", True),
        ({"$not": "x"}, " x ", False),
        ({"$not": {"$regex": "x"}}, None, True),
        ({"$not": {"$not": "x"}}, "x", True),
        ({"$not": {"$one_of": ["x", "y"]}}, "y", False),
        ({"$all_of": [{"$regex": "a"}, {"$regex": "b"}]}, "ba", True),
        ({"$all_of": [{"$regex": "a"}, {"$regex": "b"}]}, "aa", False),
        ({"$compare": {"gt": 5}}, 5, False),
        ({"$compare": {"gt": 5}}, 5.01, True),
        ({"$compare": {"gt": 5}}, "5.01", True),
        ({"$compare": {"gt": 5}}, " 6 ", True),
        ({"$compare": {"gt": 5}}, "6 pieces", False),
        ({"$compare": {"gt": 5}}, True, False),
        ({"$compare": {"gt": 0}}, True, False),
        ({"$compare": {"gt": 5}}, None, False),
        ({"$compare": {"gt": 5}}, [6], False),
        ({"$compare": {"gt": 5}}, float("nan"), False),
        ({"$compare": {"gt": 5}}, float("inf"), True),
        ({"$compare": {"gt": 5}}, 10**400, True),
        ({"$compare": {"gt": 5}}, "1" * 5000, True),
        ({"$compare": {"gte": 5, "lt": 9}}, 5, True),
        ({"$compare": {"gte": 5, "lt": 9}}, 9, False),
        ({"$compare": {"lte": -1}}, "-1", True),
        ({"$compare": {"ne": 5}}, 5.0, False),
        ({"$compare": {"ne": 5}}, "x", True),
        ({"$compare": {"lt": "2026-01-01"}}, "2025-12-31", True),
        ({"$compare": {"lt": "2026-01-01"}}, 5, False),
        ({"$glob": "/etc/*"}, "/etc/a/b", True),
        ({"$glob": "/etc/*"}, "x/etc/a", False),
        ({"$glob": "?[!b]c"}, "xac", True),
        ({"$glob": "?[!b]c"}, "xbc", False),
        ({"$glob": "A*"}, "a", False),
        ({"$glob": "*"}, 3, False),
        ({"a": {"$compare": {"gt": 5}}}, {"a": 6}, True),
        ([{"$glob": "x*"}], ["xy"], True),
    ],
    ids=repr,
)
def test_value(operator: Any, value: Any, accepted: bool) -> None:
    """An operator accepts the value of an argument, or does not; an argument that is not there is never accepted."""
    assert first_rules([{"tool": "t", "args": {"c": operator}}], ToolCall("t", {"c": value})) == ([0] * accepted)
    assert first_rules([{"tool": "t", "args": {"c": operator}}], ToolCall("t", {"d": value})) == []


@pytest.mark.parametrize(
    ("args", "given", "broken"),
    [
        ({"$any_arg": 3}, {"a": {"b": [1, [2, 3.0]]}}, True),
        ({"$any_arg": 3}, {"a": {"b": [1, [2]]}}, False),
        ({"$any_arg": 3}, {3: 4, "3": "3"}, False),
        ({"$any_arg": {"$regex": "rm"}}, {"a": [{"b": "x rm"}]}, True),
        ({"$any_arg": {"$regex": "rm"}}, {"rm": 1}, False),
        ({"$any_arg": {"$regex": "rm -rf"}}, {"a": {"argv": ["rm", "-rf"]}}, True),
        ({"$any_arg": {"b": 1}}, {"a": [{"b": 1}]}, True),
        ({"$any_arg": {"b": 1}}, {"b": 1}, False),
        ({"$any_arg": [1, 2]}, {"a": [[1, 2]]}, True),
        ({"$any_arg": None}, {"a": {"b": None}}, True),
        ({"$any_arg": {"$any": True}}, None, False),
        ({"$any_arg": 1, "b": 2}, {"a": 1, "b": 2}, True),
        ({"$any_arg": 1, "b": 2}, {"a": 1, "b": 3}, False),
        ({"$not": {"ok": True}}, {"ok": False}, True),
        ({"$not": {"ok": True}}, None, True),
        ({"$not": {"ok": True}}, {"ok": True, "x": 1}, False),
        ({"$not": {}}, {"ok": True}, False),
        ({"$one_of": [{"a": 1}, {"b": {"$regex": "x"}}]}, {"b": "axa"}, True),
        ({"$one_of": [{"a": 1}, {"b": {"$regex": "x"}}]}, {"a": 2}, False),
        ({"$all_of": [{"a": 1}, {"$not": {"b": 1}}]}, {"a": 1}, True),
        ({"$all_of": [{"a": 1}, {"$not": {"b": 1}}]}, {"a": 1, "b": 1}, False),
        ({"$not": {"$any_arg": 1}}, {"a": 2}, True),
        ({"$not": {"$any_arg": 1}}, {"a": [1]}, False),
        ({"$match": 1}, {"$match": 1}, True),
    ],
    ids=repr,
)
def test_all_arguments(args: Any, given: Any, broken: bool) -> None:
    """In place of an argument's name an operator speaks of all arguments, and holds beside the others."""
    rule = {"tool": "t", "args": args}
    assert first_rules([rule], ToolCall("t", given)) == [0] * broken
    (read,) = rules_from_json([rule])
    assert call_matches_rule("t", given, read) is broken
    assert first_rules([read], ToolCall("t", given)) == [0] * broken


@pytest.mark.parametrize(
    ("tool", "name", "matches", "text"),
    [
        ({"$glob": "shell*"}, "shell_run", True, "shell*"),
        ({"$glob": "shell*"}, "a_shell", False, "shell*"),
        ({"$regex": "sh(ell)?$"}, "run_sh", True, "/sh(ell)?$/"),
        ({"$one_of": ["a", {"$glob": "b*"}]}, "bc", True, "a or b*"),
        ({"$one_of": ["a", {"$glob": "b*"}]}, "ab", False, "a or b*"),
        ({"$all_of": [{"$regex": "a"}, {"$not": "ab"}]}, "ab", False, "/a/ and not ab"),
        ({"$not": {"$glob": "read_*"}}, "write", True, "not read_*"),
        ("shell*", "shell_run", False, "shell*"),
        ("shell*", "shell*", True, "shell*"),
    ],
    ids=repr,
)
def test_tool(tool: Any, name: str, matches: bool, text: str) -> None:
    """A tool is named by a pattern, of which plain text is none, and reads as people write it."""
    rule = {"tool": tool}
    assert first_rules([rule], ToolCall(name)) == [0] * matches
    (read,) = rules_from_json([rule])
    assert call_matches_rule(name, None, read) is matches
    assert tool_text(tool) == tool_text(read["tool"]) == text


def test_patterns_and_names_keep_the_order_of_the_file() -> None:
    """The first broken rule counts, whether it names the tool or a pattern."""
    rules: list[dict[str, Any]] = [
        {"tool": {"$glob": "a*"}, "args": {"x": 1}},
        {"tool": "ab"},
        {"tool": {"$glob": "*"}},
    ]
    calls = [ToolCall("ab", {"x": 1}), ToolCall("ab"), ToolCall("c")]
    assert first_rules(rules, *calls) == [0, 1, 2]


WRITTEN: list[dict[str, Any]] = [
    {"tool": {"$one_of": ["a", {"$glob": "b*"}]}, "args": {"x": {"$not": {"$regex": "a"}}}, "reason": "r", "id": 3},
    {"tool": "a", "args": {"$any_arg": {"$command": ["rm", {"$glob": "/*"}]}, "x": {"$compare": {"gt": 1}}}},
    {"tool": "a", "args": {"$not": {"x": {"$any": True}, "$any_arg": 1}}, "max_calls": 3, "severity": "low"},
    {"tool": "a", "args": {"$one_of": [{"x": 1}, {"$not": {"y": {"$literal": {"$any": 1}}}}]}},
    {"tool": "a", "args": {"$all_of": [{"x": {"$all_of": [1, {"$type": "number"}]}}]}},
    {"tool": "a", "only_after": ["b", {"$regex": "c"}]},
]


@pytest.mark.parametrize("rule", WRITTEN, ids=repr)
def test_a_rule_is_written_as_it_was_read(rule: dict[str, Any]) -> None:
    """Writing is the inverse of reading, and reading what was read changes nothing."""
    (read,) = rules_from_json([rule])
    assert rule_to_json(read) == rule
    (again,) = rules_from_json([read])
    assert rule_to_json(again) == rule


def test_matchers_made_in_python() -> None:
    """A matcher may stand for a value anywhere, also where it has no JSON form."""
    assert first_rules([{"tool": "t", "args": {"$any_arg": Contains("x")}}], ToolCall("t", {"a": ["x"]})) == [0]
    pattern = Regex("A", 2)
    assert first_rules([{"tool": pattern}], ToolCall("a")) == [0]
    assert tool_text(pattern) == "Regex('A', flags=2)"

"""Forbidden-call rules: reading, faults with their places, matching, and patterns that take too long."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolscore_core.errors import DecodeError, Location, RuleError
from toolscore_core.matchers import ANY, Regex, watching_patterns
from toolscore_core.rules import (
    call_matches_rule,
    compile_rules,
    load_forbidden_rules,
    read_rules,
    rule_problems,
    rules_from_json,
)

SLOW = "(a|aa)+$"
SLOW_TEXT = "a" * 60 + "b"


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
    assert compile_rules(data).first_match("t", given) == (0 if broken else None)
    assert compile_rules([rule]).first_match("t", given) == (0 if broken else None)
    assert compile_rules(data).first_match("u", given) is None


def test_matchers_of_gold_work_in_rules() -> None:
    """Rules made in Python may hold any matcher, and keep it."""
    pattern = Regex("rm.*")
    (rule,) = rules_from_json([{"tool": "t", "args": {"c": pattern, "d": [ANY]}}])
    assert rule["args"]["c"] is pattern
    assert call_matches_rule("t", {"c": "rm x", "d": [1]}, rule)
    assert not call_matches_rule("t", {"c": "x rm", "d": [1]}, rule)


def test_reading_copies_and_keeps_other_keys() -> None:
    """The data is not changed, keys that mean nothing are kept, and new rules come back."""
    data = [{"tool": "t", "args": {"c": {"$regex": "a"}}, "reason": "no", "id": 7}, {"tool": "u"}]
    before = json.dumps(data)
    rules = rules_from_json(data)
    assert json.dumps(data) == before
    assert rules[0] is not data[0]
    assert rules[1] is not data[1]
    assert (rules[0]["reason"], rules[0]["id"], rules[1]) == ("no", 7, {"tool": "u"})


@pytest.mark.parametrize("data", [None, {}, "x", 5, ()], ids=repr)
def test_rules_are_a_list(data: Any) -> None:
    """Anything but a list is a TypeError."""
    for read in (rules_from_json, compile_rules):
        with pytest.raises(TypeError, match="rules are a list"):
            read(data)


@pytest.mark.parametrize(
    ("rule", "message", "path"),
    [
        ("x", "rule 2 is an object, not str", "$"),
        (None, "rule 2 is an object, not NoneType", "$"),
        ({}, "rule 2 needs `tool`", "$"),
        ({"tool": ""}, "rule 2 needs `tool`", "$"),
        ({"tool": 3}, "rule 2 needs `tool`", "$"),
        ({"tool": "a", "args": []}, "rule 2: `args` is an object or absent, not list", "$.args"),
        ({"tool": "a", "args": "x"}, "rule 2: `args` is an object or absent, not str", "$.args"),
        ({"tool": "a", "args": 0}, "rule 2: `args` is an object or absent, not int", "$.args"),
        ({"tool": "a", "args": {"x": {"$gt": 3}}}, "rule 2: unknown matcher", "$.args.x"),
        ({"tool": "a", "args": {"x": {"$regex": "a", "$flags": "i"}}}, "rule 2: an object with a `$` key", "$.args.x"),
        ({"tool": "a", "args": {"x": {"y": [{"$nope": 1}]}}}, "rule 2: unknown matcher", "$.args.x.y[0]"),
        ({"tool": "a", "args": {"x": {"$regex": "("}}}, "rule 2: not a valid pattern", "$.args.x.$regex"),
        ({"tool": "a", "args": {"x": {"$regex": 3}}}, "rule 2: `$regex` takes a text", "$.args.x.$regex"),
        ({"tool": "a", "args": {"x": {"$one_of": "abc"}}}, "rule 2: `$one_of` takes a list", "$.args.x.$one_of"),
        ({"tool": "a", "args": {"$regex": "rm"}}, "rule 2: `$regex` belongs inside an argument's value", "$.args"),
    ],
    ids=repr,
)
def test_fault_names_the_rule_and_its_place(rule: Any, message: str, path: str) -> None:
    """A rule that cannot be used is a RuleError, and a ValueError, with its number and place."""
    for read in (rules_from_json, compile_rules):
        with pytest.raises(RuleError) as caught:
            read([{"tool": "ok"}, rule])
        assert caught.value.message.startswith(message)
        assert caught.value.location == Location("rules", None, 1, path)
        assert isinstance(caught.value, ValueError)


def test_matching_does_not_validate() -> None:
    """The bare function checks nothing: a rule without a tool is a KeyError."""
    with pytest.raises(KeyError):
        call_matches_rule("t", {}, {"args": {}})


def test_first_broken_rule_is_reported() -> None:
    """Of several broken rules the first in the file counts."""
    rules = compile_rules(
        [{"tool": "b"}, {"tool": "a", "args": {"c": 1}}, {"tool": "a"}, {"tool": "a", "args": {"c": 2}}]
    )
    assert [rules.first_match(*call) for call in [("a", {"c": 1}), ("a", {"c": 2}), ("b", None), ("c", {})]] == [
        1,
        2,
        0,
        None,
    ]


@pytest.mark.parametrize("args", [None, ["c"], "c"], ids=repr)
def test_arguments_that_are_no_object_are_none(args: Any) -> None:
    """Recorded arguments of the wrong kind break only rules without arguments."""
    rules = compile_rules([{"tool": "a", "args": {"c": {"$any": True}}}, {"tool": "a"}])
    assert rules.first_match("a", args) == 1


def test_pattern_that_runs_out_of_time_lets_nothing_pass() -> None:
    """A call on which a pattern runs out of time is reported, as not certain; after three the pattern rests."""
    rules = compile_rules([{"tool": "a", "args": {"c": {"$regex": SLOW}, "d": 1}}])
    with watching_patterns() as ran_out:
        broken = [rules.first_break("a", {"c": SLOW_TEXT, "d": 1}, ran_out) for _ in range(5)]
        other = rules.first_break("a", {"c": SLOW_TEXT, "d": 2}, ran_out)
        absent = rules.first_break("a", {"d": 1}, ran_out)
    assert broken == [(0, False)] * 5
    assert len(ran_out) == 3
    assert (other, absent) == (None, None)


def test_gold_pattern_that_runs_out_of_time_in_a_rule() -> None:
    """Inside a rule a gold pattern, too, lets nothing pass when it runs out of time."""
    rules = compile_rules([{"tool": "a", "args": {"c": [Regex(SLOW)]}}])
    with watching_patterns() as ran_out:
        assert rules.first_break("a", {"c": [SLOW_TEXT]}, ran_out) == (0, False)
        assert rules.first_break("a", {"c": ["aa"]}, ran_out) == (0, True)
        assert rules.first_break("a", {"c": ["b"]}, ran_out) is None
    assert rules.first_match("a", {"c": [SLOW_TEXT]}) == 0


def test_keys_that_mean_nothing_are_problems() -> None:
    """A misspelled key is kept and reported, without its text; other faults are not this function's."""
    data = [{"tool": "a"}, {"tool": "a", "arguments": {"c": 1}}, "x", {"tool": "b", "reason": 1, "id": 2}]
    problems = rule_problems(data, "rules.json")
    assert [str(problem.location) for problem in problems] == ["rules.json[1] · $", "rules.json[3] · $"]
    assert problems[0].message == "rule 2 has keys that mean nothing; known are tool, args, reason"
    assert rule_problems({"tool": "a"}) == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"], ids=str)
def test_rules_file_is_read_in_any_encoding_of_json(tmp_path: Path, encoding: str) -> None:
    """UTF-8 with and without a byte order mark, and UTF-16, are read."""
    file = tmp_path / "rules.json"
    file.write_bytes(json.dumps([{"tool": "ä"}], ensure_ascii=False).encode(encoding))
    assert load_forbidden_rules(file) == [{"tool": "ä"}]
    assert load_forbidden_rules(str(file)) == [{"tool": "ä"}]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not JSON"),
        (b"[{]", "not JSON"),
        (b'[{"tool": "a"}', "not JSON"),
        (b'[\n{"tool": "a"}\n,x]', "rules.json:3: not JSON"),
        (b"\xff[]", "not a text"),
        (b"[" * 100_000, "nested deeper than 200 levels"),
        (b'[{"tool":"a","args":{"x":' + b"[" * 500 + b"]" * 500 + b"}}]", "nested deeper than 200 levels"),
        (b'[{"tool":"a","args":{"x":' + b"9" * 5000 + b"}}]", "a number is too long"),
    ],
    ids=["empty", "broken", "cut off", "line", "encoding", "deep and cut off", "deep", "long number"],
)
def test_damaged_file_is_refused_as_a_whole(data: bytes, message: str) -> None:
    """A file that is no JSON is a DecodeError with its place; half of the rules would let calls pass."""
    with pytest.raises(DecodeError, match=message):
        read_rules(data, "rules.json")


def test_file_errors(tmp_path: Path) -> None:
    """A missing file stays what it is, a list is required, and faults name the file."""
    with pytest.raises(FileNotFoundError):
        load_forbidden_rules(tmp_path / "none.json")
    file = tmp_path / "rules.json"
    file.write_text('{"tool": "a"}', encoding="utf-8")
    with pytest.raises(TypeError):
        load_forbidden_rules(file)
    file.write_text('[{"tool": ""}]', encoding="utf-8")
    with pytest.raises(RuleError, match=r"^rules\.json\[0\] · \$: rule 1 needs `tool`"):
        load_forbidden_rules(file)

"""Rules from JSON and YAML: what is read, faults with their places, and damaged files."""

import json
from pathlib import Path
from typing import Any

import pytest

from toolscore_core.errors import DecodeError, Location, RuleError
from toolscore_core.rules import (
    RULE_KEYS,
    compile_rules,
    load_forbidden_rules,
    read_rules,
    rule_problems,
    rules_from_json,
)


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
        ("x", "rule 2: a rule is an object, not str", "$"),
        (None, "rule 2: a rule is an object, not NoneType", "$"),
        ({}, "rule 2: `tool` is the name of a tool", "$"),
        ({"tool": ""}, "rule 2: `tool` is the name of a tool", "$"),
        ({"tool": 3}, "rule 2: `tool` is the name of a tool", "$"),
        ({"tool": "a", "args": []}, "rule 2: `args` is an object or absent, not list", "$.args"),
        ({"tool": "a", "args": "x"}, "rule 2: `args` is an object or absent, not str", "$.args"),
        ({"tool": "a", "args": 0}, "rule 2: `args` is an object or absent, not int", "$.args"),
        ({"tool": "a", "args": {"x": {"$gt": 3}}}, "rule 2: unknown matcher", "$.args.x"),
        ({"tool": "a", "args": {"x": {"$regex": "a", "$flags": "i"}}}, "rule 2: an object with a `$` key", "$.args.x"),
        ({"tool": "a", "args": {"x": {"y": [{"$nope": 1}]}}}, "rule 2: unknown matcher", "$.args.x.y[0]"),
        ({"tool": "a", "args": {"x": {"$regex": "("}}}, "rule 2: not a valid pattern", "$.args.x.$regex"),
        ({"tool": "a", "args": {"x": {"$regex": 3}}}, "rule 2: `$regex` takes a text", "$.args.x.$regex"),
        ({"tool": "a", "args": {"x": {"$one_of": "abc"}}}, "rule 2: `$one_of` takes a list", "$.args.x.$one_of"),
        ({"tool": {"$gt": 1}}, "rule 2: `tool` is the name of a tool", "$"),
        ({"tool": {"$glob": "a", "b": 1}}, "rule 2: `tool` is the name of a tool", "$"),
        ({"tool": {"$one_of": ["a", ""]}}, "rule 2: `tool` is the name of a tool", "$"),
        ({"tool": {"$not": 3}}, "rule 2: `tool` is the name of a tool", "$"),
        ({"tool": {"$glob": 3}}, "rule 2: `$glob` takes a text", "$.tool.$glob"),
        ({"tool": {"$regex": "("}}, "rule 2: not a valid pattern", "$.tool.$regex"),
        ({"tool": "a", "args": {"x": {"$compare": {}}}}, "rule 2: `$compare` takes an object", "$.args.x.$compare"),
        ({"tool": "a", "args": {"x": {"$compare": {"over": 1}}}}, "rule 2: `$compare` takes", "$.args.x.$compare"),
        ({"tool": "a", "args": {"x": {"$compare": {"gt": True}}}}, "rule 2: `gt` takes a number", "$.args.x.$compare"),
        ({"tool": "a", "args": {"x": {"$all_of": []}}}, "rule 2: `$all_of` takes a list", "$.args.x.$all_of"),
        ({"tool": "a", "args": {"x": {"$all_of": [{"$no": 1}]}}}, "rule 2: unknown matcher", "$.args.x.$all_of[0]"),
        ({"tool": "a", "args": {"x": {"$not": {"$no": 1}}}}, "rule 2: unknown matcher", "$.args.x.$not"),
        ({"tool": "a", "args": {"x": {"$command": 3}}}, "rule 2: `$command` takes a text", "$.args.x.$command"),
        ({"tool": "a", "args": {"x": {"$command": ""}}}, "rule 2: `$command` takes one", "$.args.x.$command"),
        ({"tool": "a", "args": {"x": {"$command": "a; b"}}}, "rule 2: `$command` takes one", "$.args.x.$command"),
        ({"tool": "a", "args": {"x": {"$command": "a > b"}}}, "rule 2: `$command` compares no", "$.args.x.$command"),
        ({"tool": "a", "args": {"x": {"$command": []}}}, "rule 2: `$command` needs the name", "$.args.x.$command"),
        ({"tool": "a", "args": {"x": {"$command": ["a", 3]}}}, "rule 2: `$command` takes a list", "$.args.x.$command"),
        ({"tool": "a", "args": {"x": {"$any_arg": 1}}}, "rule 2: unknown matcher", "$.args.x"),
        ({"tool": "a", "args": {"$any_arg": {"$no": 1}}}, "rule 2: unknown matcher", "$.args.$any_arg"),
        ({"tool": "a", "args": {"$not": 3}}, "rule 2: in place of an argument", "$.args.$not"),
        ({"tool": "a", "args": {"$not": {"x": {"$no": 1}}}}, "rule 2: unknown matcher", "$.args.$not.x"),
        ({"tool": "a", "args": {"$one_of": 3}}, "rule 2: `$one_of` in place of an argument", "$.args.$one_of"),
        ({"tool": "a", "args": {"$all_of": [{"x": 1}, 3]}}, "rule 2: in place of an", "$.args.$all_of[1]"),
        ({"tool": "a", "max_calls": -1}, "rule 2: `max_calls` is a whole number", "$.max_calls"),
        ({"tool": "a", "max_calls": True}, "rule 2: `max_calls` is a whole number", "$.max_calls"),
        ({"tool": "a", "max_calls": "3"}, "rule 2: `max_calls` is a whole number", "$.max_calls"),
        ({"tool": "a", "only_after": []}, "rule 2: `only_after` names at least one", "$.only_after"),
        ({"tool": "a", "only_after": 3}, "rule 2: `only_after` takes the name", "$.only_after"),
        ({"tool": "a", "only_after": ["b", ""]}, "rule 2: `only_after` takes the name", "$.only_after[1]"),
        ({"tool": "a", "only_after": {"$regex": "("}}, "rule 2: not a valid pattern", "$.only_after.$regex"),
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


def test_keys_that_mean_nothing_are_problems() -> None:
    """A misspelled key is kept and reported, without its text; other faults are not this function's."""
    data = [{"tool": "a"}, {"tool": "a", "arguments": {"c": 1}}, "x", {"tool": "b", "reason": 1, "id": 2}]
    problems = rule_problems(data, "rules.json")
    assert [str(problem.location) for problem in problems] == ["rules.json[1] · $", "rules.json[3] · $"]
    assert problems[0].message == f"rule 2 has keys that mean nothing; known are {', '.join(RULE_KEYS)}"
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
    with pytest.raises(RuleError, match=r"^rules\.json\[0\] · \$: rule 1: `tool` is the name"):
        load_forbidden_rules(file)

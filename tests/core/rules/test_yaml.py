"""Rules in YAML: read like JSON, with the line of a fault, and no way to make them large or anything but values."""

from pathlib import Path

import pytest

from toolscore_core.errors import DecodeError, RuleError
from toolscore_core.intake import take_in
from toolscore_core.rules import load_forbidden_rules, read_rules, rule_problems, rule_to_json

TEXT = """# what a shell must not run
- tool: &shell {$glob: "*shell*"}
  args:
    command: {$command: "rm -rf"}
  severity: high
  reason: deletes

- tool: *shell
  max_calls: 3
"""

RULES = [
    {
        "tool": {"$glob": "*shell*"},
        "args": {"command": {"$command": "rm -rf"}},
        "severity": "high",
        "reason": "deletes",
    },
    {"tool": {"$glob": "*shell*"}, "max_calls": 3},
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"], ids=str)
@pytest.mark.parametrize("name", ["rules.yaml", "rules.YML", "rules"], ids=str)
def test_yaml_is_read(tmp_path: Path, encoding: str, name: str) -> None:
    """By its name or its look, in any encoding that JSON may have."""
    path = tmp_path / name
    path.write_bytes(TEXT.encode(encoding))
    assert [rule_to_json(rule) for rule in load_forbidden_rules(path)] == RULES


def test_json_is_yaml() -> None:
    """A file called YAML may hold JSON."""
    assert read_rules(b'[{"tool": "a"}]', "rules.yaml") == [{"tool": "a"}]


def test_a_fault_has_its_line() -> None:
    """A rule that cannot be used is named by its number, the line on which it begins, and its place in it."""
    with pytest.raises(RuleError) as caught:
        read_rules((TEXT + "- tool: x\n  args: {c: {$no: 1}}\n").encode(), "rules.yaml")
    assert str(caught.value).startswith("rules.yaml:10 · $.args.c: rule 3: unknown matcher")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- tool: [", "rules.yaml:2: no YAML"),
        ("- tool: a\n  : : x\n", "no YAML"),
        ("- tool: a\n---\n- tool: b\n", "no YAML"),
        ("- &a [*a]\n", "nested deeper than 200 levels"),
        ("- " + "[" * 300 + "]" * 300, "nested deeper than 200 levels|no YAML"),
        (
            "- &a [x,x,x,x,x,x,x,x,x]\n"
            + "".join(f"- &{b} [{f'*{a},' * 9}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True)),
            "more values",
        ),
        ("- tool: " + "9" * 5000, "no YAML"),
    ],
    ids=["broken", "broken mapping", "two documents", "in itself", "deep", "laughs", "long number"],
)
def test_a_damaged_file_is_refused(text: str, message: str) -> None:
    """A text that cannot be read, or that grows when it is, is a DecodeError."""
    with pytest.raises(DecodeError, match=message):
        read_rules(text.encode(), "rules.yaml")


@pytest.mark.parametrize("text", ["tool: a\n", "just words\n", "3\n"], ids=str)
def test_a_list_is_required(text: str) -> None:
    """YAML that holds no list is a TypeError, as with JSON."""
    with pytest.raises(TypeError, match="rules are a list"):
        read_rules(text.encode(), "rules.yaml")


def test_tags_make_nothing() -> None:
    """A tag that would make an object is passed over."""
    (rule,) = read_rules(b"- tool: a\n  reason: !!python/object/apply:os.getcwd []\n", "rules.yaml")
    assert rule == {"tool": "a", "reason": []}


def test_bytes_that_are_no_text() -> None:
    """A file in another encoding is refused."""
    with pytest.raises(DecodeError, match="not a text"):
        read_rules(b"- tool: \xff\n", "rules.yaml")


def test_a_dropped_file_is_taken_for_rules() -> None:
    """YAML is recognised as rules, and faults in it are told."""
    intake = take_in("policy.yaml", TEXT.encode())
    assert (intake.role, len(intake.rules or [])) == ("rules", 2)
    assert take_in("policy.yaml", b"- tool: a\n  max_calls: x\n").error is not None


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- tool: a\n  args: {x: 1}\n  args: {y: 2}\n", 3),
        ("- tool: a\n  args:\n    x: {$not: 1, $not: 2}\n", 3),
        ("- tool: a\n- tool: b\n  tool: c\n", 3),
    ],
)
def test_key_that_stands_twice(text: str, line: int) -> None:
    """Only one of them would count: the file is refused, with the line of the second."""
    with pytest.raises(DecodeError, match="stands twice") as raised:
        read_rules(text.encode(), "r.yaml")
    assert raised.value.location is not None
    assert raised.value.location.line == line


def test_one_key_in_several_objects() -> None:
    """Rules, aliases and nested objects may repeat a key."""
    text = "- {tool: a, args: &x {tool: 1}}\n- {tool: a, args: *x}\n"
    assert len(read_rules(text.encode(), "r.yaml")) == 2


def test_key_that_stands_twice_in_json() -> None:
    """As in YAML, without the line."""
    with pytest.raises(DecodeError, match=r"r\.json: a key stands twice"):
        read_rules(b'[{"tool": "a", "args": {"x": 1, "x": 2}}]', "r.json")


def test_reason_that_yaml_reads_otherwise() -> None:
    """An unquoted `no` is no text; a reason that is absent is no problem."""
    rules = read_rules(b"- {tool: a, reason: no}\n- {tool: b, reason: 'no'}\n- tool: c\n", "r.yaml")
    assert [str(problem.location.path) for problem in rule_problems(rules, "r.yaml")] == ["$.reason"]

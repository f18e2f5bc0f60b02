"""The text of a rules file with rules added or taken out, its comments and layout kept."""

import json

import pytest

from toolscore_core.rules import read_rules
from toolscore_core.rules.editing import rule_lines, with_rules, without_rule

JSON = '[\n  {"tool": "a"},\n\n  {"tool": "b",\n   "args": {}}\n]\n'
YAML = "# ours\n- tool: a\n  reason: no\n\n# the second\n- tool: b\n- tool: c\n"
FORMS = {"json": (JSON, "rules.json"), "yaml": (YAML, "rules.yaml"), "flow": ("[{tool: a}, {tool: b}]", "rules.yaml")}


def tools(text: str, name: str) -> list[str]:
    """Names of the tools of the rules in a text."""
    return [rule["tool"] for rule in read_rules(text.encode(), name)]


def test_each_rule_has_its_line() -> None:
    """The first line of each rule, in JSON and YAML; none in a text that cannot be read."""
    assert rule_lines(JSON) == [2, 4]
    assert rule_lines(YAML) == [2, 6, 7]
    assert rule_lines("[{") == []
    assert rule_lines("- {", "x.yaml") == []


@pytest.mark.parametrize("form", FORMS)
def test_taking_one_out_leaves_the_others(form: str) -> None:
    """Each rule can be taken out, down to none."""
    text, name = FORMS[form]
    for index, tool in enumerate(tools(text, name)):
        left = without_rule(text, name, index)
        assert tools(left, name) == [other for other in tools(text, name) if other != tool]
    while tools(text, name):
        text = without_rule(text, name, len(tools(text, name)) - 1)
    assert tools(text, name) == []


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("more", ["json", "yaml"])
def test_adding_keeps_what_was_there(form: str, more: str) -> None:
    """Rules of either form are added behind those of either form, and the text before them stays as it was."""
    text, name = FORMS[form]
    added, _ = FORMS[more]
    if form == "flow":
        return
    after = with_rules(text, name, added)
    assert tools(after, name) == [*tools(text, name), *tools(added, f"x.{more}")]
    assert after.startswith(text.rstrip("]\n"))


def test_adding_to_nothing() -> None:
    """The first rules are taken as they are written; an empty list of JSON stays JSON."""
    assert with_rules(" \n", "rules.json", YAML) == YAML
    assert json.loads(with_rules("[]", "rules.json", YAML)) == [
        {"tool": "a", "reason": False},
        {"tool": "b"},
        {"tool": "c"},
    ]


def test_comments_of_a_rule_go_with_it() -> None:
    """The comment above a rule belongs to it; that at the top of the file stays."""
    assert without_rule(YAML, "rules.yaml", 1) == "# ours\n- tool: a\n  reason: no\n\n- tool: c\n"
    assert without_rule(YAML, "rules.yaml", 0).startswith("# ours\n# the second\n- tool: b")

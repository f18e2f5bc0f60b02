"""Forbidden-call rules: JSON or YAML -> rules, and recorded calls -> the first rule that each breaks.

A rule is an object. Its keys:

    tool         exact name; or {"$glob": "shell*"}, {"$regex": "^sh"} (found anywhere), {"$one_of": [...]}, {"$not": ...}
    args         every one must be in the call and match; absent: every call of the tool
    max_calls    so many such calls in a trace are allowed
    only_after   a tool, or a list of tools, each of which must have been called with success before, in an earlier turn
    severity     low, medium, high or critical
    reason       why, for people

Inside `args` the matchers of gold files may stand at any depth, with one difference: `$regex` finds its pattern anywhere in
the value, where a gold file wants the whole text. Rules know more:

    {"$not": x}  {"$all_of": [x, y]}      not; all of them
    {"$compare": {"gt": 5, "lte": 9}}     within the bounds gt, gte, lt, lte, ne; numbers written as text count
    {"$glob": "/etc/*"}                   a text that the glob matches as a whole
    {"$command": "rm -rf"}                shell text or an argv list that runs the command, see `rules.commands`

In place of an argument's name, over all arguments of the call:

    "$any_arg": x                         some argument, at any depth, matches
    "$not": {...}  "$all_of": [{...}]  "$one_of": [{...}]     arguments that do not, or all, or one of which hold

Other keys of a rule are kept and do nothing; `rule_problems` reports them.

    [{"tool": "shell", "args": {"command": {"$command": "rm -rf"}}, "severity": "critical", "reason": "never delete"}]
"""

from toolscore_core.rules.checking import Break, CompiledRules, call_matches_rule, compile_rules
from toolscore_core.rules.coverage import Uncalled, uncalled_rules
from toolscore_core.rules.operators import ARGUMENT_OPERATORS, MATCHERS
from toolscore_core.rules.reading import (
    RULE_KEYS,
    SEVERITIES,
    is_tool_of_rule,
    is_yaml,
    load_forbidden_rules,
    read_rules,
    rule_problems,
    rules_from_json,
    severity_of,
)
from toolscore_core.rules.writing import arguments_to_json, limits_text, rule_to_json, tool_text

__all__ = [
    "ARGUMENT_OPERATORS",
    "MATCHERS",
    "RULE_KEYS",
    "SEVERITIES",
    "Break",
    "CompiledRules",
    "Uncalled",
    "arguments_to_json",
    "call_matches_rule",
    "compile_rules",
    "is_tool_of_rule",
    "is_yaml",
    "limits_text",
    "load_forbidden_rules",
    "read_rules",
    "rule_problems",
    "rule_to_json",
    "rules_from_json",
    "severity_of",
    "tool_text",
    "uncalled_rules",
]

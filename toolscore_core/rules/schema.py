"""The JSON Schema of forbidden-call rules; `reading` reads them."""

from typing import Final

from toolscore_core.matchers import COMPARISONS
from toolscore_core.matchers.schema import Schema, matcher_schema, matcher_schemas, plain_object, ref
from toolscore_core.rules.operators import ARGUMENT_OPERATORS, KNOWN
from toolscore_core.rules.reading import SEVERITIES

_VALUE = ref("rule_value")
_ARGUMENTS = ref("rule_arguments")
_TOOL = ref("rule_tool")
_FOUND: Final = "A value in whose text the pattern is found."
_NAME: Final[Schema] = {"type": "string", "minLength": 1}
_BOUND: Final[Schema] = {"type": ["number", "string"]}

_MATCHER: Final[Schema] = {
    "description": "A value that stands for more than one recorded value.",
    "anyOf": [
        *matcher_schemas(_VALUE, _FOUND),
        matcher_schema("$not", _VALUE, "What does not match."),
        matcher_schema("$all_of", {"type": "array", "items": _VALUE, "minItems": 1}, "What matches every one."),
        matcher_schema(
            "$compare",
            {
                "type": "object",
                "properties": {name: {} if name == "ne" else _BOUND for name in COMPARISONS},
                "additionalProperties": False,
                "minProperties": 1,
            },
            "A value within every bound: numbers, also those written as text, or texts.",
        ),
        matcher_schema("$glob", _NAME, "A text that the glob matches as a whole: `*`, `?`, `[abc]`, `[!abc]`."),
        matcher_schema(
            "$command",
            {
                "anyOf": [
                    _NAME,
                    {"type": "array", "items": {"anyOf": [{"type": "string"}, ref("rule_matcher")]}, "minItems": 1},
                ]
            },
            "A shell text or argv list that runs the command, with at least these flags and operands.",
        ),
    ],
}

_PATTERN: Final[Schema] = {
    "description": "The name of a tool, compared as an exact text, or a pattern of names.",
    "anyOf": [
        _NAME,
        matcher_schema("$glob", _NAME, "Names that the glob matches as a whole."),
        matcher_schema("$regex", {"type": "string", "format": "regex"}, "Names in which the pattern is found."),
        matcher_schema("$one_of", {"type": "array", "items": _TOOL}, "Names that match one."),
        matcher_schema("$all_of", {"type": "array", "items": _TOOL, "minItems": 1}, "Names that match every one."),
        matcher_schema("$not", _TOOL, "Names that do not match."),
    ],
}

_CONDITIONS: Final[Schema] = {
    "description": "Each of these arguments is in the call and matches, and each condition holds.",
    "type": "object",
    "properties": {
        "$any_arg": {**_VALUE, "description": "Some argument, at any depth, matches."},
        "$not": {**_ARGUMENTS, "description": "The arguments do not match."},
        "$all_of": {"type": "array", "items": _ARGUMENTS, "minItems": 1, "description": "All of these match."},
        "$one_of": {"type": "array", "items": _ARGUMENTS, "minItems": 1, "description": "One of these matches."},
    },
    "propertyNames": {"not": {"enum": sorted(KNOWN.difference(ARGUMENT_OPERATORS))}},
    "additionalProperties": _VALUE,
}

_RULE: Final[Schema] = {
    "description": "A call that is forbidden: of this tool, with all of these arguments.",
    "type": "object",
    "properties": {
        "tool": _TOOL,
        "args": {
            "anyOf": [{"type": "null"}, _ARGUMENTS],
            "description": "Arguments that are forbidden together. None: every call of the tool.",
        },
        "max_calls": {
            "type": ["integer", "null"],
            "minimum": 0,
            "description": "So many such calls in one trace are allowed; each further one is forbidden.",
        },
        "only_after": {
            "description": "Allowed after a successful call of each of these tools, made in an earlier turn.",
            "anyOf": [{"type": "null"}, _TOOL, {"type": "array", "items": _TOOL, "minItems": 1}],
        },
        "severity": {"enum": [*SEVERITIES, None], "description": "How bad it is."},
        "reason": {"description": "Why, for people."},
    },
    "required": ["tool"],
}

RULE_DEFS: Final[dict[str, Schema]] = {
    "rule": _RULE,
    "rule_tool": _PATTERN,
    "rule_arguments": _CONDITIONS,
    "rule_matcher": _MATCHER,
    "rule_value": {
        "description": "A value: plain JSON in which matchers may stand at any depth.",
        "anyOf": [
            {"type": ["string", "number", "boolean", "null"]},
            {"type": "array", "items": _VALUE},
            plain_object(_VALUE),
            ref("rule_matcher"),
        ],
    },
}
"""The `$defs` that a rule needs, `rule` being the rule itself."""

RULES_SCHEMA: Final[Schema] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Forbidden-call rules of toolscore",
    "description": "Calls that an agent must not make, as JSON or YAML. A call counts for the first rule that it breaks.",
    "type": "array",
    "items": ref("rule"),
    "$defs": RULE_DEFS,
}
"""JSON Schema, draft 2020-12. Further keys of a rule are allowed: they are kept and do nothing."""

"""The JSON Schema of gold files as this project writes them; `own` reads them."""

from typing import Final

from toolscore_core.matchers.schema import ANY, LITERAL, Schema, matcher_schema, matcher_schemas, plain_object, ref
from toolscore_core.rules.schema import RULE_DEFS

_NAME: Final[Schema] = {"type": "string", "pattern": r"\S"}

_MATCHER: Final[Schema] = {
    "description": "An expected value that accepts more than one recorded value.",
    "anyOf": matcher_schemas(ref("value"), "A text that the pattern matches as a whole."),
}

_VALUE: Final[Schema] = {
    "description": "An expected value: plain JSON in which matchers may stand at any depth.",
    "anyOf": [
        {"type": ["string", "number", "boolean", "null"]},
        {"type": "array", "items": ref("value")},
        plain_object(ref("argument")),
        ref("matcher"),
    ],
}

_ARGUMENT: Final[Schema] = {
    "description": "The expected value of an argument, or of a key inside one.",
    "anyOf": [
        ref("value"),
        matcher_schema(
            "$optional",
            ref("value"),
            "May be absent, and then counts neither as expected nor as missing; when given it must match.",
        ),
    ],
}

_ARGUMENTS: Final[Schema] = {
    "description": 'Expected arguments by name. Absent, null or {"$any": true}: not checked. {}: none expected.',
    "anyOf": [
        {"type": "null"},
        {"type": "string", "contentMediaType": "application/json", "description": "The arguments as JSON text."},
        ANY,
        matcher_schema("$literal", {"type": "object"}, LITERAL),
        plain_object(ref("argument")),
    ],
}

_CALL: Final[Schema] = {
    "description": "One expected call.",
    "type": "object",
    "properties": {
        "tool": {**_NAME, "description": "Name of the tool, compared as an exact text."},
        "name": {**_NAME, "description": "The same as `tool`."},
        "function": {
            "description": "The same as `tool`, or an object with `name` and the arguments.",
            "anyOf": [
                _NAME,
                {
                    "type": "object",
                    "properties": {"name": _NAME, "arguments": ref("arguments"), "args": ref("arguments")},
                    "required": ["name"],
                },
            ],
        },
        "args": ref("arguments"),
        "arguments": {**ref("arguments"), "description": "The same as `args`."},
        "input": {**ref("arguments"), "description": "The same as `args`."},
        "optional": {
            "type": ["boolean", "null"],
            "default": False,
            "description": "The call may be left out: not made it counts nowhere, made it counts like any expected call.",
        },
        "alternatives": {
            "type": ["array", "null"],
            "items": _NAME,
            "description": "Other tools that may be called in its place, with the same arguments.",
        },
        "side_effects": {
            "type": ["object", "null"],
            "description": "Name of a check, such as `http_ok`, and what it expects of the recorded result.",
        },
        "description": {"description": "A note for people."},
    },
    "anyOf": [{"required": ["tool"]}, {"required": ["name"]}, {"required": ["function"]}],
}

_SHARED: Final[Schema] = {
    "forbidden": {"type": ["array", "null"], "items": ref("rule"), "description": "Calls that must not be made."},
    "ignore": {
        "description": "Argument paths that are never compared: `tool.path`, `*.path` or `path`.",
        "anyOf": [{"type": ["string", "null"]}, {"type": "array", "items": {"type": "string", "minLength": 1}}],
    },
    "aliases": {
        "type": ["object", "null"],
        "additionalProperties": _NAME,
        "description": "Recorded tool name -> gold tool name.",
    },
    "order": {
        "enum": ["given", "any", None],
        "default": "given",
        "description": "`any`: the expected calls may come in any order, and none of them is moved.",
    },
}

_CASE: Final[Schema] = {
    "description": "One case: what an agent was asked, and the calls that are expected of it.",
    "type": "object",
    "properties": {
        "id": {"type": ["string", "number", "null"], "description": "Its name, unique in the file."},
        "input": {"description": "What the agent was asked."},
        "tags": {
            "description": "Free labels.",
            "anyOf": [{"type": ["string", "null"]}, {"type": "array", "items": {"type": "string"}}],
        },
        "calls": {"type": "array", "items": ref("call"), "description": "Expected calls, in order; [] expects none."},
        **_SHARED,
    },
    "required": ["calls"],
}

_DATASET: Final[Schema] = {
    "description": "Cases, with fields that hold for every one of them.",
    "type": "object",
    "properties": {"cases": {"type": "array", "items": ref("case")}, **_SHARED},
    "required": ["cases"],
}

GOLD_SCHEMA: Final[Schema] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Gold of toolscore",
    "description": "Expected tool calls: the calls of one case, a case, or cases. In a JSONL file every line is a case or the "
    "list of its calls; the first line, as the first entry of a list of cases, may hold fields for all cases alone.",
    "anyOf": [
        {"description": "The calls of one case.", "type": "array", "items": ref("call")},
        {"type": "array", "items": ref("case")},
        {"type": "array", "prefixItems": [ref("shared")], "items": ref("case"), "minItems": 1},
        ref("case"),
        ref("dataset"),
        {"description": "The first line of a JSONL file.", **ref("shared")},
    ],
    "$defs": {
        "call": _CALL,
        "case": _CASE,
        "dataset": _DATASET,
        "shared": {
            "description": "Fields that hold for every case after it.",
            "type": "object",
            "properties": _SHARED,
            "additionalProperties": False,
            "minProperties": 1,
        },
        **RULE_DEFS,
        "arguments": _ARGUMENTS,
        "argument": _ARGUMENT,
        "value": _VALUE,
        "matcher": _MATCHER,
    },
}
"""JSON Schema, draft 2020-12. Further keys of a case or a call are allowed: they are kept, or do nothing."""

"""JSON Schema of matchers, for the kinds of files in which they stand."""

from typing import Any, Final

from toolscore_core.matchers.json_form import JSON_TYPES

Schema = dict[str, Any]


def matcher_schema(key: str, operand: Schema, description: str) -> Schema:
    """An object with one `$` key."""
    return {
        "description": description,
        "type": "object",
        "properties": {key: operand},
        "required": [key],
        "additionalProperties": False,
    }


def ref(name: str) -> Schema:
    """A reference to one of the schema's `$defs`."""
    return {"$ref": f"#/$defs/{name}"}


def plain_object(values: Schema) -> Schema:
    """An object without `$` keys."""
    return {"type": "object", "propertyNames": {"not": {"pattern": r"^\$"}}, "additionalProperties": values}


_TYPE_NAME: Final[Schema] = {"enum": list(JSON_TYPES)}
_APPROX: Final[Schema] = {
    "anyOf": [
        {"type": "number"},
        {
            "type": "object",
            "properties": {
                "value": {"type": "number"},
                "rel": {"type": "number", "default": 1e-6, "description": "Share of the value."},
                "abs": {"type": "number", "default": 0, "description": "Absolute distance."},
            },
            "required": ["value"],
            "additionalProperties": False,
        },
    ]
}

ANY: Final = matcher_schema("$any", {"const": True}, "Anything, also null; the argument must be there.")
LITERAL: Final = "The value itself, whatever it looks like."


def matcher_schemas(value: Schema, regex: str) -> list[Schema]:
    """The matchers that every kind of file knows.

    Args:
        value: Schema of the values that may stand inside of matchers.
        regex: What `$regex` means in this kind of file.
    """
    return [
        ANY,
        matcher_schema("$regex", {"type": "string", "format": "regex"}, regex),
        matcher_schema("$contains", value, "A text, list or object that contains it."),
        matcher_schema("$one_of", {"type": "array", "items": value}, "One of the values."),
        matcher_schema("$approx", _APPROX, "A number near it: within the larger of `rel` times the value and `abs`."),
        matcher_schema(
            "$type",
            {"anyOf": [_TYPE_NAME, {"type": "array", "items": _TYPE_NAME, "minItems": 1}]},
            "A value of the JSON type, or of one of a list of types.",
        ),
        matcher_schema("$literal", {}, LITERAL),
    ]

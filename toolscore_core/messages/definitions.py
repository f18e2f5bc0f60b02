"""Descriptions of tools, which name a tool and its parameters as a call does, and are none."""

from collections.abc import Mapping
from typing import Any, Final

_TYPES: Final = ("object", "OBJECT", "dict")
_SCHEMA_KEYS: Final = frozenset(
    {
        "type",
        "properties",
        "required",
        "additionalProperties",
        "description",
        "$schema",
        "$defs",
        "definitions",
        "title",
    }
)


def is_definition(record: Mapping[str, Any]) -> bool:
    """Whether an object describes a tool: its parameters are a JSON schema."""
    inner = record.get("function")
    if isinstance(inner, dict) and is_definition(inner):
        return True
    if "input_schema" in record or "inputSchema" in record:
        return True
    schema = record.get("parameters")
    if not isinstance(schema, dict):
        return False
    is_schema = schema.get("type") in _TYPES and _SCHEMA_KEYS.issuperset(schema)
    return is_schema or ("description" in record and ("properties" in schema or schema.get("type") == "object"))

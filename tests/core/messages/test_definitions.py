"""Descriptions of tools are told from calls."""

from typing import Any

import pytest

from toolscore_core.messages.definitions import is_definition

SCHEMA = {"type": "object", "properties": {"city": {"type": "string"}}}


@pytest.mark.parametrize(
    "record",
    [
        {"name": "f", "parameters": SCHEMA},
        {"type": "function", "function": {"name": "f", "parameters": SCHEMA}},
        {"name": "f", "input_schema": SCHEMA},
        {"name": "f", "inputSchema": None},
        {"name": "f", "description": "d", "parameters": {"properties": {}, "example": 1}},
        {"name": "f", "parameters": {"type": "dict", "required": []}},
    ],
)
def test_definitions(record: dict[str, Any]) -> None:
    """Their parameters are a schema."""
    assert is_definition(record)


@pytest.mark.parametrize(
    "record",
    [
        {"name": "f", "parameters": {"type": "object", "city": "Oslo"}},
        {"name": "f", "parameters": {"city": "Oslo"}, "description": "d"},
        {"name": "f", "parameters": None},
        {"function": {"name": "f", "arguments": "{}"}},
        {},
    ],
)
def test_calls(record: dict[str, Any]) -> None:
    """Arguments that only happen to have such names are none."""
    assert not is_definition(record)

"""Arguments: every way in which files write them gives a dict."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.messages.arguments import NOT_JSON, arguments_of, decode_json_text, free_text_arguments


@pytest.mark.parametrize(
    ("value", "args"),
    [
        pytest.param({"a": 1}, {"a": 1}, id="object"),
        pytest.param('{"a": 1}', {"a": 1}, id="JSON text"),
        pytest.param('"{\\"a\\": 1}"', {"a": 1}, id="doubly encoded"),
        pytest.param(json.dumps(json.dumps(json.dumps({"a": 1}))), {"a": 1}, id="three times encoded"),
        pytest.param(None, {}, id="nothing"),
        pytest.param("", {}, id="empty text"),
        pytest.param(" \n", {}, id="blank text"),
        pytest.param("null", {}, id="JSON null"),
        pytest.param("[1, 2]", {"value": [1, 2]}, id="JSON list"),
        pytest.param("5", {"value": 5}, id="JSON number"),
        pytest.param('"Oslo"', {"value": "Oslo"}, id="JSON text of a text"),
        pytest.param('"5"', {"value": "5"}, id="a text that looks like a number stays text"),
        pytest.param([1], {"value": [1]}, id="list"),
        pytest.param(False, {"value": False}, id="boolean"),
        pytest.param("{bad", {"raw": "{bad"}, id="no JSON"),
        pytest.param("ls -la", {"raw": "ls -la"}, id="a command"),
        pytest.param('{"a": 1, "a": 2}', {"a": 2}, id="repeated key"),
        pytest.param('{"id": 12345678901234567890123}', {"id": 12345678901234567890123}, id="huge integer"),
        pytest.param(
            '{"a": {"b": [-9223372036854775809]}}', {"a": {"b": [-9223372036854775809]}}, id="huge integer inside"
        ),
        pytest.param('{"x": 1e30, "y": [1.5]}', {"x": 1e30, "y": [1.5]}, id="large float"),
        pytest.param('{"a": "\\ud800"}', {"a": "\ufffd"}, id="lone surrogate"),
        pytest.param('{"a": "' + "x" * 500 + '"}', {"a": "x" * 500}, id="long text"),
        pytest.param("[" * 201 + "]" * 201, {"raw": "[" * 201 + "]" * 201}, id="nested too deeply"),
    ],
)
def test_arguments_of(value: Any, args: dict[str, Any]) -> None:
    """The object where there is one; otherwise the value under one key."""
    assert arguments_of(value) == args


@pytest.mark.parametrize(
    ("value", "args"),
    [
        (None, {}),
        ("SELECT 1", {"input": "SELECT 1"}),
        ('{"a": 1}', {"a": 1}),
        ("[1]", {"input": "[1]"}),
        ({"a": 1}, {"a": 1}),
    ],
)
def test_free_text_arguments(value: Any, args: dict[str, Any]) -> None:
    """Free text stands under `input`, unless it is a JSON object."""
    assert free_text_arguments(value) == args


def test_no_json_is_told_from_null() -> None:
    """Text that is no JSON is not None."""
    assert decode_json_text("null") is None
    assert decode_json_text("nul") is NOT_JSON
    assert repr(NOT_JSON) == "NOT_JSON"


@given(
    st.text(max_size=40) | st.none() | st.lists(st.integers()) | st.dictionaries(st.text(), st.floats(allow_nan=False))
)
@settings(max_examples=100)
def test_always_a_dict(value: Any) -> None:
    """Whatever stands in a file, the arguments are a dict, and an object survives being written as text."""
    assert isinstance(arguments_of(value), dict)
    if isinstance(value, dict):
        assert arguments_of(json.dumps(value)) == json.loads(
            json.dumps(value).encode("utf-8", "replace")
        ) or "\\ud" in json.dumps(value)

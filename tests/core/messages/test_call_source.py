"""Calls written as Python source."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscore_core.messages.call_source import MAX_DEPTH, MAX_LENGTH, parse_calls


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        pytest.param("cd(folder='x')", [("cd", {"folder": "x"})], id="named"),
        pytest.param("sort('a.txt', 3)", [("sort", {"0": "a.txt", "1": 3})], id="positional"),
        pytest.param("f('a', b=1)", [("f", {"0": "a", "b": 1})], id="both"),
        pytest.param("ls()", [("ls", {})], id="no arguments"),
        pytest.param("math.add(a=1)", [("math.add", {"a": 1})], id="dotted name"),
        pytest.param("[f(a=1), g()]", [("f", {"a": 1}), ("g", {})], id="list"),
        pytest.param("f(), g()", [("f", {}), ("g", {})], id="tuple"),
        pytest.param("f()\ng(a=1)", [("f", {}), ("g", {"a": 1})], id="lines"),
        pytest.param("f(); g();", [("f", {}), ("g", {})], id="statements"),
        pytest.param("[]", [], id="empty list"),
        pytest.param("f(a=-1, b=+2.5, c=1e3)", [("f", {"a": -1, "b": 2.5, "c": 1000.0})], id="signs"),
        pytest.param("f(a=True, b=None)", [("f", {"a": True, "b": None})], id="constants"),
        pytest.param("f(a=true, b=null, c=false)", [("f", {"a": True, "b": None, "c": False})], id="words of JSON"),
        pytest.param("f(a={'b': [1, (2, 3)]}, c={4})", [("f", {"a": {"b": [1, [2, 3]]}, "c": [4]})], id="nested"),
        pytest.param("f(a=')(,[', b='it\\'s')", [("f", {"a": ")(,[", "b": "it's"})], id="brackets in texts"),
        pytest.param(r"f(a='\d')", [("f", {"a": r"\d"})], id="unknown escape"),
        pytest.param("f(**{'a': 1})", [("f", {"a": 1})], id="spread object"),
        pytest.param("send(from='a', to='b')", [("send", {"from": "a", "to": "b"})], id="keyword of Python"),
        pytest.param("f(a=x, b=g(1))", [("f", {"a": "x", "b": "g(1)"})], id="no literal"),
        pytest.param("f(a=2 * 3, b=b'x')", [("f", {"a": "2 * 3", "b": "b'x'"})], id="expression"),
        pytest.param("  f(a=1)\n", [("f", {"a": 1})], id="white space"),
    ],
)
def test_call_source(text: str, calls: list[tuple[str, dict[str, Any]]]) -> None:
    """Names, and arguments as the values of their literals; what is no literal stays text."""
    assert parse_calls(text) == calls


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("hello there", id="words"),
        pytest.param("(see below)", id="words in brackets"),
        pytest.param("x = f()", id="assignment"),
        pytest.param("f(a=1) + 2)", id="broken"),
        pytest.param("f(", id="cut"),
        pytest.param("['a', 'b']", id="list of texts"),
        pytest.param("[f(), 1]", id="list of more than calls"),
        pytest.param("f()()", id="call of a result"),
        pytest.param("f(*a)", id="spread list"),
        pytest.param("f(**a)", id="spread name"),
        pytest.param("f(a=1, 2)", id="positional after named"),
        pytest.param("f(\x00)", id="null byte"),
        pytest.param("import os; f()", id="statement"),
        pytest.param(f"f({'(' * MAX_DEPTH}{')' * MAX_DEPTH})", id="too deep"),
        pytest.param(f"f(a='{'x' * MAX_LENGTH}')", id="too long"),
        pytest.param(f"f(a={'not ' * 4000}1)", id="too deep without brackets"),
        pytest.param(f"a{'.a' * 9000}()", id="long name"),
        pytest.param(f"f(a={'9' * 6000})", id="long number"),
    ],
)
def test_no_call_source(text: str) -> None:
    """Anything else is none."""
    assert parse_calls(text) is None


@given(st.text(alphabet="fa(){}[],='\"\\ \n.:1-*#", max_size=40).map(lambda inner: f"f({inner})"))
def test_any_text(text: str) -> None:
    """Whatever the text, there are calls with names or none."""
    assert all(isinstance(name, str) and isinstance(args, dict) for name, args in parse_calls(text) or [])

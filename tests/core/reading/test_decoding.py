"""Decoding: exact integers, NaN, repeated keys, surrogates, depth; and the pause of the garbage collector."""

import gc
import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.reading import collector_paused, decode_json, holds_huge_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        pytest.param("[1, 2.5, true, null]", [1, 2.5, True, None], id="plain"),
        pytest.param('{"n": 12345678901234567890123}', {"n": 12345678901234567890123}, id="huge integer"),
        pytest.param("[-9223372036854775809]", [-9223372036854775809], id="huge negative integer"),
        pytest.param("[18446744073709551615]", [18446744073709551615], id="largest of 64 bits"),
        pytest.param('{"a": 1, "a": 2}', {"a": 2}, id="repeated key"),
        pytest.param('["\\ud83d\\ude00"]', ["\U0001f600"], id="surrogate pair"),
        pytest.param('{"\\ud800": ["\\ude00x"]}', {"\ufffd": ["\ufffdx"]}, id="lone surrogates"),
        pytest.param("[" + "9" * 5000 + "]", ["9" * 5000], id="an integer beyond what Python converts stays text"),
        pytest.param("[Infinity, -Infinity]", [math.inf, -math.inf], id="infinity"),
        pytest.param("[" * 200 + "]" * 200, json.loads("[" * 200 + "]" * 200), id="as deep as allowed"),
        pytest.param('"' + "[{" * 500 + '"', "[{" * 500, id="brackets in a text are no depth"),
    ],
)
@pytest.mark.parametrize("kind", [str, bytes])
def test_values(kind: type, text: str, value: Any) -> None:
    """Text and bytes decode to the same exact value."""
    assert decode_json(text if kind is str else text.encode()) == value


def test_nan() -> None:
    """NaN is accepted."""
    assert math.isnan(decode_json("[NaN]")[0])


@pytest.mark.parametrize(
    "text", ["", "{", "[1,]", "[" * 201 + "]" * 201, "[" * 2000 + "]" * 2000, "[NaN," + "[" * 300 + "]" * 300 + "]"]
)
def test_refused(text: str) -> None:
    """What is no JSON, or nested too deeply, is a ValueError."""
    for data in (text, text.encode()):
        with pytest.raises(ValueError):
            decode_json(data)


@pytest.mark.parametrize("filler", ["", "x" * 10_000], ids=["short", "long"])
@pytest.mark.parametrize("number", ["1", "12345678901234567890"], ids=["plain", "huge number"])
def test_depth(filler: str, number: str) -> None:
    """The bound on depth is the same in short and long texts and for either decoder."""
    inner = json.dumps([int(number), filler])
    text = "[" * 199 + inner + "]" * 199
    assert decode_json(text) == decode_json(text.encode()) == json.loads(text)
    for data in (f"[{text}]", f"[{text}]".encode()):
        with pytest.raises(ValueError, match="nested deeper"):
            decode_json(data)


@pytest.mark.parametrize("half", ["\\ud800", "\\uDFFF"])
def test_halves_of_pairs_beside_a_huge_number(half: str) -> None:
    """Half a surrogate pair is replaced, whichever decoder reads it."""
    text = f'{{"n": 12345678901234567890123, "t": "{half}"}}'
    expected = {"n": 12345678901234567890123, "t": "\ufffd"}
    assert decode_json(text) == decode_json(text.encode()) == expected


def test_deep_with_brackets_in_texts() -> None:
    """Unbalanced brackets inside texts neither hide depth nor make it."""
    with pytest.raises(ValueError, match="nested deeper"):
        decode_json(("[" * 201 + '"]]]]"' + "]" * 201).encode())
    assert decode_json(json.dumps([["]]]"] * 300, "[[["]).encode())[1] == "[[["


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(JSON)
@settings(max_examples=100)
def test_same_as_the_standard_library(value: Any) -> None:
    """Whatever the standard library writes comes back as it reads it, but for lone surrogates."""
    text = json.dumps(value)
    expected = json.loads(text)
    if "\\ud" not in text:
        assert decode_json(text) == expected
        assert decode_json(text.encode()) == expected


def test_collector_is_paused_and_comes_back() -> None:
    """The collector rests inside, also nested and after an error, and runs again afterwards."""
    assert gc.isenabled()
    with collector_paused(), collector_paused():
        assert not gc.isenabled()
    with pytest.raises(ZeroDivisionError), collector_paused():
        _ = 1 / 0
    assert gc.isenabled()


def test_collector_stays_off_when_it_was_off() -> None:
    """A caller that turned the collector off finds it off."""
    gc.disable()
    try:
        with collector_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("text", "huge"),
    [
        pytest.param('{"n": 12345678901234567890}', True, id="twenty digits"),
        pytest.param("[1.5, 123456789012345678901]", True, id="after a fraction"),
        pytest.param("[-9223372036854775809]", True, id="nineteen digits with a sign"),
        pytest.param('{"n": 0.12345678901234567890123}', False, id="a long fraction"),
        pytest.param('{"n": 123456789012345}', False, id="fifteen digits"),
    ],
)
def test_fractions_are_no_huge_integers(text: str, huge: bool) -> None:
    """Only integers make a document take the slow way: fractions are floats in any decoder."""
    assert holds_huge_number(text) is huge
    assert holds_huge_number(text.encode()) is huge

"""Comparing values, canonical stand-ins, signatures, numbers and paths."""

import math
from collections import OrderedDict
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.calls import ToolCall
from toolscore_core.matchers import ANY, Contains, OneOf, Regex
from toolscore_core.values import (
    MISSING,
    Matcher,
    call_signature,
    canonical,
    finite_number,
    holds_matcher,
    join_path,
    leaves,
    split_path,
    values_match,
)

NAN = float("nan")


@pytest.mark.parametrize(
    ("expected", "actual", "lenient", "strict"),
    [
        (1, 1, True, True),
        (1, 1.0, True, False),
        (1.5, 1.5, True, True),
        (-0.0, 0.0, True, True),
        (True, 1, False, False),
        (0, False, False, False),
        (True, True, True, True),
        ({"a": True}, {"a": 1}, False, False),
        ([1], [True], False, False),
        (2**60 + 1, 2**60 + 2, False, False),
        (2**60 + 1, float(2**60 + 1), False, False),
        (10**400, 1, False, False),
        (10**400, 1.5, False, False),
        (NAN, NAN, True, True),
        (NAN, 1.0, False, False),
        ([NAN], [NAN], True, True),
        ("a", "a", True, True),
        ("a", " a\n", True, False),
        ("a", "a\u00a0", True, False),
        (["a "], ["a"], True, False),
        ({"k": ["a "]}, {"k": ["a"]}, True, False),
        ({"a ": 1}, {"a": 1}, False, False),
        ("a", "A", False, False),
        ("1", 1, False, False),
        ("", None, False, False),
        (None, None, True, True),
        (None, 0, False, False),
        ([1, 2], [2, 1], False, False),
        ([1, 2], [1, 2, 3], False, False),
        ([1], (1,), False, False),
        ((1,), (1,), True, True),
        ((1,), (1.0,), True, False),
        ({"a": 1}, {"a": 1, "b": 2}, False, False),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True, True),
        ({"a": None}, {}, False, False),
        ({"a": 1}, OrderedDict(a=1), True, False),
        ({}, [], False, False),
        ("é", "e\u0301", False, False),
        (ANY, None, True, True),
        ([ANY, 1], ["x", 1], True, True),
        ({"a": {"b": Regex("x+")}}, {"a": {"b": "xx"}}, True, True),
        ({"a": {"b": Regex("x+")}}, {"a": {"b": "xy"}}, False, False),
    ],
    ids=repr,
)
def test_values_match(expected: Any, actual: Any, lenient: bool, strict: bool) -> None:
    """Lenient and strict comparison, with the faults of the reference mended."""
    assert values_match(expected, actual) is lenient
    assert values_match(expected, actual, strict=True) is strict


def test_white_space_counts_on_demand() -> None:
    """Without trimming, outer white space counts at every depth."""
    assert not values_match("a", " a", trim=False)
    assert not values_match({"k": ["a"]}, {"k": [" a"]}, trim=False)
    assert values_match(["a", 1], ["a", 1.0], trim=False)


class _Even(Matcher):
    __slots__ = ()

    def matches(self, value: Any) -> bool:
        return isinstance(value, int) and value % 2 == 0


def test_own_matcher_is_asked_by_equality_too() -> None:
    """A matcher of one's own works nested and with `==`, on either side; its hash is its identity."""
    even = _Even()
    assert values_match({"n": [even]}, {"n": [4]})
    assert not values_match({"n": [even]}, {"n": [3]})
    assert even == 2
    assert 2 == even  # noqa: SIM300 - the reflected side is what is tested
    assert even != 3
    assert len({even, _Even()}) == 2


def test_matcher_without_an_answer_says_so() -> None:
    """A matcher of one's own that forgot `matches` is loud, instead of accepting or refusing everything."""
    with pytest.raises(NotImplementedError):  # what the base class raises in place of an abstract method
        Matcher().matches(1)


@pytest.mark.parametrize(
    ("value", "holds"),
    [(1, False), (ANY, True), ([[ANY]], True), ({"a": (1, {"b": Regex("")})}, True), ({"a": [1, "$any"]}, False)],
    ids=repr,
)
def test_holds_matcher(value: Any, holds: bool) -> None:
    """Matchers are seen at any depth."""
    assert holds_matcher(value) is holds


_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 3)
    | st.sampled_from([2**60, 2**60 + 1, 1.0, 0.0, -0.0, 1.5, NAN, math.inf])
    | st.sampled_from(["", " ", "a", " a", "a\n", "1"])
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=2).map(tuple)
        | st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    ),
    max_leaves=6,
)


@settings(max_examples=300)
@given(_VALUES, _VALUES, st.booleans())
def test_canonical_agrees_with_comparison(left: Any, right: Any, strict: bool) -> None:
    """Two values match exactly when their stand-ins are equal."""
    assert (canonical(left, strict=strict) == canonical(right, strict=strict)) is values_match(
        left, right, strict=strict
    )


@settings(max_examples=100)
@given(_VALUES, st.booleans())
def test_every_value_matches_itself(value: Any, strict: bool) -> None:
    """Comparison is reflexive, NaN included, and stand-ins are hashable."""
    assert values_match(value, value, strict=strict)
    assert hash(canonical(value, strict=strict)) == hash(canonical(value, strict=strict))


@pytest.mark.parametrize(
    ("left", "right"),
    [(Decimal(1), 1), (b"x", b"x"), ({1, 2}, {2, 1}), ({1}, frozenset({1})), (1j, 1j), ([b"x"], [b"x"])],
    ids=repr,
)
def test_canonical_of_values_json_does_not_know(left: Any, right: Any) -> None:
    """Equal values of other types have equal stand-ins in lenient mode."""
    assert values_match(left, right)
    assert canonical(left) == canonical(right)


def test_canonical_of_an_unhashable_object() -> None:
    """What cannot be hashed is known by its text."""
    assert canonical(bytearray(b"x")) == canonical(bytearray(b"x"))
    assert canonical(bytearray(b"x")) != canonical(bytearray(b"y"))


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (None, {}, True),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}, True),
        ({"a": [1, 2]}, {"a": [2, 1]}, False),
        ({"a": 1}, {"a": 1.0}, False),
        ({"a": 1}, {"a": True}, False),
        ({"a": 1}, {"a": "1"}, False),
        ({"a": NAN}, {"a": float("nan")}, True),
        ({"a": NAN}, {"a": None}, False),
        ({"a": NAN}, {"a": math.inf}, False),
        ({"a": None}, {"a": None}, True),
        ({"a": "null"}, {"a": None}, False),
        ({"a": 2**80}, {"a": 2**80 + 1}, False),
        ({"a": 2**80}, {"a": 2**80}, True),
        ({"a": -0.0}, {"a": 0.0}, False),
        ({"a": "\ud800"}, {"a": "\ud800"}, True),
        ({"a": "é"}, {"a": "e"}, False),
        ({"a": (1,)}, {"a": [1]}, True),
        ({"a": {1}}, {"a": {1}}, True),
        ({1: "a", "b": 2}, {"b": 2, 1: "a"}, True),
        ({1: "a", "b": 2}, {"b": 2, 1: "c"}, False),
        ({(1, 2): "a"}, {(1, 2): "a"}, True),
    ],
    ids=repr,
)
def test_call_signature(left: Any, right: Any, same: bool) -> None:
    """Two calls are identical when tool and arguments read the same; key order does not matter."""
    assert (call_signature(ToolCall("t", left)) == call_signature(ToolCall("t", right))) is same
    assert call_signature(ToolCall("t", left)) != call_signature(ToolCall("u", left))


@pytest.mark.parametrize(
    ("value", "number"),
    [
        (1, 1),
        (1.5, 1.5),
        (0, 0),
        (-2.0, -2.0),
        ("0.1", 0.1),
        (" 2 ", 2.0),
        ("1e-3", 0.001),
        (NAN, None),
        ("nan", None),
        (math.inf, None),
        ("-inf", None),
        (10**400, None),
        (True, None),
        (None, None),
        ("fast", None),
        ("", None),
        ([1], None),
    ],
    ids=repr,
)
def test_finite_number(value: Any, number: float | None) -> None:
    """Numbers are read from text too; NaN, infinity, booleans and the rest are none."""
    assert finite_number(value) == number
    assert type(finite_number(value)) is type(number)


@pytest.mark.parametrize(
    ("steps", "path"),
    [
        (["a"], "a"),
        (["filters", "date", "from"], "filters.date.from"),
        (["a", 0, "b"], "a[0].b"),
        ([0, 1], "[0][1]"),
        ([""], "['']"),
        (["a", ""], "a['']"),
        (["x.y", "z"], "['x.y'].z"),
        (["a", "b c"], "a['b c']"),
        (["it's"], "['it\\'s']"),
        (["a[0]"], "['a[0]']"),
        (["back\\slash here"], "['back\\\\slash here']"),
        (["größe", "-"], "größe.-"),
    ],
    ids=repr,
)
def test_paths_are_written_and_read(steps: list[str | int], path: str) -> None:
    """A path is readable where it can be, quoted where it must be, and read back to the same steps."""
    written = ""
    for step in steps:
        written = join_path(written, step)
    assert written == path
    assert split_path(path) == steps


@settings(max_examples=200)
@given(st.lists(st.text(max_size=6) | st.integers(0, 99), min_size=1, max_size=5))
def test_every_path_can_be_read_back(steps: list[str | int]) -> None:
    """No key, however odd, makes a path ambiguous."""
    path = ""
    for step in steps:
        path = join_path(path, step)
    assert split_path(path) == steps


@pytest.mark.parametrize(
    ("path", "steps"), [("a[].b", ["a", "[]", "b"]), ("a[*]", ["a", "[]"]), ("", [])], ids=["brackets", "star", "empty"]
)
def test_any_position_in_a_path(path: str, steps: list[str]) -> None:
    """`[]` and `[*]` stand for any position; the empty path has no steps."""
    assert split_path(path) == steps


@pytest.mark.parametrize("path", ["a..b", "a.", "a[", "a]", "a[x]", "['x", "."], ids=repr)
def test_what_is_no_path(path: str) -> None:
    """A malformed path is a ValueError that gives the place, not the text."""
    with pytest.raises(ValueError, match=r"not an argument path \(at character \d+\)"):
        split_path(path)


def test_leaves_are_listed_depth_first() -> None:
    """Every scalar has its path; empty containers and matchers are leaves."""
    anything = Contains("x")
    value = {"a": [1, {"b": None}], "c.d": (2,), "e": {}, "f": [], "g": anything}
    assert list(leaves(value)) == [
        ("a[0]", 1),
        ("a[1].b", None),
        ("['c.d'][0]", 2),
        ("e", {}),
        ("f", []),
        ("g", anything),
    ]
    assert list(leaves(5, "x")) == [("x", 5)]


def test_missing_is_not_none() -> None:
    """MISSING is falsy, reads as what it is, and equals nothing else."""
    assert not MISSING
    assert repr(MISSING) == "MISSING"
    assert MISSING is not None
    assert not values_match(None, MISSING)
    assert not values_match(OneOf(None), MISSING)

"""Argument differences by path."""

from typing import Any

import pytest
from hypothesis import given, settings

from tests.strategies import MATCHERS, SCALARS, arguments, nested
from toolscore_core.alignment import ArgumentState, argument_differences
from toolscore_core.alignment.differences import DEEPEST, MOST_ENTRIES
from toolscore_core.calls import ToolCall
from toolscore_core.matchers import ANY, Regex
from toolscore_core.values import MISSING, values_match

GOOD = {ArgumentState.SAME, ArgumentState.MATCHED}


def differences(expected: dict[str, Any] | None, actual: dict[str, Any] | None, *, strict: bool = False) -> list[str]:
    found = argument_differences(ToolCall("t", expected), ToolCall("t", actual), strict=strict)
    return [f"{one.path} {one.state}" for one in found]


TABLE = {
    "same": ({"a": 1}, {"a": 1}, ["a same"]),
    "lenient number": ({"a": 1}, {"a": 1.0}, ["a same"]),
    "white space": ({"a": " x"}, {"a": "x "}, ["a same"]),
    "changed": ({"a": 1}, {"a": 2}, ["a changed"]),
    "boolean is no number": ({"a": 1}, {"a": True}, ["a changed"]),
    "missing": ({"a": None}, {}, ["a missing"]),
    "unexpected": ({}, {"a": 1}, ["a unexpected"]),
    "unexpected after expected": ({"b": 1}, {"a": 1, "b": 1}, ["b same", "a unexpected"]),
    "not checked": (None, {"a": 1, "b": 2}, ["a not checked", "b not checked"]),
    "nothing": ({}, None, []),
    "matcher": ({"a": ANY, "b": Regex("x")}, {"a": None, "b": "y"}, ["a matched", "b changed"]),
    "matcher without a value": ({"a": ANY}, {}, ["a missing"]),
    "matcher inside": ({"a": {"b": Regex("x"), "c": 1}}, {"a": {"b": "x", "c": 1}}, ["a.b matched", "a.c same"]),
    "matcher in a container of another kind": ({"a": [ANY]}, {"a": (1,)}, ["a changed"]),
    "nested": (
        {"filters": {"date": {"from": 1, "to": 2}}},
        {"filters": {"date": {"from": 1, "to": 3}, "x": 1}},
        ["filters.date.from same", "filters.date.to changed", "filters.x unexpected"],
    ),
    "nested missing is one entry": ({"a": {"b": {"c": 1}}}, {"a": {}}, ["a.b missing"]),
    "list": ({"a": [1, 2, {"b": 3}]}, {"a": [1, 5, {"b": 4}]}, ["a[0] same", "a[1] changed", "a[2].b changed"]),
    "longer list": ({"a": [1]}, {"a": [1, 2]}, ["a[0] same", "a[1] unexpected"]),
    "shorter list": ({"a": [1, 2]}, {"a": [1]}, ["a[0] same", "a[1] missing"]),
    "empty list": ({"a": []}, {"a": []}, ["a same"]),
    "empty against full": ({"a": []}, {"a": [1]}, ["a[0] unexpected"]),
    "kinds differ": ({"a": [1]}, {"a": {"0": 1}}, ["a changed"]),
    "tuple": ({"a": (1, 2)}, {"a": (1, 3)}, ["a[0] same", "a[1] changed"]),
    "odd keys": ({"": 1, "x.y": 2, "a b": 3}, {}, ["[''] missing", "['x.y'] missing", "['a b'] missing"]),
}


@pytest.mark.parametrize(("expected", "actual", "found"), TABLE.values(), ids=TABLE)
def test_differences(expected: dict[str, Any] | None, actual: dict[str, Any] | None, found: list[str]) -> None:
    """Every state, at the top and inside, in the order of the expected arguments."""
    assert differences(expected, actual) == found


def test_strict_differences() -> None:
    """Strict comparison sees types and white space at every depth."""
    expected, actual = {"a": 1, "b": {"c": "x"}, "d": [1]}, {"a": 1.0, "b": {"c": " x"}, "d": [1]}
    assert differences(expected, actual, strict=True) == ["a changed", "b.c changed", "d[0] same"]


def test_one_side() -> None:
    """Without a partner every argument stands on its side, whole."""
    lone = ToolCall("t", {"a": {"b": 1}})
    (missing,) = argument_differences(lone, None, strict=False)
    (unexpected,) = argument_differences(None, lone, strict=False)
    assert (missing.path, missing.state, missing.expected, missing.actual) == ("a", "missing", {"b": 1}, MISSING)
    assert (unexpected.state, unexpected.expected, unexpected.actual) == ("unexpected", MISSING, {"b": 1})
    assert argument_differences(ToolCall("t"), None, strict=False) == ()
    assert argument_differences(None, ToolCall("t"), strict=False) == ()


def test_values_of_both_sides_are_kept() -> None:
    """An entry carries the values at its path."""
    (one,) = argument_differences(ToolCall("t", {"a": [1]}), ToolCall("t", {"a": [2]}), strict=False)
    assert (one.path, one.expected, one.actual) == ("a[0]", 1, 2)


def test_huge_and_deep_arguments_are_compared_as_wholes() -> None:
    """A hostile argument cannot make more entries than the bound, nor be opened for ever."""
    many = {"first": list(range(MOST_ENTRIES)), "second": {"x": [1, 2]}}
    assert differences(many, many)[-1] == "second same"
    deep: Any = 1
    for _ in range(2 * DEEPEST):
        deep = {"k": deep}
    (entry,) = differences({"a": deep}, {"a": deep})
    assert entry.count(".k") == DEEPEST - 1


@pytest.mark.parametrize("strict", [False, True], ids=["lenient", "strict"])
def test_entries_agree_with_the_comparison(strict: bool) -> None:
    """An argument is correct exactly when all of its entries are."""

    @given(arguments(nested(SCALARS | MATCHERS)), arguments(nested(SCALARS)))
    @settings(max_examples=100)
    def check(expected: dict[str, Any] | None, actual: dict[str, Any] | None) -> None:
        wanted, given_args = expected or {}, actual or {}
        for key in wanted.keys() | given_args.keys():
            found = argument_differences(
                ToolCall("t", {key: wanted[key]} if key in wanted else {}),
                ToolCall("t", {key: given_args[key]} if key in given_args else {}),
                strict=strict,
            )
            correct = key in wanted and key in given_args and values_match(wanted[key], given_args[key], strict=strict)
            assert all(one.state in GOOD for one in found) is correct
            assert len({one.path for one in found}) == len(found)

    check()

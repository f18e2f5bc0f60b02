"""Expected arguments that may be absent, in comparisons and in JSON."""

from typing import Any

import pytest

from toolscore_core.errors import GoldError
from toolscore_core.matchers import (
    ANY,
    Contains,
    OneOf,
    OptionalArgument,
    Regex,
    expected_from_json,
    expected_to_json,
)
from toolscore_core.rules import rules_from_json
from toolscore_core.values import values_match

MATCHES: dict[str, tuple[Any, Any, bool]] = {
    "absent": ({"x": OptionalArgument(1)}, {}, True),
    "given and right": ({"x": OptionalArgument(1)}, {"x": 1}, True),
    "given and wrong": ({"x": OptionalArgument(1)}, {"x": 2}, False),
    "null is given": ({"x": OptionalArgument(1)}, {"x": None}, False),
    "another key": ({"x": OptionalArgument(1)}, {"y": 1}, False),
    "beside one that is required": ({"x": OptionalArgument(1), "y": 2}, {"x": 1}, False),
    "a matcher in it": ({"x": OptionalArgument(Regex("a+"))}, {"x": "aa"}, True),
    "nested": ({"x": OptionalArgument({"y": OptionalArgument(1)})}, {"x": {}}, True),
    "in an object in a list": ([{"x": OptionalArgument(1)}], [{}], True),
    "in a candidate": (OneOf({"x": OptionalArgument(1)}), {}, True),
    "for a list's item it is the value": ([OptionalArgument(1)], [1], True),
    "and the item must be there": ([OptionalArgument(1)], [], False),
    "white space is forgiven as in any value": ({"x": OptionalArgument("a")}, {"x": " a "}, True),
}


@pytest.mark.parametrize(("expected", "actual", "matches"), MATCHES.values(), ids=MATCHES)
def test_matches(expected: Any, actual: Any, matches: bool) -> None:
    """The key may be absent; the value, when it is there, must match."""
    assert values_match(expected, actual) is matches


def test_strict_reaches_the_value() -> None:
    """What is optional is compared in the mode of the comparison."""
    assert values_match({"x": OptionalArgument(1)}, {"x": 1.0})
    assert not values_match({"x": OptionalArgument(1)}, {"x": 1.0}, strict=True)
    assert OptionalArgument(1) == 1.0


def test_optional_twice_is_optional() -> None:
    """Wrapping it again says nothing new."""
    assert OptionalArgument(OptionalArgument(1)).expected == 1
    assert repr(OptionalArgument(1)) == "OptionalArgument(1)"


@pytest.mark.parametrize(
    "written",
    [
        {"x": {"$optional": 1}},
        {"x": {"$optional": {"$any": True}}},
        {"x": {"y": {"$optional": {"z": {"$optional": [1]}}}}},
        {"x": {"$one_of": [{"y": {"$optional": 1}}]}},
        {"x": {"$literal": {"$optional": 1}}},
    ],
)
def test_json_comes_back_as_it_was(written: Any) -> None:
    """Both directions agree."""
    assert expected_to_json(expected_from_json(written)) == written


@pytest.mark.parametrize(
    ("written", "place"),
    [
        ({"$optional": {"x": 1}}, "$.$optional"),
        ({"x": [{"$optional": 1}]}, "$.x[0].$optional"),
        ({"x": {"$optional": {"$optional": 1}}}, "$.x.$optional.$optional"),
        ({"x": {"$one_of": [{"$optional": 1}]}}, "$.x.$one_of[0].$optional"),
    ],
)
def test_where_nothing_can_be_absent_it_is_refused(written: Any, place: str) -> None:
    """It would silently mean nothing there."""
    with pytest.raises(GoldError, match="`\\$optional` stands for the value of an argument") as caught:
        expected_from_json(written)
    assert caught.value.location is not None
    assert caught.value.location.path == place


@pytest.mark.parametrize("value", [[OptionalArgument(1)], OneOf(OptionalArgument(1)), Contains(OptionalArgument(ANY))])
def test_what_could_not_be_read_is_not_written(value: Any) -> None:
    """No file is made that `read_gold` refuses."""
    with pytest.raises(GoldError, match="no JSON form"):
        expected_to_json({"x": value})


def test_rules_do_not_know_it() -> None:
    """An argument of a forbidden call is there, or the rule does not name it."""
    with pytest.raises(ValueError, match="unknown matcher"):
        rules_from_json([{"tool": "a", "args": {"x": {"$optional": 1}}}])

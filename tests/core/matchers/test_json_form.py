"""Matchers in JSON: reading, the places of faults, and writing back."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.errors import GoldError, Location
from toolscore_core.matchers import (
    ANY,
    MATCHER_KEYS,
    Approx,
    Contains,
    IsType,
    Literal,
    OneOf,
    Regex,
    Search,
    expected_from_json,
    expected_to_json,
)
from toolscore_core.values import Matcher, holds_matcher, values_match


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ({"$any": True}, "ANY"),
        ({"$regex": "ab+"}, "Regex('ab+')"),
        ({"$contains": "x"}, "Contains('x')"),
        ({"$contains": {"$regex": "x"}}, "Contains(Regex('x'))"),
        ({"$one_of": [1, "a"]}, "OneOf(1, 'a')"),
        ({"$one_of": [{"$type": "null"}, 2]}, "OneOf(IsType(NoneType), 2)"),
        ({"$approx": 3}, "Approx(3, rel=1e-06, abs=0.0)"),
        ({"$approx": {"value": 3, "rel": 0.1, "abs": 1}}, "Approx(3, rel=0.1, abs=1)"),
        ({"$type": "number"}, "IsType(int, float)"),
        ({"$type": ["string", "array"]}, "IsType(str, list)"),
        ({"$literal": {"$any": 1}}, "{'$any': 1}"),
        ({"a": [{"$any": True}, 1]}, "{'a': [ANY, 1]}"),
        ({"a": {}}, "{'a': {}}"),
        ("$any", "'$any'"),
        ({"price$": 1}, "{'price$': 1}"),
    ],
    ids=repr,
)
def test_matchers_are_read(written: Any, text: str) -> None:
    """Each `$` object becomes its matcher, at any depth; everything else stays as it is."""
    assert repr(expected_from_json(written)) == text


@pytest.mark.parametrize(
    ("written", "place", "message"),
    [
        ({"$gt": 3}, "$", "unknown matcher"),
        ({"a": [{"$Regex": "x"}]}, "$.a[0]", "unknown matcher"),
        ({"a": {"$regex": "x", "$flags": "i"}}, "$.a", "alone"),
        ({"a": {"$regex": "x", "b": 1}}, "$.a", "alone"),
        ({"$any": 1}, "$.$any", "takes true"),
        ({"$any": False}, "$.$any", "takes true"),
        ({"$regex": 3}, "$.$regex", "takes a text"),
        ({"$regex": "("}, "$.$regex", "not a valid pattern"),
        ({"$one_of": "ab"}, "$.$one_of", "takes a list"),
        ({"$one_of": [1, {"$x": 1}]}, "$.$one_of[1]", "unknown matcher"),
        ({"$approx": "3"}, "$.$approx", "takes a number"),
        ({"$approx": True}, "$.$approx", "takes a number"),
        ({"$approx": {"rel": 1}}, "$.$approx", "takes a number"),
        ({"$approx": {"value": 1, "tolerance": 2}}, "$.$approx", "takes a number"),
        ({"$type": "text"}, "$.$type", "takes one of"),
        ({"$type": []}, "$.$type", "takes one of"),
        ({"$type": [["string"]]}, "$.$type", "takes one of"),
    ],
    ids=repr,
)
def test_fault_is_reported_with_its_place(written: Any, place: str, message: str) -> None:
    """What cannot be read is a GoldError that gives the place and what was expected."""
    with pytest.raises(GoldError, match=message.replace("$", r"\$")) as caught:
        expected_from_json(written)
    assert caught.value.location == Location(path=place)


def test_place_begins_where_the_reader_is() -> None:
    """The location that a reader gives is kept and continued."""
    with pytest.raises(GoldError) as caught:
        expected_from_json({"a": {"$gt": 1}}, Location("gold.json", 4, 2, "$.calls[0].args"))
    assert str(caught.value).startswith("gold.json:4 · $.calls[0].args.a: unknown matcher")


@pytest.mark.parametrize(
    "matcher",
    [
        ANY,
        Regex("a+"),
        Contains({"$any": 1}),
        Contains(Regex("a")),
        OneOf(1, ANY, "x"),
        Approx(2, rel=0.5),
        IsType(str),
        IsType(int, float),
        IsType(list, type(None)),
        IsType(dict),
    ],
    ids=repr,
)
def test_matchers_are_written_back(matcher: Matcher) -> None:
    """Reading what was written gives the same matcher."""
    assert repr(expected_from_json(expected_to_json({"k": [matcher]}))) == repr({"k": [matcher]})


@pytest.mark.parametrize(
    ("matcher", "written"),
    [(Search("a"), {"$regex": "a"}), (Literal({"$any": 1}), {"$literal": {"$any": 1}})],
    ids=repr,
)
def test_matchers_of_rules_are_written_as_in_rules(matcher: Matcher, written: Any) -> None:
    """The two matchers that only rules have are written as a rule writes them."""
    assert expected_to_json(matcher) == written


@pytest.mark.parametrize(
    "value",
    [Regex("a", 2), IsType(set), IsType(float), IsType(), [{"$k": ANY}], Matcher()],
    ids=["flags", "type", "whole numbers left out", "no type", "look-alike", "own"],
)
def test_what_has_no_json_form(value: Any) -> None:
    """What JSON cannot say is a GoldError, not a silent loss."""
    with pytest.raises(GoldError, match="no JSON form"):
        expected_to_json(value)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 2) | st.text(max_size=2),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "$any", "$x", "$literal"]), inner, max_size=2)
    ),
    max_leaves=8,
)


@settings(max_examples=150)
@given(_VALUES)
def test_any_json_value_survives_writing_and_reading(value: Any) -> None:
    """Values that look like matchers come back as the values they are."""
    read = expected_from_json(expected_to_json(value))
    assert not holds_matcher(read)
    assert values_match(read, value, strict=True)


def test_keys_are_those_of_the_documentation() -> None:
    """The documented keys are the known ones."""
    assert MATCHER_KEYS == ("$any", "$regex", "$contains", "$one_of", "$approx", "$type", "$literal", "$optional")

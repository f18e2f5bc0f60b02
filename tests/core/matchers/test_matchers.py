"""What each matcher accepts, and what it is compared with."""

import pickle
from typing import Any

import pytest

from toolscore_core.matchers import ANY, Approx, Contains, IsType, Literal, OneOf, Regex
from toolscore_core.values import Matcher


@pytest.mark.parametrize(
    ("matcher", "value", "accepted"),
    [
        (ANY, None, True),
        (ANY, {"a": 1}, True),
        (Regex("ab+"), "abb", True),
        (Regex("ab+"), "xabb", False),
        (Regex("ab+"), "abb\n", False),
        (Regex("ab+", 2), "ABB", True),
        (Regex("a.b"), "a\nb", False),
        (Regex("a.b", 16), "a\nb", True),
        (Regex("(?i)ab"), "AB", True),
        (Regex("a$"), "a\n", False),
        (Regex("5"), 5, False),
        (Regex("a"), ["a"], False),
        (Regex("x{e}"), "x{e}", True),
        (Regex("x{e}"), "xy", False),
        (Regex("x{2}"), "xx", True),
        (Regex(r"\{i\}[{e}]"), "{i}{", True),
        (Approx(10.0), 10, True),
        (Approx(10.0), 10.000001, True),
        (Approx(10.0), 10.1, False),
        (Approx(10.0, rel=0.0, abs=0.5), 10.4, True),
        (Approx(0), 1e-9, False),
        (Approx(0), 0.0, True),
        (Approx(1), True, False),
        (Approx(1), "1", False),
        (Approx(1.0), 10**400, False),
        (Approx(10**400), 10**400, True),
        (Approx(1.0), float("nan"), False),
        (Contains("b"), "abc", True),
        (Contains("B"), "abc", False),
        (Contains("x"), ["y", "x"], True),
        (Contains("x"), ("x",), True),
        (Contains("x"), {"x"}, True),
        (Contains("x"), {"x": 1}, True),
        (Contains(1), {"x": 1}, False),
        (Contains(1), [1.0], True),
        (Contains(1), [True], False),
        (Contains("x"), [" x"], False),
        (Contains([1]), [[1], 2], True),
        (Contains([1]), {1: 2}, False),
        (Contains(Regex("x+")), ["y", "xx"], True),
        (Contains(Regex("x+")), "xx", False),
        (Contains(1), "1", False),
        (Contains("x"), 5, False),
        (Contains("x"), None, False),
        (OneOf("a", 2), 2, True),
        (OneOf("a", 2), 2.0, True),
        (OneOf("a", 1), True, False),
        (OneOf("a"), " a", False),
        (OneOf(), None, False),
        (OneOf(None), None, True),
        (OneOf(Regex("x+"), 1), "xx", True),
        (OneOf({"k": "a"}), {"k": "a "}, False),
        (IsType(int), 1, True),
        (IsType(int), True, False),
        (IsType(object), True, False),
        (IsType(int, bool), True, True),
        (IsType(int, float), 1.5, True),
        (IsType(str), None, False),
        (IsType(type(None)), None, True),
        (IsType(), 1, False),
        (Literal({"$any": True}), {"$any": True}, True),
        (Literal({"$any": True}), 1, False),
        (Literal("a"), "a ", True),
    ],
    ids=repr,
)
def test_matcher_accepts(matcher: Matcher, value: Any, accepted: bool) -> None:
    """A matcher accepts what its documentation says, and `==` says the same."""
    assert matcher.matches(value) is accepted
    assert (matcher == value) is accepted


@pytest.mark.parametrize(
    ("matcher", "text"),
    [
        (ANY, "ANY"),
        (Regex("a"), "Regex('a')"),
        (Regex("a", 2), "Regex('a', flags=2)"),
        (Approx(1), "Approx(1, rel=1e-06, abs=0.0)"),
        (Contains("a"), "Contains('a')"),
        (OneOf(1, "b"), "OneOf(1, 'b')"),
        (IsType(int, str), "IsType(int, str)"),
        (Literal([1]), "Literal([1])"),
    ],
    ids=repr,
)
def test_matcher_reads_as_it_is_written(matcher: Matcher, text: str) -> None:
    """The text of a matcher is the expression that makes it."""
    assert repr(matcher) == text


def test_equal_looking_matchers_are_different_keys() -> None:
    """The hash of a matcher is its identity."""
    assert len({Regex("a"), Regex("a"), ANY, ANY}) == 3


@pytest.mark.parametrize(
    "matcher",
    [ANY, Regex("a+", 2), Approx(1), Contains("a"), OneOf(1, Regex("b")), IsType(int), Literal([1])],
    ids=repr,
)
def test_matchers_travel_to_other_processes(matcher: Matcher) -> None:
    """Evaluations may run in other processes: a matcher that was sent there decides as before."""
    copy = pickle.loads(pickle.dumps(matcher))
    assert repr(copy) == repr(matcher)
    assert (copy is matcher) is (matcher is ANY)
    for value in ("aa", "b", 1, [1]):
        assert copy.matches(value) is matcher.matches(value)

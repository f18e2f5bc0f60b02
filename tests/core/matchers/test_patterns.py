"""Patterns from files: what is refused, what a time limit does, and that both engines agree."""

import re
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.matchers import Regex, Search, compile_pattern, watching_patterns

SLOW = "(a|aa)+$"
SLOW_TEXT = "a" * 60 + "b"


@pytest.mark.parametrize(
    "pattern",
    ["(", "[", "*a", "(?<x>a)", "a(?i)b", r"\p{L}", "(?P<1>a)", "a{3,2}", "(" * 3_000],
    ids=lambda pattern: pattern[:10],
)
def test_bad_pattern_is_refused(pattern: str) -> None:
    """What `re` does not accept is a ValueError, also what the other engine would accept; the pattern is not repeated."""
    with pytest.raises(ValueError, match="not a valid pattern") as caught:
        compile_pattern(pattern)
    assert len(str(caught.value)) < 120


def test_pattern_is_text() -> None:
    """A pattern of another type is a TypeError."""
    with pytest.raises(TypeError, match="a pattern is text, not int"):
        compile_pattern(3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("flags", "text"),
    [
        (re.IGNORECASE, "AB"),
        (re.DOTALL, "ab"),
        (re.VERBOSE, "ab"),
        (re.ASCII, "ab"),
        (re.MULTILINE, "ab"),
        (re.UNICODE, "ab"),
    ],
    ids=str,
)
def test_flags_of_re_are_known(flags: int, text: str) -> None:
    """Every flag that makes sense for text works."""
    assert Regex("ab", flags).matches(text)


def test_other_flags_are_refused() -> None:
    """A flag that only changes the machinery is a ValueError."""
    with pytest.raises(ValueError, match="flag"):
        Regex("a", re.LOCALE)


def test_nothing_is_warned_about() -> None:
    """Sets that a later version may read otherwise are taken as they are today, silently."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Regex("[[a]").matches("[")


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("x rm -rf y", True),
        ("a\nrm -rf", True),
        (["rm", "-rf", "/"], True),
        (("rm", "-rf"), True),
        (["rm", 1], False),
        ({"cmd": "rm -rf"}, True),
        (None, False),
        (5, False),
        ("", False),
    ],
    ids=repr,
)
def test_search_looks_anywhere(value: object, found: bool) -> None:
    """In rules a pattern is searched, in texts, in lists joined by spaces, and in the text of other values."""
    assert Search("rm -rf").matches(value) is found
    assert Search("^$").matches(value) is (value == "")
    assert repr(Search("a")) == "Search('a')"


@pytest.mark.usefixtures("short_time_limit")
def test_pattern_that_runs_out_of_time_is_noted() -> None:
    """A gold pattern that runs out of time accepts nothing, a rule's lets nothing pass, and both are told of."""
    with watching_patterns() as ran_out:
        assert not Regex(SLOW).matches(SLOW_TEXT)
        assert Search(SLOW).matches(SLOW_TEXT)
        assert Search("b$").matches(SLOW_TEXT)
    assert ran_out == [SLOW, SLOW]


@pytest.mark.usefixtures("short_time_limit")
@pytest.mark.parametrize(
    "pattern",
    ["(?x)(?:a|a)* [bc]", "(?x)(?:a|a) *[bc]", "(?x:(?:a|a) *[bc])", "(?ix)(?:a|a)#\n*[bc]", "(?:a|a)*[bc]"],
)
def test_a_repeated_group_has_a_time_limit(pattern: str) -> None:
    """However its repeat is written: with the flag x, blanks and comments may stand before it."""
    with watching_patterns() as ran_out:
        assert not Regex(pattern).matches("a" * 60 + "d")
    assert ran_out == [pattern]


@pytest.mark.usefixtures("short_time_limit")
def test_a_pattern_is_given_up_inside_a_block() -> None:
    """After three values it is no longer tried, also by another matcher; others are, and so is it in the next block."""
    matching, late = "aaa", [f"{SLOW_TEXT}{number}" for number in range(5)]
    with watching_patterns() as ran_out:
        assert Regex(SLOW).matches(matching)
        assert not any(Regex(SLOW).matches(text) for text in late)
        assert not Regex(SLOW).matches(matching)
        assert Regex("a+").matches(matching)
    assert ran_out == [SLOW] * 3
    with watching_patterns(ran_out) as more:
        assert not Regex(SLOW).matches(matching)
    assert more == ran_out
    with watching_patterns():
        assert Regex(SLOW).matches(matching)


@pytest.mark.usefixtures("short_time_limit")
def test_running_out_of_time_unwatched() -> None:
    """Without anyone watching, the answers are the same."""
    assert not Regex(SLOW).matches(SLOW_TEXT)


@pytest.mark.usefixtures("short_time_limit")
def test_watching_ends_with_its_block() -> None:
    """An inner block keeps what runs out inside it; the outer one sees the rest."""
    with watching_patterns() as outer:
        with watching_patterns() as inner:
            Regex(SLOW).matches(SLOW_TEXT)
        assert (inner, outer) == ([SLOW], [])
        Regex(SLOW).matches(SLOW_TEXT)
    assert (inner, outer) == ([SLOW], [SLOW])


_ATOMS = st.sampled_from(
    ["a", "b", ".", "[ab]", "[^a]", r"\d", r"\w", "a*", "b+?", "(a|b)", "(ab)+", "a{1,2}", "^", "$", r"\b", " ", "{e}"]
)


@settings(max_examples=200)
@given(st.lists(_ATOMS, max_size=6).map("".join), st.text(alphabet="ab1 {e}\n", max_size=12))
def test_engines_agree(pattern: str, text: str) -> None:
    """Whichever engine is chosen, the answer is that of `re`."""
    compiled = compile_pattern(pattern)
    long_text = text + " " * 5_000
    assert compiled.is_found_in(text) is (re.search(pattern, text) is not None)
    assert compiled.matches_whole(text) is (re.fullmatch(pattern, text) is not None)
    assert compiled.is_found_in(long_text) is (re.search(pattern, long_text) is not None)
    assert compiled.matches_whole(long_text) is (re.fullmatch(pattern, long_text) is not None)

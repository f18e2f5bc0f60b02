"""Patterns from files, run under a time limit, and the matchers made of them."""

import re
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final

import regex

from toolscore_core.values import Matcher

PATTERN_TIMEOUT_S: Final = 0.5
"""Longest time that one pattern from a file may take on one value."""

_ran_out: ContextVar[list[str] | None] = ContextVar("patterns that ran out of time", default=None)


MOST_TIMEOUTS: Final = 3
"""On how many values a pattern may run out of time before it is no longer tried."""


@contextmanager
def watching_patterns(known: Sequence[str] = ()) -> Iterator[list[str]]:
    """Collects the patterns that run out of time inside the block, in the order in which they do.

    A `Regex` that has run out of time on MOST_TIMEOUTS values inside the block is no longer tried: it matches nothing.

    Args:
        known: What an earlier block collected; the new list begins with it.
    """
    patterns = list(known)
    token = _ran_out.set(patterns)
    try:
        yield patterns
    finally:
        _ran_out.reset(token)


def _note_timeout(pattern: str) -> None:
    patterns = _ran_out.get()
    if patterns is not None:
        patterns.append(pattern)


def timeouts_so_far() -> int:
    """How often patterns have run out of time inside the innermost `watching_patterns` block; 0 outside of any."""
    return len(_ran_out.get() or ())


def _is_given_up(pattern: str) -> bool:
    patterns = _ran_out.get()
    return patterns is not None and patterns.count(pattern) >= MOST_TIMEOUTS


class Regex(Matcher):
    """Accepts texts that the pattern matches as a whole.

    A match that takes over half a second counts as none; `watching_patterns` tells of it.

    Raises:
        ValueError: The pattern is not valid.
        TypeError: The pattern is no text.
    """

    __slots__ = ("_compiled", "flags", "pattern")

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern = pattern
        self.flags = flags
        self._compiled = compile_pattern(pattern, flags)

    def matches(self, value: Any) -> bool:
        if not isinstance(value, str) or _is_given_up(self.pattern):
            return False
        try:
            return self._compiled.matches_whole(value)
        except TimeoutError:
            _note_timeout(self.pattern)
            return False

    def __repr__(self) -> str:
        return f"Regex({self.pattern!r})" if not self.flags else f"Regex({self.pattern!r}, flags={self.flags})"


class Search(Matcher):
    """Accepts values in whose text the pattern is found: what `$regex` means in forbidden-call rules.

    Texts are searched as they are; of lists and tuples the items as text, joined by one space; other values as text;
    None is never accepted. A search that takes over half a second counts as found, because a rule that cannot be
    decided must not let a call pass; `watching_patterns` tells of it.

    Raises:
        ValueError: The pattern is not valid.
        TypeError: The pattern is no text.
    """

    __slots__ = ("_compiled", "pattern")

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._compiled = compile_pattern(pattern)

    def matches(self, value: Any) -> bool:
        if value is None:
            return False
        if isinstance(value, (list, tuple)):
            value = " ".join(map(str, value))
        try:
            return self._compiled.is_found_in(str(value))
        except TimeoutError:
            _note_timeout(self.pattern)
            return True

    def __repr__(self) -> str:
        return f"Search({self.pattern!r})"


_MOST_STEPS: Final = 10_000_000
"""Steps that the engine without a time limit is trusted with: about a tenth of a second."""


_NESTS: Final = re.compile(r"\)[*+?{]|\(\?[A-Za-z]*x")
"""A repeated group, or (also for a part of the pattern) the flag that lets blanks and comments stand before its repeat."""


class TimedPattern:
    """A pattern that takes at most PATTERN_TIMEOUT_S for one text.

    The engine that knows a time limit needs microseconds only to start its clock, so short texts and simple patterns,
    of which the number of steps is known to be bounded, go to `re`.

    Raises:
        TimeoutError: From both methods, when the time is over.
    """

    __slots__ = ("_plain", "_power", "_timed")

    def __init__(self, plain: "re.Pattern[str]", timed: "regex.Pattern[str]") -> None:
        self._plain = plain
        self._timed = timed
        # Every choice multiplies the steps by at most the length of the text; a repeated group can nest choices.
        nests = bool(plain.flags & re.VERBOSE) or _NESTS.search(plain.pattern) is not None
        self._power = None if nests else 1 + sum(plain.pattern.count(choice) for choice in "*+?{|")

    def _is_bounded(self, text: str) -> bool:
        return self._power is not None and (len(text) + 1) ** self._power <= _MOST_STEPS

    def matches_whole(self, text: str) -> bool:
        """Whether the whole text matches."""
        if self._is_bounded(text):
            return self._plain.fullmatch(text) is not None
        return self._timed.fullmatch(text, timeout=PATTERN_TIMEOUT_S) is not None

    def is_found_in(self, text: str) -> bool:
        """Whether the pattern matches anywhere in the text."""
        if self._is_bounded(text):
            return self._plain.search(text) is not None
        return self._timed.search(text, timeout=PATTERN_TIMEOUT_S) is not None


_FLAGS: Final = (
    (re.IGNORECASE, regex.IGNORECASE),
    (re.MULTILINE, regex.MULTILINE),
    (re.DOTALL, regex.DOTALL),
    (re.VERBOSE, regex.VERBOSE),
    (re.ASCII, regex.ASCII),
)


def compile_pattern(pattern: str, flags: int = 0) -> TimedPattern:
    """Compile a pattern from a file.

    Args:
        pattern: As `re` knows it: what only the other engine understands is refused or taken as plain text.
        flags: Flags of `re`: IGNORECASE, MULTILINE, DOTALL, VERBOSE, ASCII.

    Raises:
        ValueError: The pattern is not valid, or a flag is not one of these.
        TypeError: The pattern is no text.
    """
    if not isinstance(pattern, str):
        raise TypeError(f"a pattern is text, not {type(pattern).__name__}")
    theirs = regex.VERSION0
    unknown = flags & ~re.UNICODE
    for flag, translated in _FLAGS:
        if flags & flag:
            theirs |= translated
            unknown &= ~flag
    if unknown:
        raise ValueError("a pattern flag that is not supported")
    try:
        with warnings.catch_warnings():  # both engines warn of sets that a later version may read otherwise
            warnings.simplefilter("ignore")
            return TimedPattern(re.compile(pattern, flags), regex.compile(_without_fuzziness(pattern), theirs))
    except (re.error, regex.error, RecursionError, OverflowError) as error:
        raise ValueError(f"not a valid pattern: {getattr(error, 'msg', type(error).__name__)}") from None


_FUZZY_BRACE: Final = re.compile(r"(\\N\{[^}]*\}|\\.)|\{(?=[^{}]*[eids])(?=[0-9eids<=>,+ -]+\})", re.DOTALL)


def _without_fuzziness(pattern: str) -> str:
    """`x{e<=1}` is plain text for `re`, but an approximate match for the other engine."""
    return _FUZZY_BRACE.sub(lambda found: found[1] or r"\{", pattern)

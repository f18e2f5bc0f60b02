"""Matchers that combine others, compare sizes, or match names by a glob; forbidden-call rules use them."""

import fnmatch
import operator
import re
from collections.abc import Callable
from typing import Any, ClassVar, Final

from toolscore_core.values import Matcher, values_match


class Written(Matcher):
    """A matcher that JSON writes as an object with its operator as the one key.

    Attributes:
        operator: That key.
        operand: Its value; matchers may stand in it at any depth.
    """

    __slots__ = ("operand",)

    operator: ClassVar[str]

    def __init__(self, operand: Any) -> None:
        self.operand: Any = operand

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.operand!r})"


class Not(Written):
    """Accepts what the operand does not match."""

    __slots__ = ()

    operator = "$not"

    def matches(self, value: Any) -> bool:
        return not values_match(self.operand, value)


class AllOf(Written):
    """Accepts what matches every item of the operand, a list; with none, everything."""

    __slots__ = ()

    operator = "$all_of"

    def matches(self, value: Any) -> bool:
        return all(values_match(item, value) for item in self.operand)


class Glob(Written):
    """Accepts texts that the glob matches as a whole: `*` any characters, `?` one, `[abc]` and `[!abc]` one of a set.

    Case counts, and `*` also matches `/` and nothing at all.
    """

    __slots__ = ("_pattern",)

    operator = "$glob"

    def __init__(self, operand: str) -> None:
        super().__init__(operand)
        self._pattern = re.compile(fnmatch.translate(operand))

    def matches(self, value: Any) -> bool:
        return isinstance(value, str) and self._pattern.match(value) is not None


_HOLDS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "gt": operator.gt,
    "gte": operator.ge,
    "lt": operator.lt,
    "lte": operator.le,
}

COMPARISONS: Final = (*_HOLDS, "ne")
"""Names of the bounds that `Compare` knows."""


class Compare(Written):
    """Accepts values within every bound of the operand, an object with `gt`, `gte`, `lt`, `lte` and `ne`.

    Where the bound is a number, numbers are compared, also those that are written as text; booleans are no numbers. Where
    it is a text, texts are compared by code point, which orders ISO dates of one form. `ne` accepts what does not equal
    the bound.
    """

    __slots__ = ()

    operator = "$compare"

    def matches(self, value: Any) -> bool:
        return all(_within(name, bound, value) for name, bound in self.operand.items())


def _within(name: str, bound: Any, value: Any) -> bool:
    if name == "ne":
        return not values_match(bound, value)
    if isinstance(bound, str):
        return isinstance(value, str) and _HOLDS[name](value.strip(), bound)
    number = _number(value)
    return number is not None and _HOLDS[name](number, bound)


_NUMBER_STARTS: Final = frozenset("+-.0123456789iInN")


def _number(value: Any) -> int | float | None:
    """A number, also an endless one; None for what is none."""
    if isinstance(value, (int, float)):
        return None if isinstance(value, bool) else value
    if not isinstance(value, str) or value.lstrip()[:1] not in _NUMBER_STARTS:
        return None
    for read in (int, float):  # an integer beyond every float stays what it is
        try:
            return read(value)
        except ValueError:
            continue
    return None

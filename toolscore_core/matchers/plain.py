"""Matchers without patterns: anything, near numbers, containers, candidates, types, and values taken as they are."""

from typing import Any, Final

from toolscore_core.values import Matcher, values_match


class _Any(Matcher):
    __slots__ = ()

    def matches(self, value: Any) -> bool:
        return True

    def __repr__(self) -> str:
        return "ANY"

    def __reduce__(self) -> str:
        return "ANY"  # a copy, also one from another process, is the same object


ANY: Final = _Any()
"""Accepts every value, also None; the argument must still be there."""


class Literal(Matcher):
    """Accepts what matches the value, whatever it looks like: what `$literal` means in forbidden-call rules.

    A matcher rather than the value, so that a rule that was read is told from one that was not.
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def matches(self, value: Any) -> bool:
        return values_match(self.value, value)

    def __repr__(self) -> str:
        return f"Literal({self.value!r})"


class Approx(Matcher):
    """Accepts numbers, never booleans, with abs(difference) <= max(rel * abs(value), abs)."""

    __slots__ = ("abs", "rel", "value")

    def __init__(self, value: float, rel: float = 1e-6, abs: float = 0.0) -> None:
        self.value = value
        self.rel = rel
        self.abs = abs

    def matches(self, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        try:
            return bool(abs(value - self.value) <= max(self.rel * abs(self.value), self.abs))
        except OverflowError:
            return value == self.value

    def __repr__(self) -> str:
        return f"Approx({self.value!r}, rel={self.rel!r}, abs={self.abs!r})"


class Contains(Matcher):
    """Accepts texts, lists, tuples, sets and the keys of objects that contain the item."""

    __slots__ = ("item",)

    def __init__(self, item: Any) -> None:
        self.item = item

    def matches(self, value: Any) -> bool:
        if not isinstance(value, (str, list, tuple, set, frozenset, dict)):
            return False
        if isinstance(value, str):
            return isinstance(self.item, str) and self.item in value
        return any(values_match(self.item, item, trim=False) for item in value)

    def __repr__(self) -> str:
        return f"Contains({self.item!r})"


class OneOf(Matcher):
    """Accepts a value that equals one of the candidates, which may be matchers themselves."""

    __slots__ = ("values",)

    def __init__(self, *values: Any) -> None:
        self.values = values

    def matches(self, value: Any) -> bool:
        return any(values_match(candidate, value, trim=False) for candidate in self.values)

    def __repr__(self) -> str:
        return f"OneOf({', '.join(map(repr, self.values))})"


class IsType(Matcher):
    """Accepts instances of the types; a boolean only when bool itself is listed."""

    __slots__ = ("types",)

    def __init__(self, *types: type) -> None:
        self.types = types

    def matches(self, value: Any) -> bool:
        if isinstance(value, bool):
            return bool in self.types
        return isinstance(value, self.types)

    def __repr__(self) -> str:
        return f"IsType({', '.join(t.__name__ for t in self.types)})"

"""Comparing argument values, and naming places inside them.

Source of the comparison: the reference semantics, section 2, with its faults mended: a boolean never equals a
number, integers are never rounded to floats, NaN equals NaN, and white space is forgiven at every depth.
"""

import json
import math
import re
from collections.abc import Hashable, Iterator
from numbers import Number
from typing import Any, Final

import orjson

from toolscore_core.calls import ToolCall


class Missing:
    """The type of MISSING: "there is no value here", which is not None."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False

    def __reduce__(self) -> str:
        return "MISSING"  # a copy, also one from another process, is the same object


MISSING: Final = Missing()


class Matcher:
    """An expected value that decides for itself what equals it. `==` asks `matches`; the hash is the identity.

    Not an abstract class of `abc`: every comparison asks isinstance, which there costs several times as much.
    """

    __slots__ = ()

    def matches(self, value: Any) -> bool:
        """Whether the recorded value is accepted. Never raises."""
        raise NotImplementedError  # a subclass that forgot its answer is told so; `abc` would do it at a price, see above

    def __eq__(self, other: object) -> bool:
        return self is other or self.matches(other)

    def __hash__(self) -> int:
        return id(self)


class OptionalArgument(Matcher):
    """An expected argument that may be absent; when it is there it must match `expected`.

    It stands for the value of an argument, or of a key inside one. Absent it counts neither as expected nor as missing;
    present it counts like any other argument, right or wrong. Elsewhere, as in a list, it stands for what it holds. The
    comparison itself knows it, for no other matcher is asked about a value that is not there.

    Args:
        expected: The expected value; matchers may stand at any depth.
    """

    __slots__ = ("expected",)

    def __init__(self, expected: Any) -> None:
        self.expected: Any = expected.expected if isinstance(expected, OptionalArgument) else expected

    def matches(self, value: Any) -> bool:
        return values_match(self.expected, value)

    def __repr__(self) -> str:
        return f"OptionalArgument({self.expected!r})"


def values_match(expected: Any, actual: Any, *, strict: bool = False, trim: bool = True) -> bool:
    """Whether a recorded value is the expected one.

    Args:
        expected: Expected value; matchers may stand at any depth.
        actual: Recorded value.
        strict: Exact types at every level, and white space counts. Lenient: 1 equals 1.0, outer white space
            of texts is forgiven. In both modes booleans are no numbers, list order counts, and lists are not tuples.
        trim: False: outer white space counts in lenient mode too, as inside matchers.
    """
    if isinstance(expected, Matcher):
        if type(expected) is OptionalArgument:
            return values_match(expected.expected, actual, strict=strict, trim=trim)
        return expected.matches(actual)
    if isinstance(expected, dict):
        if not isinstance(actual, dict) or (strict and type(expected) is not type(actual)):
            return False
        return _same_keys(expected, actual) and all(
            values_match(value, actual[key], strict=strict, trim=trim)
            for key, value in expected.items()
            if key in actual
        )
    if isinstance(expected, (list, tuple)):
        kind = type(expected) if strict else list if isinstance(expected, list) else tuple
        return (
            (type(actual) is kind if strict else isinstance(actual, kind))
            and len(expected) == len(actual)
            and all(values_match(e, a, strict=strict, trim=trim) for e, a in zip(expected, actual, strict=True))
        )
    return _scalars_match(expected, actual, strict, trim)


def _same_keys(expected: dict[Any, Any], actual: dict[Any, Any]) -> bool:
    """Whether both have the same keys, but for optional ones that are absent."""
    if expected.keys() == actual.keys():
        return True
    return actual.keys() <= expected.keys() and all(
        type(value) is OptionalArgument for key, value in expected.items() if key not in actual
    )


def _scalars_match(expected: Any, actual: Any, strict: bool, trim: bool) -> bool:
    if strict and type(expected) is not type(actual):
        return False
    if isinstance(expected, str) and isinstance(actual, str):
        return expected == actual or (trim and not strict and expected.strip() == actual.strip())
    if isinstance(expected, bool) is not isinstance(actual, bool):
        return False
    if isinstance(expected, float) and isinstance(actual, float) and math.isnan(expected) and math.isnan(actual):
        return True
    return bool(expected == actual)


def holds_matcher(value: Any) -> bool:
    """Whether a matcher stands anywhere inside the value."""
    if isinstance(value, dict):
        return any(map(holds_matcher, value.values()))
    if isinstance(value, (list, tuple)):
        return any(map(holds_matcher, value))
    return isinstance(value, Matcher)


def canonical(value: Any, *, strict: bool = False) -> Hashable:
    """A hashable stand-in: two values without matchers match exactly when their stand-ins are equal."""
    if value is None or isinstance(value, bool):
        return (type(value).__name__, value)
    if isinstance(value, str):
        return value if strict else value.strip()
    if isinstance(value, (int, float)):
        number: Hashable = "nan" if isinstance(value, float) and math.isnan(value) else value
        return ("n", type(value).__name__ if strict else "", number)
    if isinstance(value, dict):
        kind = type(value).__name__ if strict else "d"
        return (kind, frozenset((key, canonical(item, strict=strict)) for key, item in value.items()))
    if isinstance(value, (list, tuple)):
        kind = type(value).__name__ if strict else ("l" if isinstance(value, list) else "t")
        return (kind, tuple(canonical(item, strict=strict) for item in value))
    if isinstance(value, Number):
        return ("n", type(value).__name__ if strict else "", value)
    if isinstance(value, set):
        return ("o", "set" if strict else "", frozenset(value))
    try:
        hash(value)
    except TypeError:
        return ("repr", type(value).__name__, repr(value))
    return ("o", type(value).__name__ if strict else "", value)


def call_signature(call: ToolCall) -> tuple[str, str]:
    """Tool and arguments as text: two calls are identical when their signatures are equal.

    None equals {}; key order is ignored and list order counts; 1, 1.0, True and "1" are four different values.
    Values that JSON does not know are written as text.
    """
    args = call.args or {}
    try:
        fast = orjson.dumps(args, default=str, option=orjson.OPT_SORT_KEYS)
        if b"null" not in fast:  # which is also what orjson writes for NaN and infinity
            return call.tool, fast.decode()
    except TypeError:  # integers beyond 64 bits, deep nesting, halves of surrogate pairs, keys that are no texts
        pass
    try:
        return call.tool, _SIGNATURE.encode(args)
    except TypeError:
        return call.tool, repr(sorted(map(repr, args.items())))


_SIGNATURE: Final = json.JSONEncoder(sort_keys=True, default=str)


def finite_number(value: Any) -> int | float | None:
    """A recorded quantity as a number: numbers, also written as text; None for NaN, infinity, booleans and the rest."""
    if value is None:
        return None
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    try:
        return value if math.isfinite(value) else None
    except OverflowError:  # an integer beyond every float
        return None


def finite(value: Any) -> Any:
    """A value in which NaN and the infinities, which JSON does not know, are texts."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, dict):
        return {key: finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [finite(item) for item in value]
    return value


_PLAIN_KEY = re.compile(r"[^\s.\[\]'\"]+")


def join_path(parent: str, key: str | int) -> str:
    """Path of an item inside a value: `a.b`, `a[0]`, and `a['x.y']` for keys that a dot would make ambiguous.

    The first key has no dot, positions stand in brackets, an empty key is written `['']`.
    """
    if isinstance(key, int):
        return f"{parent}[{key}]"
    if not _PLAIN_KEY.fullmatch(key):
        escaped = key.replace("\\", "\\\\").replace("'", "\\'")
        return f"{parent}['{escaped}']"
    return f"{parent}.{key}" if parent else key


_PATH_STEP = re.compile(r"\[(\d+|\*|)\]|\['((?:[^'\\]|\\.)*)'\]|\.?([^.\[\]]+)")


def split_path(path: str) -> list[str | int]:
    """The steps of a path: names as text, positions as numbers; `[]` and `[*]` (any position) as "[]".

    Raises:
        ValueError: The text is no path.
    """
    steps: list[str | int] = []
    at = 0
    while at < len(path):
        found = _PATH_STEP.match(path, at)
        if found is None:
            raise ValueError(f"not an argument path (at character {at + 1})")
        position, quoted, plain = found.groups()
        if position is not None:
            steps.append(int(position) if position.isdigit() else "[]")
        else:
            steps.append(re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else plain)
        at = found.end()
    return steps


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every scalar inside a value with its path, depth first; empty containers and matchers count as scalars."""
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from leaves(item, join_path(path, str(key)))
    elif isinstance(value, (list, tuple)) and value:
        for index, item in enumerate(value):
            yield from leaves(item, join_path(path, index))
    else:
        yield path, value

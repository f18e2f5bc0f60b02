"""Arguments of calls -> stand-ins that can be compared by hashing, and the number of correct arguments of a pair."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from toolscore_core.matchers import Approx, Regex
from toolscore_core.values import Matcher, OptionalArgument, canonical, holds_matcher, values_match

ArgumentKey = frozenset[tuple[str, Hashable]]
"""Argument names with stand-ins of their values: equal keys mean arguments that match each other."""

NO_ARGUMENTS: Final[ArgumentKey] = frozenset()


def argument_key(args: Mapping[str, Any] | None, *, strict: bool = False) -> ArgumentKey:
    """The stand-in of recorded arguments; None and {} have the same."""
    if not args:
        return NO_ARGUMENTS
    if strict:
        return frozenset([(name, canonical(value, strict=True)) for name, value in args.items()])
    # `canonical` written out for the kinds of nearly all values, and shortened: this runs for every argument of a trace.
    return frozenset(
        [
            (
                name,
                value.strip() if (kind := type(value)) is str else value if kind is int else _stand_in(value),
            )
            for name, value in args.items()
        ]
    )


def _stand_in(value: Any) -> Hashable:
    found = canonical(value)
    if type(found) is tuple and found[0] == "n" and found[2] != "nan":
        number: Hashable = found[2]  # bare: equal numbers of other kinds have equal hashes, and nothing else is one
        return number
    return found


def count_correct(expected: Mapping[str, Any], actual: Mapping[str, Any], *, strict: bool = False) -> int:
    """How many expected arguments are present and match."""
    count = 0
    for name, value in expected.items():
        if name not in actual:
            continue
        given = actual[name]
        kind = type(value)
        if kind is str and type(given) is str:  # the common cases of `values_match`, spared its questions
            count += value == given or (not strict and value.strip() == given.strip())
        elif kind is int and type(given) is int:
            count += value == given
        else:
            count += values_match(value, given, strict=strict)
    return count


def required_count(args: Mapping[str, Any] | None) -> int:
    """How many expected arguments must be there: all but the optional ones; 0 where arguments are not checked."""
    return len(args) - list(map(type, args.values())).count(OptionalArgument) if args else 0


def expected_count(expected: Mapping[str, Any], actual: Mapping[str, Any]) -> int:
    """How many expected arguments count beside those of a recorded call: all but the optional ones that are absent."""
    if not holds_optional(expected):
        return len(expected)
    return sum([name in actual or type(value) is not OptionalArgument for name, value in expected.items()])


def holds_optional(args: Mapping[str, Any] | None) -> bool:
    """Whether some expected argument is optional."""
    return args is not None and OptionalArgument in map(type, args.values())


def holds_matchers(args: Mapping[str, Any] | None) -> bool:
    """Whether some expected argument is or holds a matcher."""
    if not args:
        return False
    return any(type(value) not in _SCALARS and holds_matcher(value) for value in args.values())


_SCALARS: Final = frozenset({str, int, float, bool, type(None)})


@dataclass(slots=True)
class CallClass:
    """Calls of one tool, on one side, that no comparison can tell apart.

    Attributes:
        members: Positions of the calls, rising.
        args: Arguments of one of them; None when arguments are not checked (expected side only).
        key: Stand-ins of the arguments that hold no matcher.
        matchers: The other arguments, with their values.
        size: Number of arguments.
        optional: Names of those that may be absent (expected side only).
    """

    members: list[int]
    args: Mapping[str, Any] | None
    key: ArgumentKey
    matchers: tuple[tuple[str, Any], ...]
    size: int
    optional: tuple[str, ...] = ()


def trace_classes(positions: Sequence[int], args: Sequence[Mapping[str, Any] | None], strict: bool) -> list[CallClass]:
    """Group recorded calls by arguments, in the order in which each first occurs."""
    found: dict[ArgumentKey, CallClass] = {}
    for position, given in zip(positions, args, strict=True):
        key = argument_key(given, strict=strict)
        known = found.get(key)
        if known is None:
            found[key] = CallClass([position], given or {}, key, (), len(key))
        else:
            known.members.append(position)
    return list(found.values())


def gold_classes(positions: Sequence[int], args: Sequence[Mapping[str, Any] | None], strict: bool) -> list[CallClass]:
    """Group expected calls by arguments, in the order in which each first occurs."""
    found: dict[Hashable, CallClass] = {}
    for position, given in zip(positions, args, strict=True):
        matchers = (
            tuple([item for item in given.items() if holds_matcher(item[1])])
            if given is not None and holds_matchers(given)
            else ()
        )
        if given is None:
            whole: Hashable = None
            key = NO_ARGUMENTS
        elif matchers:
            held = dict(matchers)
            key = argument_key({name: value for name, value in given.items() if name not in held}, strict=strict)
            whole = (key, argument_key({name: _tokenised(value) for name, value in matchers}, strict=strict))
        else:
            whole = key = argument_key(given, strict=strict)
        known = found.get(whole)
        if known is None:
            optional = tuple([name for name, value in matchers if type(value) is OptionalArgument]) if matchers else ()
            found[whole] = CallClass([position], given, key, matchers, len(given or ()), optional)
        else:
            known.members.append(position)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Token:
    """Stands for a matcher: equal tokens mean matchers that accept the same values."""

    identity: Hashable


def _tokenised(value: Any) -> Any:
    if type(value) is OptionalArgument:
        return _Token(("optional", canonical(_tokenised(value.expected), strict=True)))
    if isinstance(value, Matcher):
        return _Token(matcher_identity(value))
    if isinstance(value, dict):
        return {name: _tokenised(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_tokenised(item) for item in value]) if type(value) in (list, tuple) else _Token(id(value))
    return value


def matcher_identity(matcher: Matcher) -> Hashable:
    """Something that two matchers share only when they accept the same values."""
    if type(matcher) is Regex:
        return ("regex", matcher.pattern, matcher.flags)
    if type(matcher) is Approx:
        return ("approx", repr(matcher))
    return id(matcher)


def argument_token(value: Any, strict: bool) -> Hashable:
    """The stand-in of an expected value that holds matchers."""
    return canonical(_tokenised(value), strict=strict)


def correct_between(gold: CallClass, trace: CallClass, strict: bool) -> int:
    """Correct arguments when a call of one class is paired with a call of the other."""
    correct = len(gold.key & trace.key)
    if gold.matchers:
        actual = trace.args or {}
        correct += sum(
            1 for name, value in gold.matchers if name in actual and values_match(value, actual[name], strict=strict)
        )
    return correct


def expected_between(gold: CallClass, trace: CallClass) -> int:
    """Expected arguments that count when a call of one class is paired with a call of the other."""
    if not gold.optional:
        return gold.size
    actual = trace.args or {}
    return gold.size - sum(name not in actual for name in gold.optional)

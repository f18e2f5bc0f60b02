"""Two partners -> their arguments by path, each the same, changed, missing, unexpected or not checked."""

from collections.abc import Mapping
from typing import Any, Final

from toolscore_core.alignment.records import ArgumentDifference, ArgumentState
from toolscore_core.calls import ToolCall
from toolscore_core.values import MISSING, OptionalArgument, holds_matcher, join_path, values_match

MOST_ENTRIES: Final = 1000
"""Entries of one call after which containers are no longer opened but compared as wholes."""

DEEPEST: Final = 50
"""Depth from which containers are compared as wholes."""


def argument_differences(
    gold_call: ToolCall | None, trace_call: ToolCall | None, *, strict: bool
) -> tuple[ArgumentDifference, ...]:
    """The arguments of a pair, or of one call, by path.

    Objects and lists that stand on both sides are opened, so that a path names a single value where that is possible;
    what stands on one side only is one entry.

    Args:
        gold_call: The expected call; None when there is none: then every argument is unexpected.
        trace_call: The recorded call; None when there is none: then every argument that is not optional is missing.
        strict: Compare values strictly.

    Returns:
        In the order of the expected arguments, then the unexpected ones in theirs. Of an expected call whose arguments
        are None every recorded argument is not checked.
    """
    actual: Mapping[str, Any] = (trace_call.args or {}) if trace_call is not None else {}
    if gold_call is None:
        return _one_side(actual, ArgumentState.UNEXPECTED)
    if trace_call is None:
        return _one_side(gold_call.args or {}, ArgumentState.MISSING)
    if gold_call.args is None:
        return _one_side(actual, ArgumentState.NOT_CHECKED)
    found: list[ArgumentDifference] = []
    _compare_objects(gold_call.args, actual, "", 1, strict, found)
    return tuple(found)


def _one_side(args: Mapping[str, Any], state: ArgumentState) -> tuple[ArgumentDifference, ...]:
    if state is ArgumentState.MISSING:
        return tuple([_absent(_path("", key), value) for key, value in args.items()])
    return tuple([ArgumentDifference(_path("", key), state, MISSING, value) for key, value in args.items()])


def _compare_objects(
    expected: Mapping[str, Any],
    actual: Mapping[str, Any],
    parent: str,
    depth: int,
    strict: bool,
    found: list[ArgumentDifference],
) -> None:
    for key, value in expected.items():
        path = _path(parent, key)
        if key not in actual:
            found.append(_absent(path, value))
            continue
        given = actual[key]
        if type(value) in _PLAIN and type(given) is type(value) and value == given:
            found.append(ArgumentDifference(path, ArgumentState.SAME, value, given))
        else:
            _compare(value, given, path, depth, strict, found)
    if actual.keys() - expected.keys():
        for key, value in actual.items():
            if key not in expected:
                found.append(ArgumentDifference(_path(parent, key), ArgumentState.UNEXPECTED, MISSING, value))


def _absent(path: str, expected: Any) -> ArgumentDifference:
    state = ArgumentState.NOT_GIVEN if type(expected) is OptionalArgument else ArgumentState.MISSING
    return ArgumentDifference(path, state, expected, MISSING)


_PLAIN: Final = frozenset({str, int, float, bool, type(None)})
"""Types of which equal values match in both modes: nearly all values, so they are spared the longer way."""


def _path(parent: str, key: Any) -> str:
    if not parent and type(key) is str and key.isidentifier():
        return key
    return join_path(parent, str(key))


def _compare(expected: Any, actual: Any, path: str, depth: int, strict: bool, found: list[ArgumentDifference]) -> None:
    inner = expected.expected if type(expected) is OptionalArgument else expected
    if _opens(inner, actual, strict) and depth < DEEPEST and len(found) < MOST_ENTRIES:
        if isinstance(inner, dict):
            _compare_objects(inner, actual, path, depth + 1, strict, found)
        else:
            _compare_lists(inner, actual, path, depth + 1, strict, found)
        return
    if not values_match(expected, actual, strict=strict):
        state = ArgumentState.CHANGED
    elif holds_matcher(inner):
        state = ArgumentState.MATCHED
    else:
        state = ArgumentState.SAME
    found.append(ArgumentDifference(path, state, expected, actual))


def _opens(expected: Any, actual: Any, strict: bool) -> bool:
    """Whether both are containers of one kind, not both empty."""
    for kind in (dict, list, tuple):
        if isinstance(expected, kind):
            same = type(expected) is type(actual) if strict else isinstance(actual, kind)
            return same and bool(expected or actual)
    return False


def _compare_lists(
    expected: list[Any], actual: list[Any], path: str, depth: int, strict: bool, found: list[ArgumentDifference]
) -> None:
    for index, (value, given) in enumerate(zip(expected, actual, strict=False)):
        _compare(value, given, join_path(path, index), depth, strict, found)
    found += [
        ArgumentDifference(join_path(path, index), ArgumentState.MISSING, expected[index], MISSING)
        for index in range(len(actual), len(expected))
    ]
    found += [
        ArgumentDifference(join_path(path, index), ArgumentState.UNEXPECTED, MISSING, actual[index])
        for index in range(len(expected), len(actual))
    ]

"""Forbidden-call rules: JSON -> rules, and a call -> the first rule it breaks.

A rule is an object with `tool` (exact name), optional `args` (every one must be in the call and match; none means every
call of the tool) and optional `reason`. Inside `args` the matchers of gold files may stand at any depth, with one
difference: `$regex` finds its pattern anywhere in the value, where a gold file wants the whole text. Other keys are kept
and do nothing; `rule_problems` reports them.

    [{"tool": "shell", "args": {"command": {"$regex": "rm -rf"}}, "reason": "never delete"}]
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, overload

from toolscore_core.credentials.scanning import redact_location
from toolscore_core.errors import DecodeError, Location, Problem, RuleError
from toolscore_core.matchers import (
    ANY,
    MOST_TIMEOUTS,
    Approx,
    Contains,
    IsType,
    JsonMatchers,
    Literal,
    OneOf,
    Regex,
    Search,
    watching_patterns,
)
from toolscore_core.reading import LIMITS, deeper_than
from toolscore_core.values import holds_matcher, values_match

_MATCHERS: Final = JsonMatchers(RuleError, regex=Search, literal=Literal)
_KNOWN: Final = frozenset(_MATCHERS.keys)
_READ_TYPES: Final = frozenset(
    (str, int, float, bool, type(None), type(ANY), Approx, Contains, IsType, Literal, OneOf, Regex, Search)
)
"""Types of values in which there is nothing to read any more."""

RULE_KEYS: Final = ("tool", "args", "reason")
"""Keys that mean something in a rule."""


def rules_from_json(data: Any, source: str = "rules") -> list[dict[str, Any]]:
    """Rules as JSON writes them -> new rules with the `$` objects in their arguments turned into matchers.

    Args:
        data: A list of rules; matchers that stand in it already are kept.
        source: File name for messages.

    Raises:
        TypeError: The data is not a list.
        RuleError: A rule that cannot be used, with its number and place; a ValueError.
    """
    return [dict(rule) for rule in _checked(data, source)]


def _checked(data: Any, source: str) -> list[dict[str, Any]]:
    """The rules, as they are where nothing in them has to be turned into a matcher."""
    if not isinstance(data, list):
        raise TypeError(f"rules are a list, not {type(data).__name__}")
    checked = []
    for index, rule in enumerate(data):
        if not isinstance(rule, dict):
            raise RuleError(f"rule {index + 1} is an object, not {type(rule).__name__}", _place(source, index))
        tool, args = rule.get("tool"), rule.get("args")
        if not isinstance(tool, str) or not tool:
            raise RuleError(f"rule {index + 1} needs `tool`, the name of a tool as text", _place(source, index))
        if args:
            if not isinstance(args, dict):
                raise _wrong_args(args, index, source)
            if not (_READ_TYPES.issuperset(map(type, args.values())) and _KNOWN.isdisjoint(args)):
                rule = {**rule, "args": {key: _read_value(key, value, index, source) for key, value in args.items()}}
        elif args is not None and not isinstance(args, dict):
            raise _wrong_args(args, index, source)
        checked.append(rule)
    return checked


def _wrong_args(args: Any, index: int, source: str) -> RuleError:
    return RuleError(
        f"rule {index + 1}: `args` is an object or absent, not {type(args).__name__}", _place(source, index, ".args")
    )


def _place(source: str, index: int, path: str = "") -> Location:
    return Location(source, None, index, f"${path}")


def _read_value(key: Any, value: Any, index: int, source: str) -> Any:
    if key in _KNOWN:  # a name such as `$filter` is an argument of some tools
        raise RuleError(
            f"rule {index + 1}: `{key}` belongs inside an argument's value; `args` holds names of arguments",
            _place(source, index, ".args"),
        )
    try:
        return _MATCHERS.read(value, _place(source, index, f".args.{key}"))
    except RuleError as error:
        place = redact_location(error.location or _place(source, index))
        raise RuleError(f"rule {index + 1}: {error.message}", place) from None


def rule_problems(data: Any, source: str = "rules") -> list[Problem]:
    """Keys of rules that are kept and do nothing, such as a misspelled `arguments`.

    Args:
        data: Rules as JSON writes them, or as read; anything else has no problems here.
        source: File name for messages.
    """
    return [
        Problem(f"rule {index + 1} has keys that mean nothing; known are {', '.join(RULE_KEYS)}", _place(source, index))
        for index, rule in enumerate(data if isinstance(data, list) else [])
        if isinstance(rule, dict) and not rule.keys() <= set(RULE_KEYS)
    ]


def read_rules(data: bytes, source: str = "rules") -> list[dict[str, Any]]:
    """Bytes of a rules file -> rules. UTF-8, with or without a byte order mark, and UTF-16 are read.

    Unlike traces a damaged file is refused as a whole: half of the rules would let calls pass.

    Raises:
        DecodeError: No text or no JSON; a ValueError.
        TypeError: JSON that is not a list.
        RuleError: A rule that cannot be used.
    """
    try:
        decoded = json.loads(data)
    except UnicodeDecodeError:
        raise DecodeError("not a text in UTF-8 or UTF-16", Location(source)) from None
    except json.JSONDecodeError as error:
        raise DecodeError(f"not JSON: {error.msg}", Location(source, error.lineno)) from None
    except RecursionError:
        raise DecodeError(f"nested deeper than {LIMITS.depth} levels", Location(source)) from None
    except ValueError:  # Python reads no integer of more than 4300 digits
        raise DecodeError("a number is too long", Location(source)) from None
    if deeper_than(decoded, LIMITS.depth):
        raise DecodeError(f"nested deeper than {LIMITS.depth} levels", Location(source))
    return rules_from_json(decoded, source)


def load_forbidden_rules(path: str | os.PathLike[str]) -> list[dict[str, Any]]:
    """Rules from a JSON file; see `read_rules`.

    Raises:
        FileNotFoundError: There is no such file.
        ValueError, TypeError: As `read_rules`.
    """
    return read_rules(Path(path).read_bytes(), Path(path).name)


def call_matches_rule(tool: str, args: dict[str, Any] | None, rule: dict[str, Any]) -> bool:
    """Whether a call breaks a rule as `rules_from_json` returns it.

    Same tool, and every argument of the rule is in the call and matches, leniently. None stands for no arguments. A
    pattern that runs out of time counts as found.

    Raises:
        KeyError: The rule has no `tool`; nothing else is checked.
    """
    if rule["tool"] != tool:
        return False
    wanted = rule.get("args")
    if not wanted:
        return True
    given = args or {}
    return all(key in given and values_match(expected, given[key]) for key, expected in wanted.items())


class CompiledRules(Sequence[dict[str, Any]]):
    """Rules made ready for many calls: by tool, plain arguments before patterns. For one thread at a time.

    As a sequence it is the rules as read, in order.
    """

    def __init__(self, rules: list[dict[str, Any]]) -> None:
        self._rules = rules
        self._indexes: dict[str, list[int]] = {}
        for index, rule in enumerate(rules):
            self._indexes.setdefault(rule["tool"], []).append(index)
        self._by_tool: dict[str, list[_Conditions]] = {}  # filled for the tools that occur

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        return self._rules[index]

    def __len__(self) -> int:
        return len(self._rules)

    def first_match(self, tool: str, args: dict[str, Any] | None) -> int | None:
        """Index of the first rule that the call breaks, certainly or not; None when it breaks none."""
        with watching_patterns() as ran_out:
            broken = self.first_break(tool, args, ran_out)
        return None if broken is None else broken[0]

    def first_break(self, tool: str, args: dict[str, Any] | None, ran_out: list[str]) -> tuple[int, bool] | None:
        """The first rule that the call breaks, and whether that is certain; None when it breaks none.

        It is not certain when a pattern of the rule ran out of time: then nobody knows, and a call that may be
        forbidden is reported. After three such calls the patterns of that rule are no longer tried.

        Args:
            tool: Name of the tool.
            args: Arguments of the call; what is no dict has none.
            ran_out: The list of the `watching_patterns` block in which this is called.
        """
        conditions = self._by_tool.get(tool)
        if conditions is None:
            conditions = self._prepare(tool)
        for rule in conditions:
            certain = rule.broken_by(args, ran_out)
            if certain is not None:
                return rule.index, certain
        return None

    def _prepare(self, tool: str) -> list["_Conditions"]:
        indexes = self._indexes.get(tool, ())
        self._by_tool[tool] = [_Conditions(index, self._rules[index].get("args") or {}) for index in indexes]
        return self._by_tool[tool]


def compile_rules(rules: Any) -> CompiledRules:
    """Rules, as read or straight from JSON, made ready for many calls; what is ready stays as it is.

    Raises:
        TypeError, RuleError: As `rules_from_json`.
    """
    return rules if isinstance(rules, CompiledRules) else CompiledRules(_checked(rules, "rules"))


class _Conditions:
    """The conditions of one rule."""

    __slots__ = ("_matchers", "_plain", "_texts", "_timeouts", "index")

    def __init__(self, index: int, args: dict[Any, Any]) -> None:
        self.index = index
        self._texts: list[tuple[Any, str]] = []
        self._plain: list[tuple[Any, Any]] = []
        self._matchers: list[tuple[Any, Any]] = []
        self._timeouts = 0
        for key, value in args.items():
            if isinstance(value, str):
                self._texts.append((key, value.strip()))
            else:
                (self._matchers if holds_matcher(value) else self._plain).append((key, value))

    def broken_by(self, args: Any, ran_out: list[str]) -> bool | None:
        """None when the call does not break the rule; otherwise whether it certainly does."""
        given = args if isinstance(args, dict) else {}
        for key, text in self._texts:  # as `values_match` compares texts, white space forgiven
            actual = given.get(key)
            if not isinstance(actual, str) or actual.strip() != text:
                return None
        for key, expected in self._plain:
            if key not in given or not values_match(expected, given[key]):
                return None
        return self._patterns_match(given, ran_out) if self._matchers else True

    def _patterns_match(self, given: dict[Any, Any], ran_out: list[str]) -> bool | None:
        certain = True
        for key, expected in self._matchers:
            if key not in given:
                return None
            if self._timeouts >= MOST_TIMEOUTS:
                certain = False
                continue
            before = len(ran_out)
            matches = values_match(expected, given[key])
            if len(ran_out) > before:
                self._timeouts += 1
                certain = False
            elif not matches:
                return None
        return certain

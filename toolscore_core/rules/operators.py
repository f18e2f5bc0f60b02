"""The `$` objects of rule files -> matchers, and the conditions that stand over all arguments of a call."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from toolscore_core.errors import Location, RuleError
from toolscore_core.matchers import (
    COMPARISONS,
    AllOf,
    Compare,
    Glob,
    JsonMatchers,
    Literal,
    Not,
    OneOf,
    Search,
    Written,
    timeouts_so_far,
)
from toolscore_core.rules.commands import Command
from toolscore_core.values import Matcher, values_match


class Arguments(Matcher):
    """Accepts arguments of which every named one is there and matches; further ones are allowed.

    Attributes:
        conditions: Name -> expected value, or one of ARGUMENT_OPERATORS -> a matcher of all arguments.
    """

    __slots__ = ("conditions",)

    def __init__(self, conditions: dict[Any, Any]) -> None:
        self.conditions = conditions

    def matches(self, value: Any) -> bool:
        return isinstance(value, dict) and all(
            expected.matches(value) if is_whole(key, expected) else key in value and values_match(expected, value[key])
            for key, expected in self.conditions.items()
        )

    def __repr__(self) -> str:
        return f"Arguments({self.conditions!r})"


class AnyArgument(Written):
    """Accepts arguments in which some value matches the operand, at any depth.

    Asked about are all texts, numbers, booleans and nulls, and lists of such as a whole; where the operand is an object or
    a list, other objects and lists too. After a pattern that ran out of time no further value is looked at.
    """

    __slots__ = ()

    operator = "$any_arg"

    @property
    def nested(self) -> bool:
        """Whether objects and nested lists are asked about."""
        return isinstance(self.operand, (dict, list, tuple))

    def matches(self, value: Any) -> bool:
        return self.matches_among(values_in(value, nested=self.nested))

    def matches_among(self, values: Iterable[Any]) -> bool:
        """Whether one of the values matches, as `values_in` gives them."""
        before = timeouts_so_far()
        for item in values:
            if values_match(self.operand, item):
                return True
            if timeouts_so_far() > before:
                return False
        return False


def values_in(value: Any, *, nested: bool) -> Iterator[Any]:
    """The values inside arguments, at any depth; objects and nested lists only where that is asked for."""
    waiting = [value]
    while waiting:
        items = waiting.pop()
        for item in items.values() if isinstance(items, dict) else items:
            if isinstance(item, (dict, list, tuple)):
                waiting.append(item)
                if nested or (not isinstance(item, dict) and not any(isinstance(i, (dict, list, tuple)) for i in item)):
                    yield item
            else:
                yield item


class RuleMatchers(JsonMatchers):
    """Reads the `$` objects that may stand for a value in a rule: those of gold files and some more."""

    def __init__(self) -> None:
        super().__init__(RuleError, regex=Search, literal=Literal)
        self._readers |= {
            "$not": lambda operand, place: Not(self.read(operand, place)),
            "$all_of": self._all_of,
            "$compare": _compare,
            "$glob": _glob,
            "$command": self._command,
        }

    def _all_of(self, operand: Any, place: Location) -> Matcher:
        if not isinstance(operand, list) or not operand:
            raise RuleError("`$all_of` takes a list that is not empty", place)
        return AllOf(self.read(operand, place))

    def _command(self, operand: Any, place: Location) -> Matcher:
        if not isinstance(operand, (str, list)):
            raise RuleError("`$command` takes a text, or a list of words", place)
        words = operand if isinstance(operand, str) else self.read(operand, place)
        if not isinstance(words, str) and not all(isinstance(word, (str, Matcher)) for word in words):
            raise RuleError("`$command` takes a list of texts and matchers", place)
        try:
            return Command(words)
        except ValueError as error:
            raise RuleError(str(error), place) from None


def _compare(operand: Any, place: Location) -> Matcher:
    if not isinstance(operand, dict) or not operand or not operand.keys() <= set(COMPARISONS):
        raise RuleError(f"`$compare` takes an object with some of {', '.join(COMPARISONS)}", place)
    for name, bound in operand.items():
        if name != "ne" and (isinstance(bound, bool) or not isinstance(bound, (int, float, str)) or bound != bound):
            raise RuleError(f"`{name}` takes a number or a text", place)
    return Compare(operand)


def _glob(operand: Any, place: Location) -> Matcher:
    if not isinstance(operand, str) or not operand:
        raise RuleError("`$glob` takes a text that is not empty", place)
    return Glob(operand)


MATCHERS: Final = RuleMatchers()
"""The reader of values in rules."""

KNOWN: Final = frozenset((*MATCHERS.keys, AnyArgument.operator))
"""Every `$` key that means something in a rule."""

ARGUMENT_OPERATORS: Final = ("$any_arg", "$not", "$all_of", "$one_of")
"""What may stand in place of an argument's name: a condition on all arguments of the call."""


def is_whole(key: Any, expected: Any) -> bool:
    """Whether a condition as read is one on all arguments."""
    return key in ARGUMENT_OPERATORS and isinstance(expected, Matcher)


def read_arguments(conditions: dict[Any, Any], place: Location) -> dict[Any, Any]:
    """Conditions on arguments as JSON writes them -> the same with matchers; what is read stays as it is.

    Raises:
        RuleError: An operator that is not known, misplaced, or has a value of the wrong kind.
    """
    return {key: _read_condition(key, value, place) for key, value in conditions.items()}


def _read_condition(key: Any, value: Any, place: Location) -> Any:
    if key in ARGUMENT_OPERATORS:
        return _read_whole(key, value, place.below(f".{key}"))
    if key in KNOWN:  # another name such as `$filter` is an argument of some tools
        raise RuleError(f"`{key}` belongs inside an argument's value; `args` holds names of arguments", place)
    return MATCHERS.read(value, place.below(f".{key}"))


def _read_whole(key: str, value: Any, place: Location) -> Matcher:
    if key == "$any_arg":
        return value if isinstance(value, AnyArgument) else AnyArgument(MATCHERS.read(value, place))
    if isinstance(value, Matcher):
        return value
    if key == "$not":
        return Not(_read_object(value, place))
    if not isinstance(value, list) or not value:
        raise RuleError(f"`{key}` in place of an argument takes a list of objects that hold arguments", place)
    parts = [_read_object(item, place.below(f"[{number}]")) for number, item in enumerate(value)]
    return AllOf(parts) if key == "$all_of" else OneOf(*parts)


def _read_object(value: Any, place: Location) -> Matcher:
    if isinstance(value, Matcher):
        return value
    if not isinstance(value, dict):
        raise RuleError("in place of an argument, operators hold objects with arguments", place)
    return Arguments(read_arguments(value, place))

"""Matchers as JSON writes them, in both directions."""

from collections.abc import Callable
from typing import Any, Final

from toolscore_core.errors import GoldError, InputError, Location
from toolscore_core.matchers.logic import Written
from toolscore_core.matchers.patterns import Regex, Search
from toolscore_core.matchers.plain import ANY, Approx, Contains, IsType, Literal, OneOf
from toolscore_core.values import Matcher, OptionalArgument, holds_matcher

JSON_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


class JsonMatchers:
    """Reads the `$` objects of one kind of file.

    Args:
        error: What is raised for an object that cannot be read.
        regex: What `$regex` becomes.
        literal: What `$literal` becomes.
        optional: Whether values may be marked as optional.
    """

    def __init__(
        self,
        error: type[InputError],
        regex: Callable[[str], Matcher],
        literal: Callable[[Any], Any],
        *,
        optional: bool = False,
    ) -> None:
        self._error = error
        self._make_regex = regex
        self._literal = literal
        self._readers: dict[str, Callable[[Any, Location], Any]] = {
            "$any": self._any,
            "$regex": self._regex,
            "$contains": lambda operand, place: Contains(self.read(operand, place)),
            "$one_of": self._one_of,
            "$approx": self._approx,
            "$type": self._type,
            "$literal": lambda operand, place: self._literal(operand),
        }
        if optional:
            self._readers["$optional"] = self._misplaced_optional

    @property
    def keys(self) -> tuple[str, ...]:
        """The `$` keys that are known."""
        return tuple(self._readers)

    def read(self, value: Any, place: Location) -> Any:
        """A value as the file writes it -> the same with its `$` objects turned into matchers.

        Raises:
            InputError: Of the class given. An object with a `$` key that is not known, has company, or has a value of
                the wrong kind.
        """
        if isinstance(value, list):
            return [self.read(item, place.below(f"[{i}]")) for i, item in enumerate(value)]
        if not isinstance(value, dict):
            return value
        if not any(isinstance(key, str) and key.startswith("$") for key in value):
            return {key: self._read_item(item, place.below(f".{key}")) for key, item in value.items()}
        if len(value) != 1:
            raise self._error(
                'an object with a `$` key holds that key alone; write {"$literal": ...} for the value itself', place
            )
        ((operator, operand),) = value.items()
        if operator not in self._readers:
            raise self._error(f"unknown matcher; known are {', '.join(self._readers)}", place)
        return self._readers[operator](operand, place.below(f".{operator}"))

    def _read_item(self, value: Any, place: Location) -> Any:
        """The value of a key, which alone may be optional."""
        if isinstance(value, dict) and value.keys() == {"$optional"} and "$optional" in self._readers:
            return OptionalArgument(self.read(value["$optional"], place.below(".$optional")))
        return self.read(value, place)

    def _misplaced_optional(self, operand: Any, place: Location) -> Any:
        raise self._error("`$optional` stands for the value of an argument, or of a key inside one", place)

    def _any(self, operand: Any, place: Location) -> Matcher:
        if operand is not True:
            raise self._error("`$any` takes true", place)
        return ANY

    def _regex(self, operand: Any, place: Location) -> Matcher:
        if not isinstance(operand, str):
            raise self._error("`$regex` takes a text", place)
        try:
            return self._make_regex(operand)
        except ValueError as error:
            raise self._error(str(error), place) from None

    def _one_of(self, operand: Any, place: Location) -> Matcher:
        if not isinstance(operand, list):
            raise self._error("`$one_of` takes a list", place)
        return OneOf(*self.read(operand, place))

    def _approx(self, operand: Any, place: Location) -> Matcher:
        given = operand if isinstance(operand, dict) else {"value": operand}
        if (
            "value" not in given
            or not given.keys() <= {"value", "rel", "abs"}
            or not all(map(_is_number, given.values()))
        ):
            raise self._error("`$approx` takes a number, or {value, rel, abs} with numbers", place)
        return Approx(**given)

    def _type(self, operand: Any, place: Location) -> Matcher:
        names = operand if isinstance(operand, list) else [operand]
        if not names or not all(isinstance(name, str) and name in JSON_TYPES for name in names):
            raise self._error(f"`$type` takes one of {', '.join(JSON_TYPES)}, or a list of them", place)
        return IsType(*(kind for name in names for kind in JSON_TYPES[name]))


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


_GOLD: Final = JsonMatchers(GoldError, regex=Regex, literal=lambda value: value, optional=True)

MATCHER_KEYS: Final = _GOLD.keys
"""The `$` keys that a gold file may use."""


def expected_from_json(value: Any, location: Location | None = None) -> Any:
    """Expected arguments as a gold file writes them -> the same with its `$` objects turned into matchers.

    Raises:
        GoldError: An object with a `$` key that is not known, has company, or has a value of the wrong kind.
    """
    return _GOLD.read(value, location or Location(path="$"))


def expected_to_json(value: Any) -> Any:
    """The inverse of `expected_from_json`: matchers become `$` objects, look-alikes are wrapped in `$literal`.

    Raises:
        GoldError: A matcher that has no JSON form (a pattern with flags, a type JSON does not know, one's own class).
    """
    if isinstance(value, Matcher):
        return _matcher_to_json(value)
    if isinstance(value, dict):
        written = {str(key): expected_to_json(item) for key, item in value.items()}
        if not any(key.startswith("$") for key in written):
            return written
        if holds_matcher(value):
            raise GoldError("an object that holds both a `$` key and a matcher has no JSON form")
        return {"$literal": value}
    if isinstance(value, (list, tuple)):
        if any(isinstance(item, OptionalArgument) for item in value):
            raise GoldError("an optional value in a list has no JSON form")
        return [expected_to_json(item) for item in value]
    return value


def _matcher_to_json(matcher: Matcher) -> dict[str, Any]:
    if matcher is ANY:
        return {"$any": True}
    if (isinstance(matcher, Regex) and not matcher.flags) or isinstance(matcher, Search):
        return {"$regex": matcher.pattern}
    if isinstance(matcher, Written):
        return {matcher.operator: expected_to_json(matcher.operand)}
    if isinstance(matcher, Literal):
        return {"$literal": matcher.value}
    if isinstance(matcher, Contains):
        return {"$contains": expected_to_json([matcher.item])[0]}
    if isinstance(matcher, OneOf):
        return {"$one_of": expected_to_json(matcher.values)}
    if isinstance(matcher, OptionalArgument):
        return {"$optional": expected_to_json(matcher.expected)}
    if isinstance(matcher, Approx):
        return {"$approx": {"value": matcher.value, "rel": matcher.rel, "abs": matcher.abs}}
    if isinstance(matcher, IsType):
        names = _type_names(set(matcher.types))
        if names:
            return {"$type": names[0] if len(names) == 1 else names}
    raise GoldError(f"{type(matcher).__name__} has no JSON form")


def _type_names(types: set[type]) -> list[str]:
    """JSON's names of the types; none when JSON cannot say them exactly (a float that is never a whole number)."""
    names = [name for name, kinds in JSON_TYPES.items() if types >= set(kinds)]
    if "number" in names:
        names.remove("integer")
    said = {kind for name in names for kind in JSON_TYPES[name]}
    return names if said == types else []

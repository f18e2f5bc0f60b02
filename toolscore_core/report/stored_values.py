"""An object of a stored report -> its values by name, each of the kind that is expected there, or an error with its place."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from toolscore_core.errors import FormatError, Location
from toolscore_core.values import finite_number

_T = TypeVar("_T")

_KINDS = {str: "a text", bool: "true or false", list: "a list", dict: "an object", int: "a whole number"}


@dataclass(frozen=True, slots=True)
class Stored:
    """One JSON object of a report, which anybody may have edited. Every method raises FormatError for another kind of value.

    Attributes:
        value: The object.
        place: Where it stands.
    """

    value: dict[str, Any]
    place: Location

    def has(self, name: str) -> bool:
        """Whether there is such a value, be it null."""
        return name in self.value

    def text(self, name: str, default: str | None = None) -> str:
        """A text; the default, where one is given, when there is none."""
        found = self.value.get(name, default)
        return self._of(str, name, default if found is None else found)

    def optional_text(self, name: str) -> str | None:
        """A text, or None."""
        return None if self.value.get(name) is None else self.text(name)

    def flag(self, name: str, default: bool = False) -> bool:
        """True or false; the default when there is none."""
        return self._of(bool, name, self.value.get(name, default))

    def optional_flag(self, name: str) -> bool | None:
        """True, false, or None."""
        return None if self.value.get(name) is None else self.flag(name)

    def number(self, name: str, lowest: float | None = None, highest: float | None = None) -> float | None:
        """A finite number between the bounds, or None."""
        found = self.value.get(name)
        if found is None:
            return None
        if isinstance(found, str) or finite_number(found) is None:
            raise self.wrong(name, "a finite number", found)
        if (lowest is not None and found < lowest) or (highest is not None and found > highest):
            raise FormatError(f"is not between {lowest:g} and {highest or 1e300:g}", self.below(name))
        return float(found) if isinstance(found, float) else int(found)

    def share(self, name: str) -> float | None:
        """A number in [0, 1], or None."""
        return self.number(name, 0, 1)

    def position(self, name: str, count: int | None = None) -> int | None:
        """A whole number from 0, below `count` where that is given, or None."""
        found = self.value.get(name)
        if found is None:
            return None
        if not self._of(int, name, found) >= 0 or (count is not None and found >= count) or found > 10**15:
            raise FormatError("is no position or count that can be", self.below(name))
        return int(found)

    def items(self, name: str) -> list[Any]:
        """A list; [] when there is none."""
        found = self.value.get(name)
        return [] if found is None else self._of(list, name, found)

    def positions(self, name: str, count: int) -> tuple[int, ...]:
        """A list of whole numbers from 0, each below `count`."""
        held = Stored({f"{name}[{index}]": item for index, item in enumerate(self.items(name))}, self.place)
        return tuple(held.position(key, count) or 0 for key in held.value)

    def texts(self, name: str) -> list[str]:
        """A list of texts; [] when there is none."""
        found = self.items(name)
        if not all(isinstance(item, str) for item in found):
            raise FormatError("is no list of texts", self.below(name))
        return found

    def mapping(self, name: str) -> dict[str, Any]:
        """An object as it is; {} when there is none."""
        found = self.value.get(name)
        return {} if found is None else self._of(dict, name, found)

    def optional_mapping(self, name: str) -> dict[str, Any] | None:
        """An object as it is, or None."""
        return None if self.value.get(name) is None else self.mapping(name)

    def inside(self, name: str) -> "Stored | None":
        """An object to be read, or None."""
        found = self.optional_mapping(name)
        return None if found is None else Stored(found, self.below(name))

    def each(self, name: str) -> Iterable["Stored"]:
        """The objects of a list, to be read."""
        for index, item in enumerate(self.items(name)):
            place = self.below(f"{name}[{index}]")
            if not isinstance(item, dict):
                raise FormatError(f"should be an object, not {_kind(item)}", place)
            yield Stored(item, place)

    def one_of(self, name: str, kind: Callable[[str], _T]) -> _T:
        """A text that `kind` knows, such as an enumeration."""
        try:
            return kind(self.text(name))
        except ValueError:
            raise FormatError("is none of the known words", self.below(name)) from None

    def below(self, name: str) -> Location:
        """The place of a value."""
        return self.place.below(f".{name}")

    def wrong(self, name: str, wanted: str, found: Any) -> FormatError:
        """The error for a value of another kind."""
        return FormatError(f"should be {wanted}, not {_kind(found)}", self.below(name))

    def _of(self, kind: type[_T], name: str, found: Any) -> _T:
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            raise self.wrong(name, _KINDS[kind], found)
        return found


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, float):
        return "a number"
    return _KINDS.get(type(value), "a value of another kind")

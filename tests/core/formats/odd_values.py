"""Values of every type, in every place of a file."""

from collections.abc import Iterator
from typing import Any

ODD: tuple[Any, ...] = (None, 10**30, "x", [None], {"type": []}, float("nan"))


def variants(value: Any, odd: Any) -> Iterator[Any]:
    """Every copy of a value in which one inner value is the odd one."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield {**value, key: odd}
            yield from ({**value, key: changed} for changed in variants(inner, odd))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield [*value[:index], odd, *value[index + 1 :]]
            yield from ([*value[:index], changed, *value[index + 1 :]] for changed in variants(inner, odd))

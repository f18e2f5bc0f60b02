"""Values of which any type may stand in a file -> the text, the objects or the first value that is wanted, or nothing."""

from collections.abc import Iterable, Mapping
from typing import Any


def text_or_none(value: Any) -> str | None:
    """A text that is not empty; None for anything else."""
    return value if isinstance(value, str) and value else None


def objects_of(value: Any) -> list[dict[str, Any]]:
    """A value as objects: itself, or the objects in a list; [] for anything else."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, dict)]


def first_of(record: Mapping[str, Any], keys: Iterable[str]) -> Any:
    """The first value that is not null under the keys; None when there is none."""
    for key in keys:
        value = record.get(key)
        if value is not None:
            return value
    return None


def either(record: Mapping[str, Any], camel: str, snake: str) -> Any:
    """The value under a camelCase name, else under the snake_case one; None when both are missing or null."""
    value = record.get(camel)
    return record.get(snake) if value is None else value

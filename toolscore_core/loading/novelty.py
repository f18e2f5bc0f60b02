"""A long list of records -> those that show something which no record before them shows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

_MOST: Final = 500
"""So many records with a new key are taken at most, and as many with a new value."""

_VALUES: Final = 24
"""Values by which one key tells records apart; a key with more of them holds ids, times or prose."""

_LONGEST_NAME: Final = 40
_DEEPEST: Final = 5
_ITEMS: Final = 20
"""How deep into a record, and how far into its lists, is looked."""

_JSON_STARTS: Final = ("{", "[")


@dataclass(slots=True)
class _Known:
    """What stood so far under one key: short texts and kinds of values, and the keys of the objects there."""

    values: set[Any] = field(default_factory=set)
    keys: "dict[str, _Known]" = field(default_factory=dict)


def of_each_novelty(values: Sequence[Any]) -> list[int]:
    """Positions of the values that have a new key, or a new short text or kind of value under a key; some hundreds at most."""
    known: dict[str, _Known] = {}
    with_key: list[int] = []
    with_value: list[int] = []
    for index, value in enumerate(values):
        new = _novelty((value,), known, _DEEPEST)
        chosen = with_key if new > 1 else with_value
        if new and len(chosen) < _MOST:
            chosen.append(index)
    return sorted(with_key + with_value)


def _novelty(values: Iterable[Any], known: dict[str, _Known], depth: int) -> int:
    """2 when one of the values has a new key, 1 when it has a new value under a key, 0 otherwise; notes what is new."""
    new = 0
    for record in values:
        if type(record) is list:
            if depth:
                new = max(new, _novelty(record[:_ITEMS], known, depth - 1))
            continue
        if type(record) is not dict:
            continue
        for key, value in record.items():
            before = known.get(key)
            if before is None:
                before = known[key] = _Known()
                new = 2
            kind = type(value)
            if depth and (kind is dict or kind is list):
                new = max(new, _novelty((value,), before.keys, depth - 1))
            if len(before.values) < _VALUES:
                mark: Any = kind
                if kind is str:
                    mark = value if len(value) <= _LONGEST_NAME else value.startswith(_JSON_STARTS)
                if mark not in before.values:
                    before.values.add(mark)
                    new = new or 1
    return new

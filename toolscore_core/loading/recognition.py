"""Documents -> the formats that claim them, the strongest first, from a sample of every shape of record."""

from collections.abc import Callable, Sequence
from typing import Any

from toolscore_core.catalogue import Claim, Format
from toolscore_core.loading.novelty import of_each_novelty
from toolscore_core.loading.wrappings import is_telling, wrappings
from toolscore_core.reading import Document, Documents

_LOOKED_AT = 100
"""So many documents, or items of a list, are looked at as they are."""

_OF_A_SHAPE = 20
"""How many of one shape are taken into the sample."""

_MANY = 200
"""When the sample holds so many, only one of each further shape is taken."""

_MOST = 500
"""Entries of a sample."""

_SURE = 3
"""Strength of a claim that saw what only one format has."""

_TELLING = 2
"""Strength of a claim that saw calls. A weaker one may only mean that the sample holds none."""

_DEEPEST = 3
"""So many wrappings are opened at most."""

_NOT_LONG = 2000
"""A file of so many records is looked at as a whole when the sample shows no calls."""

_GLANCED_AT = 500
"""Of a longer file so many records at its beginning, and as many after them, are looked at first."""

_TELLING_KEYS = frozenset({"type", "role", "content"})
"""Keys whose values tell records of the same keys apart."""

_Choose = Callable[[Sequence[Any]], Sequence[int]]
"""Which of the values are looked at, by their positions."""


def ranked_claims(documents: Documents, formats: Sequence[Format]) -> list[tuple[Format, Claim]]:
    """The formats that claim the documents, the strongest first; of equal ones the earlier format.

    Of many documents, or of the items of a long list, only some of each shape are looked at. When these show nothing, every
    record counts that has a key, or a short text or kind of value under a key, which none before it has.
    When no format claims them, or none saw a call in one object, what stands inside some of each shape is looked at; if
    that is of some format (surely so, where there was a claim), the formats read it there.
    """
    claims = _claims_of_all(documents, formats)
    if not any(claim.records for _, claim in claims):
        claims = _claims_inside(sample(documents), formats, _DEEPEST) or claims
    elif _weak(claims) and len(documents.items) == 1 and isinstance(documents.items[0].value, dict):
        inside = _claims_inside(sample(documents), formats, 1)
        claims = inside if _surest(inside)[0] == _SURE else claims
    return sorted(claims, key=lambda entry: (-entry[1].strength, -entry[1].records))


def _claims_of_all(documents: Documents, formats: Sequence[Format]) -> list[tuple[Format, Claim]]:
    is_long = _is_long(documents)
    if is_long:
        claims = _claims(sample(documents, _at_a_glance), formats)
        if claims and not _weak(claims):
            return claims
    some = sample(documents)
    claims = _claims(some, formats)
    if some is documents or (claims and (is_long or not _weak(claims))):
        return claims
    return _claims(sample(documents, of_each_novelty) if is_long else documents, formats)


def _claims_inside(documents: Documents, formats: Sequence[Format], depth: int) -> list[tuple[Format, Claim]]:
    """The formats that claim what stands inside the documents, all in the same wrapping, which shows the most calls."""
    ways = [(way, way.open(documents)) for way in wrappings(documents)]
    found = [
        [(way.format(known), claim) for known, claim in _claims_of_all(inside, formats) if is_telling(known, claim)]
        for way, inside in ways
    ]
    best = max(found, key=_surest, default=[])
    if best or depth == 1:
        return best
    deeper = ((way, _claims_inside(inside, formats, depth - 1)) for way, inside in ways)
    return next(([(way.format(known), claim) for known, claim in claims] for way, claims in deeper if claims), [])


def _surest(claims: list[tuple[Format, Claim]]) -> tuple[int, int]:
    return max(((claim.strength, claim.records) for _, claim in claims), default=(0, 0))


def _weak(claims: list[tuple[Format, Claim]]) -> bool:
    return max(claim.strength for _, claim in claims) < _TELLING


def _is_long(documents: Documents) -> bool:
    """Whether there are many documents, or many items in lists that are sampled."""
    count = len(documents.items)
    return (
        count > _NOT_LONG
        or count + sum(len(values) for item in documents.items for values in _long_lists(item.value).values())
        > _NOT_LONG
    )


def _claims(documents: Documents, formats: Sequence[Format]) -> list[tuple[Format, Claim]]:
    asked = ((known, known.claim(documents)) for known in formats)
    return [(known, claim) for known, claim in asked if claim is not None]


def _at_a_glance(values: Sequence[Any]) -> list[int]:
    """Positions of some values of each shape, of those at the beginning and of some in even steps after them."""
    steps = range(_GLANCED_AT, len(values), max(1, len(values) // _GLANCED_AT))
    return _of_each_shape(values, [*range(min(_GLANCED_AT, len(values))), *steps])


def _of_each_shape(values: Sequence[Any], positions: Sequence[int] | None = None) -> list[int]:
    """Positions of some values of each shape: keys, type, role, and kinds of content.

    Args:
        values: The values.
        positions: Those that are looked at; None for all.
    """
    seen: dict[Any, int] = {}
    enough: set[Any] = set()
    chosen: list[int] = []
    for index in range(len(values)) if positions is None else positions:
        value = values[index]
        shape: Any = tuple(value) if type(value) is dict else type(value)
        if shape in enough:
            continue
        if type(value) is dict and not _TELLING_KEYS.isdisjoint(value):
            kind, role, content = value.get("type"), value.get("role"), value.get("content")
            shape = (
                *shape,
                kind if type(kind) is str else None,
                role if type(role) is str else None,
                _kinds(content) if type(content) is list else type(content),
            )
        elif seen.get(shape) == _OF_A_SHAPE:
            enough.add(shape)
        count = seen.get(shape, 0)
        if count < (_OF_A_SHAPE if len(chosen) < _MANY else 1):
            seen[shape] = count + 1
            chosen.append(index)
            if len(chosen) == _MOST:
                break
    return chosen


def _kinds(content: list[Any]) -> tuple[Any, ...]:
    """The kinds of a message's blocks."""
    kinds = {str(block.get("type")) if type(block) is dict else type(block).__name__ for block in content[:_OF_A_SHAPE]}
    return tuple(sorted(kinds))


def sample(documents: Documents, choose: _Choose = _of_each_shape) -> Documents:
    """The same documents when they are few and short; otherwise some of them, at most a few hundred.

    A document that is one long list, or an object that holds one, is replaced by one with some of its items.

    Args:
        documents: The documents.
        choose: Which of many are taken: by default some of every shape.
    """
    items = documents.items
    chosen = items
    if len(items) > _LOOKED_AT:
        chosen = [items[index] for index in choose([item.value for item in items])]
    shortened = [_shortened(item, choose) for item in chosen]
    if len(chosen) == len(items) and all(short is item for short, item in zip(shortened, items, strict=True)):
        return documents
    return Documents(documents.source, documents.layout, shortened)


def _shortened(item: Document, choose: _Choose) -> Document:
    """A document with the long lists in it cut down, or the records in it by name; itself when it holds none."""
    value = item.value
    if _is_by_name(value):
        names, records = list(value), list(value.values())
        short: Any = {names[index]: records[index] for index in choose(records)}
    elif long := _long_lists(value):
        cut = {key: [values[index] for index in choose(values)] for key, values in long.items()}
        short = {**value, **cut} if isinstance(value, dict) else cut[""]
    else:
        return item
    return Document(short, item.line, item.index, item.event, item.source, item.path)


def _is_by_name(value: Any) -> bool:
    """Whether an object holds many records under their names, rather than the fields of one."""
    if not isinstance(value, dict) or len(value) <= _LOOKED_AT:
        return False
    return all(type(record) is dict or type(record) is list for record in value.values())


def _long_lists(value: Any) -> dict[str, list[Any]]:
    """The long lists directly under the keys of an object; a value that is one itself stands under ""."""
    if isinstance(value, dict):
        return {key: inner for key, inner in value.items() if type(inner) is list and len(inner) > _LOOKED_AT}
    return {"": value} if isinstance(value, list) and len(value) > _LOOKED_AT else {}

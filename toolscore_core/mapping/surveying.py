"""What a file of no known format holds: where its records stand, and which fields they have."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from toolscore_core.credentials.scanning import redact_text
from toolscore_core.mapping.records import steps_of
from toolscore_core.mapping.walking import Found, opened, records_at
from toolscore_core.reading import Documents
from toolscore_core.values import join_path

_DEPTH: Final = 6
"""How deep lists of records are looked for, and fields inside a record."""
_DOCUMENTS: Final = 200
_ITEMS: Final = 50
"""Entries of a list that are looked at."""
_RECORDS: Final = 300
_FIELDS: Final = 200
_EXAMPLES: Final = 50
_MOST_KEYS: Final = 60
"""An object with more keys is a dictionary of things, not a record."""


@dataclass(frozen=True, slots=True)
class RecordPath:
    """A place where records stand: its path from the top of a document, and how many there are (at least)."""

    path: str
    count: int


@dataclass(slots=True)
class FieldPath:
    """A field of the records.

    Attributes:
        path: Its path: inside a record, or from `$` for a field of what holds the record.
        kinds: How often it holds text, number, yes/no, object, list or nothing.
        texts: Some of its short texts.
    """

    path: str
    kinds: Counter[str] = field(default_factory=Counter)
    texts: list[str] = field(default_factory=list)

    @property
    def count(self) -> int:
        """In how many of the records that were looked at it stands."""
        return self.kinds.total()

    @property
    def kind(self) -> str:
        """What it holds most often."""
        return self.kinds.most_common(1)[0][0] if self.kinds else "nothing"


def record_paths(documents: Documents) -> list[RecordPath]:
    """Where objects stand that could be records, those with most objects first; a sample of the file is looked at."""
    counts: Counter[str] = Counter()
    for document in documents.items[:_DOCUMENTS]:
        _count_records(document.value, "$", counts, 0)
    return [RecordPath(path, count) for path, count in sorted(counts.items(), key=lambda item: -item[1])]


def _count_records(value: Any, path: str, counts: Counter[str], depth: int) -> None:
    value = opened(value)
    if isinstance(value, list) and depth < _DEPTH:
        for item in value[:_ITEMS]:
            _count_records(item, f"{path}[*]", counts, depth + 1)
    elif isinstance(value, dict) and value:
        counts[path] += 1
        if depth >= _DEPTH:
            return
        entries = list(value.items())
        if len(entries) > 1 and all(isinstance(item, dict) for _, item in entries) and _are_alike(entries):
            for _, item in entries[:_ITEMS]:
                _count_records(item, f"{path}[*]", counts, depth + 1)
            return
        for key, item in entries[:_MOST_KEYS]:
            if isinstance(item, (dict, list, str)) and is_shown(key):
                _count_records(item, join_path(path, key), counts, depth + 1)


def _are_alike(entries: list[tuple[str, Any]]) -> bool:
    """Whether the values of an object have the same keys: then its own keys are names, not fields."""
    shapes = {frozenset(item) for _, item in entries[:_ITEMS]}
    return len(shapes) == 1 and bool(next(iter(shapes)))


def field_paths(documents: Documents, records: str) -> list[FieldPath]:
    """The fields of the records at a path, in the order in which they first stand, then those of what holds the records."""
    found: dict[str, FieldPath] = {}
    outer: dict[str, FieldPath] = {}
    for record in _sample(documents, records):
        _note_fields(record.value, "", found, 0)
        _note_outer(record, records, outer)
    return [*found.values(), *outer.values()]


def _sample(documents: Documents, records: str) -> Iterator[Found]:
    for count, record in enumerate(records_at(documents, records)):
        if count == _RECORDS:
            return
        yield record


def _note_fields(value: Any, path: str, found: dict[str, FieldPath], depth: int) -> None:
    value = opened(value)
    if not isinstance(value, dict) or depth >= _DEPTH or len(value) > _MOST_KEYS:
        return
    for key, item in value.items():
        if not is_shown(key):
            continue
        here = join_path(path, key)
        if here not in found and len(found) >= _FIELDS:
            return
        _note(found.setdefault(here, FieldPath(here)), item)
        _note_fields(item, here, found, depth + 1)


def _note_outer(record: Found, records: str, outer: dict[str, FieldPath]) -> None:
    """Scalars of the objects that hold the record."""
    path = "$"
    for value, step in zip(record.trail[:-1], steps_of(records), strict=False):
        value = opened(value)
        if isinstance(value, dict):
            for key, item in list(value.items())[:_MOST_KEYS]:
                if not isinstance(item, (dict, list)) and is_shown(key):
                    here = join_path(path, key)
                    _note(outer.setdefault(here, FieldPath(here)), item)
        path = f"{path}[*]" if step == "[]" else join_path(path, step)


def _note(known: FieldPath, value: Any) -> None:
    known.kinds[_kind(value)] += 1
    if isinstance(value, str) and len(value) <= 200 and len(known.texts) < _EXAMPLES:
        known.texts.append(value)


def is_shown(text: str) -> bool:
    """Whether a key or word of the file may stand in a mapping, which people read: it holds no credential."""
    return redact_text(text) == text


def _kind(value: Any) -> str:
    value = opened(value)
    if isinstance(value, bool):
        return "yes/no"
    return {dict: "object", list: "list", str: "text", type(None): "nothing"}.get(type(value), "number")

"""Following the paths of a mapping through the documents of a file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from toolscore_core.errors import Location
from toolscore_core.mapping.records import shared_steps, steps_of
from toolscore_core.messages.decoded import decoded_text
from toolscore_core.reading import Document, Documents
from toolscore_core.values import join_path


class _Missing:
    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""What stands where a path leads to nothing; null in a file is None."""


@dataclass(frozen=True, slots=True)
class Found:
    """One record.

    Attributes:
        documents, document: Where it comes from.
        path: Its JSON path in the document.
        trail: The values on the way to it, from the document to the record itself.
        list_path: JSON path of the innermost list or object that holds the record as one of many; "" when the whole
            document is the record.
    """

    documents: Documents
    document: Document
    path: str
    trail: tuple[Any, ...]
    list_path: str

    @property
    def value(self) -> Any:
        """The record."""
        return self.trail[-1]

    def place(self) -> Location:
        """Where it stands."""
        return self.documents.place(self.document, "" if self.path == "$" else self.path)


class Path:
    """A field path, ready to be followed.

    Args:
        path: As in a mapping.
        records: Path of the records.
    """

    __slots__ = ("_at", "_steps")

    def __init__(self, path: str, records: str) -> None:
        steps = steps_of(path)
        self._at: int | None = None
        if path.startswith("$"):
            self._at = shared_steps(steps, steps_of(records))
            steps = steps[self._at :]
        self._steps = steps

    def of(self, found: Found) -> Any:
        """The value there; MISSING when there is none."""
        return follow(found.value if self._at is None else found.trail[self._at], self._steps)


def follow(value: Any, steps: Sequence[str | int]) -> Any:
    """The value at the end of some steps; MISSING when there is none. JSON written as text is opened."""
    for step in steps:
        value = opened(value)
        inside = step in value if isinstance(value, dict) else isinstance(value, list) and _is_index(step, value)
        if not inside:
            return MISSING
        value = value[step]
    return value


def _is_index(step: str | int, items: list[Any]) -> bool:
    return isinstance(step, int) and step < len(items)


def opened(value: Any) -> Any:
    """The object or list that a text holds as JSON; any other value as it is."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        return decoded_text(value)
    return value


def records_at(documents: Documents, path: str) -> Iterator[Found]:
    """The records that a path leads to, in order."""
    steps = steps_of(path)
    for document in documents.items:
        yield from _below(documents, document, steps, (document.value,), "$", "")


def _below(
    documents: Documents,
    document: Document,
    steps: Sequence[str | int],
    trail: tuple[Any, ...],
    path: str,
    list_path: str,
) -> Iterator[Found]:
    if not steps:
        yield Found(documents, document, path, trail, list_path)
        return
    step, rest = steps[0], steps[1:]
    value = opened(trail[-1])
    if step == "[]":
        items = enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
        for key, item in items:
            yield from _below(documents, document, rest, (*trail, item), join_path(path, key), path)
    elif (item := follow(value, (step,))) is not MISSING:
        yield from _below(documents, document, rest, (*trail, item), join_path(path, step), list_path)

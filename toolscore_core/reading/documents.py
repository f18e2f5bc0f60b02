"""The records of reading: JSON documents with their places, what was wrong, and how much is read at most."""

from dataclasses import dataclass, field
from typing import Any, Literal

from toolscore_core.credentials.scanning import redact_location
from toolscore_core.errors import Location, Problem, Skipped


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of a file is read at most.

    Attributes:
        file_bytes: Bytes of the file as it is stored.
        decompressed_bytes: Bytes after unpacking.
        depth: Levels of nesting of one document.
        calls: Tool calls in one file.
    """

    file_bytes: int = 512 * 1024 * 1024
    decompressed_bytes: int = 1024 * 1024 * 1024
    depth: int = 200
    calls: int = 2_000_000


LIMITS = Limits()
"""The bounds that hold unless a caller gives others."""


@dataclass(frozen=True, slots=True)
class Document:
    """One JSON document of a file.

    Attributes:
        value: Its decoded value.
        line: 1-based line on which it starts, for JSONL and server-sent events; None for a file that is one document.
        index: 0-based position among the documents.
        event: Name of the server-sent event, or the word before the colon of a log line `STDOUT: {...}`; None elsewhere.
    """

    value: Any
    line: int | None
    index: int
    event: str | None = None


@dataclass(slots=True)
class Documents:
    """All documents of a file.

    Attributes:
        source: File name for messages.
        layout: How they stand in the file.
        items: The documents, in order.
    """

    source: str
    layout: Literal["json", "jsonl", "sse"]
    items: list[Document]

    @property
    def values(self) -> list[Any]:
        """The decoded values, in order."""
        return [item.value for item in self.items]

    def place(self, item: Document, path: str = "") -> Location:
        """Location of something inside a document; `path` starts at `$`."""
        return Location(self.source, item.line, None if self.layout == "json" else item.index, path)


@dataclass(slots=True)
class ReadReport:
    """Everything that was wrong or left out while reading one file."""

    problems: list[Problem] = field(default_factory=list)
    _skipped: dict[str, Skipped] = field(default_factory=dict)

    def problem(self, message: str, place: Location) -> None:
        """Note something wrong that did not stop the rest."""
        self.problems.append(Problem(message, redact_location(place)))

    def skip(self, reason: str, place: Location) -> None:
        """Note a record that was read and left out."""
        before = self._skipped.get(reason)
        count, first = (before.count + 1, before.first) if before else (1, redact_location(place))
        self._skipped[reason] = Skipped(reason, count, first)

    def take_over(self, other: "ReadReport") -> None:
        """Note everything that another report holds."""
        self.problems += other.problems
        for skipped in other.skipped:
            before = self._skipped.get(skipped.reason)
            count = skipped.count + (before.count if before else 0)
            self._skipped[skipped.reason] = Skipped(skipped.reason, count, before.first if before else skipped.first)

    @property
    def skipped(self) -> list[Skipped]:
        """What was left out, by reason."""
        return list(self._skipped.values())

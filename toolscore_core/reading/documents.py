"""The records of reading: JSON documents with their places, what was wrong, and how much is read at most."""

from collections.abc import Callable, Sequence
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
        members: Files in one archive or folder.
    """

    file_bytes: int = 512 * 1024 * 1024
    decompressed_bytes: int = 1024 * 1024 * 1024
    depth: int = 200
    calls: int = 2_000_000
    members: int = 20_000


LIMITS = Limits()
"""The bounds that hold unless a caller gives others."""


@dataclass(slots=True)  # not frozen: there are as many as lines, and a frozen one takes three times as long to make
class Document:
    """One JSON document of a file; never changed.

    Attributes:
        value: Its decoded value.
        line: 1-based line on which it starts, for JSONL and server-sent events; None for a file that is one document.
        index: 0-based position among the documents.
        event: Name of the server-sent event, or the word before the colon of a log line `STDOUT: {...}`; None elsewhere.
        source: Name of the file that it stands in, where documents of several files are read together; None elsewhere.
        path: Where it stands inside a wrapping, e.g. `$.data`; "" for a document that has none.
    """

    value: Any
    line: int | None
    index: int
    event: str | None = None
    source: str | None = None
    path: str = ""


@dataclass(slots=True)
class Documents:
    """All documents of a file.

    Attributes:
        source: File name for messages.
        layout: How they stand in the file.
        items: The documents, in order; those of several files, file by file.
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
        if item.path:
            path = item.path + path[1:]
        if item.source is not None:
            return Location(item.source, item.line, None, path)
        return Location(self.source, item.line, None if self.layout == "json" else item.index, path)


def joined(parts: Sequence[Documents], source: str) -> Documents:
    """The documents of several files as those of one; each keeps its own file and line as its place.

    Args:
        parts: The documents of each file.
        source: Name for all of them together.
    """
    own = [(part.source if item.source is None else item.source, item) for part in parts for item in part.items]
    items = [
        Document(item.value, item.line, index, item.event, name, item.path) for index, (name, item) in enumerate(own)
    ]
    layouts = {part.layout for part in parts}
    return Documents(source, layouts.pop() if len(layouts) == 1 and layouts != {"json"} else "jsonl", items)


_WATCHED_CALLS = 500
"""After so many calls `ReadReport.watch` is told."""


@dataclass(slots=True)
class ReadReport:
    """Everything that was wrong or left out while reading one file.

    Attributes:
        problems: What was wrong.
        watch: Told now and then how many calls were read; what it raises ends the reading. None for nobody.
    """

    problems: list[Problem] = field(default_factory=list)
    _skipped: dict[str, Skipped] = field(default_factory=dict)
    watch: Callable[[int], None] | None = field(default=None, repr=False, compare=False)
    _calls: int = field(default=0, repr=False, compare=False)

    @classmethod
    def of(cls, problems: Sequence[Problem], skipped: Sequence[Skipped]) -> "ReadReport":
        """A report that holds these."""
        return cls(list(problems), {left.reason: left for left in skipped})

    def note_call(self) -> None:
        """Note that a call was read."""
        self._calls += 1
        if self.watch is not None and self._calls % _WATCHED_CALLS == 0:
            self.watch(self._calls)

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

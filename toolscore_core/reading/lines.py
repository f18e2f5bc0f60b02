"""Where the lines of each trace of a long JSONL file stand -> the documents of one trace after the other."""

from array import array
from collections.abc import Callable, Hashable, Iterator
from itertools import accumulate
from typing import Any, BinaryIO

from toolscore_core.reading.batches import Batch
from toolscore_core.reading.documents import Document, Documents, Limits, ReadReport
from toolscore_core.reading.layouts import lines_of
from toolscore_core.reading.sources import as_utf8


class KeyedLines:
    """Finds lines by the trace they belong to, in 16 bytes a line and one entry a trace.

    A line that names no trace belongs to that of the line before it; lines before the first that names one belong to its
    trace.
    """

    def __init__(self, key: Callable[[Any], Hashable | None]) -> None:
        """
        Args:
            key: Names the trace of a document; None where it does not say.
        """
        self._key = key
        self._traces: dict[Hashable, int] = {}
        self._current = 0
        self._starts = array("Q")
        self._lines = array("I")
        self._trace_of = array("I")

    def names_any(self, documents: Documents) -> bool:
        """Whether any of the documents names its trace."""
        return any(self._named(item.value) is not None for item in documents.items)

    def add(self, batch: Batch) -> None:
        """Note the lines of the next batch."""
        first = batch.lines_before + 1
        starts = list(accumulate((len(line) + 1 for line in batch.text.split(b"\n")), initial=batch.start))
        for item in batch.documents.items:
            if item.line is None:
                raise AssertionError("a document of a batch of lines has a line")
            named = self._named(item.value)
            if named is not None:
                self._current = self._traces.setdefault(named, len(self._traces))
            self._starts.append(starts[item.line - first])
            self._lines.append(item.line)
            self._trace_of.append(self._current)

    def _named(self, value: Any) -> Hashable | None:
        key = self._key(value)
        try:
            hash(key)
        except TypeError:
            return None
        return key

    def documents(
        self, file: BinaryIO, start: int, name: str, report: ReadReport, limits: Limits
    ) -> Iterator[Documents]:
        """The documents of each trace, in the order of their first lines.

        Args:
            file: The unpacked file.
            start: Position in it at which the text starts.
            name: File name for messages.
            report: Takes what was wrong.
            limits: How much is read at most.
        """
        ends, order = self._sorted()
        begin = 0
        for end in ends:
            items: list[Document] = []
            for index in order[begin:end]:
                file.seek(start + self._starts[index])
                before = self._lines[index] - 1
                line = as_utf8(file.readline(), name, report, before)
                items += lines_of(line, name, report, limits, before, index)
            begin = end
            yield Documents(name, "jsonl", items)

    def _sorted(self) -> tuple["array[int]", "array[int]"]:
        """Where the lines of each trace end in an order of the lines by trace, and that order."""
        ends = array("I", bytes(4 * max(1, len(self._traces))))
        for trace in self._trace_of:
            ends[trace] += 1
        total = 0
        for trace, count in enumerate(ends):
            ends[trace] = total  # its beginning, which filling in the order moves to its end
            total += count
        order = array("I", bytes(4 * total))
        for index, trace in enumerate(self._trace_of):
            order[ends[trace]] = index
            ends[trace] += 1
        return ends, order

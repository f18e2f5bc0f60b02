"""A long JSONL file -> its traces, one after the other, in memory bounded by the largest of them."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import chain
from typing import BinaryIO

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Format
from toolscore_core.errors import DecodeError, FormatError, Location
from toolscore_core.reading import (
    BATCH,
    Batch,
    Document,
    Documents,
    KeyedLines,
    Limits,
    ReadReport,
    Source,
    collector_paused,
    document_batches,
    is_packed,
    name_of,
)

_SPOOLED = 32 << 20
"""Bytes of the unpacked copy of a file that stay in memory."""


def stream(
    source: Source,
    name: str | None,
    choose: Callable[[Documents], Format],
    limits: Limits,
    size: int = BATCH,
) -> Iterator[Trace]:
    """The traces of a plain file.

    A file whose lines name their trace is gone through twice: first to learn where the lines of each trace stand, then
    trace by trace in the order of their first lines, however the lines are mixed. A packed file, or one that cannot be
    read twice, is copied unpacked into a temporary file for that. A file whose lines are traces of their own goes
    through memory a few megabytes at a time. Any other is read at once.

    Args:
        source: A path, the bytes themselves, or a file open for reading.
        name: File name for messages; by default that of the path or file.
        choose: The format of the documents; may raise InputError.
        limits: How much is read at most.
        size: Bytes that are read at a time, unless a line is longer.

    Raises:
        FormatError: Later lines belong together although the first megabytes were traces line by line.
    """
    report = ReadReport()
    known_as = name_of(source, name)
    start = _position(source)
    batches = document_batches(source, known_as, report, limits, size)
    first = next(batches, None)
    if first is None:
        raise DecodeError("the file is empty", Location(known_as))
    chosen = choose(first.documents)
    second = next(batches, None)
    if second is None:
        yield from _read(chosen, first.documents)
        return
    rest = chain([second], batches)
    if chosen.trace_key is not None:
        lines = KeyedLines(chosen.trace_key)
        if lines.names_any(first.documents):
            yield from _by_trace(source, start, chosen, lines, chain([first], rest), known_as, limits)
            return
    yield from _by_line(chosen, first, rest)


def _by_trace(
    source: Source,
    start: int | None,
    chosen: Format,
    lines: KeyedLines,
    batches: Iterator[Batch],
    name: str,
    limits: Limits,
) -> Iterator[Trace]:
    with ExitStack() as stack:
        copy: BinaryIO | None = None
        if start is None:
            copy = stack.enter_context(tempfile.SpooledTemporaryFile(_SPOOLED))  # type: ignore[assignment]
        for batch in batches:
            lines.add(batch)
            if copy is not None:
                if batch.start + len(batch.text) > limits.decompressed_bytes:
                    raise DecodeError(f"larger than {limits.decompressed_bytes} bytes when unpacked", Location(name))
                copy.seek(batch.start)
                copy.write(batch.text)
        if copy is not None:
            file = copy
        elif isinstance(source, (str, os.PathLike)):
            file = stack.enter_context(open(source, "rb"))
        else:
            file = source  # type: ignore[assignment]
        for documents in lines.documents(file, start or 0, name, ReadReport(), limits):
            yield from _read(chosen, documents)


def _position(source: Source) -> int | None:
    """Where the text of a file starts that can be read twice as it is; None for a packed file and for a pipe."""
    if is_packed(source):
        return None
    if isinstance(source, (str, os.PathLike)):
        return 0
    if not isinstance(source, (bytes, bytearray, memoryview)) and getattr(source, "seekable", lambda: False)():
        return source.tell()
    return None


def _by_line(chosen: Format, first: Batch, rest: Iterator[Batch]) -> Iterator[Trace]:
    documents = first.documents
    traces = _read(chosen, documents)
    if not traces or not _line_by_line(chosen, documents, traces):
        items = [*documents.items, *(item for batch in rest for item in batch.documents.items)]
        yield from _read(chosen, Documents(documents.source, "jsonl", items))
        return
    yield from traces
    last = documents.items[-1]
    for batch in rest:
        documents = batch.documents
        traces = _read(chosen, documents)
        seam = Documents(documents.source, "jsonl", [last, documents.items[0]])
        if not _line_by_line(chosen, documents, traces) or not _line_by_line(chosen, seam, _read(chosen, seam)):
            place = documents.place(documents.items[0])
            raise FormatError("lines that belong together after lines that stood alone: read the file at once", place)
        yield from traces
        last = documents.items[-1]


def _line_by_line(chosen: Format, documents: Documents, traces: list[Trace]) -> bool:
    """Whether these traces are the same when each line is read by itself."""
    if [trace.source.line for trace in traces] == [item.line for item in documents.items]:
        return True
    alone = [trace for item in documents.items for trace in _read_alone(chosen, documents.source, item)]
    return list(map(_content, alone)) == list(map(_content, traces))


def _content(trace: Trace) -> tuple[int | None, int, int]:
    return trace.source.line, len(trace.calls), sum(call.result is not None for call in trace.calls)


def _read_alone(chosen: Format, name: str, item: Document) -> list[Trace]:
    try:
        return _read(chosen, Documents(name, "jsonl", [item]))
    except FormatError:
        return []


def _read(chosen: Format, documents: Documents) -> list[Trace]:
    with collector_paused():
        return list(chosen.read(documents, ReadReport()))

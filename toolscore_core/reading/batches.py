"""A long JSONL file -> its documents, a few megabytes at a time."""

import codecs
import io
import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import chain
from typing import BinaryIO

from toolscore_core.errors import DecodeError, Location
from toolscore_core.reading.decoding import decode_json
from toolscore_core.reading.documents import Documents, Limits, ReadReport
from toolscore_core.reading.layouts import documents_of, lines_of
from toolscore_core.reading.packing import Unclosed, unpacked_stream
from toolscore_core.reading.sources import Source, as_utf8, is_utf8, text_bytes

BATCH = 4 << 20
"""Bytes of a batch, unless one line is longer."""

_LINES_ASKED = 2


@dataclass(frozen=True, slots=True)
class Batch:
    """Some lines of a JSONL file, or a whole file of any other layout.

    Attributes:
        documents: Their documents, with the places of the whole file.
        text: The lines as they stand in the unpacked file; b"" for a whole file.
        start: Position of their first byte in the unpacked file.
        lines_before: How many lines stand before them.
    """

    documents: Documents
    text: bytes = b""
    start: int = 0
    lines_before: int = 0


def document_batches(
    source: Source, name: str, report: ReadReport, limits: Limits, size: int = BATCH
) -> Iterator[Batch]:
    """The documents of a source: of JSONL in batches of whole lines, of anything else all at once.

    Raises:
        FileNotFoundError: There is no such file.
        DecodeError: As in `read_documents`; the bounds on size hold for one batch.
    """
    if not isinstance(source, (str, os.PathLike)) and not isinstance(source, (io.RawIOBase, io.BufferedIOBase)):
        yield Batch(documents_of(text_bytes(source, name, report, limits), name, report, limits))
        return
    with ExitStack() as stack:
        stored = stack.enter_context(open(source, "rb")) if isinstance(source, (str, os.PathLike)) else source
        file, faults = unpacked_stream(io.BufferedReader(Unclosed(stored)), stack)
        chunks = _chunks(file, faults, name, report, size)
        head = next(chunks, b"")
        second = next(chunks, None)
        if second is None or not _is_jsonl(head):
            rest = b"".join(_bounded(chain((head, second or b""), chunks), name, limits))
            unpacked = replace(limits, file_bytes=limits.decompressed_bytes)
            yield Batch(documents_of(text_bytes(rest, name, report, unpacked), name, report, limits))
            return
        yield from _batches(chain((head, second), chunks), name, report, limits)


def _chunks(
    file: BinaryIO, faults: tuple[type[Exception], ...], name: str, report: ReadReport, size: int
) -> Iterator[bytes]:
    read = 0
    try:
        while chunk := file.read(size):
            read += len(chunk)
            yield chunk
    except faults:
        if not read:
            raise DecodeError("a packed file that cannot be unpacked", Location(name)) from None
        report.problem("the packed file is damaged or cut off; what could be unpacked was read", Location(name))


def _is_jsonl(head: bytes) -> bool:
    if not is_utf8(head):
        return False
    lines = [line for line in head.removeprefix(codecs.BOM_UTF8).split(b"\n", 20)[:-1] if line.strip()][:_LINES_ASKED]
    try:
        return len(lines) == _LINES_ASKED and all(isinstance(decode_json(line), (dict, list)) for line in lines)
    except ValueError:
        return False


def _bounded(chunks: Iterator[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    size = 0
    for part in chunks:
        size += len(part)
        if size > limits.decompressed_bytes:
            raise DecodeError(f"larger than {limits.decompressed_bytes} bytes", Location(name))
        yield part


def _batches(chunks: Iterator[bytes], name: str, report: ReadReport, limits: Limits) -> Iterator[Batch]:
    start = line = index = 0
    for text in _whole_lines(chunks, name, limits):
        utf8 = as_utf8(text, name, report, line)
        documents = Documents(name, "jsonl", list(lines_of(utf8, name, report, limits, line, index)))
        if documents.items:
            yield Batch(documents, text, start, line)
        start += len(text)
        line += text.count(b"\n")
        index += len(documents.items)


def _whole_lines(chunks: Iterator[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    """The same text, cut after newlines."""
    kept: list[bytes] = []
    for chunk in chunks:
        at = chunk.rfind(b"\n") + 1
        if at:
            yield b"".join([*kept, chunk[:at]])
            kept = []
        kept.append(chunk[at:])
        if not at and sum(map(len, kept)) > limits.file_bytes:
            raise DecodeError(f"a line is larger than {limits.file_bytes} bytes", Location(name))
    yield b"".join(kept)

"""A long JSONL file -> its documents, a few megabytes at a time."""

import codecs
import gzip
import io
import os
import zlib
from collections.abc import Iterator
from contextlib import ExitStack
from typing import BinaryIO

from toolscore_core.errors import DecodeError, Location
from toolscore_core.reading.decoding import decode_json
from toolscore_core.reading.documents import Documents, Limits, ReadReport
from toolscore_core.reading.layouts import documents_of, lines_of
from toolscore_core.reading.sources import GZIP, ZSTD, Source, as_utf8, is_utf8, text_bytes

BATCH = 4 << 20
"""Bytes of a batch, unless one line is longer."""

_LINES_ASKED = 2


def document_batches(
    source: Source, name: str, report: ReadReport, limits: Limits, size: int = BATCH
) -> Iterator[Documents]:
    """The documents of a source: of JSONL in batches of whole lines, of anything else all at once.

    Raises:
        FileNotFoundError: There is no such file.
        DecodeError: As in `read_documents`; the bounds on size hold for one batch.
    """
    if not isinstance(source, (str, os.PathLike)) and not isinstance(source, (io.RawIOBase, io.BufferedIOBase)):
        yield documents_of(text_bytes(source, name, report, limits), name, report, limits)
        return
    with ExitStack() as stack:
        stored = stack.enter_context(open(source, "rb")) if isinstance(source, (str, os.PathLike)) else source
        file, faults = _unpacked(io.BufferedReader(_Raw(stored)), stack)
        chunks = _chunks(file, faults, name, report, size)
        head = next(chunks, b"")
        second = next(chunks, None)
        if second is None or not _is_jsonl(head):
            rest = b"".join(_bounded(head, second or b"", chunks, name, limits))
            yield documents_of(as_utf8(rest, name, report), name, report, limits)
            return
        yield from _batches(head, second, chunks, name, report, limits)


class _Raw(io.RawIOBase):
    """A file read through a buffer that may be looked into, without closing it."""

    def __init__(self, file: "BinaryIO | io.RawIOBase | io.BufferedIOBase") -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview | bytearray") -> int:  # type: ignore[override]
        data = self._file.read(len(buffer)) or b""
        buffer[: len(data)] = data
        return len(data)


def _unpacked(file: io.BufferedReader, stack: ExitStack) -> tuple[BinaryIO, tuple[type[Exception], ...]]:
    """The file as it reads unpacked, and what reading it raises when it is damaged."""
    head = file.peek(4)
    if head.startswith(GZIP):
        return stack.enter_context(gzip.GzipFile(fileobj=file)), (EOFError, zlib.error, gzip.BadGzipFile)  # type: ignore[return-value]
    if head.startswith(ZSTD):
        import zstandard  # costs time at import, and few files need it

        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        return reader, (zstandard.ZstdError,)
    return file, ()


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


def _bounded(head: bytes, second: bytes, chunks: Iterator[bytes], name: str, limits: Limits) -> Iterator[bytes]:
    size = 0
    for part in (head, *_then(second, chunks)):
        size += len(part)
        if size > limits.decompressed_bytes:
            raise DecodeError(f"larger than {limits.decompressed_bytes} bytes", Location(name))
        yield part


def _batches(
    head: bytes, second: bytes, chunks: Iterator[bytes], name: str, report: ReadReport, limits: Limits
) -> Iterator[Documents]:
    line = index = 0
    kept = [head]
    for chunk in _then(second, chunks):
        at = chunk.rfind(b"\n") + 1
        if not at:
            kept.append(chunk)
            if sum(map(len, kept)) > limits.file_bytes:
                raise DecodeError(f"a line is larger than {limits.file_bytes} bytes", Location(name, line + 1))
            continue
        text = b"".join([*kept, chunk[:at]])
        kept = [chunk[at:]]
        documents = Documents(
            name, "jsonl", list(lines_of(as_utf8(text, name, report), name, report, limits, line, index))
        )
        line += text.count(b"\n")
        index += len(documents.items)
        yield documents
    last = as_utf8(b"".join(kept), name, report)
    documents = Documents(name, "jsonl", list(lines_of(last, name, report, limits, line, index)))
    if documents.items:
        yield documents


def _then(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest

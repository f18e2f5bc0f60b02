"""A file that is packed or not -> a stream of what it holds, unpacked as it is read."""

import gzip
import io
import os
import zlib
from contextlib import ExitStack
from typing import BinaryIO

from toolscore_core.reading.sources import GZIP, ZSTD, Source

Stream = BinaryIO | io.RawIOBase | io.BufferedIOBase


def is_packed(source: Source) -> bool:
    """Whether a file is packed; False also for one that cannot be read twice. An open file is left where it was.

    Raises:
        FileNotFoundError: There is no such file.
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        head: bytes | str = bytes(source[:4])
    elif isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            head = file.read(4)
    elif getattr(source, "seekable", lambda: False)():
        start = source.tell()
        head = source.read(4)
        source.seek(start)
    else:
        return False
    return isinstance(head, bytes) and head.startswith((GZIP, ZSTD))


class Unclosed(io.RawIOBase):
    """A file read through a buffer that may be looked into, without closing it."""

    def __init__(self, file: Stream) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview | bytearray") -> int:  # type: ignore[override]
        data = self._file.read(len(buffer)) or b""
        buffer[: len(data)] = data
        return len(data)


def unpacked_stream(file: io.BufferedReader, stack: ExitStack) -> tuple[BinaryIO, tuple[type[Exception], ...]]:
    """The file as it reads unpacked, and what reading it raises when it is damaged; () for a file that is not packed.

    Args:
        file: The file as it is stored.
        stack: Closes what is opened here.
    """
    head = file.peek(4)
    if head.startswith(GZIP):
        return stack.enter_context(gzip.GzipFile(fileobj=file)), (EOFError, zlib.error, gzip.BadGzipFile)  # type: ignore[return-value]
    if head.startswith(ZSTD):
        import zstandard  # costs time at import, and few files need it

        reader = zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True)
        return reader, (zstandard.ZstdError,)
    return file, ()

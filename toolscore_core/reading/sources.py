"""A path, bytes or an open file -> the bytes of its text, unpacked, in UTF-8 without a byte order mark."""

import codecs
import io
import os
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, TextIO

from toolscore_core.errors import DecodeError, Location
from toolscore_core.reading.documents import Limits, ReadReport

Source = str | os.PathLike[str] | bytes | BinaryIO | TextIO
"""What can be read: a path, the bytes themselves, or a file open for reading."""

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
ZIP = (b"PK\x03\x04", b"PK\x05\x06")
"""First bytes of a zip archive, also of an empty one."""

_TAR_MARK, _TAR_MARK_AT = b"ustar", 257
TAR_HEAD = _TAR_MARK_AT + len(_TAR_MARK)
"""Bytes that tell a tar archive."""

_PACKINGS = 3
_CHUNK = 1 << 20
_REPLACEMENT = "\ufffd"
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def name_of(source: Source, name: str | None) -> str:
    """File name for messages; "" when there is none."""
    if name is not None:
        return name
    if isinstance(source, (str, os.PathLike)):
        return Path(source).name
    given = getattr(source, "name", "")
    return Path(given).name if isinstance(given, str) else ""


def is_tar(head: bytes) -> bool:
    """Whether a file that starts like this is a tar archive; takes TAR_HEAD bytes."""
    return head[_TAR_MARK_AT:TAR_HEAD] == _TAR_MARK


def text_bytes(source: Source, name: str, report: ReadReport, limits: Limits) -> bytes:
    """The text of a source as UTF-8 bytes.

    Bytes that are no text become U+FFFD and a problem; a packed file that ends too early gives what it holds and a problem.

    Raises:
        FileNotFoundError: There is no such file.
        DecodeError: The source is larger than the limits, packed in a way that cannot be unpacked at all, or no single file.
        TypeError: The source is none of path, bytes and file.
    """
    data = unpacked(source, name, report, limits)
    if isinstance(data, str):
        return _encoded(data, name, report)
    if data.startswith(ZIP) or is_tar(data[:TAR_HEAD]):
        raise DecodeError("an archive, where one file was expected", Location(name))
    return as_utf8(data, name, report)


def unpacked(source: Source, name: str, report: ReadReport, limits: Limits) -> bytes | str:
    """All that a source holds, unpacked: bytes, or the text of a file open for reading text. Errors as in `text_bytes`."""
    data = _stored_bytes(source, name, limits)
    if isinstance(data, str):
        return data
    for _ in range(_PACKINGS):
        if data.startswith(GZIP):
            data = _unpacked(data, name, report, limits, _gzip_chunks)
        elif data.startswith(ZSTD):
            data = _unpacked(data, name, report, limits, _zstd_chunks)
        else:
            break
    return data


def _stored_bytes(source: Source, name: str, limits: Limits) -> bytes | str:
    if isinstance(source, (bytes, bytearray, memoryview)):
        data: bytes | str = bytes(source)
    elif isinstance(source, (str, os.PathLike)):
        try:
            with open(source, "rb") as file:
                data = file.read(limits.file_bytes + 1)
        except IsADirectoryError:
            raise DecodeError("a folder, where one file was expected", Location(name)) from None
    elif isinstance(source, io.IOBase) or hasattr(source, "read"):
        data = source.read(limits.file_bytes + 1)
    else:
        raise TypeError(f"a source is a path, bytes or an open file, not {type(source).__name__}")
    if len(data) > limits.file_bytes:
        raise DecodeError(f"larger than {limits.file_bytes} bytes", Location(name))
    return data


def _encoded(text: str, name: str, report: ReadReport) -> bytes:
    try:
        return text.removeprefix("\ufeff").encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        report.problem("half a surrogate pair became U+FFFD", Location(name, line))
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").encode()


def _unpacked(
    data: bytes, name: str, report: ReadReport, limits: Limits, chunks: Callable[[bytes], Iterator[bytes]]
) -> bytes:
    import zstandard  # costs time at import, and few files need it

    parts: list[bytes] = []
    size = 0
    try:
        for part in chunks(data):
            size += len(part)
            if size > limits.decompressed_bytes:
                raise DecodeError(f"larger than {limits.decompressed_bytes} bytes when unpacked", Location(name))
            parts.append(part)
    except (zlib.error, zstandard.ZstdError, EOFError):
        if not size:
            raise DecodeError("a packed file that cannot be unpacked", Location(name)) from None
        report.problem("the packed file is damaged or cut off; what could be unpacked was read", Location(name))
    return b"".join(parts)


def _gzip_chunks(data: bytes) -> Iterator[bytes]:
    while data.startswith(GZIP):
        member = zlib.decompressobj(31)
        waiting = data
        while not member.eof:
            part = member.decompress(waiting, _CHUNK)
            if part:
                yield part
            elif not member.unconsumed_tail and not member.eof:
                raise EOFError
            waiting = member.unconsumed_tail
        data = member.unused_data


def _zstd_chunks(data: bytes) -> Iterator[bytes]:
    import zstandard

    with zstandard.ZstdDecompressor().stream_reader(io.BytesIO(data), read_across_frames=True) as reader:
        while part := reader.read(_CHUNK):
            yield part


def is_utf8(data: bytes) -> bool:
    """Whether a text starts like UTF-8 rather than UTF-16 or UTF-32."""
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    return (marked or _guessed(data)) == "utf-8"


def as_utf8(data: bytes, name: str, report: ReadReport, lines_before: int = 0) -> bytes:
    """A text in any of the Unicode encodings as UTF-8 without a byte order mark; what is no text becomes U+FFFD and a problem.

    Args:
        data: The text, or some of its lines.
        name: File name for messages.
        report: Takes the problem.
        lines_before: How many lines of the file stand before these.
    """
    encoding = "utf-8"
    for mark, marked in _MARKS:
        if data.startswith(mark):
            data, encoding = data[len(mark) :], marked
            break
    else:
        encoding = _guessed(data)
    if encoding == "utf-8":
        try:
            codecs.utf_8_decode(data, "strict", True)
        except UnicodeDecodeError as error:
            line = lines_before + data.count(b"\n", 0, error.start) + 1
            report.problem("bytes that are no UTF-8 became U+FFFD", Location(name, line))
            return data.decode("utf-8", "replace").encode()
        return data
    text = data.decode(encoding, "replace")
    if _REPLACEMENT in text:
        report.problem(f"bytes that are no {encoding.upper()} became U+FFFD", Location(name))
    return text.encode()


def _guessed(data: bytes) -> str:
    """Encoding without a byte order mark: JSON starts with an ASCII character, so the zero bytes beside it tell."""
    first = data[:4]
    if len(first) == 4 and first[0] and not any(first[1:]):
        return "utf-32-le"
    if len(first) == 4 and first[3] and not any(first[:3]):
        return "utf-32-be"
    if len(first) >= 2 and first[0] and not first[1]:
        return "utf-16-le"
    if len(first) >= 2 and first[1] and not first[0]:
        return "utf-16-be"
    return "utf-8"

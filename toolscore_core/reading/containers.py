"""An archive or a folder -> the documents of each file in it, with what was wrong and what was left out."""

import io
import os
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, Literal

from toolscore_core.errors import DecodeError, InputError, Location
from toolscore_core.reading import archives
from toolscore_core.reading.archives import Stored
from toolscore_core.reading.decoding import collector_paused
from toolscore_core.reading.documents import Documents, Limits, ReadReport
from toolscore_core.reading.layouts import documents_of
from toolscore_core.reading.packing import Unclosed, unpacked_stream
from toolscore_core.reading.sources import (
    GZIP,
    TAR_HEAD,
    ZIP,
    ZSTD,
    Source,
    is_tar,
    is_utf8,
    name_of,
    text_bytes,
    unpacked,
)

_HEAD = 1024
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\x1b\x1e"))
_MOST_CONTROLS = 0.05
_EMPTY = b"\0 \t\r\n"
_TEXT_ENDINGS = (".json", ".jsonl", ".ndjson", ".sse", ".traj", ".log", ".gz", ".zst")
"""A file so called that cannot be decoded is worth a problem; a readme is not."""

_SYSTEM_FOLDERS = frozenset({"__MACOSX"})


@dataclass(slots=True)
class Member:
    """One file of an archive or folder that may hold traces.

    Attributes:
        documents: Its documents; their source is its name after that of the archive, `logs.zip/run 1/a.json`.
        report: What was wrong or left out in it.
    """

    documents: Documents
    report: ReadReport = field(default_factory=ReadReport)

    @property
    def name(self) -> str:
        """Its name after that of the archive or folder."""
        return self.documents.source


@dataclass(slots=True)
class Container:
    """An archive or a folder with its folders.

    Attributes:
        name: Its name, after that of the archive or folder that holds it.
        members: Its files that hold JSON; those of an archive inside it stand in a container of their own.
        report: Files that cannot be read (problems), and files that are left out.
    """

    name: str
    members: list[Member] = field(default_factory=list)
    report: ReadReport = field(default_factory=ReadReport)


def containers_of(source: Source, *, name: str | None = None, limits: Limits) -> list[Container] | None:
    """The container that a source is, and after it the archives inside it; None when the source is one plain file.

    Args:
        source: A path of a file or folder, the bytes of a file, or a file open for reading, which is left where it was.
        name: Name for messages; by default that of the path or file.
        limits: How much is read at most, over all files together.

    Raises:
        FileNotFoundError: There is no such file.
        DecodeError: An archive that cannot be opened, or has too many files.
    """
    known_as = name_of(source, name)
    with collector_paused():
        if isinstance(source, (str, os.PathLike)) and os.path.isdir(source):
            known_as = known_as or Path(source).resolve().name
            return _Opener(limits).open(Container(known_as), archives.folder_files(Path(source)), depth=0)
        container = Container(known_as)
        opened = _archive(source, container, limits)
        return None if opened is None else _Opener(limits).open(container, opened, depth=1)


def is_container(source: Source) -> bool:
    """Whether a source is a folder or an archive rather than one plain file.

    Raises:
        FileNotFoundError: There is no such file.
    """
    if isinstance(source, (str, os.PathLike)) and os.path.isdir(source):
        return True
    return _kind(source) is not None


def _archive(source: Source, container: Container, limits: Limits) -> Iterator[Stored] | None:
    """The files of an archive; None when the source is none."""
    kind, name = _kind(source), container.name
    if kind is None:
        return None
    if kind == "zip" and isinstance(source, (str, os.PathLike)):
        return _closing(open(source, "rb"), name, limits)
    data = unpacked(source, name, container.report, limits)
    if isinstance(data, str):
        return None
    return archives.zip_files(io.BytesIO(data), name, limits) if kind == "zip" else archives.tar_files(data, name)


def _closing(file: BinaryIO, name: str, limits: Limits) -> Iterator[Stored]:
    with file:
        yield from archives.zip_files(file, name, limits)


def _kind(source: Source) -> Literal["zip", "tar"] | None:
    """Whether a source is a zip or a tar archive, also packed; None for neither, and for a file that cannot be read twice."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _kind_of(bytes(source[:_HEAD]), io.BytesIO(source))
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return _kind_of(file.read(_HEAD), file)
    if not hasattr(source, "read") or not getattr(source, "seekable", lambda: False)():
        return None
    start = source.tell()
    try:
        head = source.read(_HEAD)
        return None if isinstance(head, str) else _kind_of(head, source)  # type: ignore[arg-type]
    finally:
        source.seek(start)


def _kind_of(head: bytes, file: BinaryIO) -> Literal["zip", "tar"] | None:
    if head.startswith(ZIP):
        return "zip"
    if head.startswith((GZIP, ZSTD)):
        file.seek(-len(head), os.SEEK_CUR)
        head = _unpacked_head(file)
    return "tar" if is_tar(head) else None


def _unpacked_head(file: BinaryIO) -> bytes:
    """First bytes of a packed file; b"" when it cannot be unpacked."""
    with ExitStack() as stack:
        stream, faults = unpacked_stream(io.BufferedReader(Unclosed(file)), stack)
        try:
            return stream.read(TAR_HEAD)
        except faults:
            return b""


class _Opener:
    """Opens the files of containers, up to the bounds that hold for all of them together."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._bytes = 0
        self._files = 0

    def open(self, container: Container, files: Iterable[Stored], depth: int) -> list[Container]:
        """Fill a container; it and the archives inside it.

        Args:
            container: The empty container.
            files: Its files.
            depth: 0 for a folder, 1 for an archive, 2 for one inside that.
        """
        name = container.name
        inner: list[Container] = []
        try:
            for stored in files:
                place = Location(f"{name}/{stored.name}")
                self._files += 1
                if self._files > self._limits.members:
                    container.report.problem(f"more than {self._limits.members} files; the rest was not read", place)
                    break
                if self._bytes >= self._limits.decompressed_bytes:
                    most = self._limits.decompressed_bytes
                    container.report.problem(f"more than {most} bytes in all; the rest was not read", place)
                    break
                if reason := _left_out(stored.name):
                    container.report.skip(reason, place)
                    continue
                try:
                    inner += self._add(container, stored, place, depth)
                except InputError as error:
                    container.report.problem(error.message, error.location or place)
        except InputError as error:  # the archive breaks off
            if not container.members and not inner:
                raise
            container.report.problem(error.message, error.location or Location(name))
        return [container, *inner]

    def _add(self, container: Container, stored: Stored, place: Location, depth: int) -> list[Container]:
        """Read one file into the container, or give the archive that it is."""
        data = self._data(stored, place)
        if data is None:
            container.report.skip("file that is no text", place)
            return []
        if _kind(data) is not None:
            if depth > 1:
                raise DecodeError("an archive in an archive in an archive; it was not opened", place)
            inner = Container(place.source)
            opened = _archive(data, inner, self._left())
            return [] if opened is None else self.open(inner, opened, depth + 1)
        report = ReadReport()
        try:
            text = text_bytes(data, place.source, report, self._left())
            member = Member(documents_of(text, place.source, report, self._limits), report)
        except DecodeError:
            if stored.name.lower().endswith(_TEXT_ENDINGS):
                raise
            container.report.skip("file without JSON", place)
            return []
        self._bytes += max(0, len(text) - len(data))
        container.members.append(member)
        return []

    def _left(self) -> Limits:
        return replace(self._limits, decompressed_bytes=max(0, self._limits.decompressed_bytes - self._bytes))

    def _data(self, stored: Stored, place: Location) -> bytes | None:
        """The bytes of a file; None when they are no text.

        Raises:
            DecodeError: It cannot be read, or is larger than the limits.
        """
        if stored.fault:
            raise DecodeError(stored.fault, place)
        most = min(self._limits.file_bytes, self._limits.decompressed_bytes - self._bytes)
        pieces: list[bytes] = []
        size = 0
        try:
            for piece in stored.pieces():
                if not pieces and is_binary(piece[:_HEAD]):
                    self._bytes += len(piece)
                    return None
                size += len(piece)
                if size > most:
                    raise DecodeError(f"larger than {most} bytes when unpacked", place)
                pieces.append(piece)
        except archives.FAULTS as error:
            if isinstance(error, DecodeError):
                raise
            raise DecodeError("a file that is damaged or packed in an unknown way", place) from None
        finally:
            self._bytes += size
        return b"".join(pieces)


def _left_out(name: str) -> str:
    """Why a file is left out for its name alone; "" when it is not."""
    parts = name.replace("\\", "/").split("/")
    if any(part in _SYSTEM_FOLDERS or (part.startswith(".") and part.strip(".")) for part in parts):
        return "hidden file"
    return ""


def is_binary(head: bytes) -> bool:
    """Whether a file that starts like this is obviously no text: a picture, a program, a database. Packed text is none."""
    if head.startswith((GZIP, ZSTD, *ZIP)) or is_tar(head):
        return False
    if not head.strip(_EMPTY):
        return bool(head.strip(_EMPTY[1:]))
    if not is_utf8(head):
        return False
    return len(head) - len(head.translate(None, _CONTROLS)) > _MOST_CONTROLS * len(head)

"""A zip or tar archive or a folder -> the files in it, one after the other: names and bounded pieces of bytes.

Names are names only: nothing is ever written to disk, so that `..` or a leading slash in one leads nowhere.
"""

import io
import lzma
import os
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from toolscore_core.errors import DecodeError, Location
from toolscore_core.reading.documents import Limits
from toolscore_core.reading.sources import ZIP

_CHUNK = 1 << 20
_ZSTANDARD = 93
"""Zip's number for members packed with Zstandard, which the standard library does not know."""

_ENCRYPTED = 1
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_END, _END_BYTES, _LONGEST_COMMENT = b"PK\x05\x06", 22, 65_535
_END_64, _IN_64 = b"PK\x06\x06", 0xFFFFFFFF
_ENTRY_BYTES = 1024
"""Bytes of one entry of a zip's directory, at most, on average."""

FAULTS: Final = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    RuntimeError,  # a password is wanted, or a kind of packing that the library does not know
    OverflowError,
    ValueError,
    OSError,
)
"""What the libraries raise over a damaged archive or member."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One file inside an archive or folder.

    Attributes:
        name: Its name there, with `/` between folders. Hostile.
        size: Bytes after unpacking, as the archive says.
        pieces: Gives its bytes, unpacked, a piece at a time; raises one of FAULTS or what a packing raises.
        fault: Why it cannot be read at all; "" when nothing speaks against it.
    """

    name: str
    size: int
    pieces: Callable[[], Iterator[bytes]]
    fault: str = ""


def folder_files(folder: Path) -> Iterator[Stored]:
    """The files below a folder, in the order of their names. What is no plain file, and linked folders, are passed over."""
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(root) / name
            try:
                status = path.stat()
            except OSError:
                status = None
            if status is not None and not stat.S_ISREG(status.st_mode):
                continue
            shown = _as_text(path.relative_to(folder).as_posix())
            if status is None:
                yield Stored(shown, 0, lambda: iter(()), "a file that cannot be opened")
            else:
                yield Stored(shown, status.st_size, partial(_file_pieces, path))


def zip_files(file: BinaryIO, name: str, limits: Limits) -> Iterator[Stored]:
    """The files of a zip archive.

    Raises:
        DecodeError: It has no readable directory, or names far more files than the limits allow.
    """
    try:
        if _directory_bytes(file) > limits.members * _ENTRY_BYTES:
            raise DecodeError(f"an archive of more than {limits.members} files", Location(name))
        archive = zipfile.ZipFile(file)
    except FAULTS as error:
        if isinstance(error, DecodeError):
            raise
        raise DecodeError("a zip archive that is damaged or cut off", Location(name)) from None
    for info in archive.infolist():
        if info.is_dir():
            continue
        pieces = _zstandard_pieces if info.compress_type == _ZSTANDARD else _zip_pieces
        fault = "a file that is encrypted" if info.flag_bits & _ENCRYPTED else ""
        yield Stored(_as_text(info.filename), info.file_size, partial(pieces, archive, file, info), fault)


def tar_files(data: bytes, name: str) -> Iterator[Stored]:
    """The files of an unpacked tar archive; links and devices are passed over.

    Raises:
        DecodeError: It is damaged: what stands before the fault comes first.
    """
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:", encoding="utf-8", errors="replace") as archive:
            for info in archive:
                if info.isreg():
                    yield Stored(_as_text(info.name), info.size, partial(_tar_pieces, archive, info))
    except FAULTS as error:
        if isinstance(error, DecodeError):
            raise
        raise DecodeError("a tar archive that is damaged or cut off", Location(name)) from None


def _as_text(name: str) -> str:
    """A file name without halves of surrogate pairs, which stand for bytes that are no text."""
    return name.encode("utf-8", "replace").decode().removeprefix("./")


def _file_pieces(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while piece := file.read(_CHUNK):
            yield piece


def _zip_pieces(archive: zipfile.ZipFile, _file: BinaryIO, info: zipfile.ZipInfo) -> Iterator[bytes]:
    with archive.open(info) as member:
        while piece := member.read(_CHUNK):
            yield piece


def _zstandard_pieces(_archive: zipfile.ZipFile, file: BinaryIO, info: zipfile.ZipInfo) -> Iterator[bytes]:
    import zstandard  # costs time at import, and few files need it

    file.seek(info.header_offset)
    mark, name_bytes, extra_bytes = _LOCAL_HEADER.unpack(file.read(_LOCAL_HEADER.size))
    if mark != ZIP[0]:
        raise zipfile.BadZipFile("no local header")
    file.seek(name_bytes + extra_bytes, os.SEEK_CUR)
    packed = file.read(info.compress_size)
    check = 0
    try:
        with zstandard.ZstdDecompressor().stream_reader(packed, read_across_frames=True) as reader:
            while piece := reader.read(_CHUNK):
                check = zlib.crc32(piece, check)
                yield piece
    except zstandard.ZstdError:
        raise zipfile.BadZipFile("no Zstandard data") from None
    if check != info.CRC:
        raise zipfile.BadZipFile("wrong check sum")


def _tar_pieces(archive: tarfile.TarFile, info: tarfile.TarInfo) -> Iterator[bytes]:
    member = archive.extractfile(info)
    while member is not None and (piece := member.read(_CHUNK)):
        yield piece


def _directory_bytes(file: BinaryIO) -> int:
    """Size of a zip's directory as it says itself; 0 when that is not found. The library reads all of it at once."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_BYTES - _LONGEST_COMMENT))
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) < at + _END_BYTES:
        return 0
    (listed,) = struct.unpack_from("<L", tail, at + 12)
    at_64 = tail.rfind(_END_64)
    if listed == _IN_64 and 0 <= at_64 <= len(tail) - 48:
        (listed,) = struct.unpack_from("<Q", tail, at_64 + 40)
    return int(listed)

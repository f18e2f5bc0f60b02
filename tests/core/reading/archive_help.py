"""Helpers of the archive tests: names and contents as zip, tar or folder."""

import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import zstandard


def zipped(files: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def zipped_by_hand(name: str, data: bytes, method: int = 93, *, flags: int = 0, said: int | None = None) -> bytes:
    """A zip archive of one member with any method number; packed with Zstandard where that is 93.

    Args:
        name: Name of the member.
        data: Its bytes.
        method: Number of the packing.
        flags: Flags of the member; 1 says that it is encrypted.
        said: Unpacked size as the archive says; by default the true one.
    """
    packed = zstandard.compress(data) if method == 93 else data
    encoded = name.encode()
    sizes = (zlib.crc32(data), len(packed), len(data) if said is None else said)
    local = struct.pack("<4sHHHHHLLLHH", b"PK\x03\x04", 63, flags, method, 0, 33, *sizes, len(encoded), 0) + encoded
    entry = struct.pack(
        "<4sHHHHHHLLLHHHHHLL", b"PK\x01\x02", 63, 63, flags, method, 0, 33, *sizes, len(encoded), 0, 0, 0, 0, 0, 0
    )
    directory = entry + encoded
    end = struct.pack("<4sHHHHLLH", b"PK\x05\x06", 0, 0, 1, 1, len(directory), len(local) + len(packed), 0)
    return local + packed + directory + end


def tarred(files: Mapping[str, bytes]) -> bytes:
    """A tar archive."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return out.getvalue()


def foldered(folder: Path, files: Mapping[str, bytes]) -> Path:
    """A folder on disk."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder

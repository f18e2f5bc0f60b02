"""Archives and folders: every file in them is decoded, within bounds, and what is not is said."""

import gzip
import io
import json
import os
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.reading.archive_help import foldered, tarred, zipped, zipped_by_hand
from toolscore_core.errors import DecodeError, InputError
from toolscore_core.reading import LIMITS, Container, Limits, ReadReport, containers_of, is_container, read_documents

FILES = {"a.json": b'{"n": 1}', "run 1/b.jsonl": b'{"n": 2}\n{"n": 3}\n', "run 1/c.json.gz": gzip.compress(b'{"n": 4}')}
PICTURE = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00"


def opened(source: Any, limits: Limits = LIMITS, name: str | None = "x.zip") -> list[Container]:
    found = containers_of(source, name=name, limits=limits)
    assert found is not None
    return found


def values(container: Container) -> dict[str, list[Any]]:
    return {member.name: member.documents.values for member in container.members}


def problems(container: Container) -> list[str]:
    return [str(problem) for problem in container.report.problems]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(zipped(FILES), id="zip"),
        pytest.param(zipped(FILES, zipfile.ZIP_STORED), id="stored zip"),
        pytest.param(zipped(FILES, zipfile.ZIP_BZIP2), id="zip with bzip2"),
        pytest.param(zipped(FILES, zipfile.ZIP_LZMA), id="zip with lzma"),
        pytest.param(tarred(FILES), id="tar"),
        pytest.param(gzip.compress(tarred(FILES)), id="tar.gz"),
        pytest.param(zstandard.compress(tarred(FILES)), id="tar.zst"),
    ],
)
def test_archives(tmp_path: Path, data: bytes) -> None:
    """Every packing gives every file, from bytes, a path and an open file, which stays where it was."""
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    with path.open("rb") as file:
        for source in (data, path, str(path), file):
            assert is_container(source)
            (container,) = opened(source, name=None if source is path else "x.zip")
            assert container.name == "x.zip"
            assert values(container) == {
                "x.zip/a.json": [{"n": 1}],
                "x.zip/run 1/b.jsonl": [{"n": 2}, {"n": 3}],
                "x.zip/run 1/c.json.gz": [{"n": 4}],
            }
            assert not container.report.problems


def test_a_zip_with_zstandard() -> None:
    """Zip's method 93 is unpacked, and its check sum is held."""
    data = zipped_by_hand("a.json", b'{"n": [1, 2, 3]}')
    assert values(opened(data)[0]) == {"x.zip/a.json": [{"n": [1, 2, 3]}]}
    broken = bytearray(data)
    broken[14] ^= 1  # the check sum in the local header does not count
    assert values(opened(bytes(broken))[0])
    broken = bytearray(data)
    broken[data.index(b"PK\x01\x02") + 16] ^= 1
    assert problems(opened(bytes(broken))[0]) == ["x.zip/a.json: a file that is damaged or packed in an unknown way"]


def test_folders(tmp_path: Path) -> None:
    """A folder is read with its folders, in the order of names; devices and linked folders are passed over."""
    folder = foldered(tmp_path / "runs", FILES)
    os.mkfifo(folder / "pipe.json")
    (folder / "loop").symlink_to(folder)
    (folder / "gone.json").symlink_to(folder / "nowhere")
    (container,) = opened(folder, name=None)
    assert list(values(container)) == ["runs/a.json", "runs/run 1/b.jsonl", "runs/run 1/c.json.gz"]
    assert problems(container) == ["runs/gone.json: a file that cannot be opened"]


def test_what_is_no_trace_is_left_out_and_counted() -> None:
    """Hidden files, those of the system, pictures and texts without JSON are skipped; damaged JSON is a problem."""
    container = opened(
        zipped(
            {
                ".hidden.json": b"{}",
                ".git/x.json": b"{}",
                "__MACOSX/a.json": b"{}",
                "run/.DS_Store": b"x",
                "p.png": PICTURE,
                "p.json": PICTURE,
                "README.md": b"# Hello",
                "bad.json": b"nothing",
                "good.json": b"[1]",
            }
        )
    )[0]
    assert [str(left) for left in container.report.skipped] == [
        "4 skipped: hidden file (first at x.zip/.hidden.json)",
        "2 skipped: file that is no text (first at x.zip/p.png)",
        "1 skipped: file without JSON (first at x.zip/README.md)",
    ]
    assert [problem.location.source for problem in container.report.problems] == ["x.zip/bad.json"]
    assert values(container) == {"x.zip/good.json": [[1]]}


def test_names_are_only_names(tmp_path: Path) -> None:
    """A name that leads elsewhere leads nowhere: nothing is written, and the name stands in places only."""
    names = ["../../up.json", "/abs.json", "a\x1b[2J.json", "C:\\b.json"]
    before = sorted(tmp_path.iterdir())
    for data in (zipped(dict.fromkeys(names, b"[1]")), tarred(dict.fromkeys(names, b"[1]"))):
        assert list(values(opened(data)[0])) == [f"x.zip/{name}" for name in names]
    assert sorted(tmp_path.iterdir()) == before


def test_archives_in_archives() -> None:
    """An archive inside an archive is opened; one inside that is a problem. A folder does not count."""
    inner = zipped({"a.json": b"[1]", "deep.zip": zipped({"b.json": b"[2]"})})
    found = opened(zipped({"in.zip": inner, "c.json": b"[3]"}))
    assert [container.name for container in found] == ["x.zip", "x.zip/in.zip"]
    assert [list(values(container)) for container in found] == [["x.zip/c.json"], ["x.zip/in.zip/a.json"]]
    assert problems(found[1]) == ["x.zip/in.zip/deep.zip: an archive in an archive in an archive; it was not opened"]


def test_archives_in_folders(tmp_path: Path) -> None:
    """In a folder an archive may hold another."""
    found = opened(foldered(tmp_path / "f", {"x.zip": zipped({"y.tar": tarred({"a.json": b"[1]"})})}), name=None)
    assert [list(values(container)) for container in found] == [[], [], ["f/x.zip/y.tar/a.json"]]


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param(zipped_by_hand("a.json", b"[1]", 0, flags=1), "a file that is encrypted", id="encrypted"),
        pytest.param(zipped_by_hand("a.json", b"[1]", 77), "a file that is damaged or packed in an unknown way", id="unknown packing"),
        pytest.param(zipped({"a.json": b"[" + b"1," * 60_000 + b"1]"}), "larger than 100000 bytes when unpacked", id="large"),
        pytest.param(zipped_by_hand("a.json", b"[" + b"1," * 60_000 + b"1]", said=9), "larger than 100000 bytes when unpacked", id="larger than it says"),
        pytest.param(zipped({"a.json.gz": gzip.compress(b"[" + b"1," * 60_000 + b"1]")}), "larger than", id="packed twice"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_read(data: bytes, problem: str) -> None:
    """They are problems with their place, and do not stop the others."""
    container = opened(data, Limits(decompressed_bytes=100_000))[0]
    (found,) = container.report.problems
    assert found.location.source == ("x.zip/a.json.gz" if b"a.json.gz" in data else "x.zip/a.json")
    assert found.message.startswith(problem)


def test_bombs_end_early() -> None:
    """Many files that unpack to much end at the bound on all of them together; zeros are no text at all."""
    big = b"[" + b"1," * 30_000 + b"1]"
    container = opened(zipped({f"{n}.json": big for n in range(9)}), Limits(decompressed_bytes=200_000))[0]
    assert len(container.members) == 3
    assert "larger than" in problems(container)[0]
    zeros = opened(zipped({"a.json": bytes(3_000_000)}), Limits(decompressed_bytes=100_000))[0]
    assert [left.reason for left in zeros.report.skipped] == ["file that is no text"]


def test_too_many_files(tmp_path: Path) -> None:
    """Beyond the bound on files the rest is named; a directory that could hold far more is refused unread."""
    files = {f"{n}.json": b"[1]" for n in range(9)}
    for source in (zipped(files), tarred(files), foldered(tmp_path / "f", files)):
        container = opened(source, Limits(members=5))[0]
        assert len(container.members) == 5
        assert "more than 5 files; the rest was not read" in problems(container)[0]
    with pytest.raises(DecodeError, match="an archive of more than 1 files"):
        opened(zipped({f"{'n' * 200}{n}.json": b"[1]" for n in range(9)}), Limits(members=1))


@pytest.mark.parametrize("data", [zipped(FILES)[:-30], b"PK\x03\x04nothing", tarred(FILES)[:300]])
def test_damaged_archives(data: bytes) -> None:
    """An archive that cannot be opened at all is an error."""
    with pytest.raises(DecodeError, match="damaged or cut off"):
        opened(data)


def test_a_cut_off_tar_gives_what_it_holds() -> None:
    """The files before the fault are read, and the fault is a problem."""
    data = tarred({"a.json": b"[1]", "b.json": b"[" + b"1," * 5_000 + b"1]"})
    container = opened(data[:3_000])[0]
    assert list(values(container)) == ["x.zip/a.json"]
    assert problems(container) == [
        "x.zip/b.json: a file that is damaged or packed in an unknown way",
        "x.zip: a tar archive that is damaged or cut off",
    ]
    packed = gzip.compress(
        tarred({str(n) + ".json": random.Random(n).randbytes(900).hex().join('""').encode() for n in range(50)})
    )
    container = opened(packed[: len(packed) // 2])[0]
    assert 5 < len(container.members) < 50
    assert "damaged or cut off" in problems(container)[0]


def test_one_file_is_no_container(tmp_path: Path) -> None:
    """A plain file, packed or not, is none; an archive where one file is expected is an error."""
    for data in (b"[1]", gzip.compress(b"[1]"), b"", b"P", b"\x1f\x8b\x08x"):
        assert not is_container(data)
        assert containers_of(data, limits=LIMITS) is None
    assert containers_of(io.StringIO("[1]"), limits=LIMITS) is None
    for source in (zipped(FILES), tarred(FILES), tmp_path):
        with pytest.raises(DecodeError, match="where one file was expected"):
            read_documents(source, report=ReadReport())


@given(st.sampled_from([zipped(FILES), zipped_by_hand("a.json", b"[1]"), tarred(FILES)]), st.integers(0, 2**32))
@settings(max_examples=200)
def test_damage_never_crashes(data: bytes, seed: int) -> None:
    """Whatever bytes change, there are files, problems or an InputError."""
    chance = random.Random(seed)
    damaged = bytearray(data)
    for _ in range(chance.choice([1, 2, 8])):
        damaged[chance.randrange(len(damaged))] = chance.randrange(256)
    try:
        found = containers_of(
            bytes(damaged[: chance.choice([len(damaged), chance.randrange(len(damaged))])]), limits=LIMITS
        )
    except InputError:
        return
    for container in found or []:
        json.dumps(values(container))

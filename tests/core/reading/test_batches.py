"""Batches: a long JSONL file comes in pieces of whole lines, anything else at once, with the places of the whole file."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
import zstandard

from toolscore_core.errors import DecodeError
from toolscore_core.reading import LIMITS, Documents, Limits, ReadReport, document_batches

ROWS = [{"n": n, "text": "é" * (n % 7)} for n in range(500)]
LINES = "\n".join(json.dumps(row, ensure_ascii=False) for row in ROWS).encode()


def batches(
    source: Any, report: ReadReport | None = None, size: int = 1_000, limits: Limits = LIMITS
) -> list[Documents]:
    return [one.documents for one in document_batches(source, "f", report or ReadReport(), limits, size)]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(LINES, id="plain"),
        pytest.param(b"\xef\xbb\xbf" + LINES + b"\n", id="with a mark and a last newline"),
        pytest.param(gzip.compress(LINES), id="gzip"),
        pytest.param(zstandard.compress(LINES), id="zstd"),
    ],
)
def test_jsonl_in_batches(tmp_path: Path, data: bytes) -> None:
    """All rows come, in order, with the lines and positions of the whole file, from a path and from an open file."""
    path = tmp_path / "f.jsonl"
    path.write_bytes(data)
    with path.open("rb") as file:
        for source in (path, file):
            found = batches(source)
            items = [item for one in found for item in one.items]
            assert len(found) > 5
            assert [item.value for item in items] == ROWS
            assert [(item.line, item.index) for item in items] == [(n + 1, n) for n in range(500)]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(json.dumps(ROWS, indent=1).encode(), id="one document"),
        pytest.param(LINES.decode().encode("utf-16"), id="utf-16"),
        pytest.param(b"noise\n" + LINES, id="noise first"),
        pytest.param(b"".join(b"data: " + line + b"\n\n" for line in LINES.split(b"\n")), id="events"),
    ],
)
def test_other_layouts_come_at_once(data: bytes) -> None:
    """What is not plainly JSONL is one batch, and loses nothing."""
    found = batches(io.BytesIO(data))
    assert len(found) == 1
    values = found[0].values
    assert (values[0] if found[0].layout == "json" else values) == ROWS


def test_bytes_and_text_come_at_once() -> None:
    """What is in memory already is not cut up."""
    assert [len(one.items) for one in batches(LINES)] == [500]
    assert [len(one.items) for one in batches(io.StringIO(LINES.decode()))] == [500]


def test_small_files_come_at_once() -> None:
    """A file no longer than a batch is read like any other."""
    assert batches(io.BytesIO(b'{"a":1}'))[0].layout == "json"


def test_bad_lines_and_long_lines() -> None:
    """A bad line is reported with its line in the whole file; a line longer than a batch is read."""
    report = ReadReport()
    long = json.dumps({"x": "y" * 5_000}).encode()
    found = batches(io.BytesIO(LINES + b"\noops\n" + long), report)
    assert sum(len(one.items) for one in found) == 501
    assert [str(problem) for problem in report.problems] == ["f:501: the line is no complete JSON"]


def test_bounds() -> None:
    """One line over the bound, and a document over the bound, are refused."""
    with pytest.raises(DecodeError, match="a line is larger"):
        batches(io.BytesIO(LINES[:2_000] + b'\n{"x": "' + b"y" * 20_000), limits=Limits(file_bytes=5_000))
    with pytest.raises(DecodeError, match="larger than"):
        batches(io.BytesIO(json.dumps(ROWS, indent=1).encode()), limits=Limits(decompressed_bytes=3_000))


def test_damaged_packings() -> None:
    """A packed file that was cut off gives what it holds and a problem; one that holds nothing is refused."""
    for pack in (gzip.compress, zstandard.compress):
        rows = b"\n".join(json.dumps({"n": n, "x": str(n * 7919)}).encode() for n in range(50_000))
        report = ReadReport()
        found = batches(io.BytesIO(pack(rows)[:-10_000]), report, size=100_000)
        assert 100 < sum(len(one.items) for one in found) < 50_000
        if pack is gzip.compress:
            assert any("damaged or cut off" in problem.message for problem in report.problems)
    with pytest.raises(DecodeError, match="cannot be unpacked"):
        batches(io.BytesIO(b"\x1f\x8b\x08garbage"))

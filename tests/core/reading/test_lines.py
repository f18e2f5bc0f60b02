"""Lines by trace: the lines of each trace come together, however they are mixed, with the places of the whole file."""

import gzip
import io
import json
import random
from pathlib import Path
from typing import Any

import pytest
import zstandard

from toolscore_core.reading import LIMITS, Documents, KeyedLines, ReadReport, document_batches
from toolscore_core.reading.packing import is_packed


def key(value: Any) -> Any:
    return value.get("k") if isinstance(value, dict) else None


def by_trace(data: bytes, start: int = 0) -> list[Documents]:
    lines = KeyedLines(key)
    for batch in document_batches(io.BytesIO(data), "f", ReadReport(), LIMITS, 500):
        lines.add(batch)
    return list(lines.documents(io.BytesIO(bytes(start) + data), start, "f", ReadReport(), LIMITS))


def test_mixed_lines() -> None:
    """Every line comes once, in its trace, with its own line and position; traces come by their first lines."""
    chance = random.Random(3)
    rows = [{"k": chance.choice("abcde"), "n": n, "t": "é" * chance.randrange(30)} for n in range(400)]
    for mark in (b"", b"\xef\xbb\xbf"):
        data = mark + b"\n\n".join(json.dumps(row, ensure_ascii=False).encode() for row in rows)
        found = by_trace(data, 7)
        assert [documents.values[0]["k"] for documents in found] == list(dict.fromkeys(row["k"] for row in rows))
        for documents in found:
            assert documents.values == [row for row in rows if row["k"] == documents.values[0]["k"]]
            assert all(
                (item.line, item.index) == (2 * item.value["n"] + 1, item.value["n"]) for item in documents.items
            )


def test_lines_that_name_no_trace() -> None:
    """They go with the line before, the first ones with the first trace; a key that is none names nothing."""
    rows = [
        {"n": 0},
        {"k": "a", "n": 1},
        {"k": "b", "n": 2},
        {"k": [1], "n": 3},
        {"k": "a", "n": 4},
        {"k": None, "n": 5},
    ]
    rows += [{"k": "a", "n": n} for n in range(6, 99)]
    found = by_trace(b"\n".join(json.dumps(row).encode() for row in rows))
    assert [[value["n"] for value in documents.values] for documents in found] == [[0, 1, 4, 5, *range(6, 99)], [2, 3]]


def test_bad_lines() -> None:
    """Lines that are no JSON are left out; the places of the others stay right."""
    rows = [b"oops" if n % 3 == 1 else json.dumps({"k": n % 2, "n": n}).encode() for n in range(120)]
    rows[0] = rows[0].replace(b'"n"', b'"\xff"')
    found = by_trace(b"\n".join([b'{"k": 0}', b'{"k": 1}', *rows]))
    assert [len(documents.items) for documents in found] == [41, 41]
    assert all(item.line == item.value["n"] + 3 for documents in found for item in documents.items if "n" in item.value)


@pytest.mark.parametrize(
    ("data", "packed"), [(b"{}", False), (gzip.compress(b"{}"), True), (zstandard.compress(b"{}"), True)]
)
def test_is_packed(tmp_path: Path, data: bytes, packed: bool) -> None:
    """Told by the first bytes; an open file stays where it was."""
    path = tmp_path / "f"
    path.write_bytes(data)
    file = io.BytesIO(b"12" + data)
    file.seek(2)
    assert [is_packed(source) for source in (path, data, file)] == [packed] * 3
    assert file.tell() == 2
    assert not is_packed(io.StringIO("{}"))

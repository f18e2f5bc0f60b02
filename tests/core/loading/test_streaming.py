"""Long files, trace by trace: the same traces as at once, in bounded memory, and never silently others."""

import gzip
import io
import json
import os
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.core.loading.format_help import made
from toolscore_core.calls import Trace
from toolscore_core.catalogue import Format
from toolscore_core.errors import DecodeError, FormatError
from toolscore_core.loading.streaming import stream
from toolscore_core.reading import LIMITS, Documents, Limits, ReadReport, read_documents

BATCH = 20_000
"""Bytes that are read at a time."""

PAD = "x" * 60
KEYED = made("keyed", "id", keyed=True)
PLAIN = made("plain", "id")


def rows(count: int, of: Any) -> list[dict[str, Any]]:
    return [{"id": of(n), "n": n, "pad": PAD} for n in range(count)]


def text(values: list[dict[str, Any]]) -> bytes:
    return "\n".join(map(json.dumps, values)).encode()


def content(traces: Any) -> list[tuple[str, list[Any]]]:
    return [(trace.id, [call.args["n"] for call in trace.calls]) for trace in traces]


def streamed(source: Any, chosen: Format, limits: Limits = LIMITS) -> list[tuple[str, list[Any]]]:
    return content(stream(source, None, lambda _: chosen, limits, BATCH))


def at_once(data: bytes, chosen: Format) -> list[tuple[str, list[Any]]]:
    return content(chosen.read(read_documents(data, report=ReadReport()), ReadReport()))


COUNT = 3 * BATCH // 90
LARGE = rows(COUNT, random.Random(4).choices([str(n) for n in range(50)], k=COUNT).__getitem__)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_mixed_lines_of_many_traces(tmp_path: Path, pack: Any) -> None:
    """From a path and from an open file, packed or not, every trace comes whole, in the order of the first lines."""
    data = text(LARGE)
    path = tmp_path / "t.jsonl"
    path.write_bytes(pack(data))
    expected = at_once(data, KEYED)
    assert len(expected) == 50
    assert streamed(path, KEYED) == expected
    with path.open("rb") as file:
        assert streamed(file, KEYED) == expected
    if pack is bytes:
        assert streamed(io.BytesIO(data), KEYED) == expected


def test_a_pipe(tmp_path: Path) -> None:
    """What cannot be read twice is copied."""
    data = text(LARGE)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(data,))
    writer.start()
    with path.open("rb") as file:
        assert streamed(file, KEYED) == at_once(data, KEYED)
    writer.join()


def test_the_copy_is_bounded(tmp_path: Path) -> None:
    """A packed file that unpacks to more than the limit is refused."""
    path = tmp_path / "t.jsonl.gz"
    path.write_bytes(gzip.compress(text(LARGE)))
    with pytest.raises(DecodeError, match="when unpacked"):
        streamed(path, KEYED, Limits(decompressed_bytes=2 * BATCH))


def test_lines_without_a_key(tmp_path: Path) -> None:
    """A file of which no line names its trace is read as if the format had no key."""
    values = [{"pad": PAD, "n": n} for n in range(COUNT)]
    path = tmp_path / "t.jsonl"
    path.write_bytes(text(values))
    assert streamed(path, made("keyed", "n", keyed=False)) == at_once(text(values), made("keyed", "n"))
    assert streamed(path, KEYED) == []


def test_a_trace_a_line(tmp_path: Path) -> None:
    """Lines that are traces come batch by batch, also when some lines are none, in bounded pieces."""
    values = rows(COUNT, str)
    values[5] = {"pad": PAD}
    values[-5] = {"pad": PAD}
    path = tmp_path / "t.jsonl"
    path.write_bytes(text(values))
    most = 0

    def read(documents: Documents, report: ReadReport) -> Any:
        nonlocal most
        most = max(most, len(documents.items))
        return PLAIN.read(documents, report)

    chosen = Format("plain", "Plain", "", "", "", (), PLAIN.claim, read)
    assert streamed(path, chosen) == at_once(text(values), PLAIN)
    assert most < COUNT / 2


@pytest.mark.parametrize("start", ["traces", "nothing"])
def test_lines_that_belong_together_from_the_start(tmp_path: Path, start: str) -> None:
    """They are read at once, also when the first megabytes hold no trace at all."""
    values = rows(COUNT, lambda n: str(n // 3))
    if start == "nothing":
        values = [{"pad": PAD, "n": n} for n in range(COUNT)] + values
    path = tmp_path / "t.jsonl"
    path.write_bytes(text(values))
    assert streamed(path, PLAIN) == at_once(text(values), PLAIN)


@pytest.mark.parametrize("last", ["inside a later batch", "across two batches"])
def test_lines_that_belong_together_later(tmp_path: Path, last: str) -> None:
    """Later lines that make a trace together are an error that says where, never other traces."""
    values = rows(COUNT, str)
    if last == "inside a later batch":
        values[-1]["id"] = values[-2]["id"]
    else:
        seam = text(values)[:BATCH].count(b"\n")  # lines of the first batch
        values[seam]["id"] = values[seam - 1]["id"]
    path = tmp_path / "t.jsonl"
    path.write_bytes(text(values))
    with pytest.raises(FormatError, match=r"t\.jsonl:\d+: lines that belong together") as caught:
        streamed(path, PLAIN)
    assert caught.value.location is not None


def test_short_files_and_other_layouts() -> None:
    """They are read at once."""
    assert streamed(b'{"id": 1, "n": 2}', KEYED) == [("1", [2])]
    assert streamed(io.BytesIO(text(rows(3, str))), PLAIN) == [("0", [0]), ("1", [1]), ("2", [2])]
    with pytest.raises(DecodeError, match="empty"):
        streamed(io.BytesIO(b""), PLAIN)


def test_traces_come_one_after_the_other(tmp_path: Path) -> None:
    """Nothing is read before it is asked for, and the format is chosen from the first megabytes."""
    path = tmp_path / "t.jsonl"
    path.write_bytes(text(rows(COUNT, str)))
    seen: list[Documents] = []

    def choose(documents: Documents) -> Format:
        seen.append(documents)
        return PLAIN

    traces = stream(path, None, choose, LIMITS, BATCH)
    assert seen == []
    first = next(traces)
    assert isinstance(first, Trace)
    assert [len(documents.items) < COUNT / 2 for documents in seen] == [True]

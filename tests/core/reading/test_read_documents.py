"""Reading: bytes of any Unicode encoding, packing and layout become JSON documents with places, or one clear error."""

import gzip
import io
import json
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.errors import DecodeError
from toolscore_core.reading import Documents, Limits, ReadReport, read_documents

VALUE = [{"tool": "é", "args": {"n": 1}}]
TEXT = json.dumps(VALUE, ensure_ascii=False)


def read(source: Any, limits: Limits | None = None) -> tuple[Documents, ReadReport]:
    report = ReadReport()
    return read_documents(source, report=report, limits=limits or Limits()), report


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(TEXT.encode(), id="utf-8"),
        pytest.param(b"\xef\xbb\xbf" + TEXT.encode(), id="utf-8 with mark"),
        pytest.param(TEXT.encode("utf-16"), id="utf-16 with mark"),
        pytest.param(b"\xfe\xff" + TEXT.encode("utf-16-be"), id="utf-16-be with mark"),
        pytest.param(TEXT.encode("utf-16-le"), id="utf-16-le without mark"),
        pytest.param(TEXT.encode("utf-16-be"), id="utf-16-be without mark"),
        pytest.param(TEXT.encode("utf-32"), id="utf-32 with mark"),
        pytest.param(TEXT.encode("utf-32-le"), id="utf-32-le without mark"),
        pytest.param(TEXT.encode("utf-32-be"), id="utf-32-be without mark"),
        pytest.param(gzip.compress(TEXT.encode()), id="gzip"),
        pytest.param(gzip.compress(TEXT[:9].encode()) + gzip.compress(TEXT[9:].encode()), id="gzip of two members"),
        pytest.param(gzip.compress(gzip.compress(TEXT.encode())), id="gzip twice"),
        pytest.param(zstandard.compress(TEXT.encode()), id="zstd"),
        pytest.param(b"\0\0" + TEXT.encode() + b"\0" * 100, id="null bytes around"),
        pytest.param(b"\n\n  " + TEXT.encode() + b"\n", id="white space around"),
    ],
)
def test_encodings_and_packings(data: bytes) -> None:
    """Every encoding and packing gives the same one document, without a problem."""
    documents, report = read(data)
    assert (documents.layout, documents.values, report.problems) == ("json", [VALUE], [])


def test_sources(tmp_path: Path) -> None:
    """A path, an open binary file, an open text file and bytes read alike; the name is that of the file."""
    path = tmp_path / "trace.json"
    path.write_text(TEXT, encoding="utf-8")
    with path.open("rb") as binary, path.open(encoding="utf-8") as text:
        found = [read(source)[0] for source in (path, str(path), binary, text, TEXT.encode(), io.StringIO(TEXT))]
    assert [one.values for one in found] == [[VALUE]] * 6
    assert [one.source for one in found] == ["trace.json"] * 4 + ["", ""]


def test_many_bad_lines_of_two_kinds() -> None:
    """Counting goes on when the file turns out to be lines only after a trial."""
    _, report = read(b"noise\n" * 110 + b"[1]\n" * 120)
    assert (len(report.problems), report.skipped[0].count) == (100, 10)


def test_given_name_wins(tmp_path: Path) -> None:
    """A name that the caller gives stands in every place."""
    path = tmp_path / "upload.tmp"
    path.write_text("[1", encoding="utf-8")
    with pytest.raises(DecodeError, match=r"^trace\.json:1: "):
        read_documents(path, name="trace.json", report=ReadReport())


def test_missing_file(tmp_path: Path) -> None:
    """A missing file stays a FileNotFoundError."""
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.json")


def test_wrong_kind_of_source() -> None:
    """A source that is neither path, bytes nor file is a wrong argument."""
    with pytest.raises(TypeError, match="not int"):
        read(7)


@pytest.mark.parametrize(
    ("data", "layout", "found"),
    [
        pytest.param(b'{"a":1}\n{"b":2}\n', "jsonl", [(1, None, {"a": 1}), (2, None, {"b": 2})], id="jsonl"),
        pytest.param(
            b'{"a":1}\r\n\r\n[2]', "jsonl", [(1, None, {"a": 1}), (3, None, [2])], id="jsonl with blank lines"
        ),
        pytest.param(
            b'{\n"a":1\n}\n{\n"b":2\n}', "jsonl", [(1, None, {"a": 1}), (4, None, {"b": 2})], id="objects in a row"
        ),
        pytest.param(
            b'{"a":1}{"b":2}', "jsonl", [(1, None, {"a": 1}), (1, None, {"b": 2})], id="without any separator"
        ),
        pytest.param(b'\x1e{"a":1}\n\x1e{"b":2}\n', "jsonl", [(1, None, {"a": 1}), (2, None, {"b": 2})], id="json-seq"),
        pytest.param(
            b'event: x\ndata: {"a":1}\n\n: note\nid: 3\ndata: {"b":\ndata: 2}\n\ndata: [DONE]\n',
            "sse",
            [(2, "x", {"a": 1}), (6, None, {"b": 2})],
            id="server-sent events",
        ),
        pytest.param(
            b'data: {"a":1}\ndata: {"b":2}\n',
            "sse",
            [(1, None, {"a": 1}), (2, None, {"b": 2})],
            id="events without blank lines",
        ),
        pytest.param(
            b'STDIN: {"a":1}\nSTDOUT: {"b":2}',
            "jsonl",
            [(1, "STDIN", {"a": 1}), (2, "STDOUT", {"b": 2})],
            id="log lines",
        ),
    ],
)
def test_layouts(data: bytes, layout: str, found: list[Any]) -> None:
    """Every layout gives its documents with line and event."""
    documents, report = read(data)
    assert documents.layout == layout
    assert [(item.line, item.event, item.value) for item in documents.items] == found
    assert [item.index for item in documents.items] == list(range(len(found)))
    assert report.problems == []


@pytest.mark.parametrize(
    ("data", "values", "problems"),
    [
        pytest.param(b'{"a":1}\n{"b', [{"a": 1}], ["f:2: the line is no complete JSON"], id="jsonl cut off"),
        pytest.param(
            b'{"a":1}\nnoise\n{"b":2}', [{"a": 1}, {"b": 2}], ["f:2: the line is no complete JSON"], id="noise between"
        ),
        pytest.param(
            b'noise\n{"a":1}\n{"b":2}', [{"a": 1}, {"b": 2}], ["f:1: the line is no complete JSON"], id="noise before"
        ),
        pytest.param(b'{"a":1}\nx: {"b', [{"a": 1}], ["f:2: the line is no complete JSON"], id="log line cut off"),
        pytest.param(
            b'{"a":1}\n' + b"[" * 300 + b"]" * 300 + b"\n[2]",
            [{"a": 1}, [2]],
            ["f:2: nested deeper than 200 levels"],
            id="one deep line",
        ),
        pytest.param(
            b'{"m":[{"a":1},{"b":[{"c":1},{"d',
            [{"m": [{"a": 1}]}],
            ["f:1: the JSON is cut off or damaged here; the complete records before were read"],
            id="list of records cut off",
        ),
        pytest.param(
            b'[{"c":[{"m":{"t":[{"x":1},{"y"',
            [[{"c": [{"m": {"t": [{"x": 1}]}}]}]],
            ["f:1: the JSON is cut off or damaged here; the complete records before were read"],
            id="inner list cut off",
        ),
        pytest.param(
            b'[{"a":1},\n{"b":2},\n{"c": oops}, {"d":4}]',
            [[{"a": 1}, {"b": 2}]],
            ["f:3: the JSON is cut off or damaged here; the complete records before were read"],
            id="damaged in the middle",
        ),
        pytest.param(
            b'[{"a":1},\n{"b": oops},\n{"c":3}\n]',
            [[{"a": 1}]],
            ["f:2: the JSON is cut off or damaged here; the complete records before were read"],
            id="the rest of a damaged document is no document",
        ),
        pytest.param(
            b'{"a":\n1}\nnoise\n{"b":\n2}',
            [{"a": 1}, {"b": 2}],
            ["f:3: no complete JSON from here on"],
            id="noise in a row",
        ),
        pytest.param(b'The trace:\n[{"a":\n1}]', [[{"a": 1}]], [], id="words before a document"),
        pytest.param(
            b'data: {"a\ndata: {"b":1}\n\n',
            [{"b": 1}],
            ["f:1: the data of an event are no complete JSON"],
            id="event broken off",
        ),
        pytest.param(
            b'{"a":\n1}\n{"b": \n', [{"a": 1}], ["f:4: no complete JSON from here on"], id="objects in a row cut off"
        ),
        pytest.param(b'["\\ud800"]', [["\ufffd"]], ["f: half a surrogate pair became U+FFFD"], id="lone surrogate"),
        pytest.param(
            b'[1]\n{"a":"\\udc00"}',
            [[1], {"a": "\ufffd"}],
            ["f:2: half a surrogate pair became U+FFFD"],
            id="in a line",
        ),
        pytest.param(
            b'{"a":\n"\\udc00"}\n{"b":1\n}',
            [{"a": "\ufffd"}, {"b": 1}],
            ["f:1: half a surrogate pair became U+FFFD"],
            id="in a row",
        ),
        pytest.param(
            b'["a",\n"\xff"]', [["a", "\ufffd"]], ["f:2: bytes that are no UTF-8 became U+FFFD"], id="bad bytes"
        ),
        pytest.param(
            b'data: {"a":1}\n\ndata: {"b\n\n',
            [{"a": 1}],
            ["f:3: the data of an event are no complete JSON"],
            id="event cut off",
        ),
    ],
)
def test_faults_are_reported_with_their_place(data: bytes, values: list[Any], problems: list[str]) -> None:
    """What can be read is read, and the rest is named with its line."""
    report = ReadReport()
    documents = read_documents(data, name="f", report=report)
    assert documents.values == values
    assert [str(problem) for problem in report.problems] == problems


def test_many_bad_lines_are_counted() -> None:
    """Beyond a hundred bad lines they are counted together."""
    _, report = read(b'{"a":1}\n' + b"noise\n" * 150)
    assert len(report.problems) == 100
    assert [(one.reason, one.count) for one in report.skipped] == [("line that is no complete JSON", 50)]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b" \n\0", "the file is empty", id="blank"),
        pytest.param(b"hello", "f:1: no JSON: expecting value", id="text"),
        pytest.param(b"{", "f:1: no JSON", id="only a brace"),
        pytest.param(b"\0\0\0\x01garbage", "no JSON", id="binary"),
        pytest.param(b"]" * 10, "no JSON", id="only closing brackets"),
        pytest.param(b'{"a":\n"[{}\x01"}', "no JSON", id="brackets inside a damaged text"),
        pytest.param(b'{"a":\n"]]\x01"}', "no JSON", id="closing brackets inside a damaged text"),
        pytest.param(b'{"a":1\n}\n' + b"[" * 5_000, "nested deeper", id="very deep in a row"),
        pytest.param(b'{"a":[1,2,', "no JSON", id="cut off without a record"),
        pytest.param(b'{"a":[{}],"b"]', "no JSON", id="a closed list is not the place to cut"),
        pytest.param(b"data: x\n\n", "no JSON", id="events without JSON"),
        pytest.param(b"[" * 300 + b"]" * 300, "nested deeper than 200 levels", id="deep"),
        pytest.param(b"[" * 100_000, "nested deeper than 200 levels", id="very deep and open"),
        pytest.param(b"[" * 100_000 + b"]" * 100_000, "nested deeper than 200 levels", id="very deep"),
        pytest.param(b'{"a":1\n}\n' + b"[" * 300 + b"]" * 299 + b"\n]", "f:3: nested deeper", id="deep in a row"),
        pytest.param(b"\x1f\x8b\x08garbage", "cannot be unpacked", id="no gzip"),
        pytest.param(b"\x28\xb5\x2f\xfdgarbage", "cannot be unpacked", id="no zstd"),
        pytest.param(b"x" * 20_000, "no JSON", id="a long line"),
        pytest.param(b"x\n" * 2_000, "no JSON", id="many lines"),
    ],
)
def test_nothing_readable(data: bytes, message: str) -> None:
    """A file in which nothing is JSON is one DecodeError, which is a ValueError."""
    with pytest.raises(DecodeError, match=message) as caught:
        read_documents(data, name="f", report=ReadReport())
    assert isinstance(caught.value, ValueError)


def test_messages_hold_no_values() -> None:
    """An error names kind and place, never what stands in the file."""
    with pytest.raises(DecodeError) as caught:
        read(b'{"key": "hunter2" "x"')
    assert "hunter2" not in str(caught.value)


def test_size_bounds() -> None:
    """A file over the bound, stored or unpacked, is refused before it is decoded."""
    data = json.dumps(["x" * 5_000]).encode()
    with pytest.raises(DecodeError, match="larger than 1000 bytes"):
        read(data, Limits(file_bytes=1_000))
    with pytest.raises(DecodeError, match="larger than 1000 bytes when unpacked"):
        read(gzip.compress(data), Limits(decompressed_bytes=1_000))
    with pytest.raises(DecodeError, match="larger than 1000 bytes when unpacked"):
        read(zstandard.compress(data), Limits(decompressed_bytes=1_000))


def test_damaged_packings_give_what_they_hold() -> None:
    """A packed file that was cut off is read as far as it goes, with a problem."""
    lines = b"\n".join(json.dumps({"n": n, "x": str(n * 7919)}).encode() for n in range(20_000))
    documents, report = read(gzip.compress(lines)[:-2_000])
    assert 1_000 < len(documents.items) < 20_000
    assert "damaged or cut off" in report.problems[0].message


def test_text_with_half_a_surrogate_pair() -> None:
    """A text file object may hold half a surrogate pair; it becomes U+FFFD and a problem with its line."""
    documents, report = read(io.StringIO('["a",\n"\ud800"]'))
    assert documents.values == [["a", "\ufffd"]]
    assert [str(problem) for problem in report.problems] == ["input:2: half a surrogate pair became U+FFFD"]


def test_places() -> None:
    """A place in a single document has no line; in JSONL it has the line."""
    single, _ = read(b"[1]")
    lines, _ = read(b"[1]\n[2]")
    assert str(single.place(single.items[0], "$[0]")) == "input · $[0]"
    assert str(lines.place(lines.items[1], "$[0]")) == "input:2 · $[0]"


VALID = [
    TEXT.encode(),
    b'{"a":1}\n{"b":[1,2]}\n',
    b'data: {"a":1}\n\n',
    TEXT.encode("utf-16"),
    gzip.compress(TEXT.encode()),
]


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_any_bytes_give_documents_or_a_decode_error(data: bytes) -> None:
    """No bytes crash the reader."""
    try:
        documents, _ = read(data)
    except DecodeError:
        return
    assert documents.items


@given(st.sampled_from(VALID), st.lists(st.tuples(st.integers(0, 300), st.binary(max_size=3)), max_size=4))
@settings(max_examples=200)
def test_mutated_files_give_documents_or_a_decode_error(data: bytes, edits: list[tuple[int, bytes]]) -> None:
    """No small damage to a valid file crashes the reader."""
    for at, patch in edits:
        data = data[:at] + patch + data[at + 1 :]
    try:
        documents, _ = read(data)
    except DecodeError:
        return
    assert documents.items


@given(
    st.lists(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=8,
        ),
        min_size=2,
        max_size=6,
    )
)
@settings(max_examples=60)
def test_jsonl_gives_back_what_was_written(values: list[Any]) -> None:
    """JSONL of objects and lists comes back unchanged, with lines counted from 1."""
    records = [[value] for value in values]
    documents, report = read("\n".join(map(json.dumps, records)).encode())
    plain = json.loads(json.dumps(records).encode("utf-8"))
    assert [item.line for item in documents.items] == list(range(1, len(records) + 1))
    if not report.problems:
        assert documents.values == plain


def test_lines_of_standard_error_are_skipped() -> None:
    """A log of a server's streams says how many lines were for people; they are no problems."""
    documents, report = read(b'STDIN: {"id": 1}\nSTDERR:  INFO starting {"x": 1}\nSTDERR:\nSTDOUT: {"id": 1}\n')
    assert documents.values == [{"id": 1}, {"id": 1}]
    assert not report.problems
    assert [(skipped.reason, skipped.count) for skipped in report.skipped] == [("line of standard error", 2)]


def test_lines_that_start_with_a_time() -> None:
    """The log of a client writes a time, words for people and a message, and some of them something behind it."""
    text = (
        '2025-01-01T00:00:01.000Z [files] [info] Message from client: {"id":1,"method":"a"} { metadata: undefined }\n'
        "2025-01-01T00:00:02.000Z [files] [info] Started\n"
        '2025-01-01 00:00:03,500 - client - DEBUG - Received: {"id": 1, "result": {}}\n'
    )
    documents = read_documents(text.encode(), name="f.log", report=ReadReport())
    assert documents.values == [
        {"timestamp": "2025-01-01T00:00:01.000Z", "message": {"id": 1, "method": "a"}},
        {"timestamp": "2025-01-01 00:00:03.500", "message": {"id": 1, "result": {}}},
    ]

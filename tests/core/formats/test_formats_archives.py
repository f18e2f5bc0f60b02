"""Archives and folders of trace files: every file is read as what it is, and nothing is lost without a word."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tests.core.formats.reading_help import short
from tests.core.reading.archive_help import foldered, tarred, zipped, zipped_by_hand
from toolscore_core.errors import DecodeError, InputError, UnknownFormatError
from toolscore_core.formats import iter_traces, load_trace, read_traces
from toolscore_core.reading import Limits

CALL = {"tool": "f", "args": {"a": 1}, "result": "r"}
CHAT = [
    {"role": "user", "content": "hi"},
    {"role": "assistant", "tool_calls": [{"id": "c", "function": {"name": "g", "arguments": "{}"}}]},
    {"role": "tool", "tool_call_id": "c", "content": "done"},
]
FILES = {"run/plain.json": CALL, "run/chat.json": CHAT, "what.json": {"alpha": 1}}


def written(files: dict[str, Any]) -> dict[str, bytes]:
    return {name: value if isinstance(value, bytes) else json.dumps(value).encode() for name, value in files.items()}


@pytest.mark.parametrize("kind", ["zip", "tar", "folder"])
def test_files_of_several_formats(tmp_path: Path, kind: str) -> None:
    """Each is a part with its own format; the whole holds all traces, problems and skipped records."""
    if kind == "folder":
        source = foldered(tmp_path / "x", written(FILES))
    else:
        source = tmp_path / "x"
        source.write_bytes(zipped(written(FILES)) if kind == "zip" else tarred(written(FILES)))
    file = read_traces(source)
    assert (file.name, file.format) == ("x", "several")
    assert sorted((part.name, part.format, part.calls, part.results) for part in file.parts) == [
        ("x/run/chat.json", "openai", 1, 1),
        ("x/run/plain.json", "custom", 1, 1),
        ("x/what.json", "", 0, 0),
    ]
    assert sorted(short(file)) == [("f", {"a": 1}, "r"), ("g", {}, "done")]
    assert (file.calls, file.results) == (2, 2)
    assert sorted(trace.source.source for trace in file.traces) == ["x/run/chat.json", "x/run/plain.json"]
    assert [str(problem) for problem in file.problems] == ["x/what.json: no known trace format"]
    assert [part.format for part in file.plain_files if not part.format] == []
    assert len(list(iter_traces(source))) == 2


def test_files_of_one_format() -> None:
    """Then the whole has that format, and why it was seen."""
    file = read_traces(zipped(written({"a.json": CHAT, "b.json": CHAT, ".c.json": CHAT})), name="x.zip")
    assert (file.format, file.title, len(file.traces)) == ("openai", "OpenAI chat", 2)
    assert "tool_calls" in file.why
    assert [str(left) for left in file.skipped] == ["1 skipped: hidden file (first at x.zip/.c.json)"]


def test_a_format_can_be_given() -> None:
    """Every file is read as it."""
    file = read_traces(zipped(written(FILES)), "custom", "x.zip")
    assert {part.format for part in file.parts} == {"custom"}
    with pytest.raises(InputError, match="unknown format"):
        read_traces(zipped(written(FILES)), "xml")


def test_load_trace_of_an_archive() -> None:
    """An archive of one trace gives its calls, one of several is an error naming the count."""
    assert [call.tool for call in load_trace(zipped(written({"a.json": CALL})))] == ["f"]
    with pytest.raises(InputError, match="2 traces where one was expected"):
        load_trace(zipped(written(FILES)))


@pytest.mark.parametrize(
    ("data", "error", "message"),
    [
        pytest.param(zipped({}), UnknownFormatError, "x.zip: no file in it holds JSON", id="empty"),
        pytest.param(zipped({"a.txt": b"hello"}), UnknownFormatError, "x.zip: no file in it holds JSON", id="no JSON"),
        pytest.param(zipped_by_hand("a.json", b"[]", 0, flags=1), UnknownFormatError, "x.zip/a.json: a file that is encrypted", id="encrypted"),
        pytest.param(zipped(written({"a.json": {"x": 1}, "b.json": {"y": 1}})), UnknownFormatError, "2 problems, the first at x.zip/a.json: no known", id="unknown"),
        pytest.param(zipped(written(FILES))[:-9], DecodeError, "x.zip: a zip archive that is damaged or cut off", id="cut off"),
    ],
)  # fmt: skip
def test_nothing_readable(data: bytes, error: type[InputError], message: str) -> None:
    """Where no file can be read, the error says why."""
    with pytest.raises(error) as caught:
        read_traces(data, name="x.zip")
    assert message in str(caught.value)


def test_the_bound_on_calls_holds_for_all_files() -> None:
    """Beyond it the rest is named."""
    file = read_traces(zipped(written({f"{n}.json": [CALL] * 3 for n in range(3)})), limits=Limits(calls=7))
    assert file.calls == 6
    assert [problem.message for problem in file.problems] == ["more than 7 calls; the rest was not read"]


def test_a_zipped_log(tmp_path: Path) -> None:
    """The files of an Inspect log are one log: no file of it is a trace of its own, or a problem."""
    sample: dict[str, Any] = {"id": "s1", "epoch": 1, "input": "hi", "target": "x", "messages": [{"role": "assistant", "tool_calls": [{"id": "c", "function": "g", "arguments": {}}]}, CHAT[2]]}  # fmt: skip
    files = {
        "_journal/start.json": {"version": 2, "eval": {"task": "t"}, "plan": {}},
        "_journal/summaries/1.json": [{"id": "s1", "epoch": 1, "input": "hi", "target": "x"}],
        "header.json": {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "plan": {}},
        "summaries.json": [{"id": "s1", "epoch": 1, "input": "hi", "target": "x"}],
        "reductions.json": [{"scorer": "match", "samples": []}],
        "samples/s1_epoch_1.json": sample,
        "samples/s2_epoch_1.json": {**sample, "id": "s2"},
    }
    for source in (
        zipped(written(files)),
        zipped(written(files), zipfile.ZIP_STORED),
        foldered(tmp_path / "x.eval", written(files)),
    ):
        file = read_traces(source, name="x.eval")
        assert [(part.name, part.format) for part in file.parts] == [("x.eval", "inspect_ai")]
        assert [(trace.case_id, trace.model, len(trace.calls)) for trace in file.traces] == [
            ("s1", "m", 1),
            ("s2", "m", 1),
        ]
        assert file.traces[0].source.source == "x.eval/samples/s1_epoch_1.json"
        assert file.problems == []

"""`toolscore formats FILE`, and archives and folders on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.core.reading.archive_help import foldered, zipped
from tests.evaluations import FAKE_TOKEN
from toolscore_core.cli import main

CALLS = {"id": "t1", "case_id": "c1", "model": "m", "calls": [{"tool": "a", "args": {}, "result": 1}, {"tool": "b"}]}
GOLD = {"cases": [{"id": "c1", "calls": [{"tool": "a"}]}]}


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(arguments))
    return result.exit_code, " ".join(result.output.split())


def write(folder: Path, name: str, value: Any) -> str:
    path = folder / name
    path.write_bytes(value if isinstance(value, bytes) else json.dumps(value).encode())
    return str(path)


def test_the_load_report(tmp_path: Path) -> None:
    """It says format and why, traces with their names and counts, what was skipped and what is wrong."""
    lines = [json.dumps(CALLS), json.dumps({"id": "t2", "calls": [{"args": {}}]}), "oops"]
    path = write(tmp_path, "t.jsonl", "\n".join(lines).encode())
    code, shown = run("formats", path)
    assert code == 0
    assert "t.jsonl trace, List of calls (custom): " in shown
    assert "2 traces · 2 calls · 1 result joined · 1 record skipped · 1 problem" in shown
    assert "t1 c1 – m 2 1" in shown
    assert "1 skipped: call without a tool name (line 2" in shown
    assert "problem: the line is no complete JSON (line 3)" in shown


def test_the_load_report_as_json(tmp_path: Path) -> None:
    """The same for programs, one record a file; files of an archive are named after it."""
    files = {"a.json": json.dumps(CALLS).encode(), "gold.json": json.dumps(GOLD).encode(), ".x.json": b"{}"}
    archive = write(tmp_path, "x.zip", zipped(files))
    code, output = run("formats", "--json", archive)
    assert code == 0
    first, second = json.loads(output)
    assert (first["file"], first["role"], first["format"], first["calls"], first["results"]) == (
        "x.zip/a.json",
        "trace",
        "custom",
        2,
        1,
    )
    assert first["traces"][0]["case_id"] == "c1"
    assert first["files_left_out"] == [{"reason": "hidden file", "count": 1, "first": "x.zip/.x.json"}]
    assert (second["file"], second["role"], second["cases"], second["traces"]) == ("x.zip/gold.json", "gold", 1, None)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    """They are reported beside the others, and end in exit code 1."""
    good, bad = write(tmp_path, "a.json", CALLS), write(tmp_path, "b.json", {"x": 1})
    code, shown = run("formats", good, bad)
    assert code == 1
    assert "1 trace · 2 calls" in shown
    assert "b.json cannot be read: no known trace format" in shown
    assert "Failed: cannot read b.json: no known trace format" in shown
    assert run("formats", "--json")[0] == 2
    assert run("formats", str(tmp_path / "none"))[0] == 2


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_the_load_report_is_masked(tmp_path: Path, options: tuple[str, ...]) -> None:
    """No credential and no control character of a file or its name reaches the terminal."""
    record = {**CALLS, "id": FAKE_TOKEN, "model": f"m {FAKE_TOKEN}\x1b[2J"}
    archive = write(
        tmp_path,
        "x.zip",
        zipped({f"{FAKE_TOKEN}\x1b[2J.json": json.dumps(record).encode(), f"{FAKE_TOKEN}/b.json": b'{"x": 1}'}),
    )
    result = CliRunner().invoke(main, ["formats", archive, *options])
    assert FAKE_TOKEN not in result.output
    assert "\x1b" not in result.output
    assert "REDACTED" in result.output


def test_evaluating_an_archive_and_a_folder(tmp_path: Path) -> None:
    """Their files are trace files of their own: runs are named by folders, and the report lists the files."""
    gold = write(
        tmp_path, "gold.json", {"cases": [{"id": "one", "calls": [{"tool": "a"}]}, {"id": "two", "calls": []}]}
    )
    call = json.dumps([{"tool": "a", "args": {}}]).encode()
    files = {f"{run}/{case}.json": call for run in ("m1", "m2") for case in ("one", "two")} | {"odd.json": b'{"x": 1}'}
    for source in (write(tmp_path, "x.zip", zipped(files)), str(foldered(tmp_path / "x", files))):
        report = tmp_path / "report.json"
        code, shown = run("eval", gold, source, "-o", str(report))
        assert code == 0
        assert "m1: 1 of 2 pass" in shown
        assert "m2: 1 of 2 pass" in shown
        assert "odd.json: no known trace format" in shown
        sources = json.loads(report.read_text(encoding="utf-8"))["sources"]
        assert sources[1]["contents"] == "4 traces, 4 calls in 5 files"
        assert [entry["contents"] for entry in sources[2:]].count("1 trace, 1 call") == 4
        assert [entry["contents"] for entry in sources[2:]].count("could not be read") == 1


def test_reports_do_not_overwrite_files_of_a_folder(tmp_path: Path) -> None:
    """A report may be written into a folder that is read, but not over a file in it."""
    gold = write(tmp_path, "gold.json", [{"tool": "a"}])
    folder = foldered(tmp_path / "x", {"a.json": b'[{"tool": "a"}]'})
    assert run("eval", gold, str(folder), "-o", str(folder / "a.json"))[0] == 2
    assert run("eval", gold, str(folder), "-o", str(folder / "report.json"))[0] == 0

"""`toolscore scan`: credentials and forbidden calls in traces without gold."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.core.reading.archive_help import zipped
from tests.evaluations import FAKE_TOKEN
from toolscore_core.cli import main

TRACES = [
    {"id": "t1", "calls": [{"tool": "get", "args": {"h": FAKE_TOKEN}}, {"tool": "shell", "args": {"c": "rm -rf /"}}]},
    {"id": "t2", "calls": [{"tool": "get", "args": {}, "result": FAKE_TOKEN}]},
    {"id": "t3", "calls": [{"tool": "get", "result": "fine"}]},
]
RULES = """
- tool: shell
  args: {c: {$command: rm}}
  severity: high
  reason: deletes
- tool: gets
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with traces, rules, and an archive that also holds gold."""
    files: dict[str, bytes] = {
        "traces.json": json.dumps(TRACES).encode(),
        "clean.json": json.dumps(TRACES[2:]).encode(),
        "broken.json": b"not json",
        "rules.yaml": RULES.encode(),
        "more.json": b'[{"tool": "get", "max_calls": 1, "level": 1}]',
        "bad.yaml": b"- tool: a\n- tool: 3\n",
    }
    gold = json.dumps({"cases": [{"id": "c", "calls": [{"tool": "shell", "args": {"c": "rm"}}]}]}).encode()
    inside = {
        "traces.json": files["traces.json"],
        "gold.json": gold,
        "policy.json": b'[{"tool": "shell", "reason": "x"}]',
    }
    files["all.zip"] = zipped(inside)
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    """Run `toolscore scan` in this process."""
    return CliRunner().invoke(main, ["scan", *arguments], terminal_width=200)


def words(result: Result) -> str:
    """Its output on one line."""
    return " ".join(result.output.split())


def record(*arguments: str) -> dict[str, Any]:
    """What it prints with --json."""
    result = run(*arguments, "--json")
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.output)
    return found


def test_findings_by_file_trace_and_call(folder: Path) -> None:
    """Each finding stands under its file and trace with its call; the credential is masked and keeps its number."""
    result = run("traces.json", "clean.json", "--forbidden", "rules.yaml")
    assert result.exit_code == 0
    shown = words(result)
    assert FAKE_TOKEN not in result.output
    assert "t1" in shown
    assert "#1" in shown
    assert "#2" not in shown
    assert "forbidden call, rule 1: shell (high; deletes): call 2, shell" in shown
    assert "t3" not in shown
    assert "Rules that never apply rule 2: no trace calls gets; near: get" in shown
    assert shown.endswith("2 files, 4 traces, 5 calls: 1 forbidden call and 2 credentials")


def test_without_rules_that_is_said(folder: Path) -> None:
    """No rules is not the same as no forbidden call."""
    shown = words(run("clean.json"))
    assert "no finding" in shown
    assert "Forbidden calls were not looked for" in shown


def test_json(folder: Path) -> None:
    """The same for programs: totals, and every finding with its place."""
    found = record("traces.json", "--forbidden", "rules.yaml")
    assert FAKE_TOKEN not in json.dumps(found)
    assert found["totals"] == {"files": 1, "traces": 3, "calls": 4, "credentials": 2, "forbidden_calls": 1}
    (file,) = found["files"]
    assert [(item["trace"], item["call_index"], item["kind"]) for item in file["findings"]] == [
        ("t1", 0, "credential"),
        ("t1", 1, "forbidden call"),
        ("t2", 0, "credential"),
    ]
    assert file["findings"][1]["severity"] == "high"
    assert found["rules_never_called"] == [{"number": 2, "tool": "gets", "near": ["get"]}]
    assert record("clean.json")["rules"] is None


def test_several_rule_files_are_numbered_through(folder: Path) -> None:
    """Rules of all files hold, in order, and what means nothing in them is a problem."""
    found = record("traces.json", "--forbidden", "rules.yaml", "--forbidden", "more.json")
    assert found["rules"] == 3
    assert [source["problems"] != [] for source in found["sources"]] == [False, False, True]


def test_gate(folder: Path) -> None:
    """With the gate findings fail the command, and the last line says what was found."""
    for option in ("--fail-on-violations", "--fail-on-findings"):
        result = run("traces.json", option, "--forbidden", "rules.yaml")
        assert result.exit_code == 1
        assert result.output.endswith("Failed: --fail-on-violations: 1 forbidden call and 2 credentials found\n")
        assert run("clean.json", option).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "last"),
    [
        (["broken.json"], 1, "cannot read broken.json"),
        (["clean.json", "broken.json"], 1, "cannot read broken.json"),
        (["clean.json", "--forbidden", "bad.yaml"], 1, "cannot read bad.yaml:2"),
        (["clean.json", "--forbidden", "none.yaml"], 2, "does not exist"),
        ([], 2, "Missing argument"),
    ],
    ids=["unreadable", "one unreadable", "bad rules", "no rules file", "no file"],
)
def test_exit_codes(folder: Path, arguments: list[str], code: int, last: str) -> None:
    """1 for what cannot be read, with the line of a bad rule; 2 for wrong usage."""
    result = run(*arguments)
    assert (result.exit_code, last in result.output) == (code, True)


@pytest.mark.parametrize("path", ["all.zip", "."], ids=["archive", "folder"])
def test_gold_and_rules_beside_the_traces_are_left_out(folder: Path, path: str) -> None:
    """In an archive or folder only traces are scanned; the rest is named, and its calls are nobody's."""
    if path == ".":
        (folder / "all.zip").unlink()
        (folder / "gold.json").write_text(json.dumps({"cases": [{"id": "c", "calls": [{"tool": "shell"}]}]}))
    found = record(path, "--forbidden", "rules.yaml")
    assert found["totals"]["forbidden_calls"] == 1
    roles = {source["role"] for source in found["sources"] if source["contents"] == "left out: no trace"}
    assert roles == {"gold", "rules"}


def test_evaluation_takes_yaml_and_several_files(folder: Path) -> None:
    """`toolscore eval` takes the same rules."""
    (folder / "gold.json").write_text('[{"tool": "get"}, {"tool": "shell"}]', encoding="utf-8")
    (folder / "one.json").write_text(json.dumps(TRACES[0]), encoding="utf-8")
    arguments = ["eval", "gold.json", "one.json", "--forbidden", "more.json", "--forbidden", "rules.yaml"]
    result = CliRunner().invoke(main, [*arguments, "--fail-on-violations"], terminal_width=200)
    assert result.exit_code == 1
    assert "forbidden call, rule 2: shell (high; deletes): call 2, shell" in words(result)
    assert "1 forbidden call and 1 credential found" in result.output

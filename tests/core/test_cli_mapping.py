"""`toolscore mapping` and `toolscore eval --mapping`: from a file of no known format to its evaluation."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.fake_credentials import openai
from toolscore_core.cli import main

RECORDS = [{"skill": "search", "payload": {"q": 1}}, {"skill": "open", "payload": {}}]
GOLD = [{"tool": "search", "args": {"q": 1}}, {"tool": "open", "args": {}}]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an unknown log and its gold."""
    (tmp_path / "log.json").write_text(json.dumps(RECORDS), encoding="utf-8")
    (tmp_path / "gold.json").write_text(json.dumps(GOLD), encoding="utf-8")
    return tmp_path


def test_proposal_reads_the_file(folder: Path) -> None:
    """The printed proposal, saved as it is, makes the file readable."""
    log, gold, mapping = (str(folder / name) for name in ("log.json", "gold.json", "mapping.json"))
    refused = CliRunner().invoke(main, ["eval", gold, log])
    assert refused.exit_code == 1
    assert "a field mapping may read it" in refused.output
    assert "`toolscore mapping FILE`" in refused.output
    assert "LangGraph" not in refused.output
    proposed = CliRunner().invoke(main, ["mapping", log])
    assert proposed.exit_code == 0
    assert "Reads 1 trace, 2 calls, 0 with a result" in proposed.stderr
    Path(mapping).write_text(proposed.stdout, encoding="utf-8")
    done = CliRunner().invoke(main, ["eval", gold, log, "--mapping", mapping])
    assert done.exit_code == 0, done.output
    assert "both expected calls were made" in done.output


def test_bad_mapping_is_refused_with_its_place(folder: Path) -> None:
    """The error names the file and the field."""
    (folder / "mapping.json").write_text('{"records": "$[*]", "tool": 3}', encoding="utf-8")
    done = CliRunner().invoke(
        main, ["eval", str(folder / "gold.json"), str(folder / "log.json"), "--mapping", str(folder / "mapping.json")]
    )
    assert done.exit_code == 1
    assert "mapping.json · $.tool" in done.output


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        ('{"a": 1}', [], "nothing in it looks like tool calls"),
        (json.dumps(RECORDS), ["-n", "9"], "only 1 proposal"),
        ("no json", [], "cannot read"),
    ],
)
def test_says_why_there_is_no_proposal(tmp_path: Path, text: str, options: list[str], expected: str) -> None:
    """One line, exit code 1."""
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["mapping", str(tmp_path / "x.json"), *options])
    assert done.exit_code == 1
    assert expected in done.output


def test_a_credential_in_a_key_is_not_printed(tmp_path: Path) -> None:
    """Keys of the file become paths, unless they are credentials."""
    token = openai()
    (tmp_path / "x.json").write_text(json.dumps([{"skill": "a", token: {"q": 1}}, {"skill": "b"}]), encoding="utf-8")
    done = CliRunner().invoke(main, ["mapping", str(tmp_path / "x.json")])
    assert done.exit_code == 0
    assert token not in done.output


@pytest.mark.parametrize("records", ["$.nothing[*]", "$[*].payload"], ids=["no record", "no tool name"])
def test_a_mapping_that_finds_no_call_fails(folder: Path, records: str) -> None:
    """A gate does not hold because nothing was read."""
    (folder / "mapping.json").write_text(json.dumps({"records": records, "tool": "skill"}), encoding="utf-8")
    done = CliRunner().invoke(
        main, ["eval", str(folder / "gold.json"), str(folder / "log.json"), "--mapping", str(folder / "mapping.json")]
    )
    assert done.exit_code == 1
    assert "the field mapping finds no call in" in done.output.strip().splitlines()[-1]

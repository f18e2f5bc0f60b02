"""Reports of the commands are written whatever becomes of the output."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize(
    "arguments",
    [
        ["eval", "support-agent.gold.jsonl", "atlas-mini.jsonl"],
        ["compare", "--gold", "support-agent.gold.jsonl", "--run", "a=atlas-mini.jsonl", "--run", "b=atlas-mini.jsonl"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_nobody_reads_the_output(sample_data: Path, tmp_path: Path, arguments: list[str]) -> None:
    """A reader that has gone (`| head`) costs the output and no report."""
    reading, writing = os.pipe()
    os.close(reading)
    report = tmp_path / "report.md"
    command = [sys.executable, "-m", "toolscore_core.cli", *arguments, "--markdown", str(report)]
    done = subprocess.run(command, cwd=sample_data / "support-agent", stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert "Traceback" not in done.stderr
    assert report.read_text(encoding="utf-8").startswith("#")

"""A dropped report of ours is known as one, in whatever way it comes, and is never taken for a trace or gold."""

import gzip
import json
from typing import Any

import pytest

from tests.core.reading.archive_help import zipped
from tests.core.report.test_stored import EVERY, VERSION_1
from tests.evaluations import refund
from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import FormatError
from toolscore_core.intake import take_in, take_in_all
from toolscore_core.report.export import to_json
from toolscore_core.report.stored import report_of


@pytest.mark.parametrize("make", EVERY.values(), ids=list(EVERY))
@pytest.mark.parametrize("name", ["report.json", "run.trace.json", "support.gold.json"])
def test_a_report(name: str, make: Any) -> None:
    """Whatever it is called and however many cases it holds."""
    evaluations = make()
    intake = take_in(name, to_json(evaluations).encode())
    assert (intake.roles, intake.role, intake.error) == (("report",), "report", None)
    assert intake.report is not None
    assert (intake.gold, intake.traces, intake.rules) == (None, None, None)
    assert len(report_of(intake.report, Masker()).evaluations) == len(evaluations)


def test_an_earlier_version_packed() -> None:
    """Version 1 is known too, and so is a compressed report."""
    intake = take_in("report.json.gz", gzip.compress(json.dumps(VERSION_1).encode()))
    assert intake.role == "report"
    assert intake.report is not None


def test_a_version_that_nobody_knows() -> None:
    """It is known as a report and refused with the place, so that nobody takes it for something else."""
    intake = take_in("r.json", json.dumps({**VERSION_1, "schema": "toolscore-report/99"}).encode())
    assert (intake.role, intake.report) == ("report", None)
    assert isinstance(intake.error, FormatError)
    assert str(intake.error).startswith("r.json · $.schema: ")


def test_something_else_as_a_report() -> None:
    """A file without our schema cannot be taken for one."""
    intake = take_in("r.json", b'[{"tool": "a"}]', role="report")
    assert isinstance(intake.error, FormatError)
    assert intake.report is None


def test_a_report_in_an_archive() -> None:
    """It stands beside the traces of the archive and is not read together with them."""
    data = zipped({"run/a.json": b'[{"tool": "a", "result": 1}]', "old/report.json": to_json([refund()]).encode()})
    assert {intake.name: intake.role for intake in take_in_all("x.zip", data)} == {
        "x.zip/run/a.json": "trace",
        "x.zip/old/report.json": "report",
    }

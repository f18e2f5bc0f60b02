"""Dropped archives and folders: every file in them is taken in as what it is."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.core.reading.archive_help import foldered, zipped, zipped_by_hand
from toolscore_core.errors import DecodeError, UnknownFormatError
from toolscore_core.gold import read_gold
from toolscore_core.intake import take_in, take_in_all

CALLS = [{"tool": "a", "args": {"x": 1}, "result": 1}]
GOLD = {"cases": [{"id": "c", "calls": [{"tool": "a"}]}]}
RULES = [{"tool": "b", "args": {}, "reason": "no"}]


def packed(**files: Any) -> bytes:
    return zipped({name.replace("__", "/") + ".json": json.dumps(value).encode() for name, value in files.items()})


def test_every_file_in_its_role(tmp_path: Path) -> None:
    """Gold, traces and rules in one archive or folder; each is named after the archive."""
    files = {"run/a.json": CALLS, "gold.json": GOLD, "rules.json": RULES, "odd.json": {"x": 1}}
    written = {name: json.dumps(value).encode() for name, value in files.items()}
    for source in (zipped(written), foldered(tmp_path / "x", written)):
        found = {intake.name: intake for intake in take_in_all("x", source)}
        assert {name: intake.role for name, intake in found.items()} == {
            "x/run/a.json": "trace",
            "x/gold.json": "gold",
            "x/rules.json": "rules",
            "x/odd.json": None,
        }
        traces, gold = found["x/run/a.json"].traces, found["x/gold.json"].gold
        assert traces is not None
        assert traces.calls == 1
        assert gold is not None
        assert [case.id for case in gold.cases] == ["c"]
        assert found["x/rules.json"].rules == RULES
        assert isinstance(found["x/odd.json"].error, UnknownFormatError)


def test_a_plain_file() -> None:
    """It is the one thing that it is."""
    (intake,) = take_in_all("x.json", json.dumps(CALLS).encode())
    assert (intake.name, intake.role, intake.left_out) == ("x.json", "trace", [])


def test_what_was_left_out_and_what_cannot_be_read() -> None:
    """Files that are left out stand with the first one; files and archives that cannot be read have their error."""
    data = zipped({"a.json": json.dumps(CALLS).encode(), "b.json": b"oops", ".c.json": b"{}", "d.md": b"hello"})
    first, second = take_in_all("x.zip", data)
    assert [(left.reason, left.count) for left in first.left_out] == [("hidden file", 1), ("file without JSON", 1)]
    assert (second.name, second.roles, type(second.error)) == ("x.zip/b.json", (), DecodeError)
    for data, error in (
        (zipped({}), UnknownFormatError),
        (b"PK\x03\x04x", DecodeError),
        (zipped_by_hand("a.json", b"[]", 0, flags=1), DecodeError),
    ):
        (intake,) = take_in_all("x.zip", data)
        assert isinstance(intake.error, error)
        assert isinstance(
            take_in("x.zip", data).error,
            UnknownFormatError if data[:4] != b"PK\x03\x04" else (error, UnknownFormatError),
        )


@pytest.mark.parametrize("role", [None, "trace"])
def test_an_archive_as_one_file_of_traces(role: Any) -> None:
    """Taken as a whole, an archive of traces is one trace file."""
    intake = take_in("x.zip", packed(a=CALLS, b=CALLS), role=role)
    assert (intake.roles, intake.role) == (("trace",), "trace")
    assert intake.traces is not None
    assert intake.traces.calls == 2


def test_an_archive_as_one_file_of_gold() -> None:
    """Asked for as gold, or holding nothing else that can be read, it is one gold file."""
    data = packed(a=GOLD, b={"x": 1})
    intake = take_in("x.zip", data, role="gold")
    assert intake.gold is not None
    assert [case.id for case in intake.gold.cases] == ["c"]
    assert take_in("x.zip", packed(a=CALLS), role="rules").rules is None


def test_gold_in_an_archive() -> None:
    """All gold files of an archive are one gold file; others are left out and said."""
    gold = read_gold(packed(g__one=GOLD, g__two=[{"id": "d", "calls": []}], odd={"x": 1}), name="x.zip")
    assert [case.id for case in gold.cases] == ["c", "d"]
    assert [(left.reason, left.first.source) for left in gold.skipped] == [("file without gold", "x.zip/odd.json")]
    with pytest.raises(UnknownFormatError, match="no gold in any file"):
        read_gold(packed(odd={"x": 1}))

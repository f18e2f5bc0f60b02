"""Which files of an archive are read together."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tests.core.loading.format_help import made
from tests.core.reading.archive_help import zipped
from toolscore_core.catalogue import Format
from toolscore_core.loading.parts import parts_of
from toolscore_core.reading import LIMITS, Documents, containers_of

LOG = made("log", "session", joins=True)
OTHER_LOG = made("other", "run", joins=True)
SURE = made("sure", "call")
UNSURE = made("unsure", "n", strength=2)


def parts(files: dict[str, Any], formats: Sequence[Format], **options: Any) -> list[tuple[str, list[str], str]]:
    """Name, places of the documents, and format of each part."""
    found = containers_of(
        zipped({name: json.dumps(value).encode() for name, value in files.items()}), name="x", limits=LIMITS
    )
    assert found is not None
    return [
        (
            part.documents.source,
            [part.documents.place(item).source for item in part.documents.items],
            part.claims[0][0].key if part.claims else "",
        )
        for part in parts_of(found[0], formats, **options)
    ]


def test_files_of_their_own() -> None:
    """Files of formats that do not join stand alone, also when the format is the same; so do those nobody claims."""
    files = {"a.json": {"call": 1}, "b/b.json": {"call": 2}, "c.json": {"what": 3}}
    assert parts(files, [SURE]) == [
        ("x/a.json", ["x/a.json"], "sure"),
        ("x/b/b.json", ["x/b/b.json"], "sure"),
        ("x/c.json", ["x/c.json"], ""),
    ]


def test_a_log_of_several_files() -> None:
    """Files of a format that joins come together under the name of their folder, each place with its own file."""
    files = {"p/s/1.json": {"session": 1}, "p/s/sub/2.json": {"session": 1}, "p/call.json": {"call": 1}}
    assert parts(files, [SURE, LOG]) == [
        ("x/p/s", ["x/p/s/1.json", "x/p/s/sub/2.json"], "log"),
        ("x/p/call.json", ["x/p/call.json"], "sure"),
    ]


def test_logs_in_folders_of_their_own() -> None:
    """They stay apart, with what describes them, unless a file above them belongs to the log."""
    files = {f"{run}/events/{n}.json": {"session": n} for run in "ab" for n in (1, 2)}
    files |= {"a/events/meta.json": {"m": 1}, "meta.json": {"m": 1}}
    assert parts(files, [LOG]) == [
        ("x/a/events", ["x/a/events/1.json", "x/a/events/2.json", "x/a/events/meta.json"], "log"),
        ("x/b/events", ["x/b/events/1.json", "x/b/events/2.json"], "log"),
        ("x/meta.json", ["x/meta.json"], ""),
    ]
    assert [part[0] for part in parts({**files, "0.json": {"session": 0}}, [LOG])] == ["x"]


def test_files_that_describe_a_log() -> None:
    """Those that nobody claims go with the log beside or above them, and with nothing else."""
    files = {"s/1.json": {"session": 1}, "s/meta.json": {"m": 1}, "s/sub/meta.json": {"m": 2}, "other.json": {"m": 3}}
    assert parts(files, [LOG, SURE]) == [
        ("x/s", ["x/s/1.json", "x/s/meta.json", "x/s/sub/meta.json"], "log"),
        ("x/other.json", ["x/other.json"], ""),
    ]
    found = parts(files, [LOG, SURE], apart=lambda documents: "sub" in documents.source)
    assert ("x/s/sub/meta.json", ["x/s/sub/meta.json"], "") in found


def test_files_in_which_a_log_sees_records() -> None:
    """A file that another format claims, without being sure, belongs to a log that counts its records."""

    def claim(documents: Documents) -> Any:
        inside = [value for value in documents.values if "n" in value] if LOG.claim(documents) else []
        found = LOG.claim(documents)
        return found and type(found)(3, found.records + len(inside), "")

    log = Format("log", "Log", "", "", "", (), claim, LOG.read, joins=True)
    files = {"head.json": {"session": 1}, "1.json": {"n": 1}, "2.json": {"call": 2, "n": 3}}
    assert parts(files, [log, SURE, UNSURE]) == [
        ("x", ["x/head.json", "x/1.json"], "log"),
        ("x/2.json", ["x/2.json"], "sure"),
    ]
    assert [part[2] for part in parts(files, [LOG, SURE, UNSURE])] == ["log", "unsure", "sure"]


def test_files_that_are_a_log_only_together() -> None:
    """Where no file shows the log by itself, all of them are it."""

    def claim(documents: Documents) -> Any:
        return made("log", "n").claim(documents) if len(documents.items) > 1 else None

    log = Format("log", "Log", "", "", "", (), claim, LOG.read, joins=True)
    assert parts({"1.json": {"n": 1}, "2.json": {"n": 2}}, [log, UNSURE]) == [("x", ["x/1.json", "x/2.json"], "log")]


@pytest.mark.parametrize("formats", [(LOG, OTHER_LOG), (OTHER_LOG, LOG)])
def test_two_logs(formats: Sequence[Format]) -> None:
    """Each takes its own files."""
    files = {"a1.json": {"session": 1}, "b1.json": {"run": 1}, "a2.json": {"session": 1}, "b2.json": {"run": 2}}
    assert sorted(parts(files, formats)) == [
        ("x", ["x/a1.json", "x/a2.json"], "log"),
        ("x", ["x/b1.json", "x/b2.json"], "other"),
    ]


def test_files_that_name_what_they_belong_with() -> None:
    """They come together from whatever folders, and those of another name stay apart."""
    named = replace(LOG, joins_by=lambda value: value["session"])
    files = {"a/1.json": {"session": 1}, "b/2.json": {"session": 1}, "b/3.json": {"session": 2}}
    assert [places for _, places, _ in parts(files, [named])] == [["x/a/1.json", "x/b/2.json"], ["x/b/3.json"]]

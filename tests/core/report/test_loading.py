"""The words of load reports and previews."""

import json

import pytest

from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import InputError, Location, Problem
from toolscore_core.formats import read_traces
from toolscore_core.mapping import FieldMapping
from toolscore_core.masked.loading import mask_report
from toolscore_core.masked.mapping_preview import preview_mapping
from toolscore_core.reading import ReadReport, read_documents
from toolscore_core.report.loading import (
    facts,
    located,
    moment_text,
    place_text,
    preview_facts,
    preview_lines,
    sentence,
    unknown_text,
)


@pytest.mark.parametrize(
    ("location", "text"),
    [
        (None, ""),
        (Location("t"), ""),
        (Location("t", line=1200, path="$.a"), "line 1,200 · $.a"),
        (Location("t", index=0), "record 1"),
        (Location("t", path="$"), ""),
    ],
)
def test_a_place(location: Location | None, text: str) -> None:
    """Line or record, then the path; the file only when it is asked for."""
    assert place_text(location) == text
    assert located("cut off", location) == (f"{text}: cut off" if text else "cut off")


def test_a_place_can_name_its_file() -> None:
    """Where several files were read together each place says in which."""
    assert place_text(Location("logs.zip/a/b.jsonl", line=3), file=True) == "b.jsonl · line 3"


def test_facts_of_a_trace_file() -> None:
    """Each count in words, and "nothing" where there is none."""
    calls = [{"tool": "a", "args": {}, "result": 1}, {"tool": "b", "args": {}}]
    report = mask_report(read_traces(json.dumps(calls).encode(), name="t.json"), None, [], Masker())
    assert facts(report) == ["1 trace", "2 calls", "1 result joined", "nothing skipped", "no problem"]


def test_an_unknown_file_says_what_was_seen_only() -> None:
    """The list of all known formats is left to the API and the command line."""
    with pytest.raises(InputError) as error:
        read_traces(b'{"weather": 1}', name="t.json")
    report = mask_report(None, None, [Problem(error.value.message, Location())], Masker())
    assert unknown_text(report).endswith("Seen: an object with the keys weather.")


@pytest.mark.parametrize(("seconds", "text"), [(None, ""), (0.0, "1970-01-01 00:00:00"), (1e30, "")])
def test_a_moment(seconds: float | None, text: str) -> None:
    """In UTC; nothing for what no calendar knows."""
    assert moment_text(seconds) == text


def test_a_message_as_a_sentence() -> None:
    """Capital letter, one full stop, nothing for nothing."""
    assert [sentence(text) for text in ("no path.", "no path", "")] == ["No path.", "No path.", ""]


def test_a_preview_in_words() -> None:
    """Counts, what is left out with its first place, and a line a call."""
    steps = [
        {
            "name": "a",
            "input": {"q": "x"},
            "out": [1],
            "bad": "no such city",
            "took": 0.5,
            "at": "2026-01-02T03:04:05Z",
        },
        {"say": "hello"},
    ]
    mapping = FieldMapping("$[*]", "name", args="input", result="out", error="bad", duration="took", started="at")
    documents = read_documents(json.dumps(steps).encode(), name="x.json", report=ReadReport())
    preview = preview_mapping(documents, mapping, Masker())
    assert preview_facts(preview) == (
        "2 records · 1 call in 1 trace · 1 with a result · 1 skipped: record without a tool name (first: $[1])"
    )
    (line,) = preview_lines(preview)
    assert (line.trace, line.tool, line.arguments, line.result) == ("1", "a", 'q: "x"', "[1]")
    assert (line.error, line.started, line.duration) == ("no such city", "2026-01-02 03:04:05", "0.50 s")

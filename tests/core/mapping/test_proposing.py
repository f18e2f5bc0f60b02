"""What is proposed for files of no known format."""

import json
from typing import Any

import pytest
from hypothesis import given

from tests.fake_credentials import openai
from tests.strategies import JSON
from toolscore_core.mapping import (
    FieldMapping,
    field_paths,
    mapping_to_json,
    propose_mappings,
    read_mapped,
    record_paths,
)
from toolscore_core.reading import Documents, ReadReport, read_documents


def documents(value: Any, *, lines: bool = False) -> Documents:
    """The documents of a value, or of JSONL of its items."""
    text = "\n".join(map(json.dumps, value)) if lines else json.dumps(value)
    return read_documents(text.encode(), name="log.json", report=ReadReport())


def test_steps_of_runs() -> None:
    """Names, arguments, results, times and what holds the records are found."""
    step = {
        "action": {"name": "search", "input": {"q": "x"}},
        "observation": "o",
        "ts": "2026-01-01T00:00:00Z",
        "took_ms": 1,
    }
    best = propose_mappings(documents({"runs": [{"id": "r", "model": "m", "steps": [step, step]}]}))[0]
    assert best == FieldMapping(
        "$.runs[*].steps[*]",
        "action.name",
        args="action.input",
        result="observation",
        started="ts",
        duration="took_ms",
        duration_unit="ms",
        model="$.runs[*].model",
        trace="$.runs[*].id",
    )


def test_start_and_end_events() -> None:
    """Two words of one field tell calls from results."""
    lines = [
        {"event": "tool_start", "id": 1, "skill": "search", "payload": '{"q": 1}', "time": 1700000000},
        {"event": "thought", "text": "hm"},
        {"event": "tool_end", "id": 1, "skill": "search", "output": [1], "time": 1700000003},
    ]
    best = propose_mappings(documents(lines, lines=True))[0]
    assert (best.where, best.result_where) == ({"event": "tool_start"}, {"event": "tool_end"})
    (trace,) = read_mapped(documents(lines, lines=True), best, ReadReport())
    assert [(call.tool, call.args, call.result, call.duration) for call in trace.calls] == [
        ("search", {"q": 1}, [1], 3.0)
    ]


def test_flat_commands() -> None:
    """Without an object of arguments the other keys are the arguments."""
    best = propose_mappings(documents([{"session": "a", "command": "open", "url": "z"}], lines=True))[0]
    assert (best.tool, best.args, best.trace) == ("command", "*", "session")


def test_events_with_a_payload_keep_their_results() -> None:
    """What joins results comes before the payload alone, in which most fields stand."""
    lines = [
        {"time": 1700000001, "kind": "open", "session": "s"},
        {
            "time": 1700000002,
            "kind": "tool_start",
            "session": "s",
            "id": "c",
            "payload": {"toolName": "a", "params": {}},
        },
        {
            "time": 1700000004.5,
            "kind": "tool_end",
            "session": "s",
            "id": "c",
            "payload": {"output": 1, "failed": False},
        },
    ]
    found = documents(lines, lines=True)
    best = propose_mappings(found)[0]
    assert (best.records, best.result_where) == ("$", {"kind": "tool_end"})
    (trace,) = read_mapped(found, best, ReadReport())
    assert [(call.tool, call.result, call.duration) for call in trace.calls] == [("a", 1, 2.5)]


def test_a_rare_date_is_an_argument() -> None:
    """A time that few records have says nothing of when they began."""
    records = [{"cmd": "fly", "date": "2026-01-02", "out": 1}, *[{"cmd": "walk", "to": "x", "out": 2}] * 2]
    best = propose_mappings(documents(records))[0]
    assert (best.tool, best.args, best.result, best.started) == ("cmd", "*", "out", None)


@pytest.mark.parametrize(
    "value",
    [
        [{"name": "Ann", "age": 3}, {"name": "Bob", "age": 4}],
        {"a": 1},
        [],
        "text",
        [1, 2],
        [{"tool": "This is a long sentence, which is no name of anything at all."}],
        [{"tool": 3}],
    ],
    ids=["people", "no text", "empty", "text", "numbers", "sentences", "number"],
)
def test_proposes_nothing_where_nothing_looks_like_a_tool(value: Any) -> None:
    """No proposal is better than a wrong one."""
    assert propose_mappings(documents(value)) == []


def test_places_and_fields_for_the_select_boxes() -> None:
    """Every list of objects is a place; fields come with what they hold."""
    found = documents({"id": "x", "items": [{"a": "t", "b": {"c": 1}}, {"a": None}]})
    assert [(place.path, place.count) for place in record_paths(found)] == [
        ("$.items[*]", 2),
        ("$", 1),
        ("$.items[*].b", 1),
    ]
    assert [(known.path, known.kind, known.count) for known in field_paths(found, "$.items[*]")] == [
        ("a", "text", 2),
        ("b", "object", 1),
        ("b.c", "number", 1),
        ("$.id", "text", 2),
    ]


def test_shows_no_credential_of_the_file() -> None:
    """A key that is a credential, or holds one, is no path that people are shown."""
    token = openai()
    found = documents([{"tool": "a", token: {"x": 1}, "kind": f"start {token}"}, {"tool": "b", "kind": "end"}])
    shown = [*map(repr, record_paths(found)), *map(mapping_to_json, propose_mappings(found))]
    assert shown
    assert not any(token in text for text in shown)
    assert not any(token in known.path for known in field_paths(found, "$[*]"))


@given(JSON)
def test_anything_gets_proposals_that_can_be_read(value: Any) -> None:
    """What is proposed reads the file it was proposed for."""
    found = documents(value)
    for mapping in propose_mappings(found):
        list(read_mapped(found, mapping, ReadReport()))

"""Field mappings as people write them: what is accepted, what is refused and where, and the way back to JSON."""

import json
from typing import Any

import pytest

from toolscore_core.errors import MappingError
from toolscore_core.mapping import FieldMapping, is_mapping, mapping_from_json, mapping_to_json
from toolscore_core.reading import ReadReport, read_documents

FULL = {
    "toolscore_mapping": 1,
    "records": "$.runs[*].steps[*]",
    "tool": "action.name",
    "args": "action.input",
    "result": "observation",
    "duration": "took",
    "duration_unit": "ms",
    "trace": "$.runs[*].id",
    "where": {"event": "start"},
}


def test_round_trip() -> None:
    """What is written reads back as the same mapping."""
    mapping = mapping_from_json(FULL)
    assert json.loads(mapping_to_json(mapping)) == FULL
    assert mapping_from_json(mapping_to_json(mapping)) == mapping


def test_leaves_out_what_is_not_said() -> None:
    """A small mapping stays small."""
    assert json.loads(mapping_to_json(FieldMapping("$[*]", "tool"))) == {
        "toolscore_mapping": 1,
        "records": "$[*]",
        "tool": "tool",
    }


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"records": "runs"}, "$.records"),
        ({"records": 3}, "$.records"),
        ({"records": "$[["}, "$.records"),
        ({"tool": ""}, "$.tool"),
        ({"tool": ["a"]}, "$.tool"),
        ({"args": "a[*].b"}, "$.args"),
        ({"trace": "$.others[*].id"}, "$.trace"),
        ({"result": "a[["}, "$.result"),
        ({"duration_unit": "h"}, "$.duration_unit"),
        ({"where": "event"}, "$.where"),
        ({"where": {"event": 1}}, "$.where"),
        ({"where": {"a[*]": "x"}}, "$.where"),
        ({"toolscore_mapping": 2}, "$.toolscore_mapping"),
        ({"tool": None}, ""),
        ({"colour": "red"}, ""),
        ({"tool": "[" + "9" * 5000 + "]"}, "$.tool"),
    ],
)
def test_refuses(change: dict[str, Any], path: str) -> None:
    """What cannot be used is refused with its place, and the message quotes no value."""
    with pytest.raises(MappingError) as caught:
        mapping_from_json({**FULL, **change}, "m.json")
    assert caught.value.location is not None
    assert (caught.value.location.source, caught.value.location.path) == ("m.json", path)
    assert "red" not in str(caught.value)


@pytest.mark.parametrize("data", ["[1]", "nonsense", b"\xff\xfe", "3", "null"])
def test_refuses_what_is_no_object(data: str | bytes) -> None:
    """Any text gives a mapping or an error of its own kind."""
    with pytest.raises(MappingError):
        mapping_from_json(data)


def test_is_known_by_its_mark() -> None:
    """Only the mark makes a file a mapping: a trace may well have a key `records`."""
    report = ReadReport()
    assert is_mapping(read_documents(json.dumps(FULL).encode(), report=report))
    assert not is_mapping(read_documents(b'{"records": "$", "tool": "x"}', report=report))
    assert not is_mapping(read_documents(b"[1]", report=report))

"""JSON that stops too early: what is kept of it, also of long texts."""

import json

import pytest

from toolscore_core.reading import ReadReport, read_documents
from toolscore_core.reading.repair import closed


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('[{"a": 1}, {"b": 2', '[{"a": 1}]'),
        ('{"calls": [{"a": 1}, {"b"', '{"calls": [{"a": 1}]}'),
        ('{"a": [{"b": [{}, {', '{"a": [{"b": [{}]}]}'),
        (r'[{"a": "}]"}, {"b": "\"}', r'[{"a": "}]"}]'),
        ('[{"a": 1}, {"b": "cut off }]}', '[{"a": 1}]'),
        ('[{"a": 1}, {"b": "cut off ' + "\\", '[{"a": 1}]'),
        (r'[{"a": 1}, {"b": "\"[{\"c\": 2}', '[{"a": 1}]'),
        ('[{"a"', None),
        ('"cut off', None),
        ("}", None),
    ],
)
def test_complete_records_are_kept(text: str, kept: str | None) -> None:
    """The last complete record of the outermost list ends the text; brackets inside texts are none, also in one cut off."""
    assert closed(text) == kept
    assert kept is None or json.loads(kept) is not None


@pytest.mark.parametrize("size", [20_000, 400_000])
def test_a_long_text_that_is_cut_off(size: int) -> None:
    """JSON inside a text of a damaged file, with a quote every few characters, is passed over."""
    inner = json.dumps(json.dumps([{"k": "v", "n": 1}] * (size // 20)))
    data = f'[{{"tool": "a"}}, {{"tool": "b", "result": {inner[:-1]}\x01"}}]'.encode()
    assert read_documents(data, report=ReadReport()).values == [[{"tool": "a"}]]


def test_a_damaged_document_of_many_lines() -> None:
    """Lines of an indented document are told from lines of JSON."""
    document = json.dumps([{"tool": "a", "args": {"x": ["é"] * 5}}] * 10_000, indent=1)
    data = document.replace('"tool"', '"tool', 9_001).replace('"tool', '"tool"', 9_000).encode()
    (found,) = read_documents(data, report=ReadReport()).values
    assert len(found) == 9_000

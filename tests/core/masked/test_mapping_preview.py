"""What a mapping would read of a file."""

import json

from tests.fake_credentials import github
from toolscore_core.credentials.masking import Masker
from toolscore_core.mapping import FieldMapping
from toolscore_core.masked.mapping_preview import preview_mapping
from toolscore_core.reading import Documents, ReadReport, read_documents

MAPPING = FieldMapping("$.steps[*]", "act.name", args="act.input", result="seen")


def documents(*steps: object) -> Documents:
    """A file of those steps."""
    return read_documents(json.dumps({"steps": steps}).encode(), name="x.json", report=ReadReport())


def step(tool: str, **fields: object) -> dict[str, object]:
    """One call."""
    return {"act": {"name": tool, "input": {"n": 1}}, **fields}


def test_everything_is_counted_and_the_first_calls_are_shown() -> None:
    """Records, calls and results are those of the whole file, however few calls are shown."""
    preview = preview_mapping(documents(step("a", seen=1), step("b"), {"note": 1}), MAPPING, Masker(), most=1)
    assert (preview.records, preview.traces, preview.calls, preview.results) == (3, 1, 2, 1)
    assert [found.call.tool for found in preview.first] == ["a"]
    assert [left.count for left in preview.skipped] == [1]


def test_no_credential_is_previewed() -> None:
    """Arguments and results are masked."""
    preview = preview_mapping(documents(step("a", seen=f"token {github()}")), MAPPING, Masker())
    assert github() not in repr(preview)


def test_a_mapping_that_leads_nowhere_reads_nothing() -> None:
    """No records, no calls, no error."""
    preview = preview_mapping(documents(step("a")), FieldMapping("$.other[*]", "name"), Masker())
    assert (preview.records, preview.calls, preview.first) == (0, 0, ())

"""Putting a mapping together: drafts and what they would read."""

import json
from typing import Any

import pytest

from pages._ui.jobs import Job
from pages._ui.limits import StoreLimits
from pages._ui.store import HeldWorkspace
from pages._ui.studying import Sketch, draft_of, mapping_of, sketch
from tests.fake_credentials import github
from toolscore_core.errors import MappingError
from toolscore_core.mapping import FieldMapping, mapping_from_json

ODD = {
    "steps": [{"act": {"name": "a", "input": {"x": 1}}, "result": 1}, {"act": {"name": "b", "input": {}}, "result": 2}]
}


def workspace(content: Any) -> HeldWorkspace:
    """A workspace with one file."""
    held = HeldWorkspace("token", StoreLimits())
    held.add([("x.json", content if isinstance(content, bytes) else json.dumps(content).encode())])
    return held


def sketched(held: HeldWorkspace) -> Sketch:
    """What the draft reads, however long it takes."""
    found = sketch(held, held.inputs.files[0])
    if isinstance(found, Job):
        assert found.wait(None)
        found = sketch(held, held.inputs.files[0])
    assert isinstance(found, Sketch)
    return found


def test_the_best_proposal_is_the_first_draft() -> None:
    """Its records and fields can be chosen from, and its calls are read."""
    found = sketched(workspace(ODD))
    assert found.draft["tool"] == "act.name"
    assert found.draft["records"] == "$.steps[*]"
    assert "$.steps[*]" in [choice.path for choice in found.records]
    assert {"act.name", "act.input", "result"} <= {choice.path for choice in found.fields}
    assert found.preview is not None
    assert found.preview.calls == 2
    assert mapping_from_json(found.written) == found.mapping


def test_a_correction_is_read_at_once() -> None:
    """A draft that misses the tool name says so, and one that is right is a mapping."""
    held = workspace(ODD)
    held.drafts["f1"] = {"records": "$.steps[*]"}
    found = sketched(held)
    assert (found.mapping, found.preview, found.written) == (None, None, "")
    assert "tool name" in found.error
    held.drafts["f1"] = {"records": "$.steps[*]", "tool": "act.name"}
    again = sketched(held).preview
    assert again is not None
    assert [dict(each.call.args or {}) for each in again.first] == [{}, {}]


def test_a_file_without_records_has_nothing_to_choose() -> None:
    """Numbers are no records; bytes that are no JSON say what is wrong."""
    assert sketched(workspace([1, 2])).records == ()
    assert sketched(workspace(b"\x00\x01")).error


@pytest.mark.parametrize(
    "mapping",
    [
        FieldMapping("$[*]", "name"),
        FieldMapping("$[*]", "name", args="*", duration="ms", duration_unit="ms", trace="$[*].run"),
        FieldMapping("$[*]", "name", where={"type": "call"}, result_where={"type": "result", "of": "tool"}),
    ],
)
def test_a_mapping_survives_as_a_draft(mapping: FieldMapping) -> None:
    """What a person sees in the boxes is the whole mapping."""
    assert mapping_of(draft_of(mapping)) == mapping


@pytest.mark.parametrize(
    "draft",
    [
        {},
        {"tool": "name"},
        {"records": "$[*]"},
        {"records": "steps", "tool": "name"},
        {"records": "$[*]", "tool": "a[*].b"},
        {"records": "$[*]", "tool": "name", "where": "type"},
        {"records": "$[*]", "tool": "name", "where": "= call"},
    ],
)
def test_what_is_no_mapping_is_refused(draft: dict[str, str]) -> None:
    """Whatever is typed, the answer is a mapping or an error in words."""
    with pytest.raises(MappingError):
        mapping_of(draft)


def test_no_credential_is_sketched() -> None:
    """A key or a typed path that is a credential is never shown, nor written into the mapping file."""
    token = github()
    held = workspace([{"name": "a", token: {"q": 1}}, {"name": "b", token: {"q": 2}}])
    held.drafts["f1"] = {"records": "$[*]", "tool": "name", "args": token}
    found = sketched(held)
    assert found.mapping is not None
    assert token not in repr(found)
    assert token not in found.written


def test_another_file_in_the_same_place_is_read_anew() -> None:
    """What was known of the file before is forgotten with it."""
    held = workspace(ODD)
    sketched(held)
    held.replace_file("f1", "y.json", json.dumps([{"tool_name": "z", "args": {}}]).encode())
    assert sketched(held).draft["tool"] == "tool_name"

"""Snapshots of tool-scorer -> cases.

    {"schema_version": 1, "name": "test_booking", "approved": true, "source": "pytest", "calls": [{"tool": ..., "args": {...}}]}

One file is one test. A snapshot that nobody approved yet is tagged "unapproved". Arguments are those that were recorded:
{} and null mean that the call had none.

Source: https://pypi.org/project/tool-scorer/ (schema version 1).
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError
from toolscore_core.messages.expected import (
    LOOKED_AT,
    case_name_of,
    expected_call,
    kind_of,
    read_cases,
    row_id,
    row_place,
)
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.untrusted import first_of
from toolscore_core.reading import Documents, ReadReport

_KEPT: Final = ("approved", "source", "created_at", "updated_at", "schema_version", "toolscore_version")


def claim(documents: Documents) -> Claim | None:
    """Objects with `schema_version`, `approved` and `calls`."""
    found = sum(_is_snapshot(record.value) for record in islice(records(documents), LOOKED_AT))
    return Claim(3, found, f"{found} snapshots") if found else None


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each snapshot; one that cannot be used is reported with its place."""
    return read_cases(records(documents), _case, report)


FORMAT: Final = GoldFormat(
    key="toolscore_snapshot",
    title="tool-scorer snapshots",
    signature="an object with `schema_version`, `approved` and `calls`",
    claim=claim,
    read=read,
)


def _is_snapshot(value: Any) -> bool:
    return isinstance(value, dict) and all(key in value for key in ("schema_version", "approved", "calls"))


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    value = record.value
    if not _is_snapshot(value):
        report.skip("entry that is no snapshot", record.place())
        return None
    entries = value["calls"]
    if not isinstance(entries, list):
        raise GoldError(f"`calls` takes a list, not {kind_of(entries)}", record.place(".calls"))
    return Case(
        row_id(value, ("name",), case_name_of(record.documents.source)),
        [_call(entry, record, index) for index, entry in enumerate(entries)],
        tags=() if value["approved"] is True else ("unapproved",),
        source=row_place(record),
        metadata={"snapshot": {key: value[key] for key in _KEPT if value.get(key) is not None}},
    )


def _call(entry: Any, record: Record, index: int) -> ToolCall:
    place = record.place(f".calls[{index}]")
    if not isinstance(entry, dict):
        raise GoldError(f"a call is an object, not {kind_of(entry)}", place)
    args = entry.get("args")
    return expected_call(first_of(entry, ("tool", "name")), {} if args is None else args, place)

"""Test data of API-Bank -> cases.

    {"id": 0, "file": ..., "instruction": ..., "input": "User: ...", "expected_output": "API-Request: [GetToken(user='a')]"}
    {"id": 0, "requirement": ..., "response": ..., "apis": [{"api_name": ..., "input": {...}, "output": ...}]}    level 3

A request is Python call source in brackets. A row whose expected output is an answer in words expects no call and is left
out. The dialogues of levels 1 and 2 (lines with the role API) record calls and are a trace.

Source: https://github.com/AlibabaResearch/DAMO-ConvAI/tree/main/api-bank (2023).
"""

from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError
from toolscore_core.messages.call_source import parse_calls
from toolscore_core.messages.expected import count_rows, expected_call, kind_of, read_cases, row_id, row_place, rows
from toolscore_core.messages.records import Record
from toolscore_core.messages.untrusted import first_of
from toolscore_core.reading import Documents, ReadReport

_OUTPUTS: Final = ("expected_output", "output")
_REQUEST: Final = "API-Request:"


def claim(documents: Documents) -> Claim | None:
    """Rows whose expected output is an API request; requirements with `apis`."""
    found = count_rows(rows(documents), lambda row: _request(row) is not None or _apis(row) is not None)
    return Claim(3, found, f"{found} rows with an API request") if found else None


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each row with a request; what cannot be used is reported with its place."""
    return read_cases(rows(documents), _case, report)


FORMAT: Final = GoldFormat(
    key="api_bank",
    title="API-Bank test data",
    signature="`expected_output` that begins with `API-Request:`, or a `requirement` with `apis`",
    claim=claim,
    read=read,
)


def _request(row: Any) -> str | None:
    """The call source of a row's request; None when it has none."""
    text = next((row[key] for key in _OUTPUTS if isinstance(row.get(key), str)), "") if isinstance(row, dict) else ""
    _, mark, source = text.partition(_REQUEST)
    return source.strip() if mark else None


def _apis(row: Any) -> list[Any] | None:
    """The calls of a requirement; None when the row is none."""
    if not isinstance(row, dict) or "requirement" not in row:
        return None
    apis = row.get("apis")
    return apis if isinstance(apis, list) else None


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    row, source, apis = record.value, _request(record.value), _apis(record.value)
    if source is not None:
        calls = _requested(source, record)
    elif apis is not None:
        calls = [_api(entry, record, index) for index, entry in enumerate(apis)]
    else:
        report.skip("row without an API request", record.place())
        return None
    file = row.get("file")
    id = row_id(row, ("id",), fallback)
    return Case(
        f"{file}#{id}" if isinstance(file, str) and file else id,
        calls,
        input=first_of(row, ("input", "requirement")),
        source=row_place(record),
        metadata={key: row[key] for key in ("file", "response") if row.get(key)},
    )


def _requested(source: str, record: Record) -> list[ToolCall]:
    place = record.place()
    parsed = parse_calls(source)
    if parsed is None:
        raise GoldError("the request is no call source", place)
    return [expected_call(name, args, place) for name, args in parsed]


def _api(entry: Any, record: Record, index: int) -> ToolCall:
    place = record.place(f".apis[{index}]")
    if not isinstance(entry, dict):
        raise GoldError(f"an API is an object, not {kind_of(entry)}", place)
    args = first_of(entry, ("input", "param_dict"))
    return expected_call(entry.get("api_name"), {} if args is None else args, place, result=entry.get("output"))

"""Samples of NESTFUL (nested sequences of API calls) -> cases.

    {"input": "...", "output": [{"name": "Hotels.Search", "arguments": {...}, "label": "var1"}, ...]}

One list, or JSON lines, in which `output` may be JSON text. A value such as `$var1.city$` stands for a part of the result
of an earlier call. It stays the text that it is, because outputs of models are recorded and scored in the same notation;
`metadata["references"]` of the call names the arguments that hold one, which is what to ignore for an agent that runs its
calls. A last entry `var_result` names what is answered and is no call. The label becomes the call's id.

Source: https://github.com/IBM/NESTFUL (versions 1 and 2).
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError
from toolscore_core.messages.arguments import decode_json_text
from toolscore_core.messages.expected import (
    count_rows,
    expected_call,
    extras,
    kind_of,
    read_cases,
    row_id,
    row_place,
    rows,
)
from toolscore_core.messages.records import Record
from toolscore_core.reading import Documents, ReadReport

_NOT_KEPT: Final = ("input", "output", "generated_text", "tools", "sample_id", "id")
_RESULT: Final = "var_result"
_REFERENCE: Final = re.compile(r"\$\w+(\.[^$]*)?\$")


def claim(documents: Documents) -> Claim | None:
    """Rows whose `output` lists calls with a `label`; less surely where a model's answer stands beside it."""
    samples = count_rows(rows(documents), _is_sample)
    if not samples:
        return None
    answered = count_rows(rows(documents), lambda row: isinstance(row, dict) and "generated_text" in row)
    return Claim(2 if answered else 3, samples, f"{samples} rows with labelled calls as `output`")


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each sample; a sample that cannot be used is reported with its place."""
    return read_cases(rows(documents), _case, report)


FORMAT: Final = GoldFormat(
    key="nestful",
    title="NESTFUL samples",
    signature="`output` with calls of `name`, `arguments` and `label`",
    claim=claim,
    read=read,
)


def _output(row: Any) -> Any:
    value = row.get("output") if isinstance(row, dict) else None
    return decode_json_text(value) if isinstance(value, str) else value


def _is_sample(row: Any) -> bool:
    output = _output(row)
    return isinstance(output, list) and any(
        isinstance(entry, dict) and "name" in entry and "arguments" in entry and "label" in entry for entry in output
    )


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    row = record.value
    output = _output(row)
    if not isinstance(output, list):
        report.skip("row without a list of calls as `output`", record.place())
        return None
    calls = [call for index, entry in enumerate(output) if (call := _call(entry, record, index, report))]
    id = row_id(row, ("sample_id", "id"), fallback)
    return Case(id, calls, input=row.get("input"), source=row_place(record), metadata=extras(row, _NOT_KEPT))


def _call(entry: Any, record: Record, index: int, report: ReadReport) -> ToolCall | None:
    place = record.place(f".output[{index}]")
    if not isinstance(entry, dict):
        raise GoldError(f"a call is an object, not {kind_of(entry)}", place)
    if entry.get("name") == _RESULT:
        report.skip("answer that is no call", place)
        return None
    args = entry.get("arguments")
    label = entry.get("label")
    call = expected_call(
        entry.get("name"), {} if args is None else args, place, call_id=label if isinstance(label, str) else None
    )
    references = [name for name, value in (call.args or {}).items() if _refers(value)]
    if references:
        call.metadata["references"] = references
    return call


def _refers(value: Any) -> bool:
    if isinstance(value, str):
        return _REFERENCE.search(value) is not None
    if isinstance(value, (list, dict)):
        return any(map(_refers, value.values() if isinstance(value, dict) else value))
    return False

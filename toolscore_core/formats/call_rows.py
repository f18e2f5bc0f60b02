"""Rows of a question and the calls that answer it (NESTFUL, xLAM and their likes) -> traces, one for each row.

`output` or `answers` is a list of `{name, arguments}`, also as JSON text. A model's own answer under `generated_text`
counts before the expected one. `var_result`, which names what is answered, is no call.
Specification: https://github.com/IBM/NESTFUL; https://huggingface.co/datasets/Salesforce/xlam-function-calling-60k.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.arguments import NOT_JSON, decode_json_text
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.envelope import name_trace
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.untrusted import text_or_none
from toolscore_core.reading import Documents, ReadReport

_KEY = "call_rows"
_GENERATED = "generated_text"
_ANSWERS = (_GENERATED, "output", "answers")
_ASKED = ("input", "query")
_PSEUDO = "var_result"
_LOOKED_AT = 200


def _is_call(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("name"), str)
        and isinstance(value.get("arguments"), (dict, str))
        and "type" not in value
    )


def _calls(value: Any) -> list[Any] | None:
    """The calls that a value is or writes as JSON; None when it is something else."""
    decoded = decode_json_text(value) if isinstance(value, str) and value.lstrip()[:1] in ("[", "{") else value
    if decoded is NOT_JSON or not isinstance(decoded, (list, dict)):
        return None
    listed = decoded if isinstance(decoded, list) else [decoded]
    return listed if all(map(_is_call, listed[:_LOOKED_AT])) else None


def _is_row(value: Any) -> bool:
    return isinstance(value, dict) and any(isinstance(value.get(key), str) for key in _ASKED)


def _claim(documents: Documents) -> Claim | None:
    count = 0
    for at, record in enumerate(records(documents)):
        if at >= _LOOKED_AT:
            break
        count += _is_row(record.value) and any(_calls(record.value.get(key)) for key in _ANSWERS)
    return Claim(2, count, f"{count} rows of a question with calls of `name` and `arguments`") if count else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    for item in records(documents):
        if _is_row(item.value) and any(key in item.value for key in _ANSWERS):
            yield _trace(item, report)
        else:
            report.skip("row without a question and an answer", item.place())


def _trace(item: Record, report: ReadReport) -> Trace:
    row = item.value
    builder = TraceBuilder(report, _KEY, item.place())
    builder.turn("user", next(row[key] for key in _ASKED if isinstance(row.get(key), str)))
    key = next(key for key in _ANSWERS if key in row)
    calls = _calls(row[key])
    builder.turn("assistant", row[key] if calls is None and isinstance(row[key], str) else "")
    for index, record in enumerate(calls or ()):
        place = partial(item.place, f".{key}[{index}]")
        if not isinstance(record, dict):
            report.skip("call that is no object", place())
        elif record.get("name") == _PSEUDO:
            report.skip("the answer under `var_result`, which is no call", place())
        else:
            label = record.get("label", record.get("id"))
            call_id = text_or_none(label)
            builder.call(record.get("name"), record.get("arguments"), place, call_id=call_id)
    name_trace(builder.trace, row)
    return builder.trace


FORMAT = Format(
    key=_KEY,
    title="Rows of question and calls",
    signature="`input` or `query` with `output` or `answers`, a list of `name` and `arguments`",
    specification="https://github.com/IBM/NESTFUL",
    version="",
    gives=("conversation",),
    claim=_claim,
    read=_read,
)
"""Rows of a question and the calls that answer it."""

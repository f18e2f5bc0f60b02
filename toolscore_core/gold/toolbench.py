"""Queries and answers of ToolBench -> cases.

    [{"query_id": 588, "query": ..., "api_list": [...], "relevant APIs": [["Tool", "Api"], ...]}, ...]       queries
    {"win": true, "tree": ..., "forward_args": ..., "answer_generation": {"query": ..., "train_messages": [...]}}  an answer

A query names the APIs that are needed: calls without arguments (not checked) in any order, named as the models see them,
`<api>_for_<tool>` in ToolBench's own spelling; `metadata` of the call has both names as written. An answer that won is the
reference of its query: its calls with their arguments, in order. `Finish` is a pseudo tool and no call.

Source: https://github.com/OpenBMB/ToolBench (data format of 2023).
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError
from toolscore_core.messages.chat import calls_in, name_and_arguments
from toolscore_core.messages.expected import (
    case_name_of,
    count_rows,
    expected_call,
    kind_of,
    read_cases,
    row_id,
    row_place,
    rows,
)
from toolscore_core.messages.records import Record
from toolscore_core.messages.shapes import is_toolbench
from toolscore_core.reading import Documents, ReadReport

_RELEVANT: Final = ("relevant APIs", "relevant_apis", "relevant_APIs")
_FINISH: Final = "Finish"
_LONGEST: Final = 64
"""Characters of a function name, counted from its end."""
_RESERVED: Final = frozenset({"from", "class", "return", "false", "true", "id", "and"})


def claim(documents: Documents) -> Claim | None:
    """Rows with `relevant APIs`; answers, which are traces too."""
    queries = count_rows(rows(documents), lambda row: _relevant(row) is not None)
    if queries:
        return Claim(3, queries, f"{queries} queries with `relevant APIs`")
    answers = count_rows(rows(documents, ()), is_toolbench)
    return Claim(2, answers, f"{answers} ToolBench answers") if answers else None


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each query or answer; what cannot be used is reported with its place."""
    found = list(rows(documents, ())) if any(map(is_toolbench, documents.values)) else rows(documents)
    return read_cases(found, _case, report)


FORMAT: Final = GoldFormat(
    key="toolbench",
    title="ToolBench queries and answers",
    signature="queries with `relevant APIs`, or an answer with `win`, `tree` and `answer_generation`",
    claim=claim,
    read=read,
)


def _relevant(row: Any) -> Any:
    """What a query names as its APIs; None when it names none."""
    if not isinstance(row, dict) or ("query" not in row and "query_id" not in row):
        return None
    return next((row[key] for key in _RELEVANT if row.get(key) is not None), None)


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    row = record.value
    if is_toolbench(row):
        return _answer(record, report)
    named = _relevant(row)
    if named is None:
        report.skip("row without `relevant APIs`", record.place())
        return None
    if not isinstance(named, list):
        raise GoldError(f"relevant APIs are a list, not {kind_of(named)}", record.place())
    calls = [_api(pair, record, index) for index, pair in enumerate(named)]
    return Case(
        row_id(row, ("query_id", "id"), fallback),
        calls,
        input=row.get("query"),
        order="any",
        source=row_place(record),
    )


def _api(pair: Any, record: Record, index: int) -> ToolCall:
    place = record.place(f"['relevant APIs'][{index}]")
    if not isinstance(pair, list) or len(pair) != 2 or not all(isinstance(name, str) for name in pair):
        raise GoldError("an API is a pair of tool and API name", place)
    tool, api = pair
    return expected_call(function_name(tool, api), None, place, metadata={"tool_name": tool, "api_name": api})


def function_name(tool: str, api: str) -> str:
    """The name under which ToolBench offers an API to a model.

    Example:
        >>> function_name("Transitaires", "/Transitaires")
        'transitaires_for_transitaires'
    """
    plain = _plain(api).lower()
    plain = f"is_{plain}" if plain in _RESERVED else plain
    return f"{plain}_for_{_plain(tool).lower()}"[-_LONGEST:]


def _plain(name: str) -> str:
    """A name in letters, digits and single underscores, that does not begin with a digit."""
    plain = re.sub(r"_+", "_", re.sub(r"[^a-zA-Z0-9_\u4e00-\u9fa5]", "_", name)).strip("_")
    return f"get_{plain}" if plain[:1].isdigit() else plain


def _answer(record: Record, report: ReadReport) -> Case | None:
    row = record.value
    if row.get("win") is not True:
        report.skip("answer that did not win", record.place())
        return None
    answer = row["answer_generation"]
    if not isinstance(answer, dict):
        raise GoldError(f"`answer_generation` is an object, not {kind_of(answer)}", record.place())
    snapshots = answer.get("train_messages")
    last = len(snapshots) - 1 if isinstance(snapshots, list) else -1
    messages = snapshots[last] if isinstance(snapshots, list) and snapshots else []
    calls = []
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        for called in calls_in(message) if isinstance(message, dict) else ():
            name, args = name_and_arguments(called)
            if name == _FINISH:
                report.skip("end of the answer, no call", record.place())
                continue
            place = record.place(f".answer_generation.train_messages[{last}][{index}]")
            calls.append(expected_call(name, {} if args is None else args, place, turn=index))
    id = row_id(answer, ("query_id",), case_name_of(record.documents.source))
    return Case(id, calls, input=answer.get("query"), source=row_place(record))

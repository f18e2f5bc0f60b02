"""Answers of the Berkeley Function-Calling Leaderboard -> cases.

    {"id": "simple_0", "ground_truth": [{"triangle.area": {"base": [10], "unit": ["cm", ""]}}]}
    {"id": "multi_turn_base_0", "ground_truth": [["cd(folder='x')", "ls()"], ["sort('a.txt')"]]}
    {"triangle.area": {"base": [10]}}                                           version 1: a line without an id

Mostly JSON lines in a file named `.json`; repackaged as one list, or with the question and its functions beside. In the
first form each argument has a list of allowed values: one stands for itself, several become `OneOf`, and `""` among them
makes the argument one that may be left out. Values that are objects hold such lists at their leaves, too. The leaderboard
compares texts without case and punctuation; here they are compared as texts.

In the second form every turn has a list of calls as Python source; `ToolCall.turn` is its index, and `metadata["source"]`
the text. The source does not name positional arguments. They get their names from the definitions of functions in the row;
the only argument of a call gets the name that the other calls of the function with one argument in the file all use; the
rest are called "0", "1", ....

Rules of the leaderboard that are kept: in the parallel categories ("parallel" in the id) calls match in any order; a model
may write `_` for the dots of a name, which becomes an alias of the case. Answers that are plain texts (memory, web
search) are no calls.

Source: https://github.com/ShishirPatil/gorilla/tree/main/berkeley-function-call-leaderboard (versions 1 to 4).
"""

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, Final, Literal

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError, Location
from toolscore_core.matchers import ANY, OneOf, OptionalArgument
from toolscore_core.messages.arguments import decode_json_text
from toolscore_core.messages.call_source import parse_calls
from toolscore_core.messages.expected import (
    asked,
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
from toolscore_core.messages.untrusted import first_of, objects_of
from toolscore_core.reading import Documents, ReadReport

_ANSWERS: Final = ("ground_truth", "possible_answer")
_NOT_KEPT: Final = frozenset({*_ANSWERS, "id", "question", "conversation", "function", "functions", "tools"})
_ORDINAL: Final = re.compile(r"[_-]\d[\d_-]*$")
_CALL: Final = re.compile(r"[\w.]+\(")


def claim(documents: Documents) -> Claim | None:
    """Rows with `ground_truth` calls; lines that are nothing but functions with lists of allowed values."""
    answers = count_rows(rows(documents), _has_calls)
    if answers:
        return Claim(3, answers, f"{answers} rows with calls as `ground_truth`")
    bare = count_rows(rows(documents), _is_bare)
    return Claim(1, bare, f"{bare} rows of functions with allowed values") if bare else None


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each answer; a row that cannot be used is reported with its place."""
    found = list(rows(documents))
    return read_cases(found, partial(_case, _Parameters(found)), report)


FORMAT: Final = GoldFormat(
    key="bfcl",
    title="BFCL possible answers",
    signature="`ground_truth` with `{function: {argument: [allowed values]}}` or call source such as `f(a=1)`",
    claim=claim,
    read=read,
)


def _truth(row: dict[str, Any]) -> Any:
    """The answer of a row; repackaged sets write it as a text, of JSON or of call source."""
    value = next((row[key] for key in _ANSWERS if key in row), None)
    if isinstance(value, str):
        decoded = decode_json_text(value)
        if isinstance(decoded, (list, dict)):
            return decoded
        return [value] if _is_source(value) else value
    return value


def _has_calls(row: Any) -> bool:
    if not isinstance(row, dict):
        return False
    truth = _truth(row)
    if isinstance(truth, dict):
        return _is_bare(truth)
    if not isinstance(truth, list):
        return False
    entries = [entry for part in truth for entry in (part if isinstance(part, list) else [part])]
    return any(_is_bare(entry) if isinstance(entry, dict) else _is_source(entry) for entry in entries)


def _is_bare(value: Any) -> bool:
    """Whether a value is `{function: {argument: [allowed values]}}`."""
    return (
        isinstance(value, dict)
        and bool(value)
        and all(
            isinstance(args, dict) and all(isinstance(allowed, list) for allowed in args.values())
            for args in value.values()
        )
    )


def _is_source(value: Any) -> bool:
    return isinstance(value, str) and _CALL.match(value.strip().lstrip("[")) is not None


class _Parameters:
    """What positional arguments are called, as far as a file says."""

    def __init__(self, found: list[Record]) -> None:
        self._single: dict[str, set[str]] = {}
        for record in found:
            for name, args in _parsed(_truth(record.value) if isinstance(record.value, dict) else None):
                if len(args) == 1:
                    self._single.setdefault(name, set()).update(key for key in args if not key.isdigit())

    def name(self, tool: str, args: dict[str, Any], row: dict[str, Any]) -> dict[str, Any]:
        """The arguments with positional ones under their names, where those are known."""
        if not any(key.isdigit() for key in args):
            return args
        known = _defined(row).get(tool, [])
        single = self._single.get(tool, set())
        if not known and len(args) == len(single) == 1:
            known = list(single)
        places = {str(i): name for i, name in enumerate(known) if name not in args}
        return {places.get(key, key): value for key, value in args.items()}


def _parsed(truth: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """The calls in all call source of an answer."""
    if isinstance(truth, list):
        for entry in truth:
            yield from _parsed(entry)
    elif isinstance(truth, str):
        yield from parse_calls(truth) or ()


def _defined(row: dict[str, Any]) -> dict[str, list[str]]:
    """Parameters of the functions that a row defines, in order."""
    found = {}
    for definition in objects_of(first_of(row, ("function", "functions", "tools"))):
        inner = definition.get("function")
        function = inner if isinstance(inner, dict) else definition
        schema = function.get("parameters")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        if isinstance(function.get("name"), str) and isinstance(properties, dict):
            found[function["name"]] = list(properties)
    return found


def _case(parameters: _Parameters, record: Record, fallback: str, report: ReadReport) -> Case | None:
    row = record.value
    if not isinstance(row, dict):
        report.skip("entry that is no answer", record.place())
        return None
    bare = not any(key in row for key in _ANSWERS)
    if bare and not _is_bare(row):
        report.skip("row without `ground_truth`", record.place())
        return None
    truth = row if bare else _truth(row)
    if isinstance(truth, str) or (isinstance(truth, list) and truth and not any(map(_may_be_calls, truth))):
        report.skip("answer that is a text and no call", record.place())
        return None
    calls = list(_calls(truth, record.place("" if bare else ".ground_truth")))
    for call in calls:
        if "source" in call.metadata:
            call.args = parameters.name(call.tool, call.args or {}, row)
    id = fallback if bare else row_id(row, ("id", "question_id"), fallback)
    category = row.get("category")
    tag = category if isinstance(category, str) and category and not bare else _ORDINAL.sub("", id)
    order: Literal["given", "any"] = "any" if "parallel" in tag else "given"
    names = {call.tool for call in calls}
    return Case(
        id,
        calls,
        input=None if bare else asked(row.get("question", row.get("conversation"))),
        tags=() if bare and tag == id else (tag,),
        aliases={plain: name for name in names if (plain := name.replace(".", "_")) not in names},
        order=order,
        source=row_place(record),
        metadata={} if bare else extras(row, _NOT_KEPT),
    )


def _may_be_calls(entry: Any) -> bool:
    return isinstance(entry, (dict, list)) or _is_source(entry)


def _calls(truth: Any, place: Location) -> Iterator[ToolCall]:
    """Calls of an answer: of one turn as functions or as source, or of several turns as lists of them."""
    if isinstance(truth, dict):
        truth = [truth]
    if not isinstance(truth, list):
        raise GoldError(f"an answer is a list, not {kind_of(truth)}", place)
    for index, entry in enumerate(truth):
        below = Location(place.source, place.line, place.index, f"{place.path or '$'}[{index}]")
        if isinstance(entry, list):
            for step in entry:
                yield from _entry(step, index, below)
        else:
            yield from _entry(entry, None, below)


def _entry(entry: Any, turn: int | None, place: Location) -> Iterator[ToolCall]:
    if isinstance(entry, str):
        parsed = parse_calls(entry)
        if parsed is None:
            raise GoldError("the text is no call source", place)
        for name, args in parsed:
            yield expected_call(name, args, place, turn=turn, metadata={"source": entry})
    elif isinstance(entry, dict):
        for name, args in entry.items():
            if not isinstance(args, dict):
                raise GoldError(f"a function takes an object of arguments, not {kind_of(args)}", place)
            yield expected_call(name, {key: _allowed(values) for key, values in args.items()}, place, turn=turn)
    else:
        raise GoldError(f"a call is an object or call source, not {kind_of(entry)}", place)


def _allowed(values: Any) -> Any:
    """The allowed values of an argument as one expected value; a value that is no list stands for itself.

    Nothing allowed at all says nothing about the value: it may be any.
    """
    if not isinstance(values, list):
        return _inside(values)
    if not values:
        return ANY
    named = [value for value in values if value != ""] or [""]
    expected = _inside(named[0]) if len(named) == 1 else OneOf(*map(_inside, named))
    return OptionalArgument(expected) if "" in values else expected


def _inside(value: Any) -> Any:
    """An allowed value: the leaves of objects are lists of allowed values again, also of objects in lists."""
    if isinstance(value, dict):
        return {key: _allowed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_inside(item) for item in value]
    return value

"""Test suites of promptfoo with assertions about tool calls -> cases.

    {"tests": [{"description": ..., "vars": {...}, "assert": [{"type": "trajectory:tool-sequence", "value": {...}}, ...]}]}

Read from JSON configurations and test lists. `trajectory:tool-sequence` gives the calls and their order, arguments not
checked; `trajectory:tool-used` and `tool-call-f1` name tools that are called in any order; `trajectory:tool-args-match`
gives a call of a tool its arguments. `not-trajectory:tool-used` and `max: 0` forbid a tool. Steps with a `pattern` name no
tool and are skipped, and so are all other assertions. An argument that a partial match leaves out counts as unexpected.

Source: https://www.promptfoo.dev/docs/configuration/expected-outputs/deterministic/ (2026).
"""

from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError, Location
from toolscore_core.messages.expected import (
    asked,
    count_rows,
    expected_call,
    kind_of,
    read_cases,
    row_id,
    row_place,
    rows,
)
from toolscore_core.messages.records import Record
from toolscore_core.messages.untrusted import first_of, objects_of
from toolscore_core.reading import Documents, ReadReport
from toolscore_core.rules import rules_from_json

_SEQUENCE: Final = "trajectory:tool-sequence"
_USED: Final = ("trajectory:tool-used", "tool-call-f1")
_ARGUMENTS: Final = "trajectory:tool-args-match"
_UNUSED: Final = "not-trajectory:tool-used"
_TYPES: Final = frozenset({_SEQUENCE, *_USED, _ARGUMENTS, _UNUSED})
_MOST: Final = 1000
"""Calls of one tool that a test may ask for; more is a mistake and counts as one."""


def claim(documents: Documents) -> Claim | None:
    """Tests with an assertion about tool calls."""
    found = count_rows(rows(documents, ("tests",)), lambda row: any(_assertions(row)))
    return Claim(3, found, f"{found} tests that assert tool calls") if found else None


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each test that asserts tool calls; what cannot be used is reported with its place."""
    return read_cases(rows(documents, ("tests",)), _case, report)


FORMAT: Final = GoldFormat(
    key="promptfoo",
    title="promptfoo tests",
    signature="`tests` with an `assert` of `trajectory:tool-sequence`, `trajectory:tool-used` or the like",
    claim=claim,
    read=read,
)


def _assertions(row: Any) -> list[dict[str, Any]]:
    """The assertions of a test that are about tool calls."""
    given = row.get("assert") if isinstance(row, dict) else None
    return [item for item in objects_of(given) if isinstance(item.get("type"), str) and item["type"] in _TYPES]


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    test = record.value
    assertions = _assertions(test)
    if not assertions:
        report.skip("test without assertions about tool calls", record.place())
        return None
    place = record.place(".assert")
    calls: list[ToolCall] = []
    forbidden: list[dict[str, Any]] = []
    for assertion in sorted(assertions, key=lambda item: item["type"] != _SEQUENCE):
        kind, value = assertion["type"], assertion.get("value")
        if kind == _ARGUMENTS:
            _give_arguments(calls, value, place)
            continue
        steps = value.get("steps") if kind == _SEQUENCE and isinstance(value, dict) else value
        for name, count in _named(steps, place, report):
            if kind == _UNUSED or count == 0:
                forbidden.append({"tool": name})
            else:
                there = 0 if kind == _SEQUENCE else sum(call.tool == name for call in calls)
                calls += [expected_call(name, None, place) for _ in range(count - there)]
    ordered = any(assertion["type"] == _SEQUENCE for assertion in assertions)
    return Case(
        row_id(test, ("id", "description"), fallback),
        calls,
        input=asked(test.get("vars")),
        forbidden=rules_from_json(forbidden) if forbidden else None,
        order="given" if ordered else "any",
        source=row_place(record),
        metadata={"forbidden": forbidden} if forbidden else {},
    )


def _named(value: Any, place: Location, report: ReadReport) -> Iterator[tuple[str, int]]:
    """The tools that an assertion names, with how often each is called at least; 0 for never."""
    entries = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else [value]
    for entry in entries:
        if isinstance(entry, str) and entry.strip():
            yield entry.strip(), 1
            continue
        if not isinstance(entry, dict):
            raise GoldError(f"an assertion names tools, not {kind_of(entry)}", place)
        name = entry.get("name")
        if not isinstance(name, str) or not name.strip():
            report.skip("step that names no tool", place)
            continue
        least = entry.get("min")
        if entry.get("max") == 0:
            yield name, 0
        elif least != 0:
            yield name, least if isinstance(least, int) and 0 < least <= _MOST else 1


def _give_arguments(calls: list[ToolCall], value: Any, place: Location) -> None:
    """Put arguments on the first call of the tool that has none, or expect one more call."""
    if not isinstance(value, dict):
        raise GoldError(f"expected arguments are an object with `name` and `args`, not {kind_of(value)}", place)
    call = expected_call(value.get("name"), first_of(value, ("args", "arguments")), place)
    free = next((known for known in calls if known.tool == call.tool and known.args is None), None)
    if free is None:
        calls.append(call)
    else:
        free.args = call.args

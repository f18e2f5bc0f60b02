"""Rows of test data sets that list the expected calls under a key of their own -> cases.

    {"input": ..., "expected_tools": [{"name": ..., "input_parameters": {...}}]}           DeepEval, also `expectedTools`
    {"user_input": [...], "reference_tool_calls": [{"name": ..., "args": {...}}]}          Ragas
    {"prompt": ..., "reference_trajectory": [{"tool_name": ..., "tool_input": {...}}]}     Vertex AI, also in columns
    {"input": ..., "expected_trajectory": ["search", "book"]}                              Strands
    {"query": ..., "expectedToolCalls": [{"toolName": ..., "arguments": {...}}]}           MCP test cases
    {"query": ..., "expected_actions": ["search", "book"]}                                 Azure AI
    {"query": ..., "tools": [...], "answers": [{"name": ..., "arguments": {...}}]}         function-calling data sets
    {"input": ..., "expected": [{"name": ..., "arguments": {...}}]}                        Braintrust, Langfuse and others

As a list, as JSON lines (also with each row under `item`), or under a key such as `testCases`, `goldens`, `cases` or `tests`;
the key may also stand one level down, in `expected_output`, `outputs`, `metadata` and the like, and its value may be JSON text. A call is a name, or an
object in one of the spellings above or in OpenAI's. Without arguments, or with null, they are not checked. What was
recorded (`tools_called`, `predicted_trajectory`, ...) stands beside it and is not read here.

Whether order counts is a setting of those tools' metrics and not in the file: calls are taken in the order given.

Sources: https://deepeval.com/docs/metrics-tool-correctness, https://docs.ragas.io/en/stable/concepts/metrics/available_metrics/agents/,
https://cloud.google.com/vertex-ai/generative-ai/docs/models/evaluation-agents, https://strandsagents.com/docs/user-guide/evals-sdk/,
https://learn.microsoft.com/azure/ai-foundry/concepts/evaluation-evaluators/agent-evaluators (as of 2026).
"""

import json
from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError, Location
from toolscore_core.messages.arguments import decode_json_text
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
from toolscore_core.messages.untrusted import first_of, text_or_none
from toolscore_core.reading import Documents, ReadReport

_SINGLE: Final = ("expected_tool", "expectedTool")
"""Keys under which the name of the only tool may stand alone."""

_KEYS: Final = (
    *("expected_tools", "expectedTools", "expected_tool_calls", "expectedToolCalls", "expected_tool_call"),
    *("reference_tool_calls", "referenceToolCalls", "reference_trajectory", "referenceTrajectory"),
    *("expected_trajectory", "expectedTrajectory", "expected_actions", "expectedActions"),
    *("expected_calls", "expectedCalls", "expected_function_calls", "expectedFunctionCalls", "expected_function_call"),
    *("reference_calls", "gold_calls", "gold_tool_calls", "golden_calls", "ground_truth_calls", "target_tool_calls"),
    *_SINGLE,
)
_ARGUMENTS_BESIDE: Final = ("expected_args", "expectedArgs", "expected_arguments", "expectedArguments")
"""Keys beside one of those that names a single tool."""

_WITH_TOOLS: Final = "answers"
"""A key that says nothing alone: beside the definitions of the tools it holds the expected calls."""

_OUTPUTS: Final = (
    "expected",
    "expected_output",
    "expectedOutput",
    "reference",
    "reference_outputs",
    "referenceOutputs",
    "target",
    "ground_truth",
)
"""Keys of any expected output: gold when all that it holds are calls with arguments."""

_INSIDE: Final = (*_OUTPUTS, "outputs", "metadata", "additional_metadata", "additionalMetadata")
_IDS: Final = ("id", "case_id", "test_id", "eval_id", "name", "title")
_INPUTS: Final = ("input", "user_input", "query", "prompt", "question", "instruction", "inputs", "vars")
_NAMES: Final = ("name", "tool_name", "toolName", "tool", "function")
_ARGUMENTS: Final = (
    "args",
    "arguments",
    "input_parameters",
    "inputParameters",
    "tool_input",
    "toolInput",
    "parameters",
    "input",
)
_NOT_KEPT: Final = frozenset(
    {
        *(*_KEYS, _WITH_TOOLS, *_IDS, *_INPUTS, "tags", "tools", "tool_definitions", "toolDefinitions"),
        *("tools_called", "toolsCalled", "predicted_trajectory", "predictedTrajectory", "tool_calls", "response"),
        *("actual_output", "actualOutput", "messages", "trace", "metricsData", "metrics_data"),
    }
)


def claim(documents: Documents) -> Claim | None:
    """Rows in which one of the keys holds a list."""
    found = count_rows(_rows(documents), _holds_calls)
    if not found:
        return None
    key = next(key for record in _rows(documents) if (key := _expected(record.value)[0]))
    return Claim(3, found, f"{found} rows with expected calls, the first as `{key}`")


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each row that lists expected calls; what cannot be used is reported with its place."""
    return read_cases(_rows(documents), _case, report)


FORMAT: Final = GoldFormat(
    key="expected_calls",
    title="Rows with expected calls (DeepEval, Ragas, Vertex AI and others)",
    signature="rows with `expected_tools`, `expected_tool_calls`, `reference_tool_calls`, `reference_trajectory` or the like",
    claim=claim,
    read=read,
)


def _rows(documents: Documents) -> Iterator[Record]:
    for record in rows(documents):
        for row in _named(record):
            yield from _turned(row)


def _named(record: Record) -> Iterator[Record]:
    """The rows of an object that keeps each under its id; the row itself when it is none."""
    value = record.value
    if (
        not isinstance(value, dict)
        or not value
        or not all(isinstance(row, dict) and _expected(row)[0] for row in value.values())
    ):
        yield record
        return
    for name, row in value.items():
        yield Record(record.documents, record.document, f"{record.path}[{json.dumps(name)}]", {"id": name, **row})


def _turned(record: Record) -> Iterator[Record]:
    """The rows of a table written by columns; the row itself when it is none."""
    value = record.value
    if isinstance(value, dict) and isinstance(value.get("item"), dict):
        record = record.inside(".item", value["item"])
        value = record.value
    key = next((key for key in _KEYS if isinstance(value, dict) and _is_column(value.get(key))), None)
    if key is None:
        yield record
        return
    columns = {
        name: list(column.values()) if isinstance(column, dict) else column
        for name, column in value.items()
        if isinstance(column, (list, dict))
    }
    for index in range(len(columns[key])):
        row = {name: column[index] for name, column in columns.items() if index < len(column)}
        yield Record(record.documents, record.document, record.path, row)


def _is_column(value: Any) -> bool:
    """Whether a value holds the calls of several cases: a list of lists, or lists by row number."""
    if isinstance(value, dict):
        return bool(value) and all(key.isdigit() for key in value)
    return isinstance(value, list) and bool(value) and all(isinstance(item, list) for item in value)


def _expected(row: Any) -> tuple[str, Any]:
    """The key that holds the expected calls, with its path, and its value; "" and None when there is none."""
    if not isinstance(row, dict):
        return "", None
    for path, holder in (("", row), *((key, row[key]) for key in _INSIDE if isinstance(row.get(key), dict))):
        for key in _KEYS:
            if (value := _decoded(holder.get(key))) is not None:
                args = first_of(holder, _ARGUMENTS_BESIDE) if isinstance(value, str) else None
                return f"{path}.{key}".lstrip("."), value if args is None else {"name": value, "args": args}
    if "tools" in row and isinstance(answers := _decoded(row.get(_WITH_TOOLS)), list):
        return (_WITH_TOOLS, answers) if all(isinstance(answer, dict) for answer in answers) else ("", None)
    for key in _OUTPUTS:
        value = _decoded(row.get(key))
        if isinstance(value, list) and value and all(map(_is_whole_call, value)):
            return key, value
    return "", None


def _is_whole_call(entry: Any) -> bool:
    if not isinstance(entry, dict) or "role" in entry:
        return False
    fields = entry["function"] if isinstance(entry.get("function"), dict) else entry
    return isinstance(first_of(fields, _NAMES), str) and any(key in fields for key in _ARGUMENTS)


def _decoded(value: Any) -> Any:
    if isinstance(value, str):
        decoded = decode_json_text(value)
        return decoded if isinstance(decoded, (list, dict)) else value
    return value


def _holds_calls(row: Any) -> bool:
    _, value = _expected(row)
    entries = value if isinstance(value, list) else [value]
    return bool(entries) and all(map(_is_entry, entries))


def _is_entry(entry: Any) -> bool:
    if isinstance(entry, dict):
        return "role" not in entry and any(entry.get(key) for key in _NAMES)
    return isinstance(entry, str) and bool(entry.strip()) and "\n" not in entry


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    row = record.value
    key, value = _expected(row)
    if not key:
        report.skip("row without expected calls", record.place())
        return None
    entries = [value] if isinstance(value, dict) or key.endswith(_SINGLE) else value
    place = record.place().below(f".{key}")
    if not isinstance(entries, list):
        raise GoldError(f"expected calls are a list, not {kind_of(value)}", place)
    tags = row.get("tags")
    return Case(
        row_id(row, _IDS, fallback),
        [_call(entry, place.below(f"[{index}]")) for index, entry in enumerate(entries)],
        input=asked(first_of(row, _INPUTS)),
        tags=tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        source=row_place(record),
        metadata=extras(row, _NOT_KEPT),
    )


def _call(entry: Any, place: Location) -> ToolCall:
    if isinstance(entry, str):
        return expected_call(entry, None, place)
    if not isinstance(entry, dict):
        raise GoldError(f"a call is an object or the name of a tool, not {kind_of(entry)}", place)
    inner = entry.get("function")
    fields = inner if isinstance(inner, dict) else entry
    args = first_of(fields, _ARGUMENTS)
    call_id = text_or_none(entry.get("id"))
    return expected_call(first_of(fields, _NAMES), args, place, result=entry.get("output"), call_id=call_id)

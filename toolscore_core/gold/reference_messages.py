"""Rows of test data sets in which a reference conversation makes the expected calls -> cases.

    {"inputs": ..., "outputs": ..., "reference_outputs": [{"role": "assistant", "tool_calls": [...]}, ...]}     agentevals
    {"id": ..., "dataset_id": ..., "inputs": {...}, "outputs": {"messages": [...]}}                             LangSmith
    {"input": ..., "expectedOutput": {"messages": [...]}}                                                       Langfuse

The reference is a list of messages, an object with `messages`, or one message, also as JSON text. Messages may be
OpenAI's, LangChain's in any dump, or Anthropic's. `ToolCall.turn` is the index of the message; results are not expected.
The `outputs` of a row that has a reference are what was recorded, and are not read here. An example of a LangSmith data
set has its reference in `outputs`; a run of the same shape has a `run_type` and is no gold.

Sources: https://github.com/langchain-ai/agentevals (version 0.0.9), https://docs.langchain.com/langsmith/example-data-format,
https://langfuse.com/docs/evaluation/experiments/datasets (as of 2026).
"""

from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.messages.arguments import decode_json_text
from toolscore_core.messages.chat import calls_in, name_and_arguments
from toolscore_core.messages.expected import (
    asked,
    count_rows,
    expected_call,
    extras,
    read_cases,
    row_id,
    row_place,
    rows,
)
from toolscore_core.messages.frameworks.langchain import calls_of, opened
from toolscore_core.messages.records import Record
from toolscore_core.messages.untrusted import first_of, text_or_none
from toolscore_core.reading import Documents, ReadReport

_REFERENCES: Final = (
    *("reference_outputs", "referenceOutputs", "reference_trajectory", "referenceTrajectory", "reference_messages"),
    *("expected_messages", "expectedMessages", "expected_output", "expectedOutput", "expected", "reference"),
)
_EXAMPLE: Final = "outputs"
_RUN_KEYS: Final = ("run_type", "trace_id", "start_time")
_IDS: Final = ("id", "example_id", "case_id", "name")
_INPUTS: Final = ("inputs", "input", "query", "question", "user_input")
_NOT_KEPT: Final = frozenset({*_REFERENCES, _EXAMPLE, *_IDS, *_INPUTS, "messages", "attachments"})


def claim(documents: Documents) -> Claim | None:
    """Rows whose reference has messages with calls; less surely, rows with `inputs` and such `outputs`."""
    found = count_rows(rows(documents), lambda row: _reference(row)[0] in _REFERENCES and _makes_calls(row))
    if found:
        return Claim(3, found, f"{found} rows with a reference conversation")
    examples = count_rows(rows(documents), lambda row: _reference(row)[0] == _EXAMPLE and _makes_calls(row))
    if not examples:
        return None
    stored = count_rows(rows(documents), lambda row: isinstance(row, dict) and "dataset_id" in row)
    return Claim(3 if stored else 1, examples, f"{examples} examples with calls in `outputs`")


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """A case for each row with a reference; what cannot be used is reported with its place."""
    return read_cases(rows(documents), _case, report)


FORMAT: Final = GoldFormat(
    key="reference_messages",
    title="Rows with reference messages (agentevals, LangSmith)",
    signature="`reference_outputs` with messages that make calls, or examples with `inputs` and such `outputs`",
    claim=claim,
    read=read,
)


def _reference(row: Any) -> tuple[str, list[Any]]:
    """The key of the reference and its messages; "" and [] when the row has none."""
    if not isinstance(row, dict):
        return "", []
    for key in _REFERENCES:
        messages = _messages(row.get(key))
        if messages:
            return key, messages
    if "inputs" in row and not any(key in row for key in (*_RUN_KEYS, *_REFERENCES)):
        messages = _messages(row.get(_EXAMPLE))
        if messages:
            return _EXAMPLE, messages
    return "", []


def _messages(value: Any) -> list[Any]:
    if isinstance(value, str) and value.lstrip().startswith(("[", "{")):
        value = decode_json_text(value)
    if isinstance(value, dict):
        value = value["messages"] if isinstance(value.get("messages"), list) else [value]
    if not isinstance(value, list):
        return []
    return value if any(map(_is_message, value)) else []


def _is_message(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    calls = value.get("tool_calls")
    return (
        opened(value) is not None
        or ("role" in value and "content" in value)
        or (isinstance(calls, list) and bool(calls))
    )


def _makes_calls(row: Any) -> bool:
    return any(True for message in _reference(row)[1] for _ in _called(message))


def _called(message: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Name, arguments and id of each call of a message."""
    if not isinstance(message, dict):
        return
    kind = opened(message)
    if kind is not None:
        for part in calls_of(kind[1]):
            yield part.name, part.args, part.id
        return
    for record in calls_in(message):
        yield *name_and_arguments(record), record.get("id") if isinstance(record, dict) else None
    content = message.get("content")
    for block in content if isinstance(content, list) else ():
        if isinstance(block, dict) and block.get("type") == "tool_use":
            yield block.get("name"), block.get("input"), block.get("id")


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    row = record.value
    key, messages = _reference(row)
    if not key:
        report.skip("row without reference messages", record.place())
        return None
    return Case(
        row_id(row, _IDS, fallback),
        [_call(*called, index, record, key) for index, message in enumerate(messages) for called in _called(message)],
        input=asked(first_of(row, _INPUTS) or messages),
        source=row_place(record),
        metadata=extras(row, _NOT_KEPT),
    )


def _call(name: Any, args: Any, call_id: Any, index: int, record: Record, key: str) -> ToolCall:
    return expected_call(
        name,
        {} if args is None else args,
        record.place(f".{key}[{index}]"),
        turn=index,
        call_id=text_or_none(call_id),
    )

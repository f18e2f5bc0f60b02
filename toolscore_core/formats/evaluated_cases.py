"""Test cases that were run, with the tools that were called (DeepEval, Vertex AI) -> traces, one for each case.

DeepEval writes `toolsCalled` (in Python `tools_called`) beside `input` and `actualOutput`, or on the turns of a conversation;
the expected calls stand beside it and are gold. Vertex AI writes `predicted_trajectory`.
Specification: https://deepeval.com/docs/evaluation-test-cases;
https://cloud.google.com/vertex-ai/generative-ai/docs/models/evaluation-agents.
"""

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.spans.product import first_at, text_at
from toolscore_core.messages.tally import amount_of
from toolscore_core.reading import Documents, ReadReport

_CALLED = ("toolsCalled", "tools_called", "predicted_trajectory", "predictedTrajectory")
_ANSWERED = ("actualOutput", "actual_output", "response")
_NAMES = ("name", "tool_name", "toolName")
_ARGS = ("inputParameters", "input_parameters", "tool_input", "toolInput", "args", "arguments")
_LISTS = ("testCases", "conversationalTestCases", "test_cases", "conversational_test_cases")
_CASE_KEYS = frozenset(("input", "prompt", *_ANSWERED))
_LOOKED_AT = 200


def _called(record: Any) -> list[Any] | None:
    """The calls of a case or turn; None when it has no list of them."""
    found = next((calls for key in _CALLED if isinstance(calls := record.get(key), list)), None)
    return found if found is None or all(isinstance(call, dict) for call in found) else None


def _is_case(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if _called(value) is not None:
        return not _CASE_KEYS.isdisjoint(value) or "predicted_trajectory" in value
    turns = value.get("turns")
    return isinstance(turns, list) and any(isinstance(turn, dict) and _called(turn) for turn in turns[:_LOOKED_AT])


def _cases(documents: Documents) -> Iterator[Record]:
    """The cases: rows of the file, or of the lists of a test run."""
    for record in records(documents):
        value = record.value
        if not isinstance(value, dict) or _is_case(value):
            yield record
            continue
        listed = [(key, value[key]) for key in _LISTS if isinstance(value.get(key), list)]
        if not listed:
            yield record
        for key, cases in listed:
            for index, case in enumerate(cases):
                yield record.inside(f".{key}[{index}]", case)


def _claim(documents: Documents) -> Claim | None:
    count = sum(_is_case(record.value) for record in islice(_cases(documents), _LOOKED_AT))
    return Claim(3, count, f"{count} test cases with the tools that were called") if count else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    for record in _cases(documents):
        if _is_case(record.value):
            yield _trace(record, report)
        else:
            report.skip("record that is no test case with calls", record.place())


def _trace(record: Record, report: ReadReport) -> Trace:
    case = record.value
    builder = TraceBuilder(report, FORMAT.key, record.place())
    trace = builder.trace
    trace.id = text_at(case, ("name", "id")) or ""
    trace.case_id = trace.id or None
    trace.outcome = case.get("success")
    trace.cost = amount_of(case, "tokenCost", "token_cost")
    trace.duration = amount_of(case, "completionTime", "completion_time", "latency_in_seconds")
    if asked := text_of_content(first_at(case, ("input", "prompt"))):
        builder.turn("user", asked)
    turns = case.get("turns")
    for index, turn in enumerate(turns if isinstance(turns, list) else ()):
        if isinstance(turn, dict):
            _add(builder, record.inside(f".turns[{index}]", turn), text_at(turn, ("role",)) or "", turn.get("content"))
    if _called(case) is not None or first_at(case, _ANSWERED) is not None:
        _add(builder, record, "assistant", first_at(case, _ANSWERED))
    return trace


def _add(builder: TraceBuilder, record: Record, role: str, content: Any) -> None:
    """A turn with the calls that led to what it says."""
    builder.turn(role, text_of_content(content))
    for index, call in enumerate(_called(record.value) or ()):
        given = first_at(call, _ARGS)
        builder.call(
            first_at(call, _NAMES),
            given,
            partial(record.place, f".{next(key for key in _CALLED if key in record.value)}[{index}]"),
            result=call.get("output"),
        )


FORMAT = Format(
    key="evaluated_cases",
    title="Evaluated test cases",
    signature="test cases with `toolsCalled`, `tools_called` or `predicted_trajectory`",
    specification="https://deepeval.com/docs/evaluation-test-cases",
    version="DeepEval 3",
    gives=("results", "cost", "conversation"),
    claim=_claim,
    read=_read,
)
"""Test cases of evaluation libraries."""

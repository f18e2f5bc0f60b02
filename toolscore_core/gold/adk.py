"""Evaluation sets of Google's Agent Development Kit -> cases.

    {"eval_set_id": ..., "eval_cases": [{"eval_id": ..., "conversation": [invocation, ...], "session_input": {...}}]}
    {"eval_case_results": [...]}                            results of a run: the expected invocations in them
    [{"query": ..., "expected_tool_use": [{"tool_name": ..., "tool_input": {...}}], "reference": ...}, ...]
    [{"name": ..., "data": [as above], "initial_session": {...}}, ...]

The invocations of an eval case are the turns of one case; `ToolCall.turn` is the index of the invocation. An invocation
has its calls in `intermediate_data`, as `tool_uses`, as `invocation_events` (whose author is the agent) or as `parts`;
the first that is there is read, and `agent_content` only where there is no `intermediate_data`. Keys may be in
camelCase. A file in the older list form is one case, as the kit's own migration has it, unless its entries have names.

Source: https://google.github.io/adk-docs/evaluate/ and the schema `eval_set.py` of adk-python (2025).
"""

from collections.abc import Iterator
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall
from toolscore_core.catalogue import Claim, GoldFormat
from toolscore_core.errors import GoldError
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.expected import (
    case_name_of,
    count_rows,
    expected_call,
    kind_of,
    one_or_all,
    read_cases,
    row_id,
    row_place,
    rows,
)
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.untrusted import either, objects_of, text_or_none
from toolscore_core.reading import Documents, ReadReport

_SETS: Final = ("eval_cases", "evalCases", "eval_case_results", "evalCaseResults")
_IDS: Final = ("eval_id", "evalId", "case_id", "caseId", "name")
_PER_INVOCATION: Final = ("eval_metric_result_per_invocation", "evalMetricResultPerInvocation")


def claim(documents: Documents) -> Claim | None:
    """Eval cases with a conversation, results of eval cases, and the older lists of queries with expected tool use."""
    cases = count_rows(_eval_cases(documents), _is_eval_case)
    if cases:
        return Claim(3, cases, f"{cases} eval cases")
    if count_rows(records(documents), lambda value: isinstance(value, dict) and "eval_set_id" in value):
        return Claim(3, 0, "an eval set without cases")
    queries = count_rows(rows(documents, ()), _is_query)
    if queries:
        return Claim(3, queries, f"{queries} queries with `expected_tool_use`")
    sessions = count_rows(rows(documents, ()), _is_session)
    return Claim(3, sessions, f"{sessions} sessions of such queries") if sessions else None


def read(documents: Documents, report: ReadReport) -> Iterator[Case]:
    """Cases of an eval set; what cannot be used is reported with its place, and the other cases are read."""
    found = list(_eval_cases(documents))
    if any(_is_query(record.value) for record in found):
        yield from read_cases([_whole(documents, found)], _session_case, report)
    else:
        yield from read_cases(found, _case, report)


FORMAT: Final = GoldFormat(
    key="adk_evalset",
    title="Google ADK eval set",
    signature="`eval_cases` with a `conversation`, or queries with `expected_tool_use`",
    claim=claim,
    read=read,
)


def _eval_cases(documents: Documents) -> Iterator[Record]:
    """The rows of a file, and the cases of each that is an eval set of several."""
    for record in rows(documents, _SETS):
        key = next(
            (key for key in _SETS if isinstance(record.value, dict) and isinstance(record.value.get(key), list)), ""
        )
        if not key:
            yield record
            continue
        for index, case in enumerate(record.value[key]):
            yield record.inside(f".{key}[{index}]", case)


def _is_eval_case(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if any(isinstance(value.get(key), list) for key in _PER_INVOCATION):
        return True
    turns = value.get("conversation")
    named = any(key in value for key in ("eval_id", "evalId", "case_id", "caseId"))
    return named and isinstance(turns, list) and (not turns or any(map(_is_invocation, turns)))


def _is_invocation(value: Any) -> bool:
    return isinstance(value, dict) and any(
        key in value for key in ("user_content", "userContent", "intermediate_data", "intermediateData")
    )


def _is_query(value: Any) -> bool:
    return isinstance(value, dict) and ("expected_tool_use" in value or "expectedToolUse" in value)


def _is_session(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("data"), list) and any(map(_is_query, value["data"]))


def _whole(documents: Documents, found: list[Record]) -> Record:
    """The queries of a file as the one session that they are."""
    name = case_name_of(documents.source)
    return Record(documents, found[0].document, "$", {"name": name, "data": [record.value for record in found]})


def _case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    value = record.value
    if _is_session(value):
        return _session_case(record, fallback, report)
    if not isinstance(value, dict):
        raise GoldError(f"an eval case is an object, not {kind_of(value)}", record.place())
    turns = value.get("conversation")
    for key in _PER_INVOCATION:
        if isinstance(value.get(key), list):
            turns = [either(entry, "expectedInvocation", "expected_invocation") for entry in objects_of(value[key])]
    if not isinstance(turns, list):
        report.skip("eval case without a recorded conversation", record.place())
        return None
    calls = [call for index, turn in enumerate(turns) for call in _calls(turn, index, record)]
    asked = [text for turn in objects_of(turns) if (text := _text(either(turn, "userContent", "user_content")))]
    answers = [_text(either(turn, "finalResponse", "final_response")) for turn in objects_of(turns)]
    metadata: dict[str, Any] = {
        "session_input": either(value, "sessionInput", "session_input"),
        "reference": one_or_all(answers) if any(answers) else None,
        "rubrics": value.get("rubrics"),
    }
    return Case(
        row_id(value, _IDS, fallback),
        calls,
        input=one_or_all(asked),
        source=row_place(record),
        metadata={key: item for key, item in metadata.items() if item},
    )


def _calls(turn: Any, index: int, record: Record) -> Iterator[ToolCall]:
    """Expected calls of one invocation, from the one of its parts that holds them."""
    if not isinstance(turn, dict):
        raise GoldError(f"an invocation is an object, not {kind_of(turn)}", record.place(f".conversation[{index}]"))
    data = either(turn, "intermediateData", "intermediate_data")
    path = f".conversation[{index}]"
    if not isinstance(data, dict):
        yield from _calls_of_parts(either(turn, "agentContent", "agent_content"), path, index, record, None)
        return
    uses = either(data, "toolUses", "tool_uses")
    events = either(data, "invocationEvents", "invocation_events")
    if uses:
        if not isinstance(uses, list):
            raise GoldError(f"tool uses are a list, not {kind_of(uses)}", record.place(path))
        for use in uses:
            yield _call(use, path, index, record, None)
    elif events:
        for event in objects_of(events):
            author = event.get("author")
            agent = author if isinstance(author, str) and author and author != "user" else None
            yield from _calls_of_parts(event.get("content"), path, index, record, agent)
    else:
        yield from _calls_of_parts(data, path, index, record, None)


def _calls_of_parts(content: Any, path: str, index: int, record: Record, agent: str | None) -> Iterator[ToolCall]:
    for part in objects_of(content.get("parts")) if isinstance(content, dict) else ():
        called = either(part, "functionCall", "function_call")
        if called is not None:
            yield _call(called, path, index, record, agent)


def _call(called: Any, path: str, index: int, record: Record, agent: str | None) -> ToolCall:
    place = record.place(path)
    if not isinstance(called, dict):
        raise GoldError(f"a call is an object, not {kind_of(called)}", place)
    args = called.get("args")
    call_id = called.get("id")
    return expected_call(
        called.get("name"),
        {} if args is None else args,
        place,
        turn=index,
        agent=agent,
        call_id=text_or_none(call_id),
    )


def _text(content: Any) -> str:
    return text_of_content(content.get("parts")) if isinstance(content, dict) else ""


def _session_case(record: Record, fallback: str, report: ReadReport) -> Case | None:
    """The case of the older form: a session whose queries are its turns."""
    value = record.value
    queries = objects_of(value["data"])
    for _ in range(len(value["data"]) - len(queries)):
        report.skip("query that is no object", record.place())
    calls = [call for index, query in enumerate(queries) for call in _used(query, index, record)]
    references = [query["reference"] for query in queries if query.get("reference")]
    metadata = {"reference": one_or_all(references), "session_input": value.get("initial_session")}
    return Case(
        row_id(value, _IDS, fallback),
        calls,
        input=one_or_all([query["query"] for query in queries if query.get("query")]),
        source=row_place(record),
        metadata={key: item for key, item in metadata.items() if item},
    )


def _used(query: dict[str, Any], index: int, record: Record) -> Iterator[ToolCall]:
    uses = either(query, "expectedToolUse", "expected_tool_use") or []
    if not isinstance(uses, list):
        raise GoldError(f"expected tool use is a list, not {kind_of(uses)}", record.place(f"[{index}]"))
    for use in uses:
        if not isinstance(use, dict):
            raise GoldError(f"an expected tool use is an object, not {kind_of(use)}", record.place(f"[{index}]"))
        args = either(use, "toolInput", "tool_input")
        name = either(use, "toolName", "tool_name")
        mock = either(use, "mockToolOutput", "mock_tool_output")
        yield expected_call(name, {} if args is None else args, record.place(f"[{index}]"), turn=index, result=mock)

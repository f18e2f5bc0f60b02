"""Reading a file by a mapping."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import JSON
from toolscore_core.calls import Trace
from toolscore_core.mapping import FieldMapping, read_mapped
from toolscore_core.reading import ReadReport, read_documents


def read(value: Any, mapping: FieldMapping, *, lines: bool = False) -> tuple[list[Trace], ReadReport]:
    """Traces of a value, or of JSONL of its items, and what was reported."""
    text = "\n".join(map(json.dumps, value)) if lines else json.dumps(value)
    report = ReadReport()
    documents = read_documents(text.encode(), name="log.json", report=report)
    return list(read_mapped(documents, mapping, report)), report


RUNS = {
    "runs": [
        {
            "id": "r1",
            "llm": "m-1",
            "steps": [
                {"action": {"name": "search", "input": {"q": "x"}}, "out": 1, "ts": "2026-01-01T00:00:00Z", "ms": 120},
                {"action": {"name": "open", "input": '{"u": 1}'}, "error": {"message": "gone"}},
                {"note": "no call"},
            ],
        },
        {"id": "r2", "steps": [{"action": {"name": "search", "input": None}, "error": "ok"}]},
    ]
}


def test_records_inside_runs() -> None:
    """Each run is a trace; a path from the top binds [*] to the run that holds the record."""
    mapping = FieldMapping(
        "$.runs[*].steps[*]",
        "action.name",
        args="action.input",
        result="out",
        error="error",
        started="ts",
        duration="ms",
        duration_unit="ms",
        model="$.runs[*].llm",
        trace="$.runs[*].id",
    )
    (first, second), report = read(RUNS, mapping)
    assert [(trace.id, trace.model, trace.format) for trace in (first, second)] == [
        ("r1", "m-1", "mapping"),
        ("r2", None, "mapping"),
    ]
    search, opened = first.calls
    assert (search.tool, search.args, search.result, search.duration) == ("search", {"q": "x"}, 1, 0.12)
    assert (search.started, search.ended, search.is_error) == (1767225600.0, 1767225600.12, False)
    assert (opened.args, opened.error) == ({"u": 1}, "gone")
    assert [(call.args, call.is_error) for call in second.calls] == [({}, False)]
    assert [str(skipped) for skipped in report.skipped] == [
        "1 skipped: record without a tool name (first at log.json · $.runs[0].steps[2])"
    ]


def test_without_a_trace_field_each_list_is_a_trace() -> None:
    """Records of one list belong together; documents that are records do, too."""
    traces, _ = read(RUNS, FieldMapping("$.runs[*].steps[*]", "action.name"))
    assert [len(trace.calls) for trace in traces] == [2, 1]
    traces, _ = read([{"tool": "a"}, {"tool": "b"}], FieldMapping("$", "tool"), lines=True)
    assert [len(trace.calls) for trace in traces] == [2]


def test_results_in_records_of_their_own() -> None:
    """Start and end events join by id, and the time of the end event ends the call."""
    events = [
        {"event": "start", "id": 1, "tool": "a", "in": {"x": 1}, "at": 1700000000},
        {"event": "start", "id": 2, "tool": "a", "in": {"x": 2}, "at": 1700000001},
        {"event": "end", "id": 2, "out": "two", "at": 1700000003},
        {"event": "end", "id": 1, "out": None, "err": "late", "at": 1700000005},
        {"event": "end", "id": 9, "out": 0, "at": 1700000005},
    ]
    mapping = FieldMapping(
        "$",
        "tool",
        args="in",
        result="out",
        error="err",
        call_id="id",
        started="at",
        where={"event": "start"},
        result_where={"event": "end"},
    )
    (trace,), report = read(events, mapping, lines=True)
    assert [(call.result, call.duration, call.error) for call in trace.calls] == [
        (None, 5.0, "late"),
        ("two", 2.0, None),
    ]
    assert (trace.started, trace.duration) == (1700000000.0, 5.0)
    assert [skipped.reason for skipped in report.skipped] == ["result that answers no call"]


def test_results_are_known_without_conditions() -> None:
    """A record with a result and an id but no tool answers the call of that id."""
    events = [{"tool": "a", "id": "1"}, {"id": "1", "out": 5}]
    (trace,), report = read(events, FieldMapping("$", "tool", result="out", call_id="id"), lines=True)
    assert [call.result for call in trace.calls] == [5]
    assert report.skipped == []


def test_the_rest_of_the_record_as_arguments() -> None:
    """`*` takes the keys that nothing else uses."""
    mapping = FieldMapping("$[*]", "cmd", args="*", trace="session")
    traces, _ = read([{"session": "s", "cmd": "find", "q": "x", "page": 1}], mapping)
    assert [(call.tool, call.args) for call in traces[0].calls] == [("find", {"q": "x", "page": 1})]


def test_values_of_an_object_are_records() -> None:
    """[*] goes over the values of an object, too."""
    (trace,), _ = read({"k1": {"t": "a"}, "k.2": {"t": "b"}}, FieldMapping("$[*]", "t"))
    assert [call.tool for call in trace.calls] == ["a", "b"]


def test_json_written_as_text_is_opened() -> None:
    """A log line that keeps its payload as text."""
    lines = [{"payload": json.dumps({"tool": "a", "args": {"x": 1}})}]
    (trace,), _ = read(lines, FieldMapping("$", "payload.tool", args="payload.args"), lines=True)
    assert [(call.tool, call.args) for call in trace.calls] == [("a", {"x": 1})]


def test_bad_times_are_no_times() -> None:
    """A negative duration and an end before the start are problems, never numbers."""
    records = [{"t": "a", "d": -1}, {"t": "b", "s": 1700000009, "e": 1700000001}, {"t": "c", "d": "x", "s": "soon"}]
    (trace,), report = read(records, FieldMapping("$[*]", "t", started="s", ended="e", duration="d"))
    assert [call.duration for call in trace.calls] == [None, None, None]
    assert len(report.problems) == 2


def test_one_time_for_start_and_end() -> None:
    """Where records have one time, that of the call is its start and that of the result its end."""
    lines = [{"at": 1700000010, "id": 1, "tool": "a"}, {"at": 1700000013, "id": 1, "out": "x"}]
    mapping = FieldMapping("$", "tool", result="out", call_id="id", started="at", ended="at")
    (trace,), _ = read(lines, mapping, lines=True)
    assert [(call.started, call.ended, call.duration) for call in trace.calls] == [(1700000010, 1700000013, 3.0)]


PATHS = st.sampled_from(("a", "b", "a.b", "a[0]", "$.a", "$"))


@given(
    JSON,
    st.sampled_from(("$", "$[*]", "$.a[*]", "$.a", "$[*].a[*]")),
    st.dictionaries(
        st.sampled_from(
            (
                "args",
                "result",
                "error",
                "call_id",
                "started",
                "ended",
                "duration",
                "cost",
                "agent",
                "model",
                "trace",
                "case_id",
            )
        ),
        PATHS,
    ),
)
def test_anything_gives_traces(value: Any, records: str, paths: dict[str, str]) -> None:
    """Whatever stands where the mapping points, reading ends with traces and reports."""
    traces, _ = read(value, FieldMapping(records, "a", **paths))  # type: ignore[arg-type]
    assert all(call.tool for trace in traces for call in trace.calls)

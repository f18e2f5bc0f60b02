"""OpenTelemetry: failures, times, and which spans make a trace."""

import json
from typing import Any

import pytest

from tests.core.formats.otel_help import JAEGER, attributes, calls, chat, export, read, span, tool

FAILURES: tuple[tuple[str, dict[str, Any], str | None], ...] = (
    ("code and message", {"status": {"code": 2, "message": "m"}}, "m"),
    ("code alone", {"status": {"code": "STATUS_CODE_ERROR"}}, None),
    (
        "error type",
        {
            "attributes": attributes(
                gen_ai__operation__name="execute_tool", gen_ai__tool__name="f", error__type="timeout"
            )
        },
        "timeout",
    ),
    (
        "exception",
        {"status": {"code": 2}, "events": [{"name": "exception", "attributes": attributes(exception__message="boom")}]},
        "boom",
    ),
    (
        "phoenix",
        {"status": None, "traceId": None, "startTimeUnixNano": None, "status_code": "ERROR", "status_message": "m"},
        "m",
    ),
    (
        "tool status",
        {
            "attributes": attributes(
                gen_ai__operation__name="execute_tool", gen_ai__tool__name="f", tool__status="error"
            )
        },
        None,
    ),
)


@pytest.mark.parametrize(("more", "error"), [(a, b) for _, a, b in FAILURES], ids=[name for name, _, _ in FAILURES])
def test_failures(more: dict[str, Any], error: str | None) -> None:
    """A failed span is a failed call, with the text that the span gives."""
    item = {key: value for key, value in {**tool(1), **more}.items() if value is not None}
    (call,) = calls([item])
    assert (call.is_error, call.metadata["error"]) == (True, error)


def test_failure_in_a_response() -> None:
    """Where the convention has responses of functions, a failure may stand inside."""
    values = {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "f",
        "gcp.vertex.agent.tool_response": '{"error": "no"}',
    }
    assert calls([{"attributes": values}])[0].error == "no"


def test_jaeger_failure() -> None:
    """A tag marks a failed span."""
    text = json.dumps(JAEGER).replace(
        '"tags": [',
        '"logs": [{"fields": [{"key": "event", "value": "exception"}, {"key": "exception.message", "value": "boom"}]}, 3], "tags": [{"key": "error", "type": "bool", "value": true}, ',
    )
    assert calls(json.loads(text))[0].error == "boom"


def test_times() -> None:
    """Spans are sorted by start; without an end, or with one before the start, there is no duration but a problem."""
    file = read(export(tool(1, "late", 5, 6), tool(2, "early", 1, None), tool(3, "odd", 2, 1)))
    (trace,) = file.traces
    assert [(call.tool, call.duration) for call in trace.calls] == [("early", None), ("odd", None), ("late", 1.0)]
    assert [str(problem) for problem in file.problems] == [
        "t.json · $.resourceSpans[0].scopeSpans[0].spans[1]: the span has no end",
        "t.json · $.resourceSpans[0].scopeSpans[0].spans[2]: the span ends before it starts",
    ]
    assert (trace.started, trace.duration) == (1770110101.0, 5.0)


@pytest.mark.parametrize("value", ["x", [], {}, float("inf"), 10**400, "9" * 5000])
def test_odd_times(value: Any) -> None:
    """Times that are none are as if they were not there."""
    (call,) = calls(export({**tool(1), "startTimeUnixNano": value, "endTimeUnixNano": value}))
    assert call.duration is None


def test_traces() -> None:
    """Each trace id is a trace, in the order of their start; traces without agents are reported."""
    file = read(
        export(tool(1, "b", 5, 6, trace="t2"), tool(2, "a", 1, 2, trace="t1")),
        export(span(3, 0, 1, trace="t3", http__method="GET")),
    )
    assert [(trace.id, trace.calls[0].tool) for trace in file.traces] == [("t1", "a"), ("t2", "b")]
    assert [item.reason for item in file.skipped] == ["trace without a span of an agent, model or tool"]


def test_conversation_and_case() -> None:
    """A conversation's id names its trace where it is the only one; an id of a case is the case's."""
    named: dict[str, Any] = {"gen_ai__conversation__id": "k1"}
    file = read(export(chat(1, **named, case_id="case-7")))
    assert [(trace.id, trace.case_id, trace.metadata["trace_id"]) for trace in file.traces] == [("k1", "case-7", "t1")]
    both = read(export(chat(1, **named), {**chat(2, **named), "traceId": "t2"}))
    assert [trace.id for trace in both.traces] == ["t1", "t2"]


@pytest.mark.parametrize(
    "value", [{"resourceSpans": []}, export(), export(span(1, 0, 1, http__method="GET")), [export(span(1, 0, 1))]]
)
def test_nothing_of_agents(value: Any) -> None:
    """A file of spans without any agent's work is a trace without calls."""
    file = read(value)
    assert (file.format, [trace.calls for trace in file.traces]) == ("otel", [[]])

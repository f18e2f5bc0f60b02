"""Sessions and evaluation results of Google's Agent Development Kit."""

import json
from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_events, read_lines
from toolscore_core.calls import Trace

CALL = {"function_call": {"id": "c1", "name": "weather", "args": {"city": "Oslo"}}}
CAMEL_CALL = {"functionCall": {"id": "c1", "name": "weather", "args": {"city": "Oslo"}}}


def answer(response: Any, call_id: str | None = "c1", name: str = "weather") -> dict[str, Any]:
    return {"function_response": {"id": call_id, "name": name, "response": response}}


def event(author: str, *parts: Any, at: float = 1767261600.0, **more: Any) -> dict[str, Any]:
    role = "user" if author == "user" else "model"
    return {"author": author, "content": {"role": role, "parts": list(parts)}, "timestamp": at, **more}


EVENTS = [
    event("user", {"text": "Weather in Oslo?"}),
    event("planner", CALL, partial=True),
    event("planner", CALL, at=1767261601.0, usage_metadata={"prompt_token_count": 7, "candidates_token_count": 3}),
    event("planner", answer({"sky": "sun"}), at=1767261603.0),
    event(
        "planner", {"functionCall": {"name": "transfer_to_agent", "args": {"agent_name": "writer"}}}, at=1767261604.0
    ),
    event("writer", {"text": "Sunny."}, at=1767261605.0),
]
SESSION = {"id": "s1", "app_name": "trip", "user_id": "u", "state": {}, "events": EVENTS}


def invocation(*parts: Any, **data: Any) -> dict[str, Any]:
    given = data or {"invocation_events": [{"author": "planner", "content": {"parts": [part]}} for part in parts]}
    return {
        "invocation_id": "i1",
        "user_content": {"role": "user", "parts": [{"text": "Weather in Oslo?"}]},
        "final_response": {"role": "model", "parts": [{"text": "Sunny."}]},
        "intermediate_data": given,
    }


USES = {"tool_uses": [CALL["function_call"]], "tool_responses": [answer({"sky": "sun"})["function_response"]]}


def result(**more: Any) -> dict[str, Any]:
    return {"eval_set_id": "e", "eval_id": "case-1", "final_eval_status": 1, "session_id": "s9", **more}


def judged(actual: dict[str, Any]) -> list[dict[str, Any]]:
    wrong = invocation({"function_call": {"name": "expected_only", "args": {}}})
    return [{"actual_invocation": actual, "expected_invocation": wrong, "eval_metric_results": []}]


def _trace(value: Any) -> Trace:
    file = read(value)
    assert (file.format, file.problems) == ("adk", [])
    (trace,) = file.traces
    return trace


@pytest.mark.parametrize("file", [read(SESSION), read(EVENTS), read_lines(*EVENTS), read_events(*EVENTS)])
def test_session(file: Any) -> None:
    """Events give calls with agent, time and result; pieces of a stream that follow whole are left out."""
    (trace,) = file.traces
    assert (file.format, trace.input_tokens, trace.output_tokens, trace.duration) == ("adk", 7, 3, 5.0)
    assert [(call.tool, call.agent, call.duration, call.result) for call in trace.calls] == [
        ("weather", "planner", 2.0, {"sky": "sun"}),
        ("transfer_to_agent", "planner", None, None),
    ]
    assert [turn.text for turn in trace.turns] == ["Weather in Oslo?", "", "", "Sunny."]
    assert [item.reason for item in file.skipped] == ["streamed piece of an event that follows whole"]


def test_sessions_apart() -> None:
    """Each session is a trace with its id."""
    sessions = [{"id": "a", "events": EVENTS}, {"id": "b", "events": [*EVENTS[:1], 7]}]
    assert [(trace.id, len(trace.calls)) for trace in read(sessions).traces] == [("a", 2), ("b", 0)]


def test_logs_of_older_sessions() -> None:
    """Where a log beside the events holds the model's responses, tokens and model come from there."""
    response = {"model_version": "m-1", "usage_metadata": {"prompt_token_count": 5, "candidates_token_count": 2}}
    events = [event("planner", CALL, id="e1"), event("planner", answer({"sky": "sun"}), id="e2")]
    trace = _trace({"id": "s", "events": events, "event_logs": [{"event_id": "e1", "model_response": response}, None]})
    assert (trace.model, trace.input_tokens, trace.output_tokens) == ("m-1", 5, 2)


def test_long_running_tool() -> None:
    """A long-running tool answers at once and again when it is done: one call, with the last answer and the whole time."""
    events = [*EVENTS[:2], event("planner", CALL, at=1767261601.0, long_running_tool_ids=["c1"])]
    events += [event("planner", answer({"status": "pending"}), at=1767261602.0)]
    events += [event("user", answer({"status": "done"}), at=1767261609.0)]
    (call,) = _trace({"events": events}).calls
    assert (call.result, call.duration) == ({"status": "done"}, 8.0)


def test_ids_that_come_again() -> None:
    """Two calls with the same id have each their own answer."""
    turn = [event("planner", CALL), event("planner", answer({"sky": "sun"}))]
    again = [event("planner", CALL), event("planner", answer({"sky": "rain"}))]
    assert [call.result for call in _trace({"events": [*turn, *again]}).calls] == [{"sky": "sun"}, {"sky": "rain"}]


@pytest.mark.parametrize(
    ("response", "error"),
    [
        ({"error": "no station"}, "no station"),
        ({"status": "error", "error_message": "no station"}, "no station"),
        ({"status": "success"}, None),
    ],
)
def test_failures(response: Any, error: str | None) -> None:
    """A function tells of a failure under `error` or by its `status`."""
    (call,) = _trace([event("planner", CALL), event("planner", answer(response))]).calls
    assert call.error == error


def test_requests_are_no_calls() -> None:
    """What the kit asks its user for is neither a call nor an answer."""
    ask = {"functionCall": {"id": "q", "name": "adk_request_confirmation", "args": {"originalFunctionCall": {}}}}
    events = [event("planner", CALL, ask), event("user", answer({"confirmed": True}, "q", "adk_request_confirmation"))]
    file = read([*events, event("planner", answer({"sky": "sun"}))])
    assert [(call.tool, call.result) for call in calls(file)] == [("weather", {"sky": "sun"})]
    assert [item.reason for item in file.skipped] == ["request for approval, credentials or input"]


@pytest.mark.parametrize(
    "more",
    [
        {"session_details": SESSION, "eval_metric_result_per_invocation": judged(invocation(CALL))},
        {"eval_metric_result_per_invocation": judged(invocation(CALL, answer({"sky": "sun"})))},
        {"eval_metric_result_per_invocation": judged(invocation(CAMEL_CALL, answer({"sky": "sun"})))},
        {"eval_metric_result_per_invocation": judged(invocation(**USES))},
    ],
    ids=["session", "events", "camel case", "lists"],
)
@pytest.mark.parametrize("is_text", [False, True], ids=["json", "json in json"])
def test_evaluation_results(more: dict[str, Any], is_text: bool) -> None:
    """The actual side of each result is a trace of its case, with the verdict as its outcome."""
    value = {"eval_set_result_id": "r", "eval_case_results": [result(**more)]}
    trace = _trace(json.dumps(value) if is_text else value)
    assert (trace.case_id, trace.outcome) == ("case-1", "passed")
    assert (trace.calls[0].tool, trace.calls[0].args, trace.calls[0].result) == (
        "weather",
        {"city": "Oslo"},
        {"sky": "sun"},
    )
    assert "expected_only" not in {call.tool for call in trace.calls}


def test_eval_set_with_answers() -> None:
    """An eval set that also holds what the tools answered is a trace of each case; one of expectations alone is none."""
    case = {"eval_id": "case-1", "conversation": [invocation(**USES)]}
    trace = _trace({"eval_set_id": "e", "eval_cases": [case]})
    assert (trace.case_id, [call.result for call in trace.calls]) == ("case-1", [{"sky": "sun"}])


ODD: tuple[Any, ...] = (None, 5, "x", [], {}, [None], {"parts": None}, float("nan"))


@pytest.mark.parametrize("odd", ODD, ids=repr)
def test_values_of_any_type(odd: Any) -> None:
    """Whatever stands in any field, the other events are read."""
    broken = [{**EVENTS[2], key: odd} for key in (*EVENTS[2], "actions", "options", "model_version", "partial")]
    file = read({"id": odd, "events": [*broken, odd, *EVENTS]})
    assert "transfer_to_agent" in {call.tool for call in calls(file)}
    read({"eval_case_results": [result(session_details=odd, eval_metric_result_per_invocation=odd), odd]})
    read({"eval_case_results": [result(eval_metric_result_per_invocation=judged(invocation(tool_uses=odd)))]})

"""Event streams of OpenHands."""

import json
from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_lines, short


def asked(call_id: str, name: str, arguments: str, response: str = "r1") -> dict[str, Any]:
    record = {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
    message = {"role": "assistant", "content": "so", "tool_calls": [record]}
    usage = {"prompt_tokens": 10, "completion_tokens": 2}
    given = {"id": response, "model": "m", "choices": [{"message": message}], "usage": usage}
    return {"function_name": name, "tool_call_id": call_id, "model_response": given}


def action(number: int, metadata: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    told = {"tool_call_metadata": metadata} if metadata else {}
    args = {"command": "translated", "thought": "t"}
    return {"id": number, "source": "agent", "message": "", "action": "run", "args": args, **told, **more}


def seen(number: int, cause: int | None, metadata: dict[str, Any], content: str, **more: Any) -> dict[str, Any]:
    told = {"observation": "run", "content": content, "tool_call_metadata": metadata}
    return {"id": number, "source": "environment", "message": "", "cause": cause, **told, **more}


LS = asked("t1", "bash", '{"cmd": "ls"}')
PWD = asked("t1", "bash", '{"cmd": "pwd"}', "r2")
STREAM = [
    {"id": 0, "source": "user", "message": "go", "action": "message", "args": {"content": "go"}},
    action(1, LS, timestamp="2026-03-01T09:00:00"),
    seen(2, 1, LS, "a b", timestamp="2026-03-01T09:00:02"),
    action(3, PWD),
    seen(4, 3, PWD, "no", extras={"metadata": {"exit_code": 2}}),
]


def test_arguments_are_those_of_the_model() -> None:
    """Ids may repeat: a result belongs to the action that caused it."""
    file = read(STREAM)
    assert short(file) == [("bash", {"cmd": "ls"}, "a b"), ("bash", {"cmd": "pwd"}, "no")]
    first, second = calls(file)
    assert (first.duration, first.is_error, second.error) == (2.0, False, "no")
    (trace,) = file.traces
    assert (trace.model, trace.input_tokens, [turn.calls for turn in trace.turns]) == ("m", 20, [[], [0], [1]])


@pytest.mark.parametrize(
    "more", [{"observation": "error"}, {"extras": {"metadata": {"exit_code": 1}}}], ids=["observation", "exit code"]
)
def test_failures(more: dict[str, Any]) -> None:
    """An error observation and an exit code above 0 mark the call; -1, a command still running, does not."""
    assert calls(read([action(1, LS), seen(2, 1, LS, "bad", **more)]))[0].error == "bad"
    running = seen(2, 1, LS, "", extras={"metadata": {"exit_code": -1}})
    assert not calls(read([action(1, LS), running]))[0].is_error


def test_rows_with_history() -> None:
    """A row names its case, totals and verdict; an accumulated cost without costs is unknown."""
    metrics = {"accumulated_cost": 0.0, "costs": [], "accumulated_token_usage": {"prompt_tokens": 99}}
    row = {"instance_id": "i1", "history": STREAM, "metrics": metrics, "report": {"resolved": True}}
    pairs = {"instance_id": "i2", "history": [STREAM[1:3], STREAM[3:]], "metadata": {"agent_class": "A"}}
    first, second = read_lines(row, pairs).traces
    assert (first.case_id, first.cost, first.input_tokens, first.outcome) == ("i1", None, 99, True)
    assert ([call.result for call in second.calls], second.calls[0].agent) == (["a b", "no"], "A")


def test_actions_without_function_calling() -> None:
    """Where no action names a call of the model, what the agent executes is a call; other actions are not."""
    recall = {"id": 3, "source": "user", "message": "", "action": "recall", "args": {"query": "go"}}
    file = read([STREAM[0], action(1, None), recall, {**seen(2, 1, {}, "x"), "tool_call_metadata": None}])
    assert len(calls(file)) == 0  # one event has the key
    plain = {key: value for key, value in seen(2, 1, {}, "x").items() if key != "tool_call_metadata"}
    assert short(read([STREAM[0], action(1, None), recall, plain])) == [("run", {"command": "translated"}, "x")]


def sdk(kind: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "id": more.get("tool_call_id", kind), "source": "agent", **more}


def test_agent_sdk() -> None:
    """Calls of one answer share a turn; errors of the agent and rejections answer a call."""
    call = {"id": "c1", "name": "bash", "arguments": '{"cmd": "ls"}'}
    older = {"id": "c2", "type": "function", "function": {"name": "edit", "arguments": "{}"}}
    text = [{"type": "text", "text": "look"}]
    made = [
        sdk("ActionEvent", thought=text, tool_name=name, tool_call_id=one["id"], tool_call=one, llm_response_id="r1")
        for name, one in (("bash", call), ("edit", older))
    ]
    done = sdk("ObservationEvent", action_id="c1", tool_call_id="c1", observation={"content": text, "is_error": False})
    failed = sdk("AgentErrorEvent", tool_call_id="c2", error="no such tool")
    spent = {"usage_to_metrics": {"agent": {"accumulated_cost": 0.5}}}
    state = sdk("ConversationStateUpdateEvent", key="stats", value=spent)
    file = read_lines(*made, failed, done, state)
    assert short(file) == [("bash", {"cmd": "ls"}, "look"), ("edit", {}, "no such tool")]
    (trace,) = file.traces
    assert ([turn.calls for turn in trace.turns], trace.calls[1].error, trace.cost) == ([[0, 1]], "no such tool", 0.5)


def test_other_events_are_not_claimed() -> None:
    """A list of interface actions is no stream of OpenHands."""
    assert read([{"action": "click", "role": "user", "content": json.dumps({})}]).format != "openhands"

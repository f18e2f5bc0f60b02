"""Trajectories of SWE-agent and mini-swe-agent."""

from typing import Any

from tests.core.formats.openai_chat_help import assistant, call
from tests.core.formats.reading_help import calls, read, short

STATS = {"instance_cost": 0.5, "tokens_sent": 10, "tokens_received": 2, "api_calls": 1}
INFO = {"exit_status": "submitted", "submission": "diff", "model_stats": STATS}


def action(**more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": "look", "thought": "look", "action": "ls", "agent": "main", **more}


def test_function_calls() -> None:
    """Structured calls count, results name them in a list, demonstrations are left out, steps give durations."""
    made = {**assistant(call()), **action(), "tool_calls": [call()]}
    answer = {"role": "tool", "content": "a b", "agent": "main", "tool_call_ids": ["c1"]}
    step = {"action": "ls", "observation": "a b", "execution_time": 0.25, "messages": [made, answer]}
    file = read({"history": [{**made, "is_demo": True}, made, answer], "trajectory": [step], "info": INFO})
    (trace,) = file.traces
    assert short(file) == [("f", {"city": "Oslo"}, "a b")]
    assert (trace.calls[0].duration, trace.calls[0].agent, trace.cost, trace.outcome) == (
        0.25,
        "main",
        0.5,
        "submitted",
    )
    assert [(skipped.reason, skipped.count) for skipped in file.skipped] == [("message of a demonstration", 1)]


def test_text_actions() -> None:
    """A command in words is a call of bash; the message after it is its result."""
    file = read({"history": [action(), {"role": "user", "content": "a b", "agent": "main"}], "info": INFO})
    assert short(file) == [("bash", {"command": "ls"}, "a b")]


def test_steps_without_history() -> None:
    """The steps alone are read where there is nothing else."""
    file = read({"trajectory": [{"action": "ls", "observation": "a b", "response": "look", "execution_time": 2}]})
    assert (short(file), calls(file)[0].duration) == ([("bash", {"command": "ls"}, "a b")], 2.0)


def test_unmeasured_runs() -> None:
    """A replay counts no call of a model: its zeros are unknown, not free."""
    nothing = {**INFO, "model_stats": dict.fromkeys(STATS, 0)}
    (trace,) = read({"history": [action()], "info": nothing}).traces
    assert (trace.cost, trace.input_tokens) == (None, None)


FENCED = [
    {"role": "system", "content": "be kind"},
    {"role": "assistant", "content": "look\n\n```bash\nls\n```"},
    {"role": "user", "content": "<returncode>1</returncode>\n<output>\nno\n</output>"},
]


def test_fenced_commands() -> None:
    """One command in a fence and a return code: also as a bare list of messages."""
    for value in (FENCED, {"messages": FENCED, "info": INFO, "instance_id": "i1"}):
        file = read(value)
        assert (file.format, short(file)) == ("swe_agent", [("bash", {"command": "ls"}, "no")])
        assert calls(file)[0].error == "no"


def test_fences_elsewhere() -> None:
    """Without return codes a fence is an example in an answer."""
    assert calls(read(FENCED[:2])) == []


def test_actions_and_times_beside_messages() -> None:
    """Newer files keep actions, return codes, times and responses beside the messages."""
    usage = {"usage": {"prompt_tokens": 10, "completion_tokens": 2}, "model": "m"}
    extra = {"actions": [{"command": "ls"}], "timestamp": 1772355600.0, "response": usage}
    said = {"role": "assistant", "content": "look", "extra": extra}
    answer = {"role": "user", "content": "a b", "extra": {"returncode": 0, "timestamp": 1772355602.0}}
    structured = {**assistant(call()), "extra": {"response": usage}}
    failed = {"role": "tool", "tool_call_id": "c1", "content": "no", "extra": {"returncode": 2}}
    file = read({"trajectory_format": "mini-swe-agent-1.1", "messages": [said, answer, structured, failed]})
    assert [(one.tool, one.result, one.duration, one.error) for one in calls(file)] == [
        ("bash", "a b", 2.0, None),
        ("f", "no", None, "no"),
    ]
    assert (file.traces[0].model, file.traces[0].input_tokens) == ("m", 20)

"""Runs of tau-bench and tau2-bench."""

from typing import Any

from tests.core.formats.openai_chat_help import HISTORY, ONE
from tests.core.formats.reading_help import calls, read, short


def simulation(*messages: Any, **more: Any) -> dict[str, Any]:
    return {"id": "s1", "task_id": "t1", "trial": 0, "reward_info": {"reward": 0.5}, "messages": [*messages], **more}


def use(name: str, call_id: str, by: str = "assistant") -> dict[str, Any]:
    return {"id": call_id, "name": name, "arguments": {"a": 1}, "requestor": by}


def done(call_id: str, content: str = "ok", error: bool = False) -> dict[str, Any]:
    return {"id": call_id, "role": "tool", "content": content, "requestor": "assistant", "error": error}


def test_trajectories() -> None:
    """Trials are counted from 0 there, and from 1 here."""
    rows: list[Any] = [{"task_id": 3, "reward": 1.0, "info": {}, "traj": HISTORY, "trial": trial} for trial in (0, 1)]
    file = read(rows)
    assert short(file) == ONE * 2
    assert [(trace.case_id, trace.trial, trace.outcome) for trace in file.traces] == [("3", 1, 1.0), ("3", 2, 1.0)]
    assert [trace.id for trace in file.traces] == ["3_trial_1", "3_trial_2"]


def test_simulations() -> None:
    """Calls are flat; the repeated raw response counts nothing; the user's own calls name the user."""
    raw = {"message": {"tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": "{}"}}]}}
    spent = {"cost": 0.2, "usage": {"prompt_tokens": 10, "completion_tokens": 1}}
    file = read(
        {
            "info": {"agent_info": {"llm": "m"}},
            "tasks": [{"id": "t1", "evaluation_criteria": {"actions": [{"name": "gold", "arguments": {}}]}}],
            "simulations": [
                simulation(
                    {"role": "user", "content": None, "tool_calls": [use("look", "u1", "user")], **spent},
                    {**done("u1"), "requestor": "user"},
                    {"role": "assistant", "content": None, "tool_calls": [use("f", "c1")], "raw_data": raw, **spent},
                    done("c1", "bad", True),
                )
            ],
        }
    )
    (trace,) = file.traces
    assert [(call.tool, call.agent, call.error) for call in trace.calls] == [("look", "user", None), ("f", None, "bad")]
    assert (trace.model, trace.trial, trace.outcome, trace.input_tokens, trace.cost) == ("m", 1, 0.5, 10, 0.2)


def test_parallel_results_in_one_message() -> None:
    """Results of parallel calls may be wrapped together."""
    together = {"role": "tool", "tool_messages": [done("c2", "two"), done("c1", "one")]}
    asked = {"role": "assistant", "content": None, "tool_calls": [use("f", "c1"), use("g", "c2")]}
    assert [call.result for call in calls(read(simulation(asked, together)))] == ["one", "two"]


def test_spoken_simulations() -> None:
    """A run in ticks gives its calls, results and what was said."""
    tick = {"tick_id": 0, "timestamp": "2026-03-01T09:00:00", "agent_tool_calls": [use("f", "c1")]}
    said = {"tick_id": 1, "user_chunk": {"content": "hi", "contains_speech": True}, "agent_tool_results": [done("c1")]}
    (trace,) = read(simulation(messages=[], ticks=[tick, said])).traces
    assert [(call.tool, call.result) for call in trace.calls] == [("f", "ok")]
    assert [(turn.role, turn.text) for turn in trace.turns] == [("assistant", ""), ("user", "hi")]

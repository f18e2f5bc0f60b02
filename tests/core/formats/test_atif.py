"""Trajectories in ATIF."""

from typing import Any

from tests.core.formats.reading_help import calls, read, read_lines, short


def step(*made: tuple[str, str], results: Any = (), **more: Any) -> dict[str, Any]:
    records = [{"tool_call_id": call_id, "function_name": name, "arguments": {"a": 1}} for name, call_id in made]
    return {"source": "agent", "message": "", "tool_calls": records, "observation": {"results": [*results]}, **more}


def trajectory(*steps: Any, **more: Any) -> dict[str, Any]:
    agent = {"name": "main", "version": "1", "model_name": "m"}
    return {"schema_version": "ATIF-v1.6", "session_id": "s1", "agent": agent, "steps": [*steps], **more}


def test_results_in_another_order() -> None:
    """Results name their call; one without a name answers the call that is left."""
    results = [{"source_call_id": "b", "content": "B"}, {"content": [{"type": "text", "text": "A"}]}]
    assert short(read(trajectory(step(("f", "a"), ("g", "b"), results=results)))) == [
        ("f", {"a": 1}, "A"),
        ("g", {"a": 1}, "B"),
    ]


def test_totals() -> None:
    """The final metrics count; without them the sum of the steps."""
    spent = {"prompt_tokens": 10, "completion_tokens": 2, "cached_tokens": 4, "cost_usd": 0.5}
    steps = [step(("f", "a"), metrics=spent), step(metrics=spent, message="x")]
    (summed,) = read(trajectory(*steps)).traces
    (final,) = read(trajectory(*steps, final_metrics={"total_prompt_tokens": 99})).traces
    assert (summed.input_tokens, summed.cached_tokens, summed.cost, summed.model) == (20, 8, 1.0, "m")
    assert (final.input_tokens, final.output_tokens) == (99, 4)


def test_failed_call() -> None:
    """The flag stands beside the result."""
    results = [{"source_call_id": "a", "content": "no", "extra": {"is_error": True}}]
    assert calls(read(trajectory(step(("f", "a"), results=results))))[0].error == "no"


def test_sub_agents() -> None:
    """The trajectory of a sub-agent belongs to the call whose result refers to it, embedded or in another record."""
    inner = {**trajectory(step(("g", "i"))), "session_id": "sub", "agent": {"name": "helper"}}
    results = [{"source_call_id": "a", "content": "x", "subagent_trajectory_ref": [{"session_id": "sub"}]}]
    outer = trajectory(step(("f", "a"), results=results))
    for file in (read({**outer, "subagent_trajectories": [inner]}), read_lines(outer, inner), read_lines(inner, outer)):
        assert len(file.traces) == 1
        assert [(one.tool, one.agent, one.parent_id) for one in calls(file)] == [
            ("f", "main", None),
            ("g", "helper", "a"),
        ]


def test_unreferenced_sub_agent() -> None:
    """An embedded trajectory that nothing refers to is read after the rest."""
    inner = {**trajectory(step(("g", "i"))), "session_id": "sub"}
    file = read(trajectory(step(("f", "a")), subagent_trajectories=[inner]))
    assert [(one.tool, one.parent_id) for one in calls(file)] == [("f", None), ("g", None)]


def test_copied_steps_count_once() -> None:
    """Steps that a continued trajectory copied from the one before are left out."""
    file = read(trajectory(step(("f", "a"), is_copied_context=True), step(("g", "b"))))
    assert [one.tool for one in calls(file)] == ["g"]
    assert [skipped.count for skipped in file.skipped] == [1]

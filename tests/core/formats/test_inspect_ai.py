"""Logs of Inspect AI."""

import io
import json
import zipfile
from typing import Any

from tests.core.formats.reading_help import calls, read, short
from toolscore_core.formats import read_traces


def call(name: str, call_id: str, **args: Any) -> dict[str, Any]:
    return {"id": call_id, "function": name, "arguments": args, "type": "function"}


def result(call_id: str, content: Any, **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "function": "f", "content": content, **more}


def event(call_id: str, name: str, second: int, **more: Any) -> dict[str, Any]:
    times = {"timestamp": f"2026-03-01T09:00:{second:02}Z", "completed": f"2026-03-01T09:00:{second + 2:02}Z"}
    return {"event": "tool", "id": call_id, "function": name, "arguments": {}, "result": "in", **times, **more}


def sample(**more: Any) -> dict[str, Any]:
    messages = [
        {"id": "m1", "role": "user", "content": "go"},
        {"id": "m2", "role": "assistant", "content": "", "tool_calls": [call("f", "c1", a=1)]},
        result("c1", "ok"),
    ]
    return {"id": 7, "epoch": 2, "input": "go", "target": "x", "messages": messages, "events": [], **more}


def log(*samples: Any, **more: Any) -> dict[str, Any]:
    return {"version": 2, "status": "success", "eval": {"model": "m", "task": "t"}, "samples": [*samples], **more}


def test_one_trace_a_sample() -> None:
    """Sample id, epoch, model, score and totals stand on the trace."""
    usage = {"m": {"input_tokens": 5, "output_tokens": 2, "input_tokens_cache_read": 3, "total_tokens": 10}}
    (trace,) = read(log(sample(scores={"s": {"value": "C"}}, model_usage=usage, total_time=4.5))).traces
    assert (trace.case_id, trace.trial, trace.id, trace.model) == ("7", 2, "7_epoch_2", "m")
    assert (trace.outcome, trace.input_tokens, trace.cached_tokens, trace.duration) == ("C", 8, 3, 4.5)
    assert [(turn.role, turn.calls) for turn in trace.turns] == [("user", []), ("assistant", [0])]


def test_cached_tokens_inside_the_input() -> None:
    """Where the total shows that the input holds the cached tokens, they are not added."""
    usage = {"m": {"input_tokens": 5, "output_tokens": 2, "input_tokens_cache_read": 3, "total_tokens": 7}}
    assert read(log(sample(model_usage=usage))).traces[0].input_tokens == 5


def test_events_give_times_and_errors_and_no_calls() -> None:
    """A tool event of a call in the messages enriches it."""
    spans = {"event": "span_begin", "id": "s1", "type": "agent", "name": "solver"}
    told = event("c1", "f", 1, span_id="s1", error={"type": "timeout", "message": "too slow"})
    (one,) = calls(read(log(sample(events=[spans, told]))))
    assert (one.duration, one.agent, one.error, one.result) == (2.0, "solver", "too slow", "ok")


def test_calls_inside_a_tool() -> None:
    """Calls of an agent that ran as a tool follow the call inside which they were made, by spans or by nesting."""
    spans = [
        {"event": "span_begin", "id": "t1", "type": "tool", "name": "f"},
        {"event": "span_begin", "id": "a1", "parent_id": "t1", "type": "agent", "name": "helper"},
        {"event": "span_begin", "id": "t2", "parent_id": "a1", "type": "tool", "name": "g"},
    ]
    newer = [*spans, event("c1", "f", 1, span_id="t1"), event("i1", "g", 2, span_id="t2")]
    older = [event("c1", "f", 1, events=[event("i1", "g", 2)])]
    for events, agent in ((newer, "helper"), (older, None)):
        outer, inner = calls(read(log(sample(events=events))))
        assert (outer.tool, inner.tool, inner.parent_id, inner.result, inner.agent) == ("f", "g", "c1", "in", agent)


def test_attachments() -> None:
    """Long texts stand apart and are put in their place; an unknown reference stays."""
    key = "5d41402abc4b2a76b9719d911017c592"
    one = sample(attachments={key: "long"})
    one["messages"][2]["content"] = f"attachment://{key}"
    one["messages"][1]["tool_calls"][0]["arguments"] = {"a": f"attachment://{key[::-1]}"}
    assert short(read(log(one))) == [("f", {"a": f"attachment://{key[::-1]}"}, "long")]


def test_messages_from_a_pool() -> None:
    """A sample without messages is read from its last model event, whose input may stand in a pool, by ranges."""
    asked = {"role": "user", "content": "go"}
    answer = {"role": "assistant", "content": "", "tool_calls": [call("f", "c1")]}
    model = {"event": "model", "input": [], "input_refs": [[1, 2]], "output": {"choices": [{"message": answer}]}}
    one = sample(messages=[], events=[model], events_data={"messages": [{"role": "system", "content": "s"}, asked]})
    (trace,) = read(log(one)).traces
    assert [turn.role for turn in trace.turns] == ["user", "assistant"]


def test_failed_samples() -> None:
    """An error that stopped a sample stands in the metadata and, without a score, is the outcome."""
    (trace,) = read(log(sample(error={"message": "boom", "traceback": ""}), status="error")).traces
    assert (trace.outcome, trace.metadata["error"]) == ("error", "boom")
    assert read(log(status="cancelled")).traces == []


def test_zipped_log() -> None:
    """The members of an `.eval` archive are one log; summaries are no samples."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("header.json", json.dumps({k: v for k, v in log().items() if k != "samples"}))
        archive.writestr("summaries.json", json.dumps([{"id": 7, "epoch": 2, "input": "go", "target": "x"}]))
        archive.writestr("samples/7_epoch_2.json", json.dumps(sample()))
        archive.writestr("samples/8_epoch_1.json", json.dumps(sample(id=8, epoch=1)))
    file = read_traces(data.getvalue(), name="run.eval")
    assert (file.format, [(trace.case_id, trace.trial, trace.model) for trace in file.traces]) == (
        "inspect_ai",
        [("7", 2, "m"), ("8", 1, "m")],
    )

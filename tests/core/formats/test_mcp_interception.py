"""Client sessions of MCP that an interceptor logged, and calls that were made tasks."""

import json
from typing import Any

import pytest

from toolscore_core.calls import Trace
from toolscore_core.formats import read_traces

OK = {"content": [{"type": "text", "text": "sunny"}], "isError": False}
BAD = {"content": [{"type": "text", "text": "no such city"}], "isError": True}


def read(value: Any) -> Trace:
    lines = value if isinstance(value, tuple) else (value,)
    file = read_traces("\n".join(map(json.dumps, lines)).encode(), name="session.json")
    assert (file.format, file.problems) == ("mcp", [])
    (trace,) = file.traces
    return trace


def asked(count: int, *args: Any, method: str = "call_tool", **kwargs: Any) -> dict[str, Any]:
    own = {"type": "request", "timestamp": f"2026-02-03T09:15:{count:02}Z", "count": count, "method": method}
    return {**own, "args": list(args), "kwargs": kwargs}


def answered(count: int, result: Any, error: Any = None) -> dict[str, Any]:
    return {
        "type": "response",
        "timestamp": f"2026-02-03T09:15:{count:02}.500Z",
        "count": count,
        "result": result,
        "error": error,
    }


ARGUMENTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("positional", asked(1, "weather", {"city": "Lisbon"})),
    ("named", asked(1, name="weather", arguments={"city": "Lisbon"})),
    ("mixed", asked(1, "weather", arguments={"city": "Lisbon"})),
    ("params", {"method": "call_tool", "params": {"name": "weather", "arguments": {"city": "Lisbon"}}, "count": 1}),
)


def test_plain_pairs() -> None:
    """A session's record may hold name and arguments alone, and the method beside them."""
    pair = {"method": "tools/call", "request": {"name": "weather", "arguments": {"city": "Lisbon"}}, "response": OK}
    assert [(call.tool, call.args, call.result) for call in read({"calls": [pair]}).calls] == [
        ("weather", {"city": "Lisbon"}, "sunny")
    ]


@pytest.mark.parametrize("request_", [request for _, request in ARGUMENTS], ids=[name for name, _ in ARGUMENTS])
@pytest.mark.parametrize("together", [False, True], ids=["lines", "session"])
def test_arguments(request_: dict[str, Any], *, together: bool) -> None:
    """Name and arguments stand in a list or by name, in lines or in the calls of one session."""
    response = answered(1, OK)
    trace = read(
        {"session_id": "s", "calls": [{"request": request_, "response": response}]}
        if together
        else (request_, response)
    )
    assert [(call.tool, call.args, call.result) for call in trace.calls] == [("weather", {"city": "Lisbon"}, "sunny")]


def test_answers_by_count() -> None:
    """An answer belongs to the request of its count; a failure is one that the result or the client says."""
    trace = read(
        (asked(1, "a"), asked(2, "b"), asked(3, "c"), answered(3, None, "gone"), answered(1, BAD), answered(2, OK))
    )
    assert [(call.tool, call.result, call.error) for call in trace.calls] == [
        ("a", None, "no such city"),
        ("b", "sunny", None),
        ("c", None, "gone"),
    ]
    assert [call.duration for call in trace.calls] == [0.5, 0.5, 0.5]


def test_other_methods() -> None:
    """Handshake and lists are no calls; the handshake names the server."""
    hello = answered(1, {"serverInfo": {"name": "travel"}})
    tools = answered(2, {"tools": [{"name": "weather", "inputSchema": {}}]})
    trace = read(
        (
            asked(1, method="initialize"),
            hello,
            asked(2, method="list_tools"),
            tools,
            asked(3, "weather"),
            answered(3, OK),
        )
    )
    assert [call.tool for call in trace.calls] == ["weather"]
    assert trace.metadata["server"] == "travel"


def test_pairs_without_counts() -> None:
    """Request and response of one record belong together without any id; a bare response is the result."""
    pairs = [{"method": "call_tool", "request": {"args": ["weather", {"n": n}]}, "response": OK} for n in (1, 2)]
    trace = read({"calls": pairs})
    assert [(call.args, call.result, call.call_id) for call in trace.calls] == [
        ({"n": 1}, "sunny", None),
        ({"n": 2}, "sunny", None),
    ]


def rpc(number: int, method: str | None = None, **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, **({"method": method} if method else {}), **more}


def test_tasks() -> None:
    """The result of a call that was made a task comes with the request for it."""
    trace = read(
        [
            rpc(1, "tools/call", params={"name": "slow", "arguments": {}, "task": {"ttl": 60}}),
            rpc(1, result={"task": {"taskId": "t", "status": "working"}}),
            rpc(2, "tasks/get", params={"taskId": "t"}),
            rpc(2, result={"taskId": "t", "status": "completed"}),
            rpc(3, "tasks/result", params={"taskId": "t"}),
            rpc(3, result=OK),
        ]
    )
    assert [(call.tool, call.result, call.is_error) for call in trace.calls] == [("slow", "sunny", False)]


def test_failed_task() -> None:
    """A task that failed is a failed call, with what its state says."""
    trace = read(
        [
            rpc(1, "tools/call", params={"name": "slow"}),
            rpc(1, result={"task": {"taskId": "t", "status": "working"}}),
            rpc(2, "tasks/get", params={"taskId": "t"}),
            rpc(2, result={"taskId": "t", "status": "failed", "statusMessage": "out of memory"}),
        ]
    )
    assert [(call.result, call.error) for call in trace.calls] == [(None, "out of memory")]

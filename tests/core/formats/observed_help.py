"""Records of observability products for the tests of the reader."""

import json
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.formats import TraceFile, read_traces

ARGS = {"city": "Lisbon"}
USER = {"role": "user", "content": "Weather in Lisbon?"}
ANSWER = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "weather", "arguments": json.dumps(ARGS)}}],
}


def at(second: float) -> str:
    """A moment in ISO 8601."""
    return f"2026-02-03T09:15:{second:06.3f}Z"


def observation(number: int, kind: str, name: str, start: float = 1, end: float = 2, **more: Any) -> dict[str, Any]:
    """An observation of Langfuse."""
    return {
        "id": f"o{number}",
        "traceId": "t1",
        "type": kind,
        "name": name,
        "startTime": at(start),
        "endTime": at(end),
        "parentObservationId": None,
        "level": "DEFAULT",
        **more,
    }


def generation(number: int, sent: Any, answer: Any, start: float = 0, end: float = 1, **more: Any) -> dict[str, Any]:
    """A generation of Langfuse, with what it was sent and what it answered as JSON text."""
    given = {"input": json.dumps(sent), "output": json.dumps(answer), "model": "m"}
    return observation(number, "GENERATION", "chat", start, end, **given, **more)


def export(*observations: dict[str, Any], **trace: Any) -> dict[str, Any]:
    """A Langfuse export of one trace."""
    return {"trace": {"id": "t1", "name": "agent", **trace}, "observations": list(observations)}


def read(value: Any) -> TraceFile:
    """Read a value as JSON; a tuple as JSON lines."""
    lines = value if isinstance(value, tuple) else (value,)
    return read_traces("\n".join(map(json.dumps, lines)).encode(), name="export.json")


def only(value: Any) -> Trace:
    """The only trace of a value, which is read without a problem as an export."""
    file = read(value)
    assert (file.format, file.problems) == ("observations", [])
    (trace,) = file.traces
    return trace


def made(trace: Trace) -> list[tuple[str, Any]]:
    """Name and arguments of the calls of a trace."""
    return [(call.tool, call.args) for call in trace.calls]

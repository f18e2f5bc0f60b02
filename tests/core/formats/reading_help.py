"""Helpers of the format tests: values as files, and calls in short."""

import json
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.formats import TraceFile, read_traces


def read(value: Any, format: str = "auto") -> TraceFile:
    """Read a value as if it were a JSON file."""
    return read_traces(json.dumps(value).encode(), format, "f.json")


def read_lines(*values: Any, format: str = "auto") -> TraceFile:
    """Read values as if they were the lines of a JSONL file."""
    return read_traces("\n".join(map(json.dumps, values)).encode(), format, "f.jsonl")


def read_events(*values: Any) -> TraceFile:
    """Read values as if they were the events of a stream."""
    return read_traces("".join(f"data: {json.dumps(value)}\n\n" for value in values).encode(), name="f.sse")


def read_whole(value: Any, format: str) -> Trace:
    """The one trace of a value that is recognised as a format and read without a problem or anything left out."""
    file = read(value)
    assert (file.format, file.problems, [one.reason for one in file.skipped]) == (format, [], [])
    (trace,) = file.traces
    return trace


def calls(file: TraceFile) -> list[ToolCall]:
    """All calls of all traces."""
    return [call for trace in file.traces for call in trace.calls]


def short(file: TraceFile) -> list[tuple[str, Any, Any]]:
    """Tool, arguments and result of all calls."""
    return [(call.tool, call.args, call.result) for call in calls(file)]

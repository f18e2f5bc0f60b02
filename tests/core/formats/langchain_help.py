"""LangChain messages for the tests of the reader."""

import json
from typing import Any

from toolscore_core.calls import ToolCall
from toolscore_core.formats import TraceFile, read_traces

CALL: dict[str, Any] = {"name": "weather", "args": {"city": "Oslo"}, "id": "c1", "type": "tool_call"}


HUMAN: dict[str, Any] = {"type": "human", "content": "What is it like in Oslo?"}


def ai(*calls: Any, **more: Any) -> dict[str, Any]:
    return {"type": "ai", "content": "", "tool_calls": list(calls), **more}


def tool(content: Any = "5 C", **more: Any) -> dict[str, Any]:
    return {"type": "tool", "content": content, "tool_call_id": "c1", **more}


def lc(name: str, **kwargs: Any) -> dict[str, Any]:
    return {"lc": 1, "type": "constructor", "id": ["langchain_core", "messages", name], "kwargs": kwargs}


def read(*values: Any, key: str = "auto") -> TraceFile:
    """Read values as one document, or as lines when there are several."""
    return read_traces("\n".join(json.dumps(value) for value in values).encode(), key, name="t.json")


def calls(*values: Any, key: str = "auto") -> list[ToolCall]:
    file = read(*values, key=key)
    assert file.format == "langchain"
    return [call for trace in file.traces for call in trace.calls]

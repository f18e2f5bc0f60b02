"""Messages of OpenAI chat for the tests of the reader."""

from typing import Any

ARGS = '{"city": "Oslo"}'


def call(name: str = "f", call_id: str | None = "c1", arguments: Any = ARGS) -> dict[str, Any]:
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


def assistant(*records: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": None, "tool_calls": list(records), **more}


def result(content: Any = "5C", call_id: str | None = "c1", **more: Any) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": content, **more}


USER = {"role": "user", "content": "hi"}


HISTORY = [
    {"role": "system", "content": "be kind"},
    USER,
    assistant(call()),
    result(),
    {"role": "assistant", "content": "5C it is"},
]


ONE = [("f", {"city": "Oslo"}, "5C")]


UNANSWERED = [("f", {"city": "Oslo"}, None)]

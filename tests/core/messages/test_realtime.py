"""Sessions of the Realtime API: every item once, however often its events repeat it."""

from typing import Any

from tests.core.formats.reading_help import read_lines, short

CALL: dict[str, Any] = {
    "id": "i1",
    "type": "function_call",
    "call_id": "c1",
    "name": "f",
    "arguments": '{"city": "Oslo"}',
}
ANSWER = {"type": "function_call_output", "call_id": "c1", "output": "5C"}


def item(kind: str, value: dict[str, Any]) -> dict[str, Any]:
    return {"type": f"conversation.item.{kind}", "item": value}


def test_session() -> None:
    """A call is announced, streamed, finished and repeated in the response; tokens are those of all responses."""
    usage = {"input_tokens": 3, "output_tokens": 2}
    said = {"id": "i0", "type": "message", "role": "user", "content": [{"type": "input_text", "text": "hi"}]}
    file = read_lines(
        {"type": "session.created", "session": {"id": "s"}},
        item("created", said),
        {"type": "response.created", "response": {"output": []}},
        item("created", {**CALL, "arguments": ""}),
        {"type": "response.function_call_arguments.delta", "item_id": "i1", "delta": "{"},
        {"type": "response.output_item.done", "item": CALL},
        {"type": "response.done", "response": {"output": [CALL, None], "usage": usage}},
        item("create", ANSWER),
        {"type": "response.done", "response": {"output": None, "usage": usage}},
    )
    assert short(file) == [("f", {"city": "Oslo"}, "5C")]
    assert file.traces[0].turns[0].text == "hi"
    assert file.traces[0].input_tokens == 6

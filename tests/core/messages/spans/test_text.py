"""What model spans keep of requests and answers."""

import json
from typing import Any

import pytest

from toolscore_core.messages.message import Message
from toolscore_core.messages.spans.forms import span_of
from toolscore_core.messages.spans.span import Batch
from toolscore_core.messages.spans.text import messages_of, raw_input, raw_output, raw_whole

OPENAI = {
    "role": "assistant",
    "content": None,
    "tool_calls": [{"id": "c1", "function": {"name": "f", "arguments": '{"a": 1}'}}],
}
ANSWER = {"role": "tool", "tool_call_id": "c1", "content": "5"}


Told = tuple[str, str, list[Any], list[Any]]


def told(messages: list[Message]) -> list[Told]:
    """Role, text, calls and results of each message."""
    return [
        (
            message.role,
            message.text,
            [(part.name, part.args, part.id) for part in message.calls],
            [(part.value, part.id, part.name, part.is_error) for part in message.results],
        )
        for message in messages
    ]


CALL: Told = ("assistant", "", [("f", {"a": 1}, "c1")], [])
TEXT_CALL: Told = ("assistant", "", [("f", '{"a": 1}', "c1")], [])
MESSAGES: tuple[tuple[str, Any, Told], ...] = (
    ("openai", OPENAI, TEXT_CALL),
    ("openai calls as text", {"role": "assistant", "tool_calls": json.dumps(OPENAI["tool_calls"])}, TEXT_CALL),
    ("openai result", ANSWER, ("tool", "", [], [("5", "c1", None, False)])),
    (
        "result in parts of text",
        {**ANSWER, "content": [{"type": "text", "text": "5"}]},
        ("tool", "", [], [("5", "c1", None, False)]),
    ),
    ("result that is data", {**ANSWER, "content": {"c": 5}}, ("tool", "", [], [({"c": 5}, "c1", None, False)])),
    (
        "result with an id of its own",
        {"role": "tool", "id": "c1", "content": "5"},
        ("tool", "", [], [("5", "c1", None, False)]),
    ),
    (
        "legacy call",
        {"role": "assistant", "function_call": {"name": "f", "arguments": "{}"}},
        ("assistant", "", [("f", "{}", None)], []),
    ),
    ("flat calls", {"role": "assistant", "tool_calls": [{"id": "c1", "name": "f", "arguments": {"a": 1}}, 3]}, CALL),
    (
        "convention",
        {"role": "assistant", "parts": [{"type": "text", "content": "hi"}, {"type": "reasoning", "content": "x"}]},
        ("assistant", "hi", [], []),
    ),
    (
        "convention call",
        {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "f", "arguments": {"a": 1}}]},
        CALL,
    ),
    (
        "convention result",
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": {"c": 5}}]},
        ("tool", "", [], [({"c": 5}, "c1", None, False)]),
    ),
    (
        "convention failure",
        {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "result": {"error": "no"}}]},
        ("tool", "", [], [({"error": "no"}, "c1", None, True)]),
    ),
    (
        "gemini",
        {"role": "model", "parts": [{"text": "hi"}, {"functionCall": {"name": "f", "args": {"a": 1}, "id": "c1"}}]},
        ("model", "hi", [("f", {"a": 1}, "c1")], []),
    ),
    (
        "gemini answer",
        {"content": {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {"a": 1}, "id": "c1"}}]}},
        ("model", "", [("f", {"a": 1}, "c1")], []),
    ),
    (
        "anthropic",
        {
            "role": "assistant",
            "content": [
                {"type": "text", "text": "hi"},
                {"type": "tool_use", "id": "c1", "name": "f", "input": {"a": 1}},
            ],
        },
        ("assistant", "hi", [("f", {"a": 1}, "c1")], []),
    ),
    (
        "anthropic failure",
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "no", "is_error": True}]},
        ("user", "", [], [("no", "c1", None, True)]),
    ),
    (
        "vercel",
        {
            "role": "assistant",
            "content": [{"type": "tool-call", "toolCallId": "c1", "toolName": "f", "args": {"a": 1}}],
        },
        CALL,
    ),
    (
        "vercel result",
        {
            "role": "tool",
            "content": [
                {"type": "tool-result", "toolCallId": "c1", "toolName": "f", "output": {"type": "json", "value": 5}}
            ],
        },
        ("tool", "", [], [(5, "c1", "f", False)]),
    ),
    (
        "vercel failure",
        {
            "role": "tool",
            "content": [
                {
                    "type": "tool-result",
                    "toolCallId": "c1",
                    "toolName": "f",
                    "output": {"type": "error-text", "value": "no"},
                }
            ],
        },
        ("tool", "", [], [("no", "c1", "f", True)]),
    ),
    ("responses item", {"type": "function_call", "call_id": "c1", "id": "x", "name": "f", "arguments": {"a": 1}}, CALL),
    (
        "responses output",
        {"type": "function_call_output", "call_id": "c1", "output": "5"},
        ("assistant", "", [], [("5", "c1", None, False)]),
    ),
    (
        "openinference",
        {
            "message": {
                "role": "assistant",
                "contents": [{"message_content": {"type": "text", "text": "hi"}}],
                "tool_calls": [{"tool_call": {"id": "c1", "function": {"name": "f", "arguments": {"a": 1}}}}],
            }
        },
        ("assistant", "hi", [("f", {"a": 1}, "c1")], []),
    ),
    ("message as text", {"role": "assistant", "message": "hi"}, ("assistant", "hi", [], [])),
    ("bare text", "hi", ("assistant", "hi", [], [])),
    ("nothing", 5, ("assistant", "", [], [])),
    ("type of another kind", {"type": {}, "content": [{"type": []}, 3, "x"]}, ("assistant", "x", [], [])),
    (
        "list of messages",
        [{"role": "user", "content": "a"}, OPENAI, ANSWER],
        ("user", "a", [("f", '{"a": 1}', "c1")], [("5", "c1", None, False)]),
    ),
    ("empty list", [], ("assistant", "", [], [])),
)


@pytest.mark.parametrize(("given", "expected"), [(a, b) for _, a, b in MESSAGES], ids=[name for name, _, _ in MESSAGES])
def test_messages(given: Any, expected: Any) -> None:
    """A message of any provider or convention has its role, text, calls and results."""
    assert told(messages_of([given], "assistant")) == [expected]


def test_calls_of_any_agent() -> None:
    """A list of names and arguments is one answer with several calls."""
    given = [{"tool.name": "f", "tool.args": {"a": 1}}, {"tool.name": "g", "tool.args": "{}"}]
    assert told(messages_of(given, "assistant")) == [("assistant", "", [("f", {"a": 1}, None), ("g", "{}", None)], [])]


def kept(attributes: Any, events: Any = ()) -> tuple[list[Any], list[Any]]:
    span = span_of({"attributes": attributes, "events": list(events)}, Batch([], "$"), 0)
    assert span is not None
    return told(messages_of(raw_input(span), "user")), told(messages_of(raw_output(span), "assistant"))


ASKED: Told = ("user", "hi", [], [])
SAID: Told = ("assistant", "ho", [], [])
KEPT: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "text of lists",
        {
            "gen_ai.input.messages": '[{"role": "user", "content": "hi"}]',
            "gen_ai.output.messages": '[{"role": "assistant", "content": "ho"}]',
        },
    ),
    (
        "text of objects",
        {
            "gen_ai.input.messages": '{"role": "user", "content": "hi"}',
            "gen_ai.output.messages": '{"role": "assistant", "content": "ho"}',
        },
    ),
    (
        "lists",
        {
            "gen_ai.input.messages": [{"role": "user", "content": "hi"}],
            "gen_ai.output.messages": ['{"role": "assistant", "content": "ho"}'],
        },
    ),
    ("plain text", {"gen_ai.prompt": "hi", "gen_ai.completion": "ho"}),
    (
        "bodies",
        {
            "input.value": '{"messages": [{"role": "user", "content": "hi"}]}',
            "output.value": '{"choices": [{"message": {"role": "assistant", "content": "ho"}}]}',
        },
    ),
    (
        "numbered",
        {
            "gen_ai.prompt.0.role": "user",
            "gen_ai.prompt.0.content": "hi",
            "gen_ai.completion.0.role": "assistant",
            "gen_ai.completion.0.content": "ho",
        },
    ),
    (
        "openinference",
        {
            "llm.input_messages.0.message.role": "user",
            "llm.input_messages.0.message.content": "hi",
            "llm.output_messages.0.message.role": "assistant",
            "llm.output_messages.0.message.content": "ho",
        },
    ),
    (
        "vercel",
        {
            "ai.prompt.messages": '[{"role": "user", "content": [{"type": "text", "text": "hi"}]}]',
            "ai.response.text": "ho",
        },
    ),
    (
        "adk",
        {
            "gcp.vertex.agent.llm_request": '{"model": "m", "contents": [{"role": "user", "parts": [{"text": "hi"}]}]}',
            "gcp.vertex.agent.llm_response": '{"content": {"role": "assistant", "parts": [{"text": "ho"}]}}',
        },
    ),
)


@pytest.mark.parametrize("attributes", [given for _, given in KEPT], ids=[name for name, _ in KEPT])
def test_requests_and_answers(attributes: dict[str, Any]) -> None:
    """Each convention's place for the request and the answer is known."""
    assert kept(attributes) == ([ASKED], [SAID])


def test_numbered_calls() -> None:
    """Calls of numbered attributes are in order; a name that contradicts another is left out."""
    given = {
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.tool_calls.0.name": "f",
        "gen_ai.completion.0.tool_calls.0.arguments": "{}",
        "gen_ai.completion.0.tool_calls.10.name": "h",
        "gen_ai.completion.0.tool_calls.2.name": "g",
        "gen_ai.completion.0.role.0.x": 1,
    }
    assert [part[0] for part in kept(given)[1][0][2]] == ["f", "g", "h"]
    assert kept({"gen_ai.completion.x": "y"}) == ([], [])
    assert len(kept({"gen_ai.completion." + "0." * 5000: "y"})[1]) == 1


def test_calls_of_vercel() -> None:
    """Calls of an answer stand apart from its text."""
    calls = [{"toolCallId": "c1", "toolName": "f", "input": {"a": 1}}]
    assert kept({"ai.response.toolCalls": json.dumps(calls)})[1] == [CALL]


EVENTS: tuple[tuple[str, list[Any]], ...] = (
    (
        "one a message",
        [
            {"name": "gen_ai.user.message", "attributes": {"content": "hi"}},
            {"name": "gen_ai.choice", "attributes": {"message": '{"content": "ho"}'}},
        ],
    ),
    (
        "content as text",
        [
            {"name": "gen_ai.user.message", "attributes": {"gen_ai.event.content": '{"content": "hi"}'}},
            {"name": "gen_ai.choice", "body": {"message": {"content": "ho"}}},
        ],
    ),
    (
        "details",
        [
            {
                "name": "gen_ai.client.inference.operation.details",
                "attributes": {"gen_ai.input.messages": '["hi"]', "gen_ai.output.messages": '["ho"]'},
            }
        ],
    ),
    (
        "contents",
        [
            {"name": "gen_ai.content.prompt", "attributes": {"gen_ai.prompt": "hi"}},
            {"name": "gen_ai.content.completion", "attributes": {"gen_ai.completion": "ho"}},
            3,
        ],
    ),
)


@pytest.mark.parametrize("events", [given for _, given in EVENTS], ids=[name for name, _ in EVENTS])
def test_events(events: list[dict[str, Any]]) -> None:
    """Requests and answers in the events of a span."""
    assert kept({"gen_ai.operation.name": "chat"}, events) == ([ASKED], [SAID])


def test_cut_off_text() -> None:
    """Text that was cut off is no message."""
    assert kept({"gen_ai.input.messages": '[{"role": "us', "gen_ai.output.messages": ""}) == ([], [])
    assert kept({"gen_ai.input.messages": [], "gen_ai.output.messages": {}}) == ([], [])


def test_whole_conversations() -> None:
    """Some spans keep request and answer in one list."""
    span = span_of({"attributes": {"all_messages_events": '[{"role": "user", "content": "hi"}]'}}, Batch([], "$"), 0)
    assert span is not None
    assert told(messages_of(raw_whole(span), "user")) == [ASKED]

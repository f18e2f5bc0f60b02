"""Anthropic messages: histories, responses, server tools, streams and recordings give the calls, once, with their results."""

import json
from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_events, read_lines, short
from toolscore_core.errors import FormatError

USER = {"role": "user", "content": "hi"}


def use(name: str = "f", call_id: str = "t1", **more: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": name, "input": {"city": "Oslo"}, **more}


def assistant(*blocks: Any, **more: Any) -> dict[str, Any]:
    return {"role": "assistant", "content": list(blocks), **more}


def answer(content: Any = "5C", call_id: str = "t1", **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call_id, "content": content, **more}]}


TEXT = {"type": "text", "text": "I look"}
HISTORY = [USER, assistant(TEXT, use()), answer(), assistant({"type": "text", "text": "5C it is"})]
RESPONSE = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-x",
    "content": [TEXT, use()],
    "stop_reason": "tool_use",
    "usage": {"input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 2},
}
ONE = [("f", {"city": "Oslo"}, "5C")]
UNANSWERED = [("f", {"city": "Oslo"}, None)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(HISTORY, ONE, id="list that starts with the user"),
        pytest.param(HISTORY[1:], ONE, id="list that starts with the call"),
        pytest.param({"model": "m", "messages": HISTORY}, ONE, id="request"),
        pytest.param(RESPONSE, UNANSWERED, id="response"),
        pytest.param([RESPONSE], UNANSWERED, id="list of responses"),
        pytest.param({**RESPONSE, "container": None, "stop_sequence": None, "content": [{**TEXT, "citations": None}, use(caller=None)]}, UNANSWERED, id="model_dump"),
        pytest.param({"messages": HISTORY[:1], "response": RESPONSE}, UNANSWERED, id="request and response"),
        pytest.param([HISTORY[1], answer([{"type": "text", "text": "5C"}])], ONE, id="result in parts"),
        pytest.param([assistant({"type": "tool_use", "name": "f", "input": {"city": "Oslo"}}), {"role": "user", "content": [{"type": "tool_result", "content": "5C"}]}], ONE, id="no ids"),
        pytest.param([HISTORY[1], answer(None)], UNANSWERED, id="result without content"),
        pytest.param([{"type": "assistant", "message": {"content": [use()]}}, {"type": "user", "message": answer()}], ONE, id="session lines"),
        pytest.param({"custom_id": "q", "result": {"type": "succeeded", "message": RESPONSE}}, UNANSWERED, id="batch row"),
        pytest.param([assistant(use(input={}))], [("f", {}, None)], id="no arguments"),
        pytest.param({"output": {"message": assistant({"text": "x"}, {"toolUse": {"toolUseId": "1", "name": "f", "input": {"city": "Oslo"}}})}, "stopReason": "tool_use"}, UNANSWERED, id="converse"),
        pytest.param(
            [assistant({"toolUse": {"toolUseId": "1", "name": "f", "input": {"city": "Oslo"}}}),
             {"role": "user", "content": [{"toolResult": {"toolUseId": "1", "status": "success", "content": [{"text": "5C"}]}}]}],
            ONE,
            id="converse history",
        ),
    ],
)  # fmt: skip
def test_shapes(value: Any, expected: list[Any]) -> None:
    """Each shape is recognised and gives one trace with the right calls."""
    file = read(value)
    assert file.format == "anthropic"
    assert len(file.traces) == 1
    assert short(file) == expected
    assert short(read(value, "anthropic")) == expected


def test_forced_on_plain_messages() -> None:
    """Messages without tool blocks read as no call when the format is named."""
    assert short(read([{"role": "assistant", "content": "text"}], "anthropic")) == []
    with pytest.raises(FormatError):
        read({"messages": 5}, "anthropic")


def test_conversation() -> None:
    """Messages become turns; a message of results alone is none; results beside a text keep it."""
    trace = read(
        [
            *HISTORY[:2],
            answer(),
            {"role": "user", "content": [answer("x")["content"][0], {"type": "text", "text": "go on"}]},
        ]
    ).traces[0]
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "hi", []),
        ("assistant", "I look", [0]),
        ("user", "go on", []),
    ]


def test_facts_of_a_response() -> None:
    """Cached tokens are part of the tokens read."""
    trace = read(RESPONSE).traces[0]
    assert (trace.model, trace.input_tokens, trace.cached_tokens, trace.output_tokens) == ("claude-x", 16, 4, 5)


@pytest.mark.parametrize(
    ("more", "content", "error"),
    [
        ({}, "5C", None),
        ({"is_error": False}, "5C", None),
        ({"is_error": None}, "5C", None),
        ({"is_error": True}, "no such city", "no such city"),
        ({"is_error": True}, [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}], "a\nb"),
        ({"is_error": True}, None, ""),
    ],
)
def test_failed_results(more: dict[str, Any], content: Any, error: str | None) -> None:
    """A result with is_error marks its call as failed, with its text."""
    assert calls(read([HISTORY[1], answer(content, **more)]))[0].error == error


def test_images_in_a_result_are_kept() -> None:
    """A result that is not all text stays as the file has it."""
    parts = [{"type": "text", "text": "see"}, {"type": "image", "source": {}}]
    assert calls(read([HISTORY[1], answer(parts)]))[0].result == parts


def test_server_tools() -> None:
    """Hosted and MCP tools are flagged; their results stand in the same message; an error code is a failure."""
    message = assistant(
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"type": "web_search_result", "title": "T"}]},
        {"type": "server_tool_use", "id": "s2", "name": "web_search", "input": {"query": "y"}},
        {"type": "web_search_tool_result", "tool_use_id": "s2", "content": {"type": "web_search_tool_result_error", "error_code": "max_uses"}},
        {"type": "mcp_tool_use", "id": "m1", "name": "echo", "server_name": "srv", "input": {"a": 1}},
        {"type": "mcp_tool_result", "tool_use_id": "m1", "is_error": True, "content": [{"type": "text", "text": "down"}]},
        use(),
    )  # fmt: skip
    found = calls(read([USER, message]))
    assert [(one.tool, one.provider_executed, one.error, one.turn) for one in found] == [
        ("web_search", True, None, 1),
        ("web_search", True, "max_uses", 1),
        ("echo", True, "down", 1),
        ("f", False, None, 1),
    ]
    assert found[0].result == [{"type": "web_search_result", "title": "T"}]
    assert found[2].metadata["server_name"] == "srv"


def test_calls_made_by_code() -> None:
    """A call that the hosted code made is inside the code's call."""
    code = {
        "type": "server_tool_use",
        "id": "s1",
        "name": "code_execution",
        "input": {"code": "f()"},
        "caller": {"type": "direct"},
    }
    found = calls(read([assistant(code, use(caller={"type": "code_execution_20260120", "tool_id": "s1"}))]))
    assert [one.parent_id for one in found] == [None, "s1"]


def test_no_calls_out_of_definitions_and_approvals() -> None:
    """Tool definitions and blocks of other types add no call."""
    definitions = [{"name": "g", "input_schema": {"type": "object"}}]
    message = assistant({"type": "tool_reference", "tool_name": "g"}, {"type": "thinking", "thinking": "g"}, use())
    assert short(read({"tools": definitions, "messages": [message]})) == UNANSWERED


START = {
    "type": "message_start",
    "message": {**RESPONSE, "content": [], "usage": {"input_tokens": 10, "output_tokens": 1}},
}


def block(index: int, content: dict[str, Any], *deltas: dict[str, Any], stop: bool = True) -> list[dict[str, Any]]:
    events = [{"type": "content_block_start", "index": index, "content_block": content}]
    events += [{"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas]
    return [*events, {"type": "content_block_stop", "index": index}] if stop else events


def partial(text: str) -> dict[str, Any]:
    return {"type": "input_json_delta", "partial_json": text}


STREAM = [
    START,
    {"type": "ping"},
    *block(
        0, {"type": "text", "text": ""}, {"type": "text_delta", "text": "I "}, {"type": "text_delta", "text": "look"}
    ),
    *block(1, use(input={}), partial(""), partial('{"city"'), partial(': "Oslo"}')),
    *block(2, use("g", "t2", input={}), partial("")),
    {
        "type": "message_delta",
        "delta": {"stop_reason": "tool_use"},
        "usage": {"output_tokens": 9, "input_tokens": None},
    },
    {"type": "message_stop"},
]


def test_streams() -> None:
    """Events make the message, from a stream, from lines and from a list; the last count of tokens holds."""
    for file in (read_events(*STREAM), read_lines(*STREAM), read(STREAM)):
        assert (file.format, len(file.traces)) == ("anthropic", 1)
        assert short(file) == [*UNANSWERED, ("g", {}, None)]
        trace = file.traces[0]
        assert (trace.turns[0].text, trace.model, trace.input_tokens, trace.output_tokens) == (
            "I look",
            "claude-x",
            10,
            9,
        )


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        pytest.param(
            [{**START, "message": {**RESPONSE, "content": [use("early", "t0")]}}, *block(0, use(input={}), partial('{"city": "Oslo"}'))],
            [("early", {"city": "Oslo"}, None), *UNANSWERED],
            id="blocks that the start holds already",
        ),
        pytest.param([START, *STREAM[6:11], START, *STREAM[6:11]], UNANSWERED * 2, id="two messages"),
        pytest.param(STREAM[6:11], UNANSWERED, id="without a start"),
        pytest.param([START, *block(0, use(input={}), partial('{"city": "Oslo"}'), stop=False)], UNANSWERED, id="cut off after the arguments"),
        pytest.param([START, *block(0, use(input={}), partial('{"ci'), stop=False)], [("f", {"raw": '{"ci'}, None)], id="cut off inside the arguments"),
        pytest.param([START, *block(0, use())], UNANSWERED, id="arguments at once"),
        pytest.param([START, *block(0, use(input={}), partial('{"city": "Oslo"}'), stop=False), *block(0, use("g", "t2", input={}))], [*UNANSWERED, ("g", {}, None)], id="a position used again"),
        pytest.param([START, {"type": "content_block_delta", "index": 7, "delta": partial("{}")}, *STREAM[6:11]], UNANSWERED, id="a delta of no block"),
        pytest.param([{"type": "message_delta", "delta": {}, "usage": {}}, START, *STREAM[6:11]], UNANSWERED, id="an end before the start"),
    ],
)  # fmt: skip
def test_streams_out_of_order(events: list[Any], expected: list[Any]) -> None:
    """What can be put together is, wherever the stream starts and ends."""
    assert short(read_lines(*events)) == expected


def test_recordings() -> None:
    """Recorded requests repeat the history; every call comes once, with its result from the next request."""
    second = {**RESPONSE, "id": "msg_2", "content": [use("g", "t2")]}
    pairs = [([USER], RESPONSE), (HISTORY[:3], second)]
    recording = [
        {"request": {"method": "POST", "body": {"messages": sent}}, "response": {"body": got}} for sent, got in pairs
    ]
    interceptor = [{"scope": "https://x", "body": {"messages": sent}, "response": got} for sent, got in pairs]

    as_text = [
        {
            "request": {"body": json.dumps({"messages": sent})},
            "response": {"body": {"string": ""} if got is None else json.dumps(got)},
        }
        for sent, got in pairs
    ]
    for value in (recording, interceptor, as_text):
        file = read(value)
        assert (file.format, len(file.traces)) == ("anthropic", 1)
        assert short(file) == [*ONE, ("g", {"city": "Oslo"}, None)]


def test_recording_without_a_response() -> None:
    """A recorded request alone gives its history."""
    assert short(read([{"request": {"body": {"messages": HISTORY}}, "response": {"status": 500}}])) == ONE


def test_responses_inside_a_history() -> None:
    """Responses put into a history as they came count their tokens, each once; records that wrap messages are unwrapped."""
    trace = read([USER, RESPONSE, answer(), RESPONSE]).traces[0]
    assert (trace.model, trace.output_tokens, len(trace.calls)) == ("claude-x", 5, 2)
    wrapped = {
        "loglines": [{"message": USER}, {"message": RESPONSE}, {"message": RESPONSE}, {"message": answer()}, {"x": 1}]
    }
    file = read(wrapped)
    assert (file.traces[0].output_tokens, len(calls(file))) == (5, 2)
    assert [(one.reason, str(one.first)) for one in file.skipped] == [
        ("record that is no message", "f.json · $.loglines[4]")
    ]


def test_session_lines() -> None:
    """Lines of one response count its tokens once; times give durations; a sub-agent's calls are inside its call; a total cost is kept."""
    usage = {"input_tokens": 10, "output_tokens": 5}
    lines = [
        {"type": "system", "subtype": "init", "tools": ["f"]},
        {"type": "assistant", "timestamp": "2024-01-01T00:00:00Z", "message": {"id": "m1", "role": "assistant", "content": [TEXT], "usage": usage}},
        {"type": "assistant", "timestamp": "2024-01-01T00:00:01Z", "message": {"id": "m1", "role": "assistant", "content": [use()], "usage": usage}},
        {"type": "user", "timestamp": "2024-01-01T00:00:04Z", "message": answer()},
        {"type": "assistant", "parent_tool_use_id": "t1", "message": {"role": "assistant", "content": [use("inner", "t2")]}},
        {"type": "result", "total_cost_usd": 0.25, "num_turns": 2},
    ]  # fmt: skip
    trace = read_lines(*lines).traces[0]
    assert (trace.input_tokens, trace.output_tokens, trace.cost) == (10, 5, 0.25)
    assert [(one.tool, one.duration, one.parent_id) for one in trace.calls] == [("f", 3.0, None), ("inner", None, "t1")]
    assert trace.duration == 4.0

"""OpenAI chat as other providers, their SDKs and data sets write it."""

import json
from typing import Any

import pytest

from tests.core.formats.openai_chat_help import ARGS, HISTORY, ONE, USER, assistant, call, result
from tests.core.formats.reading_help import calls, read, read_lines, short


def completion(message: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"object": "chat.completion", "model": "m", "choices": [{"index": 0, "message": message}], **more}


@pytest.mark.parametrize(
    "message",
    [
        {"role": "assistant", "toolCalls": [call()]},
        {"role": "assistant", "tool_calls": json.dumps([call()])},
        {"role": "assistant", "tool_calls": {"c1": {"function": {"name": "f", "arguments": ARGS}}}},
    ],
)
def test_spellings_of_calls(message: dict[str, Any]) -> None:
    """Calls under the camelCase key, as JSON text of a table, and by id."""
    assert short(read([USER, message, result()])) == ONE
    assert short(read(completion(message))) == [("f", {"city": "Oslo"}, None)]


def test_results_beside_the_calls() -> None:
    """Agents for voice keep results in a list of the same message, or in messages of an own role."""
    asked = {"tool_name": "f", "params_as_json": ARGS, "request_id": "r"}
    told = {"request_id": "r", "tool_name": "f", "result_value": "5C", "is_error": True}
    together = {"role": "agent", "message": "so", "tool_calls": [asked], "tool_results": [told, None]}
    (made,) = calls(read({"messages": [USER, together]}))
    assert (made.tool, made.args, made.result, made.error) == ("f", {"city": "Oslo"}, "5C", "5C")
    apart = [
        {"role": "tool_calls", "toolCalls": [call()]},
        {"role": "tool_call_result", "toolCallId": "c1", "result": "5C"},
    ]
    assert short(read({"messages": [USER, *apart]})) == ONE


def test_tools_that_the_provider_ran() -> None:
    """Groq lists them with their output in the message."""
    hosted = {"index": 0, "type": "search", "arguments": '{"query": "x"}', "output": "found"}
    (made,) = calls(read(completion({"role": "assistant", "content": "so", "executed_tools": [hosted, 5]})))
    assert (made.tool, made.args, made.result, made.provider_executed) == ("search", {"query": "x"}, "found", True)


@pytest.mark.parametrize(
    ("usage", "cost"),
    [
        ({"cost": 0.5}, 0.5),
        ({"cost": {"total_cost": 0.5}}, 0.5),
        ({"cost_in_usd_ticks": 5_000_000_000}, 0.5),
        ({"cost": "free"}, None),
    ],
)
def test_cost_in_the_usage(usage: dict[str, Any], cost: float | None) -> None:
    """OpenRouter, Perplexity and xAI give the price with the tokens."""
    counts = {"promptTokens": 10, "completionTokens": 5, "promptTokensDetails": {"cachedTokens": 4}}
    (trace,) = read(completion(assistant(call()), usage={**counts, **usage})).traces
    assert (trace.cost, trace.input_tokens, trace.output_tokens, trace.cached_tokens) == (cost, 10, 5, 4)


def test_pieces_of_ollama() -> None:
    """Pieces are one message; the last one has the counts."""
    pieces = [{"message": {"role": "assistant", "content": text}, "done": False} for text in ("It ", "is")]
    asked = {"message": assistant({"function": {"name": "f", "arguments": {"city": "Oslo"}}}), "done": False}
    last = {"message": {"role": "assistant", "content": ""}, "done": True, "prompt_eval_count": 7, "eval_count": 3}
    file = read_lines(*pieces, asked, last, *pieces, last)
    assert short(file) == [("f", {"city": "Oslo"}, None)]
    assert [turn.text for turn in file.traces[0].turns] == ["It is", "It is"]
    assert file.traces[0].input_tokens == 14


def test_a_response_that_was_streamed_before() -> None:
    """The whole response after its pieces is no second one."""
    delta = {"tool_calls": [{"index": 0, **call()}]}
    piece = {"id": "r", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta}]}
    file = read_lines(piece, completion(assistant(call()), id="r"))
    assert len(calls(file)) == 1
    assert file.skipped[0].reason == "whole of a response that was streamed before"


@pytest.mark.parametrize(
    "row",
    [
        {"prompt": [USER], "completion": [assistant(call()), result()]},
        {"inputs": {"q": "x"}, "outputs": [*HISTORY], "reference_outputs": [USER, assistant(call("other"))]},
        {"outputs": {"messages": HISTORY}, "reference_outputs": {"messages": [USER, assistant(call("other"))]}},
        {"query": "hi", "response": [*HISTORY]},
    ],
)
def test_rows_of_asked_and_answered(row: dict[str, Any]) -> None:
    """What was asked and answered is one conversation each; what should have been answered is none."""
    assert short(read([row])) == short(read_lines(row)) == ONE


def test_records_that_say_nothing() -> None:
    """Notes between messages, or between pieces of a stream, are left out and reported."""
    mixed = [record for message in HISTORY for record in (message, {"event": "heartbeat", "n": 1})]
    file = read_lines({"note": "start"}, *mixed)
    assert short(file) == ONE
    assert len(file.traces) == 1
    assert file.skipped[0].count == len(HISTORY) + 1


def test_line_of_the_invocation_log_of_bedrock() -> None:
    """Request and response stand in `inputBodyJson` and `outputBodyJson`, model and counts around them."""
    line = {
        "schemaType": "ModelInvocationLog",
        "timestamp": "2025-01-01T00:00:00Z",
        "modelId": "m",
        "input": {"inputBodyJson": {"messages": [USER]}, "inputTokenCount": 10},
        "output": {"outputBodyJson": completion(assistant(call())), "outputTokenCount": 5},
    }
    (trace,) = read_lines(line).traces
    assert ([made.tool for made in trace.calls], trace.model, trace.input_tokens) == (["f"], "m", 10)


def test_seconds_that_a_run_took() -> None:
    """The record around the messages may say how long it took."""
    assert read({"messages": HISTORY, "duration": 2.5}).traces[0].duration == 2.5
    assert read({"messages": HISTORY, "duration_ms": 2500}).traces[0].duration == 2.5

"""Gemini contents, responses, streams, logs and sessions."""

import json
from typing import Any

import pytest

from toolscore_core.calls import ToolCall
from toolscore_core.formats import TraceFile, read_traces
from toolscore_core.formats.gemini import FORMAT
from toolscore_core.reading import Document, Documents

WEATHER: dict[str, Any] = {"functionCall": {"name": "weather", "args": {"city": "Oslo"}}}
TIME: dict[str, Any] = {"functionCall": {"name": "time", "args": {}}}
USER: dict[str, Any] = {"role": "user", "parts": [{"text": "What is it like in Oslo?"}]}


def model(*parts: Any) -> dict[str, Any]:
    return {"role": "model", "parts": list(parts)}


def answer(name: str, response: Any, **more: Any) -> dict[str, Any]:
    return {"functionResponse": {"name": name, "response": response, **more}}


def read(*values: Any, key: str = "auto") -> TraceFile:
    """Read values as one document, or as lines when there are several."""
    return read_traces("\n".join(json.dumps(value) for value in values).encode(), key, name="t.json")


def calls(*values: Any, key: str = "auto") -> list[ToolCall]:
    file = read(*values, key=key)
    assert file.format == "gemini"
    return [call for trace in file.traces for call in trace.calls]


def response(*parts: Any, **more: Any) -> dict[str, Any]:
    return {"candidates": [{"content": model(*parts), "finishReason": "STOP"}], **more}


ONE_CALL: tuple[tuple[str, Any], ...] = (
    ("candidates", response(WEATHER)),
    ("list of responses", [response(WEATHER)]),
    ("contents that start with the user", {"contents": [USER, model(WEATHER)]}),
    ("contents that start with the model", {"contents": [model(WEATHER)]}),
    ("one content", {"contents": model(WEATHER)}),
    ("history", {"history": [USER, model(WEATHER)]}),
    ("messages of parts", {"messages": [USER, model(WEATHER)]}),
    ("bare list", [USER, model(WEATHER)]),
    ("bare content", model(WEATHER)),
    ("content in a record", {"content": model(WEATHER)}),
    (
        "snake case",
        {"candidates": [{"content": {"parts": [{"function_call": WEATHER["functionCall"]}]}, "finish_reason": "STOP"}]},
    ),
    ("nulls of a dump", response({"text": None, "function_call": WEATHER["functionCall"], "function_response": None})),
    ("response in a log", {"response": response(WEATHER)}),
    ("request and response", {"request": {"contents": [USER]}, "response": response(WEATHER)}),
    ("bodies in a log", {"request": {"body": {"contents": [USER]}}, "response": {"body": response(WEATHER)}}),
    ("a method and its chunks", {"method": "generateContentStream", "response": [response(WEATHER)]}),
    (
        "function calls made automatically",
        response({"text": "5 C"}, automaticFunctionCallingHistory=[USER, model(WEATHER)]),
    ),
    ("arguments under another name", response({"functionCall": {"name": "weather", "arguments": {"city": "Oslo"}}})),
    ("arguments as text", response({"functionCall": {"name": "weather", "args": '{"city": "Oslo"}'}})),
)


@pytest.mark.parametrize("value", [value for _, value in ONE_CALL], ids=[name for name, _ in ONE_CALL])
def test_one_call(value: Any) -> None:
    """Every form of the family gives the call once."""
    (call,) = calls(value)
    assert (call.tool, call.args) == ("weather", {"city": "Oslo"})


@pytest.mark.parametrize("value", [{"candidates": []}, {"contents": []}, response({"text": "hello"})])
def test_no_call(value: Any) -> None:
    """A response or a request without calls is a trace without calls."""
    assert calls(value) == []


def test_results_by_order_and_name() -> None:
    """Without ids results go to the first unanswered call of their name in the latest turn."""
    found = calls(
        [
            USER,
            model(WEATHER, TIME, WEATHER),
            model(answer("time", {"t": 1}), answer("weather", {"c": 5}), answer("weather", {"c": 6})),
        ]
    )
    assert [call.result for call in found] == [{"c": 5}, {"t": 1}, {"c": 6}]
    assert {call.turn for call in found} == {1}


def test_results_by_id() -> None:
    """With ids the order does not matter."""
    first = {"functionCall": {**WEATHER["functionCall"], "id": "a"}}
    second = {"functionCall": {**WEATHER["functionCall"], "id": "b"}}
    found = calls([model(first, second), model(answer("weather", 2, id="b"), answer("weather", 1, id="a"))])
    assert [(call.call_id, call.result) for call in found] == [("a", 1), ("b", 2)]


ERRORS = (
    ({"error": "no such city"}, True, "no such city"),
    ({"error": {"message": "no such city", "code": 3}}, True, "no such city"),
    ({"error": {"code": 3}}, True, ""),
    ({"isError": True, "content": []}, True, ""),
    ({"error": None, "output": 5}, False, None),
    ({"error": ""}, False, None),
    ("text", False, None),
)


@pytest.mark.parametrize(("given", "failed", "error"), ERRORS, ids=[str(given) for given, _, _ in ERRORS])
def test_errors_inside_responses(given: Any, failed: bool, error: str | None) -> None:
    """A failure is what the function's own response calls an error; the response stays the result."""
    (call,) = calls([model(WEATHER), model(answer("weather", given))])
    assert (call.is_error, call.error, call.result) == (failed, error, given)


def test_code_is_no_call() -> None:
    """Code that the provider runs is no function call."""
    assert calls(response({"executableCode": {"code": "1+1"}}, {"codeExecutionResult": {"output": "2"}})) == []


def test_tokens_and_model() -> None:
    """Thoughts count as output; tool prompts as input; the parts stand beside the totals."""
    usage = {
        "promptTokenCount": 10,
        "toolUsePromptTokenCount": 2,
        "candidatesTokenCount": 5,
        "thoughtsTokenCount": 7,
        "cachedContentTokenCount": 4,
    }
    (trace,) = read(
        response(WEATHER, usageMetadata=usage, modelVersion="gemini-x", createTime="2026-02-03T09:15:00Z")
    ).traces
    assert (trace.input_tokens, trace.output_tokens, trace.cached_tokens, trace.reasoning_tokens) == (12, 12, 4, 7)
    assert (trace.model, trace.started, trace.turns[0].input_tokens) == ("gemini-x", 1770110100.0, 12)


def chunk(*parts: Any, end: bool = False, **more: Any) -> dict[str, Any]:
    return {"candidates": [{"content": model(*parts), **({"finishReason": "STOP"} if end else {})}], **more}


@pytest.mark.parametrize("layout", ["lines", "list", "events"])
def test_stream(layout: str) -> None:
    """The chunks of one answer make one turn; the last token counts are the answer's."""
    chunks = [
        chunk({"text": "Let me "}, usageMetadata={"promptTokenCount": 9}),
        chunk({"text": "see."}, WEATHER),
        chunk(TIME, end=True, usageMetadata={"promptTokenCount": 9, "candidatesTokenCount": 3}),
        chunk({"text": "Cold."}, end=True, usageMetadata={"promptTokenCount": 20, "candidatesTokenCount": 1}),
    ]
    if layout == "events":
        data = "".join(f"data: {json.dumps(item)}\n\n" for item in chunks).encode()
        file = read_traces(data, name="t.sse")
    else:
        file = read(chunks) if layout == "list" else read(*chunks)
    (trace,) = file.traces
    assert [(turn.text, turn.calls) for turn in trace.turns] == [("Let me see.", [0, 1]), ("Cold.", [])]
    assert (trace.input_tokens, trace.output_tokens) == (29, 4)


def test_stream_of_other_answers() -> None:
    """Another response id starts another turn, also where the answer before has no end; candidates stay apart."""
    two = {"candidates": [{"index": 0, "content": model({"text": "a"})}, {"index": 1, "content": model({"text": "b"})}]}
    (trace,) = read({**two, "responseId": "1"}, {**two, "responseId": "2"}).traces
    assert [turn.text for turn in trace.turns] == ["a", "b", "a", "b"]


def test_streamed_arguments() -> None:
    """Arguments that come in pieces are put together by their paths."""

    def piece(path: str, **value: Any) -> dict[str, Any]:
        return {"functionCall": {"partialArgs": [{"jsonPath": path, **value}], "willContinue": True}}

    found = calls(
        chunk({"functionCall": {"name": "lamp", "willContinue": True}}),
        chunk(piece("$.level", numberValue=50), piece("$.color", stringValue="wa")),
        chunk(piece("$.color", stringValue="rm"), piece("$.rooms[0].name", stringValue="hall")),
        chunk(
            piece("$.rooms[1].on", boolValue=True),
            piece("$.none", nullValue=None),
            piece("$.level.deep", numberValue=1),
        ),
        chunk(piece("$.rooms[7]", numberValue=1), piece("$[", numberValue=1), {"functionCall": {}}, end=True),
    )
    (call,) = found
    assert call.args is not None
    assert call.args["level"] in (50, {"deep": 1})
    assert call.args["color"] == "warm"
    assert call.args["rooms"] == [{"name": "hall"}, {"on": True}]
    assert call.args["none"] is None


def test_named_call_with_pieces() -> None:
    """A named call may bring its first piece; pieces without any call are left out."""
    stray = {"functionCall": {"partialArgs": [{"jsonPath": "$.a", "numberValue": 1}]}}
    first = {"functionCall": {"name": "f", "partialArgs": [{"jsonPath": "$.a", "numberValue": 1}, {"jsonPath": 3}, 4]}}
    assert [call.args for call in calls(chunk(stray, first, end=True))] == [{"a": 1}]


def test_growing_requests() -> None:
    """A log in which each request repeats the history gives each call once, with its result."""
    history = [USER]
    records = []
    for part, result in ((WEATHER, {"c": 5}), (TIME, {"t": 1}), (WEATHER, {"c": 5})):
        records.append({"request": {"contents": list(history), "model": "gemini-x"}, "response": response(part)})
        history += [model(part), {"role": "user", "parts": [answer(part["functionCall"]["name"], result)]}]
    records.append({"request": {"contents": history}, "response": response({"text": "done"})})
    (trace,) = read(*records).traces
    assert [(call.tool, call.result) for call in trace.calls] == [
        ("weather", {"c": 5}),
        ("time", {"t": 1}),
        ("weather", {"c": 5}),
    ]
    assert trace.turns[-1].text == "done"


def test_separate_conversations() -> None:
    """Histories that do not continue each other are conversations of their own; interleaved ones find back."""
    other = {"role": "user", "parts": [{"text": "Another question"}]}
    records = [
        {"contents": [USER]},
        {"contents": [other]},
        {"contents": [USER, model(WEATHER)]},
        {"contents": [other, model(TIME)]},
    ]
    assert [[call.tool for call in trace.calls] for trace in read(*records).traces] == [["weather"], ["time"]]


def test_command_line_log() -> None:
    """Lines that wrap contents in messages with times give timed calls."""
    lines = [
        {"type": "user", "timestamp": "2026-02-03T09:15:00Z", "message": USER},
        {
            "type": "assistant",
            "timestamp": "2026-02-03T09:15:01Z",
            "model": "m",
            "message": model({"text": "hm", "thought": True}, WEATHER),
        },
        {
            "type": "tool_result",
            "timestamp": "2026-02-03T09:15:03Z",
            "message": {"role": "user", "parts": [answer("weather", {"c": 5})]},
        },
        {"type": "system", "message": {"role": "system", "parts": []}},
    ]
    (trace,) = read(*lines).traces
    assert [(call.duration, call.timestamp, call.turn) for call in trace.calls] == [(2.0, "2026-02-03T09:15:01Z", 1)]
    assert [(turn.role, turn.text) for turn in trace.turns] == [
        ("user", "What is it like in Oslo?"),
        ("assistant", ""),
    ]
    assert trace.duration == 3.0


LIVE: list[dict[str, Any]] = [
    {"toolCall": {"functionCalls": [{"id": "c1", "name": "weather", "args": {"city": "Oslo"}}]}},
    {"toolResponse": {"functionResponses": [{"id": "c1", "name": "weather", "response": {"c": 5}}]}},
    {"serverContent": {"modelTurn": {"role": "model", "parts": [{"text": "Mild."}]}}},
]


@pytest.mark.parametrize("is_snake", [False, True])
def test_live_messages(is_snake: bool) -> None:
    """Messages of the Live API give calls, results and words."""
    names = {"toolCall": "tool_call", "functionCalls": "function_calls", "toolResponse": "tool_response"}
    names |= {"functionResponses": "function_responses", "serverContent": "server_content", "modelTurn": "model_turn"}
    text = json.dumps(LIVE)
    for camel, snake in names.items() if is_snake else ():
        text = text.replace(f'"{camel}"', f'"{snake}"')
    (trace,) = read(json.loads(text)).traces
    assert [(call.tool, call.args, call.result) for call in trace.calls] == [("weather", {"city": "Oslo"}, {"c": 5})]
    assert trace.turns[-1].text == "Mild."


def test_command_line_session() -> None:
    """Session files keep calls, results and status together."""
    called = {"id": "w1", "name": "weather", "args": {"city": "Oslo"}, "timestamp": "2026-02-03T09:15:01Z"}
    session = {
        "sessionId": "s1",
        "messages": [
            {"type": "user", "content": "hi"},
            {
                "type": "gemini",
                "content": "Let me see.",
                "model": "m",
                "timestamp": "2026-02-03T09:15:01Z",
                "tokens": {"input": 5, "output": 2, "thoughts": 1, "cached": 3},
                "toolCalls": [
                    {
                        **called,
                        "status": "success",
                        "result": [{"functionResponse": {"response": {"output": "5 C"}}}, 3],
                    },
                    {**called, "id": "w2", "status": "error", "resultDisplay": "no network"},
                    {**called, "id": "w3"},
                ],
            },
            {"type": "info", "content": "bye"},
            4,
        ],
    }
    (trace,) = read(session).traces
    assert [(call.result, call.is_error) for call in trace.calls] == [
        ({"output": "5 C"}, False),
        ("no network", True),
        (None, False),
    ]
    assert (trace.id, trace.input_tokens, trace.output_tokens, trace.cached_tokens) == ("s1", 5, 3, 3)
    assert [turn.role for turn in trace.turns] == ["user", "assistant", "info"]


def test_what_is_left_out_is_reported() -> None:
    """Records of other kinds and calls without a name are reported with their places."""
    file = read([response(WEATHER), 5, {"x": 1}, model({"functionCall": {"name": None, "args": {}}}, "text", 3)])
    assert [(item.reason, str(item.first)) for item in file.skipped] == [
        ("record that is no object", "t.json · $[1]"),
        ("record without contents, candidates or parts", "t.json · $[2]"),
        ("call without a tool name", "t.json · $[3].parts[0]"),
    ]


@pytest.mark.parametrize(
    "value",
    [
        {"candidates": [{"name": "x"}]},
        [{"role": "user", "content": "hi"}],
        {"contents": "x"},
        [1],
        {"events": [{"name": "x"}]},
        {"events": [{"author": "a", "content": "x"}]},
        {"messages": [{"role": "user", "parts": [{"type": "text", "text": "hi"}]}]},
    ],
)
def test_no_claim(value: Any) -> None:
    """Documents of other families are not claimed."""
    assert FORMAT.claim(Documents("t", "json", [Document(value, None, 0)])) is None


def test_names_of_conversations() -> None:
    """Records with contents name their conversation; lines of a batch name what they answer, and go together with no other."""
    history = [{"role": "user", "parts": [{"text": "go"}]}, model({"functionCall": {"name": "f"}})]
    named = read([{"id": "a", "contents": history}, {"id": "b", "contents": history}]).traces
    assert [(trace.id, len(trace.calls)) for trace in named] == [("a", 1), ("b", 1)]
    lines = [{"key": key, "response": response({"functionCall": {"name": "f"}})} for key in ("q1", "q2")]
    assert [(trace.case_id, len(trace.calls)) for trace in read(lines).traces] == [("q1", 1), ("q2", 1)]

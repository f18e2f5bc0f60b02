"""JSON-RPC sessions of the Model Context Protocol and what logs make of them."""

import json
from typing import Any

import pytest

from toolscore_core.calls import ToolCall
from toolscore_core.formats import TraceFile, read_traces
from toolscore_core.formats.mcp import FORMAT
from toolscore_core.reading import Document, Documents


def request(number: Any, method: str = "tools/call", **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def call(number: Any = 1, name: str = "weather", **arguments: Any) -> dict[str, Any]:
    return request(number, name=name, arguments=arguments)


def answer(number: Any = 1, text: str = "5 C", **result: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "result": {"content": [{"type": "text", "text": text}], **result}}


def read(*values: Any, key: str = "auto") -> TraceFile:
    """Read values as one document, or as lines when there are several."""
    return read_traces("\n".join(json.dumps(value) for value in values).encode(), key, name="t.json")


def calls(*values: Any) -> list[ToolCall]:
    file = read(*values)
    assert file.format == "mcp"
    return [item for trace in file.traces for item in trace.calls]


PAIR = [call(city="Oslo"), answer()]
ONE_CALL: tuple[tuple[str, Any], ...] = (
    ("list", PAIR),
    ("batch in a list", [PAIR]),
    ("messages", {"messages": PAIR}),
    ("calls", {"calls": PAIR}),
    ("log records", [{"direction": "out", "message": PAIR[0]}, {"direction": "in", "message": PAIR[1]}]),
    ("nested records", {"entries": [{"data": {"payload": item}} for item in PAIR]}),
    ("text in records", [{"at": 3, "raw": json.dumps(item)} for item in PAIR]),
    ("request and response in one record", [{"request": PAIR[0], "response": PAIR[1]}]),
    ("response without its version", [PAIR[0], {"id": 1, "result": PAIR[1]["result"]}]),
    ("call without its version", [{"id": 1, "method": "tools/call", "params": PAIR[0]["params"]}, PAIR[1]]),
)


@pytest.mark.parametrize("value", [value for _, value in ONE_CALL], ids=[name for name, _ in ONE_CALL])
def test_one_call(value: Any) -> None:
    """Every form of log gives the call once, with its result."""
    (found,) = calls(value)
    assert (found.tool, found.args, found.result) == ("weather", {"city": "Oslo"}, "5 C")


def test_lines() -> None:
    """One message a line, also after the name of a stream."""
    assert [found.result for found in calls(*PAIR)] == ["5 C"]
    text = f"STDIN: {json.dumps(PAIR[0])}\nSTDERR: starting\nSTDOUT: {json.dumps(PAIR[1])}\n"
    assert [found.result for trace in read_traces(text.encode(), name="t.txt").traces for found in trace.calls] == [
        "5 C"
    ]


def test_no_phantom_calls() -> None:
    """The handshake, lists, notifications and their answers are no calls, and are reported as left out."""
    file = read(
        [
            request(0, "initialize", protocolVersion="2025-06-18"),
            {"jsonrpc": "2.0", "id": 0, "result": {"serverInfo": {"name": "weather-server"}}},
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            request(1, "tools/list"),
            {"jsonrpc": "2.0", "id": 1, "result": {"tools": [{"name": "weather"}]}},
            request(2, "prompts/get", name="x"),
            {"jsonrpc": "2.0", "id": 9, "result": {"content": []}},
        ]
    )
    (trace,) = file.traces
    assert (trace.calls, trace.metadata) == ([], {"server": "weather-server"})
    assert {(item.reason, item.count) for item in file.skipped} == {
        ("JSON-RPC request that is no tool call", 4),
        ("JSON-RPC response that answers no request", 1),
    }


def test_numbers_and_texts_are_different_ids() -> None:
    """1 and "1" are two requests."""
    found = calls([call(1, "a"), call("1", "b"), answer("1", "B"), answer(1, "A")])
    assert [(item.tool, item.result, item.call_id) for item in found] == [("a", "A", "1"), ("b", "B", "1")]


def test_reused_id() -> None:
    """An id that comes again is answered first in, first out."""
    assert [item.result for item in calls([call(1, "a"), answer(1, "A"), call(1, "b"), answer(1, "B")])] == ["A", "B"]
    assert [item.result for item in calls([call(1, "a"), call(1, "b"), answer(1, "A"), answer(1, "B")])] == ["A", "B"]


def test_sessions() -> None:
    """A handshake after calls begins another session, whose ids start again; handshakes in a row do not."""
    start = request(0, "initialize")
    file = read([start, start, call(1, "a"), start, call(1, "b"), answer(1, "B")])
    assert [[(item.tool, item.result) for item in trace.calls] for trace in file.traces] == [
        [("a", None)],
        [("b", "B")],
    ]


RESULTS: tuple[tuple[str, dict[str, Any], Any], ...] = (
    ("structured", {"content": [{"type": "text", "text": "x"}], "structuredContent": {"t": 1}}, {"t": 1}),
    ("empty structured", {"content": [{"type": "text", "text": "x"}], "structuredContent": {}}, "x"),
    ("raw", {"content": [], "other": 1}, {"content": [], "other": 1}),
    ("two texts", {"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}, "a\nb"),
    ("image", {"content": [{"type": "image", "mimeType": "image/png"}]}, "[image (image/png)]"),
    ("audio", {"content": [{"type": "audio"}]}, "[audio]"),
    ("resource", {"content": [{"type": "resource", "resource": {"uri": "u", "text": "T"}}]}, "[resource u]\nT"),
    (
        "binary",
        {"content": [{"type": "resource", "resource": {"uri": "u", "blob": "x", "mimeType": "a/b"}}]},
        "[binary resource u (a/b)]",
    ),
    ("link", {"content": [{"type": "resource_link", "uri": "u", "name": "n"}]}, "[resource link u n]"),
    (
        "unknown kinds",
        {"content": [{"type": "other"}, 3, {"type": "text", "text": None}, {"type": "text", "text": "x"}]},
        "x",
    ),
)


@pytest.mark.parametrize(("result", "value"), [(a, b) for _, a, b in RESULTS], ids=[name for name, _, _ in RESULTS])
def test_results(result: dict[str, Any], value: Any) -> None:
    """Structured content first, then content as text, then the whole result."""
    assert calls([call(), {"jsonrpc": "2.0", "id": 1, "result": result}])[0].result == value


def test_result_that_is_no_object() -> None:
    """Results of other kinds stay as they are."""
    assert calls([call(), {"jsonrpc": "2.0", "id": 1, "result": "x"}])[0].result == "x"


@pytest.mark.parametrize(
    ("body", "error", "code"),
    [
        ({"error": {"code": -32602, "message": "bad"}}, "bad", -32602),
        ({"error": {"code": -32602}}, "", -32602),
        ({"error": "bad"}, "bad", None),
        ({"result": {"isError": True, "content": [{"type": "text", "text": "boom"}]}}, "boom", None),
        ({"result": {"isError": True}}, "", None),
    ],
)
def test_errors(body: dict[str, Any], error: str, code: int | None) -> None:
    """A failed call has its error text and code, and no result."""
    (found,) = calls([call(), {"jsonrpc": "2.0", "id": 1, **body}])
    assert (found.is_error, found.error, found.result, found.metadata.get("error_code")) == (True, error, None, code)


def test_times() -> None:
    """Times of the log give start, end and duration; a duration beside the response wins."""
    records: list[dict[str, Any]] = [
        {"ts": "2026-02-03T09:15:00Z", "message": call()},
        {"ts": "2026-02-03T09:15:01.5Z", "message": answer()},
    ]
    (trace,) = read(records).traces
    (found,) = trace.calls
    assert (found.timestamp, found.started, found.duration, trace.duration) == (
        "2026-02-03T09:15:00Z",
        1770110100.0,
        1.5,
        1.5,
    )
    records[1]["message"]["duration"] = 0.25
    assert calls(records)[0].duration == 0.25


def test_requests_of_the_server() -> None:
    """Ids of the server's own requests are counted apart, by direction where it is known, else by the answer's shape."""
    sampled = {
        "jsonrpc": "2.0",
        "id": 1,
        "result": {"role": "assistant", "model": "m", "content": {"type": "text", "text": "hi"}},
    }
    records = [call(), request(1, "sampling/createMessage", messages=[], maxTokens=5), sampled, answer()]
    assert [item.result for item in calls(records)] == ["5 C"]
    directions = ["out", "in", "out", "in"]
    assert [
        item.result
        for item in calls([{"dir": way, "m": record} for way, record in zip(directions, records, strict=True)])
    ] == ["5 C"]
    roots = [call(), request(1, "roots/list"), {"jsonrpc": "2.0", "id": 1, "result": {"roots": []}}, answer()]
    assert [item.result for item in calls(roots)] == ["5 C"]


def test_channels() -> None:
    """Servers of one log count their ids apart."""
    records = [("a", call(1, "x")), ("b", call(1, "y")), ("b", answer(1, "Y")), ("a", answer(1, "X"))]
    assert [item.result for item in calls([{"server": server, "message": record} for server, record in records])] == [
        "X",
        "Y",
    ]


USE = {"type": "tool_use", "id": "t1", "name": "weather", "input": {"city": "Oslo"}}
GIVEN: tuple[tuple[dict[str, Any], Any, bool], ...] = (
    ({"toolUseId": "t1", "content": [{"type": "text", "text": "5 C"}]}, "5 C", False),
    ({"toolUseId": "t1", "content": [], "structuredContent": {"c": 5}}, {"c": 5}, False),
    ({"toolUseId": "t1", "content": [{"type": "text", "text": "no"}], "isError": True}, None, True),
)


@pytest.mark.parametrize(("block", "result", "failed"), GIVEN)
def test_sampling_request_alone(block: dict[str, Any], result: Any, failed: bool) -> None:
    """A request to the client's model holds a conversation with calls and results."""
    asked = {"role": "user", "content": {"type": "text", "text": "Oslo?"}}
    answered = {"role": "user", "content": [{"type": "tool_result", **block}]}
    file = read({"messages": [asked, {"role": "assistant", "content": [USE]}, answered], "maxTokens": 9})
    (trace,) = file.traces
    (found,) = trace.calls
    assert (file.format, found.tool, found.args, found.result, found.is_error, found.turn) == (
        "mcp",
        "weather",
        {"city": "Oslo"},
        result,
        failed,
        1,
    )
    assert [turn.role for turn in trace.turns] == ["user", "assistant"]


def test_sampling_in_a_session() -> None:
    """Calls that the client's model makes for the server count once, though each request repeats the history."""
    first = {"role": "user", "content": {"type": "text", "text": "Oslo?"}}
    reply = {"role": "assistant", "model": "m", "content": [USE, "text"]}
    history = [
        first,
        reply,
        {
            "role": "user",
            "content": [{"type": "tool_result", "toolUseId": "t1", "content": [{"type": "text", "text": "5 C"}]}],
        },
    ]
    found = calls(
        [
            request("s1", "sampling/createMessage", messages=[first], maxTokens=9),
            {"jsonrpc": "2.0", "id": "s1", "result": reply},
            request("s2", "sampling/createMessage", messages=history, maxTokens=9),
            {
                "jsonrpc": "2.0",
                "id": "s2",
                "result": {"role": "assistant", "model": "m", "content": {"type": "text", "text": "cold"}},
            },
        ]
    )
    assert [(item.tool, item.result, item.metadata["method"]) for item in found] == [
        ("weather", "5 C", "sampling/createMessage")
    ]


def test_what_is_left_out_is_reported() -> None:
    """Lines without messages and calls without a name are reported with their places."""
    file = read(
        call(name=""),
        {"level": "info"},
        {"jsonrpc": "2.0", "method": 5, "id": 1},
        {"jsonrpc": "2.0", "id": {}, "method": "x"},
        [],
    )
    assert [(item.reason, str(item.first)) for item in file.skipped] == [
        ("call without a tool name", "t.json:1 · $"),
        ("record without a JSON-RPC message", "t.json:2"),
        ("JSON-RPC request that is no tool call", "t.json:4 · $"),
    ]


def test_named_format() -> None:
    """An object that says it is of this format is, whatever it holds."""
    assert read({"format": "mcp", "messages": []}).format == "mcp"


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "user"}],
        {"id": 1, "result": 2},
        {"messages": [{"role": "user", "content": "x"}]},
        [],
        3,
        {"messages": 3, "maxTokens": 1},
    ],
)
def test_no_claim(value: Any) -> None:
    """Documents of other families are not claimed."""
    assert FORMAT.claim(Documents("t", "json", [Document(value, None, 0)])) is None


def test_a_request_on_two_hops() -> None:
    """A log of what a proxy receives and sends on holds each message twice."""
    file = read(call(city="Oslo"), call(city="Oslo"), answer(), answer())
    assert [(item.tool, item.result) for item in file.traces[0].calls] == [("weather", "5 C")]
    assert [skipped.reason for skipped in file.skipped] == [
        "request that was logged before",
        "JSON-RPC response that answers no request",
    ]

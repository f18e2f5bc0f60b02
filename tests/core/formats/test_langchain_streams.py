"""LangChain and LangGraph: chunks, events of a server, and states that grow."""

import json
from typing import Any

import pytest

from tests.core.formats.langchain_help import CALL, HUMAN, ai, calls, lc, read, tool
from toolscore_core.calls import ToolCall
from toolscore_core.formats import read_traces


def chunk(content: str = "", *pieces: Any, **more: Any) -> dict[str, Any]:
    return lc("AIMessageChunk", content=content, tool_call_chunks=list(pieces), id="m1", **more)


CHUNKS = [
    chunk("Let ", {"name": "weather", "args": "", "id": "c1", "index": 0}),
    chunk(
        "me see.",
        {"name": "", "args": '{"city": ', "id": None, "index": 0},
        {"name": "time", "args": "", "id": "c2", "index": 1},
    ),
    chunk(
        "",
        {"args": '"Oslo"}', "index": 0},
        usage_metadata={"input_tokens": 3, "output_tokens": 2},
        response_metadata={"model_name": "m"},
    ),
]


@pytest.mark.parametrize(
    "value",
    [
        CHUNKS,
        [[item, {"langgraph_node": "agent"}] for item in CHUNKS],
        [[["ns:1"], [item, {"ls_model_name": "m"}]] for item in CHUNKS],
    ],
    ids=["list", "with metadata", "with namespace"],
)
def test_chunks(value: Any) -> None:
    """Chunks of one message make one message with whole calls."""
    (trace,) = read(value).traces
    assert [(call.tool, call.args, call.call_id, call.turn) for call in trace.calls] == [
        ("weather", {"city": "Oslo"}, "c1", 0),
        ("time", {}, "c2", 0),
    ]
    assert (trace.turns[0].text, trace.input_tokens, trace.model) == ("Let me see.", 3, "m")


def test_chunks_of_whole_calls() -> None:
    """Providers that send whole calls at one position, or without pieces, send several calls."""
    first = {"name": "a", "args": "{}", "id": "1", "index": 0}
    second = {"name": "b", "args": {"x": 1}, "id": "2", "index": 0}
    found = calls(
        [
            lc("AIMessageChunk", content="", id="m", tool_call_chunks=[first]),
            lc("AIMessageChunk", content="", id="m", tool_call_chunks=[second, 3]),
        ]
    )
    assert [(call.tool, call.args) for call in found] == [("a", {}), ("b", {"x": 1})]
    assert [
        call.tool
        for call in calls(
            [lc("AIMessageChunk", content="", tool_calls=[CALL]), lc("AIMessageChunk", content="", tool_calls=[CALL])]
        )
    ] == ["weather"]


def test_chunks_and_whole_message() -> None:
    """A state that repeats a streamed message adds no call, with or without the message's id."""
    for whole in (
        ai({**CALL, "id": "c1"}, {"name": "time", "args": {}, "id": "c2"}, id="m1"),
        ai(CALL, {"name": "time", "args": {}, "id": "c2"}, id="other"),
    ):
        assert [
            call.tool
            for call in calls(CHUNKS[0], CHUNKS[1], CHUNKS[2], {"event": "values", "data": {"messages": [whole]}})
        ] == ["weather", "time"]


def sse(*events: tuple[str, Any]) -> list[ToolCall]:
    data = "".join(f"event: {name}\ndata: {json.dumps(value)}\n\n" for name, value in events)
    file = read_traces(data.encode(), name="t.sse")
    assert file.format == "langchain"
    return [call for trace in file.traces for call in trace.calls]


def test_events_of_a_server() -> None:
    """Partial messages hold all text so far; states repeat the history; each call counts once."""
    half = {"type": "AIMessageChunk", "id": "m1", "content": "Let", "tool_calls": [], "tool_call_chunks": []}
    found = sse(
        ("metadata", {"run_id": "r"}),
        ("messages/partial", [half]),
        ("messages/partial", [half | {"content": "Let me see.", "tool_calls": [CALL]}]),
        ("values", {"messages": [HUMAN | {"id": "h"}, ai(CALL, id="m1")]}),
        ("values", {"messages": [HUMAN | {"id": "h"}, ai(CALL, id="m1"), tool(id="t")]}),
    )
    assert [(call.tool, call.result) for call in found] == [("weather", "5 C")]


def test_events_of_content_blocks() -> None:
    """The end of a block gives the whole call; a state that repeats it adds nothing."""

    def block(**data: Any) -> dict[str, Any]:
        return {"type": "event", "method": "messages", "params": {"namespace": ["agent:1"], "data": data}}

    found = sse(
        ("messages", block(event="content-block-delta", index=0, delta={"args": '{"ci'})),
        ("messages", block(event="content-block-finish", index=0, content=CALL)),
        ("messages", block(event="content-block-finish", index=1, content={"type": "text", "text": "x"})),
        ("values", block(messages=[HUMAN, ai(CALL, id="m1"), tool()])),
    )
    assert [(call.tool, call.args, call.result) for call in found] == [("weather", {"city": "Oslo"}, "5 C")]


def test_events_of_a_run() -> None:
    """Events repeat inputs and outputs of the same messages."""
    found = calls(
        {"event": "on_chat_model_start", "data": {"input": {"messages": [[lc("HumanMessage", content="hi", id="h")]]}}},
        {
            "event": "on_chat_model_end",
            "data": {
                "input": {"messages": [[lc("HumanMessage", content="hi", id="h")]]},
                "output": lc("AIMessage", content="", id="m", tool_calls=[CALL]),
            },
        },
        {"event": "on_tool_end", "data": {"output": lc("ToolMessage", content="5 C", tool_call_id="c1", id="t")}},
        {
            "event": "on_chain_end",
            "data": {"output": {"messages": [lc("AIMessage", content="", id="m", tool_calls=[CALL])]}},
        },
    )
    assert [(call.tool, call.result) for call in found] == [("weather", "5 C")]


def test_growing_states() -> None:
    """States that grow are one conversation, newest first or last, with ids or without."""
    steps = [
        HUMAN,
        ai(CALL),
        tool(),
        ai({**CALL, "id": "c2"}),
        {"type": "tool", "content": "6 C", "tool_call_id": "c2"},
    ]
    for history in (steps, [{**step, "id": str(number)} for number, step in enumerate(steps)]):
        states = [{"values": {"messages": history[:count]}} for count in range(1, 6)]
        for order in (states, states[::-1]):
            (trace,) = read(order).traces
            assert [call.result for call in trace.calls] == ["5 C", "6 C"]
            assert len(trace.turns) == 3


def test_separate_conversations() -> None:
    """Lines that do not continue each other are conversations of their own."""
    file = read({"messages": [HUMAN, ai(CALL), tool()]}, {"messages": [{"type": "human", "content": "bye"}, ai()]})
    assert [len(trace.calls) for trace in file.traces] == [1, 0]

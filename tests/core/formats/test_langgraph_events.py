"""Events of LangChain runs and of LangGraph's stream protocol, and agent steps of both languages."""

from typing import Any

import pytest

from tests.core.formats.langchain_help import CALL, HUMAN, ai, calls, lc, read, tool


def event(kind: str, name: str, run: str, **data: Any) -> dict[str, Any]:
    return {
        "event": kind,
        "name": name,
        "run_id": run,
        "tags": [],
        "metadata": {"langgraph_node": "agent"},
        "data": data,
    }


def packet(method: str, at: int = 0, **data: Any) -> dict[str, Any]:
    params = {"namespace": ["agent:1"], "timestamp": 1767261600000 + at, "data": data}
    return {"type": "event", "method": method, "params": params}


ALONE = [
    event("on_chain_start", "graph", "r0", input={"city": "Oslo"}),
    event("on_tool_start", "weather", "r1", input={"city": "Oslo"}),
    event("on_tool_start", "weather", "r2", input={"city": "Rome"}),
    event("on_tool_end", "weather", "r2", output=tool("6 C", name="weather")),
    event("on_tool_end", "weather", "r1", output="5 C", input={"city": "Oslo"}),
    event("on_tool_start", "pay", "r3", input={}),
    event("on_tool_error", "pay", "r3", error="declined", input={}),
]


def test_tools_alone() -> None:
    """Where no model says that it called, the runs of tools are the calls, each with its own result."""
    assert [(call.tool, call.args, call.result, call.error) for call in calls(ALONE)] == [
        ("weather", {"city": "Oslo"}, "5 C", None),
        ("weather", {"city": "Rome"}, "6 C", None),
        ("pay", {}, None, "declined"),
    ]


@pytest.mark.parametrize(
    "end",
    [
        event("on_tool_end", "weather", "r1", output="5 C"),
        event("on_tool_end", "weather", "r1", output=tool(name="weather")),
        event("on_tool_end", "weather", "r1", output=lc("ToolMessage", content="5 C", tool_call_id="c1")),
    ],
    ids=["text", "message", "constructor"],
)
@pytest.mark.parametrize("is_generation", [False, True], ids=["message", "generations"])
def test_models_and_tools(end: Any, is_generation: bool) -> None:
    """Where a model calls, its calls count, and the runs of tools give the results."""
    answer = lc("AIMessage", content="", id="m", tool_calls=[CALL])
    output: Any = {"generations": [[{"text": "", "message": answer}]]} if is_generation else answer
    events = [
        event("on_chat_model_start", "model", "r0", input={"messages": [[lc("HumanMessage", content="hi", id="h")]]}),
        event("on_chat_model_end", "model", "r0", output=output),
        event("on_tool_start", "weather", "r1", input={"city": "Oslo"}),
        end,
        event("on_chain_end", "graph", "r9", output={"messages": [answer, tool()]}),
    ]
    assert [(call.tool, call.call_id, call.result, call.agent) for call in calls(events)] == [
        ("weather", "c1", "5 C", "agent")
    ]


STREAM = [
    packet("messages", event="message-start", role="ai", id="m1"),
    packet("messages", event="content-block-finish", index=0, content={"type": "text", "text": "I look."}),
    packet("messages", event="content-block-delta", index=1, delta={"type": "block-delta", "fields": {"args": '{"ci'}}),
    packet("messages", event="content-block-finish", index=1, content=CALL),
    packet("messages", event="message-finish", usage={"input_tokens": 7, "output_tokens": 3}),
    packet("tools", 1000, event="tool-started", tool_call_id="c1", tool_name="weather", input={"city": "Oslo"}),
    packet("tools", 3000, event="tool-finished", tool_call_id="c1", output=tool()),
]


def test_stream_protocol() -> None:
    """Blocks give calls and texts, the tools channel results and times; nothing counts twice."""
    (trace,) = read(STREAM).traces
    assert [(call.tool, call.args, call.result, call.duration, call.agent) for call in trace.calls] == [
        ("weather", {"city": "Oslo"}, "5 C", 2.0, "agent")
    ]
    assert (trace.turns[0].text, trace.input_tokens, trace.output_tokens) == ("I look.", 7, 3)


def test_stream_protocol_with_states() -> None:
    """A state repeats what the events gave."""
    whole = ai(CALL, id="m1", usage_metadata={"input_tokens": 7, "output_tokens": 3}) | {"content": "I look."}
    (trace,) = read([*STREAM, packet("values", messages=[HUMAN, whole, tool()])]).traces
    assert [(call.tool, call.result) for call in trace.calls] == [("weather", "5 C")]
    assert (trace.input_tokens, [turn.text for turn in trace.turns].count("I look.")) == (7, 1)


def test_failed_tool_of_the_protocol() -> None:
    """A tool that failed says why."""
    failed = packet("tools", event="tool-error", tool_call_id="c1", message="no station")
    assert [call.error for call in calls([*STREAM[:-1], failed])] == ["no station"]


@pytest.mark.parametrize("with_namespace", [False, True])
def test_pairs_of_mode_and_payload(with_namespace: bool) -> None:
    """What `stream` gives with several modes: states, updates and chunks repeat each other."""
    piece = {"name": "weather", "args": '{"city": "Oslo"}', "id": "c1", "index": 0}
    pairs: list[list[Any]] = [
        ["values", {"messages": [HUMAN | {"id": "h"}]}],
        [
            "messages",
            [lc("AIMessageChunk", content="", id="m1", tool_call_chunks=[piece]), {"langgraph_node": "agent"}],
        ],
        ["updates", {"agent": {"messages": [ai(CALL, id="m1")]}}],
        ["updates", {"tools": {"messages": [tool(id="t")]}}],
        ["values", {"messages": [HUMAN | {"id": "h"}, ai(CALL, id="m1"), tool(id="t")]}],
    ]
    found = calls([[["ns:1"], *pair] if with_namespace else pair for pair in pairs])
    assert [(call.tool, call.result) for call in found] == [("weather", "5 C")]


def test_steps_with_their_results() -> None:
    """Actions that carry what the tool gave back."""
    step = {"thought": "", "tool": "weather", "tool_input": '{"city": "Oslo"}', "text": "", "result": "5 C"}
    assert [(call.args, call.result) for call in calls([step])] == [({"city": "Oslo"}, "5 C")]


def test_snapshots_down_to_the_empty_state() -> None:
    """The history of a thread ends with the state before the first message, which is no conversation of its own."""
    states = [{"values": {"messages": history}, "next": []} for history in ([HUMAN, ai(CALL), tool()], [HUMAN], [])]
    file = read(states)
    assert ([len(trace.calls) for trace in file.traces], file.skipped) == ([1], [])


def test_steps_of_an_executor() -> None:
    """Steps of the JavaScript executor; an answer that could not be parsed is no call."""
    steps = [
        {
            "action": {"tool": "weather", "toolInput": {"city": "Oslo"}, "log": "", "toolCallId": "c1"},
            "observation": "5 C",
        },
        {"action": {"tool": "_Exception", "toolInput": "Invalid", "log": ""}, "observation": "Invalid"},
    ]
    found = calls({"input": "hi", "output": "5 C", "intermediateSteps": steps})
    assert [(call.tool, call.args, call.result) for call in found] == [("weather", {"city": "Oslo"}, "5 C")]

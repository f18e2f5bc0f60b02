"""LangChain messages, LangGraph states and streams, and agent actions."""

import json
from typing import Any

import pytest

from toolscore_core.calls import ToolCall
from toolscore_core.errors import FormatError
from toolscore_core.formats import TraceFile, read_traces
from toolscore_core.formats.langchain import FORMAT
from toolscore_core.reading import Document, Documents

CALL: dict[str, Any] = {"name": "weather", "args": {"city": "Oslo"}, "id": "c1", "type": "tool_call"}
OPENAI: dict[str, Any] = {
    "id": "c1",
    "type": "function",
    "function": {"name": "weather", "arguments": '{"city": "Oslo"}'},
}
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


ONE_CALL: tuple[tuple[str, Any], ...] = (
    ("flat", [HUMAN, ai(CALL), tool()]),
    ("state", {"messages": [HUMAN, ai(CALL), tool()]}),
    ("values", {"values": {"messages": [HUMAN, ai(CALL), tool()]}, "next": []}),
    ("checkpoint", {"checkpoint": {"channel_values": {"messages": [ai(CALL), tool()]}}}),
    ("updates", [{"agent": {"messages": [ai(CALL)]}}, {"tools": {"messages": [tool()]}}]),
    (
        "constructor",
        [
            lc("HumanMessage", content="hi"),
            lc("AIMessage", content="", tool_calls=[CALL]),
            lc("ToolMessage", content="5 C", tool_call_id="c1"),
        ],
    ),
    (
        "typed",
        [
            {"type": "human", "data": {"content": "hi"}},
            {"type": "ai", "data": {"content": "", "tool_calls": [CALL]}},
            {"type": "tool", "data": {"content": "5 C", "tool_call_id": "c1"}},
        ],
    ),
    ("two copies", [ai(CALL, additional_kwargs={"tool_calls": [OPENAI]}), tool()]),
    (
        "three copies",
        [
            ai(CALL, additional_kwargs={"tool_calls": [OPENAI]})
            | {"content": [{"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Oslo"}}]},
            tool(),
        ],
    ),
    ("provider's copy alone", [{"type": "ai", "content": "", "additional_kwargs": {"tool_calls": [OPENAI]}}, tool()]),
    (
        "content block alone",
        [
            {
                "type": "ai",
                "content": ["text", {"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Oslo"}}],
            },
            tool(),
        ],
    ),
    (
        "roles with calls in this form",
        [{"role": "user", "content": "hi"}, {"role": "assistant", "content": "", "tool_calls": [CALL]}, tool()],
    ),
    ("openai form in a message", [{"type": "ai", "content": "", "tool_calls": [OPENAI]}, tool()]),
    (
        "names of nulls",
        [{"type": "ai", "content": "", "name": None, "tool_calls": [CALL], "invalid_tool_calls": None}, tool()],
    ),
    (
        "run",
        {
            "inputs": {"messages": [[lc("HumanMessage", content="hi")]]},
            "outputs": {"generations": [[{"message": lc("AIMessage", content="", tool_calls=[CALL])}]]},
        },
    ),
)


@pytest.mark.parametrize("value", [value for _, value in ONE_CALL], ids=[name for name, _ in ONE_CALL])
def test_one_call(value: Any) -> None:
    """Every form of the family gives the call once."""
    (call,) = calls(value)
    assert (call.tool, call.args, call.call_id) == ("weather", {"city": "Oslo"}, "c1")
    assert call.result == "5 C" or "inputs" in value


def test_legacy_function_call() -> None:
    """Function calls of old dumps have no id; their results are found by name."""
    extra = {"function_call": {"name": "weather", "arguments": '{"city": "Oslo"}'}}
    found = calls(
        [
            HUMAN,
            {"type": "ai", "content": "", "additional_kwargs": extra},
            {"type": "function", "name": "weather", "content": "5 C"},
        ]
    )
    assert [(call.args, call.result) for call in found] == [({"city": "Oslo"}, "5 C")]


def test_invalid_calls_are_no_calls() -> None:
    """A call that could not be parsed is no call, also where the provider's copy of it stands beside."""
    bad = {"name": "weather", "args": "{", "id": "c1", "error": "bad"}
    assert calls([HUMAN, ai(invalid_tool_calls=[bad], additional_kwargs={"tool_calls": [OPENAI]})]) == []


def test_failed_tool() -> None:
    """A tool message of status error marks its call as failed."""
    (call,) = calls([ai(CALL), tool("TimeoutError", status="error")])
    assert (call.is_error, call.error, call.result) == (True, "TimeoutError", "TimeoutError")


def test_same_call_twice() -> None:
    """In a plain history equal calls are two calls, also with equal ids."""
    assert len(calls([ai(CALL), tool("1"), ai(CALL), tool("2")])) == 2
    assert len(calls([ai(CALL, id="m"), ai(CALL, id="m")])) == 2


def test_model_tokens_agent() -> None:
    """The message says which model and agent wrote it, and how much it read and wrote."""
    usage = {
        "input_tokens": 9,
        "output_tokens": 4,
        "input_token_details": {"cache_read": 2},
        "output_token_details": {"reasoning": 1},
    }
    (trace,) = read([ai(CALL, name="planner", usage_metadata=usage, response_metadata={"model_name": "m"})]).traces
    assert (trace.model, trace.input_tokens, trace.output_tokens, trace.cached_tokens, trace.reasoning_tokens) == (
        "m",
        9,
        4,
        2,
        1,
    )
    assert (trace.calls[0].agent, trace.turns[0].output_tokens) == ("planner", 4)


@pytest.mark.parametrize(
    "metadata",
    [
        {"token_usage": {"prompt_tokens": 9, "completion_tokens": 4}},
        {"tokenUsage": {"promptTokens": 9, "completionTokens": 4}},
        {"usage": {"input_tokens": 9, "output_tokens": 4}},
    ],
)
def test_tokens_of_older_dumps(metadata: dict[str, Any]) -> None:
    """Before `usage_metadata` the counts stood in the response's metadata."""
    (trace,) = read([ai(CALL, response_metadata={"model": "m", **metadata})]).traces
    assert (trace.model, trace.input_tokens, trace.output_tokens) == ("m", 9, 4)


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


ACTION: dict[str, Any] = {"tool": "weather", "tool_input": {"city": "Oslo"}, "log": "I should look."}
LC_ACTION: dict[str, Any] = {
    "lc": 1,
    "type": "constructor",
    "id": ["langchain", "schema", "agent", "AgentActionMessageLog"],
    "kwargs": {**ACTION, "message_log": [lc("AIMessage", content="")]},
}


@pytest.mark.parametrize(
    "value",
    [
        {"input": "hi", "output": "5", "intermediate_steps": [[ACTION, "5 C"]]},
        {"input": "hi", "output": "5", "intermediate_steps": [[LC_ACTION, "5 C"]]},
        {"intermediate_steps": [{"action": ACTION, "observation": "5 C"}]},
        {"steps": [{"action": LC_ACTION, "observation": "5 C", "messages": []}]},
    ],
    ids=["pairs", "constructor", "records", "steps"],
)
def test_intermediate_steps(value: Any) -> None:
    """Steps of an agent executor are calls with their observations."""
    (call,) = calls(value)
    assert (call.tool, call.args, call.result) == ("weather", {"city": "Oslo"}, "5 C")


@pytest.mark.parametrize(
    ("given", "args"),
    [
        ({"q": 1}, {"q": 1}),
        ('{"q": 1}', {"q": 1}),
        ("plain", {"input": "plain"}),
        ("[1]", {"input": [1]}),
        (None, {}),
        ("", {}),
        (3, {"input": 3}),
    ],
)
def test_action_arguments(given: Any, args: dict[str, Any]) -> None:
    """Bare text is the one argument of a tool, which LangChain names input."""
    assert calls([{"tool": "s", "tool_input": given}])[0].args == args
    assert calls([{"action": "s", "action_input": given}])[0].args == args


def test_final_answer_is_no_call() -> None:
    """The pseudo action that ends an agent is reported, not counted."""
    file = read([{"action": "s", "action_input": "x"}, {"action": "Final Answer", "action_input": "42"}])
    assert [call.tool for call in file.traces[0].calls] == ["s"]
    assert [item.reason for item in file.skipped] == ["final answer of an agent"]


def test_bare_calls() -> None:
    """A list of calls in LangChain's own form."""
    (call,) = calls([CALL])
    assert (call.tool, call.call_id, call.metadata) == ("weather", "c1", {"type": "tool_call"})


@pytest.mark.parametrize("value", [{"messages": []}, {"x": 1}])
def test_nothing_of_langchain(value: Any) -> None:
    """An object that holds nothing of LangChain breaks the format when it is named."""
    with pytest.raises(FormatError):
        read(value, key="langchain")


def test_other_records_are_reported() -> None:
    """Items of other kinds are left out; calls that are no objects have no name."""
    file = read([1, "x", {"z": 1}], key="langchain")
    assert (file.traces[0].calls, file.skipped[0].count) == ([], 3)
    assert read([HUMAN, ai(5)]).skipped[0].reason == "call without a tool name"


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "user", "content": "hi"}],
        [{"type": "message", "role": "assistant", "content": []}],
        {"messages": [{"role": "assistant", "tool_calls": [OPENAI]}]},
        [{"type": "tool", "name": "x"}],
        [{"type": "system", "content": "started", "level": "info"}, {"type": "user", "content": "hi"}],
        [{"lc": 1, "id": [], "kwargs": {}}],
        [{"lc": 1, "id": [5], "kwargs": {}}],
        [{"lc": 1, "type": "constructor", "id": ["langchain", "prompts", "PromptTemplate"], "kwargs": {}}],
        [{"type": "AIMessageX", "content": ""}],
        [[[[[[[[[[HUMAN]]]]]]]]]],
        3,
    ],
)
def test_no_claim(value: Any) -> None:
    """Documents of other families are not claimed."""
    assert FORMAT.claim(Documents("t", "json", [Document(value, None, 0)])) is None


def test_chat_role() -> None:
    """A chat message brings its own role; system and developer messages are system turns."""
    (trace,) = read(
        [
            {"type": "system", "content": "be kind", "additional_kwargs": {}},
            {"type": "chat", "role": "critic", "content": "no", "response_metadata": {}},
            HUMAN,
        ]
    ).traces
    assert [turn.role for turn in trace.turns] == ["system", "critic", "user"]

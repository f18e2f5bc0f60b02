"""LangChain messages, LangGraph states, and agent actions."""

from typing import Any

import pytest

from tests.core.formats.langchain_help import CALL, HUMAN, ai, calls, lc, read, tool
from toolscore_core.errors import FormatError
from toolscore_core.formats.langchain import FORMAT
from toolscore_core.reading import Document, Documents

OPENAI: dict[str, Any] = {
    "id": "c1",
    "type": "function",
    "function": {"name": "weather", "arguments": '{"city": "Oslo"}'},
}


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


def test_equal_conversations_of_other_messages() -> None:
    """States that say the same in messages of other ids are conversations of their own."""
    states = [{"messages": [{**HUMAN, "id": f"h{n}"}, ai(CALL, id=f"a{n}"), tool(id=f"t{n}")]} for n in (1, 2)]
    assert [len(trace.calls) for trace in read(*states).traces] == [1, 1]


def test_calls_that_the_provider_ran() -> None:
    """Standard blocks of the content hold calls of the provider's tools, and their results."""
    search = {"type": "server_tool_call", "id": "s1", "name": "search", "args": {"q": "x"}}
    found = {"type": "server_tool_result", "tool_call_id": "s1", "status": "error", "output": "no"}
    (call,) = calls([HUMAN, ai(content=[search, found, {"type": "text", "text": "done"}])])
    assert (call.tool, call.args, call.result, call.error) == ("search", {"q": "x"}, "no", "no")
    assert call.provider_executed

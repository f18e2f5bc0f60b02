"""Langfuse exports: which of its records are calls, each once, and what they hold."""

import json
from typing import Any

import pytest

from tests.core.formats.observed_help import ANSWER, ARGS, USER, at, export, generation, made, observation, only, read


def tool(number: int = 2, name: str = "weather", given: Any = None, **more: Any) -> dict[str, Any]:
    return observation(
        number, "TOOL", name, 2, 3.5, **{"input": json.dumps(given or ARGS), "output": '"sunny"', **more}
    )


def test_tool_observation() -> None:
    """A tool observation is a call; the generation that issued it gives turn and id, and no second call."""
    trace = only(export(tool(), generation(1, [USER], ANSWER)))
    (call,) = trace.calls
    assert (call.tool, call.args, call.result, call.duration, call.call_id) == ("weather", ARGS, "sunny", 1.5, "c1")
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "Weather in Lisbon?", []),
        ("assistant", "", [0]),
    ]


def test_failure() -> None:
    """Only the level says that a call failed, never a text."""
    failed = tool(level="ERROR", statusMessage="no such city", output=None)
    fine = tool(3, statusMessage="slow", output='"error: none"')
    trace = only(export(failed, fine))
    assert [(call.is_error, call.error) for call in trace.calls] == [(True, "no such city"), (False, None)]


def test_totals() -> None:
    """Usage counts cached tokens beside the others; the generations alone are counted, not what stands around them."""
    usage = {"input": 4, "input_cached_tokens": 6, "output": 2, "output_reasoning": 1, "total": 13}
    inner = generation(1, [USER], ANSWER, usageDetails=usage, costDetails={"total": 0.5}, parentObservationId="o9")
    outer = observation(9, "GENERATION", "agent", 0, 5, usageDetails=usage, costDetails={"total": 0.5})
    trace = only(
        export(inner, outer, tool(), sessionId="s1", userId="u1", tags=["a"], scores=[{"name": "ok", "value": 1}])
    )
    assert (trace.input_tokens, trace.output_tokens, trace.cached_tokens, trace.reasoning_tokens) == (10, 3, 6, 1)
    assert (trace.cost, trace.model, trace.id) == (0.5, "m", "t1")
    assert trace.metadata == {
        "name": "agent",
        "conversation_id": "s1",
        "user_id": "u1",
        "tags": ["a"],
        "scores": {"ok": 1},
    }


def test_tokens_beside_the_input() -> None:
    """Tokens read from a cache and written to one count as read, whatever the integration calls them."""
    usage = {"input": 4, "cache_read_input_tokens": 6, "cache_creation_input_tokens": 1, "output": 2, "total": 13}
    trace = only(export(generation(1, [USER], ANSWER, usageDetails=usage)))
    assert (trace.input_tokens, trace.output_tokens, trace.cached_tokens) == (11, 2, 6)


def test_cost_of_the_trace() -> None:
    """The total of the trace counts where no generation has a cost."""
    assert only(export(tool(), totalCost=0.25)).cost == 0.25


def test_answer_as_a_call() -> None:
    """A call that no tool observation carries is a call too, after those that were issued with it."""
    final = {"type": "tool_call", "id": "c2", "name": "final_result", "arguments": {"answer": "sunny"}}
    issued = {"type": "tool_call", "id": "c1", "name": "weather", "arguments": ARGS}
    trace = only(export(tool(), generation(1, [USER], [{"role": "assistant", "parts": [final, issued]}])))
    assert made(trace) == [("weather", ARGS), ("final_result", {"answer": "sunny"})]
    assert [turn.calls for turn in trace.turns] == [[], [0, 1]]


ANSWERS: tuple[tuple[str, Any], ...] = (
    ("chat", ANSWER),
    ("choices", {"choices": [{"message": ANSWER}]}),
    (
        "responses",
        {"output": [{"type": "function_call", "name": "weather", "call_id": "c1", "arguments": json.dumps(ARGS)}]},
    ),
    ("gemini", {"candidates": [{"content": {"parts": [{"function_call": {"name": "weather", "args": ARGS}}]}}]}),
    (
        "additional kwargs",
        {"role": "assistant", "content": "", "additional_kwargs": {"tool_calls": ANSWER["tool_calls"]}},
    ),
    ("blocks", {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "weather", "input": ARGS}]}),
    (
        "converse",
        {"output": {"message": {"role": "assistant", "content": [{"toolUse": {"name": "weather", "input": ARGS}}]}}},
    ),
    ("parts", [{"role": "assistant", "parts": [{"type": "tool_call", "name": "weather", "arguments": ARGS}]}]),
    ("bare calls", [{"toolCallId": "c1", "toolName": "weather", "input": json.dumps(ARGS)}]),
    ("bare functions", ANSWER["tool_calls"]),
    ("one bare call", {"call_id": "c1", "name": "weather", "arguments": json.dumps(ARGS)}),
    (
        "replies",
        {"replies": [{"role": "assistant", "content": [{"tool_call": {"tool_name": "weather", "arguments": ARGS}}]}]},
    ),
    (
        "constructor",
        {
            "generations": [
                [
                    {
                        "text": "",
                        "message": {
                            "lc": 1,
                            "id": ["langchain", "AIMessage"],
                            "kwargs": {"content": "", "tool_calls": [{"name": "weather", "args": ARGS, "id": "c1"}]},
                        },
                    }
                ]
            ]
        },
    ),
)


@pytest.mark.parametrize("answer", [answer for _, answer in ANSWERS], ids=[name for name, _ in ANSWERS])
@pytest.mark.parametrize("recorded", [False, True], ids=["told", "recorded"])
def test_answers(answer: Any, *, recorded: bool) -> None:
    """Calls are found in answers of every provider: one call, whether or not a tool observation carries it too."""
    trace = only(export(generation(1, [USER], answer), *([tool()] if recorded else [])))
    assert made(trace) == [("weather", ARGS)]
    assert trace.turns[trace.calls[0].turn or 0].role == "assistant"


def test_hosted_call() -> None:
    """A call that the provider ran is marked, and has its result."""
    parts = [
        {
            "type": "server_tool_call",
            "id": "s",
            "name": "code",
            "server_tool_call": {"type": "interpreter", "code": "1"},
        },
        {"type": "server_tool_call_response", "id": "s", "server_tool_call_response": {"out": "1"}},
    ]
    (call,) = only(export(generation(1, [USER], [{"role": "assistant", "parts": parts}]))).calls
    assert (call.tool, call.args, call.result, call.provider_executed) == ("code", {"code": "1"}, {"out": "1"}, True)


PLAIN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("named after the tool", observation(2, "SPAN", "weather", input="{'city': 'Lisbon'}", output="sunny")),
    ("koog", observation(2, "SPAN", "tool.weather", input=json.dumps(ARGS), output="sunny")),
    ("wrapped", observation(2, "TOOL", "weather", input=json.dumps({"input": ARGS}), output="sunny")),
    ("python call", observation(2, "TOOL", "weather", input={"args": [], "kwargs": ARGS}, output="sunny")),
    ("twice encoded", observation(2, "TOOL", "execute_tool weather", input=json.dumps(json.dumps(ARGS)), output="sunny")),
    ("message to the tool", observation(2, "TOOL", "weather", input=[{"role": "tool", "content": json.dumps(ARGS)}], output="sunny")),
    ("tool message", observation(2, "TOOL", "weather", input=ARGS, output={"type": "tool", "tool_call_id": "c1", "content": "sunny"})),
    (
        "attributes",
        observation(2, "SPAN", "x", output="sunny", metadata=json.dumps({"attributes": {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "weather", "gen_ai.tool.call.arguments": json.dumps(ARGS)}})),
    ),
)  # fmt: skip


@pytest.mark.parametrize("record", [record for _, record in PLAIN], ids=[name for name, _ in PLAIN])
def test_tools_of_integrations(record: dict[str, Any]) -> None:
    """A call is known however an integration records it, and counted once beside the generation that issued it."""
    trace = only(export(generation(1, [USER], ANSWER, 0, 0.5), record))
    assert [(call.tool, call.args, call.result) for call in trace.calls] == [("weather", ARGS, "sunny")]
    assert trace.calls[0].duration == 1.0


def test_events_of_a_react_agent() -> None:
    """BeeAI records the events of a call; together they are one, with the name that the agent used."""

    def event(
        number: int, name: str, start: float, parent: str, output: Any = None, **attributes: Any
    ) -> dict[str, Any]:
        more = {"parentObservationId": parent, "output": output, "metadata": {"attributes": attributes}}
        return observation(number, "SPAN", name, start, 9, **more)

    grown = {"tool.name": "Weather", "openinference.span.kind": "AGENT"}
    kind = {"openinference.span.kind": "TOOL"}
    trace = only(
        export(
            event(1, "agent.react.update-1", 1, "i", **grown, **{"tool.parameters": "null"}),
            event(2, "agent.react.update-2", 2, "i", **grown, **{"tool.parameters": json.dumps(ARGS)}),
            event(3, "tool.search.weather.start-1", 2, "o2", **kind),
            event(4, "tool.search.weather.success-1", 3, "o2", "sunny", **kind, **{"output.value": "sunny"}),
            event(5, "tool.search.weather.finish-1", 3, "o2", **kind),
            event(6, "agent.react.update-3", 3, "i", "sunny", **grown, **{"output.value": "sunny"}),
        )
    )
    assert [(call.tool, call.args, call.result, call.duration) for call in trace.calls] == [
        ("Weather", ARGS, "sunny", 1.0)
    ]


LISTS: tuple[tuple[str, Any], ...] = (
    ("one trace", {"id": "t1", "observations": [tool()]}),
    ("pages of traces", {"data": [{"id": "t1", "observations": [tool()]}], "meta": {"page": 1}}),
    ("observations", [tool()]),
    ("pages of observations", {"data": [tool()]}),
    (
        "ingestion",
        {
            "batch": [
                {"type": "trace-create", "body": {"id": "t1"}},
                {"type": "tool-create", "body": {"id": "o2", "traceId": "t1", "name": "weather", "startTime": at(1)}},
                {"type": "span-update", "body": {"id": "o2", "type": "TOOL", "endTime": at(2), "input": ARGS}},
            ]
        },
    ),
    ("lines", (tool(), generation(1, [USER], ANSWER))),
    (
        "blob export",
        (
            {
                "id": "o1",
                "trace_id": "t1",
                "type": "TOOL",
                "name": "weather",
                "start_time": "2026-02-03 09:15:01.000000",
                "end_time": "2026-02-03 09:15:02.000000",
                "level": "DEFAULT",
                "input": json.dumps(ARGS),
            },
        ),
    ),
)


@pytest.mark.parametrize("value", [value for _, value in LISTS], ids=[name for name, _ in LISTS])
def test_exports(value: Any) -> None:
    """Traces and observations are read from files, lists, pages of the API and blob exports."""
    trace = only(value)
    assert (trace.id, made(trace)) == ("t1", [("weather", ARGS)])


def test_traces_apart() -> None:
    """Records of several traces make several, in the order of their start."""
    later = {**tool(3), "traceId": "t2", "startTime": at(8), "endTime": at(9)}
    assert [trace.id for trace in read([later, tool()]).traces] == ["t1", "t2"]


def test_conversation_without_generation() -> None:
    """Where no model is recorded, the outermost record tells what was said."""
    root = observation(1, "SPAN", "app", 0, 5, input="Weather in Lisbon?", output="Sunny.")
    trace = only(export(root, tool(parentObservationId="o1")))
    assert [(turn.role, turn.text) for turn in trace.turns] == [("user", "Weather in Lisbon?"), ("assistant", "Sunny.")]


def test_history_of_an_earlier_trace() -> None:
    """A call that a later trace repeats as history counts in the trace that made it alone; of one trace it counts."""
    result = {"role": "tool", "tool_call_id": "c1", "content": "sunny"}
    later = {**generation(2, [USER, ANSWER, result], {"role": "assistant", "content": "Sunny."}, 3, 4), "traceId": "t2"}
    file = read([generation(1, [USER], ANSWER), later])
    assert [made(trace) for trace in file.traces] == [[("weather", ARGS)], []]
    assert (made(only([later])), file.skipped) == ([("weather", ARGS)], [])


def test_telling_without_ids() -> None:
    """Two instrumentations that tell of one call without an id make no second call of a tool that has a record."""
    said = [{"role": "assistant", "parts": [{"type": "tool_call", "name": "weather", "arguments": ARGS}]}]
    trace = only(export(generation(1, [USER], said), generation(3, [USER], said, 0.1, 0.9), tool()))
    assert made(trace) == [("weather", ARGS)]


def test_calls_at_one_moment() -> None:
    """Calls that began together come in the order in which the model issued them."""
    issued = [{"id": f"c{n}", "function": {"name": name, "arguments": "{}"}} for n, name in enumerate("ab")]
    answer = {"role": "assistant", "tool_calls": issued}
    tools = [observation(number, "TOOL", name, 2, 3) for number, name in ((5, "b"), (6, "a"))]
    assert [call.tool for call in only(export(*tools, generation(1, [USER], answer))).calls] == ["a", "b"]


@pytest.mark.parametrize(("total", "read"), [(25, 20), (29, 24), (None, 24)])
def test_cached_tokens(total: int | None, read: int) -> None:
    """Cached tokens are counted beside the others, unless the total says that they are part of them."""
    counts = {"input": 20, "input_cached_tokens": 4, "output": 5} | ({} if total is None else {"total": total})
    trace = only(export(generation(1, [USER], {"role": "assistant", "content": "x"}, usageDetails=counts)))
    assert (trace.input_tokens, trace.cached_tokens) == (read, 4)


def test_counts_of_nothing_are_unknown() -> None:
    """Old records give zeros where nothing was counted."""
    usage = {"input": 0, "output": 0, "total": 0, "unit": "TOKENS"}
    trace = only(export(generation(1, [USER], {"role": "assistant", "content": "x"}, usage=usage, usageDetails={})))
    assert trace.input_tokens is None


def test_name_after_a_word() -> None:
    """Some integrations write what a span is before the tool's name."""
    assert [call.tool for call in only(export(observation(1, "TOOL", "Tool: Bash", input={}))).calls] == ["Bash"]


def test_ids_are_those_of_a_trace() -> None:
    """Records of the same id in two traces are two records."""
    tools = [observation(1, "TOOL", "look", input={"a": n}, traceId=f"t{n}") for n in (1, 2)]
    assert [made(trace) for trace in read(tools).traces] == [[("look", {"a": 1})], [("look", {"a": 2})]]

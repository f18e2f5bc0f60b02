"""OpenTelemetry: conversations, tokens and calls of model spans, and how spans lie inside each other."""

import json
from typing import Any

from tests.core.formats.otel_help import ARGS, calls, chat, export, read, span, tool


def parts(role: str, *given: Any) -> dict[str, Any]:
    return {"role": role, "parts": list(given)}


def part(name: str, call_id: str | None = None, **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_call", "name": name, "arguments": arguments, **({"id": call_id} if call_id else {})}


ASKED = parts("user", {"type": "text", "content": "Oslo?"})


CALLED = parts("assistant", part("weather", "c1", city="Oslo"), part("time", "c2"))


ANSWERED = parts(
    "tool",
    {"type": "tool_call_response", "id": "c1", "response": {"c": 5}},
    {"type": "tool_call_response", "id": "c2", "result": "noon"},
)


SAID = parts("assistant", {"type": "text", "content": "Cold."})


def test_calls_of_model_spans() -> None:
    """Without tool spans calls come from messages, each once though every request repeats them."""
    (trace,) = read(
        export(
            chat(1, 0, [ASKED], [CALLED], gen_ai__usage__input_tokens=5), chat(2, 2, [ASKED, CALLED, ANSWERED], [SAID])
        )
    ).traces
    assert [(call.tool, call.args, call.result, call.turn) for call in trace.calls] == [
        ("weather", {"city": "Oslo"}, {"c": 5}, 1),
        ("time", {}, "noon", 1),
    ]
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "Oslo?", []),
        ("assistant", "", [0, 1]),
        ("assistant", "Cold.", []),
    ]
    assert trace.turns[1].input_tokens == 5


def test_same_call_again() -> None:
    """An equal call of a later answer is another call, with and without ids."""
    for ids in (("c1", "c2"), (None, None)):
        first, second = (parts("assistant", part("weather", call_id, city="Oslo")) for call_id in ids)
        spans = [
            chat(1, 0, [ASKED], [first]),
            chat(2, 2, [ASKED, first], [second]),
            chat(3, 4, [ASKED, first, second], [SAID]),
        ]
        assert len(calls(export(*spans))) == 2


def test_tool_spans_win() -> None:
    """With tool spans the messages give the conversation and tell which turn issued a call, but no calls."""
    spans = [
        chat(1, 0, [ASKED], [CALLED]),
        tool(2, "time", 1.2, 1.5, gen_ai__tool__call__id="c2"),
        tool(3, "weather", 1.1, 1.9, gen_ai__tool__call__arguments=ARGS),
        tool(5, "unknown", 1.3, 1.4),
        chat(4, 2, [ASKED, CALLED, ANSWERED], [SAID]),
    ]
    (trace,) = read(export(*spans)).traces
    assert [(call.tool, call.turn) for call in trace.calls] == [("weather", 1), ("time", 1), ("unknown", None)]
    assert [(turn.role, turn.text, sorted(turn.calls)) for turn in trace.turns] == [
        ("user", "Oslo?", []),
        ("assistant", "", [0, 1]),
        ("assistant", "Cold.", []),
    ]


def test_turn_by_name_alone() -> None:
    """An answer that lost its arguments still issued the call."""
    lost = parts("assistant", part("weather"))
    (trace,) = read(
        export(chat(1, 0, [ASKED], [lost]), tool(2, "weather", 1.1, 1.9, gen_ai__tool__call__arguments=ARGS))
    ).traces
    assert [call.turn for call in trace.calls] == [1]


def test_nested_model_spans() -> None:
    """Of model spans inside each other the innermost count, for calls and for tokens."""
    values: dict[str, Any] = {
        "gen_ai__usage__input_tokens": 5,
        "gen_ai__usage__output_tokens": 2,
        "gen_ai__response__model": "m",
    }
    (trace,) = read(
        export(chat(1, 0, [ASKED], [CALLED], **values), chat(2, 0.1, [ASKED], [CALLED], parent=1, **values))
    ).traces
    assert (len(trace.calls), trace.input_tokens, trace.output_tokens, trace.model) == (2, 5, 2, "m")


def test_tokens_and_cost() -> None:
    """Counts and costs are summed over the answers, under any of their names."""
    first: dict[str, Any] = {
        "gen_ai__usage__prompt_tokens": 5,
        "gen_ai__usage__completion_tokens": 2,
        "gen_ai__usage__input_cost": 0.25,
        "gen_ai__usage__output_cost": 0.5,
    }
    second: dict[str, Any] = {
        "llm__token_count__prompt": 7,
        "llm__token_count__completion": 1,
        "llm__cost__total": 1.0,
        "gen_ai__usage__reasoning_tokens": 1,
        "gen_ai__usage__cache_read_input_tokens": 3,
    }
    (trace,) = read(export(chat(1, 0, **first), chat(2, 1, **second))).traces
    assert (trace.input_tokens, trace.output_tokens, trace.cost, trace.reasoning_tokens, trace.cached_tokens) == (
        12,
        3,
        1.75,
        1,
        3,
    )


def test_agents() -> None:
    """The agent of a call is named by the span, by the nearest agent around it, or is the only one of the trace."""
    agent: dict[str, Any] = {"gen_ai__operation__name": "invoke_agent"}
    spans = [
        {**span(1, 0, 9, **agent), "name": "invoke_agent outer"},
        span(2, 1, 8, 1, **agent, gen_ai__agent__name="inner"),
        tool(3, "a", 2, 3, 2),
        tool(4, "b", 3, 4, 1),
        tool(5, "c", 4, 5, 2, gen_ai__agent__name="own"),
        tool(6, "d", 5, 6),
    ]
    assert [call.agent for call in calls(export(*spans))] == ["inner", "outer", "own", "inner"]


def test_agent_spans_tell_where_models_do_not() -> None:
    """Messages of an agent span are read where there is no model span with messages."""
    whole = json.dumps([ASKED, CALLED, ANSWERED, SAID])
    agent = span(
        1, 0, 9, gen_ai__operation__name="invoke_agent", gen_ai__agent__name="a", pydantic_ai__all_messages=whole
    )
    found = calls(export(agent))
    assert [(call.tool, call.result) for call in found] == [("weather", {"c": 5}), ("time", "noon")]


def test_calls_inside_calls() -> None:
    """A call made inside a tool has that tool's call as its parent."""
    outer = tool(1, "plan_trip", 0, 9, gen_ai__tool__call__id="c1")
    agent = span(2, 1, 8, 1, gen_ai__operation__name="invoke_agent", gen_ai__agent__name="planner")
    inner = tool(3, "weather", 2, 3, 2, gen_ai__tool__call__id="c2")
    assert [(call.tool, call.parent_id, call.agent) for call in calls(export(outer, agent, inner))] == [
        ("plan_trip", None, "planner"),
        ("weather", "c1", "planner"),
    ]


def test_one_call_recorded_twice() -> None:
    """A framework's span and the protocol's span below it are one call."""
    outer = tool(1, "weather", 0, 2, gen_ai__tool__call__id="c1", gen_ai__tool__call__arguments=ARGS)
    inner = span(
        2,
        0.1,
        1,
        1,
        mcp__method__name="tools/call",
        gen_ai__tool__name="weather",
        gen_ai__tool__call__result="5",
        error__type="tool_error",
    )
    (call,) = calls(export(outer, inner, {**inner, "spanId": "s3", "parentSpanId": "s2"}))
    assert (call.args, call.result, call.error, call.duration) == ({"city": "Oslo"}, 5, "tool_error", 2.0)
    other = tool(2, "weather", 0.1, 1, 1, gen_ai__tool__call__arguments='{"city": "Bergen"}')
    assert len(calls(export(outer, other))) == 2


def test_merged_spans_are_no_calls() -> None:
    """A span that sums up parallel calls is reported, not counted."""
    file = read(export(tool(1, "a"), tool(2, "(merged tools)", 1, 2)))
    assert ([call.tool for call in file.traces[0].calls], file.skipped[0].reason) == (
        ["a"],
        "span that sums up parallel calls",
    )


def test_ring_of_parents() -> None:
    """Spans that are each other's parents do not hang the reader."""
    assert len(calls(export(tool(1, "a", parent=2), span(2, 0, 1, 3), span(3, 0, 1, 2), span(4, 0, 1, 4)))) == 1


def test_deep_chain() -> None:
    """Thousands of spans inside each other are read."""
    chain = [span(number, 0, 1, number - 1) for number in range(1, 3000)]
    agent = span(0, 0, 1, gen_ai__operation__name="invoke_agent", gen_ai__agent__name="a")
    assert calls(export(agent, *chain, tool(3000, "f", parent=2999)))[0].agent == "a"


def test_changed_history() -> None:
    """A request whose text only begins like the one before is read as a whole."""
    other = parts("user", {"type": "text", "content": "Bergen?"})
    spans = [chat(1, 0, [ASKED], [SAID]), chat(2, 2, [ASKED], [SAID]), chat(3, 4, [other], [CALLED])]
    (trace,) = read(export(*spans)).traces
    assert [turn.text for turn in trace.turns] == ["Oslo?", "Cold.", "Cold.", "Bergen?", ""]
    numbers = [chat(1, 0, [1], []), chat(2, 1, [1], [])]
    numbers[1]["attributes"][1]["value"]["stringValue"] = "[12]"
    assert calls(export(*numbers)) == []


def test_what_is_left_out_is_reported() -> None:
    """Records that hold no spans are reported with their places."""
    file = read(export(tool(1), 5), {"level": "info"})
    assert [(item.reason, str(item.first)) for item in file.skipped] == [
        ("record that is no span", "t.json:1 · $.resourceSpans[0].scopeSpans[0].spans[1]"),
        ("record without spans", "t.json:2"),
    ]
    assert read([tool(1), 5, {"x": 1}], key="otel").skipped[0].count == 2

"""OpenAI chat: every shape in which files hold its messages gives the calls, once, with what the file says of them."""

from typing import Any

import pytest

from tests.core.formats.openai_chat_help import ARGS, HISTORY, ONE, UNANSWERED, USER, assistant, call, result
from tests.core.formats.reading_help import calls, read, read_lines, short
from toolscore_core.errors import FormatError

COMPLETION = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1704067200,
    "model": "m-1",
    "choices": [{"index": 0, "finish_reason": "tool_calls", "message": assistant(call())}],
    "usage": {
        "prompt_tokens": 10,
        "completion_tokens": 5,
        "prompt_tokens_details": {"cached_tokens": 4},
        "completion_tokens_details": {"reasoning_tokens": 2},
    },
}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(HISTORY, ONE, id="bare list that starts with the system"),
        pytest.param(HISTORY[1:], ONE, id="bare list that starts with the user"),
        pytest.param(HISTORY[2:], ONE, id="bare list that starts with the call"),
        pytest.param({"messages": HISTORY}, ONE, id="under messages"),
        pytest.param({"history": HISTORY, "info": {}}, ONE, id="under history"),
        pytest.param([HISTORY], ONE, id="list of lists"),
        pytest.param(COMPLETION, UNANSWERED, id="completion"),
        pytest.param([COMPLETION], UNANSWERED, id="list of completions"),
        pytest.param({"choices": [{"message": assistant(call(), function_call=None, refusal=None)}]}, UNANSWERED, id="model_dump"),
        pytest.param(assistant(call()), UNANSWERED, id="one message"),
        pytest.param({"content": None, "tool_calls": [call()]}, UNANSWERED, id="one message without a role"),
        pytest.param([call()], UNANSWERED, id="bare calls"),
        pytest.param([USER, assistant(call(arguments={"city": "Oslo"}))], UNANSWERED, id="arguments as an object"),
        pytest.param([USER, {"role": "assistant", "function_call": {"name": "f", "arguments": ARGS}}], UNANSWERED, id="legacy"),
        pytest.param(
            [{"role": "assistant", "function_call": {"name": "f", "arguments": ARGS}}, {"role": "function", "name": "f", "content": "5C"}],
            ONE,
            id="legacy with result",
        ),
        pytest.param([assistant(call(call_id=None)), result(call_id=None, name="f")], ONE, id="result without id"),
        pytest.param([assistant(call(), content="I look"), result([{"type": "text", "text": "5C"}])], ONE, id="content in parts"),
        pytest.param([assistant({"name": "f", "arguments": {"city": "Oslo"}, "id": "c1"}), result()], ONE, id="flat call"),
        pytest.param([assistant({"function": "f", "arguments": {"city": "Oslo"}, "id": "c1"}), result()], ONE, id="function as text"),
        pytest.param(
            [assistant({"id": "c1", "type": "custom", "custom": {"name": "sql", "input": "SELECT 1"}})],
            [("sql", {"input": "SELECT 1"}, None)],
            id="custom tool",
        ),
        pytest.param(
            [{"role": "assistant", "tool_calls": {"c1": {"params": {"name": "f", "arguments": {"city": "Oslo"}}}}},
             {"role": "user", "content": [], "tool_results": {"c1": {"content": [{"type": "text", "text": "5C"}]}}}],
            ONE,
            id="calls and results by id",
        ),
        pytest.param({"id": "x", "message": {"role": "assistant", "tool_plan": "p", "tool_calls": [call()]}}, UNANSWERED, id="cohere"),
        pytest.param(
            {"model": "m", "message": {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": {"city": "Oslo"}}}]}, "done": True},
            UNANSWERED,
            id="ollama",
        ),
        pytest.param({"messages": HISTORY[:2], "response": COMPLETION, "cost": 0.1}, UNANSWERED, id="request and response"),
        pytest.param(
            {"request": {"body": {"messages": HISTORY[:2]}}, "response": {"body": {"__type__": "x", "__data__": COMPLETION}}},
            UNANSWERED,
            id="recording",
        ),
        pytest.param([{"inputs": {"q": "hi"}, "outputs": {"answer": "x", "llm_output": assistant(call())}}], UNANSWERED, id="flow history"),
        pytest.param([{"inputs": {"q": "hi"}, "outputs": {"llm_output": COMPLETION}}], UNANSWERED, id="flow history with completions"),
        pytest.param([assistant(call(arguments=None))], [("f", {}, None)], id="no arguments"),
        pytest.param([assistant({"type": "function"}), USER], [], id="a call without a name"),
        pytest.param([USER], [], id="no call"),
        pytest.param({"messages": []}, [], id="no message"),
        pytest.param({"choices": []}, [], id="no choice"),
    ],
)  # fmt: skip
def test_shapes(value: Any, expected: list[Any]) -> None:
    """Each shape is recognised and gives one trace with the right calls."""
    file = read(value)
    assert file.format == "openai"
    assert len(file.traces) == 1
    assert short(file) == expected
    assert short(read(value, "openai")) == expected


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(
            {"tools": [{"type": "function", "function": {"name": "f", "parameters": {}}}]}, id="only definitions"
        ),
        pytest.param([{"type": "function", "function": {"name": "f", "parameters": {}}}], id="a list of definitions"),
    ],
)
def test_definitions_are_no_calls(value: Any) -> None:
    """A file of tool definitions is claimed by nobody."""
    with pytest.raises(ValueError, match="no known trace format"):
        read(value)


def test_definitions_beside_messages() -> None:
    """Definitions beside the messages add no call."""
    definitions = [{"type": "function", "function": {"name": "g", "parameters": {}}}]
    assert short(read({"messages": HISTORY, "tools": definitions, "functions": [{"name": "h"}]})) == ONE


def test_conversation() -> None:
    """Messages become turns in order; results are not turns but stand at their calls; parallel calls share a turn."""
    history = [*HISTORY[:2], assistant(call(), call("g", "c2"), content="two"), result(), result("x", "c2"), HISTORY[4]]
    trace = read(history).traces[0]
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("system", "be kind", []),
        ("user", "hi", []),
        ("assistant", "two", [0, 1]),
        ("assistant", "5C it is", []),
    ]
    assert [(one.turn, one.call_id) for one in trace.calls] == [(2, "c1"), (2, "c2")]


def test_facts_of_a_completion() -> None:
    """Model, time and tokens stand on the trace, the turn and the calls."""
    trace = read(COMPLETION).traces[0]
    assert (trace.model, trace.started, trace.input_tokens, trace.output_tokens) == ("m-1", 1704067200.0, 10, 5)
    assert (trace.cached_tokens, trace.reasoning_tokens, trace.cost) == (4, 2, None)
    turn, first = trace.turns[0], trace.calls[0]
    assert (turn.model, turn.started, turn.input_tokens, turn.output_tokens) == ("m-1", 1704067200.0, 10, 5)
    assert (first.timestamp, first.started) == (1704067200, 1704067200.0)


def test_times_of_messages_time_the_calls() -> None:
    """Times on the messages give start, end and duration of the calls, and of the trace."""
    history = [assistant(call(), timestamp="2024-01-01T00:00:00Z"), result(timestamp="2024-01-01T00:00:02Z")]
    trace = read(history).traces[0]
    assert (trace.calls[0].duration, trace.duration) == (2.0, 2.0)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({}, None),
        ({"is_error": True}, "5C"),
        ({"status": "error"}, "5C"),
        ({"error": True}, "5C"),
        ({"error": "boom"}, "boom"),
        ({"error": {"type": "timeout", "message": "late"}}, "late"),
        ({"error": {"type": "timeout"}}, "5C"),
        ({"error": None}, None),
        ({"status": "ok", "is_error": False}, None),
    ],
)
def test_failed_results(more: dict[str, Any], error: str | None) -> None:
    """A result that says so marks its call as failed."""
    assert calls(read([assistant(call()), result(**more)]))[0].error == error


def test_who_made_a_call() -> None:
    """An agent's name and the call inside which it works stand on its calls."""
    first = calls(read([assistant(call(), agent="main", parent_tool_use_id="outer")]))[0]
    assert (first.agent, first.parent_id) == ("main", "outer")


def test_result_by_a_list_of_ids() -> None:
    """A result message that names its only call in a list is joined."""
    assert short(read([assistant(call()), {"role": "tool", "content": "5C", "tool_call_ids": ["c1"]}])) == ONE


def test_result_that_answers_nothing_is_a_turn() -> None:
    """A stray result is no call; its text stays in the conversation, and the report says so."""
    file = read([USER, result("lost", "nowhere", name="f")])
    assert short(file) == []
    assert [(turn.role, turn.text) for turn in file.traces[0].turns] == [("user", "hi"), ("tool", "lost")]
    assert [one.reason for one in file.skipped] == ["result that answers no call"]
    assert str(file.skipped[0].first) == "f.json · $[1]"


def test_one_conversation_a_line() -> None:
    """Rows of conversations are traces of their own, named by their id."""
    rows = [{"id": f"row{n}", "messages": [USER, assistant(call(f"f{n}"))], "tools": []} for n in range(3)]
    for file in (read_lines(*rows), read(rows)):
        assert [(trace.id, trace.case_id, [one.tool for one in trace.calls]) for trace in file.traces] == [
            ("row0", "row0", ["f0"]),
            ("row1", "row1", ["f1"]),
            ("row2", "row2", ["f2"]),
        ]


def test_one_message_a_line() -> None:
    """JSONL of messages is one conversation; its places are lines."""
    file = read_lines(*HISTORY, result("lost", "nowhere"))
    assert (len(file.traces), short(file)) == (1, ONE)
    assert str(file.skipped[0].first) == "f.jsonl:6"


def test_conversations_by_task() -> None:
    """An object of message lists is a trace for each key."""
    file = read({"cool": HISTORY, "heat it": HISTORY})
    assert [(trace.id, trace.case_id) for trace in file.traces] == [("cool", "cool"), ("heat it", "heat it")]
    assert [str(trace.source) for trace in file.traces] == ["f.json · $.cool", 'f.json · $["heat it"]']


def test_rows_with_reward_and_trial() -> None:
    """Case, trial and reward of a benchmark row stand on its trace."""
    trace = read([{"task_id": 7, "trial": 2, "reward": 0.5, "messages": HISTORY}]).traces[0]
    assert (trace.case_id, trace.trial, trace.outcome) == ("7", 2, 0.5)


def test_preference_rows() -> None:
    """The preferred answer follows the prompt; the other one is left out and counted."""
    row = {"input": {"messages": [USER]}, "preferred_output": [assistant(call())], "non_preferred_output": [USER]}
    file = read_lines(row, {"prompt": "hi", "chosen": [assistant(call())], "rejected": "no"})
    assert (short(file), [len(trace.turns) for trace in file.traces]) == (UNANSWERED * 2, [2, 2])
    assert [(one.reason, one.count) for one in file.skipped] == [("answer that was not preferred", 2)]


def test_bad_rows_do_not_lose_the_others() -> None:
    """A row that holds no messages is left out and named; the others are read."""
    file = read_lines(
        {"messages": HISTORY}, {"messages": 5}, {"other": 1}, {"messages": HISTORY}, {"messages": HISTORY}, 7
    )
    assert len(file.traces) == 3
    assert [str(problem) for problem in file.problems] == ["f.jsonl:2: `messages` is a list of messages, not int"]
    assert [one.reason for one in file.skipped] == ["record without messages", "record that is no object"]


@pytest.mark.parametrize("messages", ["x", 5, {"a": 1}, None])
def test_messages_that_are_no_list(messages: Any) -> None:
    """A file whose messages are no list breaks the format."""
    with pytest.raises(FormatError, match="list of messages"):
        read({"messages": messages}, "openai")


def test_choices_are_alternatives() -> None:
    """Choices with different indexes are trials; with the same index they are parts of one message."""
    two = {"choices": [{"index": n, "message": assistant(call(f"f{n}"))} for n in range(2)]}
    file = read(two)
    assert [(trace.trial, trace.calls[0].tool) for trace in file.traces] == [(1, "f0"), (2, "f1")]
    parts = {
        "choices": [
            {"index": 0, "message": {"role": "assistant", "content": "x"}},
            {"index": 0, "message": assistant(call())},
        ]
    }
    assert len(read(parts).traces) == 1


def test_completions_follow_each_other() -> None:
    """Several responses of one file are one conversation; their tokens add up."""
    for file in (read([COMPLETION, COMPLETION]), read_lines(COMPLETION, COMPLETION)):
        assert len(file.traces) == 1
        assert short(file) == UNANSWERED * 2
        assert file.traces[0].turns[1].calls == [1]


def test_batch_rows_are_cases() -> None:
    """Rows of the batch API are a trace each, named by their custom id."""
    rows = [
        {"custom_id": f"q{n}", "response": {"status_code": 200, "body": COMPLETION}, "error": None} for n in range(2)
    ]
    assert [trace.case_id for trace in read_lines(*rows).traces] == ["q0", "q1"]


LOG = [
    {"messages": HISTORY[:2], "response": COMPLETION},
    {"messages": HISTORY[:4], "response": {"choices": [{"message": assistant(call("g", "c2", "{}"))}]}},
    {
        "messages": [*HISTORY[:4], assistant(call("g", "c2", {})), result("ok", "c2")],
        "response": {"choices": [{"message": HISTORY[4]}]},
    },
]


def test_growing_history_is_counted_once() -> None:
    """A log of requests repeats the history; every call comes once, with its result from the next request."""
    for file in (read(LOG), read_lines(*LOG)):
        assert len(file.traces) == 1
        assert short(file) == [*ONE, ("g", {}, "ok")]
        assert [turn.role for turn in file.traces[0].turns] == ["system", "user", "assistant", "assistant", "assistant"]
        assert file.traces[0].input_tokens == 10


def test_interleaved_logs_and_repeated_prompts() -> None:
    """Different conversations in one log stay apart, and the same prompt asked again is a conversation of its own."""
    other = [
        {
            "messages": [{"role": "user", "content": "other"}],
            "response": {"choices": [{"message": assistant(call("h"))}]},
        }
    ]
    again = [{"messages": HISTORY[:2], "response": {"choices": [{"message": assistant(call("again"))}]}}]
    file = read([LOG[0], *other, LOG[1], *again])
    assert [[one.tool for one in trace.calls] for trace in file.traces] == [["f", "g"], ["h"], ["again"]]

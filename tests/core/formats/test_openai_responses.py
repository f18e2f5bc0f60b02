"""OpenAI Responses: objects, items, streams and saved runs give the calls, hosted ones flagged, results joined by call id."""

from typing import Any

import pytest

from tests.core.formats.reading_help import calls, read, read_events, read_lines, short
from toolscore_core.errors import FormatError

ARGS = '{"city": "Oslo"}'
ONE = [("f", {"city": "Oslo"}, "5C")]
UNANSWERED = [("f", {"city": "Oslo"}, None)]


def call(name: str = "f", call_id: str = "c1", **more: Any) -> dict[str, Any]:
    return {"type": "function_call", "id": "fc_" + call_id, "call_id": call_id, "name": name, "arguments": ARGS, **more}


def output(value: Any = "5C", call_id: str = "c1", **more: Any) -> dict[str, Any]:
    return {"type": "function_call_output", "call_id": call_id, "output": value, **more}


def says(text: str, role: str = "assistant") -> dict[str, Any]:
    return {"type": "message", "role": role, "content": [{"type": "output_text", "text": text}]}


def response(*items: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1704067200,
        "model": "m-1",
        "output": list(items),
        **more,
    }


REASONING = {"type": "reasoning", "summary": [], "encrypted_content": "x"}
ASK = {"role": "user", "content": "hi"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(response(REASONING, call()), UNANSWERED, id="response"),
        pytest.param({"output": [call()]}, UNANSWERED, id="response without its type"),
        pytest.param([response(call())], UNANSWERED, id="list of responses"),
        pytest.param([ASK, REASONING, call(), output(), says("5C it is")], ONE, id="list of items"),
        pytest.param({"model": "m", "input": [ASK, call(), output()]}, ONE, id="request"),
        pytest.param({"items": [ASK, call(), output()]}, ONE, id="conversation"),
        pytest.param({"input": [ASK, call(), output()], "output": [call("g", "c2")]}, [*ONE, ("g", {"city": "Oslo"}, None)], id="input and output"),
        pytest.param({"input": "hi", "output": [call()]}, UNANSWERED, id="input as text"),
        pytest.param([[ASK, call(), output()]], ONE, id="list of lists"),
        pytest.param({"request": {"body": {"input": "hi"}}, "response": {"body": response(call())}}, UNANSWERED, id="recording"),
        pytest.param([call(), output([{"type": "input_text", "text": "5C"}])], ONE, id="output in parts"),
        pytest.param([{**call(), "call_id": None, "callId": "c1"}, {"type": "function_call_result", "callId": "c1", "output": {"type": "text", "text": "5C"}}], UNANSWERED, id="no usable id"),
        pytest.param([call(arguments="")], [("f", {}, None)], id="no arguments"),
        pytest.param(response(says("only text")), [], id="no call"),
    ],
)  # fmt: skip
def test_shapes(value: Any, expected: list[Any]) -> None:
    """Each shape is recognised and gives one trace with the right calls."""
    file = read(value)
    assert file.format == "openai_responses"
    assert len(file.traces) == 1
    assert short(file) == expected


def test_camel_case_ids() -> None:
    """The JavaScript SDK's `callId` joins results too."""
    items = [{"type": "function_call", "callId": "c1", "name": "f", "arguments": ARGS}, {"type": "function_call_result", "callId": "c1", "output": {"type": "text", "text": "5C"}}]  # fmt: skip
    assert short(read(items)) == ONE


@pytest.mark.parametrize(
    ("item", "tool", "args", "result", "hosted"),
    [
        ({"type": "custom_tool_call", "call_id": "c", "name": "sql", "input": "SELECT 1"}, "sql", {"input": "SELECT 1"}, None, False),
        ({"type": "mcp_call", "id": "m", "name": "echo", "arguments": '{"a": 1}', "output": "ok", "server_label": "s"}, "echo", {"a": 1}, "ok", True),
        ({"type": "web_search_call", "id": "w", "action": {"type": "search", "query": "x"}}, "web_search_call", {"type": "search", "query": "x"}, None, True),
        ({"type": "file_search_call", "id": "w", "queries": ["x"], "results": [1]}, "file_search_call", {"queries": ["x"]}, [1], True),
        ({"type": "code_interpreter_call", "id": "w", "code": "1+1", "outputs": [{"logs": "2"}]}, "code_interpreter_call", {"code": "1+1"}, [{"logs": "2"}], True),
        ({"type": "image_generation_call", "id": "w", "result": "b64"}, "image_generation_call", {}, "b64", True),
        ({"type": "tool_search_call", "id": "w", "arguments": {"query": "x"}}, "tool_search_call", {"query": "x"}, None, True),
        ({"type": "tool_search_call", "call_id": "w", "execution": "client", "arguments": {"query": "x"}}, "tool_search_call", {"query": "x"}, None, False),
        ({"type": "program", "call_id": "p", "code": "f()"}, "program", {"code": "f()"}, None, True),
        ({"type": "local_shell_call", "call_id": "l", "action": {"command": ["ls"]}}, "local_shell_call", {"command": ["ls"]}, None, False),
        ({"type": "shell_call", "call_id": "l", "action": {"commands": ["ls"]}}, "shell_call", {"commands": ["ls"]}, None, False),
        ({"type": "apply_patch_call", "call_id": "l", "operation": {"path": "a"}}, "apply_patch_call", {"path": "a"}, None, False),
        ({"type": "computer_call", "call_id": "l", "action": {"type": "click"}}, "computer_call", {"type": "click"}, None, False),
        ({"type": "hosted_tool_call", "id": "h", "name": "web_search", "arguments": "{}", "output": "x"}, "web_search", {}, "x", True),
    ],
)  # fmt: skip
def test_kinds_of_calls(item: dict[str, Any], tool: str, args: Any, result: Any, hosted: bool) -> None:
    """Every kind of call has its name and arguments; those that the provider ran are flagged and hold their result."""
    first = calls(read(response(item)))[0]
    assert (first.tool, first.args, first.result, first.provider_executed) == (tool, args, result, hosted)


@pytest.mark.parametrize(
    "kind", ["mcp_list_tools", "mcp_approval_request", "reasoning", "compaction", "item_reference"]
)
def test_kinds_that_are_no_calls(kind: str) -> None:
    """Definitions, approvals and the like are no calls."""
    assert (
        short(read(response(call(), {"type": kind, "name": "g", "arguments": "{}", "tools": [{"name": "g"}]})))
        == UNANSWERED
    )


@pytest.mark.parametrize(
    ("items", "error"),
    [
        ([call(status="failed")], ""),
        ([call(status="incomplete")], None),
        ([call(), output(status="incomplete")], "5C"),
        ([call(), output(error="boom")], "boom"),
        ([{"type": "mcp_call", "id": "m", "name": "e", "arguments": "{}", "error": "down", "output": None}], "down"),
        (
            [
                {
                    "type": "mcp_call",
                    "id": "m",
                    "name": "e",
                    "arguments": "{}",
                    "error": {"type": "x", "message": "down"},
                }
            ],
            "down",
        ),
        ([{"type": "web_search_call", "id": "w", "status": "failed"}], ""),
    ],
)
def test_failures(items: list[Any], error: str | None) -> None:
    """A failed item, output or hosted call marks its call as failed."""
    assert calls(read(response(*items)))[0].error == error


def test_calls_made_by_a_program() -> None:
    """A call that a program made is inside the program's call, whose output joins by call id."""
    program = {"type": "program", "call_id": "p", "id": "cm", "code": "f()"}
    made = call(caller={"type": "program", "caller_id": "p"})
    found = calls(read(response(program, made, {"type": "program_output", "call_id": "p", "result": "done"})))
    assert [(one.parent_id, one.result) for one in found] == [(None, "done"), ("p", None)]


def test_conversation_and_facts() -> None:
    """A message and the calls beside it make one turn; after a result the next begins; model, time and tokens are kept."""
    usage = {
        "input_tokens": 10,
        "output_tokens": 5,
        "input_tokens_details": {"cached_tokens": 3},
        "output_tokens_details": {"reasoning_tokens": 2},
    }
    items = [
        says("a"),
        says("b"),
        call(),
        call("g", "c2"),
        output(),
        output("x", "c2"),
        call("h", "c3"),
        says("end", "user"),
    ]
    trace = read(response(*items, usage=usage)).traces[0]
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("assistant", "a\nb", [0, 1]),
        ("assistant", "", [2]),
        ("user", "end", []),
    ]
    assert (trace.model, trace.started, trace.input_tokens, trace.cached_tokens, trace.reasoning_tokens) == (
        "m-1",
        1704067200.0,
        10,
        3,
        2,
    )
    assert trace.calls[0].timestamp == 1704067200


def test_a_chain_of_responses() -> None:
    """Responses that continue each other are one conversation, whether they refer by id or repeat the history."""
    second = response(call("g", "c2"), id="resp_2", previous_response_id="resp_1", input=[output()])
    repeating = {"request": {"input": [ASK, call(), output()]}, "response": response(call("g", "c2"), id="resp_2")}
    first = {"request": {"input": [ASK]}, "response": response(call())}
    expected = [*ONE, ("g", {"city": "Oslo"}, None)]
    for value in ([response(call(), input=[ASK]), second], [first, repeating]):
        file = read(value)
        assert (len(file.traces), short(file)) == (1, expected)


def test_unrelated_responses_with_requests() -> None:
    """Requests that do not continue each other are traces of their own."""
    file = read([response(call(), input=[{"role": "user", "content": text}], id=text) for text in ("a", "b")])
    assert [len(trace.calls) for trace in file.traces] == [1, 1]


ADDED = {"type": "response.output_item.added", "output_index": 0, "item": call(arguments="")}
DELTAS = [
    {"type": "response.function_call_arguments.delta", "output_index": 0, "delta": part}
    for part in (ARGS[:4], ARGS[4:])
]
DONE = {"type": "response.output_item.done", "output_index": 0, "item": call()}
CREATED = {"type": "response.created", "response": response()}
COMPLETED = {"type": "response.completed", "response": response(call(), usage={"input_tokens": 1, "output_tokens": 2})}


@pytest.mark.parametrize(
    "events",
    [
        pytest.param([CREATED, ADDED, *DELTAS, DONE, COMPLETED], id="whole"),
        pytest.param([CREATED, ADDED, *DELTAS, DONE], id="without the end"),
        pytest.param([CREATED, ADDED, *DELTAS], id="fragments only"),
        pytest.param([CREATED, DONE, {"type": "response.completed", "response": response()}], id="an empty end"),
        pytest.param([COMPLETED], id="the end only"),
        pytest.param([ADDED, *DELTAS, DONE], id="without the start"),
        pytest.param([CREATED, {"type": "response.mcp_list_tools.completed"}, {"type": "response.function_call_arguments.delta", "output_index": 9, "delta": "x"}, DONE], id="events of other items"),
    ],
)  # fmt: skip
def test_streams(events: list[Any]) -> None:
    """The final response counts, or the finished items, or the fragments; never two of them."""
    for file in (read_events(*events), read_lines(*events), read(events)):
        assert (file.format, len(file.traces)) == ("openai_responses", 1)
        assert short(file) == UNANSWERED


def test_streams_of_other_kinds() -> None:
    """Fragments of free text and of code join under their own keys; two responses in one file follow each other."""
    custom = {"type": "custom_tool_call", "call_id": "c", "name": "sql", "input": ""}
    code = {"type": "code_interpreter_call", "id": "w", "code": ""}
    events = [
        CREATED,
        {"type": "response.output_item.added", "output_index": 0, "item": custom},
        {"type": "response.custom_tool_call_input.delta", "output_index": 0, "delta": "SELECT 1"},
        CREATED,
        {"type": "response.output_item.added", "output_index": 0, "item": code},
        {"type": "response.code_interpreter_call_code.delta", "output_index": 0, "delta": "1+1"},
    ]
    assert short(read_lines(*events)) == [
        ("sql", {"input": "SELECT 1"}, None),
        ("code_interpreter_call", {"code": "1+1"}, None),
    ]


def test_streamed_recording() -> None:
    """A recorded response may be a list of events."""
    for sent in ("hi", [ASK]):
        assert short(read({"request": {"body": {"input": sent}}, "response": {"body": [CREATED, DONE]}})) == UNANSWERED


def test_saved_run() -> None:
    """A run of the Agents SDK counts its generated items, not their copies; a request for approval is no call."""
    item = {"type": "tool_call_item", "raw_item": call(), "agent": {"name": "Ann"}}
    approval = {"type": "tool_approval_item", "raw_item": call("g", "c2")}
    answered = {"type": "tool_call_output_item", "raw_item": output(), "agent": {"name": "Ann"}, "output": "5C"}
    state = {
        "$schemaVersion": "1.0",
        "original_input": "hi",
        "generated_items": [item, approval, answered],
        "model_responses": [{"output": [call()], "usage": {}}],
    }
    file = read(state)
    assert short(file) == ONE
    assert calls(file)[0].agent == "Ann"
    assert [turn.text for turn in file.traces[0].turns] == ["hi", ""]
    assert (
        short(
            read(
                {
                    "$schemaVersion": "1.0",
                    "originalInput": [ASK],
                    "generatedItems": [],
                    "modelResponses": [{"output": [call()]}],
                }
            )
        )
        == UNANSWERED
    )


def test_what_is_left_out() -> None:
    """Rows that hold no items are reported; an output that is no list breaks the format."""
    file = read_lines(response(call()), {"x": 1}, 5, {"request": 1, "response": 2})
    assert (len(file.traces), [(one.reason, one.count) for one in file.skipped]) == (1, [("record without items", 3)])
    with pytest.raises(FormatError, match="`output` is a list"):
        read({"output": 5}, "openai_responses")


def test_batch_rows_are_cases() -> None:
    """Rows of the batch API are a trace each, named by their custom id."""
    rows = [
        {"custom_id": f"q{n}", "response": {"status_code": 200, "body": response(call(), id=f"r{n}")}} for n in range(2)
    ]
    assert [trace.case_id for trace in read_lines(*rows).traces] == ["q0", "q1"]

"""Messages with typed parts: one table of shapes, each telling the same two calls."""

from functools import partial
from typing import Any

import pytest

from tests.core.formats.odd_values import ODD, variants
from tests.core.formats.reading_help import read, read_lines, read_whole
from tests.core.formats.typed_shapes import FAILED, SHAPES
from tests.core.formats.typed_shapes_js import AI_SDK_MESSAGES, ASKED, OSLO, ROME
from toolscore_core.formats.typed_parts import FORMAT
from toolscore_core.reading import Document, Documents

_trace = partial(read_whole, format="typed_parts")


@pytest.mark.parametrize("shape", SHAPES)
def test_reads_each_call_once_with_its_result(shape: str) -> None:
    """Both calls, in one turn, with their arguments and results, whatever the spelling."""
    trace = _trace(SHAPES[shape])
    assert [(call.tool, call.args) for call in trace.calls] == [("weather", OSLO), ("weather", ROME)]
    assert all(call.result is not None or call.is_error for call in trace.calls)
    assert len({call.turn for call in trace.calls}) == 1
    assert [call.is_error for call in trace.calls] == [False, shape in FAILED]
    assert [turn.text for turn in trace.turns if turn.role == "user"] == [ASKED]


@pytest.mark.parametrize("shape", FAILED)
def test_failed_call_has_its_text(shape: str) -> None:
    """What the tool said of its failure stands in the call."""
    assert _trace(SHAPES[shape]).calls[1].error == "no station"


@pytest.mark.parametrize("shape", ["pydantic-ai", "haystack", "result of generateText"])
def test_model_and_tokens(shape: str) -> None:
    """Model and token counts of single messages and steps make the totals."""
    trace = _trace(SHAPES[shape])
    expected = (16, 7) if shape.startswith("result") else (7, 3)
    assert (trace.model, trace.input_tokens, trace.output_tokens) == ("atlas-1", *expected)


@pytest.mark.parametrize("shape", ["pydantic-ai", "azure evaluation row"])
def test_timing(shape: str) -> None:
    """A call lasts from the message that makes it to the one that answers it."""
    trace = _trace(SHAPES[shape])
    assert [call.duration for call in trace.calls] == [2.0, 2.0]


def test_pending_and_denied_calls() -> None:
    """A call that waits for approval has no result; one that was denied failed."""
    parts = [
        {"type": "tool-pay", "toolCallId": "c1", "state": "approval-requested", "input": {}, "approval": {"id": "a1"}},
        {
            "type": "tool-pay",
            "toolCallId": "c2",
            "state": "output-denied",
            "input": {},
            "approval": {"id": "a2", "approved": False},
        },
    ]
    trace = _trace([{"role": "assistant", "parts": parts}])
    assert [(call.result, call.is_error) for call in trace.calls] == [(None, False), (None, True)]


def test_provider_executed() -> None:
    """Tools that the provider runs are marked; their results stand in the same message."""
    parts = [
        {"part_kind": "builtin-tool-call", "tool_name": "web_search", "args": {"query": "x"}, "tool_call_id": "s1"},
        {"part_kind": "builtin-tool-return", "tool_name": "web_search", "content": ["y"], "tool_call_id": "s1"},
    ]
    (call,) = _trace([{"kind": "response", "parts": parts}]).calls
    assert (call.provider_executed, call.result) == (True, ["y"])


def test_plugin_and_function_make_the_name() -> None:
    """Semantic Kernel joins plugin and function with a dash."""
    item = {"$type": "FunctionCallContent", "Id": "c1", "PluginName": "Travel", "FunctionName": "book", "Arguments": {}}
    (call,) = _trace([{"Role": {"Label": "Assistant"}, "Items": [item]}]).calls
    assert call.tool == "Travel-book"


def test_rows_are_traces_of_their_own() -> None:
    """Each record that holds a conversation is one trace, named by its id."""
    file = read([{"id": name, "messages": AI_SDK_MESSAGES} for name in ("a", "b")])
    assert [(trace.id, len(trace.calls)) for trace in file.traces] == [("a", 2), ("b", 2)]


def test_rows_that_answer_in_words() -> None:
    """Among rows of messages, one whose answer is a text is a trace without calls."""
    rows = [SHAPES["azure evaluation row"], {"query": "Hi", "response": "Hello"}]
    file = read_lines(*rows, {"query": [{"role": "user", "content": "Hi"}], "response": "Hello"})
    assert [len(trace.calls) for trace in file.traces] == [2, 0, 0]
    assert [[turn.text for turn in trace.turns] for trace in file.traces[1:]] == [["Hi", "Hello"]] * 2


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("name", SHAPES)
def test_values_of_any_type(name: str, odd: Any) -> None:
    """Whatever stands in any place, reading gives traces."""
    for changed in variants(SHAPES[name], odd):
        assert read(changed, FORMAT.key).traces is not None
        FORMAT.claim(Documents("f", "json", [Document(changed, None, 0)]))

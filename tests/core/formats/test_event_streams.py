"""Event streams of agent frameworks: one table of protocols, each telling the same two calls."""

from functools import partial
from typing import Any

import pytest

from tests.core.formats.event_protocols import (
    AG_UI,
    AG_UI_CHUNKS,
    AGENTS_SDK,
    AGNO,
    ASSISTANT_UI,
    AUTOGEN,
    AUTOGEN_STATE,
    BEDROCK,
    COHERE,
    COPILOTKIT,
    COZE,
    CREW,
    FULL_STREAM,
    LETTA,
    LLAMA_INDEX,
    MISTRAL,
    OSLO,
    OSLO_TEXT,
    PYDANTIC_AI,
    ROME,
    UI_STREAM,
)
from tests.core.formats.odd_values import ODD, variants
from tests.core.formats.reading_help import read, read_events, read_lines, read_whole
from toolscore_core.formats import read_traces
from toolscore_core.formats.event_streams import FORMAT
from toolscore_core.reading import Document, Documents

PROTOCOLS: dict[str, Any] = {
    "ui message stream": UI_STREAM,
    "full stream": FULL_STREAM,
    "assistant-ui": ASSISTANT_UI,
    "ag-ui": AG_UI,
    "ag-ui chunks": AG_UI_CHUNKS,
    "autogen": AUTOGEN,
    "autogen task result": {"messages": AUTOGEN, "stop_reason": "done"},
    "autogen state": AUTOGEN_STATE,
    "mistral": MISTRAL,
    "letta": LETTA,
    "llama index": LLAMA_INDEX,
    "crewai": CREW,
    "agno": AGNO,
    "pydantic-ai": PYDANTIC_AI,
    "bedrock": BEDROCK,
    "strands": [{"event": event} for event in BEDROCK],
    "cohere": COHERE,
    "copilotkit": COPILOTKIT,
    "coze": COZE,
    "agents sdk": AGENTS_SDK,
    "autogen team": {"type": "TeamState", "agent_states": {"Scout/1": {"agent_state": AUTOGEN_STATE}}},
}
ONE_BY_ONE = ("crewai", "agno", "coze")
"""Protocols whose sample makes one call after the other."""
UNANSWERED = ("bedrock", "strands", "cohere")
FAILED = (
    "ui message stream",
    "full stream",
    "assistant-ui",
    "autogen",
    "autogen task result",
    "autogen state",
    "autogen team",
    "letta",
    "llama index",
    "crewai",
    "agno",
)
TIMED = ("ag-ui", "autogen", "mistral", "letta", "crewai", "agno")
COUNTED = ("full stream", "assistant-ui", "autogen", "letta", "bedrock", "strands", "cohere")


_trace = partial(read_whole, format="event_streams")


@pytest.mark.parametrize("name", PROTOCOLS)
def test_reads_each_call_once_with_its_result(name: str) -> None:
    """Both calls with their arguments and results, however they are cut into events."""
    trace = _trace(PROTOCOLS[name])
    assert [(call.tool, call.args) for call in trace.calls] == [("weather", OSLO), ("weather", ROME)]
    assert all((call.result is not None or call.is_error) == (name not in UNANSWERED) for call in trace.calls)
    assert len({call.turn for call in trace.calls}) == (2 if name in ONE_BY_ONE else 1)
    assert [call.is_error for call in trace.calls] == [False, name in FAILED]


@pytest.mark.parametrize("name", [name for name, value in PROTOCOLS.items() if isinstance(value, list)])
def test_streams_and_lines(name: str) -> None:
    """The same events as a server-sent stream and as JSON lines."""
    for file in (read_events(*PROTOCOLS[name]), read_lines(*PROTOCOLS[name])):
        assert [[call.args for call in trace.calls] for trace in file.traces] == [[OSLO, ROME]]


@pytest.mark.parametrize("name", FAILED)
def test_failed_call_has_its_text(name: str) -> None:
    """What the tool said of its failure stands in the call."""
    assert _trace(PROTOCOLS[name]).calls[1].error == "no station"


@pytest.mark.parametrize("name", TIMED)
def test_timing(name: str) -> None:
    """A call lasts from its event to that of its result."""
    assert [call.duration for call in _trace(PROTOCOLS[name]).calls] == [2.0, 2.0]


@pytest.mark.parametrize("name", COUNTED)
def test_tokens_count_once(name: str) -> None:
    """Totals repeat the counts of the steps, and events those of their response."""
    trace = _trace(PROTOCOLS[name])
    assert (trace.input_tokens, trace.output_tokens) == (7, 3)


DATA_STREAM = """f:{"messageId":"m1"}
0:"Look"
0:"ing."
b:{"toolCallId":"c1","toolName":"weather"}
c:{"toolCallId":"c1","argsTextDelta":"{\\"city\\":"}
c:{"toolCallId":"c1","argsTextDelta":" \\"Oslo\\"}"}
9:{"toolCallId":"c1","toolName":"weather","args":{"city":"Oslo"}}
9:{"toolCallId":"c2","toolName":"weather","args":{"city":"Rome"}}
a:{"toolCallId":"c1","result":"sun"}
a:{"toolCallId":"c2","result":{"sky":"fog"}}
e:{"finishReason":"tool-calls","usage":{"promptTokens":7,"completionTokens":3},"isContinued":false}
2:[{"note":1}]
d:{"finishReason":"stop","usage":{"promptTokens":7,"completionTokens":3}}
"""


@pytest.mark.parametrize("start", [0, 1], ids=["from the start", "from a text"])
def test_data_stream(start: int) -> None:
    """The older stream of the AI SDK writes a code before each line."""
    text = "\n".join(DATA_STREAM.splitlines()[start:])
    file = read_traces(text.encode(), name="f.txt")
    (trace,) = file.traces
    assert (file.format, file.problems) == ("event_streams", [])
    assert [(call.args, call.result) for call in trace.calls] == [(OSLO, "sun"), (ROME, {"sky": "fog"})]
    assert (trace.turns[0].text, trace.input_tokens, trace.output_tokens) == ("Looking.", 7, 3)


def test_text_of_a_turn() -> None:
    """Pieces of a text are joined; what was thought is no text."""
    assert [turn.text for turn in _trace(UI_STREAM).turns] == ["Looking."]
    assert [turn.text for turn in _trace(ASSISTANT_UI).turns] == [""]
    assert [(turn.role, turn.text) for turn in _trace(MISTRAL).turns] == [
        ("user", "Weather?"),
        ("assistant", ""),
        ("assistant", "Sunny."),
    ]


def test_tools_of_the_provider() -> None:
    """Connectors that Mistral runs itself are marked; what they found is their result."""
    entry = {
        "type": "tool.execution",
        "id": "t1",
        "name": "web_search",
        "arguments": '{"query": "x"}',
        "info": {"n": 1},
    }
    (call,) = _trace({"outputs": [entry]}).calls
    assert (call.tool, call.args, call.result, call.provider_executed) == ("web_search", {"query": "x"}, {"n": 1}, True)


def test_texts_of_items() -> None:
    """What the model says comes as an item too."""
    assert _trace(AGENTS_SDK).turns[-1].text == "Sunny."


def test_one_event_for_call_and_result() -> None:
    """A call of which only the end was logged is a call, of which nobody knows how long it took."""
    (call,) = _trace([CREW[1]]).calls
    assert (call.args, call.result, call.duration) == (OSLO, "sun", None)


def test_agent_of_a_call() -> None:
    """The speaker of an event is the agent of its calls."""
    assert {call.agent for call in _trace(AUTOGEN).calls} == {"Scout"}


def test_threads_are_traces() -> None:
    """Events of another thread start another trace."""
    other = [{**event, "threadId": "t2"} for event in AG_UI if event["type"] == "RUN_STARTED"]
    file = read_lines(*AG_UI, *other, *AG_UI_CHUNKS)
    assert [(trace.id, len(trace.calls)) for trace in file.traces] == [("t1", 2), ("t2", 2)]


def test_a_call_that_runs_twice() -> None:
    """The same tool with the same arguments under another id is another call."""
    again = {**AUTOGEN[1], "content": [{"id": "c3", "name": "weather", "arguments": OSLO_TEXT}]}
    assert len(_trace([*AUTOGEN, again]).calls) == 3


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("name", PROTOCOLS)
def test_values_of_any_type(name: str, odd: Any) -> None:
    """Whatever stands in any place, reading gives traces."""
    for changed in variants(PROTOCOLS[name], odd):
        assert read(changed, FORMAT.key).traces is not None
        FORMAT.claim(Documents("f", "json", [Document(changed, None, 0)]))

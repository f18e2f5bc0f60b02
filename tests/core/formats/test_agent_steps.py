"""Runs whose steps keep call and result together: Assistants, Bedrock agents, and memories of frameworks."""

from functools import partial
from typing import Any

import pytest

from tests.core.formats.odd_values import ODD, variants
from tests.core.formats.reading_help import calls, read, read_lines, read_whole
from tests.core.formats.step_shapes import (
    ASSISTANTS,
    DSPY,
    FAILED,
    OSLO,
    OSLO_TEXT,
    ROME,
    RUN,
    SHAPES,
    SMOLAGENTS,
    bedrock,
    function,
    run_step,
)

_trace = partial(read_whole, format="agent_steps")


@pytest.mark.parametrize("shape", SHAPES)
def test_reads_each_call_once_with_its_result(shape: str) -> None:
    """Both calls with their arguments and results."""
    trace = _trace(SHAPES[shape])
    assert [(call.tool, call.args) for call in trace.calls] == [("weather", OSLO), ("weather", ROME)]
    assert trace.calls[0].result == "sun"
    assert [call.error for call in trace.calls] == [None, "no station" if shape in FAILED else None]
    assert all(call.turn is not None for call in trace.calls)


@pytest.mark.parametrize("shape", ["assistants", "assistants stream", "smolagents", "agno", "bedrock"])
def test_tokens_count_once(shape: str) -> None:
    """A run repeats the tokens of its steps."""
    trace = _trace(SHAPES[shape])
    assert (trace.input_tokens, trace.output_tokens) == (7, 3)


@pytest.mark.parametrize("shape", ["assistants", "agno", "n8n", "bedrock"])
def test_timing(shape: str) -> None:
    """Where a step says when its call began and ended, or how long it took, the call has it."""
    assert _trace(SHAPES[shape]).calls[0].duration == 2.0


def test_thread() -> None:
    """Messages and steps of a thread in the order of their times, whatever the order in the file."""
    trace = _trace(ASSISTANTS)
    assert [(turn.role, turn.text, turn.calls) for turn in trace.turns] == [
        ("user", "Weather?", []),
        ("assistant", "", [0, 1]),
        ("assistant", "Sunny.", []),
    ]
    assert (trace.id, trace.model, trace.outcome, trace.calls[0].agent) == ("t1", "atlas-1", "completed", "asst")


def test_run_that_waits_for_outputs() -> None:
    """Calls that a run waits for count where no step has them."""
    assert [call.result for call in calls(read([RUN]))] == [None]


def test_tools_of_the_provider() -> None:
    """Code interpreter and searches are marked, with what they were given and what came back."""
    code = {
        "id": "c1",
        "type": "code_interpreter",
        "code_interpreter": {"input": "1+1", "outputs": [{"type": "logs", "logs": "2"}]},
    }
    search = {"id": "c2", "type": "file_search", "file_search": {"ranking_options": {"ranker": "auto"}, "results": []}}
    found = calls(read([run_step("s", code, search)]))
    assert [(call.tool, call.args, call.provider_executed) for call in found] == [
        ("code_interpreter", {"code": "1+1"}, True),
        ("file_search", {"ranking_options": {"ranker": "auto"}}, True),
    ]


def test_failed_step() -> None:
    """The error of a step that failed is that of its calls."""
    step = run_step(
        "s", function("c1", OSLO_TEXT, None), status="failed", last_error={"code": "server_error", "message": "gone"}
    )
    assert [call.error for call in calls(read([step]))] == ["gone"]


def test_bedrock_inputs() -> None:
    """API operations, knowledge bases, other agents and code are calls; parameters have the types that the file says."""
    body = {"content": {"application/json": [{"name": "count", "type": "integer", "value": "2"}]}}
    given = [
        {"actionGroupInvocationInput": {"apiPath": "/book", "verb": "post", "parameters": [], "requestBody": body}},
        {"knowledgeBaseLookupInput": {"text": "x", "knowledgeBaseId": "k"}},
        {"agentCollaboratorInvocationInput": {"agentCollaboratorName": "Helper", "input": {"text": "do"}}},
        {"codeInterpreterInvocationInput": {"code": "1+1"}},
    ]
    found = calls(read([bedrock(invocationInput=one) for one in given]))
    assert [(call.tool, call.args) for call in found] == [
        ("post /book", {"count": 2}),
        ("knowledge_base", {"text": "x", "knowledgeBaseId": "k"}),
        ("Helper", {"text": "do"}),
        ("code_interpreter", {"code": "1+1"}),
    ]


def test_several_calls_of_one_step_share_no_result() -> None:
    """Of several calls in one step nobody can say whose the observations are."""
    step = {**SMOLAGENTS["steps"][1], "tool_calls": SMOLAGENTS["steps"][1]["tool_calls"] * 2}
    assert [call.result for call in calls(read({"steps": [step]}))] == [None, None]


def test_rows_are_traces_of_their_own() -> None:
    """Each record of one run is one trace."""
    assert [len(trace.calls) for trace in read_lines(DSPY, DSPY).traces] == [2, 2]


@pytest.mark.parametrize("odd", ODD, ids=repr)
@pytest.mark.parametrize("shape", SHAPES)
def test_values_of_any_type(shape: str, odd: Any) -> None:
    """Whatever stands in any field, reading gives traces."""
    for changed in variants(SHAPES[shape], odd):
        assert read(changed, "agent_steps").traces is not None


def test_members_of_a_team() -> None:
    """The runs of a team's members are part of its run."""
    member = {"agent_name": "A", "tools": [{"tool_name": "look", "tool_args": {"a": 1}, "result": "seen"}]}
    lead = {"team_name": "T", "tools": [{"tool_name": "delegate", "tool_args": {}, "result": "done"}]}
    trace = _trace({**lead, "member_responses": [member]})
    assert [(call.tool, call.agent, call.result) for call in trace.calls] == [
        ("delegate", "T", "done"),
        ("look", "A", "seen"),
    ]

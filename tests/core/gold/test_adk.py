"""Evaluation sets of Google's Agent Development Kit."""

from typing import Any

import pytest

from tests.core.gold.gold_help import only, read, short, skipped


def said(text: str) -> dict[str, Any]:
    return {"role": "user", "parts": [{"text": text}]}


def part(name: str, **args: Any) -> dict[str, Any]:
    return {"functionCall": {"name": name, "args": args}}


def eval_set(*turns: Any, **fields: Any) -> dict[str, Any]:
    return {"eval_set_id": "s", "eval_cases": [{"eval_id": "c", "conversation": list(turns), **fields}]}


USES = {"tool_uses": [{"id": None, "name": "roll", "args": {"sides": 6}}], "intermediate_responses": []}


@pytest.mark.parametrize(
    "turn",
    [
        pytest.param({"intermediate_data": USES}, id="tool uses"),
        pytest.param({"intermediateData": {"toolUses": USES["tool_uses"]}}, id="camelCase"),
        pytest.param({"intermediate_data": {"parts": [{"function_call": {"name": "roll", "args": {"sides": 6}}}]}}, id="parts"),
        pytest.param({"intermediate_data": {"invocation_events": [{"author": "a", "content": {"parts": [part("roll", sides=6)]}}]}}, id="events"),
        pytest.param({"user_content": said("hi"), "agent_content": {"parts": [part("roll", sides=6)]}}, id="agent content"),
        pytest.param({"intermediate_data": USES, "agent_content": {"parts": [part("roll", sides=6)]}}, id="a copy counts once"),
    ],
)  # fmt: skip
def test_calls_of_an_invocation(turn: dict[str, Any]) -> None:
    """However an invocation writes its calls, each is expected once."""
    assert short(only(read(eval_set(turn)), "adk_evalset")) == [("roll", {"sides": 6})]


def test_invocations_are_turns() -> None:
    """The calls of all invocations are those of one case, each with the index of its invocation."""
    case = only(
        read(
            eval_set(
                {"user_content": said("roll"), "intermediate_data": USES, "final_response": said("4")},
                {"user_content": said("thanks"), "intermediate_data": {"tool_uses": []}},
                {"user_content": said("again"), "intermediate_data": USES},
                session_input={"state": {"sides": 6}},
            )
        ),
        "adk_evalset",
    )
    assert [call.turn for call in case.calls] == [0, 2]
    assert (case.id, case.input) == ("c", ["roll", "thanks", "again"])
    assert case.metadata["session_input"] == {"state": {"sides": 6}}
    assert case.source.path == "$.eval_cases[0]"


def test_authors_are_agents() -> None:
    """The author of an event issued its calls; the responses to them are no calls."""
    events = [
        {"author": "dice", "content": {"role": "model", "parts": [{"text": "ok"}, part("roll")]}},
        {"author": "dice", "content": {"role": "user", "parts": [{"functionResponse": {"name": "roll"}}]}},
    ]
    case = only(
        read(eval_set({"user_content": said("x"), "intermediate_data": {"invocation_events": events}})), "adk_evalset"
    )
    assert [(call.tool, call.agent, call.args) for call in case.calls] == [("roll", "dice", {})]


QUERIES = [
    {"query": "roll", "expected_tool_use": [{"tool_name": "roll", "tool_input": {"sides": 6}}], "reference": "4"},
    {"query": "thanks", "expected_tool_use": [], "reference": "Welcome."},
]


@pytest.mark.parametrize(
    ("value", "id"),
    [
        pytest.param(QUERIES, "f", id="a list of queries is one session"),
        pytest.param([{"name": "dice", "data": QUERIES, "initial_session": {}}], "dice", id="named sessions"),
        pytest.param([{"query": "roll", "expectedToolUse": [{"toolName": "roll", "toolInput": {"sides": 6}}]}], "f", id="camelCase"),
    ],
)  # fmt: skip
def test_the_older_form(value: Any, id: str) -> None:
    """Queries with expected tool use are the turns of a case."""
    case = only(read(value), "adk_evalset")
    assert (case.id, short(case), case.calls[0].turn) == (id, [("roll", {"sides": 6})], 0)


def test_results_of_a_run() -> None:
    """The expected invocations of an evaluation's results are gold, the actual ones are not."""
    result = {
        "expected_invocation": {"intermediate_data": USES},
        "actual_invocation": {"intermediate_data": {"tool_uses": [{"name": "x"}]}},
    }
    value = {"eval_set_id": "s", "eval_case_results": [{"eval_id": "c", "eval_metric_result_per_invocation": [result]}]}
    assert short(only(read(value), "adk_evalset")) == [("roll", {"sides": 6})]


def test_a_case_without_a_conversation() -> None:
    """A case that a simulated user will play has no expected calls to read."""
    value = eval_set({"intermediate_data": USES})
    value["eval_cases"].append({"eval_id": "d", "conversation_scenario": {"starting_prompt": "x"}})
    file = read(value)
    assert [case.id for case in file.cases] == ["c"]
    assert skipped(file) == {"eval case without a recorded conversation": 1}


@pytest.mark.parametrize("use", [None, 5, {"name": None}, {"name": "a", "args": [1]}, {"args": {}}])
def test_a_call_that_cannot_be_used(use: Any) -> None:
    """A case with a call that cannot be used is reported with its place, and the others are read."""
    value = eval_set({"intermediate_data": USES})
    bad = {"user_content": said("x"), "intermediate_data": {"tool_uses": [use]}}
    value["eval_cases"].append({"eval_id": "d", "conversation": [bad]})
    file = read(value)
    assert [case.id for case in file.cases] == ["c"]
    assert [str(problem.location) for problem in file.problems] == ["f.json · $.eval_cases[1].conversation[0]"]


@pytest.mark.parametrize("uses", [5, [5], [{"tool_name": None}], [{"tool_name": "a", "tool_input": 5}]])
def test_a_query_that_cannot_be_used(uses: Any) -> None:
    """A session with a call that cannot be used is reported, and the others are read."""
    sessions = [
        {"name": "a", "data": [*QUERIES, 5]},
        {"name": "b", "data": [{"query": "x", "expected_tool_use": uses}]},
    ]
    file = read(sessions)
    assert ([case.id for case in file.cases], len(file.problems)) == (["a"], 1)
    assert skipped(file) == {"query that is no object": 1}


def test_entries_that_are_no_eval_case() -> None:
    """What is no object among the eval cases is reported."""
    value = eval_set({"intermediate_data": USES}, {"intermediate_data": {"tool_uses": "x"}})
    value["eval_cases"] += [5, {"eval_id": "d", "conversation": [7]}, {"eval_id": "e", "conversation": []}]
    file = read(value)
    assert [case.id for case in file.cases] == ["e"]
    assert [problem.location.path for problem in file.problems] == [
        "$.eval_cases[0].conversation[1]",
        "$.eval_cases[1]",
        "$.eval_cases[2].conversation[0]",
    ]


def test_several_sets_in_one_file() -> None:
    """The cases of a list of eval sets are those of all of them."""
    sets = [eval_set({"intermediate_data": {"tool_uses": [{"name": name, "args": {}}]}}) for name in ("f", "g")]
    assert [short(case) for case in read(sets).cases] == [[("f", {})], [("g", {})]]

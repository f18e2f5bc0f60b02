"""Snapshots of tool-scorer, test data of API-Bank, tests of promptfoo."""

from typing import Any

import pytest

from tests.core.gold.gold_help import only, read, short, skipped


@pytest.mark.parametrize(("approved", "tags"), [(True, ()), (False, ("unapproved",)), ("yes", ("unapproved",))])
def test_a_snapshot(approved: Any, tags: tuple[str, ...]) -> None:
    """A snapshot is one case by the name of its test; one that nobody approved says so."""
    calls = [{"tool": "get", "args": {"q": 1}}, {"tool": "put", "args": None}]
    value = {"schema_version": 1, "name": "t::x", "approved": approved, "source": "pytest", "calls": calls}
    case = only(read(value), "toolscore_snapshot")
    assert (case.id, case.tags, short(case)) == ("t::x", tags, [("get", {"q": 1}), ("put", {})])
    assert case.metadata["snapshot"]["source"] == "pytest"


def test_snapshots_in_one_file() -> None:
    """Several snapshots are as many cases; anything else among them is skipped."""
    one = {"schema_version": 1, "name": "a", "approved": True, "calls": []}
    file = read([one, {**one, "name": "b"}, {"name": "c"}])
    assert [case.id for case in file.cases] == ["a", "b"]
    assert skipped(file) == {"entry that is no snapshot": 1}


@pytest.mark.parametrize("calls", [5, [5], [{"args": {}}], [{"tool": "a", "args": 5}]])
def test_a_snapshot_that_cannot_be_used(calls: Any) -> None:
    """A snapshot with a call that cannot be used is no gold at all."""
    with pytest.raises(ValueError, match="no case can be used"):
        read({"schema_version": 1, "name": "t", "approved": True, "calls": calls})


def test_requests_of_api_bank() -> None:
    """An API request is call source; an answer in words expects no call."""
    row = {"file": "a.jsonl", "id": 2, "input": "User: hi", "expected_output": "API-Request: [Get(q='x', n=2)]"}
    file = read(
        [row, {**row, "id": 3, "expected_output": "AI: hello"}, {**row, "id": 4, "expected_output": "API-Request: [x"}]
    )
    (case,) = file.cases
    assert (file.format, case.id, case.input, short(case)) == (
        "api_bank",
        "a.jsonl#2",
        "User: hi",
        [("Get", {"q": "x", "n": 2})],
    )
    assert skipped(file) == {"row without an API request": 1}
    assert [problem.message for problem in file.problems] == ["the request is no call source"]


def test_level_3_of_api_bank() -> None:
    """The APIs of a requirement are its calls."""
    value = {
        "id": 0,
        "requirement": "x",
        "response": "y",
        "apis": [{"api_name": "Get", "input": {"q": 1}, "output": 2}],
    }
    case = only(read([value]), "api_bank")
    assert (case.id, case.input, short(case), case.calls[0].result) == ("0", "x", [("Get", {"q": 1})], 2)


def asserting(*assertions: Any, **fields: Any) -> dict[str, Any]:
    return {"tests": [{"vars": {"q": "x"}, "assert": list(assertions), **fields}]}


@pytest.mark.parametrize(
    ("assertion", "calls", "order"),
    [
        pytest.param({"type": "trajectory:tool-sequence", "value": {"steps": ["a", {"name": "b"}]}}, [("a", None), ("b", None)], "given", id="sequence"),
        pytest.param({"type": "trajectory:tool-sequence", "value": ["a", "a"]}, [("a", None), ("a", None)], "given", id="sequence as a list"),
        pytest.param({"type": "trajectory:tool-used", "value": "a"}, [("a", None)], "any", id="used"),
        pytest.param({"type": "trajectory:tool-used", "value": {"name": "a", "min": 2}}, [("a", None)] * 2, "any", id="used twice"),
        pytest.param({"type": "trajectory:tool-used", "value": {"name": "a", "min": 0}}, [], "any", id="perhaps used"),
        pytest.param({"type": "tool-call-f1", "value": "a, b"}, [("a", None), ("b", None)], "any", id="names in a text"),
        pytest.param({"type": "trajectory:tool-args-match", "value": {"name": "a", "args": {"q": 1}}}, [("a", {"q": 1})], "any", id="arguments"),
    ],
)  # fmt: skip
def test_assertions_of_promptfoo(assertion: dict[str, Any], calls: list[Any], order: str) -> None:
    """Assertions about tool calls are expected calls; order counts where a sequence is asserted."""
    case = only(read(asserting(assertion)), "promptfoo")
    assert (short(case), case.order, case.input) == (calls, order, {"q": "x"})


def test_assertions_together() -> None:
    """Assertions of one test speak of the same calls, and forbid others."""
    case = only(
        read(
            asserting(
                {"type": "trajectory:tool-args-match", "value": {"name": "b", "args": {"q": 1}}},
                {"type": "trajectory:tool-used", "value": ["a", {"name": "c", "max": 0}, {"pattern": "x*"}]},
                {"type": "not-trajectory:tool-used", "value": "d"},
                {"type": "trajectory:tool-sequence", "value": {"steps": ["a", "b"]}},
                description="n",
            )
        ),
        "promptfoo",
    )
    assert (case.id, short(case)) == ("n", [("a", None), ("b", {"q": 1})])
    assert [rule["tool"] for rule in case.forbidden or []] == ["c", "d"]


def test_other_tests_of_promptfoo() -> None:
    """A test without such an assertion is no case, one with a broken one is reported."""
    value = asserting({"type": "tool-call-f1", "value": ["a"]})
    value["tests"] += [
        {"assert": [{"type": "equals", "value": "x"}]},
        {"assert": [{"type": "tool-call-f1", "value": [5]}]},
    ]
    file = read(value)
    assert len(file.cases) == len(file.problems) == 1
    assert skipped(file) == {"test without assertions about tool calls": 1}

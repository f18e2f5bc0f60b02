"""Cases and traces -> gold files, and back."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolscore_core.calls import Case, ToolCall, Trace, Turn
from toolscore_core.errors import GoldError
from toolscore_core.gold import case_from_trace, dataset_to_jsonl, gold_to_json, read_gold
from toolscore_core.matchers import ANY, Approx, Contains, IsType, OneOf, OptionalArgument, Regex

KEY = "sk-" + "ant-" + "api03-Qw3rTy7uIoP1aSdF5gHjKlZ9xCvB"


def test_a_list_of_calls() -> None:
    """Only what a gold file says is written; unchecked arguments are left out."""
    calls = [
        ToolCall("a"),
        ToolCall("b", {}, result=1, duration=2.0),
        ToolCall("c", {"x": ANY}, metadata={"description": "d"}),
    ]
    assert gold_to_json(calls) == [
        {"tool": "a"},
        {"tool": "b", "args": {}},
        {"tool": "c", "args": {"x": {"$any": True}}, "description": "d"},
    ]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(KEY, id="the whole text"),
        pytest.param(f"Bearer {KEY}", id="inside a text"),
        pytest.param({KEY: 1}, id="a key"),
        pytest.param(OneOf(KEY, "x"), id="a matcher"),
        pytest.param({1, 2}, id="no JSON value"),
    ],
)
def test_credentials_become_any(value: Any) -> None:
    """A value that holds a credential is replaced by the matcher for anything."""
    assert gold_to_json([ToolCall("a", {"x": value})]) == [{"tool": "a", "args": {"x": {"$any": True}}}]


def test_only_the_value_with_the_credential_is_replaced() -> None:
    """The other values of the same argument stay."""
    written = gold_to_json([ToolCall("a", {"headers": {"auth": KEY, "accept": "json"}, "list": [KEY, 1]})])
    assert written[0]["args"] == {"headers": {"auth": {"$any": True}, "accept": "json"}, "list": [{"$any": True}, 1]}


def test_a_credential_as_argument_name_leaves_the_arguments_unchecked() -> None:
    """No matcher stands for a name."""
    assert gold_to_json([ToolCall("a", {KEY: 1})]) == [{"tool": "a"}]


def test_other_texts_are_masked() -> None:
    """No field of a case carries a credential out."""
    case = Case(
        KEY, [ToolCall(KEY, metadata={"description": KEY, "side_effects": {"http_ok": KEY}})], input=KEY, tags=(KEY,),
        ignore=(KEY,), aliases={KEY: KEY}, forbidden=[{"tool": "t", "args": {"x": KEY}}], metadata={"note": KEY},
    )  # fmt: skip
    assert KEY not in dataset_to_jsonl([case])


def test_a_matcher_without_json_form_is_refused() -> None:
    """A pattern with flags cannot be written."""
    with pytest.raises(GoldError, match="no JSON form"):
        gold_to_json([ToolCall("a", {"x": Regex("a", 2)})])


def test_rules_are_written_as_they_were_read() -> None:
    """The rules of a case survive reading and writing, with their matchers."""
    rules = [{"tool": "sh", "args": {"c": {"$regex": "rm"}}, "reason": "never"}]
    text = json.dumps({"id": "a", "forbidden": rules, "calls": []})
    first = read_gold(text.encode())
    assert json.loads(dataset_to_jsonl(first.cases))["forbidden"] == rules


def test_plain_rules_made_in_python_are_written() -> None:
    """Rules that never were JSON are written by their matchers."""
    case = Case("a", forbidden=[{"tool": "sh", "args": {"c": Contains("rm")}}])
    assert gold_to_json(case)["forbidden"] == [{"tool": "sh", "args": {"c": {"$contains": "rm"}}}]


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
    | st.sampled_from([ANY, Regex("a+"), Contains("x"), OneOf(1, "a"), Approx(2.5), IsType(str, int)]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8", exclude_characters="$"), max_size=4), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip
arguments = st.none() | st.dictionaries(
    st.text(st.characters(codec="utf-8", exclude_characters="$"), min_size=1, max_size=4), values, max_size=3
)
tools = st.sampled_from(["a", "search", "mcp__x.y"])
cases = st.builds(
    Case,
    id=st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=6),
    calls=st.lists(st.builds(ToolCall, tool=tools, args=arguments, metadata=st.just({"side_effects": {}})), max_size=4),
    input=st.none() | st.text(max_size=5),
    tags=st.lists(st.sampled_from(["x", "y"]), max_size=2).map(tuple),
    ignore=st.lists(st.sampled_from(["a.b", "*.q"]), max_size=2).map(tuple),
    aliases=st.dictionaries(st.sampled_from(["m", "n"]), tools, max_size=2),
)


@given(case=cases)
def test_writing_and_reading_gives_the_same_case(case: Case) -> None:
    """A case that is written and read again is written the same."""
    written = dataset_to_jsonl([case])
    (again,) = read_gold(written.encode(), name="x.jsonl").cases
    assert dataset_to_jsonl([again]) == written
    assert (again.id, again.input, again.tags, again.ignore, again.aliases) == (
        case.id,
        case.input,
        case.tags,
        case.ignore,
        case.aliases,
    )
    assert [(call.tool, call.args is None) for call in again.calls] == [
        (call.tool, call.args is None) for call in case.calls
    ]


def test_gold_from_a_trace() -> None:
    """Every recorded call is expected once with its arguments, without what it gave back and without credentials."""
    trace = Trace(
        calls=[ToolCall("a", {"x": 1}, result="r"), ToolCall("b", None), ToolCall("c", {"key": KEY})],
        turns=[Turn("system", "be kind"), Turn("user", f"refund with {KEY}")],
    )
    case = case_from_trace(trace, "refund")
    assert gold_to_json(case) == {
        "id": "refund",
        "input": case.input,
        "calls": [
            {"tool": "a", "args": {"x": 1}},
            {"tool": "b", "args": {}},
            {"tool": "c", "args": {"key": {"$any": True}}},
        ],
    }
    assert case.input.startswith("refund with [REDACTED")
    assert KEY not in repr(case)


def test_gold_from_an_empty_trace() -> None:
    """A trace without calls and conversation expects no call."""
    assert gold_to_json(case_from_trace(Trace(), "e")) == {"id": "e", "calls": []}


def test_optional_arguments_keep_their_mark_when_a_credential_goes() -> None:
    """The value becomes anything, and may still be absent."""
    written = gold_to_json([ToolCall("a", {"x": OptionalArgument(KEY), "y": OptionalArgument({"z": [KEY]})})])
    assert written[0]["args"] == {
        "x": {"$optional": {"$any": True}},
        "y": {"$optional": {"z": [{"$any": True}]}},
    }

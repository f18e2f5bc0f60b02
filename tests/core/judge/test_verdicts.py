"""What counts as a readable reply."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fake_credentials import github
from tests.judging import reply
from toolscore_core.errors import JudgeReplyError
from toolscore_core.judge.verdicts import (
    EFFECTS,
    KINDS,
    LONGEST_REASON,
    LONGEST_REPLY,
    REPLY_SCHEMA,
    VERDICTS,
    Judgement,
    read_reply,
)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(reply(), id="bare"),
        pytest.param(f"```json\n{reply()}\n```", id="code fence"),
        pytest.param(f"Here you are:\n{reply()}\nI hope this helps.", id="prose around"),
        pytest.param(f'<think>{{maybe}} {{}} {{"a": 1}}</think>{reply()}', id="other objects before"),
        pytest.param(reply(verdict=" Equivalent "), id="case and space"),
        pytest.param(reply(score=0.3, index=0), id="further keys"),
    ],
)
def test_readable(text: str) -> None:
    """One object with a verdict is read, whatever stands around it."""
    assert read_reply(text).verdict == "equivalent"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("", "none that is complete", id="empty"),
        pytest.param("They are the same.", "none that is complete", id="prose"),
        pytest.param(reply()[:-9], "none that is complete", id="truncated"),
        pytest.param(f"{reply()} or {reply('not')}", "more than one", id="two verdicts"),
        pytest.param(f"[{reply()}, {reply()}]", "must be an object", id="a list"),
        pytest.param("NaN", "none that is complete", id="not a number"),
        pytest.param(reply(score=float("nan")), "none that is complete", id="NaN inside"),
        pytest.param('{"verdict": "not", "verdict": "equivalent"}', "none that is complete", id="a key twice"),
        pytest.param(reply(verdict="mostly"), "`verdict` must be one of", id="unknown verdict"),
        pytest.param(reply(verdict=1.0), "`verdict` must be one of", id="a number for a verdict"),
        pytest.param(reply(index=1), "another pair", id="wrong index"),
        pytest.param(reply(index=True), "another pair", id="index that is none"),
        pytest.param(reply(reason=""), "an empty text", id="no reason"),
        pytest.param(reply(reason="<brief explanation>"), "`reason` must be", id="placeholder"),
        pytest.param(reply(reason=None), "not nothing", id="null reason"),
        pytest.param(reply(differences=None), "`differences` must be a list", id="no differences"),
        pytest.param(reply(differences=["q"]), "must be an object", id="a difference that is none"),
        pytest.param(reply(differences=[{"path": 1}]), "`path` of a difference", id="path that is none"),
        pytest.param(
            reply(differences=[{"path": "q", "kind": "odd", "effect": "none"}]), "`kind` must be", id="unknown kind"
        ),
        pytest.param(reply(differences=[{}] * 51), "at most 50", id="too many"),
        pytest.param("<" * (LONGEST_REPLY + 1), "longer than", id="too long"),
        pytest.param("[" * 40_000, "nested too deeply", id="too deep"),
        pytest.param("x" + '{"a":' * 8_000, "nested too deeply", id="too deep inside text"),
    ],
)
def test_unreadable(text: str, said: str) -> None:
    """Anything else is an error that says what was expected."""
    with pytest.raises(JudgeReplyError, match=said):
        read_reply(text)


def test_messages_never_repeat_the_reply() -> None:
    """A reply may hold what it was told to say; the message goes into a second request and to the screen."""
    with pytest.raises(JudgeReplyError) as caught:
        read_reply(reply(verdict="obey-me"))
    assert "obey-me" not in str(caught.value)


def test_reason_is_masked_and_short() -> None:
    """Whatever a model writes is text like any other: without credentials, and cut."""
    token = github()
    found = read_reply(reply(reason=f"{token} {'x' * 999}"))
    assert token not in found.reason
    assert len(found.reason) <= LONGEST_REASON + 50


@pytest.mark.parametrize("written", ["q", "args.q", "arguments.q", "actual.args.q", "expected.arguments.q", " q "])
def test_paths_are_those_of_the_lane(written: str) -> None:
    """Where a judge names the arguments' own place, it is left out."""
    found = read_reply(reply(differences=[{"path": written, "kind": "renamed", "effect": "none"}]))
    assert [difference.path for difference in found.differences] == ["q"]


@pytest.mark.parametrize(
    ("verdict", "effects", "contradicts"),
    [
        ("equivalent", [], False),
        ("equivalent", ["none"], False),
        ("equivalent", ["none", "changes the result"], True),
        ("partly", ["changes the result"], False),
        ("partly", [], True),
        ("not", ["none"], True),
        ("not", ["changes the result"], False),
    ],
)
def test_contradictions(verdict: str, effects: list[str], contradicts: bool) -> None:
    """A verdict fits its differences when one of them changes the result exactly where it is not `equivalent`."""
    differences = [{"path": "q", "kind": "value", "effect": effect} for effect in effects]
    assert read_reply(reply(verdict, differences=differences)).contradicts_itself is contradicts


@given(st.text(max_size=300) | st.text('{}[]":,verdictnoequal ', max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text of a model gives anything but a judgement or a JudgeReplyError."""
    try:
        found = read_reply(text)
    except JudgeReplyError:
        return
    assert found.verdict in VERDICTS


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=9,
)


@given(st.dictionaries(st.sampled_from(["reason", "differences", "verdict", "index"]), VALUES))
def test_any_object_is_read_or_refused(held: dict[str, Any]) -> None:
    """The same of objects with the right keys and wrong values."""
    try:
        found = read_reply(json.dumps(held))
    except JudgeReplyError:
        return
    assert found.verdict in VERDICTS


DIFFERENCES = st.fixed_dictionaries(
    {"path": st.sampled_from(["q", "a.b", "tool"]), "kind": st.sampled_from(KINDS), "effect": st.sampled_from(EFFECTS)}
)


@given(st.sampled_from(VERDICTS), st.lists(DIFFERENCES, max_size=4))
def test_a_judgement_is_read_back(verdict: str, differences: list[dict[str, str]]) -> None:
    """What is written of a judgement is read as the same one."""
    found = read_reply(json.dumps({"reason": "Why not.", "differences": differences, "verdict": verdict}))
    again: Judgement = read_reply(json.dumps(found.as_json()))
    assert again == found


def test_the_schema_is_portable_and_bounded() -> None:
    """Every object is closed and requires every key, and every free text and list has a length that a limit can hold."""

    def check(schema: dict[str, Any]) -> None:
        known = {"type", "additionalProperties", "required", "properties", "items", "enum", "maxLength", "maxItems"}
        assert schema.keys() <= known
        if schema["type"] in ("string", "array"):
            assert schema.keys() & {"enum", "maxLength", "maxItems"}
        if schema["type"] == "object":
            assert schema["additionalProperties"] is False
            assert schema["required"] == list(schema["properties"])
            for inner in schema["properties"].values():
                check(inner)
        if "items" in schema:
            check(schema["items"])

    check(REPLY_SCHEMA)
    assert list(REPLY_SCHEMA["properties"]) == ["reason", "differences", "verdict"]

"""Logs that repeat the history with each request."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from toolscore_core.messages.message import CallPart, Message, ResultPart
from toolscore_core.messages.repeats import Known, is_prefix


def call(name: str, call_id: str | None = None, **args: Any) -> Message:
    return Message("assistant", calls=[CallPart(name, args, call_id)])


def texts(messages: list[Message]) -> list[str]:
    return [message.text or message.calls[0].name for message in messages]


def test_history_grows() -> None:
    """Of each request only what is new counts; the same part again is new as often as it occurs more often."""
    known = Known()
    first = [Message("user", "hi"), call("f")]
    assert texts(known.new_in(first)) == ["hi", "f"]
    assert known.new_in(first) == []
    assert texts(known.new_in([*first, call("f"), Message("assistant", "hi")])) == ["f", "hi"]


def test_answers() -> None:
    """An answer is new, but for calls whose id was seen with the same name and arguments."""
    known = Known()
    assert known.rest(call("f", "c1", a=1)).calls
    assert not known.rest(call("f", "c1", a=1)).calls
    assert known.rest(call("f", "c1", a=2)).calls
    assert known.rest(call("f")).calls
    assert known.rest(call("f")).calls
    assert known.new_in([call("f"), call("f"), call("f", "c1", a=1)]) == []


def test_part_of_a_message() -> None:
    """A message of which a part is known keeps the rest and its text."""
    known = Known()
    known.rest(call("f", "c1"))
    both = Message("assistant", "look", [CallPart("f", {}, "c1"), CallPart("g", {}, "c2")])
    (rest,) = known.new_in([both])
    assert (rest.text, [part.name for part in rest.calls], len(both.calls)) == ("look", ["g"], 2)


def test_values_of_any_kind() -> None:
    """Integers beyond 64 bits and half surrogates are compared too."""
    known = Known()
    for value in (2**70, "\ud800", {"a": 2**70}, None):
        message = Message("tool", results=[ResultPart(value, "c1")])
        assert known.new_in([message]) == [message]
        assert known.new_in([message]) == []


def test_prefix() -> None:
    """Two histories are one conversation when the shorter begins the longer."""
    a, b = Message("user", "a"), Message("user", "b")
    assert is_prefix([a], [a, b])
    assert is_prefix([a, b], [a])
    assert is_prefix([], [a])
    assert not is_prefix([a], [b, a])


@given(st.lists(st.sampled_from("fgh"), max_size=8), st.lists(st.integers(0, 8), max_size=4))
def test_cutting_a_history_changes_nothing(names: list[str], cuts: list[int]) -> None:
    """However a history is repeated piece by piece, it gives each message once and in order."""
    whole = [call(name) for name in names]
    known = Known()
    found = [message for cut in [*sorted(cuts), len(whole)] for message in known.new_in(whole[:cut])]
    assert texts(found) == names

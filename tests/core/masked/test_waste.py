"""What is waste: repeated and extra calls, blind retries, ping-pong, failed calls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evaluations import call, masked, missing
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.waste import WASTE, WasteKind, unasked_count, wasted_rows
from toolscore_core.metrics.efficiency import calculate_redundant_call_rate


def found(view: MaskedEvaluation, kind: WasteKind) -> list[int] | None:
    """Positions in the trace of the wasted calls."""
    rows = wasted_rows(view, kind)
    return None if rows is None else [row.trace_index for _, row in rows if row.trace_index is not None]


def letters(text: str) -> MaskedEvaluation:
    """A trace without gold, a call a letter."""
    return masked(None, [call(letter) for letter in text])


@pytest.mark.parametrize(
    ("calls", "wasted"),
    [
        ("ABAB", [2, 3]),
        ("ABABA", [2, 3, 4]),
        ("XABABY", [3, 4]),
        ("ABABCDCD", [2, 3, 6, 7]),
        ("ABABBABA", [2, 3, 6, 7]),
        ("ABA", []),
        ("AAAA", []),
        ("ABBA", []),
        ("ABCABC", []),
        ("", []),
    ],
)
def test_ping_pong(calls: str, wasted: list[int]) -> None:
    """From the third call on, two calls that follow each other in turn go nowhere; three calls are no series."""
    assert found(letters(calls), "ping-pong") == wasted


def test_ping_pong_needs_equal_arguments() -> None:
    """Pages of a list are read one after the other: other arguments are another call."""
    trace = [call("list", {"page": n // 2}) if n % 2 == 0 else call("open", {"n": n}) for n in range(8)]
    assert found(masked(None, trace), "ping-pong") == []


@given(st.text("AB", max_size=14))
def test_ping_pong_against_a_plain_search(text: str) -> None:
    """A call is ping-pong exactly when it ends some A B A B, or stands third in one."""
    slow = set()
    for start in range(len(text) - 3):
        a, b, c, d = list(text[start : start + 4])
        if a == c != b == d:
            slow |= {start + 2, start + 3}
    assert found(letters(text), "ping-pong") == sorted(slow)


def test_with_gold_only_what_it_does_not_ask_for_is_waste() -> None:
    """A repetition that the gold asks for is none; one that it does not ask for is, and so is another tool."""
    gold = [call("get"), call("get"), call("pay")]
    view = masked(gold, [call("get"), call("get"), call("get"), call("look"), call("pay")])
    assert (found(view, "repeated"), found(view, "extra")) == ([2], [3])
    assert unasked_count(view) == 2


def test_a_call_in_the_place_of_another_is_extra() -> None:
    """A substitute was not asked for either; with the repeated ones they are the documented redundant calls."""
    gold, trace = [call("a"), call("b")], [call("a"), call("c"), call("a")]
    view = masked(gold, trace)
    assert found(view, "extra") == [1]
    assert unasked_count(view) == calculate_redundant_call_rate(gold, trace)["redundant_count"] == 2


def test_without_gold_nobody_knows_what_is_extra() -> None:
    """That is said, and not called 0."""
    view = letters("AAB")
    assert found(view, "extra") is None
    assert unasked_count(view) is None
    assert found(view, "repeated") == [1]


def test_blind_retries() -> None:
    """The same call right after it failed; with other arguments it is a try, not a blind one."""
    trace = [call("a", {"x": 1}, error="no"), call("a", {"x": 1}, error="no"), call("a", {"x": 2}), call("a", {"x": 2})]
    assert found(masked(None, trace), "retries") == [1]
    assert found(masked(None, trace), "failed") == [0, 1]


def test_calls_of_the_provider_are_not_wasted() -> None:
    """What is not scored is not counted either, but a failure is one."""
    trace = [call("web", provider_executed=True), call("web", provider_executed=True, error="no"), call("a")]
    view = masked([call("a")], trace)
    assert (found(view, "repeated"), found(view, "failed")) == ([], [1])


@pytest.mark.parametrize("kind", WASTE)
def test_a_case_without_a_trace_wastes_nothing(kind: WasteKind) -> None:
    """There is no call."""
    assert found(missing([call("a")]), kind) == []

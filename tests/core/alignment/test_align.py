"""The rows of the aligned diff."""

from itertools import combinations, pairwise, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import oracle
from tests.strategies import FEW_VALUES, MATCHERS, gold_calls, trace_calls
from toolscore_core.alignment import Alignment, Row, State, align
from toolscore_core.calls import ToolCall

A, B = {"x": 1}, {"x": 2}
PAIRED = {State.MATCH, State.CHANGED, State.MOVED, State.MOVED_CHANGED}
MOVED = {State.MOVED, State.MOVED_CHANGED}


def call(tool: str, args: dict[str, Any] | None = None, *, failed: bool = False, turn: int | None = None) -> ToolCall:
    return ToolCall(tool, args, metadata={"is_error": True} if failed else {}, turn=turn)


def names(text: str) -> list[ToolCall]:
    return [call(letter) for letter in text]


def written(alignment: Alignment) -> list[str]:
    """Each row as `state gold/trace`, with `-` for no call and `|` for parallel."""

    def index(value: int | None) -> str:
        return "-" if value is None else str(value)

    return [
        f"{row.state} {index(row.gold_index)}/{index(row.trace_index)}{' |' if row.parallel else ''}"
        for row in alignment.rows
    ]


LAYOUTS = {
    "nothing": ([], [], []),
    "no call recorded": (names("ab"), [], ["missing 0/-", "missing 1/-"]),
    "no call expected": ([], names("aab"), ["extra -/0", "repeated -/1", "extra -/2"]),
    "match": ([call("a", A)], [call("a", A)], ["match 0/0"]),
    "changed": ([call("a", A)], [call("a", B)], ["changed 0/0"]),
    "unchecked arguments match": ([call("a")], [call("a", B)], ["match 0/0"]),
    "two calls swapped are one moved row": (names("ab"), names("ba"), ["moved 1/0", "match 0/1"]),
    "moved and changed": (
        [call("a", A), call("b"), call("c")],
        [call("b"), call("c"), call("a", B)],
        ["match 1/0", "match 2/1", "moved+changed 0/2"],
    ),
    "of two that could move the equal one stays": (
        [call("a", A), call("b", A)],
        [call("b", A), call("a", B)],
        ["match 1/0", "moved+changed 0/1"],
    ),
    "of two changed ones the one with more correct arguments stays": (
        [call("a", {"x": 1}), call("b", {"x": 1, "y": 1})],
        [call("b", {"x": 1, "y": 2}), call("a", {"x": 2})],
        ["changed 1/0", "moved+changed 0/1"],
    ),
    "moved row at its place in the trace": (
        names("abcd"),
        names("acdb"),
        ["match 0/0", "match 2/1", "match 3/2", "moved 1/3"],
    ),
    "missing and extra in one gap are a substitute": (
        names("abc"),
        names("axc"),
        ["match 0/0", "substitute 1/1", "match 2/2"],
    ),
    "missing and extra in two gaps are not": (
        names("abc"),
        names("acx"),
        ["match 0/0", "missing 1/-", "match 2/1", "extra -/2"],
    ),
    "more missing than extra": (
        names("abcd"),
        names("ax"),
        ["match 0/0", "substitute 1/1", "missing 2/-", "missing 3/-"],
    ),
    "more extra than missing": (names("ab"), names("axy"), ["match 0/0", "substitute 1/1", "extra -/2"]),
    "a repeat is no substitute": (names("ab"), names("aa"), ["match 0/0", "repeated -/1", "missing 1/-"]),
    "repeated after": ([call("a", A)], [call("a", A), call("a", A)], ["match 0/0", "repeated -/1"]),
    "failed, then repeated with success": (
        [call("a", A)],
        [call("a", A, failed=True), call("a", A)],
        ["repeated -/0", "match 0/1"],
    ),
    "failed with other arguments, then success": (
        [call("a", A)],
        [call("a", B, failed=True), call("a", A)],
        ["extra -/0", "match 0/1"],
    ),
    "repeat of an unpaired call": ([call("a")], names("abb"), ["match 0/0", "extra -/1", "repeated -/2"]),
    "no arguments and none are the same call": (
        [call("a")],
        [call("a", {"x": 1}), call("a"), call("a", {})],
        ["match 0/0", "extra -/1", "repeated -/2"],
    ),
    "edited plan of names draws no false moves": (
        names("abab"),
        names("bab"),
        ["missing 0/-", "match 1/0", "match 2/1", "match 3/2"],
    ),
    "parallel calls may swap": (
        names("ab"),
        [call("b", turn=3), call("a", turn=3)],
        ["match 1/0 |", "match 0/1 |"],
    ),
    "parallel calls in order are not marked": (
        names("ab"),
        [call("a", turn=3), call("b", turn=3)],
        ["match 0/0", "match 1/1"],
    ),
    "calls of two turns may not swap": (
        names("ab"),
        [call("b", turn=3), call("a", turn=4)],
        ["moved 1/0", "match 0/1"],
    ),
    "a call without a turn is parallel to none": (names("ab"), names("ba"), ["moved 1/0", "match 0/1"]),
    "an unpaired call between parallel ones": (
        names("ab"),
        [call("b", turn=1), call("x", turn=1), call("a", turn=1)],
        ["match 1/0 |", "extra -/1", "match 0/2 |"],
    ),
    "missing between parallel calls": (
        names("axb"),
        [call("b", turn=1), call("a", turn=1)],
        ["missing 1/-", "match 2/0 |", "match 0/1 |"],
    ),
}


@pytest.mark.parametrize(("gold", "trace", "rows"), LAYOUTS.values(), ids=LAYOUTS)
def test_layout(gold: list[ToolCall], trace: list[ToolCall], rows: list[str]) -> None:
    """Every state and every tie of the layout."""
    assert written(align(gold, trace)) == rows


def test_swapped_calls_are_not_one_missing_and_one_extra() -> None:
    """The name distance sees two edits where the rows see one move."""
    found = align(names("ab"), names("ba"))
    assert found.distance == 2
    assert {state: count for state, count in found.counts.items() if count} == {State.MATCH: 1, State.MOVED: 1}


def test_counts_name_every_state() -> None:
    """States that do not occur count zero."""
    assert align([], []).counts == dict.fromkeys(State, 0)


def test_rows_carry_the_arguments() -> None:
    """A pair has both sides by path; a substitute has the expected ones as missing, the recorded ones as unexpected."""
    found = align([call("a", A), call("b", A)], [call("a", B), call("c", {"y": 1})])
    assert [[f"{d.path} {d.state}" for d in row.differences] for row in found.rows] == [
        ["x changed"],
        ["x missing", "y unexpected"],
    ]


def test_strict_decides_the_state() -> None:
    """The mode reaches pairing and rows alike."""
    gold, trace = [call("a", {"x": 1})], [call("a", {"x": 1.0})]
    assert written(align(gold, trace)) == ["match 0/0"]
    assert written(align(gold, trace, strict=True)) == ["changed 0/0"]


VALUES = FEW_VALUES | MATCHERS


def redundant_count(gold: list[ToolCall], trace: list[ToolCall]) -> int:
    tools = {one.tool for one in trace}
    return sum(max(0, sum(one.tool == tool for one in trace) - sum(one.tool == tool for one in gold)) for tool in tools)


def spine(rows: tuple[Row, ...]) -> list[tuple[int, int]]:
    return [
        (row.gold_index, row.trace_index)
        for row in rows
        if row.state in PAIRED - MOVED and row.gold_index is not None and row.trace_index is not None
    ]


@given(gold_calls(VALUES, max_size=6), trace_calls(max_size=6))
@settings(max_examples=100)
def test_every_call_stands_in_one_row(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """Each index occurs once, pairs are of one tool, substitutes of two, and the counts hold by construction."""
    found = align(gold, trace)
    assert sorted(row.gold_index for row in found.rows if row.gold_index is not None) == [*range(len(gold))]
    assert sorted(row.trace_index for row in found.rows if row.trace_index is not None) == [*range(len(trace))]
    counts = found.counts
    assert counts[State.MISSING] + counts[State.SUBSTITUTE] == len(found.pairing.unpaired_gold)
    assert counts[State.EXTRA] + counts[State.REPEATED] + counts[State.SUBSTITUTE] == redundant_count(gold, trace)
    for row in found.rows:
        if row.gold_index is not None and row.trace_index is not None:
            assert (gold[row.gold_index].tool == trace[row.trace_index].tool) is (row.state in PAIRED)
        assert row.parallel <= (row.state in PAIRED - MOVED)


@given(gold_calls(VALUES, max_size=6), trace_calls(max_size=6))
@settings(max_examples=100)
def test_indexes_rise(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """Trace indexes rise over all rows, gold indexes over rows that are neither moved nor parallel."""
    rows = align(gold, trace).rows
    traces = [row.trace_index for row in rows if row.trace_index is not None]
    golds = [
        row.gold_index for row in rows if row.gold_index is not None and row.state not in MOVED and not row.parallel
    ]
    assert traces == sorted(traces)
    assert golds == sorted(golds)
    falls = [
        (one, other)
        for one, other in pairwise(row for row in rows if row.gold_index is not None and row.state not in MOVED)
        if (one.gold_index or 0) > (other.gold_index or 0)
    ]
    assert all(one.parallel and other.parallel for one, other in falls)


@given(gold_calls(VALUES, max_size=6), trace_calls(max_size=6))
@settings(max_examples=100)
def test_pairs_in_place_never_cross_and_are_the_most(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """Only calls of one turn cross, and no larger set of the same pairs is in order."""
    found = align(gold, trace)
    stay = spine(found.rows)
    assert all(oracle.keep_order(one, other, trace) for one, other in combinations(stay, 2))
    pairs = [(pair.gold_index, pair.trace_index) for pair in found.pairing.pairs]
    assert len(stay) == oracle.in_place_count(pairs, trace)
    crossing = {one for one in stay for other in stay if (one < other) != (one[1] < other[1])}
    assert {(row.gold_index, row.trace_index) for row in found.rows if row.parallel} == crossing


@given(gold_calls(max_size=5), trace_calls(max_size=5, parallel=False), st.data())
@settings(max_examples=60)
def test_identical_calls_can_change_places(gold: list[ToolCall], trace: list[ToolCall], data: st.DataObject) -> None:
    """Putting calls that are the same in all but identity in each other's place changes no state count."""
    alike = [index for index, one in enumerate(trace) if one == trace[0]] if trace else []
    order = data.draw(st.sampled_from(list(permutations(alike))))
    mixed = list(trace)
    for place, other in zip(alike, order, strict=True):
        mixed[place] = trace[other]
    assert align(gold, mixed).counts == align(gold, trace).counts


@given(gold_calls(VALUES), trace_calls())
@settings(max_examples=60)
def test_the_same_input_gives_the_same_rows(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """Nothing hangs on identity, hashing or earlier calls, and the inputs stay as they are."""
    before = repr((gold, trace))
    assert written(align(gold, trace)) == written(align(list(gold), list(trace)))
    assert repr((gold, trace)) == before


@given(gold_calls(max_size=6), trace_calls(max_size=6))
@settings(max_examples=60)
def test_distance(gold: list[ToolCall], trace: list[ToolCall]) -> None:
    """The distance is Levenshtein's, over whole names."""
    assert align(gold, trace).distance == oracle.levenshtein([one.tool for one in gold], [one.tool for one in trace])

"""Runs of a case without gold, aligned with each other."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from tests import spines
from tests.evaluations import call, masked
from tests.spines import by_names, items_of, written
from tests.strategies import trace_calls
from toolscore_core.alignment import State
from toolscore_core.calls import ToolCall, Trace
from toolscore_core.comparison.spine import spine
from toolscore_core.comparison.spine_records import Place


def test_without_gold_the_first_run_plays_the_expected_side() -> None:
    """Rows are its calls, and it is no column."""
    found = spine(by_names(None, "abcd", "axcdb", "abcd"))
    assert found.reference is not None
    assert found.reference.run == "model-a"
    assert [column.run for column in found.columns] == ["model-b", "model-c"]
    assert written(found) == [
        "0a | match | match",
        "1 | !extra x | -",
        "1b | moved to 4 | match",
        "2c | match | match",
        "3d | match | match",
    ]


def test_without_gold_every_cell_opens_in_a_lane_that_holds_it() -> None:
    """What the other run did not call is opened in the reference."""
    one, two = by_names(None, "ab", "bx")
    found = spine([one, two])
    opened = {item.key: item.positions for row in found.rows for cell in row.cells for item in cell.items}
    assert set(opened) <= {one.key, two.key}
    assert [row.reference and (row.reference.key, row.reference.positions) for row in found.rows if row.expected] == [
        (one.key, (0,)),
        (one.key, (1,)),
    ]
    (lacking,) = [
        item for row in found.rows for cell in row.cells for item in cell.items if item.state is State.MISSING
    ]
    assert (lacking.key, lacking.positions) == (one.key, (0,))


def test_without_gold_masked_credentials_are_equal_when_the_credentials_are() -> None:
    """The number of a masked credential tells two of them apart."""
    same = spines.without_gold()
    (column,) = spine(same).columns
    assert column.divergence == Place(2, True)
    states = [row.cells[0].items[0].state for row in spine(same).rows]
    assert states == [State.MATCH, State.MATCH, State.CHANGED, State.SUBSTITUTE]


def test_recorded_calls_without_arguments_expect_none() -> None:
    """On the expected side no arguments would mean that they are not checked; a recorded call has none."""
    one = masked(None, Trace([call("a", None)], id="t"), run="model-a")
    two = masked(None, Trace([call("a", {"x": 1})], id="t"), run="model-b")
    assert written(spine([one, two])) == ["0a | !changed a"]


def test_without_gold_a_call_is_compared_with_the_attempt_that_succeeded() -> None:
    """As with gold: the failed attempt is the one that nobody expected."""
    one = masked(None, Trace([call("a")], id="t"), run="model-a")
    two = masked(None, Trace([call("a", error="down"), call("a")], id="t"), run="model-b")
    assert written(spine([one, two])) == ["0 | !repeated a", "0a | match"]


def test_one_run_without_gold_is_its_own_spine() -> None:
    """There is nothing beside it."""
    found = spine(by_names(None, "ab"))
    assert (found.columns, written(found)) == ((), ["0a", "1b"])


@given(st.lists(trace_calls(max_size=5), min_size=2, max_size=4))
def test_without_gold_every_call_is_in_exactly_one_place(traces: list[list[ToolCall]]) -> None:
    """The calls of the first run down, every call of the others in one cell."""
    entries = [
        masked(None, Trace(calls, id="t"), case_id="t", run=spines.run_name(number))
        for number, calls in enumerate(traces)
    ]
    found = spine(entries)
    assert [row.reference.positions for row in found.rows if row.reference] == [(n,) for n in range(len(traces[0]))]
    for number, entry in enumerate(entries[1:]):
        items = [item for _, item in items_of(found, number)]
        own = Counter(position for item in items if item.key == entry.key for position in item.positions)
        assert own == Counter(range(len(entry.rows)))
        lacking = [item for item in items if item.key == entries[0].key]
        assert all(item.state is State.MISSING for item in lacking)

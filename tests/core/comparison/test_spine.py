"""One case in several runs, laid along its expected calls."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import spines
from tests.evaluations import call, masked, missing
from tests.spines import by_names, items_of, written
from tests.strategies import expected_calls, trace_calls
from toolscore_core.alignment import State
from toolscore_core.calls import ExpectedCall
from toolscore_core.comparison.spine import divergence_counts, first_divergence, spine
from toolscore_core.comparison.spine_records import Place
from toolscore_core.credentials.masking import MaskedText
from toolscore_core.masked import MaskedEvaluation, MaskedRow

SPINES: dict[str, tuple[str, tuple[str, ...], list[str]]] = {
    "a match": ("ab", ("ab",), ["0a | match", "1b | match"]),
    "nothing expected": ("", ("ab", ""), ["0 | !extra a, extra b | -"]),
    "nothing at all": ("", ("",), []),
    "missing, and what the other run has": (
        "abc",
        ("ac", "abc"),
        ["0a | match | match", "1b | !missing | match", "2c | match | match"],
    ),
    "a moved call stands where it was expected": (
        "abcd",
        ("acdb",),
        ["0a | match", "1b | !moved to 3", "2c | match", "3d | match"],
    ),
    "an extra call stands below the calls in place before it": (
        "abc",
        ("abxc", "xabc", "abcx"),
        [
            "0 | - | !extra x | -",
            "0a | match | match | match",
            "1b | match | match | match",
            "2 | !extra x | - | -",
            "2c | match | match | match",
            "3 | - | - | !extra x",
        ],
    ),
    "a moved call does not shift the gap": (
        "abcd",
        ("adxbc",),
        ["0a | match", "1 | !extra x", "1b | match", "2c | match", "3d | moved to 1"],
    ),
    "a substitute stands at its expected call, what follows below it": (
        "abc",
        ("axyc",),
        ["0a | match", "1b | !substitute x", "2 | extra y", "2c | match"],
    ),
    "equal calls of a gap are one item, by state and tool": (
        "ab",
        ("axxxyxb",),
        ["0a | match", "1 | !extra x, repeated x x3, extra y", "1b | match"],
    ),
    "equal calls of two gaps are two": (
        "abc",
        ("axbxc",),
        ["0a | match", "1 | !extra x", "1b | match", "2 | repeated x", "2c | match"],
    ),
}


@pytest.mark.parametrize(("gold", "traces", "lines"), SPINES.values(), ids=SPINES)
def test_rows_and_cells(gold: str, traces: tuple[str, ...], lines: list[str]) -> None:
    """Expected calls down, runs across, calls that nobody expected between them."""
    assert written(spine(by_names(gold, *traces))) == lines


def test_extra_calls_with_other_arguments_are_one_item_too() -> None:
    """A tool that is called again and again in one gap is named once, whatever it was asked for."""
    made = [call("a"), *(call("search", {"page": page}) for page in range(3))]
    (row,) = [row for row in spine([masked([call("a")], made)]).rows if row.expected is None]
    (item,) = row.cells[0].items
    assert (item.state, item.positions) == (State.EXTRA, (1, 2, 3))


def test_failed_calls_of_an_item_are_counted() -> None:
    """One failed call among equal ones is not lost."""
    made = [call("a"), call("x", {"n": 1}, error="no"), call("x", {"n": 2})]
    (row,) = [row for row in spine([masked([call("a")], made)]).rows if row.expected is None]
    assert row.cells[0].items[0].failed_count == 1


def test_a_run_without_a_trace_has_a_column_that_says_so() -> None:
    """Its expected calls have no state, and it diverges nowhere."""
    gold = [call("a"), call("b")]
    found = spine([masked(gold, gold, case_id="c"), missing(gold, case_id="c", run="model-b")])
    assert [column.status for column in found.columns] == ["compared", "no trace"]
    assert written(found) == ["0a | match | none", "1b | match | none"]
    assert found.columns[1].divergence is None


def test_a_run_that_nobody_evaluated_can_have_a_column() -> None:
    """Runs are named that have not even an empty evaluation of the case."""
    found = spine(by_names("a", "a"), runs=[MaskedText("model-a"), MaskedText("model-z")])
    assert [(column.run, column.status) for column in found.columns] == [
        ("model-a", "compared"),
        ("model-z", "no trace"),
    ]
    assert written(found) == ["0a | match | -"]


def test_a_trace_without_gold_beside_one_with_gold_is_not_compared() -> None:
    """Its calls have no place along the expected ones."""
    with_gold, without = by_names("a", "a")[0], by_names(None, "a", "a")[1]
    found = spine([with_gold, without])
    assert [column.status for column in found.columns] == ["compared", "no gold"]
    assert written(found) == ["0a | match | -"]


def test_a_run_compared_with_other_gold_has_no_cells() -> None:
    """Evaluations stored at another time may rest on other expected calls: those have no place here."""
    one, two = by_names("ab", "ab")[0], by_names("axb", "", "axb")[1]
    found = spine([one, two])
    assert [column.status for column in found.columns] == ["compared", "other gold"]
    assert written(found) == ["0a | match | -", "1b | match | -"]


def test_no_evaluation_is_an_error() -> None:
    """There is no spine of nothing."""
    with pytest.raises(ValueError, match="at least one evaluation"):
        spine([])


def test_states_that_are_no_divergence() -> None:
    """An alternative, an optional call not made, a call that is not scored and parallel calls are in order."""
    found = spine(spines.every_state())
    assert written(found) == [
        "0find | match | match | match | none",
        "1 | - | !repeated find x2 | - | -",
        "1search | match | substitute http_post | match | none",
        "2ask | match | omitted | omitted | none",
        "3book | match | changed book | match | none",
        "4 | - | - | none hosted_search | -",
        "4pay | match | substitute phone | match | none",
        "5 | - | repeated http_post | - | -",
        "5mail | match | match | !moved+changed mail | none",
    ]
    assert [column.divergence for column in found.columns] == [None, Place(1, False), Place(5, True), None]


def test_calls_of_any_order_leave_extra_calls_behind_the_call_before_them() -> None:
    """Where the expected calls have no order, a gap is that below the call that was made last."""
    gold = [call(letter) for letter in "abc"]
    found = spine([masked(gold, [call(letter) for letter in "cxab"], order="any")])
    assert written(found) == ["0a | match", "1b | match", "2c | match", "3 | !extra x"]
    found = spine([masked(gold, [call(letter) for letter in "caxb"], order="any")])
    assert written(found) == ["0a | match", "1 | !extra x", "1b | match", "2c | match"]


def test_an_extra_call_behind_parallel_calls_stands_below_all_of_them() -> None:
    """Calls of one turn may come in any order; what follows them is below the last one expected."""
    gold = [call(letter) for letter in "abcd"]
    made = [call("a", turn=0), call("c", turn=1), call("b", turn=1), call("x", turn=2), call("d", turn=3)]
    assert written(spine([masked(gold, made)])) == [
        "0a | match",
        "1b | match",
        "2c | match",
        "3 | !extra x",
        "3d | match",
    ]


FIRST: dict[str, tuple[str, str, Place | None]] = {
    "never": ("ab", "ab", None),
    "missing": ("abc", "ac", Place(1, True)),
    "a gap before the missing call": ("abcd", "xacd", Place(0, False)),
    "a call that came too early diverges where it was expected": ("abcd", "adbc", Place(3, True)),
    "after the last": ("ab", "abx", Place(2, False)),
}


@pytest.mark.parametrize(("gold", "trace", "place"), FIRST.values(), ids=FIRST)
def test_first_divergence(gold: str, trace: str, place: Place | None) -> None:
    """The first place from the top that is no plain match."""
    assert first_divergence(by_names(gold, trace)[0]) == place


def test_a_failed_match_is_no_divergence() -> None:
    """The run made the call that was expected; that it failed is a flag."""
    assert first_divergence(masked([call("a")], [call("a", error="down")])) is None


def test_divergence_counts() -> None:
    """Each case of a run counts once: at its step, as never, or as not evaluated; the earliest of several trials."""
    counted = divergence_counts(
        [
            *by_names("abc", "abc", "ac", case_id="one"),
            *by_names("abc", "xabc", "abxc", case_id="two"),
            *by_names(None, "a", "a", case_id="free"),
            missing([call("a")], case_id="lost", run="model-b"),
            missing([call("a")], case_id="lost", run=None),
            masked([call("a"), call("b")], [call("a")], case_id="tried", run="model-b", trial=1),
            masked([call("a"), call("b")], [call("b")], case_id="tried", run="model-b", trial=2),
        ]
    )
    assert [(found.run, found.steps, found.never, found.not_evaluated) for found in counted] == [
        ("model-a", {0: ("two",)}, ("one",), ("free",)),
        ("model-b", {0: ("tried",), 1: ("one",), 2: ("two",)}, (), ("free", "lost")),
    ]


@st.composite
def evaluations(draw: st.DrawFn) -> list[MaskedEvaluation]:
    """One case with extended gold in up to four runs, some without a trace."""
    gold = draw(expected_calls(max_size=4))
    order = draw(st.sampled_from(("given", "given", "any")))
    made: list[MaskedEvaluation] = []
    for number in range(draw(st.integers(1, 4))):
        run = spines.run_name(number)
        if draw(st.integers(0, 4)) == 0:
            made.append(missing(gold, case_id="c", run=run))
            continue
        calls = draw(trace_calls(max_size=6))
        for each in calls:
            each.provider_executed = draw(st.integers(0, 5)) == 0
        made.append(masked(gold, calls, case_id="c", run=run, order=order))
    return made


@given(evaluations())
def test_every_row_is_in_exactly_one_cell(entries: list[MaskedEvaluation]) -> None:
    """Nothing is lost and nothing is drawn twice."""
    found = spine(entries)
    for number, entry in enumerate(entries):
        items = [item for _, item in items_of(found, number)]
        assert Counter(position for item in items for position in item.positions) == Counter(range(len(entry.rows)))
        assert all(item.rows == tuple(entry.rows[position] for position in item.positions) for item in items)
        assert all(item.key == entry.key for item in items)


@given(evaluations())
def test_expected_calls_stand_in_their_order(entries: list[MaskedEvaluation]) -> None:
    """Each once, the gaps between them; every row of an expected call at that call."""
    found = spine(entries)
    places = [row.place for row in found.rows]
    assert places == sorted(set(places))
    assert [place.step for place in places if place.on_call] == list(range(found.expected_count))
    for number in range(len(entries)):
        for place, item in items_of(found, number):
            assert [row.gold_index for row in item.rows] == [place.step if place.on_call else None] * len(item.rows)


def in_place(rows: Sequence[MaskedRow]) -> list[int]:
    """Gold indexes of the rows that have one and are not moved."""
    return [row.gold_index for row in rows if row.gold_index is not None and row.expected_place is None]


@given(evaluations())
def test_extra_calls_stand_in_the_right_gap(entries: list[MaskedEvaluation]) -> None:
    """In the lane, what is in place above them is expected above the gap, and what is below them below it."""
    found = spine(entries)
    for number, entry in enumerate(entries):
        assert entry.case is not None
        if entry.case.order == "any" or any(row.parallel for row in entry.rows):
            continue
        for place, item in items_of(found, number):
            for position in item.positions if not place.on_call else ():
                assert all(index < place.step for index in in_place(entry.rows[:position]))
                assert all(index >= place.step for index in in_place(entry.rows[position:]))


@given(evaluations())
def test_equal_calls_of_a_gap_are_one_item(entries: list[MaskedEvaluation]) -> None:
    """No cell names a tool twice in one state."""
    for row in spine(entries).rows:
        for cell in row.cells:
            named = [(item.state, item.rows[0].actual and item.rows[0].actual.tool) for item in cell.items]
            assert len(set(named)) == len(named)
            assert [item.positions[0] for item in cell.items] == sorted(item.positions[0] for item in cell.items)


@given(evaluations())
def test_the_first_divergence_is_the_first_cell_that_is_no_plain_match(entries: list[MaskedEvaluation]) -> None:
    """Found by walking down the column; marked once, and nowhere in a column that never diverges."""
    found = spine(entries)
    for number, (column, entry) in enumerate(zip(found.columns, entries, strict=True)):
        walked = [place for place, item in items_of(found, number) if item.state not in (None, State.MATCH)]
        first = walked[0] if walked else None
        assert column.divergence == first == first_divergence(entry)
        assert [row.place for row in found.rows if row.cells[number].first_divergence] == ([first] if first else [])


@given(evaluations())
def test_the_same_evaluations_give_the_same_spine(entries: list[MaskedEvaluation]) -> None:
    """Nothing hangs on chance."""
    assert spine(entries) == spine(list(entries))


def test_a_case_with_an_optional_call_alone_never_diverges() -> None:
    """It may be left out."""
    assert first_divergence(masked([ExpectedCall("ask", optional=True)], [])) is None

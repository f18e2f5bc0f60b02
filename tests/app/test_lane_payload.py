"""What the lane is given to draw."""

import json

import pytest

from pages._ui.lane.filters import FILTER_KEYS, chip_counts, chosen_filters, rows_of, toggled
from pages._ui.lane.payload import PAGE_ROWS, first_of_page, lane_page
from tests.app.hand_made import call, case, evaluation, long_case, refund, trace, without_gold
from toolscore_core.alignment import State
from toolscore_core.masked import MaskedRow


def test_a_row_says_its_state_in_symbol_word_and_tone() -> None:
    """Every row has a badge, a moved one with both places."""
    rows = lane_page(refund(), version="1")["rows"]
    said = [" ".join(f"{b['symbol']} {b['word']}" for b in row["badges"]) for row in rows]
    assert said == ["✓ match", "+ extra", "✓ match", "± changed", "⇅ moved 2→5", "− missing", "+ extra"]
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5, 6, 7]


def test_what_is_absent_is_said_in_words() -> None:
    """No cell is silent: unpriced, not timed, a dash for a call that never was."""
    rows = lane_page(refund(), version="1")["rows"]
    assert rows[1]["expected"] is None
    assert (rows[5]["actual"], rows[5]["latency"], rows[5]["cost"]) == (None, "–", "–")
    assert rows[6]["cost"] == "unpriced"
    assert lane_page(without_gold(), version="1")["rows"][1]["latency"] == "not timed"


def test_it_is_said_whether_any_call_is_measured() -> None:
    """One latency or one cost keeps both columns; none at all takes them away."""
    timed, priced, bare = call("a", duration=0.0), call("a", cost=0.0), call("a")
    for calls, known in (([bare, timed], True), ([priced], True), ([bare, bare], False), ([], False)):
        rows = [MaskedRow(None, None, number, None, made) for number, made in enumerate(calls)]
        shown = evaluation(rows, gold=None, recorded=trace(calls))
        assert lane_page(shown, version="1")["measured"] is known


def test_flags_stand_beside_the_recorded_call() -> None:
    """A failed call and one with a credential are flagged."""
    rows = lane_page(refund(), version="1")["rows"]
    flags = [[flag["word"] for flag in row["actual"]["flags"]] if row["actual"] else [] for row in rows]
    assert flags == [[], ["failed"], [], [], [], [], ["credential"]]


def test_a_moved_call_is_marked_where_it_was_expected() -> None:
    """The mark stands above the first row that follows it in the gold, and is no row."""
    payload = lane_page(refund(), version="1")
    assert [row["ghosts"] for row in payload["rows"]] == [[], [], ["2 verify_identity"], [], [], [], []]
    assert len(payload["rows"]) == 7


def test_a_call_expected_last_is_marked_below_the_rows() -> None:
    """Nothing follows it in the gold."""
    gold, recorded = [call("a"), call("b")], [call("b"), call("a")]
    rows = [
        MaskedRow(State.MOVED, 1, 0, gold[1], recorded[0], expected_place=1),
        MaskedRow(State.MATCH, 0, 1, gold[0], recorded[1]),
    ]
    payload = lane_page(evaluation(rows, gold=case("c", gold), recorded=trace(recorded)), version="1")
    assert payload["ghosts_below"] == ["2 b"]


def test_latency_bars_share_one_scale() -> None:
    """The longest call of the trace is 1, also when a filter hides it."""
    whole = [row["fraction"] for row in lane_page(refund(), version="1")["rows"]]
    assert whole[1] == 1.0
    (only,) = lane_page(refund(), version="1", chosen=("changed",))["rows"]
    assert only["fraction"] == whole[3]


def test_without_gold_there_is_no_state() -> None:
    """A trace that nothing is compared with has calls only."""
    payload = lane_page(without_gold(), version="1")
    assert payload["gold"] is False
    assert all(row["badges"] == [] for row in payload["rows"])


def test_a_case_without_a_trace_shows_what_was_expected() -> None:
    """Nothing is said to be missing where nothing was evaluated."""
    gold = [call("a", {"x": 1})]
    payload = lane_page(
        evaluation([MaskedRow(None, 0, None, gold[0], None)], gold=case("c", gold), recorded=None), version="1"
    )
    assert payload["absent"] == "no trace"
    assert [badge["word"] for badge in payload["rows"][0]["badges"]] == ["not evaluated"]


@pytest.mark.parametrize(
    ("gold", "recorded", "words"),
    [
        pytest.param(False, True, "This trace holds no tool calls.", id="trace without gold"),
        pytest.param(True, True, "No call was expected and none was made.", id="empty gold and trace"),
        pytest.param(True, False, "No call was expected.", id="empty gold, no trace"),
    ],
)
def test_no_rows_are_said_in_words(gold: bool, recorded: bool, words: str) -> None:
    """An empty lane says why it is empty."""
    empty = evaluation([], gold=case("c", []) if gold else None, recorded=trace([]) if recorded else None)
    assert lane_page(empty, version="1")["empty"] == words


def test_more_rows_than_a_page_are_paged() -> None:
    """The page is the one that holds the selected row; its neighbours are named by their first row."""
    first = first_of_page(range(PAGE_ROWS * 2 + 10), PAGE_ROWS + 3)
    payload = lane_page(long_case(PAGE_ROWS * 2 + 10), version="1", first=first)
    assert len(payload["rows"]) == PAGE_ROWS
    assert payload["rows"][0]["number"] == PAGE_ROWS + 1
    assert (payload["before"], payload["after"]) == (1, PAGE_ROWS * 2 + 1)
    assert payload["note"] == "Rows 5,001 to 10,000 of 10,010"


def test_five_thousand_rows_stay_small() -> None:
    """A full page of rows is a few megabytes at most."""
    assert len(json.dumps(lane_page(long_case(PAGE_ROWS), version="1"))) < 4_000_000


def test_the_version_names_case_filter_and_page() -> None:
    """The component rebuilds its rows exactly when one of them changes."""
    base = lane_page(refund(), version="1")["version"]
    assert lane_page(refund(), version="1", first=PAGE_ROWS)["version"] != base
    assert lane_page(refund(), version="2")["version"] != base
    assert lane_page(refund(), version="1", chosen=("moved",))["version"] != base
    assert lane_page(without_gold(), version="1")["version"] == base  # same key: the key names the case


@pytest.mark.parametrize(
    ("chosen", "numbers"),
    [
        ((), [1, 2, 3, 4, 5, 6, 7]),
        (("changed",), [4]),
        (("changed", "missing"), [4, 6]),
        (("failed",), [2]),
        (("credential",), [7]),
        (("forbidden",), []),
    ],
    ids=str,
)
def test_filters_add_up(chosen: tuple[str, ...], numbers: list[int]) -> None:
    """Several filters show what any of them accepts; row numbers stay those of the whole lane."""
    payload = lane_page(refund(), version="1", chosen=chosen)
    assert [row["number"] for row in payload["rows"]] == numbers


def test_a_chip_counts_what_its_filter_shows() -> None:
    """The number on a chip is the number of rows behind it."""
    for item, count in chip_counts(refund()):
        assert count == len(rows_of(refund(), (item.key,))) or count == 0


def test_the_filter_parameter_is_read_and_written() -> None:
    """Unknown names are dropped, the order is that of the chips, nothing chosen is no parameter."""
    assert chosen_filters("missing,nonsense,changed") == ("changed", "missing")
    assert chosen_filters(None) == ()
    assert toggled(("changed",), "missing") == "changed,missing"
    assert toggled(("changed", "missing"), "missing") == "changed"
    assert toggled(("changed",), "changed") is None
    assert len(set(FILTER_KEYS)) == len(FILTER_KEYS)

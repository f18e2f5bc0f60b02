"""Rows of the Compare page: what is said of each case in each run, which filters leave what, and how the URL names it."""

import pytest

from pages._ui.compare.case_list import heads
from pages._ui.compare.choices import read_list, write_list
from pages._ui.compare.filters import Filters, filters, kind_counts, tone_counts
from pages._ui.compare.rows import Cell, case_rows
from tests.comparisons import answer, answers, two_runs
from toolscore_core.comparison import compare, results

RUNS = ("a", "b")


@pytest.mark.parametrize(
    ("runs", "shown"),
    [
        pytest.param(["atlas-mini", "orbit-large"], ["atlas-mini", "orbit-large"], id="nothing in common"),
        pytest.param(["model-1", "model-2"], ["model-1", "model-2"], id="short"),
        pytest.param(["agent-run-open_trace", "agent-run-lang_trace"], ["…\u2060open_trace", "…\u2060lang_trace"], id="ends"),
        pytest.param(["gpt-4o-2024-08-06_retail", "gpt-4o-2024-08-06"], ["gpt-4o-2024-08-06_retail", "gpt-4o-2024-08-06"], id="one begins the other"),
    ],
)  # fmt: skip
def test_heads_of_long_names_show_what_tells_them_apart(runs: list[str], shown: list[str]) -> None:
    """Words that all names begin with are left out only where a name is too long for its column."""
    assert heads(runs) == shown


def test_rows_go_from_the_worst_regression_to_what_does_not_count() -> None:
    """Outcome and change of score in words; why a case does not count is said."""
    found, comparison = two_runs(["+", "-", "+", ""], ["-", "+", "+", "+"])
    rows = case_rows(found, comparison, RUNS)
    assert [(row.case_id, row.kind) for row in rows] == [
        ("c1", "worse"),
        ("c2", "better"),
        ("c3", "same"),
        ("c4", "excluded"),
    ]
    assert rows[0].words == "worse, fails against passes"
    assert rows[0].change.startswith("−0.")
    assert (rows[2].change, rows[3].change) == ("0", "")
    assert rows[3].words == "not counted: no trace in a"
    assert kind_counts(rows) == {"worse": 1, "better": 1, "same": 1, "excluded": 1}
    assert tone_counts(rows, 0) == {"pass": 2, "fail": 1, "absent": 1}


def test_cells_say_what_there_is() -> None:
    """Score of a single trial, passed trials of several, no trace, and calls where nothing can be compared."""
    runs = {"a": {"c1": "+--", "c2": "+", "c3": "", "c4": "?"}, "b": {"c1": "++", "c2": "-", "c3": "+", "c4": "?"}}
    found = results(answers(runs))
    cells = {row.case_id: row.cells for row in case_rows(found, compare(found, "a", "b"), RUNS)}
    first, second = cells["c1"]
    assert (first.tone, first.trials, first.words) == ("some", "1 of 3", f"a: 1 of 3 trials pass, score {first.text}")
    assert (second.tone, second.trials, second.text) == ("pass", "2 of 2", "1.00")
    assert cells["c2"][0] == Cell("pass", "1.00", "", "a: passes, score 1.00")
    assert cells["c2"][1].tone == "fail"
    assert cells["c3"][0] == Cell("absent", "no trace", "", "a: no trace")
    assert cells["c4"][1] == Cell("unscored", "2 calls", "", "b: 2 calls, nothing to compare with")


def test_other_questions_are_marked() -> None:
    """Where the users of two runs asked differently the case says so."""
    found = results([answer("c", "a", asked="one"), answer("c", "b", asked="two")])
    (row,) = case_rows(found, compare(found, "a", "b"), RUNS)
    assert row.asked_differently


@pytest.mark.parametrize(
    ("tokens", "left"),
    [
        ((), ["c1", "c2"]),
        (("all",), ["c1", "c2", "c3", "c4"]),
        (("worse",), ["c1"]),
        (("worse", "same"), ["c1", "c3"]),
        (("excluded",), ["c4"]),
        (("all", "pass:a"), ["c1", "c3"]),
        (("all", "pass:a", "fail:a"), ["c1", "c2", "c3"]),
        (("all", "pass:a", "pass:b"), ["c3"]),
        (("pass:b",), ["c2"]),
        (("better", "pass:a"), []),
    ],
)
def test_filters(tokens: tuple[str, ...], left: list[str]) -> None:
    """Filters of one kind add up, filters of several kinds all hold; without any, the cases that differ are left."""
    found, comparison = two_runs(["+", "-", "+", ""], ["-", "+", "+", "+"])
    rows = case_rows(found, comparison, RUNS)
    assert [rows[at].case_id for at in Filters(tokens).kept(rows, RUNS)] == left


def test_ties_alone_are_shown() -> None:
    """Where no case differs, the equal ones are what there is to see."""
    found, comparison = two_runs(["+", "-"], ["+", "-"])
    rows = case_rows(found, comparison, RUNS)
    assert Filters(()).shows_same(rows)
    assert Filters(()).kept(rows, RUNS) == [0, 1]


def test_pressing() -> None:
    """A filter goes on and off; a kind by name makes "all" void, and the switch makes kinds void."""
    assert Filters(()).toggled("worse").toggled("worse") == Filters(())
    assert Filters(("all", "fail:a")).toggled("same") == Filters(("fail:a", "same"))
    assert Filters(("worse", "fail:a")).only_different(on=False) == Filters(("fail:a", "all"))
    assert Filters(("all", "same", "fail:a")).only_different(on=True) == Filters(("fail:a",))
    assert not Filters(("all",)).is_set
    assert Filters(("fail:a",)).is_set


def test_what_is_no_filter_is_left_out() -> None:
    """The URL may say anything."""
    names = ["worse", "worse", "nonsense", "fail:gone", "fail:a:b", "odd:a", ""]
    assert filters(names, ["a:b"]) == Filters(("worse", "fail:a:b"))


@pytest.mark.parametrize("names", [["a"], ["a", "b"], ["a,b", "c%2Cd", "%", "e:f"]])
def test_lists_in_the_url(names: list[str]) -> None:
    """A name may hold commas and percent signs."""
    assert read_list(write_list(names)) == names


def test_an_empty_list_is_no_parameter() -> None:
    """Nothing is chosen: nothing stands in the URL."""
    assert write_list([]) is None
    assert read_list(None) == []

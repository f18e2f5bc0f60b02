"""What the gold spine is given to draw, and what it may ask for."""

import json
from typing import Any

import pytest

from pages._ui.compare.spine import read_opened
from pages._ui.compare.spine.divergence import MOST_STEPS, divergence_payload
from pages._ui.compare.spine.payload import MOST_CELLS, MOST_ITEMS, REFERENCE, GridCell, spine_payload
from tests import spines
from tests.evaluations import FAKE_TOKEN
from tests.spines import by_names
from toolscore_core.comparison.spine import divergence_counts, spine
from toolscore_core.comparison.spine_records import DivergenceCounts
from toolscore_core.credentials.masking import MaskedText


def said(cell: GridCell) -> list[str]:
    """The pieces of a cell as texts."""
    return [" ".join(piece["text"] + piece["tail"] for piece in item["pieces"]) for item in cell["items"]] or [
        cell["empty"]
    ]


def test_rows_are_numbered_and_gaps_named() -> None:
    """Numbers of the expected calls from 1, the words of a gap, arguments under the call."""
    rows = spine_payload(spine(spines.refund()), version="1")["rows"]
    assert [(row["number"], row["title"]) for row in rows] == [
        ("1", "find_customer"),
        ("", "between 1 and 2"),
        ("2", "verify_identity"),
        ("", "between 2 and 3"),
        ("3", "get_order"),
        ("4", "issue_refund"),
        ("5", "send_email"),
    ]
    assert rows[5]["arguments"] == 'order: "A-17", amount: 42.5'
    assert [said(cell) for cell in rows[1]["cells"]] == [["–"], ["+ search_orders ! failed first divergence"], ["–"]]


def test_cells_name_the_lane_and_the_row_that_they_open() -> None:
    """The moved call opens where it stands in the lane of its run."""
    found = spine(spines.refund())
    payload = spine_payload(found, version="1")
    (moved,) = payload["rows"][2]["cells"][1]["items"]
    assert (moved["column"], moved["row"]) == (1, 4)
    assert moved["words"] == "moved; expected as call 2, made as call 5"
    opened = read_opened(found, "1", {"version": "1", "column": moved["column"], "row": moved["row"]})
    assert opened is not None
    assert (opened.entry, opened.position) == (found.columns[1].entry, 4)


@pytest.mark.parametrize(
    "value",
    [
        None,
        "text",
        {"version": "2", "column": 0, "row": 0},
        {"version": "1", "column": 3, "row": 0},
        {"version": "1", "column": 0, "row": 99},
        {"version": "1", "column": 0, "row": -1},
        {"version": "1", "column": "0", "row": 0},
        {"version": "1", "column": REFERENCE, "row": 0},
        {"version": "1", "column": -2, "row": 0},
        {"version": "1", "column": 0},
    ],
    ids=str,
)
def test_what_the_spine_does_not_hold_is_not_opened(value: Any) -> None:
    """An event of another version, or one that names no row, is none."""
    assert read_opened(spine(spines.refund()), "1", value) is None


def test_the_first_divergence_is_marked_once_in_a_column() -> None:
    """In words, at the item that diverges, and not in a run that never does."""
    for made in (spines.refund, spines.every_state, spines.without_gold):
        found = spine(made())
        rows = spine_payload(found, version="1")["rows"]
        for number, column in enumerate(found.columns):
            marks = [text for row in rows for text in said(row["cells"][number]) if "first divergence" in text]
            assert len(marks) == (column.divergence is not None)


def test_without_gold_the_calls_of_the_first_run_can_be_opened_too() -> None:
    """With their flags; a call that the other run lacks opens there."""
    found = spine(by_names(None, "ab", "a"))
    payload = spine_payload(found, version="1")
    assert payload["expected"] == {"title": "model-a", "note": "in place of gold"}
    assert [row["reference"] and row["reference"]["row"] for row in payload["rows"]] == [0, 1]
    (lacking,) = payload["rows"][1]["cells"][0]["items"]
    assert (lacking["column"], lacking["row"]) == (REFERENCE, 1)
    opened = read_opened(found, "1", {"version": "1", "column": REFERENCE, "row": 1})
    assert opened is not None
    assert (opened.entry, opened.position) == (found.reference, 1)
    flagged = spine_payload(spine(spines.without_gold()), version="1")["rows"][1]["reference"]
    assert flagged is not None
    assert [piece["text"] for piece in flagged["pieces"]] == ["! failed", "● credential"]


def test_the_legend_names_the_states_in_sight() -> None:
    """Cells name a call or an argument, the legend the state; what no cell has is not in it."""
    assert [badge["word"] for badge in spine_payload(spine(spines.refund()), version="1")["legend"]] == [
        "arguments changed",
        "moved",
        "substitute",
        "missing",
        "extra",
    ]
    assert spine_payload(spine(by_names("a", "a")), version="1")["legend"] == []


def test_a_crowded_gap_names_the_first_items_and_counts_the_rest() -> None:
    """The last line of a full cell opens the first of what it stands for, and says all of it in words."""
    rows = spine_payload(spine(spines.crowded()), version="1")["rows"]
    items = rows[1]["cells"][0]["items"]
    assert len(items) == MOST_ITEMS
    assert [piece["text"] for piece in items[-1]["pieces"]] == ["and 4 more"]
    assert items[-1]["row"] == 6
    assert items[-1]["words"] == "; ".join(f"extra: tool_{number}" for number in range(5, 9))
    assert said(rows[1]["cells"][1]) == ["–"]
    assert said(rows[0]["cells"][1]) == ["no trace"]


def test_what_has_no_room_is_said() -> None:
    """The grid holds a bounded number of cells."""
    runs = 8
    entries = by_names("a" * (MOST_CELLS // runs + 1), "")
    payload = spine_payload(spine(entries, [MaskedText(f"run {n}") for n in range(runs - 1)]), version="1")
    assert len(payload["rows"]) == MOST_CELLS // runs
    assert payload["note"] == "Rows 1 to 5,000 of 5,001; the review of each run shows all."


def test_nothing_to_draw_is_said() -> None:
    """A case of which nothing was expected and nothing made."""
    payload = spine_payload(spine(by_names("", "")), version="1")
    assert (payload["rows"], payload["empty"]) == ([], "No call was expected and none was made.")


def test_no_credential_and_no_control_character_is_sent() -> None:
    """What the browser gets is masked, plain and bounded."""
    for made in (spines.every_state, spines.without_gold, spines.hostile):
        entries = made()
        sent = json.dumps([spine_payload(spine(entries), version="1"), divergence_payload(divergence_counts(entries))])
        assert FAKE_TOKEN not in sent
        assert "\\u202e" not in sent.replace("\\\\u202e", "")
        assert len(sent) < 30_000


def test_the_strip_counts_cases_by_step() -> None:
    """Each number in words, and how full its cell is."""
    entries = [
        entry
        for case, traces in (("one", ("abc", "ac")), ("two", ("abc", "axc")), ("three", ("ab", "abc")))
        for entry in by_names("abc", *traces, case_id=case)
    ]
    strip = divergence_payload(divergence_counts(entries))
    assert strip["steps"] == ["2", "3"]
    assert [[count["text"] for count in row["steps"]] for row in strip["rows"]] == [["0", "1"], ["2", "0"]]
    assert [row["never"]["words"] for row in strip["rows"]] == ["2 cases never diverge", "1 case never diverges"]
    assert strip["rows"][1]["steps"][0] == {"text": "2", "words": "2 cases first diverge here", "share": 1.0}
    assert [row["steps"][-1]["share"] for row in strip["rows"]] == [0.5, 0.0]
    assert strip["unevaluated"] is False


def test_late_steps_share_the_last_column() -> None:
    """A long case does not make a long strip, and no case is lost."""
    ids = [MaskedText(f"case {number}") for number in range(30)]
    strip = divergence_payload([DivergenceCounts(MaskedText("a"), {step: (ids[step],) for step in range(30)}, (), ())])
    assert strip["steps"] == [*map(str, range(1, MOST_STEPS)), f"{MOST_STEPS}+"]
    assert [count["text"] for count in strip["rows"][0]["steps"]] == ["1"] * (MOST_STEPS - 1) + [str(31 - MOST_STEPS)]


def test_a_strip_of_nothing_evaluated_says_so() -> None:
    """Without gold there are no zeros."""
    strip = divergence_payload(divergence_counts(spines.without_gold()))
    assert (strip["rows"], strip["empty"]) == ([], "no case has gold and a trace, so none is evaluated.")

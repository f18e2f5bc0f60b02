"""Places and cells of the spine in words."""

from collections.abc import Callable

import pytest

from tests import spines
from tests.evaluations import FAKE_TOKEN, call, masked
from tests.spines import by_names
from toolscore_core.comparison.spine import spine
from toolscore_core.comparison.spine_records import Item, Place, Spine
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.spine_words import (
    column_note,
    item_flags,
    item_parts,
    item_sentence,
    place_text,
    spine_words,
)


def items(found: Spine, column: int = 0) -> list[Item]:
    return [item for row in found.rows for item in row.cells[column].items]


def shown(item: Item) -> str:
    return " | ".join(f"{part.text} {part.tail}".rstrip() for part in item_parts(item))


@pytest.mark.parametrize(
    ("count", "place", "text"),
    [
        (5, Place(0, False), "before 1"),
        (5, Place(2, False), "between 2 and 3"),
        (5, Place(5, False), "after 5"),
        (0, Place(0, False), "not expected"),
        (5, Place(2, True), "3"),
    ],
)
def test_places_count_from_one(count: int, place: Place, text: str) -> None:
    """A gap is named by the calls around it."""
    assert place_text(spine(by_names("a" * count, "")), place) == text


@pytest.mark.parametrize(
    ("made", "column", "texts"),
    [
        (spines.refund, 0, ["✓ match", "✓ match", "✓ match", "± amount", "✓ match"]),
        (spines.refund, 1, ["✓ match", "+ search_orders", "⇅ moved to 5", "✓ match", "± amount", "− missing"]),
        (spines.refund, 2, ["✓ match", "≠ search_orders", "+ search_orders ×2", "± id", "✓ match", "✓ match"]),
        (
            spines.every_state,
            1,
            [
                "✓ match",
                "↻ find ×2",
                "≠ http_post",
                "not made",
                "± filters.date.from +2",
                "≠ phone",
                "↻ http_post",
                "✓ match",
            ],
        ),
        (
            spines.every_state,
            2,
            [
                "✓ match",
                "✓ match",
                "not made",
                "✓ match",
                "hosted_search | not scored",
                "✓ match",
                "⇅ moved to 1 | ± to",
            ],
        ),
        (spines.every_state, 3, ["no trace"] * 6),
    ],
    ids=["changed", "moved and missing", "substitute and extra", "flagged", "not compared", "no trace"],
)
def test_every_state_has_a_symbol_and_a_word_or_name(
    made: Callable[[], list[MaskedEvaluation]], column: int, texts: list[str]
) -> None:
    """What a cell says."""
    assert [shown(item) for item in items(spine(made()), column)] == texts


def test_sentences_say_what_the_symbols_say() -> None:
    """For a tooltip and for a screen reader: the state, the places, what differs."""
    assert [item_sentence(item) for item in items(spine(spines.refund()), 1)] == [
        "match",
        "extra: search_orders",
        "moved; expected as call 2, made as call 5",
        "match",
        "changed; amount: expected 42.5, got 45.2",
        "missing, never called",
    ]
    assert [item_sentence(item) for item in items(spine(spines.every_state()), 1)][1:5] == [
        "2 repeated calls of find",
        "substitute: http_post was called instead",
        "optional, not made",
        'changed; filters.date.from: expected "2026-01-01", got "2026-02-01"; seats: expected 2, got 3; '
        'name: expected "Ada", got "Eva"',
    ]
    (moved,) = items(spine(spines.every_state()), 2)[-1:]
    assert item_sentence(moved) == (
        'moved and changed; expected as call 6, made as call 1; to: expected "ada@example.org", got "eva@example.org"'
    )


def test_what_is_absent_is_said() -> None:
    """An argument on one side only is none on the other."""
    found = spine([masked([call("a", {"x": 1})], [call("a", {"y": 2})])])
    assert item_sentence(items(found)[0]) == "changed; x: expected 1, got none; y: expected none, got 2"


def test_many_differences_are_counted() -> None:
    """A sentence stays one that can be read."""
    found = spine([masked([call("a", {f"k{n}": n for n in range(9)})], [call("a", {f"k{n}": -1 for n in range(9)})])])
    (item,) = items(found)
    assert item_sentence(item).endswith("; 4 more differences")
    assert shown(item) == "± k0, k1, k2, k3, k4 +4"


def test_flags_name_what_is_wrong_with_the_calls() -> None:
    """Of several calls it is said how many failed."""
    made = [call("x", {"n": 1}, error="no"), call("x", {"n": 2}, error="no"), call("x", {"n": 3})]
    entry = masked([], made)
    (item,) = items(spine([entry]))
    assert item_flags(item, entry) == ("! 2 failed",)
    leaking = masked([], [call("x", {"token": FAKE_TOKEN}, error="no")], rules=[{"tool": "x"}])
    (one,) = items(spine([leaking]))
    assert item_flags(one, leaking) == ("! failed", "● credential", "⊘ forbidden call")
    assert item_flags(one, None) == ("! failed",)


def test_columns_say_why_they_are_not_compared() -> None:
    """And which trial they show."""
    assert [column_note(column) for column in spine(spines.every_state()).columns] == [
        "",
        "",
        "",
        "no trace",
    ]
    tried = masked([call("a")], [call("a")], trial=2)
    assert column_note(spine([tried]).columns[0]) == "trial 2"
    with_gold, without = by_names("a", "a")[0], by_names(None, "a", "a")[1]
    assert column_note(spine([with_gold, without]).columns[1]) == "no gold, not evaluated"


def test_the_heading_says_what_plays_the_expected_side() -> None:
    """Gold, or a run where there is none."""
    assert spine_words(spine(spines.refund())) == "expected calls down, runs across"
    assert spine_words(spine(spines.without_gold())) == "no gold: calls of model-a down, the other runs beside them"

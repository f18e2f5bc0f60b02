"""The strip of the cases, one square each, with the pills that count and filter them, as a component of the page."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Final

from pages._ui.compare.filters import Filters, kind_counts
from pages._ui.compare.rows import CaseRow
from pages._ui.components import component, told
from toolscore_core.report.comparison_words import OUTCOME_SYMBOLS
from toolscore_core.report.words import plain

_HERE: Final = Path(__file__).parent

_STRIP: Final = component("toolscore_strip", "strip card", _HERE, "strip.css", "strip.js")

KEY: Final = "strip"
"""Widget key."""

SIGNS: Final[dict[str, tuple[str, str]]] = {
    **{outcome: (symbol, outcome) for outcome, symbol in OUTCOME_SYMBOLS.items()},
    "excluded": ("–", "not counted"),
}
"""Symbol and word of a kind of case."""

MOST_SQUARES: Final = 2000
"""Squares of one strip; further cases are in the table alone."""

SWITCH: Final = "only different"
"""What is told when the switch is pressed; the component knows it too."""


def strip(
    rows: Sequence[CaseRow],
    filters: Filters,
    kept: Collection[int],
    selected: str | None,
    on_press: Callable[[], None],
    on_pick: Callable[[], None],
    *,
    label: str,
    version: str,
) -> None:
    """Draw it.

    Args:
        rows: All cases, in the order of the squares.
        filters: What is asked for.
        kept: Positions of the rows that it leaves.
        selected: Id of the case that the page is about; None for none.
        on_press: Called before the page runs again after a pill or the switch was pressed; see `pressed`.
        on_pick: Likewise for a square; it tells `picked`, the position of the row.
        label: What the squares are, for screen readers.
        version: Names the rows; unique on the server.
    """
    shown = rows[:MOST_SQUARES]
    counts = kind_counts(rows)
    more = f", the first {MOST_SQUARES:,} of {len(rows):,}" if len(rows) > len(shown) else ""
    data = {
        "version": version,
        "label": plain(f"{label}{more}"),
        "squares": [[plain(row.case_id), row.kind, SIGNS[row.kind][0], row.words] for row in shown],
        "dim": [at for at in range(len(shown)) if at not in kept] if filters.is_set else [],
        "selected": next((at for at, row in enumerate(shown) if row.case_id == selected), None),
        "pills": [
            {
                "kind": kind,
                "symbol": symbol,
                "word": word,
                "count": f"{counts[kind]:,}",
                "pressed": kind in filters.tokens,
            }
            for kind, (symbol, word) in SIGNS.items()
            if counts[kind] or kind != "excluded"
        ],
        "only": not filters.shows_same(rows),
    }
    _STRIP(key=KEY, data=data, on_pressed_change=on_press, on_picked_change=on_pick)


def pressed() -> str | None:
    """The filter of the pill that was pressed, or SWITCH; None when it is none of them. For the callback of `strip`."""
    value = told(KEY, "pressed")
    return value if value in (*SIGNS, SWITCH) else None

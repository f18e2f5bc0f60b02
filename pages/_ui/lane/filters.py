"""The chips of the review page: each is a count of rows and a filter of the lane."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

from toolscore_core.alignment import State
from toolscore_core.masked import MaskedEvaluation, MaskedRow


@dataclass(frozen=True, slots=True)
class Filter:
    """One chip.

    Attributes:
        key: Name in the URL.
        symbol, word: What it shows; both hold nothing from the files.
        tone: Which colours it takes.
        accepts: Whether a row counts.
    """

    key: str
    symbol: str
    word: str
    tone: str
    accepts: Callable[[MaskedEvaluation, MaskedRow], bool]


def _state(*states: State) -> Callable[[MaskedEvaluation, MaskedRow], bool]:
    return lambda evaluation, row: row.state in states


def _finding(kind: str) -> Callable[[MaskedEvaluation, MaskedRow], bool]:
    return lambda evaluation, row: any(evaluation.findings[index].kind == kind for index in row.findings)


FILTERS: Final[tuple[Filter, ...]] = (
    Filter("match", "✓", "match", "match", _state(State.MATCH)),
    Filter("changed", "±", "changed", "changed", _state(State.CHANGED, State.MOVED_CHANGED)),
    Filter("moved", "⇅", "moved", "moved", _state(State.MOVED, State.MOVED_CHANGED)),
    Filter("missing", "−", "missing", "missing", _state(State.MISSING)),
    Filter("extra", "+", "extra", "extra", _state(State.EXTRA)),
    Filter("repeated", "↻", "repeated", "extra", _state(State.REPEATED)),
    Filter("substitute", "≠", "substitute", "missing", _state(State.SUBSTITUTE)),
    Filter("incomplete", "○", "not completed", "missing", lambda evaluation, row: row.completed is False),
    Filter("failed", "!", "failed", "failed", lambda evaluation, row: row.failed),
    Filter("credential", "●", "credential", "failed", _finding("credential")),
    Filter("forbidden", "⊘", "forbidden call", "failed", _finding("forbidden call")),
)
"""In the order of the chips."""

FILTER_KEYS: Final = tuple(item.key for item in FILTERS)


def rows_of(evaluation: MaskedEvaluation, chosen: Collection[str]) -> list[int]:
    """Positions of the rows that one of the chosen filters accepts; all rows when none is chosen."""
    accepts = [item.accepts for item in FILTERS if item.key in chosen]
    if not accepts:
        return list(range(len(evaluation.rows)))
    return [
        position for position, row in enumerate(evaluation.rows) if any(accept(evaluation, row) for accept in accepts)
    ]


def chip_counts(evaluation: MaskedEvaluation) -> list[tuple[Filter, int]]:
    """Every filter with the number of rows that it accepts."""
    return [(item, sum(item.accepts(evaluation, row) for row in evaluation.rows)) for item in FILTERS]


def chosen_filters(text: str | None) -> tuple[str, ...]:
    """The `filter` parameter -> filters in the order of the chips; unknown names are left out."""
    names = set((text or "").split(","))
    return tuple(key for key in FILTER_KEYS if key in names)


def toggled(chosen: Sequence[str], key: str) -> str | None:
    """The `filter` parameter after a chip was pressed; None when no filter is left."""
    after = [name for name in FILTER_KEYS if (name in chosen) != (name == key)]
    return ",".join(after) or None

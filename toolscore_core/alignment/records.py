"""The aligned diff: its rows, their states, and the arguments of each row."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from toolscore_core.pairing import Pairing


class State(StrEnum):
    """State of a row."""

    MATCH = "match"
    CHANGED = "changed"
    MOVED = "moved"
    MOVED_CHANGED = "moved+changed"
    SUBSTITUTE = "substitute"
    MISSING = "missing"
    EXTRA = "extra"
    REPEATED = "repeated"


class ArgumentState(StrEnum):
    """State of one argument of a pair."""

    SAME = "same"
    MATCHED = "matched"
    CHANGED = "changed"
    MISSING = "missing"
    UNEXPECTED = "unexpected"
    NOT_CHECKED = "not checked"
    NOT_GIVEN = "optional, not given"


@dataclass(frozen=True, slots=True)
class ArgumentDifference:
    """One argument, or one value inside an argument, on both sides.

    Attributes:
        path: `filters.date.from`.
        state: See ArgumentState; MATCHED means that a matcher accepted the recorded value, NOT_GIVEN that an optional
            argument is absent, which counts neither for nor against the call.
        expected, actual: The values; MISSING where there is none.
    """

    path: str
    state: ArgumentState
    expected: Any
    actual: Any


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the diff.

    Attributes:
        state: See State.
        gold_index, trace_index: 0-based positions; None on the side that has no call.
        differences: Arguments of a pair, by path; of a row with one side only, that side's; of a substitute, the
            expected ones as missing, then the recorded ones as unexpected.
        parallel: True when the pair is out of order only against calls of its own turn.
        alternative: True when the recorded call is of another tool, which the expected call names as an alternative.
    """

    state: State
    gold_index: int | None
    trace_index: int | None
    differences: tuple[ArgumentDifference, ...] = ()
    parallel: bool = False
    alternative: bool = False


@dataclass(frozen=True, slots=True)
class Alignment:
    """The aligned diff of one case.

    Attributes:
        rows: In display order.
        distance: Levenshtein distance of the two name sequences: another number with another question.
        pairing: The partners on which it rests.
        omitted: Gold indexes of optional calls that were not made, rising: they have no row and count nowhere.
    """

    rows: tuple[Row, ...]
    distance: int
    pairing: Pairing
    omitted: tuple[int, ...] = ()

    @property
    def counts(self) -> dict[State, int]:
        """Rows by state, every state present."""
        found = dict.fromkeys(State, 0)
        for row in self.rows:
            found[row.state] += 1
        return found

"""The records of the gold spine: expected calls down, runs across."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from toolscore_core.alignment import State
from toolscore_core.credentials.masking import MaskedCall, MaskedText
from toolscore_core.masked import MaskedEvaluation, MaskedRow

ColumnStatus = Literal["compared", "no trace", "no gold", "other gold"]
"""Whether a run has rows with states; it has no trace of the case; its trace is compared with nothing, or with other
expected calls than those of the spine, so that it has no cells."""


class Place(NamedTuple):
    """A line of the spine: an expected call, or the gap above it. Places sort from top to bottom.

    Attributes:
        step: Number of expected calls above it; that of the expected call itself, 0-based.
        on_call: False for the gap, which stands above the expected call of that number, or below the last one.
    """

    step: int
    on_call: bool


@dataclass(frozen=True, slots=True)
class Item:
    """What is drawn as one thing in a cell: one row of a lane, or the equal extra calls of a gap.

    Attributes:
        key: Key of the evaluation in whose lane it is opened.
        positions: 0-based positions in the `rows` of that evaluation, rising; at least one.
        rows: What is drawn, one for each position. Where there is no gold these are the rows of the comparison with the
            other run, not those of the lane, which has no states then.
    """

    key: str
    positions: tuple[int, ...]
    rows: tuple[MaskedRow, ...]

    @property
    def state(self) -> State | None:
        """State of the rows, which is the same; None where nothing is compared."""
        return self.rows[0].state

    @property
    def diverges(self) -> bool:
        """Whether it is anything but a match or a call that is not compared."""
        return self.state not in (None, State.MATCH)

    @property
    def failed_count(self) -> int:
        """Recorded calls among them that failed."""
        return sum(row.failed for row in self.rows)


@dataclass(frozen=True, slots=True)
class Cell:
    """One run at one place.

    Attributes:
        items: At an expected call one, or none where the run is not compared; in a gap any number, in the order of the
            trace.
        first_divergence: Whether the run leaves the expected calls here for the first time.
    """

    items: tuple[Item, ...]
    first_divergence: bool = False


@dataclass(frozen=True, slots=True)
class SpineRow:
    """One line of the spine.

    Attributes:
        place: Which one.
        expected: The expected call; None in a gap.
        reference: The same as an item of the reference run; None in a gap, and wherever there is gold.
        cells: One for each column.
    """

    place: Place
    expected: MaskedCall | None
    reference: Item | None
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One run of the spine.

    Attributes:
        run: Its label; None when it has none.
        entry: Its evaluation; None when there is none for this case.
        status: Whether it is compared.
        divergence: Where it leaves the expected calls for the first time; None when it never does, and when it is not
            compared, which `status` tells apart.
    """

    run: MaskedText | None
    entry: MaskedEvaluation | None
    status: ColumnStatus
    divergence: Place | None


@dataclass(frozen=True, slots=True)
class Spine:
    """One case: expected calls down, runs across.

    Attributes:
        case_id: Which case.
        expected_count: Number of expected calls.
        reference: The run whose calls play the expected ones where there is no gold; it is no column then. None with
            gold, and where there is no trace either.
        columns: The runs.
        rows: Every expected call, and the gaps that hold a call, from top to bottom.
    """

    case_id: MaskedText
    expected_count: int
    reference: MaskedEvaluation | None
    columns: tuple[Column, ...]
    rows: tuple[SpineRow, ...]


@dataclass(frozen=True, slots=True)
class DivergenceCounts:
    """Where the cases of a run first leave the gold.

    Attributes:
        run: Its label.
        steps: `Place.step` -> ids of the cases that first diverge there, rising. A call in a gap counts at the expected
            call below it, in whose stead it was made; after the last one, at the number of expected calls.
        never: Ids of the cases that never do.
        not_evaluated: Ids of the cases without gold or without a trace.
    """

    run: MaskedText
    steps: dict[int, tuple[MaskedText, ...]]
    never: tuple[MaskedText, ...]
    not_evaluated: tuple[MaskedText, ...]

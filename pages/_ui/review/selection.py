"""Which row the inspector shows."""

from collections.abc import Sequence

from toolscore_core.alignment import State
from toolscore_core.masked import MaskedEvaluation


def selected_position(evaluation: MaskedEvaluation, kept: Sequence[int], number: int | None) -> int | None:
    """0-based position of the row to show.

    Args:
        evaluation: The case.
        kept: Positions of the rows that the filters leave.
        number: 1-based row number that the URL asks for; None when it asks for none.

    Returns:
        The row asked for, when it is among those kept; else the first of them that is no plain match, else the first.
        None when none is kept.
    """
    if number is not None and number - 1 in kept:
        return number - 1
    rows = evaluation.rows
    worth = (at for at in kept if rows[at].state not in (None, State.MATCH) or rows[at].findings or rows[at].failed)
    return next(worth, kept[0] if kept else None)

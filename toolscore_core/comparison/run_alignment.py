"""Two runs of a case without gold -> the calls of the one laid against those of the other."""

from dataclasses import replace

from toolscore_core.alignment import ArgumentDifference, Row, align
from toolscore_core.calls import ToolCall
from toolscore_core.comparison.spine_records import Item
from toolscore_core.credentials.masking import MaskedText
from toolscore_core.masked import MOVED, MaskedDifference, MaskedEvaluation


def recorded_rows(evaluation: MaskedEvaluation) -> list[Item]:
    """The rows of a lane that hold a recorded call, as items, in the order of the calls."""
    return [
        Item(evaluation.key, (position,), (row,))
        for position, row in enumerate(evaluation.rows)
        if row.actual is not None
    ]


def reference_rows(reference: MaskedEvaluation, other: MaskedEvaluation) -> list[Item]:
    """Align the calls of a run with those of another one, which play the expected calls.

    Masked calls stand for the recorded ones. A masked credential carries its number in the workspace, so that two
    credentials are equal exactly when the masked ones are, as long as one Masker masked both evaluations. Arguments are
    compared leniently, as traces write them; a reference call without arguments expects none.

    Args:
        reference: The run that plays the expected side; it has no gold.
        other: The run that is compared with it; likewise.

    Returns:
        One item for each row, in display order; `gold_index` is the position in `recorded_rows(reference)`. A row with
        a recorded call opens in the lane of `other`, a missing one in that of `reference`. None when `other` has no
        trace.
    """
    if other.trace is None:
        return []
    expected, actual = recorded_rows(reference), recorded_rows(other)
    rows = align([_call(item) for item in expected], [_call(item) for item in actual]).rows
    return [
        _item(
            row,
            None if row.gold_index is None else expected[row.gold_index],
            None if row.trace_index is None else actual[row.trace_index],
        )
        for row in rows
    ]


def _call(item: Item) -> ToolCall:
    call = item.rows[0].actual
    assert call is not None
    metadata = {"is_error": True} if call.is_error else {}
    return ToolCall(call.tool, call.args or {}, metadata=metadata, turn=call.turn)


def _item(row: Row, expected: Item | None, recorded: Item | None) -> Item:
    held = recorded or expected
    assert held is not None  # an aligned row has a call on one side at least
    compared = replace(
        held.rows[0],
        state=row.state,
        gold_index=row.gold_index,
        trace_index=row.trace_index,
        expected=None if expected is None else expected.rows[0].actual,
        actual=None if recorded is None else recorded.rows[0].actual,
        differences=tuple(map(_difference, row.differences)),
        parallel=row.parallel,
        expected_place=row.gold_index if row.state in MOVED else None,
        findings=() if recorded is None else recorded.rows[0].findings,
        failed=recorded is not None and recorded.rows[0].failed,
    )
    return replace(held, rows=(compared,))


def _difference(difference: ArgumentDifference) -> MaskedDifference:
    # Made of masked calls alone, so nothing is left to mask.
    return MaskedDifference(MaskedText(difference.path), difference.state, difference.expected, difference.actual)

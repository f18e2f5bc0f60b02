"""Evaluations of one case by several runs -> the gold spine, and where runs first leave it."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from toolscore_core.alignment import State
from toolscore_core.comparison.run_alignment import recorded_rows, reference_rows
from toolscore_core.comparison.spine_records import (
    Cell,
    Column,
    ColumnStatus,
    DivergenceCounts,
    Item,
    Place,
    Spine,
    SpineRow,
)
from toolscore_core.credentials.masking import MaskedCall, MaskedCase, MaskedText
from toolscore_core.masked import MOVED, MaskedEvaluation

_Placed = list[tuple[Place, Item]]


def spine(evaluations: Sequence[MaskedEvaluation], runs: Sequence[MaskedText] = ()) -> Spine:
    """Lay the evaluations of one case side by side, along its expected calls.

    Every row of every evaluation is in exactly one cell. A row of an expected call stands at that call, wherever the
    recorded call was made: a moved call at its expected place. A recorded call that was not expected stands in the gap
    below the expected calls that were in place before it; equal ones of a gap (same state, same tool) are one item.

    Without gold the calls of the first evaluation that has a trace play the expected ones, and the others are compared
    with them as `run_alignment.reference_rows` does.

    Args:
        evaluations: One for each run, in the order of the columns; at least one.
        runs: Labels of runs that get a column of their own even when no evaluation is of them.

    Raises:
        ValueError: No evaluation is given.
    """
    if not evaluations:
        raise ValueError("a spine needs at least one evaluation")
    case = next((entry.case for entry in evaluations if entry.case is not None), None)
    reference = None
    if case is None:
        reference = next((entry for entry in evaluations if entry.trace is not None), None)
    references = recorded_rows(reference) if reference is not None else []
    expected = case.calls if case is not None else tuple(item.rows[0].actual for item in references)
    shown = [entry for entry in evaluations if entry is not reference]
    columns = [_column(entry, case, reference) for entry in shown]
    placed = [_placed_rows(column, reference) for column in columns]
    columns = [replace(column, divergence=_first(found)) for column, found in zip(columns, placed, strict=True)]
    known = {entry.run for entry in evaluations}
    columns += [Column(run, None, "no trace", None) for run in runs if run not in known]
    return Spine(
        case_id=evaluations[0].case_id,
        expected_count=len(expected),
        reference=reference,
        columns=tuple(columns),
        rows=_rows(expected, references, columns, placed),
    )


def first_divergence(evaluation: MaskedEvaluation) -> Place | None:
    """Where a run first leaves the gold: the first place, from the top of the spine, at which it is no plain match.

    Places go in the order of the gold, not in that of the trace: a call that came too late diverges where it was
    expected, and so does one that came too early. Gaps count: a call that was not expected, or repeated, diverges in the
    gap where it was made. A call by a named alternative and one out of order only inside its own turn match, and neither
    an optional call that was not made nor a call that is not scored diverges. Flags (failed, credential, forbidden)
    say something of a call, not of the path, and do not count.

    Returns:
        None when it never does, and without gold or without a trace, where nothing is compared.
    """
    return _first(_placed_rows(_column(evaluation, evaluation.case, None), None))


def divergence_counts(evaluations: Iterable[MaskedEvaluation]) -> tuple[DivergenceCounts, ...]:
    """Count the cases by the step at which each run first leaves the gold.

    Args:
        evaluations: Any cases, runs and trials. A case with several trials counts once, by the earliest of them. One of
            no run counts nowhere.

    Returns:
        One for each run, in the order in which they appear.
    """
    grouped: dict[MaskedText, dict[MaskedText, list[MaskedEvaluation]]] = {}
    for evaluation in evaluations:
        if evaluation.run is not None:
            grouped.setdefault(evaluation.run, {}).setdefault(evaluation.case_id, []).append(evaluation)
    return tuple(_counts(run, cases) for run, cases in grouped.items())


def _counts(run: MaskedText, cases: dict[MaskedText, list[MaskedEvaluation]]) -> DivergenceCounts:
    steps: dict[int, tuple[MaskedText, ...]] = {}
    never: list[MaskedText] = []
    not_evaluated: list[MaskedText] = []
    for case_id, trials in cases.items():
        compared = [trial for trial in trials if trial.case is not None and trial.trace is not None]
        found = [place.step for trial in compared if (place := first_divergence(trial)) is not None]
        if found:
            steps[min(found)] = (*steps.get(min(found), ()), case_id)
        else:
            (never if compared else not_evaluated).append(case_id)
    return DivergenceCounts(run, dict(sorted(steps.items())), tuple(never), tuple(not_evaluated))


def _column(entry: MaskedEvaluation, case: MaskedCase | None, reference: MaskedEvaluation | None) -> Column:
    """A column, without its divergence."""
    status: ColumnStatus = "compared"
    if entry.trace is None:
        status = "no trace"
    elif entry.case is None:
        status = "no gold" if reference is None else "compared"
    elif case is not None and not _same_calls(case, entry.case):
        status = "other gold"
    return Column(entry.run, entry, status, None)


def _same_calls(one: MaskedCase, two: MaskedCase) -> bool:
    """Whether two cases expect the same calls; evaluations that were stored at another time may rest on other gold."""
    return one is two or [(call.tool, call.args) for call in one.calls] == [
        (call.tool, call.args) for call in two.calls
    ]


def _placed_rows(column: Column, reference: MaskedEvaluation | None) -> _Placed:
    """The items of a column, each at its place; equal calls of a gap are not yet one."""
    entry = column.entry
    if entry is None or column.status in ("no gold", "other gold"):
        return []
    if reference is not None:
        return _placed(reference_rows(reference, entry), free=False)
    return _placed(_own_items(entry), free=entry.case is not None and entry.case.order == "any")


def _own_items(entry: MaskedEvaluation) -> list[Item]:
    return [Item(entry.key, (position,), (row,)) for position, row in enumerate(entry.rows)]


def _placed(items: Sequence[Item], *, free: bool) -> _Placed:
    """Where each item stands.

    Args:
        items: As they stand in the lane.
        free: Whether the expected calls have no order: then a gap is that below the expected call that was made last.
    """
    reached = 0
    found = []
    for item in items:
        (row,) = item.rows
        if row.gold_index is None:
            found.append((Place(reached, on_call=False), item))
            continue
        found.append((Place(row.gold_index, on_call=True), item))
        if row.state not in MOVED:
            reached = row.gold_index + 1 if free else max(reached, row.gold_index + 1)
    return found


def _first(placed: _Placed) -> Place | None:
    return min((place for place, item in placed if item.diverges), default=None)


def _rows(
    expected: Sequence[MaskedCall | None],
    references: Sequence[Item],
    columns: Sequence[Column],
    placed: Sequence[_Placed],
) -> tuple[SpineRow, ...]:
    by_place: list[dict[Place, list[Item]]] = [{} for _ in columns]
    for held, found in zip(by_place, placed, strict=False):  # runs without an evaluation come last and hold nothing
        for place, item in found:
            held.setdefault(place, []).append(item)
    places = {Place(step, on_call=True) for step in range(len(expected))}.union(*by_place)
    return tuple(
        SpineRow(
            place=place,
            expected=expected[place.step] if place.on_call else None,
            reference=references[place.step] if place.on_call and references else None,
            cells=tuple(
                Cell(_folded(held.get(place, ())), first_divergence=column.divergence == place)
                for column, held in zip(columns, by_place, strict=True)
            ),
        )
        for place in sorted(places)
    )


def _folded(items: Sequence[Item]) -> tuple[Item, ...]:
    """The items of a cell, those of one state and tool as one."""
    if len(items) < 2:
        return tuple(items)
    alike: dict[tuple[State | None, str | None], list[Item]] = {}
    for item in items:
        (row,) = item.rows
        alike.setdefault((row.state, None if row.actual is None else row.actual.tool), []).append(item)
    return tuple(
        Item(
            group[0].key,
            tuple(position for item in group for position in item.positions),
            tuple(row for item in group for row in item.rows),
        )
        for group in alike.values()
    )

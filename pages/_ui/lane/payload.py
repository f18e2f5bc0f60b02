"""A masked evaluation -> the rows that the lane draws; layout only, every number comes from the core."""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Final, TypedDict

from pages._ui.lane.filters import rows_of
from pages._ui.lane.segments import Segments, arguments_segments
from toolscore_core.alignment import ArgumentState, State
from toolscore_core.credentials.masking import MaskedCall
from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.words import NONE, STATE_SYMBOLS, plain, seconds_text, usd_text

PAGE_ROWS: Final = 5_000
"""Rows that the lane holds at once; more are paged."""

_NAME_CHARACTERS: Final = 200

_ON_ACTUAL: Final = frozenset({ArgumentState.CHANGED, ArgumentState.UNEXPECTED})
_DIFFERENT: Final = frozenset({ArgumentState.CHANGED, ArgumentState.MISSING, ArgumentState.UNEXPECTED})
_PAIRED: Final = frozenset({State.MATCH, State.CHANGED, State.MOVED, State.MOVED_CHANGED})
_MOVED: Final = frozenset({State.MOVED, State.MOVED_CHANGED})
STATE_TONES: Final[dict[State, str]] = {
    State.MATCH: "match",
    State.CHANGED: "changed",
    State.MOVED: "moved",
    State.MOVED_CHANGED: "moved",
    State.SUBSTITUTE: "missing",
    State.MISSING: "missing",
    State.EXTRA: "extra",
    State.REPEATED: "extra",
}
"""Tone of a row state."""


class Badge(TypedDict):
    """A symbol and a word in one of the tones of the theme."""

    tone: str
    symbol: str
    word: str


class Side(TypedDict):
    """One call of a row.

    Attributes:
        tool: Its name.
        arguments: Its arguments; empty when `words` says why.
        words: "no arguments" or "arguments not checked"; "" otherwise.
        flags: What stands beside it.
    """

    tool: str
    arguments: Segments
    words: str
    flags: list[Badge]


class LaneRow(TypedDict):
    """One row of the lane.

    Attributes:
        number: 1-based row number, also while a filter is on; the `row` of the URL.
        badges: State; empty without gold.
        note: What else is to be known of the comparison, such as "∥ parallel"; "" for nothing.
        expected, actual: The calls; None on the side that has none.
        latency, cost: As text.
        fraction: Latency over the longest of the trace, 0 to 1; None when the call is not timed.
        ghosts: Moved calls whose expected place is above this row, in words.
    """

    number: int
    badges: list[Badge]
    note: str
    expected: Side | None
    actual: Side | None
    latency: str
    cost: str
    fraction: float | None
    failed: bool
    ghosts: list[str]


class LanePayload(TypedDict):
    """All that the component draws.

    Attributes:
        version: The rows are rebuilt only when this changes.
        gold: Whether there are expected calls to show.
        measured: Whether any call of the trace has a latency or a cost; the two columns go where none has.
        rows: At most PAGE_ROWS.
        ghosts_below: As `LaneRow.ghosts`, below the last row.
        selected: Row number; None when the component itself was told last, or when no row is chosen.
        note: What the foot of the lane says; "" for none.
        before, after: First row of the previous and of the next page; None when there is none.
        absent: What is said where a row has no recorded call.
        empty: What is said in place of rows.
    """

    version: str
    gold: bool
    measured: bool
    rows: list[LaneRow]
    ghosts_below: list[str]
    selected: int | None
    note: str
    before: int | None
    after: int | None
    absent: str
    empty: str


def first_of_page(kept: Sequence[int], selected: int | None) -> int:
    """Where the page starts, among the kept rows, that holds the selected row; 0 when none is selected."""
    at = kept.index(selected) if selected in kept else 0
    return at - at % PAGE_ROWS


def lane_page(
    evaluation: MaskedEvaluation,
    *,
    version: str,
    chosen: Collection[str] = (),
    first: int = 0,
    notes: Mapping[int, str] = MappingProxyType({}),
) -> LanePayload:
    """One page of the lane, without a selection.

    Args:
        evaluation: The case.
        version: Names the state of the workspace; case, filter and page are added to it here.
        chosen: Keys of the filters that are on.
        first: Where the page starts among the rows that the filters leave.
        notes: Position of a row -> what else is known of it.
    """
    kept = rows_of(evaluation, chosen)
    page = kept[first : first + PAGE_ROWS]
    longest = max((row.actual.duration or 0.0 for row in evaluation.rows if row.actual is not None), default=0.0)
    rows = [lane_row(evaluation, position, longest, notes.get(position, "")) for position in page]
    below = _place_ghosts(evaluation, page, rows)
    last = first + len(page)
    return LanePayload(
        version=f"{version}|{evaluation.key}|{','.join(sorted(chosen))}|{first}",
        gold=evaluation.case is not None,
        measured=measured(evaluation),
        rows=rows,
        ghosts_below=below,
        selected=None,
        note=_note(len(evaluation.rows), len(kept), first, last),
        before=kept[first - PAGE_ROWS] + 1 if first else None,
        after=kept[last] + 1 if last < len(kept) else None,
        absent=absent_call(evaluation),
        empty=_empty(evaluation, bool(chosen)),
    )


def lane_row(evaluation: MaskedEvaluation, position: int, longest: float, note: str = "") -> LaneRow:
    """One row; `longest` is the longest latency of the trace, in seconds; `note` is what else is known of it."""
    row = evaluation.rows[position]
    duration = row.actual.duration if row.actual is not None else None
    return LaneRow(
        number=position + 1,
        badges=state_badges(row) if evaluation.case is not None else [],
        note=", ".join(part for part in (row_note(row), note) if part),
        expected=_expected(row),
        actual=_actual(evaluation, row),
        latency=NONE if row.actual is None else "not timed" if duration is None else seconds_text(duration),
        cost=NONE if row.actual is None else usd_text(row.actual.cost),
        fraction=None if duration is None else min(1.0, max(0.0, duration / longest)) if longest > 0 else 0.0,
        failed=row.failed,
        ghosts=[],
    )


def state_badges(row: MaskedRow) -> list[Badge]:
    """The state of a row as one or two badges."""
    if row.omitted:
        return [Badge(tone="muted", symbol="", word=word) for word in ("optional", "not made")]
    if row.state is None:
        return [Badge(tone="muted", symbol="", word="not scored" if row.actual is not None else "not evaluated")]
    if row.state not in _MOVED:
        return [Badge(tone=STATE_TONES[row.state], symbol=STATE_SYMBOLS[row.state], word=row.state.value)]
    places = ""
    if row.gold_index is not None and row.trace_index is not None:
        places = f" {row.gold_index + 1}→{row.trace_index + 1}"
    badges = [Badge(tone="moved", symbol=STATE_SYMBOLS[State.MOVED], word=f"moved{places}")]
    if row.state is State.MOVED_CHANGED:
        badges.append(Badge(tone="changed", symbol=STATE_SYMBOLS[State.CHANGED], word="changed"))
    return badges


def row_note(row: MaskedRow) -> str:
    """What stands under the state of a row; the tool that an alternative replaces stands in the row itself."""
    if row.state is None:
        return ""
    notes = [("∥ parallel", row.parallel), ("alternative", row.alternative), ("optional", row.optional)]
    return ", ".join(word for word, holds in notes if holds)


def flag_badges(evaluation: MaskedEvaluation, row: MaskedRow) -> list[Badge]:
    """What is flagged about the recorded call of a row."""
    kinds = {evaluation.findings[index].kind for index in row.findings}
    flags = []
    if row.failed:
        flags.append(Badge(tone="failed", symbol="!", word="failed"))
    if "credential" in kinds:
        flags.append(Badge(tone="failed", symbol="●", word="credential"))
    if "forbidden call" in kinds:
        flags.append(Badge(tone="failed", symbol="⊘", word="forbidden call"))
    if row.actual is not None and row.actual.provider_executed:
        flags.append(Badge(tone="muted", symbol="", word="run by the provider"))
    return flags


def measured(evaluation: MaskedEvaluation) -> bool:
    """Whether the latency or the cost of any recorded call is known."""
    calls = (row.actual for row in evaluation.rows if row.actual is not None)
    return any(call.duration is not None or call.cost is not None for call in calls)


def absent_call(evaluation: MaskedEvaluation) -> str:
    """What is said where a row has no recorded call."""
    return "never called" if evaluation.trace is not None else "no trace"


def tool_name(call: MaskedCall) -> str:
    """Name of a tool as it is drawn: one line, bounded."""
    return plain(call.tool[:_NAME_CHARACTERS])


def _expected(row: MaskedRow) -> Side | None:
    if row.expected is None:
        return None
    return _side(row.expected, row, frozenset({ArgumentState.MISSING}), [], expected=True)


def _actual(evaluation: MaskedEvaluation, row: MaskedRow) -> Side | None:
    if row.actual is None:
        return None
    return _side(row.actual, row, _ON_ACTUAL, flag_badges(evaluation, row), expected=False)


def _side(
    call: MaskedCall, row: MaskedRow, marks: Collection[ArgumentState], flags: list[Badge], *, expected: bool
) -> Side:
    words = "" if call.args else "arguments not checked" if expected and call.args is None else "no arguments"
    differences = row.differences if row.state in _PAIRED else ()
    marked = [difference.path for difference in differences if difference.state in marks]
    differing = [difference.path for difference in differences if difference.state in _DIFFERENT]
    arguments = arguments_segments(call.args, marked, expected=expected, differing=differing) if call.args else []
    return Side(tool=tool_name(call), arguments=arguments, words=words, flags=flags)


def _place_ghosts(evaluation: MaskedEvaluation, page: Sequence[int], rows: list[LaneRow]) -> list[str]:
    """Note on each row the moved calls that were expected above it; return those expected below the last row."""
    shown = [evaluation.rows[position] for position in page]
    # The highest gold position so far: it first exceeds a place at the first row in place that follows it in the gold.
    so_far = list(accumulate((_gold_place(row) for row in shown), max))
    below: list[str] = []
    moved = [(row.expected_place, row.expected) for row in shown if row.expected_place is not None]
    for place, call in sorted(moved, key=lambda pair: pair[0]):
        if call is None:
            continue
        following = bisect_right(so_far, place)
        (rows[following]["ghosts"] if following < len(rows) else below).append(f"{place + 1} {tool_name(call)}")
    return below


def _gold_place(row: MaskedRow) -> int:
    return -1 if row.expected_place is not None or row.gold_index is None else row.gold_index


def _note(total: int, kept: int, first: int, last: int) -> str:
    if kept > PAGE_ROWS:
        return f"Rows {first + 1:,} to {last:,} of {kept:,}"
    return f"{kept:,} of {total:,} rows" if kept < total else ""


def _empty(evaluation: MaskedEvaluation, filtered: bool) -> str:
    if filtered and evaluation.rows:
        return "No row of this case is of that kind."
    if evaluation.case is None:
        return "This trace holds no tool calls."
    return "No call was expected and none was made." if evaluation.trace is not None else "No call was expected."

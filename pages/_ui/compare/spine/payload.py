"""A spine -> the rows and cells that the grid draws; layout only, every number comes from the core."""

from typing import Final, Literal, TypedDict

from pages._ui.lane.payload import STATE_TONES, Badge, tool_name
from pages._ui.lane.segments import arguments_segments
from toolscore_core.alignment import State
from toolscore_core.comparison.spine_records import Cell, Item, Spine, SpineRow
from toolscore_core.credentials.masking import MaskedExpectedCall
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.spine_words import (
    FIRST_DIVERGENCE,
    column_note,
    item_flags,
    item_parts,
    item_sentence,
    place_text,
)
from toolscore_core.report.words import NONE, STATE_SYMBOLS, plain

REFERENCE: Final = -1
"""Number by which the run whose calls stand down is named among the columns."""

MOST_ITEMS: Final = 6
"""Items that one cell draws; the rest of them is one more line."""

MOST_CELLS: Final = 40_000
"""Cells that the grid holds; what would be more is named below it, and every lane shows its own."""

_ARGUMENT_CHARACTERS: Final = 160


class Piece(TypedDict):
    """A piece of a line.

    Attributes:
        kind: A pill, a smaller one, or a text.
        tone: One of the tones of the theme.
        text: What it says.
        tail: What stands behind it and is never cut; "" for nothing.
    """

    kind: Literal["pill", "small", "text", "divergence"]
    tone: str
    text: str
    tail: str


class GridItem(TypedDict):
    """One thing of a cell that can be opened.

    Attributes:
        pieces: From left to right.
        words: All of it in words.
        column: Number of the run in whose lane it is opened.
        row: Its position there.
    """

    pieces: list[Piece]
    words: str
    column: int
    row: int


class GridCell(TypedDict):
    """One run at one place; `empty` is what is said where it has no item."""

    items: list[GridItem]
    empty: str


class GridRow(TypedDict):
    """One line.

    Attributes:
        number: Number of the expected call; "" in a gap.
        title: Its tool, or the gap in words.
        arguments: Its arguments; "" in a gap.
        note: What else is known of it, such as "optional".
        gap: Whether it is one.
        reference: The call as one that can be opened; None in a gap and where there is gold.
        cells: One for each column.
    """

    number: str
    title: str
    arguments: str
    note: str
    gap: bool
    reference: GridItem | None
    cells: list[GridCell]


class GridColumn(TypedDict):
    """A heading: mostly the label of a run, and what is to be known of it."""

    title: str
    note: str


class SpinePayload(TypedDict):
    """All that the component draws.

    Attributes:
        version: The rows are rebuilt only when this changes.
        label: Name of the grid, for screen readers.
        expected: Heading of the calls that stand down, and what is to be known of them.
        columns: The runs.
        rows: From top to bottom.
        legend: The states that cells have, beside "match".
        note: What the foot says of rows that are left out; "" for none.
        empty: What is said in place of rows.
    """

    version: str
    label: str
    expected: GridColumn
    columns: list[GridColumn]
    rows: list[GridRow]
    legend: list[Badge]
    note: str
    empty: str


def spine_payload(spine: Spine, *, version: str) -> SpinePayload:
    """All rows of a spine.

    Args:
        spine: The case.
        version: Names the state of the workspace and the spine.
    """
    room = MOST_CELLS // max(1, len(spine.columns))
    shown = spine.rows[:room]
    left = len(spine.rows) - len(shown)
    reference = spine.reference
    return SpinePayload(
        version=version,
        label=f"Runs along the {'expected calls' if reference is None else 'calls of the first run'}",
        expected=GridColumn(title="Expected", note="")
        if reference is None
        else GridColumn(title=plain(reference.run or "unnamed run"), note="in place of gold"),
        columns=[
            GridColumn(title=plain(column.run or "unnamed run"), note=column_note(column)) for column in spine.columns
        ],
        rows=[_row(spine, row) for row in shown],
        legend=_legend(spine),
        note=f"Rows 1 to {len(shown):,} of {len(spine.rows):,}; the review of each run shows all." if left else "",
        empty="" if spine.rows else "No call was expected and none was made.",
    )


def _legend(spine: Spine) -> list[Badge]:
    held = {item.state for row in spine.rows for cell in row.cells for item in cell.items}
    if State.MOVED_CHANGED in held:
        held |= {State.MOVED, State.CHANGED}
    words = {State.CHANGED: "arguments changed"}
    return [
        Badge(tone=STATE_TONES[state], symbol=STATE_SYMBOLS[state], word=words.get(state, state.value))
        for state in State
        if state in held and state not in (State.MATCH, State.MOVED_CHANGED)
    ]


def _row(spine: Spine, row: SpineRow) -> GridRow:
    call = row.expected
    arguments = ""
    if call is not None and call.args:
        segments = arguments_segments(call.args, expected=spine.reference is None, limit=_ARGUMENT_CHARACTERS)
        arguments = "".join(str(text) for text, _ in segments)
    return GridRow(
        number=place_text(spine, row.place) if row.place.on_call else "",
        title=place_text(spine, row.place) if call is None else tool_name(call),
        arguments=arguments,
        note="optional" if isinstance(call, MaskedExpectedCall) and call.optional else "",
        gap=call is None,
        reference=None if row.reference is None else _reference(spine.reference, row.reference),
        cells=[_cell(spine, number, cell, row.place.on_call) for number, cell in enumerate(row.cells)],
    )


def _reference(entry: MaskedEvaluation | None, item: Item) -> GridItem:
    flags = item_flags(item, entry)
    return GridItem(
        pieces=[_piece("small", "failed", flag) for flag in flags],
        words=", ".join(flags),
        column=REFERENCE,
        row=item.positions[0],
    )


def _cell(spine: Spine, number: int, cell: Cell, on_call: bool) -> GridCell:
    column = spine.columns[number]
    items = [_item(column.entry, number, item) for item in cell.items]
    if cell.first_divergence:
        marked = next(drawn for drawn, item in zip(items, cell.items, strict=True) if item.diverges)
        marked["pieces"].append(_piece("divergence", "missing", FIRST_DIVERGENCE))
        marked["words"] = f"{FIRST_DIVERGENCE}, {marked['words']}"
    uncompared = {"no trace": "no trace", "no gold": "not evaluated", "other gold": "other gold"}.get(
        column.status, NONE
    )
    return GridCell(items=_bounded(items), empty=uncompared if on_call else NONE)


def _bounded(items: list[GridItem]) -> list[GridItem]:
    """The items, the last ones as one when there are too many; it opens the first of them."""
    if len(items) <= MOST_ITEMS:
        return items
    rest = items[MOST_ITEMS - 1 :]
    more = GridItem(
        pieces=[_piece("text", "muted", f"and {len(rest)} more")],
        words="; ".join(item["words"] for item in rest),
        column=rest[0]["column"],
        row=rest[0]["row"],
    )
    return [*items[: MOST_ITEMS - 1], more]


def _item(entry: MaskedEvaluation | None, number: int, item: Item) -> GridItem:
    flags = item_flags(item, entry)
    pieces = [
        _piece("text", "muted", text, tail) if state is None else _piece("pill", STATE_TONES[state], text, tail)
        for state, text, tail in item_parts(item)
    ]
    pieces += [_piece("small", "failed", flag) for flag in flags]
    pieces += [_piece("text", "muted", note) for note in _notes(item)]
    return GridItem(
        pieces=pieces,
        words=", ".join([item_sentence(item), *flags]),
        column=number if entry is not None and entry.key == item.key else REFERENCE,
        row=item.positions[0],
    )


def _piece(kind: Literal["pill", "small", "text", "divergence"], tone: str, text: str, tail: str = "") -> Piece:
    return Piece(kind=kind, tone=tone, text=text, tail=tail)


def _notes(item: Item) -> list[str]:
    row = item.rows[0]
    notes = ["∥ parallel"] if row.parallel else []
    return [*notes, f"by {tool_name(row.actual)}"] if row.alternative and row.actual is not None else notes

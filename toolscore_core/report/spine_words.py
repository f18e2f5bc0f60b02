"""Places and cells of the gold spine -> the short texts by which they are shown, and the sentences that explain them."""

from typing import Final, NamedTuple

from toolscore_core.alignment import State
from toolscore_core.comparison.spine_records import Column, Item, Place, Spine
from toolscore_core.masked import MOVED, MaskedEvaluation, MaskedRow
from toolscore_core.report.words import (
    STATE_SYMBOLS,
    count_text,
    expected_text,
    plain,
    state_notes,
    value_text,
    wrong_arguments,
)
from toolscore_core.values import MISSING

FIRST_DIVERGENCE: Final = "first divergence"

_MOST_NAMED_CHARACTERS: Final = 18
_MOST_DIFFERENCES: Final = 5
_NAME_CHARACTERS: Final = 120
_VALUE_CHARACTERS: Final = 80


class ItemPart(NamedTuple):
    """A piece of a cell.

    Attributes:
        state: Gives the colour; None where nothing is compared.
        text: Symbol and word, or symbol and name.
        tail: How many there are (`×3`, `+2`); "" for one. It is to be seen also where the text has to be cut.
    """

    state: State | None
    text: str
    tail: str = ""


def spine_words(spine: Spine) -> str:
    """What stands down and what across."""
    if spine.reference is None:
        return "expected calls down, runs across"
    return f"no gold: calls of {plain(spine.reference.run or 'the first run')} down, the other runs beside them"


def place_text(spine: Spine, place: Place) -> str:
    """A gap in words: `between 2 and 3`, `before 1`, `after 5`; the number of an expected call.

    Numbers start at 1.
    """
    if place.on_call:
        return str(place.step + 1)
    if not spine.expected_count:
        return "not expected"
    if place.step == 0:
        return "before 1"
    return f"after {place.step}" if place.step == spine.expected_count else f"between {place.step} and {place.step + 1}"


def column_note(column: Column) -> str:
    """What is to be known of a run beside its label: which trial, or why it is not compared; "" for nothing."""
    if column.status == "no trace":
        return "no trace"
    if column.status == "no gold":
        return "no gold, not evaluated"
    if column.status == "other gold":
        return "compared with other gold"
    return "" if column.entry is None or column.entry.trial is None else f"trial {column.entry.trial}"


def item_parts(item: Item) -> tuple[ItemPart, ...]:
    """A cell's item as symbols and words: `✓ match`, `⇅ moved to 5` and `± amount`, `+ search_orders ×3`, `no trace`."""
    row, state = item.rows[0], item.state
    if state is None:
        return _uncompared_parts(item)
    parts = []
    if state in MOVED:
        place = "" if row.trace_index is None else f" to {row.trace_index + 1}"
        parts.append(ItemPart(State.MOVED, f"{STATE_SYMBOLS[State.MOVED]} moved{place}"))
    if state in (State.CHANGED, State.MOVED_CHANGED):
        names, tail = _names(row)
        parts.append(ItemPart(State.CHANGED, f"{STATE_SYMBOLS[State.CHANGED]} {names}", tail))
    if parts:
        return tuple(parts)
    if state in (State.SUBSTITUTE, State.EXTRA, State.REPEATED):
        return (ItemPart(state, f"{STATE_SYMBOLS[state]} {_tool(row)}", _times(item)),)
    return (ItemPart(state, f"{STATE_SYMBOLS[state]} {state.value}"),)


def item_flags(item: Item, entry: MaskedEvaluation | None) -> tuple[str, ...]:
    """What is flagged about the calls of an item: `! failed`, `! 2 failed`, `● credential`, `⊘ forbidden call`.

    Args:
        item: The item.
        entry: The evaluation of its column, whose findings its rows name; None when there is none.
    """
    kinds = {entry.findings[index].kind for row in item.rows for index in row.findings} if entry is not None else ()
    flags = []
    if item.failed_count:
        flags.append("! failed" if len(item.rows) == 1 else f"! {item.failed_count} failed")
    if "credential" in kinds:
        flags.append("● credential")
    if "forbidden call" in kinds:
        flags.append("⊘ forbidden call")
    return tuple(flags)


def item_sentence(item: Item) -> str:
    """An item in words, for a tooltip and for who cannot see its colour; its flags are not in it."""
    row, state = item.rows[0], item.state
    tool = _tool(row)
    if state is None or state is State.MISSING:
        uncompared = ", ".join(f"{part.text} {part.tail}".rstrip() for part in _uncompared_parts(item))
        return f"{'optional, ' if row.omitted else ''}{uncompared}" if state is None else "missing, never called"
    if state in (State.EXTRA, State.REPEATED):
        if len(item.rows) == 1:
            return f"{state.value}: {tool}"
        return f"{count_text(len(item.rows), f'{state.value} call')} of {tool}"
    if state is State.SUBSTITUTE:
        return f"substitute: {tool} was called instead"
    said = [state.value.replace("+", " and ")]
    if state in MOVED and row.gold_index is not None and row.trace_index is not None:
        said.append(f"expected as call {row.gold_index + 1}, made as call {row.trace_index + 1}")
    said += _differences(row)
    return "; ".join([*said, *state_notes(row)])


def _uncompared_parts(item: Item) -> tuple[ItemPart, ...]:
    row = item.rows[0]
    if row.omitted:
        return (ItemPart(None, "not made"),)
    if row.actual is None:
        return (ItemPart(None, "no trace"),)
    return (ItemPart(None, _tool(row), _times(item)), ItemPart(None, "recorded" if row.scored else "not scored"))


def _times(item: Item) -> str:
    return f"×{len(item.rows)}" if len(item.rows) > 1 else ""


def _tool(row: MaskedRow) -> str:
    return "" if row.actual is None else plain(row.actual.tool[:_NAME_CHARACTERS])


def _names(row: MaskedRow) -> tuple[str, str]:
    """Names of the arguments that differ, as many as are short together, and how many more there are."""
    names = [plain(difference.path[:_NAME_CHARACTERS]) or "(no name)" for difference in wrong_arguments(row)]
    shown = names[:1] or ["changed"]
    for name in names[1:]:
        if len(", ".join([*shown, name])) > _MOST_NAMED_CHARACTERS:
            break
        shown.append(name)
    more = len(names) - len(shown)
    return ", ".join(shown), f"+{more}" if more > 0 else ""


def _differences(row: MaskedRow) -> list[str]:
    found = wrong_arguments(row)
    said = [
        f"{plain(difference.path[:_NAME_CHARACTERS])}: "
        f"expected {_short(expected_text(difference.expected)) if difference.expected is not MISSING else 'none'}, "
        f"got {_short(value_text(difference.actual)) if difference.actual is not MISSING else 'none'}"
        for difference in found[:_MOST_DIFFERENCES]
    ]
    more = len(found) - _MOST_DIFFERENCES
    return [*said, f"{count_text(more, 'more difference')}"] if more > 0 else said


def _short(text: str) -> str:
    return text if len(text) <= _VALUE_CHARACTERS else f"{text[:_VALUE_CHARACTERS]}…"

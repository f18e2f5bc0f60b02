"""The list of the cases, with counters that filter above each run, as a component of the page."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from pages._ui.compare.filters import ALL, TONES, Filters, tone_counts
from pages._ui.compare.rows import CaseRow
from pages._ui.compare.strip import SIGNS
from pages._ui.components import component, fingerprint, told
from toolscore_core.report.words import plain

_HERE: Final = Path(__file__).parent

_LIST: Final = component("toolscore_case_list", "cases card", _HERE, "case_list.css", "case_list.js")

KEY: Final = "case_list"
"""Widget key."""

RESET: Final = ALL
"""What is told when all cases are asked for: the filter that shows them."""

_MARKS: Final = {"pass": "✓", "some": "±", "fail": "✗", "absent": "–", "unscored": ""}
_HEAD_ROOM: Final = 16
"""Characters of a name that two lines of the narrowest column hold."""

_TONE_WORDS: Final = {"pass": "passes", "some": "passes some trials", "fail": "fails", "absent": "no trace"}


def case_list(
    rows: Sequence[CaseRow],
    filters: Filters,
    kept: Sequence[int],
    selected: str | None,
    on_press: Callable[[], None],
    on_pick: Callable[[], None],
    *,
    runs: Sequence[str],
    focus: str,
) -> None:
    """Draw it.

    Args:
        rows: All cases.
        filters: What is asked for.
        kept: Positions of the rows that it leaves: what is drawn.
        selected: Id of the case that the page is about; None for none.
        on_press: Called before the page runs again after a counter was pressed; see `pressed`.
        on_pick: Likewise for a row; it tells `picked`, the position of the row.
        runs: The columns, the baseline first.
        focus: Which of them is compared with the baseline.
    """
    shown = [_row(rows[at], at) for at in kept]
    names = heads([plain(run) for run in runs])
    columns = [{"head": names[column], **_column(rows, filters, column, run, focus)} for column, run in enumerate(runs)]
    count = f"{len(kept):,} of {len(rows):,}"
    data = {
        "version": fingerprint([shown, columns, count]),
        "rows": shown,
        "columns": columns,
        "count": count,
        "selected": next((at for at, row in enumerate(rows) if row.case_id == selected), None),
        "empty": "No case is like that." if filters.is_set else "No case is answered by both runs.",
        "reset": RESET if filters.is_set and rows else "",
    }
    _LIST(key=KEY, data=data, on_pressed_change=on_press, on_picked_change=on_pick)


def pressed(runs: Sequence[str]) -> str | None:
    """The filter that was pressed, RESET for showing all; None when it is none of them. For the callback of `case_list`."""
    value = told(KEY, "pressed")
    if value == RESET:
        return RESET
    if not isinstance(value, dict):
        return None
    tone, column = value.get("tone"), value.get("column")
    if tone not in TONES or not isinstance(column, int) or not 0 <= column < len(runs):
        return None
    return f"{tone}:{runs[column]}"


def _row(row: CaseRow, at: int) -> list[Any]:
    """[position, name, kind, what stands below the name, in words, cells], as few characters as thousands of cases ask for."""
    said = "" if row.kind == "unscored" else " ".join((*SIGNS[row.kind], row.change)).strip()
    said += ", asked differently" if row.asked_differently else ""
    cells = [[cell.tone, _MARKS[cell.tone], cell.text, cell.trials, cell.words] for cell in row.cells]
    return [at, plain(row.case_id), row.kind, said, row.words, cells]


def heads(names: Sequence[str]) -> list[str]:
    """What stands above the columns: where a name is too long for one, all go without the words that all begin with."""
    shared = next((at for at, signs in enumerate(zip(*names, strict=False)) if len(set(signs)) > 1), 0)
    end = max(names[0].rfind(sign, 0, shared) for sign in "-_./ ") + 1
    if max(map(len, names)) <= _HEAD_ROOM or end < 4:
        return list(names)
    return [f"…\u2060{name[end:]}" for name in names]  # no line ends after the dots


def _column(rows: Sequence[CaseRow], filters: Filters, column: int, run: str, focus: str) -> dict[str, Any]:
    counts = tone_counts(rows, column)
    return {
        "name": plain(run),
        "note": "baseline" if column == 0 else "compared" if run == focus else "",
        "counts": [
            {
                "tone": tone,
                "text": f"{_MARKS[tone]} {counts[tone]:,}",
                "words": f"{plain(run)}, {_TONE_WORDS[tone]}: {counts[tone]:,}",
                "pressed": f"{tone}:{run}" in filters.tokens,
            }
            for tone in TONES
            if counts[tone]
        ],
    }

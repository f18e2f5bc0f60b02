"""The rows of the lane as a table that can be sorted, searched and selected."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import pandas as pd
import streamlit as st

from pages._ui.lane.payload import Badge, absent_call, flag_badges, measured, state_badges
from pages._ui.lane.segments import arguments_segments
from toolscore_core.credentials.masking import MaskedCall
from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.frames import calls_frame
from toolscore_core.report.words import plain, state_notes

_TITLES: Final = {
    "row": "#",
    "state": "State",
    "expected_tool": "Expected",
    "actual_tool": "Actual",
    "flags": "Flags",
    "judge": "Judge",
    "duration_s": "Latency",
    "cost_usd": "Cost",
    "expected_args": "Expected arguments",
    "actual_args": "Actual arguments",
}
"""In the order of the columns."""

_ARGUMENTS_WIDTH: Final = 320

_ROOM: Final = 570
"""Pixels for state, flags and both names beside the measures, in a window of 1,440."""

_MEASURES: Final = 160
"""Pixels of the measures."""

_EXPECTED: Final = ("state", "expected_tool", "expected_args")
_MEASURED: Final = ("duration_s", "cost_usd")
_CELL_CHARACTERS = 500

_HEIGHT = 518
"""Tallest table, in pixels: the inspector's height in a window of 780."""


def table(
    evaluation: MaskedEvaluation,
    kept: Sequence[int],
    selected: int | None,
    *,
    version: str,
    judged: Mapping[int, str] = MappingProxyType({}),
) -> int | None:
    """Draw the table.

    Args:
        evaluation: The case.
        version: Names the state of the workspace.
        kept: 0-based positions of the rows to show.
        selected: Position of the selected row; None when none is.
        judged: What a judge said of rows, by position.

    Returns:
        Position of the row that is selected in the table; None when none is.
    """
    if not kept:
        st.text("No row of this case is of that kind." if evaluation.rows else "There are no calls.")
        return None
    frame = table_frame(evaluation, kept, judged)
    state = st.dataframe(
        frame,
        hide_index=True,
        height=min(_HEIGHT, 38 + 35 * len(kept)),
        column_config=_columns(widths(evaluation, frame)),
        column_order=column_order(evaluation, judged=bool(judged)),
        on_select="rerun",
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [kept.index(selected) if selected in kept else 0]}},
        placeholder="–",
        alt="Calls of this case",
        key=f"table|{version}|{evaluation.key}|{len(kept)}",
    )
    rows = state["selection"]["rows"]
    return kept[rows[0]] if rows and rows[0] < len(kept) else None


def column_order(evaluation: MaskedEvaluation, *, judged: bool = False) -> tuple[str, ...]:
    """The columns that this case has something for: no expected calls without gold, no measures where none is known."""
    hidden = {
        *(() if evaluation.case is not None else _EXPECTED),
        *(() if judged else ("judge",)),
        *(() if measured(evaluation) else _MEASURED),
    }
    return tuple(name for name in _TITLES if name not in hidden)


def _columns(needed: Mapping[str, int]) -> dict[str, Any]:
    texts = {
        name: st.column_config.TextColumn(title, width=needed.get(name, _ARGUMENTS_WIDTH))
        for name, title in _TITLES.items()
    }
    return {
        **texts,
        "row": st.column_config.NumberColumn(_TITLES["row"], width=40, pinned=True),
        "duration_s": st.column_config.NumberColumn(_TITLES["duration_s"], format="%.3f s", width=76),
        "cost_usd": st.column_config.NumberColumn(_TITLES["cost_usd"], format="$%.5f", width=84),
    }


def widths(evaluation: MaskedEvaluation, frame: pd.DataFrame) -> dict[str, int]:
    """Pixels of state, flags and both names: so much as the texts need, so that all but the arguments are in sight."""
    fixed = {"state": _needed(frame["state"], 170), "flags": _needed(frame["flags"], 226)}
    if frame["judge"].any():
        fixed["judge"] = _needed(frame["judge"], 140)
    room = _ROOM + (0 if measured(evaluation) else _MEASURES)
    names = max(100, (room - sum(fixed.values())) // 2)
    return {
        **fixed,
        "expected_tool": _needed(frame["expected_tool"], names),
        "actual_tool": _needed(frame["actual_tool"], names),
    }


def _needed(texts: "pd.Series[str]", most: int) -> int:
    """Pixels of the longest text, within bounds."""
    return min(most, max(74, 28 + round(7.6 * int(texts.str.len().max()))))


def table_frame(
    evaluation: MaskedEvaluation, kept: Sequence[int], judged: Mapping[int, str] = MappingProxyType({})
) -> pd.DataFrame:
    """The rows at the given positions, in the words of the lane; "not expected" and "never called" are said, not left blank."""
    frame = calls_frame([evaluation]).iloc[list(kept)].reindex(columns=list(_TITLES)).reset_index(drop=True)
    rows = [evaluation.rows[position] for position in kept]
    frame["row"] = [position + 1 for position in kept]
    frame["state"] = [_state(row) for row in rows]
    frame["flags"] = [_words(flag_badges(evaluation, row)) for row in rows]
    frame["judge"] = [judged.get(position, "") for position in kept]
    frame["expected_tool"] = [plain(row.expected.tool) if row.expected else "not expected" for row in rows]
    frame["expected_args"] = [_arguments(row.expected, expected=True) for row in rows]
    frame["actual_tool"] = [plain(row.actual.tool) if row.actual else absent_call(evaluation) for row in rows]
    frame["actual_args"] = [_arguments(row.actual, expected=False) for row in rows]
    return frame


def _state(row: MaskedRow) -> str:
    words = _words(state_badges(row))
    return ", ".join([words, *state_notes(row)])


def _words(badges: Sequence[Badge]) -> str:
    return ", ".join(f"{badge['symbol']} {badge['word']}".strip() for badge in badges)


def _arguments(call: MaskedCall | None, *, expected: bool) -> str:
    if call is None:
        return ""
    if not call.args:
        return "not checked" if expected and call.args is None else "no arguments"
    return "".join(str(text) for text, _ in arguments_segments(call.args, expected=expected, limit=_CELL_CHARACTERS))

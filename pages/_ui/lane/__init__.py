"""The aligned diff as a component of the page: `lane(...)` mounts it and says which row was picked."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

import streamlit as st

from pages._ui.components import component, told
from pages._ui.lane.filters import rows_of
from pages._ui.lane.payload import LanePayload, first_of_page, lane_page
from toolscore_core.masked import MaskedEvaluation

_HERE: Final = Path(__file__).parent

_LANE: Final = component("toolscore_lane", "lane", _HERE, "style.css", "index.js")

KEY: Final = "lane"
"""Widget key of the lane."""


def picked_row() -> int | None:
    """Number of the row that was picked last in the lane; None when none was. For the callback of `lane`."""
    picked = told(KEY, "picked")
    return picked.get("row") if isinstance(picked, dict) and isinstance(picked.get("row"), int) else None


def lane(
    evaluation: MaskedEvaluation,
    on_pick: Callable[[], None],
    *,
    version: str,
    chosen: Sequence[str] = (),
    selected: int | None = None,
    notes: Mapping[int, str] = MappingProxyType({}),
) -> None:
    """Mount the lane.

    A row that was picked in the lane itself is not sent back to it: the payload then stays the same from pick to
    pick, and Streamlit does not send it again.

    Args:
        evaluation: The case.
        on_pick: Called before the page runs again after a row was picked; `picked_row` then names it.
        version: Names the state of the workspace; unique on the server, since pages of rows are kept by it.
        chosen: Keys of the filters that are on.
        selected: 0-based position of the selected row; None when none is.
        notes: Position of a row -> what else is known of it; part of what `version` names.
    """
    kept = rows_of(evaluation, chosen)
    page = _page(version, evaluation.key, tuple(chosen), first_of_page(kept, selected), evaluation, notes)
    number = selected + 1 if selected is not None and selected in kept else None
    picked = told(KEY, "picked")
    known = picked == {"version": page["version"], "row": number}
    _LANE(key=KEY, data={**page, "selected": None if known else number}, on_picked_change=on_pick)


@st.cache_resource(max_entries=8, show_spinner=False)
def _page(
    version: str,
    key: str,
    chosen: tuple[str, ...],
    first: int,
    _evaluation: MaskedEvaluation,
    _notes: Mapping[int, str],
) -> LanePayload:
    """The rows of a page, built once: every click runs the script again, and thousands of rows take a while."""
    return lane_page(_evaluation, version=version, chosen=chosen, first=first, notes=_notes)

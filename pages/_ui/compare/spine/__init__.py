"""The gold spine as components of the page: the grid, which says what was opened, and the strip of first divergences."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import streamlit as st

from pages._ui.compare.spine.divergence import divergence_payload
from pages._ui.compare.spine.payload import REFERENCE, SpinePayload, spine_payload
from pages._ui.components import component
from toolscore_core.comparison.spine_records import DivergenceCounts, Spine
from toolscore_core.masked import MaskedEvaluation

_HERE: Final = Path(__file__).parent


_GRID: Final = component("toolscore_spine", "spine", _HERE, "style.css", "packing.js", "index.js")

_STRIP: Final = component("toolscore_divergence", "divergence card", _HERE, "divergence.css", "divergence.js")


@dataclass(frozen=True, slots=True)
class Opened:
    """A row of a lane that was asked for.

    Attributes:
        entry: Whose lane.
        position: 0-based position in its rows.
    """

    entry: MaskedEvaluation
    position: int


def spine_grid(spine: Spine, *, version: str, key: str = "spine") -> Opened | None:
    """Draw the grid; returns what was opened in it by a click or by Enter since the last run, once.

    Args:
        spine: The case.
        version: Names the state of the workspace; unique on the server, since rows are kept by it.
        key: Unique on the page.
    """
    entries = [column.entry for column in spine.columns]
    keys = [None if entry is None else entry.key for entry in (spine.reference, *entries)]
    runs = [column.run for column in spine.columns]
    data = _payload(f"{version}|{spine.case_id}|{keys}|{runs}", spine)
    result = _GRID(key=key, data=data, on_opened_change=lambda: None)
    return read_opened(spine, data["version"], result.get("opened"))


def divergence_strip(counts: Sequence[DivergenceCounts], *, key: str = "divergence") -> None:
    """Draw at which step the cases of each run first leave the gold.

    Args:
        counts: One for each run; nothing is drawn without any.
        key: Unique on the page.
    """
    if counts:
        _STRIP(key=key, data=divergence_payload(counts))


def read_opened(spine: Spine, version: str, value: Any) -> Opened | None:
    """What the browser asked for, when the spine of that version holds it; anything else is None."""
    if not isinstance(value, dict) or value.get("version") != version:
        return None
    number, position = value.get("column"), value.get("row")
    if not isinstance(number, int) or not isinstance(position, int):
        return None
    entry: MaskedEvaluation | None = None
    if number == REFERENCE:
        entry = spine.reference
    elif 0 <= number < len(spine.columns):
        entry = spine.columns[number].entry
    return Opened(entry, position) if entry is not None and 0 <= position < len(entry.rows) else None


@st.cache_resource(max_entries=8, show_spinner=False)
def _payload(version: str, _spine: Spine) -> SpinePayload:
    """The rows, built once: every click on the page runs the script again, and hundreds of rows take a while."""
    return spine_payload(_spine, version=version)

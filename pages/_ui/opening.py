"""A case, and a call in it -> the review page opened there."""

from typing import Any, Final
from urllib.parse import urlencode

import streamlit as st

from pages._ui import state

REVIEW: Final = "pages/review.py"


def review_address(**place: str | int | None) -> str:
    """Address of the review page at a case, run, trial and row, for a link on any page."""
    return "review?" + urlencode(state.link_params(**place))


def open_review(**place: str | int | None) -> None:
    """Go to the review page at a case, run, trial and row."""
    st.switch_page(REVIEW, query_params=state.link_params(**place))


def place_of(line: dict[str, Any]) -> dict[str, str | int | None]:
    """Query parameters that name the call of a line of a table that has the columns of a place, and `row` (0-based)."""
    row = None if line["row"] is None else line["row"] + 1
    return {"case": line["case"], "run": line["run"] or None, "trial": line["trial"], "row": row}

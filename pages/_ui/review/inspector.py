"""The call inspector as a component of the page."""

from pathlib import Path
from typing import Final

import streamlit as st

from pages._ui.lane import DOM_JS, TOKENS_CSS
from pages._ui.review.inspection import Section, inspect
from toolscore_core.masked import MaskedEvaluation

_HERE: Final = Path(__file__).parent

_INSPECTOR: Final = st.components.v2.component(
    "toolscore_inspector",
    html='<div class="root inspector"></div>',
    css=TOKENS_CSS + (_HERE / "inspector.css").read_text(encoding="utf-8"),
    js=DOM_JS + (_HERE / "inspector.js").read_text(encoding="utf-8"),
)


def inspector(
    evaluation: MaskedEvaluation, position: int | None, *, version: str, judged: Section | None = None
) -> None:
    """Draw what is known about a row; a hint when no row is chosen. `version` changes with what a judge said."""
    data = None if position is None else inspect(evaluation, position, version=version, judged=judged)
    _INSPECTOR(
        key="inspector", data={"call": data, "hint": "Choose a call to see its arguments, result and arithmetic."}
    )

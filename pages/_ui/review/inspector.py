"""The call inspector as a component of the page."""

from pathlib import Path
from typing import Final

from pages._ui.components import component
from pages._ui.review.inspection import Section, inspect
from toolscore_core.masked import MaskedEvaluation

_HERE: Final = Path(__file__).parent

_INSPECTOR: Final = component("toolscore_inspector", "inspector", _HERE, "inspector.css", "inspector.js")


def inspector(
    evaluation: MaskedEvaluation, position: int | None, *, version: str, judged: Section | None = None
) -> bool:
    """Draw what is known about a row; a hint when no row is chosen. `version` changes with what a judge said.

    Returns:
        Whether the button of a section was pressed just now.
    """
    data = None if position is None else inspect(evaluation, position, version=version, judged=judged)
    said = _INSPECTOR(
        key="inspector",
        data={"call": data, "hint": "Choose a call to see its arguments, result and arithmetic."},
        on_pressed_change=lambda: None,
    )
    return bool(said.get("pressed"))

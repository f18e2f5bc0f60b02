"""A text of rules -> an editor in the browser, which sends what is typed after each pause."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import streamlit as st

_HERE: Final = Path(__file__).parent
_EDITOR: Final = st.components.v2.component(
    "toolscore_rules",
    html='<div id="editor"></div>',
    css=(_HERE / "style.css").read_text("utf-8"),
    js=(_HERE / "index.js").read_text("utf-8"),
)

KEY: Final = "rules_editor"
"""Widget key of the editor."""


def editor(
    text: str, on_typed: Callable[[], None], *, version: str, marks: Mapping[int, int], error: int | None, sealed: bool
) -> None:
    """Draw it.

    Args:
        text: What stands in it when it is drawn first, and whenever the version changes.
        on_typed: Called before the page runs again after something was typed; `typed` then says what.
        version: Names the text and how often it was set by us.
        marks: 1-based line of each rule -> how many calls it forbids.
        error: 1-based line of the first error; None for none.
        sealed: Whether it can only be read.
    """
    data = {
        "text": text,
        "version": version,
        "marks": {str(line): count for line, count in marks.items()},
        "error": error,
        "sealed": sealed,
    }
    _EDITOR(key=KEY, data=data, on_typed_change=on_typed)


def typed() -> tuple[str, str] | None:
    """Version and text of what was typed last; None when nothing was. For the callback of `editor`."""
    state: Any = st.session_state.get(KEY)
    return read_typed(state.get("typed") if state else None)


def read_typed(value: Any) -> tuple[str, str] | None:
    """What the browser sent, when it has the right shape; anything else is None."""
    if not isinstance(value, dict):
        return None
    version, text = value.get("version"), value.get("text")
    return (version, text) if isinstance(version, str) and isinstance(text, str) else None

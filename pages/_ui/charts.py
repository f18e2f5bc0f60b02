"""Drawing a Plotly figure: theme, settings and clicks, the same on every page."""

from collections.abc import Callable
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from toolscore_core.report.figures import CONFIG, DARK, LIGHT, Tokens


def tokens() -> Tokens:
    """Colours of the theme in which the page is seen."""
    return DARK if st.context.theme.type == "dark" else LIGHT


def chart(figure: go.Figure, *, key: str, alt: str) -> None:
    """Draw a figure that only shows something.

    Args:
        figure: From `report.figures`.
        key: Unique on the page.
        alt: The chart in words, for screen readers.
    """
    st.plotly_chart(figure, theme=None, config=CONFIG, key=key, alt=alt)


def clickable(figure: go.Figure, *, key: str, alt: str, on_click: Callable[[], None]) -> None:
    """Draw a figure whose marks can be clicked.

    Args:
        figure: From `report.figures`.
        key: Unique on the page.
        alt: The chart in words, for screen readers.
        on_click: Called before the page runs again after a click; `clicked` then says on what.
    """
    st.plotly_chart(figure, theme=None, config=CONFIG, key=key, alt=alt, on_select=on_click, selection_mode="points")


def clicked(key: str) -> list[Any] | None:
    """The `customdata` of the mark that was clicked last in a chart; None when none is. For the callback of `clickable`."""
    held: Any = st.session_state.get(key)
    points = held["selection"]["points"] if held else []
    data = points[0].get("customdata") if points else None
    return list(data) if isinstance(data, (list, tuple)) else None


def note(text: str) -> None:
    """A muted line below a chart or table. The text is ours, never a file's.

    No `st.caption`: that is too pale to read on a white card.
    """
    st.markdown(f":small[:gray[{text}]]")

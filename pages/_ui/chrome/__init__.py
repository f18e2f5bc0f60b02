"""The page's own style sheet, for what the theme cannot say.

Two names serve every page: a bordered `st.container` whose key starts with "card" is a card on the surface colour, and
`st.text` inside a container whose key starts with "quiet" is small and muted.
"""

from pathlib import Path

import streamlit as st

_FOLDER = Path(__file__).parent
_COMPONENT = st.components.v2.component(
    "toolscore_chrome",
    html='<span id="theme" hidden></span>\n',
    css=(_FOLDER / "style.css").read_text("utf-8"),
    js=(_FOLDER / "index.js").read_text("utf-8"),
    isolate_styles=False,
)


def chrome() -> None:
    """Apply the style sheet; drawn once on every page, and nothing of it is seen."""
    _COMPONENT(key="chrome")

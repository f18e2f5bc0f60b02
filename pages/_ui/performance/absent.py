"""What a page says where a file does not tell a number."""

import streamlit as st

from pages._ui.charts import note
from toolscore_core.report.performance_sentences import absent_text


def draw_absent(text: str, what: str, key: str) -> None:
    """Say what is not told, and on demand which field of a file would tell it.

    Args:
        text: What is not told; ours.
        what: As in `absent_text`.
        key: Unique on the page.
    """
    st.text(text)
    with st.expander("Which field of a file fills this", key=f"absent_{key}"):
        note(absent_text(what))

"""The head of the review page: which case and run, the way to the next one, export."""

from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.choosing import choose_entry, entries_beside
from pages._ui.review.make_gold import make_gold
from pages._ui.state import View
from pages._ui.widgets import page_head
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.export import report_name, to_csv, to_html, to_json, to_markdown

_EXPORTS: Final[tuple[tuple[str, str, str, Callable[..., str]], ...]] = (
    ("HTML report", "html", "text/html", to_html),
    ("Markdown", "md", "text/markdown", to_markdown),
    ("CSV", "csv", "text/csv", to_csv),
    ("JSON", "json", "application/json", to_json),
)


def header(view: View, entry: MaskedEvaluation) -> None:
    """Draw the head above an entry; what is chosen in it goes to the URL before the page runs again."""
    walk = entries_beside(view.entries, entry)
    at = next(position for position, other in enumerate(walk) if other.key == entry.key)
    with page_head("Review"):
        choose_entry(view.entries, entry)
        with st.container(key="quiet_position", width="content"):
            order = ", worst first" if entry.case is not None else ""
            st.text(f"{at + 1:,} of {len(walk):,}{order}")
        st.space("stretch")
        _step("‹ Previous", "K", walk[at - 1] if at > 0 else None)
        _step("Next ›", "J", walk[at + 1] if at + 1 < len(walk) else None)
        if entry.trace is not None and st.button("Make gold", key="make_gold", help="Make gold from this trace"):
            make_gold(view, entry)
        _export(view, entry)


def _step(label: str, shortcut: str, target: MaskedEvaluation | None) -> None:
    st.button(
        label,
        key=f"step_{shortcut}",
        shortcut=shortcut,
        disabled=target is None,
        on_click=partial(state.choose, target) if target is not None else None,
    )


def _export(view: View, entry: MaskedEvaluation) -> None:
    with st.popover("Export"):
        everything = st.radio(
            "What", ("This case", "All cases and runs"), key="export_what", label_visibility="collapsed"
        )
        shown = [entry] if everything == "This case" else view.entries
        for label, ending, mime, write in _EXPORTS:
            st.download_button(
                label,
                data=partial(write, shown),
                file_name=report_name(shown, ending),
                mime=mime,
                on_click="ignore",
                width="stretch",
                key=f"export_{ending}",
            )
        st.caption("Credentials are masked in every report.")

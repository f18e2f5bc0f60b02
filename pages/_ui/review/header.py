"""The head of the review page: which case and run, the way to the next one, export."""

from functools import partial

import streamlit as st

from pages._ui import state
from pages._ui.choosing import choose_entry, entries_beside
from pages._ui.exporting import export_button
from pages._ui.review.make_gold import make_gold
from pages._ui.state import View
from pages._ui.stored import READ_ONLY
from pages._ui.widgets import page_head
from toolscore_core.masked import MaskedEvaluation


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
        why = READ_ONLY if entry.stored else "Make gold from this trace"
        if entry.trace is not None and st.button("Make gold", key="make_gold", help=why, disabled=entry.stored):
            make_gold(view, entry)
        export_button(view, [entry])


def _step(label: str, shortcut: str, target: MaskedEvaluation | None) -> None:
    st.button(
        label,
        key=f"step_{shortcut}",
        shortcut=shortcut,
        disabled=target is None,
        on_click=partial(state.choose, target) if target is not None else None,
    )

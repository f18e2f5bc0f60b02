"""What must not have happened: credentials in traces, and forbidden calls, each leading to its call; and the rules."""

from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.choosing import switch
from pages._ui.exporting import export_button
from pages._ui.safety.findings import draw_findings
from pages._ui.safety.rules import draw_rules
from pages._ui.shell import run_page
from pages._ui.state import View
from pages._ui.widgets import nothing, page_head
from toolscore_core.report.sentences import safety_sentence

VIEWS: Final = {"findings": "Findings", "rules": "Rules"}


def show(view: View) -> None:
    """Everything below the menu."""
    wanted = state.param("view")
    shown = wanted if wanted in VIEWS else "findings"
    with page_head("Safety"):
        st.space("stretch")
        switch("Show", VIEWS, shown, lambda chosen: state.set_params(view=chosen, filter=None))
        export_button(view)
    if all(entry.trace is None for entry in view.entries):
        nothing(view, "No trace was read, so there is nothing to check. The start page says what was read.")
        if shown != "rules":
            return
    if shown == "rules":
        draw_rules(view)
        return
    st.text(safety_sentence(view.entries, None if view.rules is None else len(view.rules)))
    draw_findings(view)
    if view.rules is None:
        st.button(
            "Write rules for forbidden calls",
            key="write_rules",
            on_click=lambda: state.set_params(view="rules", filter=None),
        )


run_page("safety", show)

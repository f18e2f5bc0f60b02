"""What the agent cost in time, tokens and money, and what of it was waste."""

from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.choosing import switch
from pages._ui.exporting import export_button
from pages._ui.held import frame_of
from pages._ui.performance.money import draw_money
from pages._ui.performance.runs import draw_runs
from pages._ui.performance.time import draw_time
from pages._ui.performance.waste import draw_waste
from pages._ui.shell import run_page
from pages._ui.state import View
from pages._ui.widgets import nothing, page_head
from toolscore_core.report.frames import in_order, lines_of, usage_frame
from toolscore_core.report.performance_sentences import performance_sentence

VIEWS: Final = {"time": "Time", "cost": "Cost", "waste": "Waste"}


def show(view: View) -> None:
    """Everything below the menu."""
    entry = state.chosen(view)
    traced = any(other.trace is not None for other in view.entries)
    wanted = state.param("view")
    shown = wanted if wanted in VIEWS else "time"
    with page_head("Performance"):
        st.space("stretch")
        if entry is not None and traced:
            switch("Show", VIEWS, shown, _turn)
        export_button(view)
    if entry is None or not traced:
        nothing(view, "No trace was read, so there is nothing to time. The start page says what was read.")
        return
    usage = frame_of(view, usage_frame)
    st.text(performance_sentence(usage))
    draw_runs(lines_of(in_order(usage, view.runs)))
    if shown == "cost":
        draw_money(view)
    elif shown == "waste":
        draw_waste(view)
    else:
        draw_time(view, entry)


def _turn(shown: str) -> None:
    state.set_params(view=None if shown == "time" else shown, scope=None, filter=None, tool=None)


run_page("performance", show)

"""What a language model makes of the pairs that the comparison leaves in doubt, and what a person makes of them."""

from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.choosing import switch
from pages._ui.exporting import export_button
from pages._ui.judge.asking import draw_asking
from pages._ui.judge.desk import Desk, desk_of
from pages._ui.judge.labelling import draw_agreement, draw_question
from pages._ui.judge.outcome import draw_outcome
from pages._ui.judge.scope import draw_scope, entries_in_scope, pairs_in_scope, which
from pages._ui.judge.verdicts import draw_pair, draw_pairs
from pages._ui.shell import run_page
from pages._ui.state import View
from pages._ui.stored import READ_ONLY
from pages._ui.widgets import NOTHING_READ, nothing, page_head
from toolscore_core.judge.pairs import Pair
from toolscore_core.report.words import count_text

VIEWS: Final = {"verdicts": "Verdicts", "labels": "Labels"}


def show(view: View) -> None:
    """Everything below the menu."""
    wanted = state.param("view")
    shown = wanted if wanted in VIEWS else "verdicts"
    with page_head("Judge"):
        if view.cases and any(entry.trace is not None and not entry.stored for entry in view.entries):
            draw_scope(view)
            st.space("stretch")
            switch("Show", VIEWS, shown, lambda chosen: state.set_params(view=None if chosen == "verdicts" else chosen))
        export_button(view)
    if not view.entries:
        nothing(view, NOTHING_READ)
    elif not view.cases:
        nothing(
            view,
            "There is no gold, so there is no expected call that a judge could compare with what was done.",
            "Drop a gold file on the start page, or open a good trace in Review and make it the gold.",
        )
    elif all(entry.trace is None for entry in view.entries):
        nothing(view, "No case has a trace, so there is nothing to judge. The start page says what was read.")
    elif all(entry.stored or entry.trace is None for entry in view.entries):
        nothing(view, READ_ONLY, "Drop the gold file and the traces themselves to have pairs judged.")
    else:
        _pairs(view, desk_of(state.held_workspace()), blind=shown == "labels")


def _pairs(view: View, desk: Desk, *, blind: bool) -> None:
    pairs = pairs_in_scope(view)
    stored = sum(entry.stored for entry in entries_in_scope(view))
    if not pairs:
        st.text(_without_pairs(stored))
        return
    if stored:
        st.text(f"{count_text(stored, 'stored result')} left out. {READ_ONLY}")
    if blind:
        _labels(view, desk, pairs)
    else:
        draw_outcome(view, desk, pairs, doubtful=which() == "doubt")
        agents = [
            entry.trace.model for entry in entries_in_scope(view) if entry.trace is not None and entry.trace.model
        ]
        draw_asking(view, desk, pairs, [str(agent) for agent in agents])
        left, right = st.container(key="stacked_verdicts").columns((0.7, 0.3), gap="small")
        with left:
            chosen = draw_pairs(view, desk, pairs, blind=False)
        with right:
            draw_pair(view, desk, chosen, blind=False)


def _without_pairs(stored: int) -> str:
    if stored:
        return READ_ONLY
    if which() == "doubt":
        return "No pair is in doubt: every expected call that was made was made as expected."
    return "No expected call stands beside a recorded one."


def _labels(view: View, desk: Desk, pairs: list[Pair]) -> None:
    st.text("Say of each pair what you think. What the judge says shows after that, so that it cannot lead you.")
    left, right = st.container(key="stacked_labels").columns((0.6, 0.4), gap="small")
    with left:
        chosen = draw_pairs(view, desk, pairs, blind=True)
        draw_agreement(desk, pairs)
    with right:
        draw_question(desk, pairs, chosen)
        draw_pair(view, desk, chosen, blind=True)


run_page("judge", show)

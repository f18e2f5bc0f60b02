"""The head of the Compare page: which run is the baseline, which are compared with it, when a case passes, export."""

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui import state
from pages._ui.choosing import box, several
from pages._ui.compare.choices import MOST_RUNS, Choices, write_list
from pages._ui.exporting import export_button
from pages._ui.passing import pass_rule_control
from pages._ui.state import View
from pages._ui.widgets import page_head
from toolscore_core.comparison import Comparison
from toolscore_core.report.words import plain


def header(view: View, runs: Sequence[str], chosen: Choices, comparison: Comparison) -> None:
    """Draw the head; what is chosen in it goes to the URL before the page runs again.

    Args:
        view: The workspace.
        runs: Labels of all runs, at least two.
        chosen: What is compared now.
        comparison: The one in focus, for reports.
    """
    others = [run for run in runs if run != chosen.baseline]

    def rebase(at: int) -> None:
        state.set_params(base=runs[at], against=None, focus=None, filter=None)

    def against(at: list[int]) -> None:
        named = [others[position] for position in at]
        state.set_params(against=None if len(named) in (0, len(others)) else write_list(named), filter=None)

    with page_head("Compare"):
        with _labelled("base", "Baseline"):
            box("Baseline", [plain(run) for run in runs], runs.index(chosen.baseline), rebase, width=136)
        with _labelled("against", "Against"):
            at = [others.index(run) for run in chosen.against]
            several("Against", [plain(run) for run in others], at, against, most=MOST_RUNS - 1, width=_width(chosen))
        if view.cases:
            pass_rule_control(view)
        st.space("stretch")
        export_button(view, comparison=comparison)


def _width(chosen: Choices) -> int:
    """Pixels that the chosen labels take, within bounds."""
    return min(254, 92 + sum(24 + round(7.5 * len(run)) for run in chosen.against))


def _labelled(key: str, text: str) -> DeltaGenerator:
    """Room for a box with its label before it; the two go to another line together."""
    both = st.container(
        horizontal=True, vertical_alignment="center", gap="xsmall", width="content", key=f"quiet_label_{key}"
    )
    both.text(text, width="content")
    return both

"""Runs over the same cases, side by side: which is better, where, at what price, and whether that is more than noise."""

import streamlit as st

from pages._ui import state
from pages._ui.compare.cases import draw_cases
from pages._ui.compare.choices import Choices, choices
from pages._ui.compare.head import header
from pages._ui.compare.held import compared, results_of
from pages._ui.compare.notes import draw_notes, stored_line
from pages._ui.compare.overview import focused, overview
from pages._ui.exporting import export_button
from pages._ui.shell import run_page
from pages._ui.state import View
from pages._ui.widgets import NOTHING_READ, nothing, page_head

_ONE_RUN = (
    "All traces are of one run. Drop those of another model, prompt or version over the same cases, or give some of the "
    "files another run label, and the runs are compared here."
)


def show(view: View) -> None:
    """Everything below the menu."""
    runs = runs_of(view)
    if len(runs) < 2:
        with page_head("Compare"):
            st.space("stretch")
            export_button(view)
        nothing(view, _ONE_RUN if runs else NOTHING_READ)
        return
    chosen = choices(runs)
    every = [compared(view, chosen.baseline, run) for run in chosen.against]
    at = chosen.against.index(chosen.focus)
    header(view, runs, chosen, every[at][0])
    stored_line(view, chosen)
    overview(every, at, lambda: _focus(chosen))
    draw_cases(view, chosen)
    draw_notes(view, [comparison for comparison, _ in every])


def runs_of(view: View) -> list[str]:
    """Labels of the runs that have a trace, in the order of their files; those that answer a case go first."""
    results = results_of(view)
    known = [run for run in dict.fromkeys([*view.runs, *results.runs]) if any(r.trials for r in results.of_run(run))]
    return sorted(known, key=lambda run: not any(result.n for result in results.of_run(run)))


def _focus(chosen: Choices) -> None:
    at = focused()
    if at is not None and 0 <= at < len(chosen.against):
        state.set_params(focus=chosen.against[at], filter=None)


run_page("compare", show)

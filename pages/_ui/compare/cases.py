"""The cases of a comparison: strip, list, and the calls of the chosen one side by side.

It is a fragment: picking a case or a filter draws this part of the page anew and leaves the rest alone.
"""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.choosing import box, switch
from pages._ui.compare import case_list, strip
from pages._ui.compare.charts import draw_charts
from pages._ui.compare.choices import Choices, read_list, write_list
from pages._ui.compare.filters import Filters, filters
from pages._ui.compare.held import compared, divergences, results_of, rows_of
from pages._ui.compare.notes import draw_trials
from pages._ui.compare.rows import CaseRow
from pages._ui.compare.selection import entries_of, selected_case, trial_numbers
from pages._ui.compare.spine import divergence_strip, spine_grid
from pages._ui.components import told
from pages._ui.held import held, version_of
from pages._ui.opening import REVIEW, open_review
from pages._ui.state import View
from toolscore_core.comparison.spine import spine
from toolscore_core.comparison.spine_records import Spine
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_words import against_text
from toolscore_core.report.spine_words import spine_words
from toolscore_core.report.words import plain

CALLS: Final = "calls"
CHARTS: Final = "charts"
_VIEWS: Final = {CALLS: "Calls", CHARTS: "Charts"}

_WORST: Final = "Worst trials"


@st.fragment
def draw_cases(view: View, chosen: Choices) -> None:
    """Draw it all."""
    comparison, _ = compared(view, chosen.baseline, chosen.focus)
    rows = rows_of(view, chosen)
    found = filters(read_list(state.param("filter")), chosen.runs)
    kept = found.kept(rows, chosen.runs)
    case_id = selected_case(results_of(view), comparison, [rows[at].case_id for at in kept])

    def press_pill() -> None:
        pressed = strip.pressed()
        if pressed == strip.SWITCH:
            _write(found.only_different(found.shows_same(rows)))
        elif pressed is not None:
            _write(found.toggled(pressed))

    def press_counter() -> None:
        pressed = case_list.pressed(chosen.runs)
        if pressed is not None:
            _write(Filters((pressed,)) if pressed == case_list.RESET else found.toggled(pressed))

    if not comparison.lacks_gold:
        strip.strip(
            rows,
            found,
            set(kept),
            case_id,
            press_pill,
            lambda: _pick(_picked(strip.KEY, rows)),
            label=f"Cases of {against_text(comparison)}",
            version=f"{version_of(view)}|{chosen.baseline}|{chosen.focus}",
        )
    with st.container(key="compare_split"):
        left, right = st.columns((0.39, 0.61), gap="small")
    with left:
        case_list.case_list(
            rows,
            found,
            kept,
            case_id,
            press_counter,
            lambda: _pick(_picked(case_list.KEY, rows)),
            runs=chosen.runs,
            focus=chosen.focus,
        )
        if not comparison.lacks_gold:
            divergence_strip(divergences(view, chosen))
        draw_trials(results_of(view), chosen, tests=0 if comparison.lacks_gold else len(chosen.against))
    with right:
        _detail(view, chosen, case_id)


def _write(wanted: Filters) -> None:
    state.set_params(filter=write_list(wanted.tokens))


def _picked(key: str, rows: Sequence[CaseRow]) -> str | None:
    """Id of the case that was picked in the component of that key, by its position; None when there is none there."""
    at = told(key, "picked")
    return rows[at].case_id if isinstance(at, int) and 0 <= at < len(rows) else None


def _pick(case_id: str | None) -> None:
    if case_id is not None:
        state.set_params(case=case_id, run=None, trial=None, row=None)


def _detail(view: View, chosen: Choices, case_id: str | None) -> None:
    """What stands beside the list: the calls of the chosen case, or charts of all cases."""
    entries = [] if case_id is None else entries_of(results_of(view), case_id, chosen.runs, state.int_param("trial"))
    wanted = state.param("view")
    shown = wanted if wanted in _VIEWS else CALLS
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="compare_detail_head"):
        if shown == CALLS and case_id is not None:
            _heading(chosen, case_id, entries)
            _trial(trial_numbers(results_of(view), case_id, chosen.runs))
        st.space("stretch")
        switch("Show beside the cases", _VIEWS, shown, lambda to: state.set_params(view=to))
    if shown == CHARTS:
        draw_charts(view, chosen, case_id, _pick)
    elif not entries:
        st.text("Choose a case." if case_id is None else "None of these runs has a trace of this case.")
    else:
        _calls(view, chosen, entries)


def _heading(chosen: Choices, case_id: str, entries: list[MaskedEvaluation]) -> None:
    """Name of the case and the way to Review."""
    with st.container(key="strong_case", width="content"):
        st.text(plain(case_id))
    opened = next((entry for entry in entries if entry.run == chosen.focus), None)
    if opened is not None:
        st.page_link(REVIEW, label="Open in Review", query_params=state.link_params(**state.entry_params(opened)))


def _calls(view: View, chosen: Choices, entries: list[MaskedEvaluation]) -> None:
    """The spine; a click in it opens Review at that call."""
    found = _spine(view, chosen, entries)
    if all(entry.case is None for entry in entries):
        with st.container(key="quiet_spine"):
            st.text(spine_words(found))
    opened = spine_grid(found, version=version_of(view))
    if opened is not None:
        open_review(**state.entry_params(opened.entry), row=opened.position + 1)


def _trial(numbers: list[int]) -> None:
    """The box that chooses the trial, of those numbers; nothing is drawn without any."""
    if not numbers:
        return
    number = state.int_param("trial")
    at = numbers.index(number) + 1 if number in numbers else 0
    names = [_WORST, *(f"Trial {number}" for number in numbers)]
    box("Trial", names, at, lambda to: state.set_params(trial=numbers[to - 1] if to else None), width=148)


def _spine(view: View, chosen: Choices, entries: list[MaskedEvaluation]) -> Spine:
    names = {str(run): run for run in results_of(view).runs}
    keys = [entry.key for entry in entries]
    return held(view, f"spine {keys} {chosen.runs}", lambda: spine(entries, [names[run] for run in chosen.runs]))

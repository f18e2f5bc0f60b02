"""One case of one run: verdict, aligned diff, and everything known about the selected call."""

from collections.abc import Mapping, Sequence
from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.choosing import switch
from pages._ui.judge.desk import desk_of
from pages._ui.judge.entrance import judge_section, open_judge
from pages._ui.judge.notes import judged_rows, lane_note, table_note
from pages._ui.lane import lane, picked_row
from pages._ui.lane.filters import chosen_filters, rows_of, toggled
from pages._ui.review.conversation import conversation, picked_call
from pages._ui.review.header import header
from pages._ui.review.inspector import inspector
from pages._ui.review.notes import notes_of, problem_lines
from pages._ui.review.selection import selected_position
from pages._ui.review.summary import chips, toggled_chip, verdict
from pages._ui.review.table import table
from pages._ui.roles import draw_role_hint
from pages._ui.shell import run_page
from pages._ui.state import View
from pages._ui.stored import origin_of, stored_sentence
from pages._ui.widgets import NOTHING_READ, nothing, page_head
from toolscore_core.masked import MaskedEvaluation

VIEWS: Final = {"lane": "Lane", "table": "Table", "conversation": "Conversation"}


def show(view: View) -> None:
    """Everything below the menu."""
    entry = state.chosen(view)
    if entry is None:
        page_head("Review")
        nothing(view, NOTHING_READ)
        return
    header(view, entry)
    if all(other.trace is None for other in view.entries):
        draw_role_hint(view.files)
    origin = stored_sentence(origin_of(entry, view.stored))
    verdict(entry, view.rule, [*([origin] if origin else []), *notes_of(entry)])
    _problems(entry)
    filters = chosen_filters(state.param("filter"))
    shown = _tools(entry, filters)
    kept = rows_of(entry, filters)
    selected = selected_position(entry, kept, state.int_param("row"))
    desk = desk_of(state.held_workspace())
    judged = judged_rows(desk, entry)
    version = f"{state.param('w')}|{view.version}|{desk.version}"
    left, right = st.columns((0.705, 0.295), gap="small")
    with left:
        if shown == "table":
            notes = {position: table_note(known) for position, known in judged.items()}
            selected = _table(entry, kept, selected, version, notes)
        elif shown == "conversation":
            conversation(entry, selected, lambda: _select(picked_call()), version=version)
        else:
            lane(
                entry,
                lambda: _select(picked_row()),
                version=version,
                chosen=filters,
                selected=selected,
                notes={position: lane_note(known) for position, known in judged.items()},
            )
    with right:
        said = None if selected is None else judge_section(entry, selected, judged.get(selected))
        if inspector(entry, selected, version=version, judged=said) and selected is not None:
            open_judge(desk, entry, selected)


def _problems(entry: MaskedEvaluation) -> None:
    problems = problem_lines(entry)
    if problems:
        with st.expander("Problems in the settings of this case"):
            for problem in problems:
                st.text(problem)


def _tools(entry: MaskedEvaluation, filters: Sequence[str]) -> str:
    """Chips, and the switch between lane, table and conversation; returns which of them is shown."""
    wanted = state.param("view")
    shown = wanted if wanted in VIEWS else "lane"
    with st.container(horizontal=True, vertical_alignment="top", gap="small", key="review_tools"):
        chips(entry, filters, lambda: state.set_params(filter=toggled(filters, toggled_chip() or "")))
        switch("Show calls as", VIEWS, shown, lambda chosen: state.set_params(view=chosen))
    return shown


def _table(
    entry: MaskedEvaluation, kept: Sequence[int], selected: int | None, version: str, judged: Mapping[int, str]
) -> int | None:
    picked = table(entry, kept, selected, version=version, judged=judged)
    if picked is None or picked == selected:
        return selected
    _select(picked + 1)
    return picked


def _select(number: int | None) -> None:
    if number is not None:
        state.set_params(row=number)


run_page("review", show)

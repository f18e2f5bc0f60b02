"""Small pieces that more than one page uses."""

from typing import Final

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages._ui import state
from pages._ui.limits import StoreError
from pages._ui.opening import REVIEW
from pages._ui.roles import draw_role_hint
from pages._ui.state import View
from toolscore_core.report.words import plain

NOTHING_READ: Final = "The files hold no case and no trace. The start page says what was read."


MOST_NAMES: Final = 5


def page_head(title: str) -> DeltaGenerator:
    """The line on top of a page, of one height on all of them: its title; what is drawn in it stands beside the title."""
    head = st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="page_head")
    head.title(title, anchor=False, width="content")
    return head


def drop_zone(key: str) -> None:
    """A drop zone for any files; it empties itself once they are in the workspace."""
    _uploader(key, directory=False)


def folder_picker(key: str) -> None:
    """A picker of whole folders, which keeps each file's folder in its name."""
    _uploader(f"{key}_folder", directory=True)


def sample_button(key: str, label: str = "Load sample data") -> None:
    """A button that starts a workspace with the sample data."""
    if st.button(label, key=f"{key}_sample"):
        state.load_sample()
        st.rerun()


def nothing(view: View, *lines: str) -> None:
    """Why a page has nothing to show, what would fill it, and where there is something to see.

    Args:
        view: The workspace, which holds files.
        lines: What to say; texts of ours.
    """
    for line in lines:
        st.text(line)
    draw_role_hint(view.files)
    with st.container(horizontal=True, vertical_alignment="center"):
        sample_button("nothing")
        st.page_link("app.py", label="Start", query_params=state.link_params())
        if view.entries:
            st.page_link(REVIEW, label="Review", query_params=state.link_params())


def show_message() -> None:
    """Say once what the last upload could not do, and what it brought that was here before."""
    text = state.take_message()
    if text:
        refusal(text)
    known = state.take_message(quiet=True)
    if known:
        with st.container(key="quiet_known"):
            st.text(known)


def refusal(text: str) -> None:
    """Say what was refused; the text is ours and may start with a small letter."""
    st.warning(f"{text[:1].upper()}{text[1:]}.")


def lost_message() -> bool:
    """Say that the server no longer holds the files of this link, when that is so."""
    if not state.is_lost():
        return False
    st.warning(
        "This server no longer holds the files of this link: they were cleared, not used for a long time, or the "
        "server was started again. Drop them here again, and the link works as before."
    )
    return True


def sidebar_footer() -> None:
    """Gold, runs, cases and files with problems, in words."""
    lines = state.summary_lines()
    if lines:
        with st.container(key="footer"):
            for line in lines:
                st.text(line)


def _uploader(key: str, *, directory: bool) -> None:
    with st.container(key=f"{'folder' if directory else 'drop_zone'}_{key}"):
        uploaded = st.file_uploader(
            "Choose a folder; each file keeps its folder in its name."
            if directory
            else "Drop files here, any mix: JSON, JSONL, streams, .gz, .zst, .zip. Read on this machine, nothing leaves it.",
            accept_multiple_files="directory" if directory else True,
            key=f"{key}_{state.widget_generation(key)}",
        )
    if uploaded:
        given = [(file.name, file.getvalue()) for file in uploaded]
        _say_known(given)
        try:
            state.add_files(given)
        except StoreError as error:
            state.leave_message(str(error))
        state.renew_widget(key)
        st.rerun()


def _say_known(given: list[tuple[str, bytes]]) -> None:
    """Leave word of the files that the workspace holds already, by their masked names."""
    ids = {held.id for held in state.held_files() if (held.name, held.data) in set(given)}
    names = [plain(file.name) for file in state.file_views() if file.id in ids]
    if names:
        more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
        state.leave_message(f"Already there: {', '.join(names[:MOST_NAMES])}{more}", quiet=True)

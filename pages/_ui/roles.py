"""File views -> what to say when everything was read in one role although a file could play the other one too."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from pages._ui import state
from pages._ui.files import FileView
from pages._ui.store import BOTH
from toolscore_core.report.words import plain


@dataclass(frozen=True, slots=True)
class Hint:
    """What to say, and the file that is to be read as a trace at the press of a button; None for no button."""

    text: str
    file_id: str | None


def role_hint(files: Sequence[FileView], where: str) -> Hint | None:
    """What to say about the roles; None when there are gold and traces, or when no file could be read otherwise.

    Args:
        files: All files of a workspace.
        where: Where roles are chosen, seen from the page.
    """
    used = {file.role for file in files} - {None, "rules", "report"}
    doubtful = [file for file in files if file.role in used and BOTH in file.roles]
    if len(used) != 1 or used == {BOTH} or not doubtful:
        return None
    alone = doubtful[0] if len(doubtful) == 1 else None
    name = "Everything" if alone is None else plain(alone.name)
    if used == {"trace"}:
        which = "If one of the files lists the expected calls" if alone is None else "If it lists the expected calls"
        return Hint(f"{name} was read as a trace. {which}, choose Gold as its role {where}.", None)
    which = "If one of the files is a recorded trace" if alone is None else "If it is a recorded trace"
    return Hint(
        f"{name} was read as gold, so there is no trace to look at. {which}, choose Trace as its role {where}.",
        alone.id if alone is not None else None,
    )


def draw_role_hint(files: Sequence[FileView], where: str = "on the start page") -> None:
    """Say it, where there is something to say."""
    hint = role_hint(files, where)
    if hint is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="quiet_role_hint"):
        st.text(hint.text, width="content")
        if hint.file_id is not None and st.button("Read it as a trace", key="read_as_trace"):
            state.set_role(hint.file_id, "trace")
            st.rerun()

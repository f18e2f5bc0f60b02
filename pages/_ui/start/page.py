"""The start page: drop files, see what was read, and the list of cases."""

import streamlit as st

from pages._ui import state
from pages._ui.choosing import toggle
from pages._ui.exporting import export_button
from pages._ui.passing import pass_rule_control
from pages._ui.roles import draw_role_hint
from pages._ui.shell import draw_job, footer
from pages._ui.start.aliases import draw_aliases
from pages._ui.start.cases_table import draw_cases, sentence
from pages._ui.start.files_table import draw_files
from pages._ui.start.matching import draw_matching
from pages._ui.start.report import draw_report, opened_file
from pages._ui.state import View
from pages._ui.store import MADE_HERE
from pages._ui.stored import stored_sentence
from pages._ui.widgets import drop_zone, folder_picker, lost_message, page_head, sample_button, show_message
from toolscore_core.gold import dataset_to_jsonl
from toolscore_core.report.words import count_text


def start_page() -> None:
    """Draw it all."""
    found = state.view()
    footer()
    _header(found if isinstance(found, View) else None)
    lost_message()
    drop_zone("start")
    show_message()
    files = state.file_views()
    if not files:
        _first_steps()
        return
    draw_files(files)
    shown = opened_file(files)
    if shown is not None:
        draw_report(shown, files, found if isinstance(found, View) else None)
    if isinstance(found, View):
        _cases(found)
    elif found is not None:
        draw_job(found)


def _header(view: View | None) -> None:
    with page_head("Drop gold, traces and rules"):
        st.space("stretch")
        with st.popover("Folder…"):
            folder_picker("start")
        sample_button("start")
        if state.held_files():
            with st.popover("Clear"):
                _clear()
        if view is not None:
            export_button(view)


def _clear() -> None:
    """Ask before anything is dropped: there is no way back."""
    names = [file.name for file in state.held_files() if not file.inside]
    dropped = len(names) - names.count(MADE_HERE)
    made = " and ".join([count_text(dropped, "file")] * bool(dropped) + ["the gold made here"] * (MADE_HERE in names))
    st.text(f"Clear {made}?")
    if st.button("Clear all", key="clear"):
        state.clear()
        st.rerun()


def _cases(view: View) -> None:
    draw_aliases(view)
    with st.container(horizontal=True, vertical_alignment="center", key="quiet_cases_head"):
        st.header("Cases" if view.cases else "Traces", anchor=False, width="content")
        st.text(sentence(view), width="content")
        st.space("stretch")
        if view.cases:
            toggle(
                "Strict",
                view.strict,
                state.set_strict,
                help="Compare arguments strictly: types must be the same, and white space counts.",
            )
            pass_rule_control(view)
    notes = [*view.notes, *([stored_sentence(view.stored)] if view.stored else [])]
    if notes:
        with st.container(key="quiet_notes", gap="xxsmall"):
            for note in notes:
                st.text(note)
    draw_role_hint(view.files, "above")
    if view.entries:
        draw_cases(view)
        with st.container(horizontal=True, vertical_alignment="center", key="quiet_rule"):
            if view.cases:
                st.text(view.rule.words, width="content")
            st.space("stretch")
            if view.cases:
                _download_gold(view)
    draw_matching(view)


def _download_gold(view: View) -> None:
    st.download_button(
        "Download gold",
        data=lambda: dataset_to_jsonl(view.gold),
        file_name="gold.jsonl",
        mime="application/jsonl",
        on_click="ignore",
        key="download_gold",
        help="All gold cases with the aliases chosen here. Credentials become “any value”.",
    )


def _first_steps() -> None:
    """What the page is for, while it is empty."""
    texts = (
        ("Traces", "What the agent did: model APIs and their streams, sessions of coding agents, frameworks, observability exports, MCP logs, benchmarks, or plain lists of calls. For any other JSON you say where the calls stand."),
        ("Gold", "What it should have done: the expected calls of one case or of many. Without gold you still see calls, failures, latency and credentials, and a good trace can become the gold."),
        ("Rules", "What it must never do: a list of forbidden calls."),
    )  # fmt: skip
    for column, (title, text) in zip(st.columns(3), texts, strict=True):
        with column.container(border=True, height="stretch", key=f"card_{title.lower()}"):
            st.header(title, anchor=False)
            with st.container(key=f"quiet_{title.lower()}"):
                st.text(text)

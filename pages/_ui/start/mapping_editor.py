"""A file of no known format -> an editor of its field mapping: proposals, corrections, and the calls as they would be read."""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from typing import Final

import pandas as pd
import streamlit as st

from pages._ui import correcting, jobs, state
from pages._ui.choosing import box
from pages._ui.files import FileView
from pages._ui.jobs import Job
from pages._ui.studying import CONDITIONS, REST_CHOICE, Choice, Draft, Sketch, sketch
from toolscore_core.report.loading import preview_facts, preview_lines, sentence
from toolscore_core.report.words import plain
from toolscore_core.workspace.labels import file_stem

_FIELDS: Final = (
    (("tool", "Tool name"), ("args", "Arguments"), ("result", "Result"), ("error", "Error")),
    (("started", "Start"), ("ended", "End"), ("duration", "Duration"), ("duration_unit", "Duration in")),
    (("trace", "Trace"), ("case_id", "Case"), ("call_id", "Call id"), ("agent", "Agent")),
)
_MORE: Final = (
    ("model", "Model"),
    ("cost", "Cost in USD"),
    ("where", "Only records where"),
    ("result_where", "Results are records where"),
)
_UNITS: Final = {"s": "seconds", "ms": "milliseconds"}
_NOTHING: Final = "not in the file"

_COLUMNS: Final = {
    "trace": st.column_config.TextColumn("Trace", width=90),
    "tool": st.column_config.TextColumn("Tool", width=150),
    "arguments": st.column_config.TextColumn("Arguments"),
    "result": st.column_config.TextColumn("Result"),
    "error": st.column_config.TextColumn("Error", width=110),
    "started": st.column_config.TextColumn("Start (UTC)", width=140),
    "duration": st.column_config.TextColumn("Duration", width=75),
}


def draw_editor(file: FileView) -> None:
    """Draw it; whatever is chosen is read anew at once, and used when the person says so."""
    held = state.held_workspace()
    found = sketch(held, held.file(file.id))
    if isinstance(found, Job):
        _waiting(found)
        return
    with st.container(key="quiet_mapping_intro"):
        st.text(_introduction(file, found))
    if not found.records:
        return
    _choices(file.id, found)
    _preview(found)
    _buttons(file, found)


def _waiting(job: Job[Sketch]) -> None:
    if not job.done:
        jobs.draw(job, "sketch")
        return
    st.text("Stopped." if job.cancelled else "The file could not be read by this mapping.")
    st.button("Read again", key="sketch_again", on_click=_read_again)


def _read_again() -> None:
    state.held_workspace().sketch_job = None


def _introduction(file: FileView, found: Sketch) -> str:
    if not found.records:
        return sentence(found.error) or "The file holds no records: no object stands anywhere in it."
    if found.proposals:
        return "Say where its calls stand. The most likely fields are filled in; what they read is shown below."
    return "Say where its calls stand. Nothing in it looks like a tool name: choose the field that holds it."


def _choices(file_id: str, found: Sketch) -> None:
    """Records, then the fields; every box shows what the draft says."""
    with st.container(key="boxes_mapping", gap="xsmall"):
        columns = st.columns(2, gap="small")
        with columns[0]:
            _path(file_id, found.draft, "records", "Records", found.records)
        if len(found.proposals) > 1:
            with columns[1]:
                _proposals(file_id, found)
        for row in _FIELDS:
            _row(file_id, found, row)
        with st.expander("More fields", expanded=any(found.draft.get(name) for name, _ in _MORE)):
            _row(file_id, found, _MORE)


def _row(file_id: str, found: Sketch, fields: Sequence[tuple[str, str]]) -> None:
    for column, (name, title) in zip(st.columns(len(fields), gap="small"), fields, strict=True):
        with column:
            if name == "duration_unit":
                _unit(file_id, found.draft)
            elif name in CONDITIONS:
                _condition(file_id, found.draft, name, title)
            else:
                rest = (REST_CHOICE,) if name == "args" else ()
                _path(file_id, found.draft, name, title, (*rest, *found.fields))


def _proposals(file_id: str, found: Sketch) -> None:
    names = [plain(name) for name in found.names]
    same = [n for n, proposal in enumerate(found.proposals) if dict(proposal) == dict(found.draft)]
    if not same:
        names.append("your own")
    at = same[0] if same else len(found.proposals)

    def choose(chosen: int) -> None:
        if chosen < len(found.proposals):
            state.held_workspace().drafts[file_id] = dict(found.proposals[chosen])

    box("Start from", names, at, choose, width="stretch", visible=True)


def _path(file_id: str, draft: Draft, name: str, title: str, choices: Sequence[Choice]) -> None:
    """A box of paths in which another path can be typed."""
    shown = {choice.path: choice for choice in choices}
    raw = {str(choice.shown): choice.path for choice in choices}
    kinds = {str(choice.shown): choice.kind for choice in choices}
    key = f"map_{file_id}_{name}"
    value = draft.get(name, "")
    chosen = str(shown[value].shown) if value in shown else value
    options = list(raw) if chosen in raw or not chosen else [*raw, chosen]
    st.session_state[key] = chosen or None
    st.selectbox(
        title,
        options,
        key=key,
        index=None,
        format_func=lambda path: f"{plain(path)}  ·  {kinds[path]}" if path in kinds else plain(path),
        placeholder=_NOTHING,
        accept_new_options=True,
        on_change=partial(_take, file_id, draft, name, key, raw),
    )


def _unit(file_id: str, draft: Draft) -> None:
    units = list(_UNITS)
    at = units.index(draft.get("duration_unit", "s"))
    box(
        "Duration in",
        list(_UNITS.values()),
        at,
        lambda n: _set(file_id, draft, "duration_unit", units[n]),
        width="stretch",
        visible=True,
    )


def _condition(file_id: str, draft: Draft, name: str, title: str) -> None:
    key = f"map_{file_id}_{name}"
    st.session_state[key] = draft.get(name, "")
    st.text_input(title, key=key, placeholder="path = text", on_change=partial(_take, file_id, draft, name, key, {}))


def _take(file_id: str, draft: Draft, name: str, key: str, raw: dict[str, str]) -> None:
    """Note what was chosen or typed; other records have other fields, of which those that fit are kept."""
    value = st.session_state[key] or ""
    _set(file_id, draft, name, raw.get(value, value))


def _set(file_id: str, draft: Draft, name: str, value: str) -> None:
    changed = {**draft, name: value}
    state.held_workspace().drafts[file_id] = {key: chosen for key, chosen in changed.items() if chosen}


def _preview(found: Sketch) -> None:
    with st.container(key="quiet_mapping_facts"):
        st.text(preview_facts(found.preview) if found.preview is not None else sentence(found.error))
    if found.preview is None or not found.preview.first:
        return
    lines = pd.DataFrame([asdict(line) for line in preview_lines(found.preview)])
    used = [name for name in lines.columns if lines[name].astype(bool).any()]
    st.dataframe(
        lines[used],
        hide_index=True,
        column_config=_COLUMNS,
        height=min(300, 38 + 35 * len(lines)),
        alt="The first calls as they would be read",
        key="mapping_preview",
    )


def _buttons(file: FileView, found: Sketch) -> None:
    mapping = found.mapping
    with st.container(horizontal=True, key="mapping_buttons"):
        if st.button("Use this mapping", type="primary", disabled=mapping is None, key="mapping_use"):
            correcting.set_mapping(file.id, mapping)
            state.set_params(file=file.id, view=None)
            st.rerun()
        st.download_button(
            "Download mapping",
            data=found.written,
            file_name=f"{file_stem(plain(file.name))}.mapping.json",
            mime="application/json",
            on_click="ignore",
            disabled=mapping is None,
            key="mapping_download",
        )
        if st.button("Start over", key="mapping_reset"):
            state.held_workspace().drafts.pop(file.id, None)
            st.rerun()

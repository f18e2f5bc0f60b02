"""A recorded trace -> a gold case: which calls to keep, and whose arguments are checked."""

from collections.abc import Collection
from dataclasses import replace
from typing import Literal

import pandas as pd
import streamlit as st

from pages._ui import correcting, state
from pages._ui.shell import guarded
from pages._ui.state import View
from toolscore_core.calls import Case, ExpectedCall, ToolCall
from toolscore_core.evaluation import Evaluation
from toolscore_core.gold import dataset_to_jsonl
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import arguments_text, plain

_COLUMNS = {
    "keep": st.column_config.CheckboxColumn("Keep", width=80),
    "check": st.column_config.CheckboxColumn("Check arguments", width=165),
    "optional": st.column_config.CheckboxColumn("Optional", width=105),
    "number": st.column_config.NumberColumn("#", width=50),
    "tool": st.column_config.TextColumn("Call"),
    "arguments": st.column_config.TextColumn("Arguments"),
    "note": st.column_config.TextColumn("Note", width=130),
}


@st.dialog("Make gold from this trace", width=960)
@guarded()
def make_gold(view: View, entry: MaskedEvaluation) -> None:
    """The editor: choose calls, then use the case here or download it."""
    with st.container(key="quiet_make_gold"):
        st.text("The calls you keep become what is expected. Credentials in them become “any value”.")
    case_id = st.text_input("Case id", value=entry.case_id, max_chars=200).strip()
    edited = st.data_editor(
        editor_frame(entry),
        hide_index=True,
        column_config=_COLUMNS,
        disabled=("number", "tool", "arguments", "note"),
        height=min(380, 38 + 35 * len(entry.trace.calls if entry.trace is not None else ())),
        key="make_gold_calls",
        alt="Calls of this trace",
    )
    any_order = st.checkbox(
        "The calls may come in any order",
        value=entry.case is not None and entry.case.order == "any",
        key="make_gold_order",
    )
    kept = set(edited.index[edited["keep"]])
    case = gold_case(
        view.raw(entry.key),
        kept,
        set(edited.index[edited["check"]]),
        case_id or entry.case_id,
        optional=set(edited.index[edited["optional"]]),
        order="any" if any_order else "given",
    )
    with st.container(key="quiet_make_gold_effect"):
        st.text(_effect(view, len(kept), case_id))
    with st.container(horizontal=True):
        if st.button("Use as gold", disabled=not case_id, key="make_gold_use"):
            correcting.add_gold_case(case, place=view.places.get(entry.key))
            state.choose(entry, case=case_id)
            st.rerun()
        st.download_button(
            "Download as JSONL",
            data=lambda: dataset_to_jsonl([case]),
            file_name="gold.jsonl",
            mime="application/jsonl",
            on_click="ignore",
            disabled=not case_id,
            key="make_gold_download",
        )


def editor_frame(entry: MaskedEvaluation) -> pd.DataFrame:
    """One line a recorded call; failed calls and those of the provider are not kept unless somebody says so."""
    calls = entry.trace.calls if entry.trace is not None else ()
    notes = ["failed" if call.is_error else "run by the provider" if call.provider_executed else "" for call in calls]
    return pd.DataFrame(
        {
            "keep": [not note for note in notes],
            "check": [True] * len(calls),
            "optional": [False] * len(calls),
            "number": [position + 1 for position in range(len(calls))],
            "tool": [plain(call.tool) for call in calls],
            "arguments": [arguments_text(call.args or {}) for call in calls],
            "note": notes,
        }
    )


def gold_case(
    evaluation: Evaluation,
    kept: Collection[int],
    checked: Collection[int],
    case_id: str,
    *,
    optional: Collection[int] = (),
    order: Literal["given", "any"] = "given",
) -> Case:
    """The case that expects the kept calls of a trace.

    Args:
        evaluation: Raw: the case holds the values as they were recorded. Settings of its own case (tags, ignored paths,
            aliases, rules) stay.
        kept: 0-based positions of the recorded calls that are expected from now on.
        checked: Positions of those whose arguments are compared; the others have args None.
        case_id: Its id.
        optional: Positions of those that may be left out.
        order: Whether the calls have the order in which they were made, or none.
    """
    recorded = evaluation.trace.calls
    calls: list[ToolCall] = []
    for at, call in enumerate(recorded):
        if at in kept:
            tool, args = evaluation.trace_calls[at].tool, dict(call.args or {}) if at in checked else None
            calls.append(ExpectedCall(tool, args, optional=True) if at in optional else ToolCall(tool, args))
    if evaluation.case is None:
        return Case(id=case_id, calls=calls, order=order)
    return replace(evaluation.case, id=case_id, calls=calls, order=order)


def _effect(view: View, count: int, case_id: str) -> str:
    if not case_id:
        return "Give the case an id."
    calls = f"{count} expected {'call' if count == 1 else 'calls'}"
    if case_id in view.cases:
        return f"{calls}. The case of this id is replaced."
    return f"{calls}. A new case of this id."

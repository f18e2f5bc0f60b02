"""Which pairs the Judge page is about: of all runs, of one run or of one case; in doubt, or all."""

from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.choosing import box, choose_entry, switch
from pages._ui.state import View
from toolscore_core.judge.pairs import Pair, pairs_of
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import plain

SCOPES: Final = {"all": "All runs", "run": "One run", "case": "One case"}
WHICH: Final = ("doubt", "all")
_WHICH_NAMES: Final = ("Pairs in doubt", "All pairs")


def scope() -> str:
    """Key of SCOPES that the URL says."""
    return wanted if (wanted := state.param("scope") or "all") in SCOPES else "all"


def which() -> str:
    """One of WHICH."""
    return "all" if state.param("filter") == "all" else "doubt"


def draw_scope(view: View) -> None:
    """Draw the choices, beside the title of the page."""
    switch("Of", SCOPES, scope(), lambda chosen: state.set_params(scope=None if chosen == "all" else chosen, row=None))
    entry = state.chosen(view)
    if entry is not None and scope() == "case":
        choose_entry(view.entries, entry)
    elif entry is not None and scope() == "run" and view.runs:
        box(
            "Run",
            [plain(run) for run in view.runs],
            view.runs.index(str(entry.run)) if entry.run in view.runs else 0,
            lambda n: state.set_params(run=view.runs[n], case=None, trial=None, row=None),
            width=170,
        )
    box(
        "Pairs",
        _WHICH_NAMES,
        WHICH.index(which()),
        lambda n: state.set_params(filter=None if n == 0 else WHICH[n], row=None),
        width=160,
    )


def entries_in_scope(view: View) -> list[MaskedEvaluation]:
    """The entries that are chosen, worst first; those without gold or trace among them hold no pair."""
    entry = state.chosen(view)
    if entry is None or scope() == "all":
        return view.entries
    if scope() == "case":
        return [entry]
    return [other for other in view.entries if other.run == entry.run]


def pairs_in_scope(view: View) -> list[Pair]:
    """Their pairs. The list is shared between reruns: nobody may change it."""
    entry = state.chosen(view)
    chosen = "" if entry is None or scope() == "all" else entry.key if scope() == "case" else str(entry.run)
    return _pairs(state.param("w") or "", view.version, scope(), chosen, which(), view)


@st.cache_resource(show_spinner=False, max_entries=16, ttl=3600)
def _pairs(token: str, version: int, scope_key: str, chosen: str, which_key: str, _view: View) -> list[Pair]:
    live = [entry for entry in entries_in_scope(_view) if not entry.stored]
    return list(pairs_of(live, which="all" if which_key == "all" else "doubt"))


def place_of_pair(view: View, pair: Pair) -> tuple[MaskedEvaluation, int] | None:
    """The entry of a pair and the 0-based position of its row; None when the workspace no longer holds it."""
    entry = view.entry(pair.evaluation)
    indexes = (pair.gold_index, pair.trace_index)
    rows = enumerate(entry.rows) if entry is not None else ()
    position = next((at for at, row in rows if (row.gold_index, row.trace_index) == indexes), None)
    return None if entry is None or position is None else (entry, position)

"""From a call in Review to the Judge page, where that pair alone is selected: nothing is sent before its button says so."""

from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.judge.desk import Desk, Judged
from pages._ui.judge.notes import judged_section
from pages._ui.review.inspection import Section
from toolscore_core.judge.pairs import Pair, pairs_of
from toolscore_core.masked import MaskedEvaluation

JUDGE: Final = "pages/judge.py"


def judge_section(entry: MaskedEvaluation, position: int, known: Judged | None) -> Section | None:
    """What a judge said of a row, with a button to ask where it said nothing; None where there is nothing to ask about.

    Args:
        entry: The case.
        position: 0-based position of the row.
        known: What was said; None when nothing was.
    """
    if known is not None and known.verdict.verdict is not None:
        return judged_section(known)
    if _pair_at(entry, position) is None:
        return None if known is None else judged_section(known)
    if known is None:
        return Section(title="Judge", kind="lines", lines=["Not asked yet."], button="Ask the judge")
    return Section(**judged_section(known), button="Ask the judge again")


def open_judge(desk: Desk, entry: MaskedEvaluation, position: int) -> None:
    """Go to the Judge page at the case of a row, with the pair of that row selected."""
    found = _pair_at(entry, position)
    if found is not None:
        number, pair = found
        desk.ticked = frozenset({pair.key})
        st.switch_page(JUDGE, query_params=state.link_params(**state.entry_params(entry), scope="case", row=number + 1))


def _pair_at(entry: MaskedEvaluation, position: int) -> tuple[int, Pair] | None:
    """The pair in doubt that stands in a row, and its 0-based number among those of the case; None where there is none."""
    if entry.stored:
        return None
    row = entry.rows[position]
    pairs = enumerate(pairs_of([entry]))
    indexes = (row.gold_index, row.trace_index)
    return next(((n, pair) for n, pair in pairs if (pair.gold_index, pair.trace_index) == indexes), None)

"""The pairs, what the deterministic view says of each, and what the judge said: a table, and one pair beside it."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from pages._ui import state, table
from pages._ui.judge.desk import Desk
from pages._ui.judge.notes import judged_section
from pages._ui.judge.scope import place_of_pair, scope
from pages._ui.judge.words import label_part, verdict_parts
from pages._ui.lane.payload import state_badges
from pages._ui.opening import review_address
from pages._ui.review.inspector import inspector
from pages._ui.state import View
from pages._ui.table import Column, Part, TableRow, Tone
from toolscore_core.judge.pairs import Pair
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import plain

MOST_LINES: Final = 500

_COLUMNS: Final = (
    Column("case", "Case", "22%"),
    Column("expected", "Expected", "17%"),
    Column("state", "State", "17%"),
    Column("actual", "Actual", "17%"),
    Column("verdict", "Judge", "19%"),
    Column("tick", "Ask", "8%", "right"),
)
_BLIND_COLUMNS: Final = (
    Column("case", "Case", "18%"),
    Column("expected", "Expected", "16%"),
    Column("state", "State", "19%"),
    Column("actual", "Actual", "16%"),
    Column("label", "You", "16%"),
    Column("verdict", "Judge", "15%"),
)
_TONES: Final[dict[str, Tone]] = {
    "match": "match",
    "changed": "changed",
    "moved": "moved",
    "missing": "missing",
    "extra": "extra",
}


def draw_pairs(view: View, desk: Desk, pairs: Sequence[Pair], *, blind: bool) -> Pair:
    """Draw the table of at least one pair; returns the chosen one, which is drawn elsewhere.

    Args:
        view: The workspace.
        desk: What was judged and labelled.
        pairs: Those in scope.
        blind: Whether verdicts of pairs that nobody labelled yet are kept back.
    """
    shown = pairs[:MOST_LINES]
    wanted = (state.int_param("row") or 1) - 1
    at = wanted if 0 <= wanted < len(shown) else 0
    rows = [_row(view, desk, number, pair, number == at, blind=blind) for number, pair in enumerate(shown)]
    event = table.table("Pairs", _BLIND_COLUMNS if blind else _COLUMNS, rows, "judge_pairs", narrow=True)
    if len(pairs) > MOST_LINES:
        st.text(f"The first {MOST_LINES} of {len(pairs):,}: choose a run or a case to see the others.")
    if event is not None and event.row.isdecimal() and int(event.row) < len(shown):
        _follow(desk, shown[int(event.row)], int(event.row), event.kind, at)
    return shown[at]


def _follow(desk: Desk, pair: Pair, number: int, kind: str, at: int) -> None:
    if kind == "tick":
        desk.ticked = desk.ticked ^ {pair.key}
        st.rerun()
    elif number != at:
        state.set_params(row=number + 1)
        st.rerun()


def _row(view: View, desk: Desk, number: int, pair: Pair, selected: bool, *, blind: bool) -> TableRow:
    place = place_of_pair(view, pair)
    ticked = pair.key in desk.ticked
    label = desk.labels.of(pair)
    hidden = blind and label is None
    known = desk.known(pair)
    if not hidden and known is not None and label is None and not known.verdict.error:
        desk.seen.add(pair.key)
    verdict = [Part("label it first", "muted")] if hidden else verdict_parts(known, desk.config.model)
    run = f" · {plain(pair.run)}" if pair.run and pair.run != pair.case_id and scope() == "all" else ""
    trial = f" · trial {pair.trial}" if pair.trial is not None else ""
    return TableRow(
        str(number),
        {
            "tick": table.actions(
                ("tick", "☑" if ticked else "☐", f"{'Leave out' if ticked else 'Select'} pair {number + 1}")
            ),
            "case": table.link(f"{plain(pair.case_id) or 'unnamed trace'}{trial}{run}", _address(pair, place), "pick"),
            "expected": table.text(plain(pair.expected.tool)),
            "state": table.parts(*_state(place)),
            "actual": table.text(plain(pair.actual.tool)),
            "label": table.parts(*([label_part(label)] if label is not None else [])),
            "verdict": table.parts(*(verdict[:1] if blind else verdict)),
        },
        "pick",
        selected=selected,
    )


def _address(pair: Pair, place: tuple[MaskedEvaluation, int] | None) -> str:
    row = None if place is None else place[1] + 1
    return review_address(case=pair.case_id, run=pair.run, trial=pair.trial, row=row)


def _state(place: tuple[MaskedEvaluation, int] | None) -> list[Part]:
    if place is None:
        return []
    entry, position = place
    badges = state_badges(entry.rows[position])
    return [
        Part(f"{badge['symbol']} {badge['word']}".strip(), _TONES.get(badge["tone"], "muted"), chip=True)
        for badge in badges
    ]


def draw_pair(view: View, desk: Desk, pair: Pair, *, blind: bool) -> None:
    """Draw one pair in the inspector of Review, with what the judge said unless that is to be kept back."""
    place = place_of_pair(view, pair)
    if place is None:
        return
    entry, position = place
    hidden = blind and desk.labels.of(pair) is None
    known = None if hidden else desk.known(pair)
    inspector(
        entry,
        position,
        version=f"{state.param('w')}|{view.version}|judge {desk.version} {hidden}",
        judged=None if known is None else judged_section(known),
    )

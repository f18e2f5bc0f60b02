"""Names that gold and traces write differently -> the list in which they are accepted, changed, added and taken back."""

import streamlit as st

from pages._ui import correcting, table
from pages._ui.aliasing import AliasTable, AliasView
from pages._ui.choosing import distinct
from pages._ui.state import View
from pages._ui.table import Cell, Column, Event, TableRow
from toolscore_core.report.words import NONE, count_text, plain

_COLUMNS = (
    Column("recorded", "Recorded name", "30%"),
    Column("calls", "Calls", "7%", "right"),
    Column("gold", "Stands for", "28%"),
    Column("why", "Why", "27%", wrap=True),
    Column("actions", "Accept or remove", "80px", "right", hidden=True),
)
_HELD = {"accepted": "chosen here", "gold": "from the gold file"}


def draw_aliases(view: View) -> None:
    """Draw the list behind an expander, which opens by itself when something is proposed or was answered."""
    names = view.names
    if not names.lines and not names.others:
        return
    title = "Tool names that differ between gold and traces"
    asked = any(line.state != "gold" for line in names.lines)
    opened = st.expander(title, expanded=asked, on_change="rerun", key="aliases")
    if not opened.open:
        return
    with opened:
        with st.container(horizontal=True, vertical_alignment="center", key="quiet_aliases"):
            st.text(sentence(names), width="content")
            st.space("stretch")
            if names.proposed > 1 and st.button("Accept all", key="aliases_all"):
                correcting.accept_aliases(_proposals(names))
                st.rerun()
        if names.lines:
            lists = {"gold": [(str(n), plain(name)) for n, name in enumerate(names.gold_names)]}
            event = table.table(
                "Tool names", _COLUMNS, [_row(n, line) for n, line in enumerate(names.lines)], "names", lists
            )
            if event is not None and apply(names, event):
                st.rerun()
        if names.others and names.gold_names:
            _add(names)


def apply(names: AliasTable, event: Event) -> bool:
    """Do what the person asked for in a row; False for an event that says nothing known."""
    if not event.row.isdecimal() or int(event.row) >= len(names.lines):
        return False
    recorded, line = names.raw_lines[int(event.row)], names.lines[int(event.row)]
    if event.kind == "accept" and line.gold is not None:
        correcting.accept_alias(recorded, names.raw_gold[line.gold])
    elif event.kind == "gold" and event.value.isdecimal() and int(event.value) < len(names.raw_gold):
        correcting.accept_alias(recorded, names.raw_gold[int(event.value)])
    elif event.kind == "remove":
        correcting.drop_alias(recorded)
    else:
        return False
    return True


def sentence(names: AliasTable) -> str:
    """What the list says, in words."""
    held = len(names.lines) - names.proposed
    parts = [f"{count_text(names.proposed, 'name')} proposed"] * bool(names.proposed)
    parts += [f"{count_text(held, 'name')} in use"] * bool(held)
    parts += [f"{count_text(len(names.others), 'recorded name')} that the gold does not know"] * bool(names.others)
    return " · ".join(parts)


def _proposals(names: AliasTable) -> dict[str, str]:
    return {
        recorded: names.raw_gold[line.gold]
        for recorded, line in zip(names.raw_lines, names.lines, strict=True)
        if line.state == "proposed" and line.gold is not None
    }


def _row(number: int, line: AliasView) -> TableRow:
    name = plain(line.recorded)
    cells: dict[str, Cell] = {
        "recorded": table.text(name),
        "calls": table.text(f"{line.calls:,}", "plain" if line.calls else "muted"),
        "gold": table.choice(str(line.gold), "gold", "gold", f"Gold name of {name}")
        if line.gold is not None
        else table.text(NONE, "muted"),
        "why": table.text(line.why or _HELD.get(line.state, ""), "moved" if line.state == "proposed" else "muted"),
        "actions": table.actions(
            *([("accept", "✓", f"Accept {name}")] if line.state == "proposed" else []),
            ("remove", "✕", f"Remove {name}"),
        ),
    }
    return TableRow(str(number), cells)


def _add(names: AliasTable) -> None:
    """Two boxes and a button: a name that nobody proposed."""
    recorded, gold = distinct(list(map(plain, names.others))), distinct(list(map(plain, names.gold_names)))
    with st.container(horizontal=True, vertical_alignment="bottom", key="aliases_add"):
        at = st.selectbox("Recorded name", range(len(recorded)), format_func=recorded.__getitem__, width=320)
        to = st.selectbox("Stands for", range(len(gold)), format_func=gold.__getitem__, width=320)
        if st.button("Add", key="aliases_add_button") and at is not None and to is not None:
            correcting.accept_alias(names.raw_others[at], names.raw_gold[to])
            st.rerun()

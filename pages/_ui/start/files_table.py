"""File views -> the list of dropped files, in which role and run label can be corrected."""

from collections.abc import Sequence
from typing import cast
from urllib.parse import urlencode

import streamlit as st

from pages._ui import state, table
from pages._ui.files import FileView
from pages._ui.shell import guarded
from pages._ui.start.report import opened_file, toggle_report
from pages._ui.store import BOTH, Use
from pages._ui.table import Cell, Column, Event, TableRow, Tone
from toolscore_core.credentials.masking import MaskedText
from toolscore_core.report.words import NONE, count_text, plain

_COLUMNS = (
    Column("file", "File", "22%"),
    Column("recognised", "Recognised as", "21%"),
    Column("role", "Role", "10%"),
    Column("run", "Run", "12%"),
    Column("traces", "Traces", "8%", "right"),
    Column("calls", "Calls", "8%", "right"),
    Column("read", "Read", "19%"),
    Column("actions", "Replace or remove", "72px", "right", hidden=True),
)
_ROLES: dict[str, str] = {
    "gold": "Gold",
    "trace": "Trace",
    "rules": "Rules",
    "mapping": "Field mapping",
    "report": "Report",
    BOTH: "Gold and trace",
}
_ORDER = {"gold": 0, BOTH: 0, "rules": 2, "mapping": 2}

_TRIED: tuple[Use, ...] = ("gold", "trace", "rules")
"""What a file that was not recognised may be tried as."""

_OUTCOMES: dict[str, tuple[str, Tone]] = {
    "waiting": ("", "muted"),
    "all": ("✓ ", "match"),
    "skipped": ("± ", "changed"),
    "problem": ("! ", "failed"),
}


def draw_files(files: Sequence[FileView]) -> None:
    """Draw the list and do what the person asked for in it."""
    shown = opened_file(files)
    names = shown_names(files)
    rows = [_row(file, names[file.id], selected=shown is not None and file.id == shown.id) for file in in_order(files)]
    event = table.table("Files", _COLUMNS, rows, "files", _role_lists(files))
    if event is None:
        return
    if event.kind == "report":
        toggle_report(event.row, files)
        st.rerun()
    if event.kind == "replace":
        name = next((file.name for file in files if file.id == event.row), None)
        if name is not None:
            _replace(event.row, name)
        return
    if apply(event):
        st.rerun()


def apply(event: Event) -> bool:
    """Correct or remove the file of a row; False for an event that says nothing known."""
    if event.kind == "remove":
        state.remove_file(event.row)
    elif event.kind == "run":
        state.set_run(event.row, event.value)
    elif event.kind == "role" and event.value in _ROLES:
        state.set_role(event.row, cast(Use, event.value))
    else:
        return False
    return True


@st.dialog("Replace a file")
@guarded()
def _replace(file_id: str, name: MaskedText) -> None:
    st.text(name)
    uploaded = st.file_uploader("The new file keeps the role and the run label of this one.", key=f"replace_{file_id}")
    if uploaded is not None:
        try:
            state.replace_file(file_id, uploaded.name, uploaded.getvalue())
        except state.StoreError as error:
            state.leave_message(str(error))
        st.rerun()


def in_order(files: Sequence[FileView]) -> list[FileView]:
    """Gold, then traces and whatever is not used, then rules and mappings; parts of an archive after it."""
    archives = {file.id: file for file in files if file.archive}

    def rank(file: FileView) -> int:
        whole = archives.get(file.inside, file)
        return _ORDER.get(whole.role or "", 1)

    return sorted(files, key=rank)


def shown_names(files: Sequence[FileView]) -> dict[str, str]:
    """Name of each file by its id; of a part of an archive only the end of its path that tells it from the others."""
    return {
        file.id: f"↳ {_end(file, [other for other in files if other.inside == file.inside])}"
        if file.inside
        else plain(file.name)
        for file in files
    }


def _end(part: FileView, parts: Sequence[FileView]) -> str:
    folders = part.name.split("/")
    ends = ("/".join(folders[-count:]) for count in range(1, len(folders)))
    others = [f"/{other.name}" for other in parts if other.id != part.id]
    return plain(next((end for end in ends if not any(other.endswith(f"/{end}") for other in others)), part.name))


def _row(file: FileView, shown: str, *, selected: bool) -> TableRow:
    name = plain(file.name)
    rules = None if file.rules is None else count_text(file.rules, "rule")
    return TableRow(
        file.id,
        {
            "file": table.link(shown, "?" + urlencode(state.link_params(file=file.id)), "report", name),
            "recognised": table.text(_recognised(file), _tone(file.recognised), _why(file)),
            "role": _role(file, name),
            "run": table.text(NONE, "muted")
            if file.run is None
            else table.edit(plain(file.run), "run", f"Run label of {name}"),
            "traces": _number(file.traces),
            "calls": table.text(rules) if rules is not None else _number(file.calls),
            "read": _reading(file),
            "actions": table.actions(
                *([] if file.inside else [("replace", "⟳", f"Replace {name}")]), ("remove", "✕", f"Remove {name}")
            ),
        },
        "report",
        selected,
    )


def _reading(file: FileView) -> Cell:
    if file.outcome == "all" and file.role in ("trace", BOTH) and not file.calls:
        return table.text(f"no tool calls found in {count_text(file.traces or 0, 'trace')}", "muted")
    if file.joined:
        return table.text(plain(file.summary), "muted")
    symbol, tone = _OUTCOMES[file.outcome]
    return table.text(symbol + plain(file.summary), tone)


def _role(file: FileView, name: str) -> Cell:
    if file.outcome == "waiting" or file.archive or file.joined:
        return table.text(NONE, "muted")
    if file.role is not None and len(file.roles) == 1:
        return table.text(_ROLES[file.role])
    return table.choice(file.role or "", _list_name(file), "role", f"Role of {name}")


def _role_lists(files: Sequence[FileView]) -> dict[str, list[tuple[str, str]]]:
    """The choices of roles that occur; a file that could not be read may be tried in any one of them."""
    lists: dict[str, list[tuple[str, str]]] = {}
    for file in files:
        options: list[tuple[str, str]] = [(role, _ROLES[role]) for role in file.roles or _TRIED]
        lists[_list_name(file)] = options if file.role is not None else [("", "Not used"), *options]
    return lists


def _list_name(file: FileView) -> str:
    return " ".join(["" if file.role is not None else "unused", *file.roles])


def _recognised(file: FileView) -> str:
    if file.recognised:
        return f"{file.recognised}, {file.together:,} files" if file.together > 1 else file.recognised
    return NONE if file.outcome == "waiting" or file.joined else "not recognised"


def _why(file: FileView) -> str:
    return plain(file.report.why) if file.report is not None else ""


def _tone(recognised: str) -> Tone:
    return "plain" if recognised else "muted"


def _number(value: int | None) -> Cell:
    return table.text(NONE, "muted") if value is None else table.text(f"{value:,}")

"""One file -> its load report: what it was read as and why, what was left out and where, and the traces in it."""

from collections.abc import Sequence
from typing import Final

import streamlit as st

from pages._ui import correcting, state, table
from pages._ui.choosing import box
from pages._ui.files import FileView
from pages._ui.start.mapping_editor import draw_editor
from pages._ui.start.traces_table import draw_traces
from pages._ui.state import View
from pages._ui.store import AUTO
from pages._ui.table import Column, TableRow
from toolscore_core.errors import Problem, Skipped
from toolscore_core.formats import FORMATS
from toolscore_core.masked.loading import MaskedReport
from toolscore_core.report.loading import facts, place_text, unknown_text
from toolscore_core.report.words import NONE, count_text, plain

CLOSED: Final = "none"
"""Value of the query parameter `file` when no report is wanted, not even that of a file nobody knows."""

FIELDS: Final = "fields"
"""Value of the query parameter `view` when fields are mapped by hand for a file that a format claims."""

_PROBLEMS = (Column("place", "Place", "32%", wrap=True), Column("text", "Problem", "68%", wrap=True))
_SKIPPED = (
    Column("count", "Records", "80px", "right", wrap=True),
    Column("text", "Left out because", "50%", wrap=True),
    Column("place", "First one", "36%", wrap=True),
)
_CANDIDATES = (Column("title", "Could also be", "34%", wrap=True), Column("seen", "What was seen", "66%", wrap=True))


def opened_file(files: Sequence[FileView]) -> FileView | None:
    """The file whose report is shown: that of the URL, else the first one that nobody knows; None for none."""
    wanted = state.param("file")
    if wanted is None:
        return next((file for file in files if file.unknown), None)
    return next((file for file in files if file.id == wanted), None)


def toggle_report(file_id: str, files: Sequence[FileView]) -> None:
    """Open the report of a file, or close it where it is the one that is shown."""
    shown = opened_file(files)
    state.set_params(file=CLOSED if shown is not None and shown.id == file_id else file_id, view=None)


def draw_report(file: FileView, files: Sequence[FileView], view: View | None) -> None:
    """Draw the card of one of the files; `view` is None while the workspace is being read."""
    report = file.report
    mapping = file.unknown or state.param("view") == FIELDS
    with st.container(border=True, key="card_report"):
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key="report_head"):
            with st.container(key="strong_report_name", width="content"):
                st.text(plain(file.name))
            st.space("stretch")
            if report is not None:
                _choices(file, mapping=mapping)
            st.button("Close", key="report_close", on_click=lambda: state.set_params(file=CLOSED, view=None))
        if report is None:
            return
        with st.container(key="quiet_report_why", gap="xxsmall"):
            if report.title:
                st.text(" · ".join(facts(report)))
            st.text(_why(file, files, report))
        _tables(report, unknown=file.unknown, named=file.archive or file.together > 1)
        if mapping:
            draw_editor(file)
        elif view is not None and report.traces:
            draw_traces(view, file)


def _choices(file: FileView, *, mapping: bool) -> None:
    """The format, chosen by hand or not, and the mapping."""
    if file.archive or file.joined or file.role in ("gold", "rules", "mapping"):
        return
    if not mapping:
        st.button(
            "Edit the mapping" if file.mapped else "Map fields by hand",
            key="report_fields",
            on_click=lambda: state.set_params(file=file.id, view=FIELDS),
        )
    if file.mapped == "hand":
        st.button("Remove the mapping", key="report_unmap", on_click=lambda: correcting.set_mapping(file.id, None))
        return
    with st.container(key="quiet_read_as", width="content"):
        st.text("Read as")
    formats = [(AUTO, "Recognised by itself"), *((known.key, known.title) for known in FORMATS)]
    keys = [key for key, _ in formats]
    box(
        "Read as",
        [title for _, title in formats],
        keys.index(file.format) if file.format in keys else 0,
        lambda chosen: correcting.set_format(file.id, keys[chosen]),
        width=230,
    )


def _why(file: FileView, files: Sequence[FileView], report: MaskedReport) -> str:
    if file.joined:
        return f"Read together with {plain(file.joined)}: both are parts of the same traces."
    if file.archive:
        count = sum(other.inside == file.id for other in files)
        return f"An archive. {count_text(count, 'entry', 'entries')} of the list above {'is' if count == 1 else 'are'} from it."
    if file.unknown:
        return unknown_text(report)
    if file.mapped:
        return f"Read by the field mapping {'made here' if file.mapped == 'hand' else 'that was dropped'}."
    if not report.title:
        return f"{file.recognised}." if file.recognised else "It could not be read."
    if file.format != AUTO:
        return f"Read as {report.title}, as chosen by hand."
    several = f" from {file.together:,} files that belong together" if file.together > 1 else ""
    return f"Read as {report.title}{several}. Seen: {plain(report.why) or 'nothing that says more'}."


def _tables(report: MaskedReport, *, unknown: bool, named: bool) -> None:
    """What went wrong, what was left out, and what else the file could be; side by side.

    Args:
        report: The report.
        unknown: Whether its only problem was said already.
        named: Whether places name their file.
    """
    drawn: list[tuple[str, Sequence[Column], list[TableRow]]] = []
    if report.problems and not unknown:
        drawn.append(("Problems", _PROBLEMS, _problems(report, named)))
    if report.skipped:
        drawn.append(("Skipped records", _SKIPPED, [_skipped(n, left, named) for n, left in enumerate(report.skipped)]))
    if report.candidates:
        drawn.append(("Other candidates", _CANDIDATES, [
            TableRow(str(n), {"title": table.text(title), "seen": table.text(plain(seen))})
            for n, (title, seen) in enumerate(report.candidates)
        ]))  # fmt: skip
    if not drawn:
        return
    for column, (label, columns, rows) in zip(st.columns(len(drawn), gap="small"), drawn, strict=True):
        with column:
            table.table(label, columns, rows, f"report_{label}")


def _problems(report: MaskedReport, named: bool) -> list[TableRow]:
    rows = [_problem(number, problem, named) for number, problem in enumerate(report.problems)]
    left = report.problem_count - len(rows)
    return rows if not left else [*rows, TableRow("more", {"text": table.text(f"and {left:,} more", "muted")})]


def _problem(number: int, problem: Problem, named: bool) -> TableRow:
    place = place_text(problem.location, file=named)
    return TableRow(
        str(number),
        {
            "place": table.text(place or NONE, "plain" if place else "muted"),
            "text": table.text(plain(problem.message), "failed"),
        },
    )


def _skipped(number: int, left: Skipped, named: bool) -> TableRow:
    return TableRow(
        str(number),
        {
            "count": table.text(f"{left.count:,}"),
            "text": table.text(plain(left.reason), "changed"),
            "place": table.text(place_text(left.first, file=named) or NONE, "muted"),
        },
    )

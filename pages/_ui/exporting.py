"""The button by which every page gives out reports: of one case, of everything, of a comparison. Nothing is made before it is asked for.

Every file has a button of its own and nothing in here is a choice: a choice would draw the page anew, and a button that
is pressed just then asks for a file that the server has forgotten.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import streamlit as st

from pages._ui import state
from pages._ui.files import FileView
from pages._ui.state import View
from toolscore_core.comparison import Comparison, against_baseline
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_words import against_text
from toolscore_core.report.export import report_name, to_csv, to_html, to_json, to_markdown, to_metrics_csv
from toolscore_core.report.loading import source_of
from toolscore_core.report.records import About, Source, credentials_text, prices_used
from toolscore_core.report.words import count_text

_WIDTH: Final = 484
"""Of the popover, in pixels: all formats on one line."""


@dataclass(frozen=True, slots=True)
class _Format:
    """A kind of file.

    Attributes:
        label: What its button says; ours.
        ending: Of the file name.
        mime: For the browser.
        write: Evaluations and what is said beside them -> the text of the file.
        help: What it is good for; ours.
    """

    label: str
    ending: str
    mime: str
    write: Callable[[Sequence[MaskedEvaluation], About], str]
    help: str


_FORMATS: Final = (
    _Format("HTML", "html", "text/html", to_html, "A page to read, send and print; works offline"),
    _Format("Markdown", "md", "text/markdown", to_markdown, "For a pull request"),
    _Format("CSV: calls", "csv", "text/csv", lambda shown, _: to_csv(shown), "One line for each row of each diff"),
    _Format(
        "CSV: numbers",
        "numbers.csv",
        "text/csv",
        lambda shown, _: to_metrics_csv(shown),
        "One line for each case, run, trial and number",
    ),
    _Format("JSON", "json", "application/json", to_json, "Everything; drop it here again to see it as it was"),
)


def export_button(view: View, entries: Sequence[MaskedEvaluation] = (), comparison: Comparison | None = None) -> None:
    """Draw the button and what opens below it; nothing while there is no entry.

    Args:
        view: The workspace.
        entries: What "this case" means on this page; () where a page is about everything.
        comparison: The one that this page shows; None where it shows none.
    """
    if not view.entries:
        return
    with st.popover("Export", key="export"), st.container(width=_WIDTH, gap="small"):
        for number, (title, shown, about, compared) in enumerate(_choices(view, entries, comparison)):
            with st.container(key=f"quiet_export_{number}"):
                st.text(title)
            with st.container(horizontal=True, gap="xsmall"):
                for kind in _FORMATS:
                    st.download_button(
                        kind.label,
                        data=partial(_write, kind, shown, about),
                        file_name=report_name(shown, kind.ending, compared),
                        mime=kind.mime,
                        on_click="ignore",
                        help=kind.help,
                        key=f"export_{number}_{kind.ending}",
                    )
        with st.container(key="quiet_export_masked"):
            st.text(credentials_text(view.entries))


_Choice = tuple[str, Sequence[MaskedEvaluation], Callable[[], About], Comparison | None]


def _choices(view: View, entries: Sequence[MaskedEvaluation], comparison: Comparison | None) -> Iterator[_Choice]:
    """(title, what is in it, what is said beside it, the comparison that it is about)."""
    if entries:
        yield "This case", entries, partial(about_view, view), None
    if comparison is not None:
        both = [entry for entry in view.entries if entry.run in (comparison.baseline, comparison.other)]
        yield (
            f"The comparison: {against_text(comparison)}",
            both,
            partial(about_view, view, lambda: (comparison,)),
            comparison,
        )
    several = len({entry.run for entry in view.entries}) > 1
    cases = count_text(len({entry.case_id for entry in view.entries}), "case")
    runs = f", {count_text(len({entry.run for entry in view.entries}), 'run')} compared" if several else ""
    # The URL is read now: the report is made later, when no page is being drawn.
    baseline, first = (state.param("base"), None) if comparison is None else (comparison.baseline, comparison.other)
    compared = partial(against_baseline, view.entries, baseline, first)
    yield f"Everything: {cases}{runs}", view.entries, partial(about_view, view, compared), None


def about_view(view: View, compared: Callable[[], Sequence[Comparison]] = tuple) -> About:
    """What reports of a workspace say beside its entries.

    Args:
        view: The workspace.
        compared: Makes the comparisons.
    """
    return About(
        sources=tuple(map(_source, view.files)),
        rule=view.rule,
        comparisons=tuple(compared()),
        prices=prices_used(view.entries),
    )


def _write(kind: _Format, shown: Sequence[MaskedEvaluation], about: Callable[[], About]) -> str:
    return kind.write(shown, about())


def _source(file: FileView) -> Source:
    return source_of(file.name, file.role or "", file.recognised, file.report)

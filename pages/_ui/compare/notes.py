"""What is to be known of a comparison beside its numbers: stored results, how traces were matched, inputs that differ."""

from collections.abc import Sequence

import streamlit as st

from pages._ui.compare.choices import Choices
from pages._ui.state import View
from pages._ui.stored import stored_sentence
from toolscore_core.comparison import Comparison, Results
from toolscore_core.report.comparison_notes import several_tests_text, trials_notes
from toolscore_core.report.comparison_sentences import asked_text
from toolscore_core.report.words import count_text, run_name


def stored_line(view: View, chosen: Choices) -> None:
    """Say that results come from a report, where they do."""
    shown = [entry for entry in view.entries if entry.run in chosen.runs]
    count = sum(entry.stored for entry in shown)
    if count:
        which = "All of these" if count == len(shown) else f"{count:,} of these {len(shown):,}"
        with st.container(key="quiet_stored"):
            st.text(f"{which} results were read back from a report. {stored_sentence(view.stored)}")


def draw_trials(results: Results, chosen: Choices, *, tests: int) -> None:
    """That several tests are not one, and pass@k and pass^k of each run that has several trials of a case."""
    lines = [*([several_tests_text(tests)] if tests > 1 else []), *trials_notes(results, chosen.runs)]
    if lines:
        with st.container(key="quiet_trials", gap="xxsmall"):
            for line in lines:
                st.text(line)


def draw_notes(view: View, comparisons: Sequence[Comparison]) -> None:
    """How traces were matched to cases, and where two runs were asked differently; quiet, and closed at first."""
    asked = [
        f"{run_name(each.other)} and {run_name(each.baseline)}: {text}"
        for each in comparisons
        if (text := asked_text(each))
    ]
    notes = [*view.notes, *asked]
    if notes:
        with st.expander(f"Matching of traces and cases: {count_text(len(notes), 'note')}"):
            for note in notes:
                st.text(note)

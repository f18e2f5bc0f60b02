"""A workspace's entries -> its comparisons, made once for each state of the workspace (see `pages._ui.held`)."""

from pages._ui.compare.choices import Choices
from pages._ui.compare.rows import CaseRow, case_rows
from pages._ui.held import held
from pages._ui.state import View
from toolscore_core import comparison
from toolscore_core.comparison import Comparison, Delta, Results
from toolscore_core.comparison.spine import divergence_counts
from toolscore_core.comparison.spine_records import DivergenceCounts


def results_of(view: View) -> Results:
    """All results of the workspace, case by run."""
    return held(view, "results", lambda: comparison.results(view.entries))


def compared(view: View, baseline: str, other: str) -> tuple[Comparison, tuple[Delta, ...]]:
    """A run against the baseline, and its numbers.

    Raises:
        ValueError: No result is of a run of that label.
    """

    def make() -> tuple[Comparison, tuple[Delta, ...]]:
        found = results_of(view)
        made = comparison.compare(found, baseline, other)
        return made, comparison.deltas(found, made)

    return held(view, f"compared {[baseline, other]}", make)


def rows_of(view: View, chosen: Choices) -> list[CaseRow]:
    """The cases of the comparison in focus, one row each."""

    def make() -> list[CaseRow]:
        return case_rows(results_of(view), compared(view, chosen.baseline, chosen.focus)[0], chosen.runs)

    return held(view, f"rows {[chosen.focus, *chosen.runs]}", make)


def divergences(view: View, chosen: Choices) -> tuple[DivergenceCounts, ...]:
    """At which step the cases of each run first leave the gold."""

    def make() -> tuple[DivergenceCounts, ...]:
        return divergence_counts([entry for run in chosen.runs for entry in view.entries if entry.run == run])

    return held(view, f"divergences {list(chosen.runs)}", make)

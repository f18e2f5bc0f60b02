"""Which case the Compare page is about, and which trial of it of each run."""

from collections.abc import Sequence

from pages._ui import state
from toolscore_core.comparison import Comparison, Results
from toolscore_core.masked import MaskedEvaluation


def selected_case(results: Results, comparison: Comparison, kept: Sequence[str]) -> str | None:
    """Id of the case that the page is about.

    Args:
        results: All results.
        comparison: The one in focus.
        kept: Ids of the cases that the filters leave, worst regression first.

    Returns:
        The one that the URL names, when it is there; else the first of those kept; else the worst regression. None where
        there is no case.
    """
    named = state.param("case")
    if named is not None and named in results.cases:
        return named
    if kept:
        return kept[0]
    return comparison.pairs[0].case_id if comparison.pairs else None


def entries_of(results: Results, case_id: str, runs: Sequence[str], trial: int | None) -> list[MaskedEvaluation]:
    """One evaluation of a case for each run that has a trace of it, in the order of the runs.

    Args:
        results: All results.
        case_id: Which case.
        runs: Labels.
        trial: The trial that is wanted; of a run that has none of that number, and for None, it is the worst.
    """
    found = []
    for run in runs:
        result = results.of(case_id, run)
        if result is not None and result.worst is not None:
            named = next((entry for entry in result.trials if entry.trial == trial), None)
            found.append(named or result.worst)
    return found


def trial_numbers(results: Results, case_id: str, runs: Sequence[str]) -> list[int]:
    """Numbers of the trials of a case, over the runs that have several; [] where none has."""
    found = (results.of(case_id, run) for run in runs)
    several = [result.trials for result in found if result is not None and len(result.trials) > 1]
    return sorted({entry.trial for trials in several for entry in trials if entry.trial is not None})

"""Comparisons that stand in one report -> what is to be known of all of them together, in sentences."""

from collections.abc import Iterable, Sequence

from toolscore_core.comparison import Comparison, Results, repeated
from toolscore_core.report.comparison_sentences import trials_text
from toolscore_core.report.words import count_text


def comparison_notes(found: Results, comparisons: Sequence[Comparison]) -> list[str]:
    """That several tests are not one, and pass@k and pass^k of each run that has several trials of a case.

    Args:
        found: What the comparisons were made of.
        comparisons: All with the same baseline; () for none.
    """
    runs = dict.fromkeys(run for comparison in comparisons for run in (comparison.baseline, comparison.other))
    several_tests = [several_tests_text(len(comparisons))] if len(comparisons) > 1 else []
    return [*several_tests, *trials_notes(found, runs)]


def several_tests_text(count: int) -> str:
    """That a small p is less rare among several comparisons."""
    return f"Each p is of one comparison: of {count_text(count, 'test')}, one may be small by chance."


def trials_notes(found: Results, runs: Iterable[str]) -> list[str]:
    """pass@k and pass^k of each of the runs that has several trials of a case."""
    trials = ((run, repeated(found.of_run(run))) for run in runs)
    return [trials_text(several, run) for run, several in trials if several is not None]

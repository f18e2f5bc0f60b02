"""One case in one run or in two -> the short texts by which tables, strips and figures show it."""

from typing import Final

from toolscore_core.comparison.records import CasePair, CaseResult, Comparison, Excluded, Outcome, Share
from toolscore_core.report.words import NONE, run_name, signed

OUTCOME_SYMBOLS: Final[dict[Outcome, str]] = {"better": "▲", "worse": "▼", "same": "="}
"""Symbol of an outcome; the word beside it is the outcome itself."""


def outcome_text(outcome: Outcome) -> str:
    """`▼ worse`, `▲ better`, `= same`."""
    return f"{OUTCOME_SYMBOLS[outcome]} {outcome}"


def against_text(comparison: Comparison) -> str:
    """Which run is compared with which: `model-b against model-a`."""
    return f"{run_name(comparison.other)} against {run_name(comparison.baseline)}"


def passed_text(share: Share | CaseResult) -> str:
    """`9 of 12`; with trials `8.7 of 12`, for a case `2 of 3`; a dash for none."""
    return f"{count_of_passed(share.passed)} of {share.n:,}" if share.n else NONE


def count_of_passed(passed: float) -> str:
    """A number of passed cases: whole where it is, else to one decimal, never rounded to a whole."""
    if passed == int(passed):
        return f"{int(passed):,}"
    tenths = min(max(round(passed % 1 * 10), 1), 9)
    return f"{int(passed):,}.{tenths}"


def result_text(result: CaseResult) -> str:
    """Whether an evaluated case passes in a run: `✓ passes`, `✗ fails`; with trials `2 of 3 passed`."""
    if result.n > 1:
        return f"{passed_text(result)} passed"
    return "✓ passes" if result.passed else "✗ fails"


def score_difference_text(pair: CasePair) -> str:
    """Score of the other run less that of the baseline, with its sign; a dash where one has none."""
    return NONE if pair.score_difference is None else signed(pair.score_difference, 2)


def excluded_words(excluded: Excluded) -> str:
    """Why one case does not count: `no trace in model-c`."""
    if excluded.reason == "no gold":
        return f"no gold for the trace of {run_name(excluded.run)}"
    return f"no trace in {run_name(excluded.run)}"


def excluded_by_case(comparison: Comparison) -> dict[str, list[str]]:
    """Id of each case that does not count -> why, once for each run that lacks it."""
    reasons: dict[str, list[str]] = {}
    for left in comparison.excluded:
        reasons.setdefault(left.case_id, []).append(excluded_words(left))
    return reasons

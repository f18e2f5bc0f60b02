"""A comparison -> one row a case."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from toolscore_core.comparison import CaseResult, Comparison, Results
from toolscore_core.report.comparison_words import excluded_by_case, passed_text, score_difference_text
from toolscore_core.report.words import count_text, plain, ratio_text

Kind = Literal["better", "worse", "same", "excluded", "unscored"]
"""Outcome of a case; "excluded" when it does not count, "unscored" when nothing does since there is no gold."""

Tone = Literal["pass", "some", "fail", "absent", "unscored"]
"""One run on one case: all its trials pass, some, none; it has no trace; there is no gold."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One run on one case: score or what there is instead, passed trials where there are several, and all in words."""

    tone: Tone
    text: str
    trials: str
    words: str


@dataclass(frozen=True, slots=True)
class CaseRow:
    """One case.

    Attributes:
        case_id: Its id.
        kind: How the compared run does on it, against the baseline.
        change: Score of the compared run less that of the baseline, with its sign, a dash where one has none; "" where it does not count.
        words: The outcome in words.
        asked_differently: Whether the first messages of the users differ between the two runs.
        cells: One for each run.
    """

    case_id: str
    kind: Kind
    change: str
    words: str
    asked_differently: bool
    cells: tuple[Cell, ...]


def case_rows(results: Results, comparison: Comparison, runs: Sequence[str]) -> list[CaseRow]:
    """All cases that one of the two runs answers: worst regression first, those that do not count last.

    Without any gold these are the cases of which some run has a trace.

    Args:
        results: What the comparison was made of.
        comparison: Which one.
        runs: The columns.
    """
    rows = [
        CaseRow(
            pair.case_id,
            pair.outcome,
            score_difference_text(pair),
            f"{pair.outcome}, {_passes(pair.other)} against {_passes(pair.baseline)}",
            bool(pair.asked_differently),
            _cells(results, pair.case_id, runs),
        )
        for pair in comparison.pairs
    ]
    kind: Kind = "unscored" if comparison.lacks_gold else "excluded"
    return [
        *rows,
        *(
            CaseRow(case, kind, "", f"not counted: {' and '.join(why)}", False, _cells(results, case, runs))
            for case, why in excluded_by_case(comparison).items()
        ),
    ]


def _cells(results: Results, case_id: str, runs: Sequence[str]) -> tuple[Cell, ...]:
    return tuple(_cell(results.of(case_id, run), plain(run)) for run in runs)


def _cell(result: CaseResult | None, run: str) -> Cell:
    if result is None or not result.trials:
        return Cell("absent", "no trace", "", f"{run}: no trace")
    if not result.n:
        calls = sum(len(trial.trace.calls) for trial in result.trials if trial.trace is not None)
        counted = count_text(calls, "call")
        trials = count_text(len(result.trials), "trial") if len(result.trials) > 1 else ""
        return Cell("unscored", counted, trials, f"{run}: {counted}, nothing to compare with")
    tone: Tone = "pass" if result.passed == result.n else "some" if result.passed else "fail"
    trials = passed_text(result) if len(result.trials) > 1 else ""
    return Cell(tone, ratio_text(result.score), trials, f"{run}: {_passes(result)}, score {ratio_text(result.score)}")


def _passes(result: CaseResult) -> str:
    if len(result.trials) > 1:
        return f"{passed_text(result)} trials pass"
    return "passes" if result.passed else "fails"

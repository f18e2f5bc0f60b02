"""Masked evaluations of several runs over the same cases -> who is better, where, and whether that is more than noise.

found = comparison.results(evaluations)
b_against_a = comparison.compare(found, "model-a", "model-b")
numbers = comparison.deltas(found, b_against_a)
"""

from toolscore_core.comparison.comparing import against_baseline, compare, regressed, share_of
from toolscore_core.comparison.evaluating import EvaluatedRuns, evaluate_runs
from toolscore_core.comparison.grouping import Results, results
from toolscore_core.comparison.measuring import deltas
from toolscore_core.comparison.records import (
    CasePair,
    CaseResult,
    Comparison,
    Delta,
    Difference,
    Excluded,
    Outcome,
    Share,
    Status,
)
from toolscore_core.comparison.trials import Repeated, repeated

__all__ = [
    "CasePair",
    "CaseResult",
    "Comparison",
    "Delta",
    "Difference",
    "EvaluatedRuns",
    "Excluded",
    "Outcome",
    "Repeated",
    "Results",
    "Share",
    "Status",
    "against_baseline",
    "compare",
    "deltas",
    "evaluate_runs",
    "regressed",
    "repeated",
    "results",
    "share_of",
]

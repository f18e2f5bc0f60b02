"""Comparisons of runs -> the plain dictionaries that a JSON report holds."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from toolscore_core.comparison import CasePair, CaseResult, Comparison, deltas, results
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_sentences import comparison_sentence, sentence_text


def comparison_records(
    evaluations: Sequence[MaskedEvaluation], comparisons: Sequence[Comparison]
) -> list[dict[str, Any]]:
    """Each comparison as JSON values: the sentence, counts, test, deltas, the pairs (worst regression first), the excluded.

    Args:
        evaluations: What the comparisons were made of.
        comparisons: One for each run against the baseline.
    """
    if not comparisons:
        return []
    found = results(evaluations)
    records = []
    for comparison in comparisons:
        numbers = deltas(found, comparison)
        records.append(
            {
                "baseline": comparison.baseline,
                "other": comparison.other,
                "sentence": sentence_text(comparison_sentence(comparison, numbers)),
                "better": comparison.count("better"),
                "worse": comparison.count("worse"),
                "same": comparison.count("same"),
                "p_value": comparison.p_value,
                "decided": comparison.is_decided,
                "baseline_passed": asdict(comparison.baseline_share),
                "other_passed": asdict(comparison.other_share),
                "score_difference": asdict(comparison.score),
                "deltas": [asdict(delta) for delta in numbers],
                "cases": [_pair_record(pair) for pair in comparison.pairs],
                "excluded": [
                    {"case": left.case_id, "run": left.run, "reason": left.reason} for left in comparison.excluded
                ],
            }
        )
    return records


def _pair_record(pair: CasePair) -> dict[str, Any]:
    return {
        "case": pair.case_id,
        "outcome": pair.outcome,
        "asked_differently": pair.asked_differently,
        "score_difference": pair.score_difference,
        "baseline": _result_record(pair.baseline),
        "other": _result_record(pair.other),
    }


def _result_record(result: CaseResult) -> dict[str, Any]:
    return {"passed": result.passed, "trials": result.n, "score": result.score}

"""Evaluations and gates -> which gates failed, in words."""

from collections.abc import Sequence

from toolscore_core.evaluation.scoring import NOISE
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.records import totals_of
from toolscore_core.report.words import count_text, entry_name, plain


def failed_gates(evaluations: Sequence[MaskedEvaluation], *, min_score: float | None, no_findings: bool) -> list[str]:
    """Sentences about the gates that failed; empty when all hold.

    Args:
        evaluations: All entries.
        min_score: Lowest score allowed; a case without a trace fails it, a trace without a case does not. None: no gate.
        no_findings: Whether a credential or a forbidden call fails.
    """
    failures = []
    if min_score is not None:
        failures += _low_scores(evaluations, min_score)
    if no_findings:
        found = found_in(evaluations)
        if found:
            failures.append(f"--fail-on-violations: {found} found")
    return failures


def found_in(evaluations: Sequence[MaskedEvaluation]) -> str:
    """How many forbidden calls and credentials were found, in words; "" for none."""
    totals = totals_of(evaluations)
    found = [count_text(totals.forbidden_calls, "forbidden call")] if totals.forbidden_calls else []
    found += [count_text(totals.credentials, "credential")] if totals.credentials else []
    return " and ".join(found)


def _low_scores(evaluations: Sequence[MaskedEvaluation], min_score: float) -> list[str]:
    scored = [(e.score, e) for e in evaluations if e.score is not None]
    low = sorted((pair for pair in scored if pair[0] < min_score - NOISE), key=lambda pair: pair[0])
    absent = [e for e in evaluations if e.trace is None]
    reasons = []
    if low and len(evaluations) == 1:
        reasons.append(f"the score is {_shown(low[0][0], min_score)}")
    elif low:
        score, worst = low[0]
        lower = f"{count_text(len(low), 'score')} of {len(scored)} lower"
        reasons.append(f"{lower}, worst {_shown(score, min_score)} ({plain(entry_name(worst))})")
    if absent:
        reasons.append(f"{count_text(len(absent), 'case')} without a trace, first {plain(entry_name(absent[0]))}")
    return [f"--min-score {min_score:g}: {' and '.join(reasons)}"] if reasons else []


def _shown(score: float, limit: float) -> str:
    """A score with as many digits as it takes to see that it is below the limit."""
    digits = next((d for d in range(2, 10) if round(score, d) < limit), 10)
    return f"{score:.{digits}f}"

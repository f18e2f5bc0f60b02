"""Masked evaluations -> the plain dictionaries that a JSON report holds, and the totals over many of them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from toolscore_core.credentials.masking import MaskedCall, MaskedText
from toolscore_core.masked import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.report.words import finite
from toolscore_core.values import MISSING

_REPLACED = re.compile(r"\[REDACTED \w+ #(\d+): ")


@dataclass(frozen=True, slots=True)
class Source:
    """One input file of a report.

    Attributes:
        name: File name, masked.
        role: "gold", "trace", "rules" or "mapping".
        format: What it was read as, for people; "" when it could not be read.
        contents: What it held, in words, e.g. "12 traces, 61 calls".
        problems: What was wrong in it, in words.
        skipped: What was read and left out, in words.
    """

    name: MaskedText
    role: str
    format: str
    contents: str
    problems: tuple[MaskedText, ...] = ()
    skipped: tuple[MaskedText, ...] = ()


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over evaluations.

    Attributes:
        evaluated: Evaluations with a trace.
        without_trace: Gold cases for which a run has no trace.
        without_gold: Traces that match no case.
        passed, failed: Evaluations that the pass rule decides; one without gold is neither, one without a trace failed.
        mean_score: Mean over the evaluations that have a score; None when none has.
        scored: How many have one.
        completed, required: Required calls that were completed, and how many were required, over all cases with a trace.
    """

    evaluated: int
    without_trace: int
    without_gold: int
    passed: int
    failed: int
    mean_score: float | None
    scored: int
    completed: int
    required: int
    gold_calls: int
    trace_calls: int
    failed_calls: int
    credentials: int
    forbidden_calls: int


def totals_of(evaluations: Sequence[MaskedEvaluation]) -> Totals:
    """Sums over evaluations; of none, zeros and None."""
    scores = [e.score for e in evaluations if e.score is not None]
    completed = [e.completed for e in evaluations if e.completed is not None and e.trace is not None]
    return Totals(
        evaluated=sum(e.trace is not None for e in evaluations),
        without_trace=sum(e.trace is None for e in evaluations),
        without_gold=sum(e.case is None for e in evaluations),
        passed=sum(e.passed is True for e in evaluations),
        failed=sum(e.passed is False and e.trace is not None for e in evaluations),
        mean_score=sum(scores) / len(scores) if scores else None,
        scored=len(scores),
        completed=sum(done for done, _ in completed),
        required=sum(of for _, of in completed),
        gold_calls=sum(len(e.case.calls) for e in evaluations if e.case is not None),
        trace_calls=sum(len(e.trace.calls) for e in evaluations if e.trace is not None),
        failed_calls=sum(e.failed_count for e in evaluations),
        credentials=sum(credential_count(e) for e in evaluations),
        forbidden_calls=sum(forbidden_count(e) for e in evaluations),
    )


def credential_count(evaluation: MaskedEvaluation) -> int:
    """Credentials found in the trace."""
    return sum(finding.kind == "credential" for finding in evaluation.findings)


def forbidden_count(evaluation: MaskedEvaluation) -> int:
    """Forbidden calls found in the trace."""
    return sum(finding.kind == "forbidden call" for finding in evaluation.findings)


def summary_record(evaluations: Sequence[MaskedEvaluation]) -> dict[str, Any]:
    """The `summary` of a report: that of the evaluation when there is one, totals when there are several.

    Over several, `score` is the mean of the scored ones and `grade` is None; `required_call_recall` is over all
    required calls.
    """
    totals = totals_of(evaluations)
    one = evaluations[0] if len(evaluations) == 1 else None
    if one:
        recall = one.required_call_recall
    else:
        recall = totals.completed / totals.required if totals.required else None
    return {
        "gold_calls_count": totals.gold_calls,
        "trace_calls_count": totals.trace_calls,
        "score": one.score if one else totals.mean_score,
        "grade": one.grade if one else None,
        "weights": dict(evaluations[0].weights) if evaluations else {},
        "required_call_recall": recall,
        "failed_calls": totals.failed_calls,
        "policy_violations": totals.forbidden_calls,
        "secrets": totals.credentials,
        "cases_count": len(evaluations),
        "passed_count": totals.passed,
        "failed_count": totals.failed,
        "without_trace_count": totals.without_trace,
        "without_gold_count": totals.without_gold,
    }


def evaluation_record(evaluation: MaskedEvaluation) -> dict[str, Any]:
    """One evaluation as JSON values."""
    case, trace = evaluation.case, evaluation.trace
    return {
        "key": evaluation.key,
        "case": evaluation.case_id,
        "run": evaluation.run,
        "trial": evaluation.trial,
        "verdict": evaluation.verdict,
        "passed": evaluation.passed,
        "summary": summary_record([evaluation]),
        "metrics": finite(evaluation.metrics),
        "not_applicable": dict(evaluation.not_applicable),
        "contributions": [asdict(contribution) for contribution in evaluation.contributions],
        "gold_calls": None if case is None else [_call_record(call) for call in case.calls],
        "trace_calls": None if trace is None else [_call_record(call) for call in trace.calls],
        "rows": [_row_record(row) for row in evaluation.rows],
        "findings": [finding_record(finding) for finding in evaluation.findings],
        "problems": [str(problem) for problem in evaluation.problems],
    }


def _call_record(call: MaskedCall) -> dict[str, Any]:
    return dict(finite(asdict(call)))


def _row_record(row: MaskedRow) -> dict[str, Any]:
    return {
        "state": row.state,
        "gold_index": row.gold_index,
        "trace_index": row.trace_index,
        "parallel": row.parallel,
        "alternative": row.alternative,
        "omitted": row.omitted,
        "failed": row.failed,
        "scored": row.scored,
        "differences": [_difference_record(difference) for difference in row.differences],
        "findings": list(row.findings),
    }


def _difference_record(difference: MaskedDifference) -> dict[str, Any]:
    record: dict[str, Any] = {"path": difference.path, "state": difference.state}
    if difference.expected is not MISSING:
        record["expected"] = finite(difference.expected)
    if difference.actual is not MISSING:
        record["actual"] = finite(difference.actual)
    return record


def finding_record(finding: MaskedFinding) -> dict[str, Any]:
    """One finding as JSON values."""
    return {
        "kind": finding.kind,
        "name": finding.name,
        "call_index": finding.call_index,
        "tool": finding.tool,
        "path": finding.path,
        "source": finding.source,
        "preview": finding.preview,
        "ordinal": finding.ordinal,
        "reason": finding.reason,
        "rule_index": finding.rule_index,
        "severity": finding.severity,
        "because": finding.because,
        "undecided": finding.undecided,
        "confidence": finding.confidence,
        "via": finding.via,
        "in_key": finding.in_key,
        "turn": finding.turn,
    }


def source_record(source: Source) -> dict[str, Any]:
    """One input file as JSON values."""
    return asdict(source)


def replaced_in(texts: Iterator[str] | Sequence[str]) -> tuple[int, int]:
    """How many credentials were replaced in the texts of a report: (occurrences, different ones)."""
    ordinals = [found[1] for text in texts for found in _REPLACED.finditer(text)]
    return len(ordinals), len(set(ordinals))

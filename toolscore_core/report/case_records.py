"""Masked evaluations -> the plain dictionaries that a JSON report holds; `stored` reads them back."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from toolscore_core.credentials.masking import MaskedCall, MaskedCase, MaskedTrace
from toolscore_core.masked import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.pricing import cost_record
from toolscore_core.report.records import Source, totals_of
from toolscore_core.report.words import finite
from toolscore_core.values import MISSING


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
        "weights": next((dict(e.weights) for e in evaluations if e.weights), {}),
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
        "verdict_parts": [list(part) for part in evaluation.verdict_parts],
        "passed": evaluation.passed,
        "completed": None if evaluation.completed is None else list(evaluation.completed),
        "summary": summary_record([evaluation]),
        "metrics": finite(evaluation.metrics),
        "not_applicable": dict(evaluation.not_applicable),
        "contributions": [asdict(contribution) for contribution in evaluation.contributions],
        "gold": None if case is None else _case_record(case),
        "trace": None if trace is None else _trace_record(trace),
        "gold_calls": None if case is None else [_call_record(call) for call in case.calls],
        "trace_calls": None if trace is None else [_call_record(call) for call in trace.calls],
        "cost": cost_record(evaluation.cost),
        "rows": [_row_record(row, trace) for row in evaluation.rows],
        "findings": [finding_record(finding) for finding in evaluation.findings],
        "problems": [{"message": problem.message, **asdict(problem.location)} for problem in evaluation.problems],
    }


def _call_record(call: MaskedCall) -> dict[str, Any]:
    return dict(finite(asdict(call)))


def _case_record(case: MaskedCase) -> dict[str, Any]:
    """A gold case without its calls, which stand in `gold_calls`."""
    record = {"id": case.id, "input": case.input, "tags": case.tags, "ignore": case.ignore, "aliases": case.aliases}
    return dict(finite({**record, "order": case.order}))


def _trace_record(trace: MaskedTrace) -> dict[str, Any]:
    """A trace without its calls, which stand in `trace_calls`."""
    record = {
        "id": trace.id,
        "case_id": trace.case_id,
        "model": trace.model,
        "started": trace.started,
        "duration_s": trace.duration,
        "input_tokens": trace.input_tokens,
        "output_tokens": trace.output_tokens,
        "cached_tokens": trace.cached_tokens,
        "reasoning_tokens": trace.reasoning_tokens,
        "cost_usd": trace.cost,
        "outcome": trace.outcome,
        "trial": trace.trial,
        "format": trace.format,
        "source": asdict(trace.source),
        "turns": [asdict(turn) for turn in trace.turns],
        "metadata": trace.metadata,
    }
    return dict(finite(record))


def _row_record(row: MaskedRow, trace: MaskedTrace | None) -> dict[str, Any]:
    recorded = None if trace is None or row.trace_index is None else trace.calls[row.trace_index].tool
    renamed = row.actual is not None and row.actual.tool != recorded
    return {
        "state": row.state,
        "gold_index": row.gold_index,
        "trace_index": row.trace_index,
        "parallel": row.parallel,
        "alternative": row.alternative,
        "omitted": row.omitted,
        "failed": row.failed,
        "scored": row.scored,
        "completed": row.completed,
        "compared_as": row.actual.tool if renamed and row.actual is not None else None,
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

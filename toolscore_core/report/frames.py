"""Masked evaluations -> pandas tables: everything that a page or a notebook shows as numbers.

Frames hold masked text only. An unknown number is missing (NaN or None), never 0. Positions count from 0.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import pandas as pd

from toolscore_core.alignment import State
from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import GoldError
from toolscore_core.masked import MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.masked.measures import trace_cost, trace_duration
from toolscore_core.report.argument_frames import (
    By,
    argument_f1_frame,
    argument_values_frame,
    arguments_frame,
    differing_values,
    values_of_cell,
    worst_arguments,
    worst_groups,
)
from toolscore_core.report.comparison_frames import (
    comparison_frame,
    deltas_frame,
    metrics_frame,
    results_frame,
    runs_frame,
    trials_frame,
)
from toolscore_core.report.finding_words import place_text
from toolscore_core.report.frame_base import PLACE, frame, lines_of, place
from toolscore_core.report.metric_means import metric_means
from toolscore_core.report.performance_cost_frames import (
    case_cost_frame,
    cost_frame,
    in_order,
    model_cost_frame,
    priced_runs,
    usage_frame,
)
from toolscore_core.report.performance_frames import (
    P95_NEEDS,
    P99_NEEDS,
    conversation_timings_frame,
    first_tools,
    latency_frame,
    spread,
    timings_frame,
)
from toolscore_core.report.performance_pareto import drawn_runs, pareto_frame
from toolscore_core.report.performance_prices import prices_frame
from toolscore_core.report.performance_waterfall import idle_spans, waterfall_frame
from toolscore_core.report.safety_frames import broken_rules_frame, called_tools, credentials_frame, runs_text
from toolscore_core.report.spine_frames import divergence_frame, spine_frame
from toolscore_core.report.waste_frame import (
    clean_groups,
    waste_calls_frame,
    waste_frame,
    wasted_lines,
)
from toolscore_core.report.words import conditions_text, flag_texts, state_name, value_text
from toolscore_core.rules import arguments_to_json, limits_text, severity_of, tool_text, uncalled_rules

__all__ = [
    "P95_NEEDS",
    "P99_NEEDS",
    "By",
    "argument_f1_frame",
    "argument_values_frame",
    "arguments_frame",
    "broken_rules_frame",
    "calls_frame",
    "case_cost_frame",
    "cases_frame",
    "clean_groups",
    "comparison_frame",
    "conversation_timings_frame",
    "cost_frame",
    "credentials_frame",
    "deltas_frame",
    "differing_values",
    "divergence_frame",
    "drawn_runs",
    "findings_frame",
    "first_tools",
    "idle_spans",
    "in_order",
    "latency_frame",
    "lines_of",
    "metric_means",
    "metrics_frame",
    "model_cost_frame",
    "pareto_frame",
    "priced_runs",
    "prices_frame",
    "results_frame",
    "rules_frame",
    "runs_frame",
    "spine_frame",
    "spread",
    "timings_frame",
    "trials_frame",
    "usage_frame",
    "values_of_cell",
    "waste_calls_frame",
    "waste_frame",
    "wasted_lines",
    "waterfall_frame",
    "worst_arguments",
    "worst_groups",
]


def cases_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """One line an evaluation, in the order given.

    Columns: the place; `verdict`; `passed` (missing without gold); `score` and `required_call_recall` in [0, 1]; `grade`;
    one count for each row state, by its name; `calls`, `failed`, `findings`; `duration_s` as recorded
    for the trace, or else for its calls (see `trace_duration`); `cost_usd`, recorded or priced from tokens, missing where
    it is not known in whole (see `trace_cost`); `input_tokens`, `output_tokens` of the trace.
    """
    states = {state.value: "Int64" for state in State}
    columns = {
        **PLACE,
        "verdict": "str",
        "passed": "boolean",
        "score": "float64",
        "grade": "object",
        "required_call_recall": "float64",
        **states,
        "calls": "Int64",
        "failed": "Int64",
        "findings": "Int64",
        "duration_s": "float64",
        "cost_usd": "float64",
        "input_tokens": "Int64",
        "output_tokens": "Int64",
    }
    return frame((_case_line(evaluation) for evaluation in evaluations), columns)


def _case_line(evaluation: MaskedEvaluation) -> dict[str, Any]:
    trace = evaluation.trace
    line = {
        **place(evaluation),
        "verdict": evaluation.verdict,
        "passed": evaluation.passed,
        "score": evaluation.score,
        "grade": evaluation.grade,
        "required_call_recall": evaluation.required_call_recall,
        **{
            state.value: evaluation.counts[state]
            for state in State
            if evaluation.case is not None and trace is not None
        },
    }
    if trace is not None:
        line |= {
            "calls": len(trace.calls),
            "failed": evaluation.failed_count,
            "findings": len(evaluation.findings),
            "duration_s": trace_duration(evaluation),
            "cost_usd": trace_cost(evaluation),
            "input_tokens": trace.input_tokens,
            "output_tokens": trace.output_tokens,
        }
    return line


def calls_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """One line a row of the diff (without gold: a recorded call), in display order.

    Columns: the place; `row`; `state` ("recorded" where nothing is compared, "optional, not made" for an expected call of that kind, "no trace" for the calls of a case without a trace); `gold_index`, `trace_index`;
    `expected_tool`, `expected_args`, `actual_tool`, `actual_args` (arguments as JSON text, missing where not checked or
    where there is no call); `duration_s`, `cost_usd`; `failed`, `scored`; `flags` in words.
    """
    columns = {
        **PLACE,
        "row": "Int64",
        "state": "str",
        "gold_index": "Int64",
        "trace_index": "Int64",
        "expected_tool": "object",
        "expected_args": "object",
        "actual_tool": "object",
        "actual_args": "object",
        "duration_s": "float64",
        "cost_usd": "float64",
        "failed": "bool",
        "scored": "bool",
        "flags": "str",
    }
    return frame(
        (line for e in evaluations for line in map(_call_line, [e] * len(e.rows), range(len(e.rows)), e.rows)), columns
    )


def _call_line(evaluation: MaskedEvaluation, number: int, row: MaskedRow) -> dict[str, Any]:
    expected, actual = row.expected, row.actual
    return {
        **place(evaluation),
        "row": number,
        "state": state_name(row),
        "gold_index": row.gold_index,
        "trace_index": row.trace_index,
        "expected_tool": expected.tool if expected else None,
        "expected_args": value_text(expected.args) if expected and expected.args is not None else None,
        "actual_tool": actual.tool if actual else None,
        "actual_args": value_text(actual.args or {}) if actual else None,
        "duration_s": actual.duration if actual else None,
        "cost_usd": actual.cost if actual else None,
        "failed": row.failed,
        "scored": row.scored,
        "flags": ", ".join(flag_texts(row, evaluation)),
    }


def findings_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """One line a finding.

    Columns: the place; `row` of the lane that holds the call (missing when none does); `kind`, `name`, `call_index`,
    `tool`, `path`, `source`, `preview`, `ordinal`, `reason`, `rule_index`, `severity`, `because`, `undecided`,
    `confidence`, `via`, `in_key`, `turn`, as on `MaskedFinding`; `where`: the place in the call or trace in words.
    """
    columns = {
        **PLACE,
        "row": "Int64",
        "kind": "str",
        "name": "str",
        "call_index": "Int64",
        "tool": "str",
        "path": "str",
    }
    columns |= {"source": "str", "preview": "str", "ordinal": "Int64", "reason": "object", "rule_index": "Int64"}
    columns |= {"severity": "object", "because": "object", "undecided": "bool", "confidence": "str", "via": "str"}
    columns |= {"in_key": "bool", "turn": "Int64", "where": "str"}
    return frame((line for e in evaluations for line in _finding_lines(e)), columns)


def _finding_lines(evaluation: MaskedEvaluation) -> Iterable[dict[str, Any]]:
    row_of = {index: number for number, row in enumerate(evaluation.rows) for index in row.findings}
    for index, finding in enumerate(evaluation.findings):
        yield {
            **place(evaluation),
            "row": row_of.get(index),
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
            "where": place_text(finding) if finding.kind == "credential" else "",
        }


def rules_frame(
    rules: Sequence[dict[str, Any]], evaluations: Sequence[MaskedEvaluation], masker: Masker
) -> pd.DataFrame:
    """One line a forbidden-call rule, in order.

    Args:
        rules: Rules as `rules_from_json` returns them, those that hold for every case.
        evaluations: What was evaluated under them.
        masker: That of the workspace.

    Returns:
        `rule_index`; `tool`, a pattern as text; `arguments` in words; `limits`: what it allows and after which calls (""
        when it says nothing of it); `severity` and `reason` (missing when it gives none); `hits`: calls for which it is
        the first rule broken; `traces`: in how many traces; `undecided`: those of the hits of which nobody knows, since
        a pattern ran out of time; `runs`: the hits of each run in words; `called`: whether any trace calls its tool; `near`:
        names of called tools that are like its own, in words. A call counts for its first rule only.
    """
    columns = {"rule_index": "int64", "tool": "str", "arguments": "str", "limits": "str", "severity": "object"}
    columns |= {"reason": "object", "hits": "int64", "traces": "int64", "undecided": "int64", "runs": "str"}
    columns |= {"called": "bool", "near": "str"}
    broken: dict[int, list[tuple[MaskedEvaluation, MaskedFinding]]] = {}
    for evaluation in evaluations:
        for finding in evaluation.findings:
            if finding.rule_index is not None:
                broken.setdefault(finding.rule_index, []).append((evaluation, finding))
    uncalled = {found.rule: found.near for found in uncalled_rules(rules, called_tools(evaluations))}
    lines = []
    for index, rule in enumerate(rules):
        args = rule.get("args")
        reason = rule.get("reason")
        hits = broken.get(index, [])
        lines.append(
            {
                "rule_index": index,
                "tool": masker.text(tool_text(rule["tool"])),
                "arguments": conditions_text(masker.value(_written(args))) if args else "any",
                "limits": masker.text(limits_text(rule)),
                "severity": severity_of(rule),
                "reason": None if reason is None else masker.text(str(reason)),
                "hits": len(hits),
                "traces": len({id(evaluation) for evaluation, _ in hits}),
                "undecided": sum(finding.undecided for _, finding in hits),
                "runs": runs_text(evaluation.run or "" for evaluation, _ in hits),
                "called": index not in uncalled,
                "near": " or ".join(uncalled.get(index, ())),
            }
        )
    return frame(lines, columns)


def _written(args: dict[Any, Any]) -> dict[Any, Any]:
    """Arguments of a rule as JSON writes them; as they are where a matcher made in Python has no JSON form."""
    try:
        return arguments_to_json(args)
    except GoldError:
        return args

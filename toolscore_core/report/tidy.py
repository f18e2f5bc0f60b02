"""Masked evaluations -> one line for each case, run, trial and metric: the tidy form that frames and CSV files share."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Literal, NamedTuple

from toolscore_core.catalogue import Unit
from toolscore_core.credentials.masking import MaskedTrace
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.measures import trace_cost, trace_duration
from toolscore_core.metrics import METRICS
from toolscore_core.report.scores import value_at
from toolscore_core.report.words import plain

TIDY_COLUMNS: Final = ("key", "case", "run", "trial", "metric", "title", "value", "unit", "better", "reason")
"""Columns of the tidy form."""

_Better = Literal["higher", "lower"] | None


class _Number(NamedTuple):
    """A number of a whole entry that no metric of the catalogue gives; `reason` says why it is missing when it is."""

    key: str
    title: str
    unit: Unit
    better: _Better
    of: Callable[[MaskedEvaluation, MaskedTrace], float | None]
    reason: str


_OF_THE_WHOLE: Final = (
    _Number("passed", "Passed", "count", "higher", lambda e, _: None if e.passed is None else int(e.passed), "no gold"),
    _Number("score", "Score", "ratio", "higher", lambda e, _: e.score, "no gold"),
    _Number("calls", "Calls", "count", None, lambda _, trace: len(trace.calls), ""),
    _Number("failed_calls", "Failed calls", "count", "lower", lambda e, _: e.failed_count, ""),
    _Number("findings", "Findings", "count", "lower", lambda e, _: len(e.findings), ""),
    _Number("duration_s", "Duration", "s", "lower", lambda e, _: trace_duration(e), "not timed"),
    _Number("cost_usd", "Cost", "USD", "lower", lambda e, _: trace_cost(e), "unpriced"),
    _Number("input_tokens", "Input tokens", "count", "lower", lambda _, trace: trace.input_tokens, "no tokens"),
    _Number("output_tokens", "Output tokens", "count", "lower", lambda _, trace: trace.output_tokens, "no tokens"),
)


def tidy_lines(evaluations: Sequence[MaskedEvaluation]) -> Iterator[dict[str, Any]]:
    """One dictionary with TIDY_COLUMNS for each number, in the order of the evaluations.

    `value` is a number, or None with the `reason` why there is none: "no trace", "no gold", "unpriced", "does not apply: ...".
    Metrics that were not asked for, and columns that hold names instead of numbers, are left out.
    """
    for evaluation in evaluations:
        at = place(evaluation)
        for line in (*_whole(evaluation), *_metrics(evaluation)):
            yield at | line


def place(evaluation: MaskedEvaluation) -> dict[str, Any]:
    """What every tidy line begins with, and by which it is found again: key of the evaluation, case, run ("" without), trial."""
    return {"key": evaluation.key, "case": evaluation.case_id, "run": evaluation.run or "", "trial": evaluation.trial}


def _whole(evaluation: MaskedEvaluation) -> Iterator[dict[str, Any]]:
    for number in _OF_THE_WHOLE:
        value = None if evaluation.trace is None else number.of(evaluation, evaluation.trace)
        why = "" if value is not None else _why(number, evaluation)
        yield _line(number.key, number.title, number.unit, number.better, value, why)


def _why(number: _Number, evaluation: MaskedEvaluation) -> str:
    if evaluation.trace is None:
        return "no trace"
    return "priced in part only" if number.key == "cost_usd" and evaluation.cost.is_partial else number.reason


def _metrics(evaluation: MaskedEvaluation) -> Iterator[dict[str, Any]]:
    for metric in METRICS:
        reason = evaluation.not_applicable.get(metric.key)
        if reason is None and metric.key not in evaluation.metrics:
            continue
        for column in metric.columns:
            if column.unit == "text":
                continue
            value = None if reason is not None else value_at(evaluation.metrics[metric.key], column)
            why = f"does not apply: {plain(reason)}" if reason is not None else "does not apply"
            name = f"{metric.key}.{column.path}" if column.path else metric.key
            yield _line(name, column.title, column.unit, column.better, value, "" if value is not None else why)


def _line(name: str, title: str, unit: Unit, better: _Better, value: Any, reason: str) -> dict[str, Any]:
    return {"metric": name, "title": title, "value": value, "unit": unit, "better": better, "reason": reason}

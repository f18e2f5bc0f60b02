"""The metric catalogue and one masked evaluation -> named numbers with their unit, or the reason why there is none."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from toolscore_core.catalogue import Column, Unit
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.metrics import METRICS
from toolscore_core.report.words import plain, ratio_text, seconds_text, usd_text


@dataclass(frozen=True, slots=True)
class MetricLine:
    """One number of one metric.

    Attributes:
        key: Key of the metric.
        family: Its family, for grouping.
        title: What the number is, sentence case.
        text: The number with its unit; where it does not apply, why.
        applies: False when `text` is a reason.
        weight: Share of the score; 0 when it is no part of it.
    """

    key: str
    family: str
    title: str
    text: str
    applies: bool
    weight: float = 0.0


SCORE_PARTS: dict[tuple[str, str], str] = {
    ("selection_accuracy", ""): "selection_accuracy",
    ("argument_metrics", "f1"): "argument_f1",
    ("sequence_metrics", "sequence_accuracy"): "sequence_accuracy",
    ("efficiency_metrics", "redundant_rate"): "redundant_rate",
    ("required_call_recall", ""): "required_call_recall",
}
"""(metric key, column) -> name of its weight."""

WEIGHT_TITLES: dict[str, str] = {
    "selection_accuracy": "Selection accuracy",
    "argument_f1": "Argument F1",
    "sequence_accuracy": "Sequence accuracy",
    "redundant_rate": "Redundant calls",
    "required_call_recall": "Required calls",
}
"""Key of a weight -> what it is called; in the order in which they are shown."""


def metric_lines(evaluation: MaskedEvaluation) -> list[MetricLine]:
    """Every number of every metric, in the order of the catalogue; metrics that were not computed are absent."""
    return list(_lines(evaluation))


def _lines(evaluation: MaskedEvaluation) -> Iterator[MetricLine]:
    for metric in METRICS:
        reason = evaluation.not_applicable.get(metric.key)
        if reason is not None:
            yield MetricLine(metric.key, metric.family, metric.title, f"does not apply: {plain(reason)}", False)
        elif metric.key in evaluation.metrics:
            for column in metric.columns:
                value = value_at(evaluation.metrics[metric.key], column)
                weight = evaluation.weights.get(SCORE_PARTS.get((metric.key, column.path), ""), 0.0)
                yield MetricLine(
                    metric.key, metric.family, column.title, number_text(value, column.unit), value is not None, weight
                )


def value_at(value: Any, column: Column) -> Any:
    """The number of a column inside the value of its metric; None where it is not there."""
    for step in column.path.split(".") if column.path else []:
        value = value.get(step) if isinstance(value, dict) else None
    return value


def number_text(value: Any, unit: Unit) -> str:
    """A number of a metric with its unit; a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return plain(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    if unit == "ratio":
        return ratio_text(value)
    if unit == "s":
        return seconds_text(value)
    if unit == "USD":
        return usd_text(value)
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"

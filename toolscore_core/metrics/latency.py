"""Recorded calls -> how long they took."""

from collections.abc import Sequence
from typing import Final, TypedDict

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.values import finite_number


class Latency(TypedDict):
    """Seconds over the calls that have a duration; lower is better.

    Keys:
        total_duration, average_duration, max_duration, min_duration: 0.0 when no call has one, which is not "instant".
    """

    total_duration: float
    average_duration: float
    max_duration: float
    min_duration: float


def calculate_latency(trace_calls: Sequence[ToolCall]) -> Latency:
    """How long the recorded calls took.

    Args:
        trace_calls: Recorded calls. A duration of 0 counts, numbers written as text are read; NaN, infinity and what is
            no number count as absent.

    Returns:
        See Latency.

    Example:
        >>> calculate_latency([ToolCall("a", duration=1.0), ToolCall("b"), ToolCall("c", duration=2.0)])["average_duration"]
        1.5
    """
    durations = _durations(trace_calls)
    if not durations:
        return {"total_duration": 0.0, "average_duration": 0.0, "max_duration": 0.0, "min_duration": 0.0}
    total = sum(durations)
    return {
        "total_duration": total,
        "average_duration": total / len(durations),
        "max_duration": max(durations),
        "min_duration": min(durations),
    }


def _durations(calls: Sequence[ToolCall]) -> list[int | float]:
    return [number for call in calls if (number := finite_number(call.duration)) is not None]


def _applies(comparison: Comparison) -> str | None:
    if not comparison.trace.calls:
        return "the trace holds no call"
    return None if _durations(comparison.trace.calls) else "no recorded call has a duration"


METRIC: Final = Metric(
    key="latency_metrics",
    title="Latency",
    family="Latency",
    description="Seconds that the recorded calls took, over the calls that have a duration.",
    columns=(
        Column("total_duration", "Total time in tools", "s", "lower"),
        Column("average_duration", "Average duration", "s", "lower"),
        Column("max_duration", "Longest call", "s", "lower"),
        Column("min_duration", "Shortest call", "s", None),
    ),
    applies=_applies,
    compute=lambda comparison: calculate_latency(comparison.trace.calls),
)

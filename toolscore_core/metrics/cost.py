"""Recorded calls -> what they cost, as recorded."""

from collections.abc import Sequence
from typing import Final, TypedDict

from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Column, Comparison, Metric
from toolscore_core.values import finite_number


class Cost(TypedDict):
    """USD over the calls that have a cost; lower is better.

    Keys:
        total_cost, average_cost: 0.0 when no call has one, which is not "free".
        cost_by_tool: Only tools of which a call has a cost.
    """

    total_cost: float
    average_cost: float
    cost_by_tool: dict[str, float]


def calculate_cost_attribution(trace_calls: Sequence[ToolCall]) -> Cost:
    """What the recorded calls cost, as recorded, in all and by tool.

    Args:
        trace_calls: Recorded calls. A cost of 0 counts, numbers written as text are read; NaN, infinity and what is no
            number count as absent.

    Returns:
        See Cost.

    Example:
        >>> calculate_cost_attribution([ToolCall("a", cost=0.25), ToolCall("b")])
        {'total_cost': 0.25, 'average_cost': 0.25, 'cost_by_tool': {'a': 0.25}}
    """
    total: float = 0
    priced = 0
    by_tool: dict[str, float] = {}
    for call in trace_calls:
        cost = finite_number(call.cost)
        if cost is None:
            continue
        priced += 1
        total += cost
        by_tool[call.tool] = by_tool.get(call.tool, 0.0) + cost
    return {
        "total_cost": total if priced else 0.0,
        "average_cost": total / priced if priced else 0.0,
        "cost_by_tool": by_tool,
    }


def _applies(comparison: Comparison) -> str | None:
    if not comparison.trace.calls:
        return "the trace holds no call"
    priced = any(finite_number(call.cost) is not None for call in comparison.trace.calls)
    return None if priced else "no recorded call has a cost"


METRIC: Final = Metric(
    key="cost_metrics",
    title="Cost of calls",
    family="Cost",
    description="USD that the recorded calls cost, over the calls that have a cost.",
    columns=(
        Column("total_cost", "Total cost", "USD", "lower"),
        Column("average_cost", "Average cost", "USD", "lower"),
    ),
    applies=_applies,
    compute=lambda comparison: calculate_cost_attribution(comparison.trace.calls),
)

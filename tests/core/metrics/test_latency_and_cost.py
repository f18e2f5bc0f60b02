"""Time and money, as recorded."""

import math
from typing import Any

import pytest

from toolscore_core.calls import ToolCall
from toolscore_core.metrics import calculate_cost_attribution, calculate_latency


@pytest.mark.parametrize(
    ("durations", "total", "average", "longest", "shortest"),
    [
        ([], 0.0, 0.0, 0.0, 0.0),
        ([None, None], 0.0, 0.0, 0.0, 0.0),
        ([1.5], 1.5, 1.5, 1.5, 1.5),
        ([0.0, 2.0, None], 2.0, 1.0, 2.0, 0.0),
        ([1, 2], 3, 1.5, 2, 1),
        ([math.nan, 1.0], 1.0, 1.0, 1.0, 1.0),
        ([math.inf, 1.0], 1.0, 1.0, 1.0, 1.0),
        ([math.nan], 0.0, 0.0, 0.0, 0.0),
        (["0.5", 1.5], 2.0, 1.0, 1.5, 0.5),
        (["fast", True, [], 1.0], 1.0, 1.0, 1.0, 1.0),
        ([10**400, 1.0], 1.0, 1.0, 1.0, 1.0),
    ],
    ids=repr,
)
def test_latency(durations: list[Any], total: float, average: float, longest: float, shortest: float) -> None:
    """Zero counts, text is read, NaN and what is no number are absent, whole numbers stay whole."""
    result = calculate_latency([ToolCall("a", duration=duration) for duration in durations])
    assert result == {
        "total_duration": total,
        "average_duration": average,
        "max_duration": longest,
        "min_duration": shortest,
    }
    assert type(result["total_duration"]) is type(total)


@pytest.mark.parametrize(
    ("costs", "total", "average", "by_tool"),
    [
        ([], 0.0, 0.0, {}),
        ([("a", None)], 0.0, 0.0, {}),
        ([("a", 0.5)], 0.5, 0.5, {"a": 0.5}),
        ([("a", 0), ("b", None)], 0, 0.0, {"a": 0.0}),
        ([("a", 0.25), ("a", 0.5), ("b", 1)], 1.75, 1.75 / 3, {"a": 0.75, "b": 1.0}),
        ([("a", "0.5"), ("b", math.nan)], 0.5, 0.5, {"a": 0.5}),
        ([("a", "free"), ("b", True)], 0.0, 0.0, {}),
        ([("a", -0.5), ("a", 0.5)], 0.0, 0.0, {"a": 0.0}),
        ([("é", 2.0), ("É", 3.0)], 5.0, 2.5, {"é": 2.0, "É": 3.0}),
    ],
    ids=repr,
)
def test_cost(costs: list[tuple[str, Any]], total: float, average: float, by_tool: dict[str, float]) -> None:
    """Only priced calls count; an unpriced tool does not appear, rather than as zero."""
    result = calculate_cost_attribution([ToolCall(tool, cost=cost) for tool, cost in costs])
    assert result == {"total_cost": total, "average_cost": pytest.approx(average), "cost_by_tool": by_tool}
    assert all(type(cost) is float for cost in result["cost_by_tool"].values())

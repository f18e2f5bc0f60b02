"""Token counts and costs."""

from typing import Any

import pytest

from toolscore_core.calls import Trace
from toolscore_core.messages.tally import Tally, amount_of, count_of


@pytest.mark.parametrize(
    ("value", "count", "amount"),
    [
        (3, 3, 3.0),
        (3.0, 3, 3.0),
        ("12", 12, None),
        (0, 0, 0.0),
        (2.5, None, 2.5),
        (-1, None, None),
        (True, None, None),
        (None, None, None),
        ("x", None, None),
        ("9" * 30, None, None),
        (float("inf"), None, None),
        (float("nan"), None, None),
        (10**400, None, None),
        ([], None, None),
    ],
)
def test_numbers(value: Any, count: int | None, amount: float | None) -> None:
    """Counts are whole and not negative, amounts not negative; everything else is as if it were not there."""
    assert count_of({"a": value, "b": None}, "b", "a") == count
    assert amount_of({"a": value}, "b", "a") == amount


def test_totals() -> None:
    """What no answer says stays None."""
    total = Tally()
    total.add(Tally(input_tokens=3, cost=0.5))
    total.add(Tally(input_tokens=4, output_tokens=0))
    trace = Trace()
    total.fill(trace)
    assert (trace.input_tokens, trace.output_tokens, trace.cached_tokens, trace.cost) == (7, 0, None, 0.5)

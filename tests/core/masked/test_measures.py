"""How long a conversation took and what it cost."""

import pytest

from tests.evaluations import call, masked, missing
from toolscore_core.calls import Trace
from toolscore_core.masked.measures import trace_cost, trace_duration


@pytest.mark.parametrize(
    ("trace", "seconds"),
    [
        (Trace([call("a", duration=1.0)], duration=9.0), 9.0),
        (Trace([call("a", started=10.0, duration=1.0), call("b", started=10.5, duration=2.0)]), 2.5),
        (Trace([call("a", started=10.0, duration=1.0), call("b", duration=2.0)]), 3.0),
        (Trace([call("a"), call("b", started=1.0)]), None),
    ],
    ids=["recorded", "from first start to last end", "a sum, where a start is missing", "nothing timed"],
)
def test_duration_of_a_trace(trace: Trace, seconds: float | None) -> None:
    """The best that the file says about how long a conversation took."""
    assert trace_duration(masked(None, trace)) == seconds


def test_a_case_without_a_trace_has_no_duration_and_no_cost() -> None:
    """What never ran took no known time."""
    view = missing([call("a")])
    assert (trace_duration(view), trace_cost(view)) == (None, None)

"""Where the time of a conversation went, and what each call used."""

import pytest

from tests.evaluations import call, masked, missing
from toolscore_core.calls import ToolCall, Trace, Turn
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import evaluate
from toolscore_core.masked import MaskedEvaluation, mask_evaluation
from toolscore_core.masked.using import call_uses, time_share, union
from toolscore_core.pricing import ModelPrice

PRICES = {"mine": ModelPrice(1.0, 10.0)}


def priced(trace: Trace) -> MaskedEvaluation:
    """An evaluation without gold under the prices above."""
    return mask_evaluation(evaluate(None, trace), Masker(), case_id="c", run="r", trial=None, prices=PRICES)


@pytest.mark.parametrize(
    ("spans", "covered"),
    [
        ([], []),
        ([(0, 1), (2, 3)], [(0, 1), (2, 3)]),
        ([(0, 2), (1, 3)], [(0, 3)]),
        ([(0, 9), (1, 2), (3, 4)], [(0, 9)]),
        ([(5, 6), (0, 1), (1, 2)], [(0, 2), (5, 6)]),
        ([(1, 1)], [(1, 1)]),
    ],
    ids=["none", "apart", "overlapping", "inside", "touching", "no time"],
)
def test_union(spans: list[tuple[float, float]], covered: list[tuple[float, float]]) -> None:
    """Time that several calls cover is covered once."""
    assert union(spans) == covered


def test_parallel_calls_count_once() -> None:
    """Two calls of two seconds at the same time are two seconds in tools."""
    calls = [call("a", started=101.0, duration=2.0), call("b", started=101.0, duration=2.0)]
    share = time_share(masked(None, Trace(calls, duration=10.0)))
    assert share is not None
    assert (share.total_s, share.tools_s) == (10.0, 2.0)


@pytest.mark.parametrize(
    "trace",
    [
        Trace([call("a", started=1.0, duration=1.0)]),
        Trace([call("a", started=1.0, duration=1.0), call("b", duration=1.0)], duration=9.0),
        Trace([call("a", started=1.0)], duration=9.0),
        Trace([call("a", started=1.0, duration=20.0)], duration=9.0),
        Trace([], duration=9.0),
    ],
    ids=["no duration", "a start missing", "a duration missing", "longer than the whole", "no call"],
)
def test_a_share_that_is_not_told_is_none(trace: Trace) -> None:
    """What the file does not say is not guessed."""
    assert time_share(masked(None, trace)) is None


def test_calls_share_what_their_turn_used() -> None:
    """Tokens and cost of a turn's request belong to its calls evenly; a recorded cost goes before."""
    turns = [Turn("assistant", model="mine", input_tokens=1_000_000, output_tokens=200_000)]
    calls = [ToolCall("a", turn=0), ToolCall("b", turn=0, cost=0.5), ToolCall("c")]
    uses = call_uses(priced(Trace(calls, turns=turns)))
    assert (uses[0].usd, uses[0].basis, uses[0].tokens) == (1.5, "priced", 600_000)
    assert (uses[1].usd, uses[1].basis, uses[1].tokens) == (0.5, "recorded", 600_000)
    assert (uses[2].usd, uses[2].basis, uses[2].tokens) == (None, "unpriced", None)


def test_a_turn_that_is_not_there_is_no_turn() -> None:
    """A list of calls may number turns that the file does not hold."""
    uses = call_uses(priced(Trace([ToolCall("a", turn=7), ToolCall("b", turn=-1)])))
    assert [use.usd for use in uses.values()] == [None, None]
    assert call_uses(missing([call("a")])) == {}

"""A masked evaluation -> where its time went, and what each of its calls used of the conversation's tokens and money."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from toolscore_core.credentials.masking import MaskedCall, MaskedTrace
from toolscore_core.masked.records import MaskedEvaluation, MaskedRow
from toolscore_core.pricing import Basis, Cost

Span = tuple[float, float]
"""(start, end), seconds since the Unix epoch."""


@dataclass(frozen=True, slots=True)
class TimeShare:
    """Where the time of a conversation went.

    Attributes:
        total_s: From its start to its end, as recorded.
        tools_s: While at least one tool ran; calls at the same time count once.
    """

    total_s: float
    tools_s: float


def time_share(evaluation: MaskedEvaluation) -> TimeShare | None:
    """Time in tools and outside of them.

    Returns:
        None where it is not told: the file does not say how long the conversation took, or not of every call when it
        started and how long it took, or the calls do not lie within the conversation.
    """
    trace = evaluation.trace
    if trace is None or not trace.duration or not trace.calls:
        return None
    spans = [
        (call.started, call.started + call.duration)
        for call in trace.calls
        if call.started is not None and call.duration is not None
    ]
    if len(spans) < len(trace.calls):
        return None
    tools = sum(end - start for start, end in union(spans))
    return TimeShare(trace.duration, tools) if tools <= trace.duration * 1.001 else None


def union(spans: Iterable[Span]) -> list[Span]:
    """The stretches of time that some span covers, in order."""
    found: list[Span] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


@dataclass(frozen=True, slots=True)
class CallUse:
    """What one call used.

    Attributes:
        usd: US dollars: recorded for the call; else its share of what the request of its turn cost by tokens, which the
            calls of a turn share evenly. None when neither is known.
        basis: Where `usd` comes from.
        tokens: Its share of the tokens of its turn's request, in and out; None when they are not told by turn.
    """

    usd: float | None
    basis: Basis
    tokens: float | None


def call_uses(evaluation: MaskedEvaluation) -> dict[int, CallUse]:
    """What each recorded call used, by its position in the trace; {} without a trace."""
    trace = evaluation.trace
    if trace is None:
        return {}
    sharing = Counter(call.turn for call in trace.calls)
    return {at: _use(call, sharing[call.turn], trace, evaluation.cost) for at, call in enumerate(trace.calls)}


def _use(call: MaskedCall, sharing: int, trace: MaskedTrace, cost: Cost) -> CallUse:
    """What a call used, one of so many that share a turn."""
    if call.turn is None or not 0 <= call.turn < len(trace.turns):
        return CallUse(call.cost, "unpriced" if call.cost is None else "recorded", None)
    turn = trace.turns[call.turn]
    told = [count for count in (turn.input_tokens, turn.output_tokens) if count is not None]
    tokens = sum(told) / sharing if told else None
    if call.cost is not None:
        return CallUse(call.cost, "recorded", tokens)
    priced = cost.turns[call.turn] if cost.turns else None
    return CallUse(None, "unpriced", tokens) if priced is None else CallUse(priced / sharing, "priced", tokens)


def use_of(row: MaskedRow, uses: dict[int, CallUse]) -> CallUse:
    """What the recorded call of a row used."""
    return uses[row.trace_index] if row.trace_index is not None else CallUse(None, "unpriced", None)

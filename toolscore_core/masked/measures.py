"""A masked evaluation -> how long its conversation took and what it cost."""

from collections.abc import Iterable

from toolscore_core.masked.records import MaskedEvaluation


def total(numbers: Iterable[float | None]) -> float | None:
    """Sum of the known numbers; None when none is known."""
    known = [number for number in numbers if number is not None]
    return sum(known) if known else None


def trace_duration(evaluation: MaskedEvaluation) -> float | None:
    """Seconds that a conversation took.

    Returns:
        The recorded duration; else the time from the first start to the last end of its calls, where all timed calls have
        a start; else the sum of their durations. None when the file records none of these.
    """
    if evaluation.trace is None:
        return None
    if evaluation.trace.duration is not None:
        return evaluation.trace.duration
    timed = [(call.started, call.duration) for call in evaluation.trace.calls if call.duration is not None]
    spans = [(start, start + seconds) for start, seconds in timed if start is not None]
    if spans and len(spans) == len(timed):
        return max(end for _, end in spans) - min(start for start, _ in spans)
    return total(seconds for _, seconds in timed)


def trace_cost(evaluation: MaskedEvaluation) -> float | None:
    """Cost of a conversation in USD, recorded or priced from its tokens; None when it is not known, or known in part only.

    `evaluation.cost` says where it comes from, and what of it is known.
    """
    return evaluation.cost.whole_usd

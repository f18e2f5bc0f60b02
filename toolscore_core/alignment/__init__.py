"""Expected and recorded calls -> their aligned diff."""

from collections.abc import Sequence
from dataclasses import replace

from toolscore_core.alignment.differences import argument_differences
from toolscore_core.alignment.layout import lay_out
from toolscore_core.alignment.records import Alignment, ArgumentDifference, ArgumentState, Row, State
from toolscore_core.calls import ToolCall
from toolscore_core.matchers import watching_patterns
from toolscore_core.pairing import Order, Pairing, Resolved, resolve

__all__ = [
    "Alignment",
    "ArgumentDifference",
    "ArgumentState",
    "Row",
    "State",
    "align",
    "align_resolved",
    "argument_differences",
]


def align(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], *, strict: bool = False, order: Order = "given"
) -> Alignment:
    """Lay two lists of calls side by side.

    The largest set of pairs in the same order on both sides is in place (among equally large sets: most equal pairs,
    most correct arguments, smallest gold indexes); the other pairs are moved, each one row at its place in the trace.
    Calls of one turn (`ToolCall.turn`; neighbours among the paired calls) are parallel: their order does not count.

    `trace_index` rises over all rows that have one, `gold_index` over the rows that are not moved, but for parallel
    calls inside their turn. Missing and substitute rows are together the expected calls without a partner; extra,
    repeated and substitute rows the recorded calls without one, which is `redundant_count` of the call lists.

    An optional call that was not made has no row: it is `omitted`. One that was made, and a call that was answered by an
    alternative, is a pair like any other.

    Args:
        gold_calls: Expected calls, in order.
        trace_calls: Recorded calls, in order.
        strict: Compare argument values strictly.
        order: "any": the expected calls have no order. Nothing is moved then, and `gold_index` need not rise.

    Raises:
        ValueError: The arguments of a call are neither a dict nor None.

    Example:
        >>> plan = [ToolCall(tool="search"), ToolCall(tool="book")]
        >>> [row.state.value for row in align(plan, plan[::-1]).rows]
        ['moved', 'match']
    """
    with watching_patterns():
        resolved = resolve(gold_calls, trace_calls, strict=strict, order=order)
        pairing = resolved.partners(trace_calls, strict=strict)
        return align_resolved(gold_calls, resolved, trace_calls, pairing, strict=strict)


def align_resolved(
    gold_calls: Sequence[ToolCall],
    resolved: Resolved,
    trace_calls: Sequence[ToolCall],
    pairing: Pairing,
    *,
    strict: bool,
    scored: Sequence[int] | None = None,
) -> Alignment:
    """As `align`, where resolved gold and partners are known.

    Args:
        gold_calls: Expected calls, in order.
        resolved: What `resolve` made of them.
        trace_calls: Recorded calls, in order.
        pairing: The partners, by position in `resolved.calls` and `trace_calls`.
        strict: As when they were paired.
        scored: Positions of the recorded calls whose names count in the distance; None for all.
    """
    rows = lay_out(pairing, resolved.calls, trace_calls, strict)
    counted = trace_calls if scored is None else [trace_calls[index] for index in scored]
    distance = _name_distance(resolved.calls, counted)
    if resolved.calls is gold_calls:
        return Alignment(rows, distance, pairing)
    return Alignment(
        rows=tuple(_by_given_index(row, gold_calls, resolved) for row in rows),
        distance=distance,
        pairing=pairing.renumbered(resolved.indexes, range(len(trace_calls))),
        omitted=resolved.omitted,
    )


def _by_given_index(row: Row, gold_calls: Sequence[ToolCall], resolved: Resolved) -> Row:
    if row.gold_index is None:
        return row
    index = resolved.indexes[row.gold_index]
    return replace(row, gold_index=index, alternative=resolved.calls[row.gold_index].tool != gold_calls[index].tool)


def _name_distance(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> int:
    """Levenshtein distance of the two sequences of tool names, whole names as symbols."""
    from rapidfuzz.distance import Levenshtein

    return int(Levenshtein.distance([call.tool for call in gold_calls], [call.tool for call in trace_calls]))

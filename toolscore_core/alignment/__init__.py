"""Expected and recorded calls -> their aligned diff."""

from collections.abc import Sequence

from toolscore_core.alignment.differences import argument_differences
from toolscore_core.alignment.layout import lay_out
from toolscore_core.alignment.records import Alignment, ArgumentDifference, ArgumentState, Row, State
from toolscore_core.calls import ToolCall
from toolscore_core.matchers import watching_patterns
from toolscore_core.pairing import pair_calls

__all__ = [
    "Alignment",
    "ArgumentDifference",
    "ArgumentState",
    "Row",
    "State",
    "align",
    "argument_differences",
    "name_distance",
]


def align(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], *, strict: bool = False) -> Alignment:
    """Lay two lists of calls side by side.

    The largest set of pairs in the same order on both sides is in place (among equally large sets: most equal pairs,
    most correct arguments, smallest gold indexes); the other pairs are moved, each one row at its place in the trace.
    Calls of one turn (`ToolCall.turn`; neighbours among the paired calls) are parallel: their order does not count.

    `trace_index` rises over all rows that have one, `gold_index` over the rows that are not moved, but for parallel
    calls inside their turn. Missing and substitute rows are together the expected calls without a partner; extra,
    repeated and substitute rows the recorded calls without one, which is `redundant_count` of the call lists.

    Args:
        gold_calls: Expected calls, in order.
        trace_calls: Recorded calls, in order.
        strict: Compare argument values strictly.

    Raises:
        ValueError: The arguments of a call are neither a dict nor None.

    Example:
        >>> plan = [ToolCall(tool="search"), ToolCall(tool="book")]
        >>> [row.state.value for row in align(plan, plan[::-1]).rows]
        ['moved', 'match']
    """
    with watching_patterns():
        pairing = pair_calls(gold_calls, trace_calls, strict=strict)
        rows = lay_out(pairing, gold_calls, trace_calls, strict)
    return Alignment(rows=rows, distance=name_distance(gold_calls, trace_calls), pairing=pairing)


def name_distance(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall]) -> int:
    """Levenshtein distance of the two sequences of tool names, whole names as symbols."""
    from rapidfuzz.distance import Levenshtein

    return int(Levenshtein.distance([call.tool for call in gold_calls], [call.tool for call in trace_calls]))

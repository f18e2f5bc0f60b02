"""A pairing -> the rows of the diff: what stands in place, what moved, and what fills the gaps between."""

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Sequence
from itertools import accumulate

from toolscore_core.alignment.differences import argument_differences
from toolscore_core.alignment.records import ArgumentDifference, Row, State
from toolscore_core.calls import ToolCall
from toolscore_core.pairing import Pair, Pairing, argument_key, largest_in_place, parallel_runs


def lay_out(
    pairing: Pairing, gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], strict: bool
) -> tuple[Row, ...]:
    """The rows, in display order.

    The pairs in place cut both sides into gaps. A recorded call that is not in place stands in its gap of the trace, an
    expected call without a partner in its gap of the gold; inside a gap the k-th missing call stands beside the k-th
    extra one. Where pairs of one turn cross, their gaps on the gold side lie before the first of them.
    """
    pairs = sorted(pairing.pairs, key=lambda pair: pair.trace_index)
    runs = parallel_runs([trace_calls[pair.trace_index].turn for pair in pairs])
    rows = _Rows(gold_calls, trace_calls, strict)
    in_place = largest_in_place([pair.gold_index for pair in pairs], runs, _worth(pairs))
    anchors = [pair for pair, stays in zip(pairs, in_place, strict=True) if stays]
    crossing = _crossing(anchors)
    moved = {pair.trace_index: pair for pair, stays in zip(pairs, in_place, strict=True) if not stays}
    repeated = _repeated(pairing, trace_calls, strict)

    missing: list[deque[int]] = [deque() for _ in range(len(anchors) + 1)]
    reached = list(accumulate((pair.gold_index for pair in anchors), max))
    for gold in pairing.unpaired_gold:
        missing[bisect_right(reached, gold)].append(gold)
    others: list[list[int]] = [[] for _ in missing]
    anchor_traces = [pair.trace_index for pair in anchors]
    for trace in sorted([*pairing.unpaired_trace, *moved]):
        others[bisect_left(anchor_traces, trace)].append(trace)

    for number, (golds, traces) in enumerate(zip(missing, others, strict=True)):
        for trace in traces:
            if trace in moved:
                rows.add_pair(moved[trace], in_place=False)
            elif trace in repeated:
                rows.add(State.REPEATED, None, trace)
            elif golds:
                rows.add(State.SUBSTITUTE, golds.popleft(), trace)
            else:
                rows.add(State.EXTRA, None, trace)
        for gold in golds:
            rows.add(State.MISSING, gold, None)
        if number < len(anchors):
            rows.add_pair(anchors[number], in_place=True, parallel=number in crossing)
    return tuple(rows.found)


class _Rows:
    """Collects rows with their argument differences."""

    def __init__(self, gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], strict: bool) -> None:
        self._gold_calls = gold_calls
        self._trace_calls = trace_calls
        self._strict = strict
        self.found: list[Row] = []

    def add_pair(self, pair: Pair, *, in_place: bool, parallel: bool = False) -> None:
        if in_place:
            state = State.MATCH if pair.equal else State.CHANGED
        else:
            state = State.MOVED if pair.equal else State.MOVED_CHANGED
        gold, trace = self._gold_calls[pair.gold_index], self._trace_calls[pair.trace_index]
        differences = argument_differences(gold, trace, strict=self._strict)
        self.found.append(Row(state, pair.gold_index, pair.trace_index, differences, parallel))

    def add(self, state: State, gold: int | None, trace: int | None) -> None:
        differences: tuple[ArgumentDifference, ...] = ()
        if gold is not None:
            differences += argument_differences(self._gold_calls[gold], None, strict=self._strict)
        if trace is not None:
            differences += argument_differences(None, self._trace_calls[trace], strict=self._strict)
        self.found.append(Row(state, gold, trace, differences))


def _worth(pairs: Sequence[Pair]) -> list[int]:
    """Between sets of equal size: most equal pairs, then most correct arguments."""
    unit = sum(pair.correct for pair in pairs) + 1
    return [pair.equal * unit + pair.correct for pair in pairs]


def _crossing(anchors: Sequence[Pair]) -> set[int]:
    """Places of the pairs in place that cross another one; it is always one of their own turn."""
    golds = [pair.gold_index for pair in anchors]
    highest = list(accumulate(golds, max))
    lowest = list(accumulate(reversed(golds), min))[::-1]
    last = len(golds) - 1
    return {
        place
        for place, gold in enumerate(golds)
        if highest[place] > gold or (place < last and lowest[place + 1] < gold)
    }


def _repeated(pairing: Pairing, trace_calls: Sequence[ToolCall], strict: bool) -> set[int]:
    """Recorded calls without a partner that equal one with a partner, or an earlier one without."""
    tools = {trace_calls[trace].tool for trace in pairing.unpaired_trace}
    if not tools:
        return set()
    partners = (trace_calls[pair.trace_index] for pair in pairing.pairs)
    seen = {(call.tool, argument_key(call.args, strict=strict)) for call in partners if call.tool in tools}
    found = set()
    for trace in pairing.unpaired_trace:
        call = trace_calls[trace]
        own = (call.tool, argument_key(call.args, strict=strict))
        if own in seen:
            found.add(trace)
        seen.add(own)
    return found

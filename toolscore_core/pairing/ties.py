"""The optima of all tools -> the one optimum that keeps most pairs in place over the whole case, with few failed calls."""

from collections.abc import Sequence

from toolscore_core.calls import ToolCall
from toolscore_core.pairing.chains import longest_chain
from toolscore_core.pairing.completion import complete
from toolscore_core.pairing.in_place import largest_in_place, parallel_runs
from toolscore_core.pairing.records import Pair
from toolscore_core.pairing.search import fewest_failures, search_optima
from toolscore_core.pairing.tools import Group, ToolOptimum

Pairs = list[tuple[int, int]]


def choose_pairs(
    optima: Sequence[ToolOptimum],
    settled: Sequence[Pair],
    gold_calls: Sequence[ToolCall],
    trace_calls: Sequence[ToolCall],
    *,
    ordered: bool,
) -> list[Pairs]:
    """One optimum of every tool, in the order of `optima`, chosen over the whole case.

    A longest chain over all pairs that occur in some optimum bounds how many pairs can stay in place. Each tool then
    takes the optimum that uses most of the chain. Where the result reaches the bound with no failure that could be
    spared it is the best; where it does not, and the optima are few, all of them are tried.

    Args:
        optima: Tools with several optima, or with many calls.
        settled: The pairs of all other tools.
        gold_calls: Expected calls, in order.
        trace_calls: Recorded calls, in order.
        ordered: False: every pair is in place.
    """
    if all(optimum.unique for optimum in optima):
        return [optimum.pairs for optimum in optima]
    fixed_pairs = [(pair.gold_index, pair.trace_index) for pair in settled]
    groups = [Group([gold], [trace]) for gold, trace in fixed_pairs]
    every = [*optima, ToolOptimum(groups, pairs=fixed_pairs, unique=True)]
    turns = [call.turn for call in trace_calls] if ordered else [0] * len(trace_calls)
    return _choose(every, len(gold_calls), [call.is_error for call in trace_calls], turns)[: len(optima)]


def _choose(
    optima: Sequence[ToolOptimum], gold_count: int, failed: Sequence[bool], turns: Sequence[int | None]
) -> list[Pairs]:
    sides = _Sides(optima, gold_count, len(failed))
    start, gold_end, trace_end = sides.common_ends(failed)
    fixed = [(place, place) for place in range(start)]
    fixed += zip(range(gold_end, gold_count), range(trace_end, len(failed)), strict=True)
    masks = sides.masks(optima, start, gold_end)
    places = [place for place in range(start, trace_end) if masks[place]]
    chain = longest_chain(
        [masks[place] for place in places],
        gold_end - start,
        [failed[place] for place in places],
        parallel_runs([turns[place] for place in places]),
    )
    fixed += [(gold + start, places[trace]) for gold, trace in chain.pairs]
    chosen: list[Pairs] = [[] for _ in optima]
    for gold, trace in fixed:
        chosen[sides.tool_of_gold[gold]].append((gold, trace))
    found = [complete(optimum, wanted, failed) for optimum, wanted in zip(optima, chosen, strict=True)]
    if chain.bound is None:
        return found
    pairs = [pair for some in found for pair in some]
    most = len(fixed) - len(chain.pairs) + chain.bound
    lost = sum(failed[trace] for _, trace in pairs)
    if lost == fewest_failures(optima, failed) and in_place_count(pairs, turns) == most:
        return found
    return search_optima(optima, found, failed, lambda some: in_place_count(some, turns))


def in_place_count(pairs: Pairs, turns: Sequence[int | None]) -> int:
    """How many pairs stay in place."""
    by_trace = sorted(pairs, key=lambda pair: pair[1])
    runs = parallel_runs([turns[trace] for _, trace in by_trace])
    return sum(largest_in_place([gold for gold, _ in by_trace], runs, [0] * len(runs)))


class _Sides:
    """Where each call belongs: its tool, and its group; two calls of one group number can always be partners."""

    def __init__(self, optima: Sequence[ToolOptimum], gold_count: int, trace_count: int) -> None:
        self.tool_of_gold = [-1] * gold_count
        self.gold_group = [-1] * gold_count
        self.trace_group = [-2] * trace_count
        self._surplus: dict[int, int] = {}
        number = 0
        for tool, optimum in enumerate(optima):
            for group in optimum.groups:
                for gold in group.golds:
                    self.tool_of_gold[gold] = tool
                    self.gold_group[gold] = number
                for trace in group.traces:
                    self.trace_group[trace] = number
                self._surplus[number] = len(group.traces) - len(group.golds)
                number += 1

    def common_ends(self, failed: Sequence[bool]) -> tuple[int, int, int]:
        """How far the k-th calls of both sides are of one group, from the start and from the end: best pairs all.

        Returns:
            (end of the common start, first gold and first trace position of the common end).
        """
        shorter = min(len(self.gold_group), len(self.trace_group))
        start = 0
        while start < shorter and self.gold_group[start] == self.trace_group[start] and not failed[start]:
            start += 1
        gold, trace = len(self.gold_group), len(self.trace_group)
        # At the end only calls without a surplus on either side: of a repeated call the first is the partner.
        while (
            gold > start
            and trace > start
            and self.gold_group[gold - 1] == self.trace_group[trace - 1]
            and self._surplus[self.gold_group[gold - 1]] == 0
        ):
            gold -= 1
            trace -= 1
        return start, gold, trace

    def masks(self, optima: Sequence[ToolOptimum], start: int, end: int) -> list[int]:
        """For each recorded call the bit set of those expected calls from `start` to `end` it has in some optimum."""
        found = [0] * len(self.trace_group)
        for optimum in optima:
            group_masks = [
                sum([1 << (gold - start) for gold in group.golds if start <= gold < end]) for group in optimum.groups
            ]
            partners = [mask if group.traces else 0 for mask, group in zip(group_masks, optimum.groups, strict=True)]
            if optimum.rest is not None:
                rest = optimum.rest
                known: dict[int, int] = {0: 0}
                for place, rows in zip(rest.trace_groups, rest.assignment.rows_of, strict=True):
                    if rows not in known:
                        known[rows] = _gold_mask(rows, rest.gold_groups, group_masks)
                    partners[place] |= known[rows]
            for group, mask in zip(optimum.groups, partners, strict=True):
                for trace in group.traces:
                    found[trace] = mask
        return found


def _gold_mask(rows: int, gold_groups: Sequence[int], group_masks: Sequence[int]) -> int:
    mask = 0
    while rows:
        low = rows & -rows
        mask |= group_masks[gold_groups[low.bit_length() - 1]]
        rows ^= low
    return mask

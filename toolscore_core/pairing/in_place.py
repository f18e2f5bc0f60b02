"""Pairs -> the largest set of them that stands in the same order on both sides."""

from collections.abc import Sequence
from itertools import islice, pairwise
from operator import lt


def parallel_runs(turns: Sequence[int | None]) -> list[int]:
    """Number the calls so that neighbours of one turn, which were made in parallel, share their number.

    Args:
        turns: The turn of each call, in the order of the trace; None when it is not known.

    Example:
        >>> parallel_runs([4, 4, None, None, 5, 4])
        [0, 0, 1, 2, 3, 4]
    """
    runs: list[int] = []
    run = -1
    before: int | None = None
    for turn in turns:
        if turn is None or turn != before:
            run += 1
        runs.append(run)
        before = turn
    return runs


def largest_in_place(golds: Sequence[int], runs: Sequence[int], worth: Sequence[int]) -> list[bool]:
    """Which pairs stay in place: the largest set in which pairs of different runs never cross.

    Inside a run the order does not matter, so its pairs are taken by gold index: what is left is the heaviest rising
    subsequence, found with a tree of suffix maxima in O(n log n).

    Args:
        golds: Gold index of each pair, in the order of the trace; no two are equal.
        runs: Run of each pair, from `parallel_runs`, never falling.
        worth: What each pair adds among sets of equal size, not negative. Equal sums: the smallest gold indexes.
    """
    count = len(golds)
    if all(map(lt, golds, islice(golds, 1, None))):
        return [True] * count
    order = sorted(range(count), key=lambda place: (runs[place], golds[place]))
    if all(golds[a] < golds[b] for a, b in pairwise(order)):
        return [True] * count
    rank_of = {gold: rank for rank, gold in enumerate(sorted(golds))}
    size = sum(worth) + 1
    # The value of the best set that starts at a pair, with the rank counted down below it: larger is better, then earlier.
    best_from = [0] * (count + 1)
    after: dict[int, int] = {}
    for place in reversed(order):
        rank = rank_of[golds[place]]
        best, at = 0, count - rank - 1
        while at > 0:
            best = max(best, best_from[at])
            at &= at - 1
        after[rank] = best
        value = best // (count + 1) + size + worth[place]
        own = value * (count + 1) + count - rank
        at = count - rank
        while at <= count and best_from[at] < own:
            best_from[at] = own
            at += at & -at
    start, at = 0, count
    while at > 0:
        start = max(start, best_from[at])
        at &= at - 1
    chosen: set[int] = set()
    while start:
        rank = count - start % (count + 1)
        chosen.add(rank)
        start = after[rank]
    return [rank_of[gold] in chosen for gold in golds]

"""Few optima -> the best of them, by trying them all."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from toolscore_core.pairing.tools import Group, ToolOptimum

MOST_TRIED: Final = 1000
"""Combinations above which the search is given up."""

Pairs = list[tuple[int, int]]


def fewest_failures(optima: Sequence[ToolOptimum], failed: Sequence[bool]) -> int:
    """No choice of optima pairs fewer failed calls than this."""
    least = 0
    for optimum in optima:
        sound = sum(not failed[trace] for group in optimum.groups for trace in group.traces)
        least += max(0, len(optimum.pairs) - sound)
    return least


def search_optima(
    optima: Sequence[ToolOptimum], found: list[Pairs], failed: Sequence[bool], in_place: Callable[[Pairs], int]
) -> list[Pairs]:
    """For each tool the pairs that most stay in place, then pair the fewest failed calls, then have the smallest indexes.

    Args:
        optima: The tools.
        found: What is taken when there are too many optima to try.
        failed: Whether each recorded call failed.
        in_place: How many of some pairs stay in place.
    """
    each: list[list[Pairs]] = []
    combinations = 1
    for optimum in optima:
        options = [optimum.pairs] if optimum.unique else _all_pairs(optimum, MOST_TRIED // combinations)
        if not options:
            return found
        each.append(options)
        combinations *= len(options)

    def rank(chosen: Iterable[Pairs]) -> tuple[int, int, Pairs]:
        pairs = sorted(pair for some in chosen for pair in some)
        return -in_place(pairs), sum(failed[trace] for _, trace in pairs), pairs

    return list(min(product(*each), key=rank))


def _all_pairs(optimum: ToolOptimum, most: int) -> list[Pairs]:
    """All optima of a tool; none when they are more than `most`."""
    options: list[Pairs] = []
    for step, pairs in enumerate(_matchings(optimum)):
        if step >= 4 * most:
            return []
        if pairs is not None:
            options.append(pairs)
            if len(options) > most:
                return []
    return options


def _matchings(optimum: ToolOptimum) -> Iterator[Pairs | None]:
    """Every way to pair along the edges of some optimum; None for each way that turns out to be no optimum."""
    golds = sorted(gold for group in optimum.groups for gold in group.golds)
    group_of = {gold: place for place, group in enumerate(optimum.groups) for gold in group.golds}
    partners = [_partners(optimum, place) for place in range(len(optimum.groups))]
    total = len(optimum.pairs)
    pairs: Pairs = []
    used: set[int] = set()

    def extend(number: int) -> Iterator[Pairs | None]:
        if len(pairs) + len(golds) - number < total:
            return
        if number == len(golds):
            yield pairs.copy() if _is_optimum(optimum, pairs) else None
            return
        for trace in partners[group_of[golds[number]]]:
            if trace not in used:
                used.add(trace)
                pairs.append((golds[number], trace))
                yield from extend(number + 1)
                pairs.pop()
                used.discard(trace)
        yield from extend(number + 1)

    return extend(0)


def _partners(optimum: ToolOptimum, place: int) -> list[int]:
    group = optimum.groups[place]
    found = list(group.traces) if group.golds else []
    rest = optimum.rest
    if rest is not None and place in rest.gold_groups:
        row = rest.gold_groups.index(place)
        others = {at for at, rows in zip(rest.trace_groups, rest.assignment.rows_of, strict=True) if rows >> row & 1}
        found += [trace for at in others for trace in optimum.groups[at].traces]
    return sorted(found)


def _is_optimum(optimum: ToolOptimum, pairs: Pairs) -> bool:
    """Whether every group has its pairs, and every call that must take part does."""
    golds = dict(pairs)
    traces = {trace for _, trace in pairs}

    def inside(group: Group) -> int:
        own = set(group.traces)
        return sum(golds.get(gold) in own for gold in group.golds)

    if any(inside(group) != group.pair_count for group in optimum.groups):
        return False
    rest = optimum.rest
    if rest is None:
        return True
    must_golds = {at for at, must in zip(rest.gold_groups, rest.assignment.must_rows, strict=True) if must}
    must_traces = {at for at, must in zip(rest.trace_groups, rest.assignment.must_columns, strict=True) if must}
    return all(gold in golds for at in must_golds for gold in optimum.groups[at].golds) and all(
        trace in traces for at in must_traces for trace in optimum.groups[at].traces
    )

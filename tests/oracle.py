"""Slow and obvious answers against which the fast ones are held."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from toolscore_core.calls import ToolCall
from toolscore_core.values import values_match

Pairs = list[tuple[int, int]]


def pairings(
    gold: Sequence[ToolCall], trace: Sequence[ToolCall], start: int = 0, used: frozenset[int] = frozenset()
) -> Iterator[Pairs]:
    """Every way to give expected calls partners of the same tool, one to one, also leaving some without."""
    if start == len(gold):
        yield []
        return
    for rest in pairings(gold, trace, start + 1, used):
        yield rest
    for index, call in enumerate(trace):
        if call.tool == gold[start].tool and index not in used:
            for rest in pairings(gold, trace, start + 1, used | {index}):
                yield [(start, index), *rest]


def argument_counts(gold: ToolCall, trace: ToolCall, strict: bool) -> tuple[int, int, bool]:
    """Correct arguments, unexpected arguments, and whether a pair is as expected."""
    if gold.args is None:
        return 0, 0, True
    actual = trace.args or {}
    correct = sum(key in actual and values_match(value, actual[key], strict=strict) for key, value in gold.args.items())
    return correct, len(actual) - correct, correct == len(gold.args) == len(actual)


def scores(
    pairs: Pairs, gold: Sequence[ToolCall], trace: Sequence[ToolCall], strict: bool
) -> tuple[int, int, int, int]:
    """What belongs to each tool alone: pairs, correct arguments, fewest unexpected ones, equal pairs."""
    counts = [argument_counts(gold[g], trace[t], strict) for g, t in pairs]
    return len(pairs), sum(c for c, _, _ in counts), -sum(u for _, u, _ in counts), sum(e for _, _, e in counts)


def keep_order(one: tuple[int, int], other: tuple[int, int], trace: Sequence[ToolCall]) -> bool:
    """Whether two pairs stand in the same order on both sides, or were called in one turn."""
    turn = trace[one[1]].turn
    if turn is not None and turn == trace[other[1]].turn:
        return True
    return (one[0] < other[0]) == (one[1] < other[1])


def in_place_count(pairs: Pairs, trace: Sequence[ToolCall]) -> int:
    """Size of the largest set of pairs of which no two are out of order."""
    for size in range(len(pairs), 0, -1):
        for some in combinations(pairs, size):
            if all(keep_order(one, other, trace) for one, other in combinations(some, 2)):
                return size
    return 0


def failures(pairs: Pairs, trace: Sequence[ToolCall]) -> int:
    """Paired calls that failed."""
    return sum(trace[t].is_error for _, t in pairs)


def best_key(gold: Sequence[ToolCall], trace: Sequence[ToolCall], strict: bool) -> tuple[int, ...]:
    """Pairs, correct, fewest unexpected, equal, in place, fewest failures of the best pairing."""
    found: list[Pairs] = []
    best: tuple[int, ...] = ()
    for pairs in pairings(gold, trace):
        own = scores(pairs, gold, trace, strict)
        if own > best:
            best, found = own, []
        if own == best:
            found.append(pairs)
    return max((*best, in_place_count(pairs, trace), -failures(pairs, trace)) for pairs in found)


def key(pairs: Pairs, gold: Sequence[ToolCall], trace: Sequence[ToolCall], strict: bool) -> tuple[int, ...]:
    """The same of one pairing."""
    return (*scores(pairs, gold, trace, strict), in_place_count(pairs, trace), -failures(pairs, trace))


def levenshtein(one: Sequence[str], other: Sequence[str]) -> int:
    """Edit distance by the textbook's table."""
    line = list(range(len(other) + 1))
    for number, left in enumerate(one, 1):
        before, line[0] = line[0], number
        for place, right in enumerate(other, 1):
            before, line[place] = line[place], min(line[place] + 1, line[place - 1] + 1, before + (left != right))
    return line[-1]

"""Slow and obvious answers against which the fast ones are held."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.values import OptionalArgument, values_match

Pairs = list[tuple[int, int]]


def pairings(
    gold: Sequence[ToolCall], trace: Sequence[ToolCall], start: int = 0, used: frozenset[int] = frozenset()
) -> Iterator[Pairs]:
    """Every way to give expected calls partners of the same or an alternative tool, one to one, also leaving some without."""
    if start == len(gold):
        yield []
        return
    for rest in pairings(gold, trace, start + 1, used):
        yield rest
    for index, call in enumerate(trace):
        if may_answer(call, gold[start]) and index not in used:
            for rest in pairings(gold, trace, start + 1, used | {index}):
                yield [(start, index), *rest]


def may_answer(trace: ToolCall, gold: ToolCall) -> bool:
    """Whether a recorded call may be the partner of an expected one."""
    return trace.tool == gold.tool or (isinstance(gold, ExpectedCall) and trace.tool in gold.alternatives)


def argument_counts(gold: ToolCall, trace: ToolCall, strict: bool) -> tuple[int, int, int, bool]:
    """Correct, unexpected and expected arguments, and whether a pair is as expected."""
    if gold.args is None:
        return 0, 0, 0, True
    actual = trace.args or {}
    correct = sum(key in actual and values_match(value, actual[key], strict=strict) for key, value in gold.args.items())
    expected = sum(key in actual or not isinstance(value, OptionalArgument) for key, value in gold.args.items())
    return correct, len(actual) - correct, expected, correct == expected == len(actual)


def required_arguments(gold: ToolCall) -> int:
    """Arguments that are missing when the call is not made."""
    return sum(not isinstance(value, OptionalArgument) for value in (gold.args or {}).values())


def scores(
    pairs: Pairs, gold: Sequence[ToolCall], trace: Sequence[ToolCall], strict: bool
) -> tuple[int, int, tuple[int, int], int]:
    """What belongs to each tool alone: pairs, correct arguments, fewest unexpected and then expected ones, equal pairs."""
    counts = [argument_counts(gold[g], trace[t], strict) for g, t in pairs]
    beyond = sum(expected for _, _, expected, _ in counts) - sum(required_arguments(gold[g]) for g, _ in pairs)
    return (
        len(pairs),
        sum(correct for correct, _, _, _ in counts),
        (-sum(unexpected for _, unexpected, _, _ in counts), -beyond),
        sum(equal for _, _, _, equal in counts),
    )


def is_optional(call: ToolCall) -> bool:
    """Whether an expected call may be left out."""
    return isinstance(call, ExpectedCall) and call.optional


def choice_key(pairs: Pairs, gold: Sequence[ToolCall], trace: Sequence[ToolCall], strict: bool) -> tuple[Any, ...]:
    """What ranks the ways to pair gold with optional calls and alternatives; the largest is the best."""
    count, correct, (unexpected, beyond), equal = scores(pairs, gold, trace, strict)
    extra = sum(required_arguments(gold[g]) for g, _ in pairs if is_optional(gold[g]))
    required = sum(not is_optional(gold[g]) for g, _ in pairs)
    swapped = sum(gold[g].tool != trace[t].tool for g, t in pairs)
    return required, count, correct, unexpected, beyond - extra, equal, -failures(pairs, trace), -swapped


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


def best_key(gold: Sequence[ToolCall], trace: Sequence[ToolCall], strict: bool) -> tuple[Any, ...]:
    """Pairs, correct, fewest unexpected, equal, in place, fewest failures of the best pairing."""
    found: list[Pairs] = []
    best: tuple[Any, ...] = ()
    for pairs in pairings(gold, trace):
        own = scores(pairs, gold, trace, strict)
        if own > best:
            best, found = own, []
        if own == best:
            found.append(pairs)
    return max((*best, in_place_count(pairs, trace), -failures(pairs, trace)) for pairs in found)


def key(pairs: Pairs, gold: Sequence[ToolCall], trace: Sequence[ToolCall], strict: bool) -> tuple[Any, ...]:
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

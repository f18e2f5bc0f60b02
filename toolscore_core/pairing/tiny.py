"""A tool with a few calls on each side -> its pairs, when only one choice is best: the common case, made quick."""

from collections.abc import Sequence
from itertools import permutations
from typing import Any, Final

from toolscore_core.calls import ToolCall
from toolscore_core.pairing.assignment import best_pairs, is_small, only_best_pairs
from toolscore_core.pairing.records import Pair
from toolscore_core.pairing.weights import (
    argument_key,
    count_correct,
    expected_count,
    holds_matchers,
    holds_optional,
)

MOST_CELLS: Final = 9
"""Expected calls times recorded calls up to which all choices are looked at."""


def settle(
    golds: Sequence[int],
    traces: Sequence[int],
    gold_calls: Sequence[ToolCall],
    trace_calls: Sequence[ToolCall],
    *,
    strict: bool,
    ties: bool,
) -> list[Pair] | None:
    """The pairs of one tool; None when there are too many calls, optional arguments, or several best choices.

    Args:
        golds: Positions of its expected calls, rising, not empty.
        traces: Positions of its recorded calls, likewise.
        gold_calls: All expected calls.
        trace_calls: All recorded calls.
        strict: Compare values strictly.
        ties: Whether one of several best choices will not do.
    """
    cells = len(golds) * len(traces)
    if cells == 1:
        return [_only_pair(golds[0], traces[0], gold_calls[golds[0]].args, trace_calls[traces[0]].args or {}, strict)]
    if any(holds_optional(gold_calls[index].args) for index in golds):
        return None
    if cells > MOST_CELLS:
        if not is_small(len(golds), len(traces)):
            return None
        return _settle_by_keys(golds, traces, gold_calls, trace_calls, strict, ties)
    recorded = [trace_calls[index].args or {} for index in traces]
    table = [_counts(gold_calls[index].args, recorded, strict) for index in golds]
    turned = len(golds) > len(traces)
    if turned:
        table = [list(column) for column in zip(*table, strict=True)]
    chosen, single = _best_choice(table)
    if ties and not single:
        return None
    if turned:
        return [Pair(golds[gold], traces[trace], *table[trace][gold]) for trace, gold in enumerate(chosen)]
    return [Pair(golds[gold], traces[trace], *table[gold][trace]) for gold, trace in enumerate(chosen)]


def _only_pair(gold: int, trace: int, expected: dict[str, Any] | None, actual: dict[str, Any], strict: bool) -> Pair:
    if expected is None:
        return Pair(gold, trace, 0, 0, 0)
    correct = count_correct(expected, actual, strict=strict)
    size = len(expected)
    return Pair(gold, trace, correct, size if correct == size else expected_count(expected, actual), len(actual))


Counts = tuple[int, int, int]
"""Correct, expected and actual arguments, as in `Pair`."""


def _counts(expected: dict[str, Any] | None, recorded: Sequence[dict[str, Any]], strict: bool) -> list[Counts]:
    if expected is None:
        return [(0, 0, 0)] * len(recorded)
    size = len(expected)
    return [(count_correct(expected, actual, strict=strict), size, len(actual)) for actual in recorded]


def _best_choice(table: list[list[Counts]]) -> tuple[tuple[int, ...], bool]:
    """The column of each row, for at most three rows, and whether no other choice is as good."""
    # Each number is above what the ones after it can sum to over three pairs.
    unexpected = 4
    correct = unexpected * (3 * max([actual for line in table for _, _, actual in line]) + 1)
    weights = [
        [
            right * correct - (actual - right) * unexpected + (right == wanted == actual)
            for right, wanted, actual in line
        ]
        for line in table
    ]
    best: int | None = None
    single = True
    chosen: tuple[int, ...] = ()
    for choice in permutations(range(len(table[0])), len(table)):
        weight = sum([line[place] for line, place in zip(weights, choice, strict=True)])
        if best is None or weight > best:
            best, single, chosen = weight, True, choice
        elif weight == best:
            single = False
    return chosen, single


def _settle_by_keys(
    golds: Sequence[int],
    traces: Sequence[int],
    gold_calls: Sequence[ToolCall],
    trace_calls: Sequence[ToolCall],
    strict: bool,
    ties: bool,
) -> list[Pair] | None:
    """The same for somewhat more calls, whose arguments are compared by hashing; None also where there are matchers."""
    if any(holds_matchers(gold_calls[index].args) for index in golds):
        return None
    expected = [
        None if (args := gold_calls[index].args) is None else argument_key(args, strict=strict) for index in golds
    ]
    recorded = [argument_key(trace_calls[index].args, strict=strict) for index in traces]
    if ties and (len(set(expected)) < len(golds) or len(set(recorded)) < len(traces)):
        return None
    unexpected = min(len(golds), len(traces)) + 1
    correct = unexpected * (unexpected * max(map(len, recorded)) + 1)
    each = correct + unexpected
    lost = [len(key) * unexpected for key in recorded]
    weights = [
        [1] * len(traces)
        if key is None
        else [len(key & given) * each - less + (key == given) for given, less in zip(recorded, lost, strict=True)]
        for key in expected
    ]
    places = only_best_pairs(weights) if ties else best_pairs(weights)
    if places is None:
        return None
    return [
        Pair(golds[row], traces[column], 0, 0, 0)
        if (key := expected[row]) is None
        else Pair(golds[row], traces[column], len(key & recorded[column]), len(key), len(recorded[column]))
        for row, column in places
    ]

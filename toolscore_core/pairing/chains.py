"""Which calls may be paired with which -> a longest chain of pairs that rises on both sides."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isqrt
from typing import Final

SMALL_CELLS: Final = 10_000
"""Up to this many (gold, trace) cells the chain is exact; in a parallel turn of k calls each counts as k."""

MAX_COPIES: Final = 4
"""How often the rough search repeats the calls of a parallel turn, so that a chain may take them in another order."""

MOST_PARALLEL: Final = 16
"""Calls of a parallel turn up to which the rough search gives it partners anew."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Pairs in place.

    Attributes:
        pairs: (gold, trace) positions; each position once.
        bound: No pairing along the given edges has more pairs in place; None when that is not known.
    """

    pairs: list[tuple[int, int]]
    bound: int | None


def longest_chain(masks: Sequence[int], gold_count: int, failed: Sequence[bool], runs: Sequence[int]) -> Chain:
    """The longest chain; among those of equal length one with few failed calls.

    Args:
        masks: For each recorded call the bit set of the expected calls it may be paired with.
        gold_count: How many expected calls there are.
        failed: Whether each recorded call failed.
        runs: Run of each recorded call, from `parallel_runs`: calls of one run may stand in any order.
    """
    places = [place for place, mask in enumerate(masks) if mask]
    blocks = [list(block) for _, block in groupby(places, key=runs.__getitem__)]
    if sum([len(block) ** 2 for block in blocks]) * gold_count <= SMALL_CELLS:
        return _exact_chain(masks, blocks, gold_count, failed)
    pairs = _rough_chain(masks, blocks, gold_count, failed)
    if any(failed[place] for place in places):
        sound = [kept for block in blocks if (kept := [place for place in block if not failed[place]])]
        without = _rough_chain(masks, sound, gold_count, failed)
        if len(without) >= len(pairs):
            pairs = without
    return Chain(pairs, None)


def _exact_chain(masks: Sequence[int], blocks: list[list[int]], gold_count: int, failed: Sequence[bool]) -> Chain:
    """Table of the best chain from each gold position and block on, then a walk through it from the start."""
    unit = sum([len(block) for block in blocks]) + 1  # a pair is worth more than all failures together
    after = [0] * (gold_count + 1)
    table = [after]
    for block in reversed(blocks):
        if len(block) == 1:
            after = _single_line(masks[block[0]], unit - failed[block[0]], after, gold_count)
        else:
            after = _block_line([masks[place] for place in block], [failed[place] for place in block], unit, after)
        table.append(after)
    table.reverse()
    pairs: list[tuple[int, int]] = []
    gold = 0
    for number, block in enumerate(blocks):
        taken, gold = _walk(block, masks, failed, unit, table[number + 1], gold)
        pairs += taken
    return Chain(pairs, -(-table[0][0] // unit))


def _single_line(mask: int, worth: int, after: list[int], gold_count: int) -> list[int]:
    line = after.copy()
    take = 0
    for gold in range(gold_count - 1, -1, -1):
        if mask >> gold & 1:
            take = worth + after[gold + 1]
        if take > line[gold]:
            line[gold] = take
    return line


def _block_line(masks: list[int], failed: list[bool], unit: int, after: list[int]) -> list[int]:
    line = after.copy()
    either = _union(masks)
    best = 0
    for gold in range(len(after) - 2, -1, -1):
        if either >> gold & 1:
            best = max(worth + after[end] for end, worth, _ in _absorb(masks, failed, unit, gold, len(after) - 1))
        if best > line[gold]:
            line[gold] = best
    return line


def _union(masks: list[int]) -> int:
    either = 0
    for mask in masks:
        either |= mask
    return either


def _walk(
    block: list[int], masks: Sequence[int], failed: Sequence[bool], unit: int, after: list[int], gold: int
) -> tuple[list[tuple[int, int]], int]:
    """What the block takes from a gold position on, and the gold position behind it."""
    if len(block) == 1:
        later = masks[block[0]] >> gold
        if not later:
            return [], gold
        first = gold + (later & -later).bit_length() - 1
        if unit - failed[block[0]] + after[first + 1] < after[gold]:
            return [], gold
        return [(first, block[0])], first + 1
    own = [masks[place] for place in block]
    best, taken, end = after[gold], [-1] * len(block), gold
    for stop, worth, owners in _absorb(own, [failed[place] for place in block], unit, gold, len(after) - 1):
        if worth + after[stop] >= best:
            best, taken, end = worth + after[stop], owners, stop
    return [(held, place) for held, place in zip(taken, block, strict=True) if held >= 0], end


def _absorb(masks: list[int], failed: list[bool], unit: int, start: int, stop: int) -> list[tuple[int, int, list[int]]]:
    """Partners for the calls of a parallel block among the expected calls from `start` on, one more in each entry.

    Returns:
        (position behind the last expected call used, worth, expected call of each call or -1).
    """
    owners = [-1] * len(masks)
    found: list[tuple[int, int, list[int]]] = []
    later = _union(masks) >> start
    gold = start
    while later and len(found) < len(masks):
        step = (later & -later).bit_length() - 1
        gold += step
        later >>= step + 1
        if _augment(masks, failed, owners, gold, set()):
            lost = sum(fails for fails, held in zip(failed, owners, strict=True) if held >= 0)
            found.append((gold + 1, unit * (len(found) + 1) - lost, owners.copy()))
        gold += 1
        if gold >= stop:
            break
    return found


def _augment(masks: list[int], failed: list[bool], owners: list[int], gold: int, seen: set[int]) -> bool:
    """Give an expected call to a free call of the block, or to one whose own expected call can go elsewhere."""
    able = [call for call, mask in enumerate(masks) if mask >> gold & 1 and call not in seen]
    able.sort(key=lambda call: (owners[call] >= 0, failed[call]))
    for call in able:
        seen.add(call)
        if owners[call] < 0 or _augment(masks, failed, owners, owners[call], seen):
            owners[call] = gold
            return True
    return False


def _rough_chain(
    masks: Sequence[int], blocks: list[list[int]], gold_count: int, failed: Sequence[bool]
) -> list[tuple[int, int]]:
    """Longest common subsequence by whole-word arithmetic on bit sets, a line a call.

    A parallel block is repeated so that its calls may be taken in another order. Of a call that was taken twice the
    first is kept, and each block then takes what it can between its neighbours.
    """
    lines = [place for block in blocks for place in block * min(len(block), MAX_COPIES)]
    taken: dict[int, int] = {}
    for gold, line in _common_subsequence([masks[line] for line in lines]):
        taken.setdefault(lines[line], gold)
    if len(lines) > sum([len(block) for block in blocks]):
        taken = _between_neighbours(masks, blocks, taken, gold_count, failed)
    return [(gold, place) for place, gold in taken.items()]


def _between_neighbours(
    masks: Sequence[int], blocks: list[list[int]], taken: dict[int, int], gold_count: int, failed: Sequence[bool]
) -> dict[int, int]:
    """Recorded -> expected call, with the partners of each block chosen anew between those of the blocks around it."""
    firsts: list[int] = []  # where the expected calls of the later blocks begin
    first = gold_count
    for block in reversed(blocks):
        firsts.append(first)
        first = min([first, *(taken[place] for place in block if place in taken)])
    firsts.reverse()
    found: dict[int, int] = {}
    start = 0
    for block, stop in zip(blocks, firsts, strict=True):
        own = {place: taken[place] for place in block if place in taken}
        if len(block) <= MOST_PARALLEL and start < stop:
            window = (1 << (stop - start)) - 1
            within = [masks[place] >> start & window for place in block]
            choices = _absorb(within, [failed[place] for place in block], 1, 0, stop - start)
            if choices:
                owners = choices[-1][2]
                own = {place: start + gold for place, gold in zip(block, owners, strict=True) if gold >= 0}
        found |= own
        start = max([start, *(gold + 1 for gold in own.values())])
    return found


def _common_subsequence(masks: list[int]) -> list[tuple[int, int]]:
    """Pairs (gold, line) of a longest common subsequence (Crochemore, Iliopoulos, Pinzon, Reid; Hyyro 2004).

    Only every n-th line is kept, the others are computed again on the way back: memory is O(n**1.5) bits.
    """
    width = max((mask.bit_length() for mask in masks), default=0)
    ones = (1 << width) - 1
    every = isqrt(len(masks)) + 1
    kept = [ones]
    state = ones
    for number, mask in enumerate(masks, 1):
        state = _next_state(state, mask, ones)
        if number % every == 0:
            kept.append(state)
    pairs: list[tuple[int, int]] = []
    gold = width - 1
    for block in range(len(kept) - 1, -1, -1):
        first = block * every
        states = [kept[block]]
        for mask in masks[first : first + every]:
            states.append(_next_state(states[-1], mask, ones))
        line = len(states) - 1
        while line > 0 and gold >= 0:
            if states[line] >> gold & 1:
                gold -= 1
            elif not states[line - 1] >> gold & 1:
                line -= 1
            else:
                pairs.append((gold, first + line - 1))
                gold -= 1
                line -= 1
    pairs.reverse()
    return pairs


def _next_state(state: int, mask: int, ones: int) -> int:
    """A zero bit says that the subsequence grows by one at that expected call."""
    both = state & mask
    return ((state + both) | (state - both)) & ones if both else state

"""The longest chain of pairs that rises on both sides."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.pairing import chains
from toolscore_core.pairing.chains import longest_chain
from toolscore_core.pairing.in_place import parallel_runs


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], int, list[bool], list[int]]:
    """Masks, number of expected calls, failures, runs."""
    golds = draw(st.integers(0, 4))
    masks = draw(st.lists(st.integers(0, 2**golds - 1), max_size=4))
    failed = draw(st.lists(st.booleans(), min_size=len(masks), max_size=len(masks)))
    turns = sorted(draw(st.lists(st.integers(0, 2), min_size=len(masks), max_size=len(masks))))
    known = draw(st.booleans())
    return masks, golds, failed, parallel_runs([turn if known else None for turn in turns])


def is_chain(pairs: list[tuple[int, int]], runs: list[int]) -> bool:
    return all(
        one[0] != other[0]
        and one[1] != other[1]
        and (runs[one[1]] == runs[other[1]] or (one < other) == (one[1] < other[1]))
        for one, other in combinations(pairs, 2)
    )


def best_chain(masks: list[int], golds: int, failed: list[bool], runs: list[int]) -> tuple[int, int]:
    """Largest size, and the fewest failed calls among chains of that size."""
    edges = [(gold, place) for place, mask in enumerate(masks) for gold in range(golds) if mask >> gold & 1]
    best = (0, 0)
    for size in range(1, min(len(masks), golds) + 1):
        for some in combinations(edges, size):
            if is_chain(list(some), runs):
                best = max(best, (size, -sum(failed[place] for _, place in some)))
    return best


@given(tables())
@settings(max_examples=100)
def test_the_chain_is_the_longest(table: tuple[list[int], int, list[bool], list[int]]) -> None:
    """No chain has more pairs, the bound says so, and where no turn is parallel none has fewer failed calls."""
    masks, golds, failed, runs = table
    found = longest_chain(masks, golds, failed, runs)
    size, lost = best_chain(masks, golds, failed, runs)
    assert is_chain(found.pairs, runs)
    assert all(masks[place] >> gold & 1 for gold, place in found.pairs)
    assert found.bound == len(found.pairs) == size
    if len(set(runs)) == len(runs):
        assert -sum(failed[place] for _, place in found.pairs) == lost


@given(tables())
@settings(max_examples=100)
def test_the_rough_chain_is_a_chain(table: tuple[list[int], int, list[bool], list[int]]) -> None:
    """The way for large cases takes each call once, along the edges; without parallel turns it is the longest too."""
    masks, golds, failed, runs = table
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chains, "SMALL_CELLS", -1)
        found = longest_chain(masks, golds, failed, runs)
    assert found.bound is None
    assert len({gold for gold, _ in found.pairs}) == len({place for _, place in found.pairs}) == len(found.pairs)
    assert all(masks[place] >> gold & 1 for gold, place in found.pairs)
    if len(set(runs)) == len(runs):
        assert len(found.pairs) == best_chain(masks, golds, failed, runs)[0]
        assert is_chain(found.pairs, runs)

"""Which pairs stay in place."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.pairing import largest_in_place, parallel_runs


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[int], list[int], list[int]]:
    """Gold indexes, runs and worth of pairs in the order of the trace."""
    golds = draw(st.lists(st.integers(0, 30), unique=True, max_size=7))
    turns = draw(st.lists(st.none() | st.integers(0, 2), min_size=len(golds), max_size=len(golds)))
    worth = draw(st.lists(st.integers(0, 2), min_size=len(golds), max_size=len(golds)))
    return golds, parallel_runs(turns), worth


@given(pairs())
@settings(max_examples=100)
def test_the_set_is_the_largest_then_the_worthiest_then_the_first(
    given_pairs: tuple[list[int], list[int], list[int]],
) -> None:
    """Among all sets without crossing pairs it is the first by size, worth and gold indexes."""
    golds, runs, worth = given_pairs
    sets = [
        some
        for size in range(len(golds) + 1)
        for some in combinations(range(len(golds)), size)
        if all(runs[a] == runs[b] or golds[a] < golds[b] for a, b in combinations(some, 2))
    ]
    best = min(sets, key=lambda some: (-len(some), -sum(worth[p] for p in some), sorted(golds[p] for p in some)))
    assert [place for place, stays in enumerate(largest_in_place(golds, runs, worth)) if stays] == list(best)


@pytest.mark.parametrize(
    ("turns", "runs"),
    [([], []), ([None, None], [0, 1]), ([1, 1, 2, 2, 1], [0, 0, 1, 1, 2]), ([0, None, 0], [0, 1, 2])],
    ids=repr,
)
def test_runs(turns: list[int | None], runs: list[int]) -> None:
    """Neighbours of one known turn share a number."""
    assert parallel_runs(turns) == runs

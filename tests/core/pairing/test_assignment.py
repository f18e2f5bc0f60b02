"""The best assignment and the edges of all best ones."""

from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from toolscore_core.pairing import assignment
from toolscore_core.pairing.assignment import (
    Assignment,
    best_assignment,
    best_assignment_large,
    best_pairs,
    is_small,
    only_best_pairs,
)

Matrix = list[list[int]]

MATRICES = st.integers(1, 4).flatmap(
    lambda width: st.lists(st.lists(st.integers(-2, 3), min_size=width, max_size=width), min_size=1, max_size=4)
)


def assignments(weights: Matrix) -> Iterator[list[tuple[int, int]]]:
    """Every assignment that covers the shorter side."""
    height, width = len(weights), len(weights[0])
    if height <= width:
        yield from ([*enumerate(choice)] for choice in permutations(range(width), height))
    else:
        yield from (
            [(row, column) for column, row in enumerate(choice)] for choice in permutations(range(height), width)
        )


def optima(weights: Matrix) -> list[set[tuple[int, int]]]:
    sums = [(sum(weights[row][column] for row, column in pairs), set(pairs)) for pairs in assignments(weights)]
    best = max(total for total, _ in sums)
    return [pairs for total, pairs in sums if total == best]


def check(found: Assignment, weights: Matrix) -> None:
    best = optima(weights)
    edges = {
        (row, column) for column, rows in enumerate(found.rows_of) for row in range(len(weights)) if rows >> row & 1
    }
    assert set(found.pairs) in best
    assert edges == set.union(*best)
    along = [
        set(pairs)
        for pairs in assignments(weights)
        if set(pairs) <= edges
        and all(not must or any(row == r for r, _ in pairs) for row, must in enumerate(found.must_rows))
        and all(not must or any(column == c for _, c in pairs) for column, must in enumerate(found.must_columns))
    ]
    assert all(pairs in best for pairs in along)
    assert all(pairs in along for pairs in best)


@given(MATRICES)
@settings(max_examples=100)
def test_small(weights: Matrix) -> None:
    """The sum is the largest, the edges are those of all optima, and covering what must be covered gives an optimum."""
    check(best_assignment(weights), weights)
    assert set(best_pairs(weights)) in optima(weights)


@given(MATRICES)
@settings(max_examples=100)
def test_large(weights: Matrix) -> None:
    """The solver for large matrices finds the same."""
    check(best_assignment_large(-np.array(weights, dtype=float)), weights)


@given(MATRICES)
@settings(max_examples=100)
def test_only_best(weights: Matrix) -> None:
    """A single optimum is told from one of several."""
    found, best = only_best_pairs(weights), optima(weights)
    assert (found is None) is (len(best) > 1)
    assert found is None or set(found) == best[0]


def test_prices_that_do_not_settle_leave_one_optimum(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without prices the known optimum is all that is claimed."""
    monkeypatch.setattr(assignment, "MOST_ROUNDS", 1)
    found = best_assignment_large(np.array([[0.0, 1.0, 9.0], [0.0, 2.0, 9.0]]))
    assert set(found.pairs) == {(0, 1), (1, 0)}
    assert found.rows_of == [0b10, 0b01, 0]
    assert found.must_columns == [True, True, False]


def test_what_is_small() -> None:
    """Long but narrow matrices are no work for plain Python either."""
    assert is_small(24, 96)
    assert is_small(90, 3)
    assert not is_small(25, 25)
    assert not is_small(1, 97)

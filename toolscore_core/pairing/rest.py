"""Classes of calls of one tool that have no equal partner -> the best assignment between them."""

from collections.abc import Hashable, Sequence
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Any, Final

from toolscore_core.pairing.assignment import (
    MAX_CELLS,
    Assignment,
    best_assignment,
    best_assignment_large,
    best_pairs,
    best_pairs_large,
    is_small,
)
from toolscore_core.pairing.weights import CallClass, argument_token, correct_between, expected_between
from toolscore_core.values import values_match

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEW_KINDS: Final = 24 * 96
"""Pairs of classes up to which weights are worked out in plain Python."""

FEW_CELLS: Final = 128
"""Pairs of classes that share an argument up to which they are counted one by one: numpy needs longer to start."""

CANDIDATES: Final = 64
"""How many partners the rough search looks at for each shared argument of a call."""

Counted = Sequence[tuple[CallClass, int]]
"""Classes, with how many calls of each are left over."""


class _Scale:
    """(correct, fewest unexpected, fewest optional given, equal) of a pair as one whole number whose sums compare in that order."""

    def __init__(self, golds: Counted, traces: Counted, pairs: int) -> None:
        largest = max(trace.size for trace, _ in traces)
        # Equal calls were paired before, but not where a matcher, or a call that is not checked, may take a partner away.
        self.may_be_equal = any(gold.matchers or gold.args is None for gold, _ in golds)
        # An optional argument that is given counts as expected too: without this level recall could hang on a tie.
        self.given = pairs + 1
        most_given = max(min(len(gold.optional), largest) for gold, _ in golds)
        self.unexpected = self.given * (pairs * most_given + 1)
        self.correct = self.unexpected * (pairs * largest + 1)

    def weights(self, gold: CallClass, traces: Counted, strict: bool) -> list[int]:
        """Of one expected call with each of the recorded ones."""
        if gold.args is None:
            return [1] * len(traces)
        each, lost, given = self.correct + self.unexpected, self.unexpected, self.given
        if not self.may_be_equal:
            key = gold.key
            return [len(key & trace.key) * each - trace.size * lost for trace, _ in traces]
        required = gold.size - len(gold.optional)
        counts = [
            (correct_between(gold, trace, strict), expected_between(gold, trace), trace.size) for trace, _ in traces
        ]
        return [
            correct * each - size * lost - (expected - required) * given + (correct == expected == size)
            for correct, expected, size in counts
        ]


def assign(golds: Counted, traces: Counted, strict: bool, ties: bool) -> Assignment | None:
    """The best assignment of expected (rows) to recorded calls (columns), class after class.

    Args:
        golds: Expected classes, with how many calls of each are to be paired.
        traces: Recorded classes, likewise.
        strict: Compare values strictly.
        ties: Whether all optima are wanted; without, the edges are left empty.

    Returns:
        None when there are too many calls for an exact search.
    """
    rows = sum(count for _, count in golds)
    columns = sum(count for _, count in traces)
    cells, kinds = rows * columns, len(golds) * len(traces)
    scale = _Scale(golds, traces, min(rows, columns))
    if kinds <= FEW_KINDS:
        weights = [scale.weights(gold, traces, strict) for gold, _ in golds]
        simple = _one_sided(weights, golds, traces)
        if simple is not None or cells > MAX_CELLS:
            return simple
        if is_small(rows, columns):
            matrix = _expanded(weights, golds, traces)
            return best_assignment(matrix) if ties else Assignment(best_pairs(matrix), [], [], [])
    elif cells > MAX_CELLS:
        return (
            None if kinds > MAX_CELLS else _one_sided_dense(_dense_costs(golds, traces, strict, scale), golds, traces)
        )
    golds, traces = _one_by_one(golds), _one_by_one(traces)
    costs = _dense_costs(golds, traces, strict, scale)
    simple = _one_sided_dense(costs, golds, traces)
    if simple is not None:
        return simple
    return best_assignment_large(costs) if ties else Assignment(best_pairs_large(costs), [], [], [])


def _one_by_one(classes: Counted) -> Counted:
    return [(some, 1) for some, count in classes for _ in range(count)]


def _expanded(weights: list[list[int]], golds: Counted, traces: Counted) -> list[list[int]]:
    if len(weights) == sum(count for _, count in golds) and len(weights[0]) == sum(count for _, count in traces):
        return weights
    wide = [[w for w, (_, count) in zip(line, traces, strict=True) for _ in range(count)] for line in weights]
    return [line for line, (_, count) in zip(wide, golds, strict=True) for _ in range(count)]


def _one_sided(weights: list[list[int]], golds: Counted, traces: Counted) -> Assignment | None:
    """The assignment when the weights do not depend on the row, or not on the column."""
    if all(line == weights[0] for line in weights):
        return _best_columns(weights[0], golds, traces)
    if all(first == other for line in weights for first, other in pairwise(line)):
        return _turned(_best_columns([line[0] for line in weights], traces, golds))
    return None


def _one_sided_dense(costs: "NDArray[np.float64]", golds: Counted, traces: Counted) -> Assignment | None:
    if (costs[-1] == costs[0]).all() and (costs == costs[0]).all():
        return _best_columns((-costs[0]).tolist(), golds, traces)
    if (costs[:, -1] == costs[:, 0]).all() and (costs == costs[:, :1]).all():
        return _turned(_best_columns((-costs[:, 0]).tolist(), traces, golds))
    return None


def _best_columns(weights: Sequence[float], rows: Counted, columns: Counted) -> Assignment:
    """Any rows with the columns of the largest weights."""
    height = sum(count for _, count in rows)
    each = [weight for weight, (_, count) in zip(weights, columns, strict=True) for _ in range(count)]
    every_row = (1 << height) - 1
    if height >= len(each):
        pairs = [(place, place) for place in range(len(each))]
        return Assignment(pairs, [every_row] * len(each), [False] * height, [True] * len(each))
    best = sorted(range(len(each)), key=lambda column: -each[column])[:height]
    least = each[best[-1]]
    return Assignment(
        pairs=list(enumerate(sorted(best))),
        rows_of=[every_row if weight >= least else 0 for weight in each],
        must_rows=[True] * height,
        must_columns=[weight > least for weight in each],
    )


def _turned(found: Assignment) -> Assignment:
    """The same with rows and columns exchanged (of an assignment whose columns take every row or none)."""
    rows = sum(1 << place for place, taken in enumerate(found.rows_of) if taken)
    return Assignment(
        pairs=sorted((column, row) for row, column in found.pairs),
        rows_of=[rows] * len(found.must_rows),
        must_rows=found.must_columns,
        must_columns=found.must_rows,
    )


def _dense_costs(golds: Counted, traces: Counted, strict: bool, scale: _Scale) -> "NDArray[np.float64]":
    """The weights of all classes, negated, from an index of (argument, stand-in of its value)."""
    import numpy as np

    correct = _shared_arguments(golds, traces)
    sizes = np.array([float(trace.size) for trace, _ in traces])
    equal, given = None, None
    if scale.may_be_equal:
        _add_matchers(correct, golds, traces, strict)
        required = np.array([float(gold.size - len(gold.optional)) for gold, _ in golds])[:, None]
        given = _optional_given(golds, traces)
        expected = required + given
        equal = (correct == expected) & (expected == sizes[None, :])
    costs = correct
    costs *= -float(scale.correct + scale.unexpected)
    costs += sizes * float(scale.unexpected)
    if equal is not None and given is not None:
        costs += given * float(scale.given)
        costs -= equal
    for row, (gold, _) in enumerate(golds):
        if gold.args is None:
            costs[row] = -1.0
    return costs


def _shared_arguments(golds: Counted, traces: Counted) -> "NDArray[np.float64]":
    """How many arguments without matchers are equal, for all classes."""
    import numpy as np

    width = len(traces)
    shared = np.zeros((len(golds), width))
    holders = _holders(traces)
    single: list[int] = []
    for item, rows in _holders(golds).items():
        columns = holders.get(item)
        if columns is None:
            continue
        if len(rows) * len(columns) <= FEW_CELLS:
            single += [row * width + column for row in rows for column in columns]
        else:
            shared[np.ix_(rows, columns)] += 1
    np.add.at(shared.reshape(-1), single, 1)
    return shared


def _optional_given(golds: Counted, traces: Counted) -> "NDArray[np.float64]":
    """How many optional arguments the recorded call gives, for all classes."""
    import numpy as np

    names = {name for gold, _ in golds for name in gold.optional}
    holding = {name: np.array([float(name in (trace.args or {})) for trace, _ in traces]) for name in names}
    given = np.zeros((len(golds), len(traces)))
    for row, (gold, _) in enumerate(golds):
        for name in gold.optional:
            given[row] += holding[name]
    return given


def _holders(classes: Counted) -> dict[Hashable, list[int]]:
    found: dict[Hashable, list[int]] = {}
    for place, (some, _) in enumerate(classes):
        for item in some.key:
            found.setdefault(item, []).append(place)
    return found


def _add_matchers(correct: "NDArray[np.float64]", golds: Counted, traces: Counted, strict: bool) -> None:
    """Count the arguments that matchers accept: each different matcher is asked once for each different value."""
    askers: dict[tuple[str, Hashable], tuple[Any, list[int]]] = {}
    for row, (gold, _) in enumerate(golds):
        for name, expected in gold.matchers:
            asker = (name, argument_token(expected, strict))
            askers.setdefault(asker, (expected, []))[1].append(row)
    if not askers:
        return
    import numpy as np

    values: dict[str, dict[Hashable, tuple[Any, list[int]]]] = {}
    for column, (trace, _) in enumerate(traces):
        given = trace.args or {}
        for name, stand_in in trace.key:
            values.setdefault(name, {}).setdefault(stand_in, (given[name], []))[1].append(column)
    for (name, _), (expected, rows) in askers.items():
        columns = [
            column
            for value, places in values.get(name, {}).values()
            if values_match(expected, value, strict=strict)
            for column in places
        ]
        correct[np.ix_(rows, columns)] += 1


def split_roughly(
    golds: Sequence[tuple[CallClass, list[int]]], traces: Sequence[tuple[CallClass, list[int]]], strict: bool
) -> tuple[list[tuple[int, int]], list[int], list[int], bool]:
    """Partners by looking at the rarest shared arguments first, for more calls than can be assigned exactly.

    Args:
        golds: Expected classes with the positions of their calls that are to be paired.
        traces: Recorded classes, likewise.
        strict: Compare values strictly.

    Returns:
        (pairs that share an argument, golds and traces left over of which any may be paired with any, and whether no
        call shares an argument with another, so that nothing was lost).
    """
    free = {place: list(reversed(members)) for place, (_, members) in enumerate(traces)}
    holders = _holders([(trace, 1) for trace, _ in traces])
    pairs: list[tuple[int, int]] = []
    golds_left: list[int] = []
    shared = False
    for gold, members in golds:
        found = _candidates(gold, traces, holders, free, strict)
        shared = shared or bool(found)
        for member in members:
            best = next((place for place in found if free[place]), None)
            if best is None:
                golds_left.append(member)
            else:
                pairs.append((member, free[best].pop()))
    by_size = sorted(free, key=lambda place: traces[place][0].size)
    traces_left = [member for place in by_size for member in reversed(free[place])]
    return pairs, sorted(golds_left), sorted(traces_left[: len(golds_left)]), not shared


def _candidates(
    gold: CallClass,
    traces: Sequence[tuple[CallClass, list[int]]],
    holders: dict[Hashable, list[int]],
    free: dict[int, list[int]],
    strict: bool,
) -> list[int]:
    """Recorded classes that share an argument, best first."""
    if gold.args is None:
        return []
    lists = sorted((holders[item] for item in gold.key if item in holders), key=len)
    places = {place for holding in lists for place in islice((p for p in holding if free[p]), CANDIDATES)}
    if gold.matchers:
        places.update(islice((place for place in free if free[place]), CANDIDATES))
    scored = [(correct_between(gold, traces[place][0], strict), -traces[place][0].size, -place) for place in places]
    return [-place for correct, _, place in sorted(scored, reverse=True) if correct]

"""A matrix of weights -> the assignment with the largest sum, and the edges that occur in some such assignment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SMALL: Final = 24
"""Up to this many rows (the shorter side) and four times as many columns the assignment is solved in plain Python."""

MAX_CELLS: Final = 4000 * 4000
"""Largest matrix that is solved exactly."""

MOST_ROUNDS: Final = 24
"""Times that all of a large matrix is looked at before the search for its dual prices is given up."""

Matrix = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Assignment:
    """An assignment that covers the shorter side and has the largest sum.

    Attributes:
        pairs: (row, column), by row.
        rows_of: For each column a bit set of the rows with which some optimum pairs it.
        must_rows, must_columns: Whether every optimum covers that row, that column.
            An assignment along `rows_of` that covers the shorter side and all of these is an optimum.
    """

    pairs: list[tuple[int, int]]
    rows_of: list[int]
    must_rows: list[bool]
    must_columns: list[bool]


def is_small(rows: int, columns: int) -> bool:
    """Whether plain Python is the faster way."""
    short, long = min(rows, columns), max(rows, columns)
    return short <= SMALL and long <= 4 * SMALL


def best_pairs(weights: Matrix) -> list[tuple[int, int]]:
    """Pairs (row, column), by row, that cover the shorter side with the largest sum of weights."""
    turned, costs = _costs(weights)
    columns, _, _ = _hungarian(costs)
    return sorted((column, row) if turned else (row, column) for row, column in enumerate(columns))


def only_best_pairs(weights: Matrix) -> list[tuple[int, int]] | None:
    """The same if there is no other assignment with that sum; None otherwise."""
    turned, costs = _costs(weights)
    columns, rows_price, columns_price = _hungarian(costs)
    tight = 0
    for line, price in zip(costs, rows_price, strict=True):
        tight += [cost - column_price for cost, column_price in zip(line, columns_price, strict=True)].count(price)
    if tight == len(costs):  # no row could take another column without a loss
        return sorted((column, row) if turned else (row, column) for row, column in enumerate(columns))
    found = best_assignment(weights)
    return found.pairs if sum([rows.bit_count() for rows in found.rows_of]) == len(costs) else None


def best_assignment(weights: Matrix) -> Assignment:
    """The same with all that the optima share."""
    turned, costs = _costs(weights)
    columns, rows_price, columns_price = _hungarian(costs)
    short, long = len(costs), len(costs[0])
    row_of: list[int] = [short] * long  # the row `short` stands for "no row"
    for row, column in enumerate(columns):
        row_of[column] = row
    tight = [
        [price + column_price == cost for cost, column_price in zip(line, columns_price, strict=True)]
        for line, price in zip(costs, rows_price, strict=True)
    ]
    reach = _closure(tight, row_of, columns_price)
    edges = [
        [is_tight and bool(reach[row_of[column]] >> row & 1) for column, is_tight in enumerate(line)]
        for row, line in enumerate(tight)
    ]
    must = [price < 0 for price in columns_price]
    if turned:
        rows_of = [_bits(line) for line in edges]
        return Assignment(sorted((c, r) for r, c in enumerate(columns)), rows_of, must, [True] * short)
    rows_of = [_bits(column) for column in zip(*edges, strict=True)]
    return Assignment(list(enumerate(columns)), rows_of, [True] * short, must)


def _costs(weights: Matrix) -> tuple[bool, list[list[int]]]:
    """Weights to be maximised -> costs to be minimised, with the shorter side as rows."""
    if len(weights) <= len(weights[0]):
        return False, [[-weight for weight in line] for line in weights]
    return True, [[-weight for weight in line] for line in zip(*weights, strict=True)]


def _bits(flags: Sequence[bool]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


def _hungarian(costs: list[list[int]]) -> tuple[list[int], list[int], list[int]]:
    """Shortest augmenting paths with prices (Kuhn, Munkres; Jonker and Volgenant), for rows <= columns.

    Returns:
        The column of each row; the prices of rows and columns: row + column <= cost everywhere, equal on
        assigned edges; prices of columns are <= 0, and 0 for columns that are not assigned.
    """
    width = len(costs[0])
    rows_price = [0] * len(costs)
    columns_price = [0] * width
    row_of = [-1] * width
    for start in range(len(costs)):
        line = costs[start]
        slack = [cost - price for cost, price in zip(line, columns_price, strict=True)]
        least = min(slack)
        column = slack.index(least)
        if row_of[column] < 0:  # the cheapest column is free: no path to search
            rows_price[start] = least
            row_of[column] = start
            continue
        _augment(costs, start, slack, rows_price, columns_price, row_of)
    columns = [0] * len(costs)
    for column, row in enumerate(row_of):
        if row >= 0:
            columns[row] = column
    return columns, rows_price, columns_price


def _augment(
    costs: list[list[int]],
    start: int,
    slack: list[int],
    rows_price: list[int],
    columns_price: list[int],
    row_of: list[int],
) -> None:
    """Dijkstra from a new row to a free column, then update of the prices."""
    before = [-1] * len(slack)  # the column before, on the way to each column; -1 for the start
    open_columns = list(range(len(slack)))
    closed: list[int] = []
    distance = 0
    while True:
        column = min(open_columns, key=slack.__getitem__)
        distance = slack[column]
        row = row_of[column]
        if row < 0:
            break
        open_columns.remove(column)
        closed.append(column)
        line = costs[row]
        offset = distance - rows_price[row]
        for other in open_columns:
            length = line[other] - columns_price[other] + offset
            if length < slack[other]:
                slack[other] = length
                before[other] = column
    rows_price[start] = distance
    for done in closed:
        gain = distance - slack[done]
        rows_price[row_of[done]] += gain
        columns_price[done] -= gain
    while before[column] >= 0:
        row_of[column] = row_of[before[column]]
        column = before[column]
    row_of[column] = start


def _closure(tight: list[list[bool]], row_of: list[int], columns_price: list[int]) -> list[int]:
    """Which rows each row can reach by exchanging partners at no loss, as bit sets.

    The last row is "no row": it may take any column without a price, and gives up the free ones.
    """
    last = len(tight)
    reach = [
        sum({1 << row_of[c] for c, is_tight in enumerate(line) if is_tight}) | 1 << r for r, line in enumerate(tight)
    ]
    reach.append(sum({1 << row_of[c] for c, price in enumerate(columns_price) if price == 0}) | 1 << last)
    for middle in range(last + 1):
        through = reach[middle]
        for row in range(last + 1):
            if reach[row] >> middle & 1:
                reach[row] |= through
    return reach


def best_pairs_large(costs: "NDArray[np.float64]") -> list[tuple[int, int]]:
    """As `best_pairs`, but for costs: whole numbers below 2**53, to be minimised. The first such call imports scipy."""
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(costs)
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def best_assignment_large(costs: "NDArray[np.float64]") -> Assignment:
    """As `best_assignment`, for costs, which are overwritten.

    Where the prices do not settle soon, no edges beyond those of one optimum are known.
    """
    import numpy as np

    pairs = best_pairs_large(costs)
    turned = costs.shape[0] > costs.shape[1]
    if turned:
        costs = np.ascontiguousarray(costs.T)
    column_of = np.empty(costs.shape[0], dtype=np.intp)
    for row, column in pairs:
        column_of[column if turned else row] = row if turned else column
    price = _column_prices(costs, column_of)
    if price is None:
        edges = np.zeros(costs.shape, dtype=bool)
        edges[np.arange(len(column_of)), column_of] = True
        must = np.isin(np.arange(costs.shape[1]), column_of).tolist()
    else:
        edges = _optimal_edges(costs, column_of, price)
        must = (price < 0).tolist()
    covered = [True] * costs.shape[0]
    if turned:
        return Assignment(pairs, _bit_sets(edges), must, covered)
    return Assignment(pairs, _bit_sets(edges.T), covered, must)


def _column_prices(costs: "NDArray[np.float64]", column_of: Any) -> "NDArray[np.float64] | None":
    """Prices of the columns for a known optimum (Bellman and Ford). Makes `costs` relative to each row's own column."""
    import numpy as np

    costs -= costs[np.arange(len(column_of)), column_of][:, None]
    price = np.zeros(costs.shape[1])
    active = np.flatnonzero(costs.min(axis=1) < 0)  # at first every price is 0, so that only these rows lower one
    looked_at = len(column_of)
    while active.size and looked_at < MOST_ROUNDS * len(column_of):
        looked_at += active.size
        lower = price.copy()
        for some in np.array_split(active, -(-active.size // 256)):
            np.minimum(lower, (costs[some] + price[column_of[some]][:, None]).min(axis=0), out=lower)
        fallen = lower < price
        price = lower
        active = np.flatnonzero(fallen[column_of])
    return None if active.size else price


def _optimal_edges(costs: Any, column_of: Any, price: Any) -> "NDArray[np.bool_]":
    """Tight edges inside one strongly connected part of the exchange graph: those lie in some optimum."""
    import numpy as np
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import connected_components

    short, long = costs.shape
    tight = np.empty(costs.shape, dtype=bool)
    for row, own in enumerate(price[column_of].tolist()):
        np.equal(costs[row], price - own, out=tight[row])
    if tight.all():
        return tight
    row_of = np.full(long, short)
    row_of[column_of] = np.arange(short)
    graph = np.zeros((short + 1, short + 1), dtype=bool)
    graph[:short, :short] = tight[:, column_of]
    graph[:short, short] = tight[:, row_of == short].any(axis=1)
    graph[short, :short] = price[column_of] == 0
    _, part = connected_components(csr_matrix(graph), directed=True, connection="strong")
    tight &= part[:short, None] == part[row_of][None, :]
    return tight


def _bit_sets(flags: Any) -> list[int]:
    import numpy as np

    packed = np.packbits(np.ascontiguousarray(flags), axis=1, bitorder="little")
    return [int.from_bytes(line.tobytes(), "little") for line in packed]

"""A tool's optima and the pairs that should be kept -> the optimum that keeps most of them, with few failed calls."""

from collections.abc import Sequence

from toolscore_core.pairing.assignment import best_pairs, best_pairs_large, is_small
from toolscore_core.pairing.tools import Rest, ToolOptimum

Pairs = list[tuple[int, int]]


def complete(optimum: ToolOptimum, wanted: Pairs, failed: Sequence[bool]) -> Pairs:
    """One optimum of a tool.

    Args:
        optimum: The tool.
        wanted: Pairs of this tool that should be kept, each call at most once, each along an edge of some optimum.
        failed: Whether each recorded call failed.
    """
    if optimum.unique:
        return optimum.pairs
    groups = optimum.groups
    gold_place = {gold: place for place, group in enumerate(groups) for gold in group.golds}
    trace_place = {trace: place for place, group in enumerate(groups) for trace in group.traces}
    spare_golds = [len(group.golds) - group.pair_count for group in groups]
    spare_traces = [len(group.traces) - group.pair_count for group in groups]
    more = [group.pair_count for group in groups]
    pairs: Pairs = []
    across: Pairs = []
    for gold, trace in wanted:
        at_gold, at_trace = gold_place[gold], trace_place[trace]
        if at_gold == at_trace:
            pairs.append((gold, trace))
            more[at_gold] -= 1
        elif spare_golds[at_gold] and spare_traces[at_trace]:
            spare_golds[at_gold] -= 1
            spare_traces[at_trace] -= 1
            across.append((gold, trace))
    used_golds = {gold for gold, _ in pairs} | {gold for gold, _ in across}
    used_traces = {trace for _, trace in pairs} | {trace for _, trace in across}
    for place, group in enumerate(groups):
        if more[place]:
            golds = [gold for gold in group.golds if gold not in used_golds][: more[place]]
            traces = [trace for trace in group.traces if trace not in used_traces]
            traces = sorted(sorted(traces, key=failed.__getitem__)[: more[place]])
            pairs += zip(golds, traces, strict=True)
    if optimum.rest is not None:
        pairs += _complete_rest(optimum, optimum.rest, pairs, across, failed)
    return pairs


def _complete_rest(optimum: ToolOptimum, rest: Rest, inside: Pairs, wanted: Pairs, failed: Sequence[bool]) -> Pairs:
    """Pairs between the groups, of the calls that found no partner inside theirs."""
    paired_golds = {gold for gold, _ in inside}
    paired_traces = {trace for _, trace in inside}
    golds = [
        gold
        for place in dict.fromkeys(rest.gold_groups)
        for gold in optimum.groups[place].golds
        if gold not in paired_golds
    ]
    traces = [
        trace
        for place in dict.fromkeys(rest.trace_groups)
        for trace in optimum.groups[place].traces
        if trace not in paired_traces
    ]
    row_of = {gold: row for row, gold in enumerate(golds)}
    column_of = {trace: column for column, trace in enumerate(traces)}
    kept = {row_of[gold]: column_of[trace] for gold, trace in wanted}
    lost = [failed[trace] for trace in traces]
    if len(set(rest.assignment.rows_of) - {0}) <= 1:
        order = sorted(range(len(golds)), key=golds.__getitem__), sorted(range(len(traces)), key=traces.__getitem__)
        places = _complete_freely(rest, kept, lost, *order)
    elif is_small(len(golds), len(traces)):
        places = _complete_small(rest, kept, lost)
    else:
        places = _complete_large(rest, kept, lost)
    return [(golds[row], traces[column]) for row, column in places]


def _complete_freely(
    rest: Rest, kept: dict[int, int], failed: Sequence[bool], rows: list[int], columns: list[int]
) -> Pairs:
    """Any of some rows with any of some columns: choose who takes part, keep what is wanted, pair the others in order."""
    assignment = rest.assignment
    wanted_columns = set(kept.values())
    open_columns = [column for column in columns if assignment.rows_of[column]]
    open_to = assignment.rows_of[open_columns[0]]
    rows = [row for row in rows if open_to >> row & 1]
    short = min(len(rows), len(open_columns))
    open_columns.sort(
        key=lambda column: (not assignment.must_columns[column], column not in wanted_columns, failed[column])
    )
    by_need = sorted(rows, key=lambda row: (not assignment.must_rows[row], row not in kept))
    taken_rows, taken_columns = set(by_need[:short]), set(open_columns[:short])
    pairs = [(row, column) for row, column in kept.items() if row in taken_rows and column in taken_columns]
    taken_rows -= {row for row, _ in pairs}
    taken_columns -= {column for _, column in pairs}
    return [
        *pairs,
        *zip(
            (row for row in rows if row in taken_rows),
            (column for column in columns if column in taken_columns),
            strict=True,
        ),
    ]


def _complete_small(rest: Rest, kept: dict[int, int], failed: Sequence[bool]) -> Pairs:
    """Whole numbers whose sums compare by: edges of optima, calls that must take part, pairs wanted, failures, indexes."""
    assignment = rest.assignment
    height, width = len(rest.gold_groups), len(rest.trace_groups)
    short = min(height, width)
    index = height * width * short + 1  # above any sum of products of places
    failure = index * (height + width) * short + 1
    want = (short + 1) * failure
    must = (short + 1) * want
    edge = (2 * short + 1) * must
    weights = []
    for row in range(height):
        line = []
        for column in range(width):
            weight = row * column - (row + column) * index - failed[column] * failure
            weight += (kept.get(row) == column) * want
            weight += (assignment.must_rows[row] + assignment.must_columns[column]) * must
            line.append(weight + (assignment.rows_of[column] >> row & 1) * edge)
        weights.append(line)
    return best_pairs(weights)


def _complete_large(rest: Rest, kept: dict[int, int], failed: Sequence[bool]) -> Pairs:
    """The same without the indexes, which would not fit the numbers of the large solver."""
    import numpy as np

    assignment = rest.assignment
    height, width = len(rest.gold_groups), len(rest.trace_groups)
    size = -(-height // 8)
    packed = np.frombuffer(b"".join(rows.to_bytes(size, "little") for rows in assignment.rows_of), dtype=np.uint8)
    edges = np.unpackbits(packed.reshape(width, size), axis=1, count=height, bitorder="little").T
    row_edges, column_edges = edges.sum(axis=1, dtype=np.int64), edges.sum(axis=0, dtype=np.int64)
    forced = [
        (rows.bit_length() - 1, column)
        for column, rows in enumerate(assignment.rows_of)
        if column_edges[column] == 1 and row_edges[rows.bit_length() - 1] == 1
    ]
    row_edges[[row for row, _ in forced]] = 0
    column_edges[[column for _, column in forced]] = 0
    rows, columns = np.flatnonzero(row_edges), np.flatnonzero(column_edges)
    if not rows.size:
        return forced
    short = min(rows.size, columns.size)
    want = float(short + 1)
    must = (short + 1) * want
    costs = edges[np.ix_(rows, columns)].astype(np.float64)
    costs *= -(2 * short + 1) * must
    costs += np.array(failed, dtype=float)[columns]
    costs -= must * np.array(assignment.must_rows, dtype=float)[rows][:, None]
    costs -= must * np.array(assignment.must_columns, dtype=float)[columns]
    row_at = {int(row): place for place, row in enumerate(rows)}
    column_at = {int(column): place for place, column in enumerate(columns)}
    for row, column in kept.items():
        if row in row_at:
            costs[row_at[row], column_at[column]] -= want
    return [*forced, *((int(rows[row]), int(columns[column])) for row, column in best_pairs_large(costs))]

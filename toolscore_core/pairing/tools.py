"""The calls of one tool on both sides -> one optimum, and what all optima have in common."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from toolscore_core.calls import ToolCall
from toolscore_core.pairing.assignment import Assignment
from toolscore_core.pairing.rest import assign, split_roughly
from toolscore_core.pairing.weights import (
    NO_ARGUMENTS,
    CallClass,
    correct_between,
    expected_between,
    gold_classes,
    trace_classes,
)

Pairs = list[tuple[int, int]]
"""(gold, trace) positions."""


@dataclass(slots=True)
class Group:
    """Calls that are paired with one another freely: as many pairs as the shorter side has calls.

    Attributes:
        golds, traces: Positions, rising. One of them may be empty: calls that find partners, if any, in the rest.
    """

    golds: list[int]
    traces: list[int]

    @property
    def pair_count(self) -> int:
        """Pairs inside the group, in every optimum."""
        return min(len(self.golds), len(self.traces))


@dataclass(slots=True)
class Rest:
    """What the groups leave over, and how it may be paired.

    Attributes:
        gold_groups, trace_groups: The group of each row and of each column, rising; any left-over member may take the place.
        assignment: One optimum of the rest, and what its optima share.
    """

    gold_groups: list[int]
    trace_groups: list[int]
    assignment: Assignment


@dataclass(slots=True)
class ToolOptimum:
    """The optima of one tool.

    Attributes:
        groups: Every call of the tool that may find a partner is in one of them.
        rest: None when at least one side has nothing left over.
        pairs: One optimum, as (gold, trace) positions.
        unique: Whether it is the only one.
        exact: False when there were too many calls for an exact search.
        expected, recorded: The classes of the calls; None where no expected call checks its arguments.
    """

    groups: list[Group]
    rest: Rest | None = None
    pairs: Pairs = field(default_factory=list)
    unique: bool = False
    exact: bool = True
    expected: list[CallClass] | None = None
    recorded: list[CallClass] | None = None

    def counts(self, pairs: Pairs, strict: bool) -> list[tuple[int, int, int]]:
        """(correct, expected, actual) arguments of some pairs of this tool; all 0 where arguments are not checked."""
        if self.expected is None or self.recorded is None:
            return [(0, 0, 0)] * len(pairs)
        gold_class = {index: same for same in self.expected for index in same.members}
        trace_class = {index: same for same in self.recorded for index in same.members}
        return [
            (0, 0, 0)
            if (wanted := gold_class[gold]).args is None
            else (
                correct_between(wanted, (given := trace_class[trace]), strict),
                expected_between(wanted, given),
                given.size,
            )
            for gold, trace in pairs
        ]


def solve_tool(
    golds: list[int],
    traces: list[int],
    gold_calls: Sequence[ToolCall],
    trace_calls: Sequence[ToolCall],
    *,
    strict: bool,
    ties: bool,
) -> ToolOptimum:
    """Solve one tool.

    Args:
        golds: Positions of its expected calls, rising, not empty.
        traces: Positions of its recorded calls, likewise.
        gold_calls: All expected calls.
        trace_calls: All recorded calls.
        strict: Compare values strictly.
        ties: Whether the other optima are wanted too; without, `rest` has no edges and `unique` means nothing.
    """
    if all(gold_calls[index].args is None for index in golds):
        pairs = list(zip(golds, traces, strict=False))
        return ToolOptimum([Group(golds, traces)], pairs=pairs, unique=len(golds) == len(traces) == 1)
    expected = gold_classes(golds, [gold_calls[index].args for index in golds], strict)
    recorded = trace_classes(traces, [trace_calls[index].args for index in traces], strict)
    optimum = ToolOptimum(_groups(expected, recorded), expected=expected, recorded=recorded)
    optimum.pairs = [pair for group in optimum.groups for pair in zip(group.golds, group.traces, strict=False)]
    _solve_rest(optimum, expected, recorded, strict, ties)
    optimum.unique = ties and _is_unique(optimum)
    return optimum


def _groups(expected: list[CallClass], recorded: list[CallClass]) -> list[Group]:
    """Equal calls together: provably part of an optimum, but not where a matcher may accept what another call needs."""
    groups = [Group(gold.members, []) for gold in expected]
    if any(gold.matchers for gold in expected):
        return [*groups, *(Group([], trace.members) for trace in recorded)]
    at: dict[Hashable, Group] = {
        gold.key: group for gold, group in zip(expected, groups, strict=True) if gold.args is not None
    }
    if any(gold.args is None for gold in expected):
        at.pop(NO_ARGUMENTS, None)  # a call that is not checked is as good a partner of a call without arguments
    for trace in recorded:
        twin = at.get(trace.key)
        if twin is None:
            groups.append(Group([], trace.members))
        else:
            twin.traces = trace.members
    return groups


def _solve_rest(
    optimum: ToolOptimum, expected: list[CallClass], recorded: list[CallClass], strict: bool, ties: bool
) -> None:
    """Pair what the groups leave over."""
    class_of_golds = {gold.members[0]: gold for gold in expected}
    class_of_traces = {trace.members[0]: trace for trace in recorded}
    rows: list[tuple[int, CallClass, int]] = []  # group, class, how many are left over
    columns: list[tuple[int, CallClass, int]] = []
    for place, group in enumerate(optimum.groups):
        surplus = len(group.golds) - len(group.traces)
        if surplus > 0:
            rows.append((place, class_of_golds[group.golds[0]], surplus))
        elif surplus < 0:
            columns.append((place, class_of_traces[group.traces[0]], -surplus))
    if not rows or not columns:
        return
    gold_groups = [place for place, _, count in rows for _ in range(count)]
    trace_groups = [place for place, _, count in columns for _ in range(count)]
    golds = _left_over(optimum.groups, gold_groups, traces=False)
    traces = _left_over(optimum.groups, trace_groups, traces=True)
    assignment = assign(
        [(gold, count) for _, gold, count in rows], [(trace, count) for _, trace, count in columns], strict, ties
    )
    if assignment is not None:
        optimum.rest = Rest(gold_groups, trace_groups, assignment)
        optimum.pairs += [(golds[row], traces[column]) for row, column in assignment.pairs]
        return
    _solve_roughly(optimum, rows, columns, strict)


def _solve_roughly(
    optimum: ToolOptimum,
    rows: list[tuple[int, CallClass, int]],
    columns: list[tuple[int, CallClass, int]],
    strict: bool,
) -> None:
    """Turn what is left over into groups: one for each pair that was found, one of calls that share nothing."""
    golds = [(gold, gold.members[-count:]) for _, gold, count in rows]
    traces = [(trace, trace.members[-count:]) for _, trace, count in columns]
    pairs, golds_left, traces_left, optimum.exact = split_roughly(golds, traces, strict)
    for place, _, count in rows:
        optimum.groups[place].golds = optimum.groups[place].golds[:-count]
    for place, _, count in columns:
        optimum.groups[place].traces = optimum.groups[place].traces[:-count]
    left = Group(golds_left, traces_left)
    optimum.groups = [*(group for group in optimum.groups if group.golds or group.traces), left]
    optimum.groups += [Group([gold], [trace]) for gold, trace in pairs]
    optimum.pairs += pairs
    optimum.pairs += zip(golds_left, traces_left, strict=False)


def _left_over(groups: list[Group], places: list[int], *, traces: bool) -> list[int]:
    """The last members of each group, one for each place."""
    found: list[int] = []
    for place in dict.fromkeys(places):
        group = groups[place]
        found += (group.traces if traces else group.golds)[group.pair_count :]
    return found


def _is_unique(optimum: ToolOptimum) -> bool:
    if any(group.pair_count and len(group.golds) + len(group.traces) > 2 for group in optimum.groups):
        return False
    rest = optimum.rest
    if rest is None:
        return True
    short = min(len(rest.gold_groups), len(rest.trace_groups))
    return sum(rows.bit_count() for rows in rest.assignment.rows_of) == short

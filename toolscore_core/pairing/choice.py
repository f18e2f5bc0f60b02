"""Calls of tools that alternatives join -> which expected calls were made, and by which tool.

A recorded call answers a required call before an optional one. Among the ways to pair that answer most required calls,
then most calls, the one counts that has most correct arguments, then fewest unexpected ones, fewest expected ones,
most pairs with equal arguments, fewest failed calls, fewest alternatives. The first of these are those of `partners`, so
that pairing the calls that are left cannot leave out one that was made here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from toolscore_core.calls import ExpectedCall, ToolCall
from toolscore_core.pairing.assignment import best_pairs
from toolscore_core.pairing.tools import Group
from toolscore_core.pairing.weights import count_correct, expected_count, required_count

MOST_CELLS: Final = 200 * 200
"""Expected calls times recorded calls up to which all ways are compared."""

CANDIDATES: Final = 64
"""How many free recorded calls an expected call looks at beyond that."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What was made of one group.

    Attributes:
        called: Position of an expected call that was made -> tool that was called.
        exact: False when there were too many calls to compare all ways.
    """

    called: dict[int, str]
    exact: bool = True


def choice_of(group: Group, gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], strict: bool) -> Choice:
    """Share out the recorded calls of a group.

    Args:
        group: Positions of its calls.
        gold_calls: All expected calls.
        trace_calls: All recorded calls.
        strict: Compare argument values strictly.
    """
    golds = [gold_calls[index] for index in group.golds]
    traces = [trace_calls[index] for index in group.traces]
    tools = {call.tool for call in (*golds, *traces)}
    if not traces or (len(tools) == 1 and sum(not _is_optional(call) for call in golds) >= len(traces)):
        return Choice({})  # nothing is left for optional calls
    if len(tools) == 1 and len(traces) >= len(golds):
        return Choice(dict.fromkeys(group.golds, traces[0].tool))
    exact = len(golds) * len(traces) <= MOST_CELLS
    worth = _Worth(golds, traces, strict)
    pairs = _best(worth, golds, traces) if exact else _rough(worth, golds, traces)
    return Choice({group.golds[gold]: traces[trace].tool for gold, trace in pairs}, exact)


def _is_optional(call: ToolCall) -> bool:
    return isinstance(call, ExpectedCall) and call.optional


def _best(worth: "_Worth", golds: Sequence[ToolCall], traces: Sequence[ToolCall]) -> list[tuple[int, int]]:
    weights = [[worth.of(gold, trace) for trace in traces] for gold in golds]
    return [(row, column) for row, column in best_pairs(weights) if weights[row][column]]


def _rough(worth: "_Worth", golds: Sequence[ToolCall], traces: Sequence[ToolCall]) -> list[tuple[int, int]]:
    """Required calls first, each takes the best of the first free calls of its tools."""
    free = dict.fromkeys(range(len(traces)))
    pairs = []
    for row in sorted(range(len(golds)), key=lambda row: _is_optional(golds[row])):
        allowed = tools_of(golds[row])
        candidates = islice((column for column in free if traces[column].tool in allowed), CANDIDATES)
        best = max(candidates, key=lambda column: (worth.of(golds[row], traces[column]), -column), default=None)
        if best is not None:
            del free[best]
            pairs.append((row, best))
    return pairs


def tools_of(call: ToolCall) -> tuple[str, ...]:
    """The tools that may answer an expected call, its own first."""
    return (call.tool, *call.alternatives) if isinstance(call, ExpectedCall) else (call.tool,)


class _Worth:
    """All that ranks a pair as one whole number, whose sums compare in that order."""

    def __init__(self, golds: Sequence[ToolCall], traces: Sequence[ToolCall], strict: bool) -> None:
        pairs = min(len(golds), len(traces))
        expected = max(len(call.args or ()) for call in golds)
        given = max(len(call.args or ()) for call in traces)
        self._strict = strict
        self._units = [1]
        for most in (1, 1, 1, expected, given, given, 1):  # each unit is above what all lower ones can differ by
            self._units.append(self._units[-1] * (pairs * most + 1))

    def of(self, gold: ToolCall, trace: ToolCall) -> int:
        """Of a pair; 0 for calls that cannot be partners."""
        if trace.tool not in tools_of(gold):
            return 0
        optional = _is_optional(gold)
        correct = expected = actual = 0
        if gold.args is not None:
            given = trace.args or {}
            correct = count_correct(gold.args, given, strict=self._strict)
            expected = expected_count(gold.args, given)
            actual = len(given)
        levels = (
            -(trace.tool != gold.tool),
            -trace.is_error,
            correct == expected == actual,
            -(expected if optional else expected - required_count(gold.args)),
            correct - actual,
            correct,
            1,
            not optional,
        )
        return sum(level * unit for level, unit in zip(levels, self._units, strict=True))

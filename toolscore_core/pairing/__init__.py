"""Who is compared with whom: expected calls and recorded calls of the same tool, one to one.

The partners maximise, in this order: the number of pairs; the correct arguments; the fewest unexpected arguments
(arguments of the recorded calls that are not correct, so that the argument scores never hang on a tie); the pairs
with equal arguments; the pairs that stay in place over the whole case; the fewest failed recorded calls, so that a
retry pairs with the attempt that succeeded; the smallest gold, then trace indexes.

The first four belong to one tool at a time and are solved exactly (`tools`), but for a tool with more than
16 million possible pairs left after equal calls were paired: then `Pairing.exact` is False. The rest looks at the
whole case (`ties`) and is exact where a bound proves it or the optima are few; elsewhere it is the longest common
subsequence over pairs that occur in some optimum, then the optimum that uses most of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from toolscore_core.calls import ToolCall
from toolscore_core.matchers import watching_patterns
from toolscore_core.pairing.in_place import largest_in_place, parallel_runs
from toolscore_core.pairing.records import Pair, Pairing
from toolscore_core.pairing.ties import choose_pairs
from toolscore_core.pairing.tiny import settle
from toolscore_core.pairing.tools import ToolOptimum, solve_tool
from toolscore_core.pairing.weights import argument_key

__all__ = [
    "ArgumentTotals",
    "Pair",
    "Pairing",
    "argument_key",
    "argument_totals",
    "largest_in_place",
    "pair_calls",
    "parallel_runs",
]


def pair_calls(gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], *, strict: bool = False) -> Pairing:
    """Pair expected and recorded calls.

    Args:
        gold_calls: Expected calls, in order. Arguments None are not checked: such a call pairs with any call of its tool.
        trace_calls: Recorded calls, in order; `turn` says which of them were made in parallel.
        strict: Compare argument values strictly.

    Raises:
        ValueError: The arguments of a call are neither a dict nor None.

    Example:
        >>> tried, done = ToolCall(tool="pay", metadata={"is_error": True}), ToolCall(tool="pay")
        >>> pair_calls([ToolCall(tool="pay")], [tried, done]).pairs[0].trace_index
        1
    """
    pairs, optima = _solve(gold_calls, trace_calls, strict, ties=True)
    if optima:
        chosen = choose_pairs(optima, pairs, gold_calls, trace_calls)
        pairs += [
            Pair(gold, trace, correct, len(gold_calls[gold].args or ()), actual)
            for optimum, some in zip(optima, chosen, strict=True)
            for (gold, trace), (correct, actual) in zip(
                some, optimum.counts(some, gold_calls, trace_calls, strict), strict=True
            )
        ]
    pairs.sort(key=attrgetter("gold_index"))
    return Pairing(
        pairs=tuple(pairs),
        unpaired_gold=_others(len(gold_calls), [pair.gold_index for pair in pairs]),
        unpaired_trace=_others(len(trace_calls), [pair.trace_index for pair in pairs]),
        exact=all(optimum.exact for optimum in optima),
    )


def _others(count: int, taken: list[int]) -> tuple[int, ...]:
    return () if len(taken) == count else tuple(sorted(set(range(count)).difference(taken)))


@dataclass(frozen=True, slots=True)
class ArgumentTotals:
    """What the pairs of the best pairing sum to; the same for every best pairing.

    Attributes:
        pairs: How many.
        correct, actual: Arguments of the paired calls, as in `Pair`.
        expected: Arguments of all expected calls, those without a partner too.
    """

    pairs: int
    correct: int
    expected: int
    actual: int


def argument_totals(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], *, strict: bool = False
) -> ArgumentTotals:
    """The sums over the pairs of `pair_calls`, without choosing between the best pairings: faster.

    Raises:
        ValueError: The arguments of a call are neither a dict nor None.
    """
    with watching_patterns():
        settled, optima = _solve(gold_calls, trace_calls, strict, ties=False)
        counts = [(pair.correct, pair.actual) for pair in settled]
        for optimum in optima:
            counts += optimum.counts(optimum.pairs, gold_calls, trace_calls, strict)
    return ArgumentTotals(
        pairs=len(counts),
        correct=sum([correct for correct, _ in counts]),
        expected=sum([len(call.args) for call in gold_calls if call.args]),
        actual=sum([actual for _, actual in counts]),
    )


def _solve(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], strict: bool, *, ties: bool
) -> tuple[list[Pair], list[ToolOptimum]]:
    """The pairs of the tools with few calls and one best choice, and the optima of the other tools."""
    golds = _by_tool(gold_calls, "gold_calls")
    traces = _by_tool(trace_calls, "trace_calls")
    settled: list[Pair] = []
    optima: list[ToolOptimum] = []
    for tool, own in golds.items():
        others = traces.get(tool)
        if others is None:
            continue
        pairs = settle(own, others, gold_calls, trace_calls, strict=strict, ties=ties)
        if pairs is None:
            optima.append(solve_tool(own, others, gold_calls, trace_calls, strict=strict, ties=ties))
        else:
            settled += pairs
    return settled, optima


def _by_tool(calls: Sequence[ToolCall], side: str) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for index, call in enumerate(calls):
        args = call.args
        if args is not None and not isinstance(args, dict):
            raise ValueError(f"{side}[{index}].args: a dict or None is expected, not {type(args).__name__}")
        tool = call.tool
        if tool in found:
            found[tool].append(index)
        else:
            found[tool] = [index]
    return found

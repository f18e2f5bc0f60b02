"""Expected and recorded calls of the same tools -> their partners, or only what the pairs sum to."""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from toolscore_core.calls import ToolCall
from toolscore_core.matchers import watching_patterns
from toolscore_core.pairing.records import Pair, Pairing
from toolscore_core.pairing.ties import choose_pairs
from toolscore_core.pairing.tiny import settle
from toolscore_core.pairing.tools import ToolOptimum, solve_tool
from toolscore_core.pairing.weights import required_count


def pair_calls(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], *, strict: bool = False, ordered: bool = True
) -> Pairing:
    """Pair expected and recorded calls.

    Args:
        gold_calls: Expected calls, in order. Arguments None are not checked: such a call pairs with any call of its tool.
            Optional calls and alternatives are nothing special here: `resolve` comes first.
        trace_calls: Recorded calls, in order; `turn` says which of them were made in parallel.
        strict: Compare argument values strictly.
        ordered: False: all recorded calls are parallel, so that no pair is out of place.

    Raises:
        ValueError: The arguments of a call are neither a dict nor None.

    Example:
        >>> tried, done = ToolCall(tool="pay", metadata={"is_error": True}), ToolCall(tool="pay")
        >>> pair_calls([ToolCall(tool="pay")], [tried, done]).pairs[0].trace_index
        1
    """
    pairs, optima = _solve(gold_calls, trace_calls, strict, ties=True)
    if optima:
        chosen = choose_pairs(optima, pairs, gold_calls, trace_calls, ordered=ordered)
        pairs += [
            Pair(gold, trace, *counts)
            for optimum, some in zip(optima, chosen, strict=True)
            for (gold, trace), counts in zip(some, optimum.counts(some, strict), strict=True)
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
        expected: Arguments of all expected calls: of paired ones as in `Pair`, of the others those that are required.
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
        counts = [(pair.correct, pair.expected, pair.actual) for pair in settled]
        paired = [pair.gold_index for pair in settled]
        for optimum in optima:
            counts += optimum.counts(optimum.pairs, strict)
            paired += [gold for gold, _ in optimum.pairs]
    missed = sum([required_count(gold_calls[index].args) for index in _others(len(gold_calls), paired)])
    return ArgumentTotals(
        pairs=len(counts),
        correct=sum([correct for correct, _, _ in counts]),
        expected=sum([expected for _, expected, _ in counts]) + missed,
        actual=sum([actual for _, _, actual in counts]),
    )


def _solve(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], strict: bool, *, ties: bool
) -> tuple[list[Pair], list[ToolOptimum]]:
    """The pairs of the tools with few calls and one best choice, and the optima of the other tools."""
    golds = calls_by_tool(gold_calls, "gold_calls")
    traces = calls_by_tool(trace_calls, "trace_calls")
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


def calls_by_tool(calls: Sequence[ToolCall], side: str) -> dict[str, list[int]]:
    """Positions of the calls of each tool; `side` names the list in the error about arguments that are no dict."""
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

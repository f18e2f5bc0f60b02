"""Who is compared with whom: expected calls and recorded calls of the same tool, one to one.

The partners maximise, in this order: the number of pairs; the correct arguments; the fewest unexpected arguments
(arguments of the recorded calls that are not correct, so that the argument scores never hang on a tie); the pairs
with equal arguments; the pairs that stay in place over the whole case; the fewest failed recorded calls, so that a
retry pairs with the attempt that succeeded; the smallest gold, then trace indexes.

The first four belong to one tool at a time and are solved exactly (`tools`), but for a tool with more than
16 million possible pairs left after equal calls were paired: then `Pairing.exact` is False. The rest looks at the
whole case (`ties`) and is exact where a bound proves it or the optima are few; elsewhere it is the longest common
subsequence over pairs that occur in some optimum, then the optimum that uses most of them.

Gold may say more than a list: `resolve` settles first which optional calls were made, which alternatives stand in for
which calls, and in which order calls were made that have none; what it gives is a plain list.
"""

from toolscore_core.pairing.in_place import largest_in_place, parallel_runs
from toolscore_core.pairing.partners import ArgumentTotals, argument_totals, pair_calls
from toolscore_core.pairing.records import Pair, Pairing
from toolscore_core.pairing.resolution import Order, Resolved, counted_calls, resolve
from toolscore_core.pairing.weights import argument_key, required_count

__all__ = [
    "ArgumentTotals",
    "Order",
    "Pair",
    "Pairing",
    "Resolved",
    "argument_key",
    "argument_totals",
    "counted_calls",
    "largest_in_place",
    "pair_calls",
    "parallel_runs",
    "required_count",
    "resolve",
]

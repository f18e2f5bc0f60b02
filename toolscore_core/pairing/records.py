"""The result of pairing: partners, and what was left without one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Pair:
    """Two partners.

    Attributes:
        gold_index, trace_index: 0-based positions.
        correct: Expected argument keys that are present and match; 0 when the gold call does not check arguments.
        expected: Argument keys of the gold call, but for optional ones that the recorded call leaves out; 0 when it does
            not check arguments.
        actual: Argument keys of the recorded call; 0 when the gold call does not check arguments.
    """

    gold_index: int
    trace_index: int
    correct: int
    expected: int
    actual: int

    @property
    def equal(self) -> bool:
        """Whether every argument is as expected and none is unexpected, or arguments are not checked."""
        return self.correct == self.expected == self.actual


@dataclass(frozen=True, slots=True)
class Pairing:
    """The partners of one case.

    Attributes:
        pairs: By gold index.
        unpaired_gold, unpaired_trace: Indexes without a partner, rising.
        exact: False when a tool had too many calls for an exact search ("approximate" is then said beside the score).
    """

    pairs: tuple[Pair, ...]
    unpaired_gold: tuple[int, ...]
    unpaired_trace: tuple[int, ...]
    exact: bool = True

    def renumbered(self, golds: Sequence[int], traces: Sequence[int]) -> "Pairing":
        """The same partners by other positions: `golds[k]` and `traces[k]` stand for k."""
        pairs = [
            replace(pair, gold_index=golds[pair.gold_index], trace_index=traces[pair.trace_index])
            for pair in self.pairs
        ]
        return Pairing(
            pairs=tuple(sorted(pairs, key=lambda pair: pair.gold_index)),
            unpaired_gold=tuple(sorted(golds[index] for index in self.unpaired_gold)),
            unpaired_trace=tuple(sorted(traces[index] for index in self.unpaired_trace)),
            exact=self.exact,
        )

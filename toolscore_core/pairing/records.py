"""The result of pairing: partners, and what was left without one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pair:
    """Two partners.

    Attributes:
        gold_index, trace_index: 0-based positions.
        correct: Expected argument keys that are present and match; 0 when the gold call does not check arguments.
        expected: Argument keys of the gold call; 0 when it does not check arguments.
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

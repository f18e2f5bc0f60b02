"""Token counts and cost of single answers -> the totals of a trace."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import Trace

_MOST, _DIGITS = 1e18, 19
"""No count of tokens and no cost is this large; a number that is, is a mistake."""


@dataclass(slots=True)
class Tally:
    """Totals over the answers of one trace; None as long as no answer says anything.

    Attributes:
        input_tokens: Tokens read, cached ones included.
        output_tokens: Tokens written, reasoning included.
        cached_tokens: Part of the input that came from a cache.
        reasoning_tokens: Part of the output that was reasoning.
        cost: USD.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost: float | None = None

    def add(self, other: "Tally") -> None:
        """Add the counts of one more answer."""
        self.input_tokens = _sum(self.input_tokens, other.input_tokens)
        self.output_tokens = _sum(self.output_tokens, other.output_tokens)
        self.cached_tokens = _sum(self.cached_tokens, other.cached_tokens)
        self.reasoning_tokens = _sum(self.reasoning_tokens, other.reasoning_tokens)
        if other.cost is not None:
            self.cost = (self.cost or 0.0) + other.cost

    def fill(self, trace: Trace) -> None:
        """Write the totals on a trace."""
        trace.input_tokens = self.input_tokens
        trace.output_tokens = self.output_tokens
        trace.cached_tokens = self.cached_tokens
        trace.reasoning_tokens = self.reasoning_tokens
        trace.cost = self.cost


def _sum(total: int | None, more: int | None) -> int | None:
    return total if more is None else (total or 0) + more


def count_of(record: Mapping[str, Any], *names: str) -> int | None:
    """The first whole, non-negative number under one of the names; numeric text counts; None when there is none."""
    for name in names:
        value = record.get(name)
        if value is None:
            continue
        if isinstance(value, str) and value.isdecimal() and len(value) < _DIGITS:
            return int(value)
        if (
            isinstance(value, (int, float))
            and not isinstance(value, bool)
            and 0 <= value < _MOST
            and value == int(value)
        ):
            return int(value)
    return None


def amount_of(record: Mapping[str, Any], *names: str) -> float | None:
    """The first non-negative number under one of the names; None when there is none."""
    for name in names:
        value = record.get(name)
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value < _MOST:
            return float(value)
    return None

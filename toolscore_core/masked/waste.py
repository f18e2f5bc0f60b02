"""A masked evaluation -> its recorded calls that were not asked for or came to nothing, by kind.

The kinds overlap (a blind retry without gold is a repeated call, too) and are not to be added.
"""

import json
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Final, Literal

from toolscore_core.alignment import State
from toolscore_core.masked.records import MaskedEvaluation, MaskedRow
from toolscore_core.values import finite

WasteKind = Literal["repeated", "extra", "retries", "ping-pong", "failed"]
"""See `WASTE`."""

Place = tuple[int, MaskedRow]
"""Position of a row in the lane, and the row."""


def wasted_rows(evaluation: MaskedEvaluation, kind: WasteKind) -> list[Place] | None:
    """The calls of one kind of waste, in the order in which they were made.

    Args:
        evaluation: What is looked at; one without a trace has none.
        kind: Which of `WASTE`.

    Returns:
        None where the kind does not apply: without gold nobody can say which calls are extra.
    """
    if kind == "extra" and evaluation.case is None:
        return None
    return list(WASTE[kind](evaluation))


def unasked_count(evaluation: MaskedEvaluation) -> int | None:
    """Recorded calls that the gold does not ask for, repeated and extra ones, each once; None without gold or trace."""
    if evaluation.case is None or evaluation.trace is None:
        return None
    return sum(row.state in _UNASKED for row in evaluation.rows)


_EXTRA: Final = (State.EXTRA, State.SUBSTITUTE)
_UNASKED: Final = (*_EXTRA, State.REPEATED)


def _recorded(evaluation: MaskedEvaluation) -> list[Place]:
    """The rows whose recorded calls are scored, in the order of the trace."""
    found = [(at, row) for at, row in enumerate(evaluation.rows) if row.actual is not None and row.scored]
    return sorted(found, key=lambda place: place[1].trace_index or 0)


def _signature(row: MaskedRow) -> tuple[str, str]:
    # Masked arguments tell calls apart as well as the raw ones: a credential's ordinal stands for its value.
    assert row.actual is not None
    return row.actual.tool, json.dumps(finite(row.actual.args or {}), sort_keys=True)


def _repeated(evaluation: MaskedEvaluation) -> Iterator[Place]:
    """Against gold the rows in state repeated; without it calls with tool and arguments of an earlier one."""
    if evaluation.case is not None:
        yield from (place for place in _recorded(evaluation) if place[1].state == State.REPEATED)
        return
    seen: set[tuple[str, str]] = set()
    for at, row in _recorded(evaluation):
        signature = _signature(row)
        if signature in seen:
            yield at, row
        seen.add(signature)


def _extra(evaluation: MaskedEvaluation) -> Iterator[Place]:
    """Calls that the gold does not ask for and that repeat nothing, also those in the place of an expected one."""
    return (place for place in _recorded(evaluation) if place[1].state in _EXTRA)


def _retries(evaluation: MaskedEvaluation) -> Iterator[Place]:
    """Calls with tool and arguments of the failed call right before them."""
    for (_, before), after in pairwise(_recorded(evaluation)):
        if before.failed and _signature(before) == _signature(after[1]):
            yield after


def _ping_pong(evaluation: MaskedEvaluation) -> Iterator[Place]:
    """Calls that go on with A B A B: from the third call of such a series, two calls in turn with equal arguments.

    A series is four calls or longer; A and B differ.
    """
    calls = _recorded(evaluation)
    signatures = [_signature(row) for _, row in calls]
    start = 0
    while start + 3 < len(calls):
        end = start + 2
        while end < len(calls) and signatures[end] == signatures[end - 2] != signatures[end - 1]:
            end += 1
        if end - start >= 4:
            yield from calls[start + 2 : end]
        start = max(start + 1, end - 1)


def _failed(evaluation: MaskedEvaluation) -> Iterator[Place]:
    """Recorded calls that failed, those of the provider included."""
    found = [(at, row) for at, row in enumerate(evaluation.rows) if row.failed]
    return iter(sorted(found, key=lambda place: place[1].trace_index or 0))


WASTE: Final[dict[WasteKind, Callable[[MaskedEvaluation], Iterator[Place]]]] = {
    "repeated": _repeated,
    "extra": _extra,
    "retries": _retries,
    "ping-pong": _ping_pong,
    "failed": _failed,
}
"""Kinds of waste, each with the function that finds its calls."""

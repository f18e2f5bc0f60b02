"""Masked evaluations -> the pairs of an expected and a recorded call that a judge is asked about."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from toolscore_core.alignment import State
from toolscore_core.credentials.masking import MaskedCall, MaskedExpectedCall, MaskedText
from toolscore_core.values import finite

IN_DOUBT: Final = frozenset({State.CHANGED, State.SUBSTITUTE, State.MOVED_CHANGED})
"""States of a pair that the deterministic view cannot settle: its two calls differ, perhaps only in words."""

Which = Literal["doubt", "all"]


class ComparedRow(Protocol):
    """What is needed of a `masked.MaskedRow`, which lives on a higher floor."""

    @property
    def state(self) -> State | None: ...
    @property
    def gold_index(self) -> int | None: ...
    @property
    def trace_index(self) -> int | None: ...
    @property
    def expected(self) -> MaskedCall | None: ...
    @property
    def actual(self) -> MaskedCall | None: ...


class Compared(Protocol):
    """What is needed of a `masked.MaskedEvaluation`, which lives on a higher floor."""

    @property
    def key(self) -> str: ...
    @property
    def case_id(self) -> MaskedText: ...
    @property
    def run(self) -> MaskedText | None: ...
    @property
    def trial(self) -> int | None: ...
    @property
    def rows(self) -> Sequence[ComparedRow]: ...


@dataclass(frozen=True, slots=True)
class Pair:
    """An expected call and the recorded one that stands beside it. Nothing in it is a credential.

    Attributes:
        key: "<key of the evaluation>#<gold index>-<trace index>": stable within the workspace.
        evaluation: Key of the evaluation.
        case_id, run, trial: As in the evaluation.
        gold_index, trace_index: 0-based positions of the two calls.
        state: State of their row.
        expected, actual: The calls, masked.
    """

    key: str
    evaluation: str
    case_id: MaskedText
    run: MaskedText | None
    trial: int | None
    gold_index: int
    trace_index: int
    state: State
    expected: MaskedCall
    actual: MaskedCall

    @property
    def exact(self) -> bool:
        """Whether the deterministic view takes both for the same, so that nobody is asked."""
        return self.state not in IN_DOUBT

    @property
    def content(self) -> str:
        """Hash of what a judge sees of the two calls: the same for pairs that ask the same question."""
        return hashlib.sha256(f"{call_json(self.expected)}\n{call_json(self.actual)}".encode()).hexdigest()


def pairs_of(evaluations: Iterable[Compared], which: Which = "doubt") -> list[Pair]:
    """The pairs of some evaluations, in their order and that of their rows.

    Args:
        evaluations: Masked evaluations; one without gold or without a trace has no pairs.
        which: "doubt": changed, moved and changed, substituted. "all": also those that are equal.
    """
    return [pair for evaluation in evaluations for pair in _pairs(evaluation, which)]


def _pairs(evaluation: Compared, which: Which) -> Iterator[Pair]:
    for row in evaluation.rows:
        if row.state is None or (which == "doubt" and row.state not in IN_DOUBT):
            continue
        if row.gold_index is None or row.trace_index is None or row.expected is None or row.actual is None:
            continue
        yield Pair(
            key=f"{evaluation.key}#{row.gold_index}-{row.trace_index}",
            evaluation=evaluation.key,
            case_id=evaluation.case_id,
            run=evaluation.run,
            trial=evaluation.trial,
            gold_index=row.gold_index,
            trace_index=row.trace_index,
            state=row.state,
            expected=row.expected,
            actual=row.actual,
        )


def call_json(call: MaskedCall) -> str:
    """Tool, its alternatives and arguments as canonical JSON in ASCII: all that is sent of a call.

    Arguments that are None (the gold does not look at them) are left out, and alternatives where there are none.
    """
    shown: dict[str, Any] = {"tool": call.tool}
    if call.args is not None:
        shown["args"] = finite(call.args)
    if isinstance(call, MaskedExpectedCall) and call.alternatives:
        shown["alternatives"] = call.alternatives
    return json.dumps(shown, ensure_ascii=True, sort_keys=True, allow_nan=False, separators=(",", ":"))

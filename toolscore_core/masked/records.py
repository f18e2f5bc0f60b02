"""The records of the masked views."""

from dataclasses import dataclass, field
from typing import Any, Literal

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.credentials.masking import MaskedCall, MaskedCase, MaskedExpectedCall, MaskedText, MaskedTrace
from toolscore_core.errors import Problem
from toolscore_core.evaluation import Contribution
from toolscore_core.pricing import UNPRICED, Cost
from toolscore_core.workspace import severity


@dataclass(frozen=True, slots=True)
class MaskedDifference:
    """`alignment.ArgumentDifference`, masked. expected and actual are JSON-safe, or MISSING."""

    path: MaskedText
    state: ArgumentState
    expected: Any
    actual: Any


@dataclass(frozen=True, slots=True)
class MaskedRow:
    """One line of the diff, or one recorded call without gold.

    Attributes:
        state: None where nothing is compared: no gold, a call that is not scored, an optional call that was not made.
        gold_index, trace_index: 0-based positions; None on the side that has no call.
        expected, actual: The two calls; None likewise.
        differences: By path.
        parallel: Out of order only against calls of its own turn.
        expected_place: Gold position of a moved call; None otherwise.
        contributions: What the calls of this row take from the score. One that concerns calls of two rows stands at
            the row of the recorded call, so that the rows' points sum to 1 - score.
        findings: Indexes into MaskedEvaluation.findings.
        failed: Whether the recorded call failed.
        scored: False for provider-executed calls of tools that the gold never names.
        completed: Whether the expected call was completed; None where none is expected, or nothing was evaluated.
        alternative: Whether the recorded call is of another tool, which the expected call names as an alternative.
        omitted: Whether the expected call is optional and was not made.
    """

    state: State | None
    gold_index: int | None
    trace_index: int | None
    expected: MaskedCall | None
    actual: MaskedCall | None
    differences: tuple[MaskedDifference, ...] = ()
    parallel: bool = False
    expected_place: int | None = None
    contributions: tuple[Contribution, ...] = ()
    findings: tuple[int, ...] = ()
    failed: bool = False
    scored: bool = True
    completed: bool | None = None
    alternative: bool = False
    omitted: bool = False

    @property
    def optional(self) -> bool:
        """Whether the expected call may be left out."""
        return isinstance(self.expected, MaskedExpectedCall) and self.expected.optional


@dataclass(frozen=True, slots=True)
class MaskedFinding:
    """A credential or a forbidden call.

    Attributes:
        kind: Which of the two.
        name: Kind of credential, or the rule ("rule 2: shell"; "case rule 1: shell" for a rule of the gold case).
        call_index: 0-based position of the recorded call; None for a credential that stands in no call.
        tool: Its tool; "" likewise.
        path: Place inside the source; "" for a forbidden call.
        source: Where the credential stands, as in `credentials.finding.Source`; "" for a forbidden call.
        preview: What may be shown of the credential, "" when nothing may; "" for a forbidden call.
        ordinal: Number of the credential in the workspace, 1-based; None for a forbidden call.
        reason: Reason of the rule; None when it gives none.
        rule_index: 0-based position of the rule; None for a credential.
        severity: Severity of the rule, one of `rules.SEVERITIES`; None when it gives none.
        because: What a rule on the number or order of calls misses, in words; None for any other finding.
        undecided: Whether a pattern of the rule ran out of time: nobody knows whether the call is forbidden.
        confidence: "high" when the credential's own format tells it, "medium" when only the name of its key does.
        via: How the credential was encoded, outermost first; "" when it stands there as it is.
        in_key: Whether it stands in the last key of the path.
        turn: 0-based position of the turn of the conversation that holds it; None anywhere else.
    """

    kind: Literal["credential", "forbidden call"]
    name: MaskedText
    call_index: int | None
    tool: MaskedText
    path: MaskedText
    source: str
    preview: MaskedText
    ordinal: int | None
    reason: MaskedText | None
    rule_index: int | None
    severity: str | None = None
    because: MaskedText | None = None
    undecided: bool = False
    confidence: str = "high"
    via: str = ""
    in_key: bool = False
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class MaskedEvaluation:
    """One entry of the workspace as it may be shown.

    Attributes:
        key: "<case>|<run>|<trial>", a bar inside a name escaped: stable within the workspace.
        case_id, run, trial: As in `workspace.Entry`.
        case: None without gold.
        trace: None when the run has no trace for the case.
        rows: The lane, top to bottom.
        metrics: Documented values, masked.
        not_applicable: Metric key -> why its value says nothing here.
        score, grade, weights: None, None and {} when there is no score.
        required_call_recall: None when it does not apply.
        completed: (required calls completed, required calls); None when there are none.
        contributions: They sum to 1 - score.
        counts: Rows by state, every state present.
        failed_count: Recorded calls that failed.
        provider_executed_count: Recorded calls that are shown but not scored.
        findings: By call; those that stand in no call last.
        passed: By the pass rule; False for a case without a trace; None without gold.
        verdict: One sentence or two.
        verdict_parts: The same as (text, strong) pieces.
        problems: What is wrong in the case's settings.
        stored: Read back from a report: read only, never scored or ruled again.
        cost: What the conversation cost, recorded or priced from its tokens.
    """

    key: str
    case_id: MaskedText
    run: MaskedText | None
    trial: int | None
    case: MaskedCase | None
    trace: MaskedTrace | None
    rows: tuple[MaskedRow, ...]
    metrics: dict[str, Any]
    not_applicable: dict[str, str]
    score: float | None
    grade: str | None
    weights: dict[str, float]
    required_call_recall: float | None
    completed: tuple[int, int] | None
    contributions: tuple[Contribution, ...]
    counts: dict[State, int]
    failed_count: int
    provider_executed_count: int
    findings: tuple[MaskedFinding, ...]
    passed: bool | None
    verdict: MaskedText
    verdict_parts: tuple[tuple[str, bool], ...]
    problems: tuple[Problem, ...] = field(default=())
    stored: bool = False
    cost: Cost = UNPRICED

    @property
    def severity(self) -> tuple[int, float]:
        """Sort key, worst first; see `workspace.severity`."""
        return severity(
            readable=self.trace is not None, findings=len(self.findings), passed=self.passed, score=self.score
        )

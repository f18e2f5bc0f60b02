"""Evaluations -> masked views: all that a page, a figure or an export may see."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from toolscore_core.alignment import ArgumentDifference, State
from toolscore_core.calls import Case
from toolscore_core.credentials.finding import find_in_trace
from toolscore_core.credentials.masking import MaskedCall, MaskedCase, MaskedText, MaskedTrace, Masker
from toolscore_core.credentials.walking import last_key
from toolscore_core.evaluation import DEFAULT_PASS_RULE, Evaluation, PassRule
from toolscore_core.masked.records import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.masked.ruling import contributions_by_call, contributions_of, ruled, with_verdict
from toolscore_core.metrics.completion import not_completed
from toolscore_core.metrics.policy import Violation
from toolscore_core.pricing import NO_PRICES, ModelPrice, cost_of
from toolscore_core.values import MISSING

__all__ = [
    "MaskedDifference",
    "MaskedEvaluation",
    "MaskedFinding",
    "MaskedRow",
    "forbidden_findings",
    "mask_evaluation",
    "mask_missing",
    "ruled",
]

MOVED = (State.MOVED, State.MOVED_CHANGED)


def mask_evaluation(
    evaluation: Evaluation,
    masker: Masker,
    *,
    case_id: str,
    run: str | None,
    trial: int | None,
    rule: PassRule = DEFAULT_PASS_RULE,
    prices: Mapping[str, ModelPrice] = NO_PRICES,
) -> MaskedEvaluation:
    """What may be shown of an evaluation.

    Args:
        evaluation: What was found.
        masker: That of the workspace or report, so that one credential keeps one number.
        case_id: That of the workspace entry.
        run: Likewise.
        trial: Likewise.
        rule: When a case passes.
        prices: Prices that a person gave, by model; see `pricing.cost_of`.
    """
    replaced = masker.count
    trace = masker.trace(evaluation.trace)
    findings = _findings(evaluation, masker, credentials=masker.count > replaced)
    case = None if evaluation.case is None else masker.case(evaluation.case)
    rows = tuple(_rows(evaluation, case, trace, findings, masker))
    passed, _ = rule.verdict(evaluation)
    view = MaskedEvaluation(
        key=entry_key(masker, case_id, run, trial),
        case_id=masker.text(case_id),
        run=None if run is None else masker.text(run),
        trial=trial,
        case=case,
        trace=trace,
        rows=rows,
        metrics={key: masker.value(value) for key, value in evaluation.metrics.items()},
        not_applicable=dict(evaluation.not_applicable),
        score=evaluation.score,
        grade=evaluation.grade,
        weights=dict(evaluation.weights) if evaluation.score is not None else {},
        required_call_recall=evaluation.required_call_recall,
        completed=evaluation.completed,
        contributions=evaluation.contributions,
        counts=evaluation.alignment.counts if evaluation.alignment is not None else dict.fromkeys(State, 0),
        failed_count=evaluation.failed_count,
        provider_executed_count=len(evaluation.trace_calls) - len(evaluation.scored),
        findings=findings,
        passed=passed,
        verdict=MaskedText(""),
        verdict_parts=(),
        problems=tuple(masker.problem(problem) for problem in evaluation.problems),
        cost=cost_of(trace, prices),
    )
    return with_verdict(view, rule)


def mask_missing(case: Case, run: str | None, masker: Masker) -> MaskedEvaluation:
    """The view of a case for which the run has no trace: no score, every expected call in a row without a state."""
    masked = masker.case(case)
    view = MaskedEvaluation(
        key=entry_key(masker, case.id, run, None, traced=False),
        case_id=masked.id,
        run=None if run is None else masker.text(run),
        trial=None,
        case=masked,
        trace=None,
        rows=tuple(MaskedRow(None, i, None, call, None) for i, call in enumerate(masked.calls)),
        metrics={},
        not_applicable={},
        score=None,
        grade=None,
        weights={},
        required_call_recall=None,
        completed=None,
        contributions=(),
        counts=dict.fromkeys(State, 0),
        failed_count=0,
        provider_executed_count=0,
        findings=(),
        passed=False,
        verdict=MaskedText(""),
        verdict_parts=(),
    )
    return with_verdict(view, DEFAULT_PASS_RULE)


def entry_key(masker: Masker, case_id: str, run: str | None, trial: int | None, *, traced: bool = True) -> str:
    """The key of an entry, as in `MaskedEvaluation.key`; different entries have different ones.

    One without a trace is told apart from a trace of that name that has no case.
    """
    names = (masker.text(name).replace("\\", "\\\\").replace("|", "\\|") for name in (case_id, run or ""))
    return f"{'|'.join(names)}|{'' if trial is None else trial}{'' if traced else 'no trace'}"


def _findings(evaluation: Evaluation, masker: Masker, *, credentials: bool) -> tuple[MaskedFinding, ...]:
    """Credentials and forbidden calls of a trace, by call; of one call the forbidden call first."""
    found = [*_forbidden(evaluation, masker), *(_credentials(evaluation, masker) if credentials else ())]
    return tuple(sorted(found, key=lambda f: len(evaluation.trace.calls) if f.call_index is None else f.call_index))


def _credentials(evaluation: Evaluation, masker: Masker) -> Iterator[MaskedFinding]:
    for finding in find_in_trace(evaluation.trace, masker.ordinal):
        yield MaskedFinding(
            kind="credential",
            name=MaskedText(finding.kind),
            call_index=finding.index,
            tool=masker.text(finding.tool),
            path=masker.text(finding.path),
            source=finding.source,
            preview=MaskedText(finding.preview),
            ordinal=finding.ordinal,
            reason=None,
            rule_index=None,
            confidence=finding.confidence,
            via=finding.via,
            in_key=finding.in_key,
            turn=finding.turn,
        )


def _forbidden(evaluation: Evaluation, masker: Masker) -> Iterator[MaskedFinding]:
    policy = evaluation.metrics.get("policy_metrics", {"rule_count": 0, "violations": ()})
    own = len(evaluation.case.forbidden or ()) if evaluation.case is not None else 0
    first_own = policy["rule_count"] - own  # rules of the case stand after those given for all cases
    yield from forbidden_findings(policy["violations"], first_own, masker)


def forbidden_findings(violations: Iterable[Violation], first_own: int, masker: Masker) -> Iterator[MaskedFinding]:
    """Forbidden calls as findings.

    Args:
        violations: As `check_forbidden_calls` gives them.
        first_own: Number of rules that hold for every case; those after them are the case's own.
        masker: That of the workspace.
    """
    for violation in violations:
        tool = masker.text(violation["tool"])
        reason = violation["reason"]
        number = violation["rule"] + 1
        rule = f"rule {number}" if number <= first_own else f"case rule {number - first_own}"
        yield MaskedFinding(
            kind="forbidden call",
            name=MaskedText(f"{rule}: {tool}"),
            call_index=violation["index"],
            tool=tool,
            path=MaskedText(""),
            source="",
            preview=MaskedText(""),
            ordinal=None,
            reason=None if reason is None else masker.text(str(reason)),
            rule_index=violation["rule"],
            severity=violation.get("severity"),
            because=masker.text(violation["because"]) if "because" in violation else None,
            undecided=violation.get("undecided", False),
        )


def _rows(
    evaluation: Evaluation,
    case: MaskedCase | None,
    trace: MaskedTrace,
    findings: Iterable[MaskedFinding],
    masker: Masker,
) -> Iterator[MaskedRow]:
    """The aligned rows, with the calls that are not scored, and optional ones that were not made, at their places.

    Without gold a row for each recorded call.
    """
    of_call: dict[int, list[int]] = {}
    for number, finding in enumerate(findings):
        if finding.call_index is not None:
            of_call.setdefault(finding.call_index, []).append(number)

    def bare(index: int) -> MaskedRow:
        call = trace.calls[index]
        scored = index in scored_calls
        return MaskedRow(
            None, None, index, None, call, findings=tuple(of_call.get(index, ())), failed=call.is_error, scored=scored
        )

    scored_calls = set(evaluation.scored)
    if evaluation.alignment is None or case is None:
        yield from map(bare, range(len(trace.calls)))
        return
    points = contributions_by_call(evaluation.contributions)
    lacking = _not_completed(evaluation)
    waiting = [index for index in range(len(trace.calls)) if index not in scored_calls]
    omitted = list(evaluation.alignment.omitted)
    for row in evaluation.alignment.rows:
        in_place = row.gold_index is not None and row.state not in MOVED and case.order == "given"
        while omitted and in_place and omitted[0] < (row.gold_index or 0):
            yield _omitted(case, omitted.pop(0))
        while waiting and row.trace_index is not None and waiting[0] < row.trace_index:
            yield bare(waiting.pop(0))
        actual = None if row.trace_index is None else _as_compared(evaluation, trace, row.trace_index, masker)
        yield MaskedRow(
            state=row.state,
            gold_index=row.gold_index,
            trace_index=row.trace_index,
            expected=None if row.gold_index is None else case.calls[row.gold_index],
            actual=actual,
            differences=tuple(_difference(difference, masker) for difference in row.differences),
            parallel=row.parallel,
            expected_place=row.gold_index if row.state in MOVED else None,
            contributions=contributions_of(row, points),
            findings=tuple(of_call.get(row.trace_index, ())) if row.trace_index is not None else (),
            failed=actual is not None and actual.is_error,
            completed=None if row.gold_index is None else row.gold_index not in lacking,
            alternative=row.alternative,
        )
    yield from (_omitted(case, index) for index in omitted)
    yield from map(bare, waiting)


def _omitted(case: MaskedCase, index: int) -> MaskedRow:
    return MaskedRow(None, index, None, case.calls[index], None, omitted=True)


def _not_completed(evaluation: Evaluation) -> frozenset[int]:
    """Positions in the case of expected calls that count and were not completed."""
    if evaluation.compared is None:
        return frozenset()
    partners = {pair.gold_index: pair.trace_index for pair in evaluation.compared.pairing.pairs}
    indexes = evaluation.compared.resolved.indexes
    lacking = not_completed(evaluation.counted_calls, evaluation.trace_calls, partners)
    return frozenset(indexes[place] for place in lacking)


def _as_compared(evaluation: Evaluation, trace: MaskedTrace, index: int, masker: Masker) -> MaskedCall:
    """The recorded call with all its arguments, under the name by which it was compared."""
    recorded, compared = evaluation.trace.calls[index], evaluation.trace_calls[index]
    call = trace.calls[index]
    if recorded.tool == compared.tool:
        return call
    metadata = {**call.metadata, "recorded_name": call.tool}
    return replace(call, tool=masker.text(compared.tool), metadata=metadata)


def _difference(difference: ArgumentDifference, masker: Masker) -> MaskedDifference:
    key = last_key(difference.path)

    def shown(value: Any) -> Any:
        return MISSING if value is MISSING else masker.value(value, key)

    path = masker.text(difference.path)
    return MaskedDifference(path, difference.state, shown(difference.expected), shown(difference.actual))

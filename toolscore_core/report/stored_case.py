"""One entry of a stored report -> a masked evaluation as it was then: nothing is compared, scored or ruled again."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.credentials.masking import MaskedCase, MaskedText, MaskedTrace, Masker
from toolscore_core.credentials.walking import last_key
from toolscore_core.errors import FormatError, Problem
from toolscore_core.evaluation import Contribution
from toolscore_core.masked import (
    MOVED,
    MaskedDifference,
    MaskedEvaluation,
    MaskedFinding,
    MaskedRow,
    entry_key,
)
from toolscore_core.masked.ruling import contributions_by_call, contributions_of
from toolscore_core.metrics import METRICS
from toolscore_core.pricing import Cost, cost_from_record, cost_of, cost_record
from toolscore_core.report.stored_calls import case_of, location_of, trace_of
from toolscore_core.report.stored_values import Stored
from toolscore_core.rules import SEVERITIES
from toolscore_core.values import MISSING, finite

_SIDES: Final = {
    State.MISSING: (True, False),
    State.EXTRA: (False, True),
    State.REPEATED: (False, True),
}
"""Which calls a row has, expected and recorded; both in every other state."""


_NOT_FINITE: Final = ("NaN", "Infinity", "-Infinity")
"""How reports write the numbers that JSON does not know."""


def evaluation_of(record: Stored, masker: Masker) -> MaskedEvaluation:
    """The entry as it was stored, marked `stored`.

    Args:
        record: What `evaluation_record` wrote, now or in an earlier version, and perhaps somebody edited.
        masker: That of the workspace.

    Raises:
        FormatError: Something in it is of another kind than it should be, or does not fit together.
    """
    case_id, run, trial = record.text("case"), record.optional_text("run"), record.position("trial")
    trace = trace_of(record, case_id, masker)
    case = case_of(record, case_id, masker)
    if case is None and trace is None:
        raise FormatError("should hold gold calls or trace calls", record.place)
    summary = record.inside("summary") or Stored({}, record.below("summary"))
    findings = tuple(_finding(each, trace, masker) for each in record.each("findings"))
    contributions = tuple(_contribution(each, case, trace, masker) for each in record.each("contributions"))
    rows = _rows(record, case, trace, findings, contributions, masker)
    recall = summary.share("required_call_recall")
    verdict = masker.text(record.text("verdict"))
    return MaskedEvaluation(
        key=entry_key(masker, case_id, run, trial, traced=trace is not None),
        case_id=masker.text(case_id),
        run=None if run is None else masker.text(run),
        trial=trial,
        case=case,
        trace=trace,
        rows=rows,
        metrics=_metrics(record, masker),
        not_applicable={masker.text(name): text for name, text in _texts(record, "not_applicable", masker).items()},
        score=summary.share("score"),
        grade=None if summary.optional_text("grade") is None else masker.text(summary.text("grade")[:2]),
        weights=_weights(summary, masker),
        required_call_recall=recall,
        completed=_completed(record, recall, rows),
        contributions=contributions,
        counts={state: sum(row.state is state for row in rows) for state in State},
        failed_count=0 if trace is None else sum(call.is_error for call in trace.calls),
        provider_executed_count=sum(not row.scored for row in rows),
        findings=findings,
        passed=None if case is None else record.optional_flag("passed"),
        verdict=verdict,
        verdict_parts=_verdict_parts(record, verdict, masker),
        problems=tuple(_problems(record, masker)),
        stored=True,
        cost=_cost(record, trace, masker),
    )


def _rows(
    record: Stored,
    case: MaskedCase | None,
    trace: MaskedTrace | None,
    findings: tuple[MaskedFinding, ...],
    contributions: tuple[Contribution, ...],
    masker: Masker,
) -> tuple[MaskedRow, ...]:
    points = contributions_by_call(contributions)
    rows = []
    seen: set[tuple[str, int]] = set()
    for each in record.each("rows"):
        row = _row(each, case, trace, len(findings), masker)
        for at in (("gold", row.gold_index), ("trace", row.trace_index)):
            if at[1] is not None:
                if (at[0], at[1]) in seen:
                    raise FormatError(f"names the {at[0]} call of another row again", each.place)
                seen.add((at[0], at[1]))
        rows.append(row if row.state is None else replace(row, contributions=contributions_of(row, points)))
    return tuple(rows)


def _row(
    record: Stored, case: MaskedCase | None, trace: MaskedTrace | None, findings: int, masker: Masker
) -> MaskedRow:
    state = None if record.optional_text("state") is None else record.one_of("state", State)
    gold_index = record.position("gold_index", 0 if case is None else len(case.calls))
    trace_index = record.position("trace_index", 0 if trace is None else len(trace.calls))
    sides = (gold_index is not None, trace_index is not None)
    if not any(sides) or (state is not None and sides != _SIDES.get(state, (True, True))):
        raise FormatError("has calls that do not fit its state", record.place)
    actual = None if trace is None or trace_index is None else trace.calls[trace_index]
    name = record.optional_text("compared_as")
    if actual is not None and name is not None:
        recorded = {**actual.metadata, "recorded_name": actual.tool}
        actual = replace(actual, tool=masker.text(name), metadata=recorded)
    return MaskedRow(
        state=state,
        gold_index=gold_index,
        trace_index=trace_index,
        expected=None if case is None or gold_index is None else case.calls[gold_index],
        actual=actual,
        differences=tuple(_difference(each, masker) for each in record.each("differences")),
        parallel=record.flag("parallel"),
        expected_place=gold_index if state in MOVED else None,
        findings=record.positions("findings", findings),
        failed=record.flag("failed") and actual is not None,
        scored=record.flag("scored", default=True),
        completed=record.optional_flag("completed"),
        alternative=record.flag("alternative"),
        omitted=record.flag("omitted") and sides == (True, False),
    )


def _difference(record: Stored, masker: Masker) -> MaskedDifference:
    path = record.text("path")

    def shown(side: str) -> Any:
        return masker.value(record.value[side], last_key(path)) if record.has(side) else MISSING

    state = record.one_of("state", ArgumentState)
    return MaskedDifference(masker.text(path), state, shown("expected"), shown("actual"))


def _finding(record: Stored, trace: MaskedTrace | None, masker: Masker) -> MaskedFinding:
    credential = record.text("kind") == "credential"
    if not credential and record.text("kind") != "forbidden call":
        raise FormatError("is no kind of finding", record.below("kind"))
    severity = record.optional_text("severity")

    def optional(name: str) -> MaskedText | None:
        return None if record.optional_text(name) is None else masker.text(record.text(name))

    return MaskedFinding(
        kind="credential" if credential else "forbidden call",
        name=masker.text(record.text("name")),
        call_index=record.position("call_index", 0 if trace is None else len(trace.calls)),
        tool=masker.text(record.text("tool")),
        path=masker.text(record.text("path")),
        source=masker.text(record.text("source")),
        preview=masker.text(record.text("preview")),
        ordinal=record.position("ordinal"),
        reason=optional("reason"),
        rule_index=record.position("rule_index"),
        severity=severity if severity in SEVERITIES else None,
        because=optional("because"),
        undecided=record.flag("undecided"),
        confidence=masker.text(record.text("confidence", "high")),
        via=masker.text(record.text("via", "")),
        in_key=record.flag("in_key"),
        turn=record.position("turn"),
    )


def _contribution(record: Stored, case: MaskedCase | None, trace: MaskedTrace | None, masker: Masker) -> Contribution:
    return Contribution(
        metric=masker.text(record.text("metric")),
        gold_index=record.position("gold_index", 0 if case is None else len(case.calls)),
        trace_index=record.position("trace_index", 0 if trace is None else len(trace.calls)),
        text=masker.text(record.text("text")),
        loss=record.share("loss") or 0.0,
        points=record.share("points") or 0.0,
    )


def _metrics(record: Stored, masker: Masker) -> dict[str, Any]:
    """The metrics as they are, once each number that reports show is one."""
    metrics = Stored(record.mapping("metrics"), record.below("metrics"))
    for metric in METRICS:
        for column in metric.columns:
            *above, name = column.path.split(".") if column.path else [metric.key]
            held: Stored | None = metrics
            for step in (metric.key, *above) if column.path else ():
                held = None if held is None or not isinstance(held.value.get(step), dict) else held.inside(step)
            if held is not None and column.unit != "text" and held.value.get(name) not in _NOT_FINITE:
                held.number(name)
    return {masker.text(name): masker.value(value, name) for name, value in metrics.value.items()}


def _texts(record: Stored, name: str, masker: Masker) -> dict[str, str]:
    held = Stored(record.mapping(name), record.below(name))
    return {key: masker.text(held.text(key)) for key in held.value}


def _problems(record: Stored, masker: Masker) -> Iterator[Problem]:
    """What was wrong in the case's settings; version 1 tells the place inside the text."""
    if all(isinstance(item, str) for item in record.items("problems")):
        yield from (Problem(masker.text(text), replace(record.place, path="")) for text in record.texts("problems"))
        return
    for each in record.each("problems"):
        yield masker.problem(Problem(each.text("message"), location_of(each)))


def _cost(record: Stored, trace: MaskedTrace | None, masker: Masker) -> Cost:
    """The cost as it was then; a report of version 1 tells that of the calls alone."""
    if not record.has("cost"):
        return cost_of(trace)
    try:
        cost = cost_from_record(masker.value(record.value["cost"]))
    except ValueError as error:
        raise FormatError(str(error), record.below("cost")) from None
    written = cost_record(cost)
    if finite(written) != written:
        raise FormatError("should hold finite numbers", record.below("cost"))
    return cost


def _weights(summary: Stored, masker: Masker) -> dict[str, float]:
    held = Stored(summary.mapping("weights"), summary.below("weights"))
    return {masker.text(name): held.share(name) or 0.0 for name in held.value}


def _completed(record: Stored, recall: float | None, rows: tuple[MaskedRow, ...]) -> tuple[int, int] | None:
    """Required calls completed and required; a report of version 1 tells the share alone."""
    told = record.positions("completed", 10**9)
    if len(told) == 2:
        return told[0], told[1]
    required = sum(row.expected is not None and not row.omitted for row in rows)
    return None if recall is None or not required else (round(recall * required), required)


def _verdict_parts(record: Stored, verdict: MaskedText, masker: Masker) -> tuple[tuple[str, bool], ...]:
    """The verdict in pieces as they were stored; in one piece where they are not, or no longer make up the verdict."""
    pieces = record.value.get("verdict_parts")
    if isinstance(pieces, list) and all(
        isinstance(piece, list) and len(piece) == 2 and isinstance(piece[0], str) and isinstance(piece[1], bool)
        for piece in pieces
    ):
        parts = tuple((str(masker.text(text)), strong) for text, strong in pieces)
        if "".join(text for text, _ in parts) == verdict:
            return parts
    return ((verdict, False),)

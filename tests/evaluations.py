"""Evaluations for tests of tables, charts, reports and the command line, made by the core itself."""

from functools import cache
from pathlib import Path
from typing import Any

from toolscore_core.calls import Case, ToolCall, Trace, Turn
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import evaluate
from toolscore_core.formats import read_traces
from toolscore_core.gold import read_gold
from toolscore_core.masked import MaskedEvaluation, mask_evaluation, mask_missing
from toolscore_core.rules import load_forbidden_rules, rules_from_json
from toolscore_core.workspace import group_runs, match_traces

FAKE_TOKEN = "ghp" + "_" + "a1Ba1B" * 6
"""A made-up credential of a known shape; it stands in pieces so that no scanner takes this file for a leak."""


def call(tool: str, args: dict[str, Any] | None = None, **fields: Any) -> ToolCall:
    """A call; `error="..."` makes it a failed one."""
    error = fields.pop("error", None)
    if error is not None:
        fields["metadata"] = {"is_error": True, "error": error, **fields.get("metadata", {})}
    return ToolCall(tool, args, **fields)


def masked(
    gold: list[ToolCall] | None,
    trace: list[ToolCall] | Trace,
    *,
    case_id: str = "case-1",
    run: str | None = "model-a",
    trial: int | None = None,
    masker: Masker | None = None,
    rules: list[dict[str, Any]] | None = None,
    **case: Any,
) -> MaskedEvaluation:
    """One evaluation as pages and reports see it."""
    expected = None if gold is None else Case(case_id, gold, **case)
    actual = trace if isinstance(trace, Trace) else Trace(trace, id=case_id)
    forbidden = None if rules is None else rules_from_json(rules)
    evaluation = evaluate(expected, actual, forbidden=forbidden, validate_side_effects=False)
    return mask_evaluation(evaluation, masker or Masker(), case_id=case_id, run=run, trial=trial)


def missing(gold: list[ToolCall], *, case_id: str = "case-9", run: str | None = "model-a") -> MaskedEvaluation:
    """A case for which the run has no trace."""
    return mask_missing(Case(case_id, gold), run, Masker())


def refund() -> MaskedEvaluation:
    """A case with a moved, a changed, a missing and an extra call, one failure, timing, cost and a leaked credential."""
    gold = [
        call("find_customer", {"email": "ada@example.org"}),
        call("verify_identity", {"customer": 311}),
        call("get_order", {"id": "A-17"}),
        call("issue_refund", {"order": "A-17", "amount": 42.5}),
        call("send_email", {"to": "ada@example.org"}),
    ]
    trace = Trace(
        [
            call("find_customer", {"email": "ada@example.org"}, started=100.0, duration=0.42, cost=0.0004, turn=0),
            call(
                "search_orders",
                {"q": "late parcel"},
                started=100.5,
                duration=1.31,
                cost=0.0007,
                error="timed out",
                turn=1,
            ),
            call("get_order", {"id": "A-17"}, started=102.0, duration=0.31, cost=0.0004, turn=2),
            call("issue_refund", {"order": "A-17", "amount": 45.2}, started=102.5, duration=0.88, cost=0.0009, turn=3),
            call("verify_identity", {"customer": 311}, started=103.5, duration=0.37, cost=0.0004, turn=4),
            call(
                "http_post",
                {"headers": {"Authorization": f"Bearer {FAKE_TOKEN}"}},
                started=104.0,
                duration=0.24,
                turn=5,
            ),
        ],
        id="refund",
        turns=[Turn("assistant", calls=[n], input_tokens=100 + n, output_tokens=10) for n in range(6)],
        started=99.5,
        duration=5.0,
        input_tokens=615,
        output_tokens=60,
        cost=0.0123,
    )
    return masked(
        gold,
        trace,
        case_id="refund-late-parcel",
        run="model-b",
        rules=[{"tool": "http_post", "reason": "no raw requests"}],
    )


@cache
def sample_evaluations(folder: Path) -> tuple[MaskedEvaluation, ...]:
    """The sample workspace (cases x runs x trials), worst first.

    Args:
        folder: `sample_data/support-agent`.
    """
    cases = read_gold(folder / "support-agent.gold.jsonl").cases
    files = [
        read_traces(path)
        for path in sorted(folder.iterdir())
        if ".gold." not in path.name and ".rules." not in path.name
    ]
    rules = load_forbidden_rules(folder / "policy.rules.json")
    masker = Masker()
    found = []
    for entry in match_traces(cases, group_runs(files, [case.id for case in cases])).entries:
        if entry.trace is None and entry.case is not None:
            found.append(mask_missing(entry.case, entry.run, masker))
        elif entry.trace is not None:
            evaluation = evaluate(entry.case, entry.trace, forbidden=rules)
            found.append(mask_evaluation(evaluation, masker, case_id=entry.case_id, run=entry.run, trial=entry.trial))
    return tuple(sorted(found, key=lambda evaluation: evaluation.severity))

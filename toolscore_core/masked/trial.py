"""A masked evaluation and other rules -> the same with the calls that those rules forbid."""

from dataclasses import replace

from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import Evaluation
from toolscore_core.masked import MaskedEvaluation, forbidden_findings
from toolscore_core.metrics.policy import check_forbidden_calls
from toolscore_core.rules import CompiledRules


def under_rules(
    view: MaskedEvaluation, evaluation: Evaluation, rules: CompiledRules, masker: Masker
) -> MaskedEvaluation:
    """The view with the findings that these rules give in place of those it was evaluated under.

    Rows point to the new findings. Verdict, metrics and `passed` stay as they were: they belong to the rules in force.

    Args:
        view: The view of the evaluation.
        evaluation: What it shows.
        rules: Rules for every case; the case's own are left out.
        masker: That of the workspace.
    """
    aliases = evaluation.case.aliases if evaluation.case is not None else None
    broken = check_forbidden_calls(evaluation.trace.calls, rules, aliases=aliases)
    forbidden = forbidden_findings(broken["violations"], len(rules), masker)
    findings = (*forbidden, *(finding for finding in view.findings if finding.kind == "credential"))
    of_call: dict[int | None, tuple[int, ...]] = {}
    for number, finding in enumerate(findings):
        of_call[finding.call_index] = (*of_call.get(finding.call_index, ()), number)
    rows = (
        row if row.trace_index is None else replace(row, findings=of_call.get(row.trace_index, ())) for row in view.rows
    )
    return replace(view, findings=findings, rows=tuple(rows))

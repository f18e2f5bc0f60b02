"""A masked evaluation under another pass rule or other weights -> the same, with another verdict and other points."""

from collections.abc import Iterable
from dataclasses import replace

from toolscore_core.alignment import Row
from toolscore_core.credentials.masking import MaskedText
from toolscore_core.evaluation import Contribution, Evaluation, PassRule
from toolscore_core.masked.records import MaskedEvaluation, MaskedRow
from toolscore_core.masked.verdict import verdict_of

ByCall = dict[tuple[str, int | None], list[Contribution]]
"""Contributions by ("gold" or "trace", position): one that concerns two calls stands at the recorded one."""


def ruled(view: MaskedEvaluation, evaluation: Evaluation, rule: PassRule) -> MaskedEvaluation:
    """What may be shown of an evaluation under a pass rule; nothing is masked or aligned again.

    It equals `mask_evaluation` of the same evaluation under that rule.

    Args:
        view: What was shown of it, under whatever rule and weights.
        evaluation: It, with the weights that hold now (see `evaluation.reweighed`).
        rule: When a case passes.
    """
    passed, _ = rule.verdict(evaluation)
    if evaluation.score is not None and evaluation.weights != view.weights:
        contributions = evaluation.contributions
        view = replace(
            view,
            score=evaluation.score,
            grade=evaluation.grade,
            weights=dict(evaluation.weights),
            contributions=contributions,
            rows=_rows(view.rows, contributions_by_call(contributions)),
        )
    return with_verdict(replace(view, passed=passed), rule)


def _rows(rows: Iterable[MaskedRow], points: ByCall) -> tuple[MaskedRow, ...]:
    found = []
    for row in rows:
        contributions = () if row.state is None else contributions_of(row, points)
        found.append(row if contributions == row.contributions else replace(row, contributions=contributions))
    return tuple(found)


def with_verdict(view: MaskedEvaluation, rule: PassRule) -> MaskedEvaluation:
    """The view with the sentence that says how it went."""
    parts = verdict_of(view, rule.min_score)
    return replace(view, verdict_parts=parts, verdict=MaskedText("".join(text for text, _ in parts)))


def contributions_by_call(contributions: Iterable[Contribution]) -> ByCall:
    """Contributions by the call at which they stand."""
    found: ByCall = {}
    for contribution in contributions:
        at = (
            ("gold", contribution.gold_index)
            if contribution.trace_index is None
            else ("trace", contribution.trace_index)
        )
        found.setdefault(at, []).append(contribution)
    return found


def contributions_of(row: Row | MaskedRow, points: ByCall) -> tuple[Contribution, ...]:
    """What the calls of a row take from the score."""
    of_gold = [] if row.gold_index is None else points.get(("gold", row.gold_index), [])
    of_trace = [] if row.trace_index is None else points.get(("trace", row.trace_index), [])
    return (*of_gold, *of_trace)

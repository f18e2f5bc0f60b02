"""Evaluations under other weights or another pass rule -> the same evaluations, and the verdicts that change.

Nothing is read, paired or aligned again: the metrics are there, and only what is made of them changes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from toolscore_core.evaluation.records import DEFAULT_PASS_RULE, Evaluation, PassRule
from toolscore_core.evaluation.scoring import letter_grade, resolve_weights, score_of


def reweighed(evaluation: Evaluation, weights: Mapping[str, float] | None) -> Evaluation:
    """The evaluation with the score, grade and contributions that other weights give.

    It equals a fresh evaluation of the same case and trace under those weights.

    Args:
        evaluation: It stays as it is.
        weights: As `evaluate` takes them; None for the default ones.

    Returns:
        The very same object when it has these weights already.

    Raises:
        ValueError, TypeError: As `resolve_weights`.
    """
    return _reweighed(evaluation, resolve_weights(weights))


def _reweighed(evaluation: Evaluation, resolved: dict[str, float]) -> Evaluation:
    if resolved == evaluation.weights:
        return evaluation
    score = None if evaluation.score is None else score_of(evaluation.metrics, resolved)
    found = replace(
        evaluation,
        metrics=dict(evaluation.metrics),
        score=score,
        grade=None if score is None else letter_grade(score),
        weights=resolved,
    )
    found.take_alignment(evaluation)
    return found


@dataclass(frozen=True, slots=True)
class VerdictChanges:
    """How many verdicts a rule and weights change against others.

    Attributes:
        total: Evaluations that have a verdict; those without gold have none.
        now_pass: Those that failed and pass now.
        now_fail: Those that passed and fail now.
    """

    total: int
    now_pass: int
    now_fail: int

    @property
    def count(self) -> int:
        """Verdicts that change."""
        return self.now_pass + self.now_fail


def verdict_changes(
    evaluations: Iterable[Evaluation],
    rule: PassRule,
    weights: Mapping[str, float] | None = None,
    *,
    before: PassRule = DEFAULT_PASS_RULE,
    before_weights: Mapping[str, float] | None = None,
) -> VerdictChanges:
    """What a pass rule and weights change.

    Args:
        evaluations: Their own weights do not matter.
        rule: When a case passes.
        weights: As `evaluate` takes them; None for the default ones.
        before: What to compare with.
        before_weights: Likewise.

    Raises:
        ValueError, TypeError: As `resolve_weights`.
    """
    now, then = resolve_weights(weights), resolve_weights(before_weights)
    total = now_pass = now_fail = 0
    for evaluation in evaluations:
        passes, _ = rule.verdict(_reweighed(evaluation, now))
        passed, _ = before.verdict(_reweighed(evaluation, then))
        total += passes is not None
        now_pass += bool(passes) and not passed
        now_fail += bool(passed) and not passes
    return VerdictChanges(total, now_pass, now_fail)

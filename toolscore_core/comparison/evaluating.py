"""Gold cases and the traces of several runs -> masked evaluations, ready to be compared and shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import Case, Run, Trace
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.evaluation import DEFAULT_PASS_RULE, PassRule
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.entries import mask_entry
from toolscore_core.workspace import match_traces
from toolscore_core.workspace.scoring import evaluate_entries


@dataclass(frozen=True, slots=True)
class EvaluatedRuns:
    """Several runs over the same cases.

    Attributes:
        evaluations: By case, run and trial; traces that answer no case last.
        notes: What a person should know about which trace answers which case.
    """

    evaluations: tuple[MaskedEvaluation, ...]
    notes: tuple[MaskedText, ...]


def evaluate_runs(
    cases: Sequence[Case],
    runs: Mapping[str, Sequence[Trace]],
    *,
    strict: bool = False,
    forbidden: list[dict[str, Any]] | None = None,
    weights: Mapping[str, float] | None = None,
    validate_side_effects: bool = True,
    rule: PassRule = DEFAULT_PASS_RULE,
    masker: Masker | None = None,
) -> EvaluatedRuns:
    """Find the case that each trace answers, evaluate it, and mask what was found.

    Args:
        cases: Gold cases; [] when there is no gold: then nothing has a score.
        runs: Label -> traces of that model or version; traces are matched as `workspace.match_traces` does.
        strict: As in `evaluation.evaluate`, and so the next three.
        forbidden: Likewise.
        weights: Likewise.
        validate_side_effects: Likewise.
        rule: When a case passes.
        masker: That of the report, where it has one already.

    Raises:
        ValueError, TypeError: As `evaluate`.
    """
    masker = masker or Masker()
    workspace = match_traces(cases, [Run(label, traces) for label, traces in runs.items()])
    scored = evaluate_entries(
        workspace.entries,
        strict=strict,
        forbidden=forbidden,
        weights=weights,
        validate_side_effects=validate_side_effects,
    )
    evaluations = tuple(mask_entry(entry, evaluation, masker, rule) for entry, evaluation in scored)
    return EvaluatedRuns(evaluations, tuple(masker.text(note) for note in workspace.notes))

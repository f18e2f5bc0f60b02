"""Entries of a workspace -> their evaluations."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from toolscore_core.evaluation import Evaluation, evaluate_many
from toolscore_core.workspace import Entry


def evaluate_entries(
    entries: Iterable[Entry],
    *,
    strict: bool = False,
    forbidden: list[dict[str, Any]] | None = None,
    weights: Mapping[str, float] | None = None,
    validate_side_effects: bool = True,
) -> Iterator[tuple[Entry, Evaluation | None]]:
    """Evaluate entries one by one, in order; the evaluation is None for an entry without a trace.

    Args:
        entries: What `match_traces` found.
        strict: As in `evaluation.evaluate`, and so the others.
        forbidden: Likewise.
        weights: Likewise.
        validate_side_effects: Likewise.

    Raises:
        ValueError, TypeError: As `evaluate`.
    """
    known = list(entries)
    evaluations = evaluate_many(
        ((entry.case, entry.trace) for entry in known if entry.trace is not None),
        strict=strict,
        forbidden=forbidden,
        weights=weights,
        validate_side_effects=validate_side_effects,
    )
    return ((entry, None if entry.trace is None else next(evaluations)) for entry in known)

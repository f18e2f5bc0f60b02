"""Counts of first divergences -> the table of the strip."""

from collections.abc import Sequence
from typing import Final, TypedDict

from toolscore_core.comparison.spine_records import DivergenceCounts
from toolscore_core.report.words import count_text, plain

MOST_STEPS: Final = 12
"""Steps that have a column of their own; later ones share the last."""


class StepCount(TypedDict):
    """One number: what it says, in words, and how it compares with the largest of the steps, 0 to 1."""

    text: str
    words: str
    share: float


class RunSteps(TypedDict):
    """One run."""

    run: str
    steps: list[StepCount]
    never: StepCount
    not_evaluated: StepCount


class DivergencePayload(TypedDict):
    """All that the strip draws.

    Attributes:
        steps: Numbers of the steps at which any case first diverges, from 1; "40+" stands for all from there.
        unevaluated: Whether any case is not evaluated; the column goes where none is.
        rows: The runs.
        empty: What is said in place of the table; "" for nothing.
    """

    steps: list[str]
    unevaluated: bool
    rows: list[RunSteps]
    empty: str


def divergence_payload(counts: Sequence[DivergenceCounts]) -> DivergencePayload:
    """The table: runs down, steps across; at least one run."""
    taken = sorted({step for run in counts for step in run.steps})
    shown = taken[:MOST_STEPS]
    headings = [f"{step + 1:,}" for step in shown]
    if len(taken) > MOST_STEPS:
        headings[-1] += "+"
    most = max((len(cases) for run in counts for cases in run.steps.values()), default=0)
    judged = any(run.steps or run.never for run in counts)
    return DivergencePayload(
        steps=headings,
        unevaluated=any(run.not_evaluated for run in counts),
        rows=[_row(run, shown, most) for run in counts] if judged else [],
        empty="" if judged else "no case has gold and a trace, so none is evaluated.",
    )


def _row(run: DivergenceCounts, shown: Sequence[int], most: int) -> RunSteps:
    steps = dict.fromkeys(shown, 0)
    for step, cases in run.steps.items():
        steps[min(step, shown[-1])] += len(cases)
    return RunSteps(
        run=plain(run.run),
        steps=[_count(number, most, "first diverges here", "first diverge here") for number in steps.values()],
        never=_count(len(run.never), 0, "never diverges", "never diverge"),
        not_evaluated=_count(len(run.not_evaluated), 0, "is not evaluated", "are not evaluated"),
    )


def _count(number: int, of: int, verb: str, verbs: str) -> StepCount:
    words = f"{count_text(number, 'case')} {verb if number == 1 else verbs}"
    return StepCount(text=f"{number:,}", words=words, share=min(1.0, number / of) if of else 0.0)

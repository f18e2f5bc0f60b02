"""Labels of people and verdicts of a judge -> how far they agree, beyond chance."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from toolscore_core.judge.labels import Labels
from toolscore_core.judge.verdicts import VERDICTS, Verdict
from toolscore_core.stats import Interval, cohens_kappa, wilson_interval

ENOUGH_LABELS: Final = 30
"""Fewest labels with a verdict from which agreement is a headline."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far a judge agrees with people.

    Attributes:
        n: Pairs with a label and a verdict of the judge.
        share: Share of them where both say the same; None when n is 0.
        share_interval: Its 95 % interval; None likewise.
        kappa: Cohen's kappa, unweighted; None when n is 0, or when it is not defined because both always said one and
            the same.
        interval: Its 95 % interval; None likewise.
        table: Rows are labels, columns verdicts, both in the order of VERDICTS.
        enough: Whether n is at least ENOUGH_LABELS.
    """

    n: int
    share: float | None
    share_interval: Interval | None
    kappa: float | None
    interval: Interval | None
    table: tuple[tuple[int, ...], ...]
    enough: bool


def agreement(labels: Labels, verdicts: Iterable[Verdict]) -> Agreement:
    """How far verdicts agree with labels.

    Args:
        labels: Of these pairs, `Labels.fitting` so that each still speaks of the calls that were judged.
        verdicts: Of one judge. Errors, and pairs that code alone settled, do not count; of two for one pair the later does.
    """
    judged = {v.pair_key: v.verdict for v in verdicts if v.verdict is not None and v.source != "exact"}
    table = [[0] * len(VERDICTS) for _ in VERDICTS]
    for key, label in labels.by_pair.items():
        verdict = judged.get(key)
        if verdict is not None:
            table[VERDICTS.index(label.verdict)][VERDICTS.index(verdict)] += 1
    n = sum(map(sum, table))
    agreed = sum(table[i][i] for i in range(len(VERDICTS)))
    kappa = cohens_kappa(table)
    return Agreement(
        n=n,
        share=agreed / n if n else None,
        share_interval=wilson_interval(agreed, n),
        kappa=None if kappa is None else kappa.value,
        interval=None if kappa is None else kappa.interval,
        table=tuple(map(tuple, table)),
        enough=n >= ENOUGH_LABELS,
    )

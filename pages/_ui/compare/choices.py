"""Which runs are compared: what the URL says, and how it is written."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from pages._ui import state

MOST_RUNS: Final = 8
"""Runs on the page at once, the baseline among them."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What is compared with what.

    Attributes:
        baseline: Label of the run that the others are compared with.
        against: Labels of the others, at least one.
        focus: Which of them the cards and the cases are about.
    """

    baseline: str
    against: tuple[str, ...]
    focus: str

    @property
    def runs(self) -> tuple[str, ...]:
        """All runs, the baseline first: the columns of the page."""
        return (self.baseline, *self.against)


def choices(runs: Sequence[str]) -> Choices:
    """What the URL says, as far as those runs are there; else the first run, and all the others against it.

    Args:
        runs: Labels, at least two.
    """
    named = state.param("base")
    baseline = named if named is not None and named in runs else runs[0]
    others = [run for run in runs if run != baseline]
    wanted = set(read_list(state.param("against")))
    against = tuple(run for run in others if run in wanted) or tuple(others)
    against = against[: MOST_RUNS - 1]
    focus = state.param("focus")
    return Choices(baseline, against, focus if focus is not None and focus in against else against[0])


def read_list(text: str | None) -> list[str]:
    """The names in a query parameter; [] for None."""
    return [name.replace("%2C", ",").replace("%25", "%") for name in text.split(",")] if text else []


def write_list(names: Collection[str]) -> str | None:
    """Names as one query parameter, None for none; a name may hold commas."""
    return ",".join(name.replace("%", "%25").replace(",", "%2C") for name in names) or None

"""Filters of the cases of a comparison, as the URL names them: outcomes, and how one run does."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from pages._ui.compare.rows import CaseRow, Kind, Tone

ALL: Final = "all"
"""The filter that shows equal cases too."""

KINDS: Final[tuple[Kind, ...]] = ("better", "worse", "same", "excluded")
TONES: Final[tuple[Tone, ...]] = ("pass", "some", "fail", "absent")

_DIFFERENT: Final = ("better", "worse")


@dataclass(frozen=True, slots=True)
class Filters:
    """What is shown of the cases. Filters of one kind add up; filters of several kinds all hold.

    Attributes:
        tokens: A kind, `ALL`, or a tone and the label of a run, `fail:model-b`.
    """

    tokens: tuple[str, ...]

    @property
    def kinds(self) -> list[str]:
        """The kinds that are asked for by name."""
        return [token for token in self.tokens if token in KINDS]

    def shows_same(self, rows: Sequence[CaseRow]) -> bool:
        """Whether cases that do not differ are shown. They are where no case differs at all."""
        if self.kinds:
            return any(kind not in _DIFFERENT for kind in self.kinds)
        return ALL in self.tokens or not any(row.kind in _DIFFERENT for row in rows)

    @property
    def is_set(self) -> bool:
        """Whether something is asked for, beyond showing equal cases too."""
        return any(token != ALL for token in self.tokens)

    def kept(self, rows: Sequence[CaseRow], runs: Sequence[str]) -> list[int]:
        """Positions of the rows that are shown.

        Args:
            rows: All of them.
            runs: The columns.
        """
        kinds = self.kinds or ([*KINDS, "unscored"] if self.shows_same(rows) else list(_DIFFERENT))
        tones: dict[int, list[str]] = {}
        for token in self.tokens:
            tone, colon, run = token.partition(":")
            if colon and run in runs:
                tones.setdefault(runs.index(run), []).append(tone)
        return [
            at
            for at, row in enumerate(rows)
            if row.kind in kinds and all(row.cells[column].tone in wanted for column, wanted in tones.items())
        ]

    def toggled(self, token: str) -> "Filters":
        """With a filter that was off, or without one that was on. A kind asked for by name makes `ALL` void."""
        if token in self.tokens:
            return Filters(tuple(other for other in self.tokens if other != token))
        void = ALL if token in KINDS else ""
        return Filters((*(other for other in self.tokens if other != void), token))

    def only_different(self, on: bool) -> "Filters":
        """With the switch on or off; kinds asked for by name go."""
        others = tuple(token for token in self.tokens if token not in (ALL, *KINDS))
        return Filters(others if on else (*others, ALL))


def filters(names: Iterable[str], runs: Sequence[str]) -> Filters:
    """The filters among the names; what is none of these runs is left out."""

    def known(name: str) -> bool:
        tone, _, run = name.partition(":")
        return name in (ALL, *KINDS) or (tone in TONES and run in runs)

    return Filters(tuple(dict.fromkeys(name for name in names if known(name))))


def kind_counts(rows: Sequence[CaseRow]) -> Counter[str]:
    """Number of cases of each kind."""
    return Counter(row.kind for row in rows)


def tone_counts(rows: Sequence[CaseRow], column: int) -> Counter[str]:
    """Number of cases of each tone in one run."""
    return Counter(row.cells[column].tone for row in rows)

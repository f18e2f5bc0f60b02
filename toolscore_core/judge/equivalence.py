"""An evaluation and verdicts -> how much of what was paired means the same, and how much of that is known."""

from collections.abc import Iterable
from dataclasses import dataclass

from toolscore_core.judge.pairs import Compared, pairs_of
from toolscore_core.judge.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Equivalence:
    """The mean over the pairs of a case. Missing and extra calls are not in it, the deterministic view counts them.

    Attributes:
        value: In [0, 1], higher is better; equal pairs count 1, verdicts 1, 0.5 or 0, pairs without a verdict not at
            all. None when no pair that is in doubt has a verdict, though there are some, and without any pair.
        judged: Pairs that count: equal ones and those with a verdict.
        total: Pairs.
        errors: Pairs that were asked about in vain.
        flagged: Pairs whose verdict has a flag; it counts all the same.
    """

    value: float | None
    judged: int
    total: int
    errors: int
    flagged: int = 0

    @property
    def coverage(self) -> str:
        """In words, as "38 of 40 judged, 2 errors"."""
        errors = f", {self.errors} error{'' if self.errors == 1 else 's'}" if self.errors else ""
        return f"{self.judged} of {self.total} judged{errors}"


def equivalence(evaluation: Compared, verdicts: Iterable[Verdict]) -> Equivalence:
    """How much of a case's pairs means the same.

    Args:
        evaluation: The case, masked.
        verdicts: Of this case and of any other; of two for one pair the later counts.
    """
    return overall([evaluation], verdicts)


def overall(evaluations: Iterable[Compared], verdicts: Iterable[Verdict]) -> Equivalence:
    """The same over the pairs of several cases together."""
    known = {verdict.pair_key: verdict for verdict in verdicts}
    pairs = pairs_of(evaluations, "all")
    in_doubt = [pair for pair in pairs if not pair.exact]
    given = [known[pair.key] for pair in in_doubt if pair.key in known]
    values = [verdict.value for verdict in given if verdict.value is not None]
    judged = len(pairs) - len(in_doubt) + len(values)
    nothing_known = not pairs or (in_doubt and not values)
    return Equivalence(
        value=None if nothing_known else (len(pairs) - len(in_doubt) + sum(values)) / judged,
        judged=judged,
        total=len(pairs),
        errors=len(given) - len(values),
        flagged=sum(bool(verdict.flags) for verdict in given),
    )

"""The mean over pairs, and what of it is known."""

import pytest

from tests.evaluations import call, masked, missing
from tests.judging import doubted
from toolscore_core.judge.equivalence import equivalence, overall
from toolscore_core.judge.pairs import pairs_of
from toolscore_core.judge.verdicts import Verdict, VerdictName

VIEW = masked(
    [call("same"), call("search", {"q": 1}), call("book", {"x": 1}), call("never")],
    [call("same"), call("search", {"q": 2}), call("book", {"x": 2})],
)
"""One equal pair, two changed ones, one missing call."""

ONE, TWO = (pair.key for pair in pairs_of([VIEW]))


@pytest.mark.parametrize(
    ("verdicts", "value", "coverage"),
    [
        pytest.param([], None, "1 of 3 judged", id="nobody was asked"),
        pytest.param([(ONE, "equivalent")], 1.0, "2 of 3 judged", id="one"),
        pytest.param([(ONE, "equivalent"), (TWO, "not")], 2 / 3, "3 of 3 judged", id="both"),
        pytest.param([(ONE, "partly"), (TWO, "partly")], 2 / 3, "3 of 3 judged", id="halves"),
        pytest.param([(ONE, "partly"), (TWO, None)], 0.75, "2 of 3 judged, 1 error", id="an error is no zero"),
        pytest.param([(ONE, None), (TWO, None)], None, "1 of 3 judged, 2 errors", id="only errors"),
        pytest.param([(ONE, "not"), (ONE, "equivalent")], 1.0, "2 of 3 judged", id="the later counts"),
        pytest.param([("other", "not")], None, "1 of 3 judged", id="of another case"),
    ],
)
def test_equivalence(verdicts: list[tuple[str, VerdictName | None]], value: float | None, coverage: str) -> None:
    """Equal pairs count one, missing calls are outside, and pairs without a verdict are in the coverage alone."""
    said = [Verdict(key, word, error=None if word else "timeout") for key, word in verdicts]
    found = equivalence(VIEW, said)
    assert found.value == (None if value is None else pytest.approx(value))
    assert found.coverage == coverage


def test_flagged_verdicts_count() -> None:
    """A flag is shown and changes nothing."""
    found = equivalence(VIEW, [Verdict(ONE, "not", flags=("contradiction",)), Verdict(TWO, "equivalent")])
    assert found.value == pytest.approx(2 / 3)
    assert found.flagged == 1


def test_equal_pairs_alone_need_nobody() -> None:
    """Where nothing is in doubt the mean is known without a judge."""
    assert equivalence(masked([call("a")], [call("a")]), []).value == 1.0


def test_no_pairs_no_value() -> None:
    """Without a pair there is nothing to be equivalent: not 0 and not 1."""
    assert equivalence(missing([call("a")]), []).value is None
    assert equivalence(masked([call("a")], []), []).value is None


def test_over_several_cases_pairs_count_alike() -> None:
    """The mean is over pairs, not over cases."""
    other = masked([call("x")] * 3, [call("x")] * 3, case_id="other")
    found = overall([VIEW, other], [Verdict(ONE, "not"), Verdict(TWO, "not")])
    assert found.value == pytest.approx(4 / 6)
    assert found.total == 6


def test_doubted_pairs_have_their_own_keys() -> None:
    """Verdicts of one case are not taken for those of another."""
    assert len({pair.key for pair in doubted(5)}) == 5

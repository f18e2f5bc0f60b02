"""Choices that show what the URL says: names, and which entries are offered."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from pages._ui.choosing import distinct, entries_beside, entry_label
from tests.app.driving import choose, healthy
from tests.app.hand_made import masked, refund
from toolscore_core.credentials.masking import MaskedCase
from toolscore_core.masked import MaskedEvaluation


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        pytest.param([], [], id="none"),
        pytest.param(["a", "b"], ["a", "b"], id="different"),
        pytest.param(["a", "a", "a"], ["a", "a (2)", "a (3)"], id="equal"),
        pytest.param(["a", "a (2)", "a"], ["a", "a (2)", "a (3)"], id="numbered by somebody"),
        pytest.param(["", ""], ["", " (2)"], id="empty"),
    ],
)
def test_equal_names_are_numbered(names: Sequence[str], shown: Sequence[str]) -> None:
    """Each option has a text of its own, in the same order."""
    assert distinct(names) == shown


def entry(case: str, run: str | None) -> MaskedEvaluation:
    """An entry of that case and run."""
    named = None if run is None else masked(run)
    return replace(refund(), key=f"{case}|{run}", case_id=masked(case), run=named)


def test_one_walks_through_the_run_or_through_everything() -> None:
    """A run with several entries is walked through alone; where each run has one entry, all of them are."""
    several = [entry("a", "m"), entry("a", "n"), entry("b", "m")]
    assert entries_beside(several, several[0]) == [several[0], several[2]]
    assert entries_beside(several, several[1]) == several
    single = [entry("a", None)]
    assert entries_beside(single, single[0]) == single


@pytest.mark.parametrize(
    ("case", "shown"),
    [
        pytest.param(refund().case, "c · m · trace-1", id="a case, then the run"),
        pytest.param(None, "m · c · trace-1", id="the id of a trace is cut off before the run"),
    ],
)
def test_the_run_of_an_entry_is_said_before_its_ids(case: MaskedCase | None, shown: str) -> None:
    """Where all runs are walked through, a name says which run an entry is of."""
    found = entry("c", "m")
    assert found.trace is not None
    named = replace(found, case=case, trial=None, trace=replace(found.trace, id=masked("trace-1")))
    assert entry_label(named, with_run=True) == shown


def script(refused: bool) -> None:
    """A page with each kind of choice, which keeps what was chosen last."""
    import streamlit as st

    from pages._ui import choosing, state
    from pages._ui.limits import StoreError

    def take(**chosen: object) -> None:
        if refused:
            raise StoreError("gone")
        st.session_state.update({f"kept_{name}": value for name, value in chosen.items()})

    kept = {name: st.session_state.get(f"kept_{name}", first) for name, first in (("at", 0), ("on", False))}
    choosing.box("Which", ["x", "x", "y"], kept["at"], lambda at: take(at=at), width=100)
    choosing.toggle("On", kept["on"], lambda on: take(on=on), help="")
    st.text(f"{kept['at']} {kept['on']}")
    st.text(state.take_message())


def test_every_choice_counts() -> None:
    """The second and the third choice are taken like the first, also between options of one name."""
    at = healthy(AppTest.from_function(script, args=(False,), default_timeout=60).run())
    for option in (1, 2, 0, 1):
        assert choose(at, "Which", option).text[0].value == f"{option} False"
    for on in (True, False, True):
        at.toggle[0].set_value(on).run()
        assert healthy(at).text[0].value == f"1 {on}"


def test_a_refused_choice_is_said_and_shows_what_is_true() -> None:
    """When the store refuses, the choice stays where it was and the page hears why."""
    at = healthy(AppTest.from_function(script, args=(True,), default_timeout=60).run())
    assert choose(at, "Which", 2).text[0].value == "0 False"
    assert at.text[1].value == "gone"
    assert at.selectbox[0].value == 0

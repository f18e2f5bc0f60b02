"""A page that shows the lane alone, on evaluations made by hand: `?case=refund|long|longer|plain|flagged|unmeasured`."""

from collections.abc import Callable
from typing import Final

import streamlit as st

from pages._ui.lane import lane, picked_row
from tests.app import hand_made
from tests.app.hand_made import call, case, evaluation, masked, trace
from toolscore_core.alignment import State
from toolscore_core.masked import MaskedEvaluation, MaskedFinding, MaskedRow

FLAGGED: Final = ("cancel_order", "delete_customer")
"""Tools of the case `flagged`."""


def flagged() -> MaskedEvaluation:
    """Two calls with long arguments that failed, hold a credential and are forbidden; one has a state of two badges."""
    found = [
        MaskedFinding(kind, masked("x"), 0, masked("x"), masked(""), "args", masked("x"), 1, None, None)
        for kind in ("credential", "forbidden call")
    ]
    calls = [
        call(tool, {"id": "C-91", "reason": "customer request " * 9}, duration=0.4, cost=0.00038, error=masked("no"))
        for tool in FLAGGED
    ]
    rows = [
        MaskedRow(State.REPEATED, None, 0, None, calls[0], failed=True, findings=(0, 1)),
        MaskedRow(State.MOVED_CHANGED, 0, 1, calls[1], calls[1], failed=True, findings=(0, 1), expected_place=0),
    ]
    return evaluation(rows, gold=case("c", calls[1:]), recorded=trace(calls), findings=found, key="flagged||")


def unmeasured() -> MaskedEvaluation:
    """A call of which neither latency nor cost is known."""
    calls = [call("search", {"q": "x"})]
    rows = [MaskedRow(State.MATCH, 0, 0, calls[0], calls[0])]
    return evaluation(rows, gold=case("c", calls), recorded=trace(calls), key="unmeasured||")


CASES: dict[str, Callable[[], MaskedEvaluation]] = {
    "refund": hand_made.refund,
    "plain": hand_made.without_gold,
    "long": lambda: hand_made.long_case(5_000),
    "flagged": flagged,
    "unmeasured": unmeasured,
    "longer": lambda: hand_made.long_case(12_000),
}


@st.cache_resource
def made(name: str) -> MaskedEvaluation:
    """The evaluation of that name."""
    return CASES[name]()


def pick() -> None:
    """Write the picked row to the URL."""
    st.query_params["row"] = str(picked_row())


def main() -> None:
    """Draw the page."""
    st.set_page_config(layout="wide")
    number = int(st.query_params.get("row", "0"))
    left, right = st.columns((0.7, 0.3))
    with left:
        name = st.query_params.get("case", "refund")
        lane(made(name), pick, version=name, selected=number - 1 if number else None)
    with right:
        st.text(f"Row {number}")


if __name__ == "__main__":
    main()

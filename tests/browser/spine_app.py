"""A page that shows the gold spine alone: `?case=refund|states|plain|long|two|hostile|crowded|names`."""

from collections.abc import Callable
from functools import partial
from typing import Final

import streamlit as st

from pages._ui.compare.spine import divergence_strip, spine_grid
from tests import spines
from toolscore_core.comparison.spine import divergence_counts, spine
from toolscore_core.comparison.spine_records import Spine
from toolscore_core.masked import MaskedEvaluation

CASES: Final[dict[str, Callable[[], list[MaskedEvaluation]]]] = {
    "refund": spines.refund,
    "states": spines.every_state,
    "plain": spines.without_gold,
    "long": partial(spines.long, 500, 8),
    "two": partial(spines.long, 40, 2),
    "hostile": spines.hostile,
    "crowded": spines.crowded,
    "names": spines.long_names,
}


@st.cache_resource
def made(name: str) -> tuple[list[MaskedEvaluation], Spine]:
    """The evaluations of that name and their spine."""
    evaluations = CASES[name]()
    return evaluations, spine(evaluations)


def main() -> None:
    """Draw the page."""
    st.set_page_config(layout="wide")
    name = st.query_params.get("case", "refund")
    evaluations, found = made(name)
    divergence_strip(divergence_counts(evaluations))
    opened = spine_grid(found, version=name)
    if opened is not None:
        st.session_state["opened"] = f"{opened.entry.run} row {opened.position + 1}"
    st.text(f"Opened: {st.session_state.get('opened', 'nothing')}")


if __name__ == "__main__":
    main()

"""Charts beside the cases: scores of the two runs case by case, and the mean of each metric by run."""

from collections.abc import Callable
from typing import Final

import pandas as pd
import streamlit as st

from pages._ui.charts import chart, clickable, clicked, note, tokens
from pages._ui.compare.choices import Choices
from pages._ui.compare.held import compared
from pages._ui.held import frame_of, held
from pages._ui.state import View
from toolscore_core.report.figures import metric_heatmap, score_scatter
from toolscore_core.report.frames import comparison_frame, metric_means, metrics_frame
from toolscore_core.report.sentences import metric_heatmap_text, score_scatter_text

_SCATTER: Final = "score_scatter"


def draw_charts(view: View, chosen: Choices, case_id: str | None, pick: Callable[[str], None]) -> None:
    """Draw both.

    Args:
        view: The workspace.
        chosen: What is compared.
        case_id: The case whose mark gets a ring; None for none.
        pick: Called with the case whose mark was clicked, before the page runs again.
    """
    with st.container(border=True, key="card_scores"):
        st.subheader("Score by case", anchor=False)
        _scores(view, chosen, case_id, pick)
    with st.container(border=True, key="card_metrics"):
        st.subheader("Metrics by run", anchor=False)
        _metrics(view, chosen)


def _scores(view: View, chosen: Choices, case_id: str | None, pick: Callable[[str], None]) -> None:
    comparison, _ = compared(view, chosen.baseline, chosen.focus)
    cases = held(view, f"cases {[chosen.baseline, chosen.focus]}", lambda: comparison_frame(comparison))
    if not cases["score_difference"].notna().any():
        st.text("No case has a score in both runs.")
        return

    def on_click() -> None:
        data = clicked(_SCATTER)
        if data and isinstance(data[0], str):
            pick(data[0])

    figure = score_scatter(cases, chosen.baseline, chosen.focus, tokens(), selected=case_id)
    clickable(figure, key=_SCATTER, alt=score_scatter_text(cases, chosen.baseline, chosen.focus), on_click=on_click)
    note(
        "Above the dotted line the compared run scores higher; better, worse and same go by passed trials. A number says how "
        "many cases share a mark. Click a mark to choose its case."
    )


def _metrics(view: View, chosen: Choices) -> None:
    def make() -> pd.DataFrame:
        return metric_means(frame_of(view, metrics_frame), chosen.runs)

    means = held(view, f"means {list(chosen.runs)}", make)
    if means.empty:
        st.text("No metric can be given for one and the same case in all of these runs.")
        return
    chart(metric_heatmap(means, chosen.runs, tokens()), key="metric_heatmap", alt=metric_heatmap_text(means))
    note("Each number is the mean over the n cases that all of these runs have it of; trials of a case count as one.")

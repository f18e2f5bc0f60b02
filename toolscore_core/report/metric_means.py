"""Numbers by case, run and trial -> the mean of each metric in each run, over the same cases."""

from collections.abc import Sequence
from typing import Final

import pandas as pd

from toolscore_core.report.frame_base import frame

_COLUMNS: Final = {"metric": "str", "title": "str", "better": "object", "run": "str", "mean": "float64", "n": "int64"}


def metric_means(metrics: pd.DataFrame, runs: Sequence[str]) -> pd.DataFrame:
    """One line a metric and run: the mean over the cases that every one of the runs has the metric of.

    Trials of a case count by their mean. A metric that no case has in all of the runs has no line.

    Args:
        metrics: What `metrics_frame` gives.
        runs: Labels, in the order of the lines.

    Returns:
        `metric` (its key), `title`, `better` ("higher", "lower"), `run`, `mean` in [0, 1], `n` cases. Only ratios are in it,
        and `passed`, whose mean is the share of passed cases.
    """
    wanted = metrics["run"].isin(list(runs)) & metrics["value"].notna()
    ratio = (metrics["unit"] == "ratio") | (metrics["metric"] == "passed")
    known = metrics[wanted & ratio]
    by_case = known.groupby(["metric", "case", "run"], sort=False)["value"].mean().unstack("run")
    if not set(runs) <= set(by_case.columns):
        return frame([], _COLUMNS)
    shared = by_case[list(runs)].dropna().groupby("metric", sort=False)
    means, counts = shared.mean(), shared.size()
    about = known.drop_duplicates("metric").set_index("metric")
    lines = [
        {
            "metric": metric,
            "title": about.at[metric, "title"],
            "better": about.at[metric, "better"],
            "run": run,
            "mean": means.at[metric, run],
            "n": counts[metric],
        }
        for metric in about.index
        if metric in means.index
        for run in runs
    ]
    return frame(lines, _COLUMNS)

"""Masked evaluations -> tables of time: latency by tool and model, each timed call and conversation."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

import pandas as pd

from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.masked.measures import trace_duration
from toolscore_core.report.frame_base import PLACE, frame, place

P95_NEEDS: Final = 20
"""Fewest timings for which a 95th percentile is given."""

P99_NEEDS: Final = 100
"""Likewise, a 99th."""

QUARTILES_NEED: Final = 4
"""Likewise, quartiles."""

_SECONDS: Final = ("p25_s", "p50_s", "p75_s", "p95_s", "p99_s", "max_s", "total_s")


def model_name(evaluation: MaskedEvaluation) -> str:
    """The model of a conversation as the file names it; "" when it names none."""
    return "" if evaluation.trace is None else evaluation.trace.model or ""


def recorded_rows(evaluations: Sequence[MaskedEvaluation]) -> Iterator[tuple[MaskedEvaluation, int, MaskedRow]]:
    """The rows that hold a recorded call, each with its evaluation and its position in the lane."""
    for evaluation in evaluations:
        for at, row in enumerate(evaluation.rows):
            if row.actual is not None:
                yield evaluation, at, row


def latency_frame(evaluations: Sequence[MaskedEvaluation], by: Literal["tool", "model"] = "tool") -> pd.DataFrame:
    """How long each tool took in each run, or how long whole conversations took by the model that ran them.

    Args:
        evaluations: What was evaluated.
        by: "tool" times calls; "model" times conversations, from start to end, as `masked.measures.trace_duration` does.

    Returns:
        One line for each tool or model (column `tool` or `model`; "" for a model that no file names) and `run`: `calls`,
        or `traces`; `n`, those that are timed; `p50_s`, `p25_s` and `p75_s` (missing below 4), `p95_s` (missing below 20),
        `p99_s` (missing below 100), `max_s`, `total_s`, in seconds, all missing when n = 0. Slowest p50 first.
    """
    groups: dict[tuple[str, str], list[float | None]] = {}
    if by == "tool":
        for evaluation, _, row in recorded_rows(evaluations):
            assert row.actual is not None
            groups.setdefault((row.actual.tool, evaluation.run or ""), []).append(row.actual.duration)
    else:
        for evaluation in evaluations:
            if evaluation.trace is not None:
                name = (model_name(evaluation), evaluation.run or "")
                groups.setdefault(name, []).append(trace_duration(evaluation))
    counted = "calls" if by == "tool" else "traces"
    columns = {by: "str", "run": "str", counted: "int64", "n": "int64", **dict.fromkeys(_SECONDS, "float64")}
    lines = [
        {by: name, "run": run, counted: len(seconds), **_statistics(seconds)} for (name, run), seconds in groups.items()
    ]
    found = frame(lines, columns)
    return found.sort_values(["p50_s", by, "run"], ascending=[False, True, True]).reset_index(drop=True)


def _statistics(seconds: Sequence[float | None]) -> dict[str, Any]:
    timed = pd.Series([each for each in seconds if each is not None], dtype="float64")
    line: dict[str, Any] = {"n": len(timed)}
    if len(timed):
        line |= {"p50_s": timed.median(), "max_s": timed.max(), "total_s": timed.sum()}
    for name, share, needed in (
        ("p25_s", 0.25, QUARTILES_NEED),
        ("p75_s", 0.75, QUARTILES_NEED),
        ("p95_s", 0.95, P95_NEEDS),
        ("p99_s", 0.99, P99_NEEDS),
    ):
        if len(timed) >= needed:
            line[name] = timed.quantile(share)
    return line


def timings_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """Each timed call.

    Returns:
        One line a call that says how long it took, slowest first: the place; `row` of the lane; `trace_index`; `tool`;
        `duration_s`; `failed`; `median_s`: the median of its tool in its run.
    """
    columns = {**PLACE, "row": "int64", "trace_index": "int64", "tool": "str", "duration_s": "float64"}
    columns |= {"failed": "bool"}
    lines = [
        {
            **place(evaluation),
            "row": at,
            "trace_index": row.trace_index,
            "tool": row.actual.tool,
            "duration_s": row.actual.duration,
            "failed": row.failed,
        }
        for evaluation, at, row in recorded_rows(evaluations)
        if row.actual is not None and row.actual.duration is not None
    ]
    found = frame(lines, columns)
    found["median_s"] = found.groupby(["tool", "run"])["duration_s"].transform("median").astype("float64")
    return found.sort_values("duration_s", ascending=False, kind="stable").reset_index(drop=True)


def conversation_timings_frame(evaluations: Sequence[MaskedEvaluation]) -> pd.DataFrame:
    """Each conversation whose duration is known.

    Returns:
        One line a trace, slowest first: the place; `model` ("" where the file names none); `duration_s` as
        `masked.measures.trace_duration` gives it.
    """
    lines = [
        {**place(evaluation), "model": model_name(evaluation), "duration_s": trace_duration(evaluation)}
        for evaluation in evaluations
    ]
    found = frame(lines, {**PLACE, "model": "str", "duration_s": "float64"}).dropna(subset=["duration_s"])
    return found.sort_values("duration_s", ascending=False, kind="stable").reset_index(drop=True)


def spread(timings: pd.DataFrame, most: int) -> pd.DataFrame:
    """At most so many lines of `timings_frame`, taken evenly from the slowest to the fastest."""
    if len(timings) <= most:
        return timings
    step = (len(timings) - 1) / (most - 1)
    return timings.iloc[[round(at * step) for at in range(most)]]


def first_tools(lines: pd.DataFrame, most: int) -> pd.DataFrame:
    """The lines of the first tools (or models) of a table, the slowest or the dearest, as many as fit.

    Args:
        lines: A table whose first column names tools or models, such as `latency_frame` and `cost_frame` give.
        most: Lines that fit; the first tool is there even when it has more.
    """
    group = str(lines.columns[0])
    counts = lines.groupby(group, sort=False).size().cumsum()
    fitting = counts[counts <= most]
    return lines.loc[lines[group].isin(fitting.index if len(fitting) else counts.index[:1])]

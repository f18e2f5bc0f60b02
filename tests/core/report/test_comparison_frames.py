"""Tables of cases, runs, trials and metrics."""

import csv
import io
from dataclasses import replace

import pandas as pd
import pytest

from tests.comparisons import absent, answer, answers, two_runs
from toolscore_core.comparison import compare, deltas, results
from toolscore_core.metrics import METRICS
from toolscore_core.pricing import Cost
from toolscore_core.report.export import to_metrics_csv
from toolscore_core.report.frames import (
    calls_frame,
    comparison_frame,
    deltas_frame,
    metrics_frame,
    results_frame,
    runs_frame,
    trials_frame,
)
from toolscore_core.report.tidy import TIDY_COLUMNS, tidy_lines


def value(frame: pd.DataFrame, metric: str, run: str) -> float:
    """The one value of a metric of a run."""
    (found,) = frame.loc[(frame["metric"] == metric) & (frame["run"] == run), "value"]
    return float(found)


def test_metrics_are_one_line_a_number() -> None:
    """Case x run x trial x metric: every column of every metric that was computed, and the numbers of the whole trace."""
    frame = metrics_frame([answer("c", "a", cost=0.5, duration=2.0, trial=1), answer("c", "b", passes=False)])
    assert list(frame.columns) == list(TIDY_COLUMNS)
    assert not frame.duplicated(["key", "metric"]).any()
    assert (value(frame, "passed", "a"), value(frame, "passed", "b")) == (1, 0)
    assert (value(frame, "cost_usd", "a"), value(frame, "duration_s", "a")) == (0.5, 2.0)
    assert value(frame, "argument_metrics.f1", "a") == 1.0
    known = {
        f"{metric.key}.{column.path}" if column.path else metric.key
        for metric in METRICS
        for column in metric.columns
        if column.unit != "text"
    }
    assert {name for name in frame["metric"] if name.partition(".")[0] in {metric.key for metric in METRICS}} <= known
    assert set(frame["better"].dropna()) == {"higher", "lower"}


def test_metrics_that_are_missing_say_why() -> None:
    """A number that is not there is missing with its reason, never 0."""
    frame = metrics_frame([absent("c", "a"), answer("d", "b", gold=None)])
    reasons = {(run, metric): why for run, metric, why in frame[["run", "metric", "reason"]].itertuples(index=False)}
    assert reasons["a", "score"] == reasons["a", "calls"] == reasons["a", "passed"] == "no trace"
    assert (reasons["b", "passed"], reasons["b", "cost_usd"], reasons["b", "calls"]) == ("no gold", "unpriced", "")
    assert reasons["b", "selection_accuracy"].startswith("does not apply: ")
    assert (frame["value"].isna() == (frame["reason"] != "")).all()


def test_a_cost_that_is_known_in_part_says_so() -> None:
    """It has no value, as a part is not the whole; it is not unpriced either."""
    in_part = replace(answer("c", "a"), cost=Cost(0.1, "recorded", "call", 1, 2, "no price"))
    (cost,) = (line for line in tidy_lines([in_part]) if line["metric"] == "cost_usd")
    assert (cost["value"], cost["reason"]) == (None, "priced in part only")


def test_the_tidy_frame_and_the_tidy_file_hold_the_same() -> None:
    """Notebook and CSV are one table."""
    evaluations = [answer("c", "a", trial=2), answer("c", "b", passes=False)]
    rows = list(csv.DictReader(io.StringIO(to_metrics_csv(evaluations))))
    assert len(rows) == len(list(tidy_lines(evaluations))) == len(metrics_frame(evaluations))
    assert [row["metric"] for row in rows] == metrics_frame(evaluations)["metric"].to_list()


def test_results_are_one_line_a_case_and_run() -> None:
    """Every case stands with every run, trials taken together, with what it lacks in words."""
    frame = results_frame(results(answers({"a": {"c": "++-", "d": ""}, "b": {"c": "?"}})))
    assert frame[["case", "run", "status", "trials", "passed"]].to_numpy().tolist() == [
        ["c", "a", "evaluated", 3, 2],
        ["c", "b", "no gold", 0, 0],
        ["d", "a", "no trace", 0, 0],
        ["d", "b", "no trace", 0, 0],
    ]
    assert frame["pass_share"].isna().to_list() == [False, True, True, True]
    assert frame["score"].isna().to_list() == [False, True, True, True]


def test_runs_have_intervals_and_what_is_not_evaluated() -> None:
    """A line a run: Wilson's interval, and counts of what has no verdict beside the means."""
    cases = {"a": {f"c{n}": "+" if n < 8 else "-" for n in range(10)} | {"x": "", "y": "?"}, "b": {"c0": "?"}}
    frame = runs_frame(results(answers(cases))).set_index("run")
    a, b = frame.loc["a"], frame.loc["b"]
    assert (a["cases"], a["passed"], a["trials"], a["scored"]) == (10, 8, 10, 10)
    # 8 of 10: Wilson (1927) gives 0.490 to 0.943.
    assert (a["pass_low"], a["pass_high"]) == pytest.approx((0.4902, 0.9433), abs=5e-5)
    assert a["score_low"] < a["mean_score"] < a["score_high"]
    assert (a["without_trace"], a["without_gold"]) == (1, 1)
    assert (b["cases"], b["without_gold"]) == (0, 1)
    assert b[["pass_rate", "pass_low", "mean_score", "score_low"]].isna().all()


def test_trials_have_a_line_for_each_k() -> None:
    """pass@k and pass^k up to the fewest trials; runs without repetitions are not there."""
    frame = trials_frame(results(answers({"a": {"c": "++--"}, "b": {"c": "+"}})))
    assert frame[["run", "k"]].to_numpy().tolist() == [["a", 1], ["a", 2], ["a", 3], ["a", 4]]
    assert frame["pass_at_k"].to_list() == pytest.approx([0.5, 5 / 6, 1.0, 1.0])
    assert frame["pass_hat_k"].to_list() == pytest.approx([0.5, 1 / 6, 0.0, 0.0])


def test_comparison_has_the_worst_regression_first() -> None:
    """Pairs, then what does not count, each such case once with its reasons."""
    frame = comparison_frame(two_runs(["+", "-", "+", "", "?"], ["-", "+", "+", "", "+"])[1])
    assert frame[["case", "outcome", "reason"]].to_numpy().tolist() == [
        ["c1", "worse", ""],
        ["c2", "better", ""],
        ["c3", "same", ""],
        ["c4", "not counted", "no trace in a; no trace in b"],
        ["c5", "not counted", "no gold for the trace of a"],
    ]
    assert frame["score_difference"].isna().to_list() == [False, False, False, True, True]
    assert frame["other_passed"].isna().to_list() == [False, False, False, True, True]


def test_deltas_are_numbers_and_words() -> None:
    """The numbers of the cards, and the line that a screen reader gets."""
    found, comparison = two_runs(["-", "+", "+", "+", "-", "+"], "++++++")
    frame = deltas_frame(deltas(found, comparison), "a").set_index("key")
    passed, cost = frame.loc["cases_passed"], frame.loc["cost_per_passed_case"]
    assert (passed["baseline"], passed["other"], passed["difference"], passed["direction"]) == (4, 6, 2, "better")
    assert passed["low"] <= 2 <= passed["high"]
    assert str(passed["text"]).startswith("Cases passed: 6 of 6; 2 better than a (4)")
    assert cost[["baseline", "other", "difference", "low"]].isna().all()
    assert (cost["direction"], cost["n"], cost["missing"]) == ("unknown", 0, 6)


def test_frames_of_nothing_have_their_columns() -> None:
    """No evaluation gives empty frames of the same form."""
    found = results([])
    assert [len(frame) for frame in (metrics_frame([]), results_frame(found), runs_frame(found))] == [0, 0, 0]
    assert list(trials_frame(found).columns)[:2] == ["run", "k"]
    assert results_frame(found).dtypes["score"] == "float64"


def test_a_notebook_has_all_it_needs() -> None:
    """From evaluations to a pivot of a metric by case and run, and the calls of the case that regressed."""
    evaluations = answers({"a": {"c": "+", "d": "+"}, "b": {"c": "-", "d": "+"}})
    pivot = metrics_frame(evaluations).query("metric == 'score'").pivot(index="case", columns="run", values="value")
    assert list(pivot.loc["d"]) == [1.0, 1.0]
    worst = comparison_frame(compare(results(evaluations), "a", "b"))["case"].iloc[0]
    calls = calls_frame([entry for entry in evaluations if entry.case_id == worst])
    assert (worst, set(calls["run"])) == ("c", {"a", "b"})

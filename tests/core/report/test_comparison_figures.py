"""Charts of comparisons: where marks stand, what they say, what a click gives, and that no text of a file is markup."""

import json
from typing import Any

import plotly.graph_objects as go
import pytest

from tests.comparisons import answer, answers, two_runs
from toolscore_core.comparison import compare, results
from toolscore_core.report.chart_style import LIGHT
from toolscore_core.report.figures import WEBGL_FROM, metric_heatmap, score_scatter
from toolscore_core.report.frames import comparison_frame, metric_means, metrics_frame
from toolscore_core.report.sentences import metric_heatmap_text, score_scatter_text

HOSTILE = '<a href="http://evil.example">x</a>$\\alpha$&'


def drawn(figure: go.Figure) -> dict[str, Any]:
    """What the browser gets of a figure."""
    found: dict[str, Any] = json.loads(figure.to_json())
    return found


def test_every_case_with_two_scores_stands_in_the_scatter() -> None:
    """Marks of one outcome with equal scores are one that counts them; a case that does not count is left out."""
    _, comparison = two_runs(["+", "+", "-", "+", ""], ["-", "+", "+", "+", "+"])
    figure = drawn(score_scatter(comparison_frame(comparison), "a", "b", LIGHT))
    marks = {trace["name"]: trace for trace in figure["data"]}
    assert set(marks) == {"better 1", "worse 1", "same 2"}
    assert marks["same 2"]["text"] == ["2"]
    assert marks["same 2"]["customdata"] == [["c2"]]
    assert marks["worse 1"]["text"] == [""]
    assert len({trace["marker"]["symbol"] for trace in figure["data"]}) == 3
    assert (marks["worse 1"]["x"], marks["worse 1"]["y"][0] < 1) == ([1.0], True)


def test_the_chosen_case_has_a_ring() -> None:
    """The ring stands around the mark that holds the case, and cannot be clicked away from it."""
    _, comparison = two_runs(["+", "+"], ["-", "+"])
    cases = comparison_frame(comparison)
    ring = drawn(score_scatter(cases, "a", "b", LIGHT, selected="c1"))["data"][-1]
    assert (ring["x"], ring["hoverinfo"]) == ([1.0], "skip")
    assert len(drawn(score_scatter(cases, "a", "b", LIGHT, selected="gone"))["data"]) == 2


def test_many_marks_are_drawn_by_the_graphics_card() -> None:
    """Above the bound the marks are WebGL's, below it they are shapes."""
    _, comparison = two_runs(["+", "-"], ["-", "+"])
    few = comparison_frame(comparison)
    many = few.loc[[0] * WEBGL_FROM].reset_index(drop=True)
    many["baseline_score"] = [number % 1000 / 1000 for number in range(WEBGL_FROM)]
    many["other_score"] = [number // 1000 / 10 for number in range(WEBGL_FROM)]
    assert {trace["type"] for trace in drawn(score_scatter(few, "a", "b", LIGHT))["data"]} == {"scatter"}
    assert {trace["type"] for trace in drawn(score_scatter(many, "a", "b", LIGHT))["data"]} == {"scattergl"}


def test_the_scatter_in_words() -> None:
    """Higher, lower and same are counted, and the largest loss is named."""
    _, comparison = two_runs(["+", "+", "-"], ["-", "+", "+"])
    text = score_scatter_text(comparison_frame(comparison), "a", "b")
    assert text.startswith("Scores of b against a, case by case: 1 case higher, 1 lower, 1 the same.")
    assert "The largest loss is c1, from 1.00 to 0." in text
    _, equal = two_runs(["+"], ["+"])
    assert "loss" not in score_scatter_text(comparison_frame(equal), "a", "b")


def test_means_are_over_the_cases_that_all_runs_answer() -> None:
    """A case that one run lacks counts in none; trials of a case count as one."""
    runs = {"a": {"c1": "+", "c2": "+-", "c3": "-"}, "b": {"c1": "-", "c2": "--", "c3": ""}}
    means = metric_means(metrics_frame(answers(runs)), ["a", "b"])
    passed = means[means["metric"] == "passed"]
    assert list(passed["run"]) == ["a", "b"]
    assert list(passed["mean"]) == [0.75, 0.0]
    assert set(passed["n"]) == {2}
    assert set(means["title"]) >= {"Score", "Argument F1", "Redundant rate"}
    assert means["mean"].between(0, 1).all()


def test_no_common_case_gives_no_mean() -> None:
    """A mean over nothing is no line and no 0."""
    apart = metrics_frame(answers({"a": {"c1": "+"}, "b": {"c2": "+"}}))
    assert metric_means(apart, ["a", "b"]).empty
    assert metric_means(apart, ["a", "gone"]).empty
    assert metric_heatmap_text(metric_means(apart, ["a", "b"])) == ""


def test_the_heatmap_has_a_row_for_each_metric() -> None:
    """One column a run in the order given; number and n stand in the cell, and the way that is better where it is down."""
    means = metric_means(metrics_frame(answers({"a": {"c1": "+"}, "b": {"c1": "-"}})), ["b", "a"])
    figure = drawn(metric_heatmap(means, ["b", "a"], LIGHT))
    assert figure["layout"]["xaxis"]["ticktext"] == ["b", "a"]
    rows = figure["layout"]["yaxis"]["ticktext"]
    assert rows[0] == "Passed"
    assert "Redundant rate, lower is better" in rows
    texts = {text for trace in figure["data"] for row in trace.get("text", []) for text in row if text}
    assert {"1.00  n 1", "0.00  n 1"} <= texts
    squares = next(trace for trace in figure["data"] if trace["type"] == "scatter")
    assert {tuple(data) for data in squares["customdata"]} == {("a",), ("b",)}
    assert metric_heatmap_text(means).startswith("Passed: b 0.00, a 1.00; ")


@pytest.mark.parametrize("chart", ["scatter", "heatmap"])
def test_text_from_files_is_escaped(chart: str) -> None:
    """Names of cases and runs are no markup and no formula; a click gives the plain name."""
    evaluations = [answer(HOSTILE, HOSTILE), answer(HOSTILE, "b", passes=False)]
    if chart == "scatter":
        comparison = compare(results(evaluations), HOSTILE, "b")
        figure = score_scatter(comparison_frame(comparison), HOSTILE, "b", LIGHT)
    else:
        runs = [HOSTILE, "b"]
        figure = metric_heatmap(metric_means(metrics_frame(evaluations), runs), runs, LIGHT)
    data = drawn(figure)
    clicks = [trace.pop("customdata", None) for trace in data["data"]]
    assert HOSTILE in json.dumps(clicks).encode().decode("unicode_escape")
    shown = json.dumps(data)
    assert "evil" in shown
    assert "<a" not in shown
    assert "$" not in shown

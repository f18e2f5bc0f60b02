"""Which runs give most for their money and time."""

import json

import pytest

from tests.evaluations import call, masked
from toolscore_core.calls import Trace
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report import frames
from toolscore_core.report.figures import LIGHT, pareto
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.performance_pareto import pareto_text

GOLD = [call("a"), call("b")]


def runs(**numbers: tuple[int, float | None]) -> list[MaskedEvaluation]:
    """Runs over two cases: how many they pass, and what each costs."""
    return [
        masked(GOLD, Trace(GOLD if case < passed else [], cost=usd), case_id=f"case-{case}", run=run)
        for run, (passed, usd) in numbers.items()
        for case in range(2)
    ]


@pytest.mark.parametrize(
    ("views", "frontier"),
    [
        (runs(a=(2, 1.0), b=(1, 0.5)), {"a", "b"}),
        (runs(a=(2, 1.0), b=(1, 1.5)), {"a"}),
        (runs(a=(2, 1.0), b=(2, 1.0)), {"a", "b"}),
        (runs(a=(2, 1.0), b=(2, 0.5)), {"b"}),
        (runs(a=(2, None), b=(1, 0.5)), {"b"}),
        (runs(a=(0, 0.0), b=(1, 0.0)), {"b"}),
    ],
    ids=["a trade-off", "worse and dearer", "equal", "as good and cheaper", "unpriced", "free"],
)
def test_frontier(views: list[MaskedEvaluation], frontier: set[str]) -> None:
    """On it stands who is beaten by nobody; equals stand there together; an unknown cost beats nobody."""
    lines = lines_of(frames.pareto_frame(views, "cost"))
    assert {line["run"] for line in lines if line["frontier"]} == frontier


def test_the_frontier_in_words() -> None:
    """Who is on it, who is beaten by whom at what cost, and who is not drawn."""
    text = pareto_text(frames.pareto_frame(runs(a=(2, 1.0), b=(1, 1.5), c=(1, 0.25), d=(2, None)), "cost"), "cost")
    assert text == (
        "a and c are on the frontier: no run is better and cheaper. "
        "b is beaten by a: better at $1.00 a case instead of $1.50. "
        "d is unpriced in all 2 cases and is not drawn."
    )


def test_one_run_is_weighed_against_nothing() -> None:
    """That is said, too; and so is a run without gold."""
    views = [*runs(a=(2, 1.0)), masked(None, Trace(cost=2.0), case_id="x", run="b")]
    text = pareto_text(frames.pareto_frame(views, "cost"), "cost")
    assert text == "a alone is priced: there is nothing to weigh it against. b has no case with gold and is not drawn."


def test_latency_and_score() -> None:
    """Quality may be the mean score, and what it takes the median time of a case."""
    views = [
        masked(GOLD, Trace([call("a")], duration=seconds), case_id=f"case-{seconds}", run="a")
        for seconds in (1.0, 2.0, 9.0)
    ]
    (line,) = lines_of(frames.pareto_frame(views, "latency", "score"))
    assert (line["value"], line["known"], line["cases"], line["basis"]) == (2.0, 3, 3, "")
    assert line["quality"] == views[0].score


def test_trials_of_a_case_are_one() -> None:
    """A case that passes in one of two trials is half a case, at their mean cost."""
    views = [
        masked(GOLD, Trace(GOLD if trial == 1 else [], cost=float(trial)), run="a", trial=trial) for trial in (1, 2)
    ]
    (line,) = lines_of(frames.pareto_frame(views, "cost"))
    assert (line["quality"], line["n"], line["value"]) == (0.5, 1, 1.5)


def test_the_chart_tells_the_beaten_apart_in_words_too() -> None:
    """Filled and joined on the frontier, a ring with a word off it, nothing for the unknown."""
    table = frames.pareto_frame(runs(a=(2, 1.0), b=(1, 1.5), c=(1, 0.25), d=(2, None)), "cost")
    line, best, beaten = json.loads(pareto(table, LIGHT, "cost").to_json())["data"]
    assert line["x"] == [0.25, 1.0]
    assert sorted(best["text"]) == ["a", "c"]
    assert beaten["text"] == ["b, beaten"]
    assert (best["marker"]["symbol"], beaten["marker"]["symbol"]) == ("circle", "circle-open")
    assert "unpriced" not in json.dumps(best["hovertext"])

"""The numbers of the small figures: over cases, with trials as one, and none where one is not known."""

from pathlib import Path

import pytest

from tests.comparisons import absent, answer
from tests.evaluations import sample_evaluations
from toolscore_core.comparison import results
from toolscore_core.report import frames
from toolscore_core.report.run_numbers import Average, costs, durations, ratios


def test_metrics_by_run_are_those_of_the_app(sample_data: Path) -> None:
    """Means over the cases that all runs have, each trial counted with its case, as the frame of the Compare page."""
    evaluations = sample_evaluations(sample_data / "support-agent")
    runs = results(evaluations).runs
    means = frames.metric_means(frames.metrics_frame(evaluations), runs)
    shown = means[means["metric"] != "passed"]
    found = ratios(evaluations, runs)
    assert [mean for ratio in found for mean in ratio.means] == pytest.approx(list(shown["mean"]))
    assert found[0].n == shown["n"].iloc[0] == 12


def test_a_case_with_an_unpriced_trial_is_unpriced() -> None:
    """Cost is the mean and time the median over cases; one that lacks the number in a trial has none, which is not 0."""
    evaluations = [
        answer("c1", "m", cost=0.01, duration=1.0),
        answer("c2", "m", cost=0.05, duration=2.0, trial=1),
        answer("c2", "m", cost=0.09, duration=4.0, trial=2),
        answer("c3", "m", cost=9.0, duration=9.0, trial=1),
        answer("c3", "m", trial=2),
        answer("c4", "m", duration=3.5),
        absent("c5", "m"),
    ]
    found = results(evaluations)
    assert costs(found, "m") == Average(0.04, 2, 4)
    assert durations(found, "m") == Average(3.0, 3, 4)
    assert durations(results(evaluations[-1:]), "m") == Average(None, 0, 0)

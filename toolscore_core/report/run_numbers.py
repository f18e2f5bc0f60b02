"""Masked evaluations -> the numbers of each run over all its cases, trials of a case as one, for small figures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from toolscore_core.comparison import Results
from toolscore_core.comparison.measuring import Measure
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.measures import trace_cost, trace_duration
from toolscore_core.report.tidy import tidy_lines


@dataclass(frozen=True, slots=True)
class Average:
    """A number over cases.

    Attributes:
        value: None where no case has it, which is not 0.
        n: Cases that have it, in all of their trials.
        of: Cases with a trace.
    """

    value: float | None
    n: int
    of: int


@dataclass(frozen=True, slots=True)
class Ratio:
    """A metric between 0 and 1.

    Attributes:
        title: For people.
        higher_is_better: Which way is better.
        means: Mean over the cases that every run has the metric of, one for each run; trials of a case count by their mean.
        n: Those cases.
    """

    title: str
    higher_is_better: bool
    means: tuple[float, ...]
    n: int


def durations(found: Results, run: str) -> Average:
    """Median over cases of the seconds that a conversation took."""
    return _average(_means(found, run, trace_duration), median)


def costs(found: Results, run: str) -> Average:
    """Mean over cases of what a conversation cost, in USD."""
    return _average(_means(found, run, trace_cost), fmean)


def _means(found: Results, run: str, measure: Measure) -> list[float | None]:
    """A number of each case of which the run has a trace: the mean of its trials; None where one lacks it."""
    return [result.mean_of(measure) for result in found.of_run(run) if result.trials]


def _average(numbers: Sequence[float | None], of: Callable[[Sequence[float]], float]) -> Average:
    known = [number for number in numbers if number is not None]
    return Average(of(known) if known else None, len(known), len(numbers))


def ratios(evaluations: Sequence[MaskedEvaluation], runs: Sequence[str]) -> list[Ratio]:
    """Every metric between 0 and 1 that some case has in all of the runs, the score first; as `frames.metric_means`."""
    found: dict[str, tuple[str, bool, dict[str, dict[str, list[float]]]]] = {}
    for line in tidy_lines([evaluation for evaluation in evaluations if evaluation.run is not None]):
        if line["unit"] == "ratio" and line["better"] and isinstance(line["value"], (int, float)):
            _, _, by_run = found.setdefault(line["metric"], (line["title"], line["better"] == "higher", {}))
            by_run.setdefault(line["run"], {}).setdefault(line["case"], []).append(line["value"])
    ratios_found = []
    for title, higher, by_run in found.values():
        shared = set.intersection(*(set(by_run.get(run, ())) for run in runs))
        if shared:
            means = tuple(fmean(fmean(by_run[run][case]) for case in sorted(shared)) for run in runs)
            ratios_found.append(Ratio(title, higher, means, len(shared)))
    return ratios_found

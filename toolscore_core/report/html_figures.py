"""Masked evaluations -> the figures of the page: scores by case and run, metrics by run, latency and cost by run."""

from collections.abc import Callable, Sequence
from typing import Final

from toolscore_core.comparison import CaseResult, Comparison, Outcome, Results, results
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_words import OUTCOME_SYMBOLS, passed_text, score_difference_text
from toolscore_core.report.run_numbers import Average, Ratio, costs, durations, ratios
from toolscore_core.report.svg import Bar, Cell, Figures
from toolscore_core.report.words import count_text, ratio_text, seconds_text, usd_text

_MOST_CASES: Final = 60

MOST_RUNS: Final = 8
"""Runs that one figure or table shows; they would not fit on a page."""

OUTCOME_CLASSES: Final[dict[Outcome, str]] = {"worse": "missing", "better": "extra", "same": "plain"}
"""Class of the style sheet that colours an outcome."""


def figures_of(evaluations: Sequence[MaskedEvaluation], draw: Figures) -> str:
    """All figures over several entries; "" where there is one entry, or no run has a name."""
    found = results(evaluations)
    if len(evaluations) < 2 or not found.runs:
        return ""
    parts = [_scores(found, draw), _ratios(evaluations, found, draw), _bars(found, draw)]
    return f'<h2>At a glance</h2>\n<div class="figures">{"".join(part for part in parts if part)}</div>'


def win_strip(comparison: Comparison, draw: Figures) -> str:
    """One square for each case: where the run is better, worse, or the same; "" without a case."""
    if not comparison.pairs:
        return ""
    squares = []
    for pair in comparison.pairs:
        difference = "" if pair.score_difference is None else f", score {score_difference_text(pair)}"
        words = f"{pair.case_id}: {pair.outcome}{difference}"
        squares.append((OUTCOME_CLASSES[pair.outcome], OUTCOME_SYMBOLS[pair.outcome], words))
    counted = ", ".join(f"{comparison.count(outcome)} {outcome}" for outcome in ("better", "worse", "same"))
    title = f"Cases of {comparison.other} against {comparison.baseline}"
    return draw.strip(title, f"One square a case, worst regression first: {counted}.", squares)


def _scores(found: Results, draw: Figures) -> str:
    if all(result.score is None for run in found.runs for result in found.of_run(run)):
        return ""
    cases, runs = found.cases[:_MOST_CASES], found.runs[:MOST_RUNS]
    rows = [(str(case), [_score_cell(found.of(case, run), case, run) for run in runs]) for case in cases]
    read = "Each cell: whether the case passes (✓ or ✗, or passed trials) and its score, the stronger the colour the higher."
    notes = [f"the first {len(cases)} of {count_text(len(found.cases), 'case')}"] if cases != found.cases else []
    notes += [f"the first {len(runs)} of {count_text(len(found.runs), 'run')}"] if runs != found.runs else []
    drawn = draw.grid("Score by case and run", read, runs, rows)
    return _card("Score by case and run", drawn, "; ".join([read.removesuffix("."), *notes]) + ".")


def _score_cell(result: CaseResult | None, case: str, run: str) -> Cell:
    if result is None or result.status != "evaluated":
        why = "no trace" if result is None else result.status
        return Cell(why, None, f"{case} in {run}: {why}")
    passed = passed_text(result) if result.n > 1 else "✓" if result.passed else "✗"
    words = f"{passed_text(result)} passed" if result.n > 1 else "passes" if result.passed else "fails"
    score = ratio_text(result.score)
    return Cell(f"{passed}  {score}", result.score, f"{case} in {run}: {words}, score {score}")


def _ratios(evaluations: Sequence[MaskedEvaluation], found: Results, draw: Figures) -> str:
    means = ratios(evaluations, found.runs)
    if not means:
        return ""
    runs = found.runs[:MOST_RUNS]
    rows = [(_ratio_title(ratio), [_ratio_cell(ratio, at, run) for at, run in enumerate(runs)]) for ratio in means]
    read = "Mean over the cases that all runs have, the stronger the colour the higher."
    return _card("Metrics by run", draw.grid("Metrics by run", read, runs, rows), read)


def _ratio_title(ratio: Ratio) -> str:
    return ratio.title if ratio.higher_is_better else f"{ratio.title} (lower is better)"


def _ratio_cell(ratio: Ratio, at: int, run: str) -> Cell:
    label = ratio_text(ratio.means[at])
    return Cell(label, ratio.means[at], f"{ratio.title} in {run}: {label}, mean of {count_text(ratio.n, 'case')}")


def _bars(found: Results, draw: Figures) -> str:
    runs = found.runs[:MOST_RUNS]
    latency = [durations(found, run) for run in runs]
    money = [costs(found, run) for run in runs]
    return _bar_card("Latency a case, median", runs, latency, seconds_text, "not timed", draw) + _bar_card(
        "Cost a case, mean", runs, money, usd_text, "unpriced", draw
    )


def _bar_card(
    title: str,
    runs: Sequence[str],
    averages: Sequence[Average],
    words: Callable[[float | None], str],
    absent: str,
    draw: Figures,
) -> str:
    longest = max((average.value for average in averages if average.value is not None), default=0.0)
    bars = []
    for run, average in zip(runs, averages, strict=True):
        if average.value is None:
            bars.append(Bar(run, absent, None))
            continue
        few = f" ({average.n} of {average.of})" if average.n < average.of else ""
        bars.append(Bar(run, words(average.value) + few, average.value / longest if longest > 0 else 0.0))
    said = "; ".join(f"{bar.name}: {bar.label}" for bar in bars)
    partly = any(average.value is not None and average.n < average.of for average in averages)
    note = "In brackets: of how many cases it is known." if partly else ""
    return _card(title, draw.bars(title, said, bars), note)


def _card(title: str, drawn: str, note: str) -> str:
    shown = f'<p class="muted">{note}</p>' if note else ""
    return f'<figure class="card"><figcaption>{title}</figcaption><div class="drawn" tabindex="0" role="region" aria-label="{title}">{drawn}</div>{shown}</figure>\n'

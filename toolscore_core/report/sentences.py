"""Tables of `frames` -> the sentences that stand above charts and describe them to screen readers."""

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd

from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.verdict import short_name
from toolscore_core.report.argument_frames import worst_arguments
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.records import forbidden_count
from toolscore_core.report.words import NONE, count_text, plain, ratio_text

_AGREEING: Final = 24
_BEFORE: Final = 12


def arguments_sentence(cells: pd.DataFrame) -> str:
    """How many arguments were compared, and which has the lowest F1 over all groups: the one `worst_arguments` puts first."""
    start = f"{count_text(len(cells[['tool', 'argument']].drop_duplicates()), 'argument')} compared"
    weakest = lines_of(worst_arguments(cells, 1))
    if not weakest:
        return f"{start}."
    sums = {name: sum(line[name] for line in weakest) for name in ("correct", "expected", "actual")}
    f1 = 2 * sums["correct"] / (sums["expected"] + sums["actual"])
    if f1 >= 1:
        return f"{start}; every one is right everywhere."
    name = cell_title(weakest[0]) if len(weakest) == 1 else _argument_name(weakest[0])
    return f"{start}; the weakest is {name}: {cell_text({**sums, 'f1': f1})}."


def cell_title(cell: dict[str, Any]) -> str:
    """Name of a heatmap cell, long names cut: `issue_refund.amount in model-b`."""
    return f"{_argument_name(cell)} in {short_name(plain(cell['group'] or NONE))}"


def _argument_name(cell: dict[str, Any]) -> str:
    return short_name(plain(f"{cell['tool']}.{cell['argument']}"))


def from_difference(expected: str, actual: str) -> tuple[str, str]:
    """Two texts of values, both without the beginning in which they agree where that is long."""
    pairs = enumerate(zip(expected, actual, strict=False))
    common = next((at for at, (one, other) in pairs if one != other), min(len(expected), len(actual)))
    if common <= _AGREEING:
        return expected, actual
    return f"…{expected[common - _BEFORE :]}", f"…{actual[common - _BEFORE :]}"


def cell_text(cell: dict[str, Any]) -> str:
    """Numbers of a heatmap cell: `F1 0.50, 3 correct of 6 expected and 6 given`."""
    counts = f"{cell['correct']} correct of {cell['expected']} expected and {cell['actual']} given"
    return f"F1 {ratio_text(cell['f1'])}, {counts}"


def safety_sentence(evaluations: Sequence[MaskedEvaluation], rule_count: int | None) -> str:
    """What was found, or that nothing was, and what was looked for.

    Args:
        evaluations: All entries.
        rule_count: Number of forbidden-call rules; None when there is no rules file.
    """
    traces = sum(evaluation.trace is not None for evaluation in evaluations)
    places = [finding.ordinal for evaluation in evaluations for finding in evaluation.findings if finding.ordinal]
    credentials = len(set(places))
    forbidden = sum(map(forbidden_count, evaluations))
    where = f"in {count_text(traces, 'trace')}"
    own = any("policy_metrics" in evaluation.metrics for evaluation in evaluations)
    if rule_count is None and not own:
        rules = " Forbidden calls were not looked for: there are no rules."
    else:
        rules = "" if forbidden else " No call breaks a rule."
    if not places and not forbidden:
        return f"No credential was found {where}.{rules}"
    spread = f" at {count_text(len(places), 'place')}" if len(places) > credentials else ""
    found = [f"{count_text(credentials, 'credential')}{spread}"] if places else []
    found += [count_text(forbidden, "forbidden call")] if forbidden else []
    return f"{' and '.join(found)} {where}.{rules}"


def trial_sentence(rules: pd.DataFrame, traces: int) -> str:
    """What rules forbid in the loaded traces, which of them nothing breaks, and which no call can break.

    Args:
        rules: What `rules_frame` gives.
        traces: How many were looked at.
    """
    hits = int(rules["hits"].sum())
    undecided = int(rules["undecided"].sum())
    unsure = f", {undecided:,} of them undecided" if undecided else ""
    broken = int((rules["hits"] > 0).sum())
    uncalled = int((~rules["called"]).sum())
    text = f"{count_text(len(rules), 'rule')} forbid{'s' if len(rules) == 1 else ''} {count_text(hits, 'call')}{unsure} in {count_text(traces, 'trace')}"
    parts = [f"{broken:,} {'is' if broken == 1 else 'are'} broken"] if hits else []
    parts += [f"{count_text(uncalled, 'rule')} about tools that no run calls"] if uncalled else []
    return f"{text}{': ' if parts else ''}{', '.join(parts)}."


def score_scatter_text(cases: pd.DataFrame, baseline: str, other: str) -> str:
    """The scatter in words: how many cases score higher, lower and the same, and the largest loss."""
    both = [line for line in lines_of(cases) if line["score_difference"] is not None]
    up, down = (sum(sign * line["score_difference"] > 1e-9 for line in both) for sign in (1, -1))
    text = (
        f"Scores of {plain(other)} against {plain(baseline)}, case by case: {count_text(up, 'case')} higher, {down:,} lower, "
        f"{len(both) - up - down:,} the same."
    )
    if not down:
        return text
    worst = min(both, key=lambda line: line["score_difference"])
    scores = f"{ratio_text(worst['baseline_score'])} to {ratio_text(worst['other_score'])}"
    return f"{text} The largest loss is {plain(worst['case'])}, from {scores}."


def metric_heatmap_text(means: pd.DataFrame) -> str:
    """The heatmap in words: each metric's mean by run."""
    parts: dict[str, list[str]] = {}
    for line in lines_of(means):
        parts.setdefault(metric_title(line), []).append(f"{plain(line['run'])} {ratio_text(line['mean'])}")
    return "; ".join(f"{title}: {', '.join(found)}" for title, found in parts.items())


def metric_title(line: dict[str, Any]) -> str:
    """Title of a metric as a chart of means says it: with the way that is better, where that is down."""
    return f"{line['title']}, lower is better" if line["better"] == "lower" else str(line["title"])

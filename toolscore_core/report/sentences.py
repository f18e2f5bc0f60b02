"""Tables of `frames` -> the sentences that stand above charts, describe them to screen readers, and say what is absent."""

from collections.abc import Sequence
from typing import Any, Final

import pandas as pd

from toolscore_core.formats import FORMATS
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.verdict import short_name
from toolscore_core.report.argument_frames import worst_arguments
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.performance_frames import P95_NEEDS
from toolscore_core.report.records import forbidden_count
from toolscore_core.report.words import NONE, count_text, plain, ratio_text, seconds_text, usd_text

_AGREEING: Final = 24
_BEFORE: Final = 12

_FIELDS = {
    "timing": "In a list of calls the field `duration` of a call, in seconds, fills this",
    "tokens": "In a list of calls the field `usage` of a case, with `input_tokens` and `output_tokens`, fills this",
    "cost": "In a list of calls the field `cost` of a call or case, in USD, fills this",
}


def arguments_sentence(cells: pd.DataFrame) -> str:
    """How many arguments were compared, and which has the lowest F1 over all groups: the one `worst_arguments` puts first."""
    lines = lines_of(worst_arguments(cells))
    names = {(line["tool"], line["argument"]) for line in lines}
    start = f"{count_text(len(names), 'argument')} compared"
    if not lines:
        return f"{start}."
    weakest = [line for line in lines if (line["tool"], line["argument"]) == (lines[0]["tool"], lines[0]["argument"])]
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


def latency_text(latency: pd.DataFrame) -> str:
    """The latency chart in words: each tool's median by run, with n."""
    timed = [line for line in lines_of(latency) if line["n"]]
    return "; ".join(
        plain(f"{line['tool']} in {line['run'] or NONE}: p50 {seconds_text(line['p50_s'])}, n {line['n']}")
        for line in timed
    )


def latency_note(latency: pd.DataFrame) -> str:
    """What the marks of the latency chart mean, for how many the 95th percentile is withheld, and how many calls are untimed."""
    timed = latency[latency["n"] > 0]
    few = int((timed["n"] < P95_NEEDS).sum())
    note = "Dot: median (p50). Line: to the 95th percentile."
    if few:
        which = "everywhere" if few == len(timed) else f"in {few} of {len(timed)} rows"
        note = f"Dot: median (p50). The 95th percentile needs {P95_NEEDS} timed calls and is withheld {which}."
    untimed = int(latency["calls"].sum() - latency["n"].sum())
    return f"{note} {count_text(untimed, 'call')} without a duration." if untimed else note


def cost_note(cost: pd.DataFrame) -> str:
    """How many calls are unpriced; "" when all are priced."""
    unpriced = int(cost["calls"].sum() - cost["priced"].sum())
    if not unpriced:
        return ""
    note = f"{count_text(unpriced, 'call')} unpriced: their cost is not known, which is not $0."
    runs, priced = cost["run"].nunique(), cost.loc[cost["priced"] > 0, "run"].nunique()
    return (
        f"{note} {runs - priced} of {count_text(runs, 'run')} have no priced call at all."
        if 0 < priced < runs
        else note
    )


def cost_text(cost: pd.DataFrame) -> str:
    """The cost chart in words: each tool's recorded cost by run."""
    return "; ".join(
        plain(f"{line['tool']} in {line['run'] or NONE}: {usd_text(line['cost_usd'])}") for line in lines_of(cost)
    )


def waterfall_text(calls: pd.DataFrame) -> str:
    """The waterfall in words: each call's start and duration."""
    return "; ".join(
        plain(
            f"{line['trace_index'] + 1} {line['tool']} at {seconds_text(line['start_s'])} for {seconds_text(line['duration_s'])}"
            + (", failed" if line["failed"] else "")
        )
        for line in lines_of(calls)
    )


def waterfall_note(calls: pd.DataFrame) -> str:
    """How many calls of a waterfall have no duration, or neither duration nor start; "" when all have one."""
    untimed = calls["duration_s"].isna()
    unplaced = int((untimed & calls["start_s"].isna()).sum())
    started = int(untimed.sum()) - unplaced
    notes = [f"{count_text(started, 'call')} without a duration: a ring stands at the start."] if started else []
    notes += [f"{count_text(unplaced, 'call')} not timed at all."] if unplaced else []
    return " ".join(notes)


def absent_text(what: str) -> str:
    """Which field of a file would give a number that no trace has.

    Args:
        what: "timing", "tokens" or "cost", as in `Format.gives`.
    """
    titles = [known.title for known in FORMATS if what in known.gives and known.key != "custom"]
    others = f"; of the other formats, these can hold it: {', '.join(titles)}" if titles else ""
    return f"{_FIELDS[what]}{others}."


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

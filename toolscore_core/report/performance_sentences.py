"""Tables of time, tokens and cost -> the sentences above and below them, charts in words, and what a file does not tell."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import pandas as pd

from toolscore_core.formats import FORMATS
from toolscore_core.pricing import BASIS_WORDS
from toolscore_core.report.frame_base import lines_of
from toolscore_core.report.performance_frames import P95_NEEDS, P99_NEEDS
from toolscore_core.report.words import NONE, count_text, listed, percent_text, plain, run_name, seconds_text, usd_text

_FIELDS: Final = {
    "timing": "In a list of calls the field `duration` of a call, in seconds, fills this",
    "tokens": "In a list of calls the field `usage` of a case, with `input_tokens` and `output_tokens`, fills this",
    "cost": "In a list of calls the field `cost` of a call or case, in USD, fills this; so do its `model` and `usage`, by "
    "the price of the model",
}

_ALIKE: Final = 1.005
"""Numbers whose ratio is less are the same for a sentence."""


def performance_sentence(usage: pd.DataFrame) -> str:
    """What matters of cost, time and waste over the runs: which run is the dearest, the slowest, the most wasteful.

    Args:
        usage: What `usage_frame` gives, at least one line.
    """
    lines = lines_of(usage)
    return " ".join(text for text in (_cost(lines), _time(lines), _waste(lines)) if text)


def _cost(lines: Sequence[dict[str, Any]]) -> str:
    judged = any(line["cases"] for line in lines)
    unit = "a passed case" if judged else "a trace"
    known = [(line, usd) for line in lines if (usd := _unit_cost(line, judged=judged)) is not None]
    unpriced = [_run(line) for line in lines if not line["priced"]]
    if len(unpriced) == len(lines):
        return "No trace is priced."
    texts = [_ranked(known, "the dearest", "cost", lambda usd: f"{usd_text(usd)} {unit}")] if known else []
    unpassed = [_run(line) for line in lines if line["costed"] and line["per_passed_usd"] is None]
    if unpassed:
        texts.append(f"No priced case of {listed(unpassed)} passed.")
    if unpriced:
        texts.append(f"{listed(unpriced)} {'is' if len(unpriced) == 1 else 'are'} unpriced.")
    return " ".join(texts)


def _unit_cost(line: dict[str, Any], *, judged: bool) -> float | None:
    """US dollars of a passed case, or without gold of a trace; None where it is not known, or known in part."""
    if judged:
        return None if line["per_passed_usd"] is None else float(line["per_passed_usd"])
    return line["cost_usd"] / line["priced"] if line["priced"] and not line["partial"] else None


def _time(lines: Sequence[dict[str, Any]]) -> str:
    known = [(line, float(line["p50_s"])) for line in lines if line["p50_s"] is not None]
    if not known:
        return "No file says how long anything took."
    return _ranked(known, "the slowest", "take", lambda seconds: f"{seconds_text(seconds)} a trace at p50")


def _ranked(known: Sequence[tuple[dict[str, Any], float]], which: str, verb: str, show: Callable[[float], str]) -> str:
    """The run with the largest number, and how many times that of the smallest it is."""
    ordered = sorted(known, key=lambda pair: pair[1])
    (least, low), (most, high) = ordered[0], ordered[-1]
    if len(known) == 1:
        return f"{_run(least)} {verb}s {show(low)}."
    if high <= low * _ALIKE:
        return f"All {len(known)} runs {verb} the same: {show(high)}."
    times = f", {_times(high / low)} {_run(least)}" if low > 0 else ""
    return f"{_run(most)} is {which}: {show(high)}{times}."


def _run(line: dict[str, Any]) -> str:
    return run_name(line["run"] or NONE)


def _times(ratio: float) -> str:
    return f"{ratio:.2f} times" if ratio < 1.1 else f"{ratio:.1f} times" if ratio < 10 else f"{ratio:,.0f} times"


def _waste(lines: Sequence[dict[str, Any]]) -> str:
    shares = [
        (line["unasked"] / line["calls"], line) for line in lines if line["unasked"] is not None and line["calls"]
    ]
    if not shares:
        return ""
    share, line = max(shares, key=lambda pair: pair[0])
    if not share:
        return "Every call was asked for."
    most = ", the most of all runs" if len(shares) > 1 else ""
    return f"{percent_text(share)} of the calls of {_run(line)} were not asked for{most}."


def share_text(line: dict[str, Any]) -> str:
    """The share of the time of a run's traces in which a tool ran: `38 %`, or "not recorded"."""
    return percent_text(line["tools_s"] / line["share_s"]) if line["share_s"] else "not recorded"


def share_note(line: dict[str, Any]) -> str:
    """Seconds in tools and outside of them, and of how many traces they are told."""
    if not line["share_s"]:
        return "No file says both how long the conversation took and when each call ran"
    rest = seconds_text(line["share_s"] - line["tools_s"])
    told = count_text(line["shared"], "trace")
    return f"{seconds_text(line['tools_s'])} in tools, {rest} in the model and the rest, over {told}; calls at the same time count once"


_BASES: Final[dict[str, str]] = {
    **BASIS_WORDS,
    "both": "in part recorded, in part priced from tokens",
}
"""Where a cost or a sum of costs comes from, in words."""


def basis_text(basis: str, *, edited: bool = False) -> str:
    """Where a cost comes from: "recorded", "priced from tokens", "priced from tokens, price edited", "unpriced"."""
    return f"{_BASES[basis]}{', price edited' if edited and basis in ('priced', 'both') else ''}"


def latency_text(latency: pd.DataFrame) -> str:
    """The latency chart in words: each tool's or model's median by run, with n."""
    name = str(latency.columns[0])
    timed = [line for line in lines_of(latency) if line["n"]]
    return "; ".join(
        plain(
            f"{line[name] or 'no model named'} in {line['run'] or NONE}: p50 {seconds_text(line['p50_s'])}, n {line['n']}"
        )
        for line in timed
    )


def latency_note(latency: pd.DataFrame) -> str:
    """What the marks of the latency chart mean, for how many the 95th percentile is withheld, and how much is untimed."""
    counted = "calls" if "calls" in latency else "traces"
    timed = latency[latency["n"] > 0]
    few = int((timed["n"] < P95_NEEDS).sum())
    note = "Dot: median (p50). Band: half of all. Line: to the 95th percentile."
    if few:
        which = "everywhere" if few == len(timed) else f"in {few} of {len(timed)} rows"
        note = f"Dot: median (p50). Band: half of all. The 95th percentile needs {P95_NEEDS} timed {counted} and is withheld {which}."
    untimed = int(latency[counted].sum() - latency["n"].sum())
    return f"{note} {count_text(untimed, counted[:-1])} without a duration." if untimed else note


def withheld_text(which: str) -> str:
    """Why a percentile ("p95" or "p99") is not given."""
    needed = P95_NEEDS if which == "p95" else P99_NEEDS
    return f"Withheld: the {which[1:]}th percentile needs {needed} timings"


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
    """The cost chart in words: each tool's cost by run."""
    return "; ".join(
        plain(f"{line['tool']} in {line['run'] or NONE}: {usd_text(line['cost_usd'])}") for line in lines_of(cost)
    )


def waterfall_text(calls: pd.DataFrame) -> str:
    """The waterfall in words: each call's start and duration."""
    return "; ".join(
        plain(
            f"{line['trace_index'] + 1} {line['tool']} at {seconds_text(line['start_s'])} for {seconds_text(line['duration_s'])}"
            + (", failed" if line["failed"] else "")
            + (", at the same time as another" if line["overlaps"] else "")
        )
        for line in lines_of(calls)
    )


def waterfall_note(calls: pd.DataFrame) -> str:
    """What the marks of a waterfall mean, as far as they occur, and how many calls have no duration or no place."""
    untimed = calls["duration_s"].isna()
    unplaced = int((untimed & calls["start_s"].isna()).sum())
    started = int(untimed.sum()) - unplaced
    notes = ["Bracket: calls of one turn."] if calls["group"].notna().any() else []
    notes += ["Indented: made inside the call above."] if (calls["depth"] > 0).any() else []
    notes += [f"{count_text(started, 'call')} without a duration: a ring stands at the start."] if started else []
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


def slower_text(line: dict[str, Any]) -> str:
    """How many times the median of its tool a call of `timings_frame` took: `3.4`; a dash where the median is 0."""
    return f"{line['duration_s'] / line['median_s']:.1f}" if line["median_s"] else NONE


def price_text(usd: float) -> str:
    """US dollars for a million tokens, at least to the cent: `$0.15`, `$15.00`, `$0.075`."""
    whole, _, rest = f"{usd:,.4f}".partition(".")
    return f"${whole}.{rest[:2]}{rest[2:].rstrip('0')}"


def waste_notes(*, gold: bool) -> str:
    """What the kinds of waste mean."""
    repeated = "not asked for by the gold, and made before" if gold else "equal to an earlier call"
    extra = "not asked for by the gold" if gold else "only gold can say"
    return (
        f"Repeated: {repeated}. Extra: {extra}. Blind retry: the same call right after it failed. "
        "Ping-pong: from the third call of A B A B, with equal arguments. The kinds overlap and do not add up."
    )

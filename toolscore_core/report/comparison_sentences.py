"""A comparison -> its sentence, the texts of its numbers, and what does not count, in words."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from toolscore_core.comparison.records import Comparison, Delta
from toolscore_core.comparison.trials import Repeated
from toolscore_core.masked.verdict import Parts
from toolscore_core.report.comparison_words import count_of_passed
from toolscore_core.report.words import (
    NONE,
    count_text,
    listed,
    percent_text,
    plain,
    ratio_text,
    run_name,
    seconds_text,
    signed,
    usd_text,
)

FEWEST_TO_DECIDE: Final = 6
"""Cases that must differ before the sign test can fall below 5 %: 2 / 2^6 is the first that does."""


@dataclass(frozen=True, slots=True)
class DeltaText:
    """A number beside that of the baseline, as people read it.

    Attributes:
        title: What it is and over how many cases: `Score, mean of 12`.
        value: The number of the run: `9 of 12`; "unpriced" or the like where it is unknown.
        baseline: That of the baseline, likewise.
        symbol: "▲" where it is higher than in the baseline, "▼" lower, "=" the same, "" unknown.
        difference: In words: `3 better`, `tie`, `0.8 s slower`; "" where it is unknown.
        change: The same for a card, which does not show the baseline's number: `3 better than model-a (6)`, `model-a: 4.1 s`.
        note: Interval, what is missing, and why something is withheld; "" for nothing.
        direction: As in `Delta`: which colour it takes.
    """

    title: str
    value: str
    baseline: str
    symbol: str
    difference: str
    change: str
    note: str
    direction: str

    @property
    def sentence(self) -> str:
        """All of it in a line, for a screen reader."""
        return "; ".join(part for part in (f"{self.title}: {self.value}", self.change, self.note) if part)


def comparison_sentence(comparison: Comparison, deltas: Sequence[Delta] = ()) -> Parts:
    """Who is better, on how many cases, and whether that decides anything; then cost and speed, and what does not count.

    Args:
        comparison: Which one.
        deltas: What `comparison.deltas` gives for it; () leaves cost and speed out.

    Returns:
        Pieces of text, each with whether it is strong.
    """
    parts = [*_verdict(comparison)]
    money_and_time = _money_and_time(deltas, run_name(comparison.other))
    further = (money_and_time, excluded_text(comparison), asked_text(comparison))
    parts += [(f" {text}", False) for text in further if text]
    return tuple(parts)


def sentence_text(parts: Parts) -> str:
    """The pieces of a sentence as one text."""
    return "".join(text for text, _ in parts)


def _verdict(comparison: Comparison) -> Parts:
    other, baseline = run_name(comparison.other), run_name(comparison.baseline)
    better, worse, same = (comparison.count(outcome) for outcome in ("better", "worse", "same"))
    if not comparison.pairs:
        return _nothing_in_common(comparison, other, baseline)
    if not better and not worse:
        return _all_ties(comparison, other, baseline)
    if len(comparison.pairs) == 1:
        verb = "beats" if better else "loses to"
        return ((f"{other} {verb} {baseline} on the one case that both answer: one case decides nothing.", True),)
    p = f"p {p_text(comparison.p_value)}, {'enough' if comparison.is_decided else 'not enough'} to decide."
    parts = [(f"{_tally(other, baseline, better, worse, same)}: {p}", True)]
    if better + worse < FEWEST_TO_DECIDE:
        differ = f"{count_text(better + worse, 'case')} differ{'s' if better + worse == 1 else ''}"
        parts.append((f" Only {differ}; it takes at least {FEWEST_TO_DECIDE} to decide.", False))
    if _has_trials(comparison):
        parts.append((" A case goes to the run that passes in more of its trials.", False))
    return tuple(parts)


def _tally(other: str, baseline: str, better: int, worse: int, same: int) -> str:
    ties = f"ties {same:,}" if same else "ties none"
    if better == worse:
        return f"{other} and {baseline} win {count_text(better, 'case')} each and {'tie' + ties[4:]}"
    if better > worse:
        return f"{other} beats {baseline} on {count_text(better, 'case')}, loses {worse or 'none'} and {ties}"
    return f"{other} loses to {baseline} on {count_text(worse, 'case')}, beats it on {better or 'none'} and {ties}"


def _all_ties(comparison: Comparison, other: str, baseline: str) -> Parts:
    n = len(comparison.pairs)
    where = "the one case that both answer" if n == 1 else "both cases" if n == 2 else f"all {n:,} cases"
    parts = [(f"{other} and {baseline} tie on {where}.", True)]
    if comparison.baseline_share.passed in (0, n):
        outcome = "passes" if comparison.baseline_share.passed else "fails"
        also = "Both runs pass" if outcome == "passes" else "Neither run passes"
        parts.append((f" {also} {'it' if n == 1 else 'every case' if outcome == 'passes' else 'any case'}.", False))
    return tuple(parts)


def _nothing_in_common(comparison: Comparison, other: str, baseline: str) -> Parts:
    if not comparison.lacks_gold:
        return ((f"{other} and {baseline} have no case in common that can be compared.", True),)
    runs = Counter(left.case_id for left in comparison.excluded)
    shared = any(n > 1 for n in runs.values())
    apart = " They have no case in common: give the traces of one case the same id, or make gold of one of them."
    return (
        (f"No trace of {other} or {baseline} has gold, so nobody can say which of them does better.", True),
        (" What they did can be compared, and what it took." if shared else apart, False),
    )


def _has_trials(comparison: Comparison) -> bool:
    return any(side.n > 1 for pair in comparison.pairs for side in (pair.baseline, pair.other))


def p_text(p_value: float | None) -> str:
    """`= 0.38`, `< 0.001`, `= 1`; two digits, more where it takes them to see on which side of 0.05 it is."""
    if p_value is None:
        return NONE
    if p_value < 0.001:
        return "< 0.001"
    if p_value > 0.995:
        return "= 1"
    digits = 2
    while (float(f"{p_value:.{digits}g}") < 0.05) != (p_value < 0.05):
        digits += 1
    return f"= {p_value:.{digits}g}"


def _money_and_time(deltas: Sequence[Delta], other: str) -> str:
    clauses = [
        f"{_clause(delta)}{_of_how_many(delta)}"
        for delta in deltas
        if delta.unit in ("usd", "s") and delta.direction != "unknown"
    ]
    if not clauses:
        return ""
    first, *rest = clauses
    also = "".join(f" and {clause.removeprefix('is ') if first.startswith('is ') else clause}" for clause in rest)
    return f"{other} {first}{also}."  # by name: the sentence before speaks of both runs where neither is ahead


def _clause(delta: Delta) -> str:
    each = " for each passed case" if delta.key == "cost_per_passed_case" else " a case"
    if delta.direction == "same":
        return f"{'costs' if delta.unit == 'usd' else 'takes'} the same{each}"
    return f"is {_difference(delta)}{each}"


def _of_how_many(delta: Delta) -> str:
    return f" (over {delta.n:,} of {delta.n + delta.missing:,})" if delta.missing else ""


def excluded_text(comparison: Comparison) -> str:
    """Which cases do not count, by run and reason; "" when all count."""
    without_trace: Counter[str] = Counter()
    without_gold: set[str] = set()
    for left in comparison.excluded:
        if left.reason == "no gold":
            without_gold.add(left.case_id)
        else:
            without_trace[left.run] += 1
    said = [f"{_cases_have(n)} no trace in {run_name(run)}" for run, n in without_trace.items()]
    said += (
        [f"{_cases_have(len(without_gold))} no gold"] if without_gold and (comparison.pairs or without_trace) else []
    )
    if not said:
        return ""
    if len(said) == 1:
        one = max([len(without_gold), *without_trace.values()]) == 1
        return f"{said[0]} and {'is' if one else 'are'} not counted."
    return f"{listed(said)}; they are not counted."


def _cases_have(n: int) -> str:
    return f"{count_text(n, 'case')} {'has' if n == 1 else 'have'}"


def asked_text(comparison: Comparison) -> str:
    """In how many cases the runs were not asked the same; "" for none."""
    n = sum(pair.asked_differently for pair in comparison.pairs)
    return f"In {count_text(n, 'case')} the users' first messages differ." if n else ""


def trials_text(found: Repeated, run: str) -> str:
    """pass@k and pass^k of a run for its largest k, and what they rest on.

    Args:
        found: What `comparison.repeated` gives.
        run: Label of the run.
    """
    k = found.fewest
    some, every = percent_text(found.at_least_one[-1]), percent_text(found.every_one[-1])
    notes = [f"over {count_text(found.n, 'case')} with several trials"]
    if found.is_uneven:
        notes.append(f"trials are uneven, {found.fewest} to {found.most}, so that k ends at {k}")
    if found.single:
        notes.append(f"{count_text(found.single, 'case')} with one trial left out")
    return f"{run_name(run)}: pass@{k} {some} (at least one of {k} trials passes), pass^{k} {every} (all do); {'; '.join(notes)}."


def delta_text(delta: Delta, baseline: str) -> DeltaText:
    """The texts of a number.

    Args:
        delta: Which one.
        baseline: Label of the run that it is compared with.
    """
    notes = [_interval(delta), delta.interval_reason, plain(delta.basis), *_missing(delta, run_name(baseline))]
    return DeltaText(
        title=_title(delta),
        value=_value(delta, delta.other, delta.reason),
        baseline=_value(delta, delta.baseline, delta.baseline_reason),
        symbol=_symbol(delta),
        difference=_difference(delta),
        change=_change_from(delta, run_name(baseline)),
        note="; ".join(filter(None, notes)),
        direction=delta.direction,
    )


def _title(delta: Delta) -> str:
    if delta.key == "mean_score":
        return f"Score, mean of {delta.n:,}" if delta.n else "Mean score"
    if delta.key == "latency_p50" and delta.n:
        return f"{delta.title} of {delta.n:,}"
    return delta.title


def _value(delta: Delta, number: float | None, reason: str) -> str:
    if number is None:
        return reason or NONE
    if delta.unit == "cases":
        return f"{count_of_passed(number)} of {delta.n:,}"
    if delta.unit == "score":
        return ratio_text(number)
    if delta.unit == "share":
        return percent_text(number)
    return usd_text(number) if delta.unit == "usd" else seconds_text(number)


def _symbol(delta: Delta) -> str:
    if delta.direction == "unknown" or delta.other is None or delta.baseline is None:
        return ""
    return "=" if delta.direction == "same" else "▲" if delta.other > delta.baseline else "▼"


def _change_from(delta: Delta, baseline: str) -> str:
    if delta.other is None and delta.baseline is None and delta.reason == delta.baseline_reason:
        return ""
    if delta.direction == "unknown":
        alone = delta.other is not None and delta.baseline is not None
        return delta.reason if alone else f"{baseline}: {_value(delta, delta.baseline, delta.baseline_reason)}"
    if delta.unit == "cases" and delta.direction != "same" and delta.baseline is not None:
        return f"{_difference(delta)} than {baseline} ({count_of_passed(delta.baseline)})"
    return _difference(delta)


_WORDS: Final = {"usd": ("cheaper", "dearer"), "s": ("faster", "slower")}


def _difference(delta: Delta) -> str:
    """How much better or worse, in words."""
    if delta.direction == "same":
        return "tie"
    if delta.baseline is None or delta.other is None or delta.direction == "unknown":
        return ""
    word = _WORDS.get(delta.unit, ("better", "worse"))[delta.direction == "worse"]
    return f"{_size(delta, delta.baseline, delta.other)} {word}"


def _size(delta: Delta, baseline: float, other: float) -> str:
    size = abs(other - baseline)
    if delta.unit == "cases":
        return count_of_passed(round(size, 9))
    if delta.unit == "s":
        return seconds_text(size)
    if delta.unit == "score":
        return ratio_text(size) if size >= 0.01 else "under 0.01"
    if delta.unit == "share":
        points = f"{size * 100:.1f}".removesuffix(".0")
        return "under 0.1 points" if points == "0" else f"{points} point{'' if points == '1' else 's'}"
    if baseline <= 0:
        return usd_text(size)
    percent = size / baseline * 100
    return "under 1 %" if percent < 1 else f"{percent:,.0f} %"


_MANY: Final = 20
"""From so many cases on, bounds of a number of cases are whole."""


def _interval(delta: Delta) -> str:
    if delta.interval is None:
        return ""
    digits = 2 if delta.unit != "cases" else 1 if delta.n < _MANY else 0
    lower, upper = (signed(bound, digits) for bound in delta.interval)
    return f"95 % {lower} to {upper}"


def _missing(delta: Delta, baseline: str) -> list[str]:
    """How many cases a number lacks; the same in both runs where they are compared, else each run's own."""
    words = {"usd": ("is unpriced", "are unpriced"), "s": ("is not timed", "are not timed")}
    words |= {"score": ("has no score", "have no score"), "share": ("requires no call", "require no call")}

    def lacking(count: int) -> str:
        return f"{count_text(count, 'case')} {words[delta.unit][count > 1]}"

    said = [lacking(delta.missing)] if delta.missing and delta.other is not None else []
    if delta.direction == "unknown" and delta.baseline is not None and delta.baseline_missing:
        said.append(f"{lacking(delta.baseline_missing)} in {baseline}")
    return said

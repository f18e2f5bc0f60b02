"""What a report says beside its evaluations, the totals over them, and what was masked in it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from toolscore_core.comparison.records import Comparison
from toolscore_core.credentials.masking import MaskedText
from toolscore_core.evaluation import PassRule
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.pricing import price_list_version
from toolscore_core.report.words import count_text, ratio_text

_REPLACED = re.compile(r"\[REDACTED \w+ #(\d+): ")


@dataclass(frozen=True, slots=True)
class Source:
    """One input file of a report.

    Attributes:
        name: File name, masked.
        role: "gold", "trace", "rules", "mapping", "report", or "both" for gold and trace.
        format: What it was read as, for people; "" when it could not be read.
        contents: What it held, in words, e.g. "12 traces, 61 calls".
        problems: What was wrong in it, in words.
        skipped: What was read and left out, in words.
    """

    name: MaskedText
    role: str
    format: str
    contents: str
    problems: tuple[MaskedText, ...] = ()
    skipped: tuple[MaskedText, ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """What a report says beside its evaluations.

    Attributes:
        sources: The input files.
        created: Time of the report; None for now.
        rule: By which its cases pass; None when nobody says.
        comparisons: Each run against one baseline, the one that matters most first; () for a report that compares none.
        prices: By what costs that no file records were priced, as `prices_used` says it; "" when none was.
    """

    sources: Sequence[Source] = ()
    created: datetime | None = None
    rule: PassRule | None = None
    comparisons: Sequence[Comparison] = ()
    prices: str = ""

    @property
    def price_note(self) -> str:
        """Which costs were priced, and by what; "" when none was."""
        return f"Costs that no file records are priced by {self.prices}." if self.prices else ""


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over evaluations.

    Attributes:
        evaluated: Evaluations with a trace.
        without_trace: Gold cases for which a run has no trace.
        without_gold: Traces that match no case.
        passed, failed: Evaluations that the pass rule decides; one without gold or without a trace is neither.
        mean_score: Mean over the evaluations that have a score; None when none has.
        scored: How many have one.
        completed, required: Required calls that were completed, and how many were required, over all cases with a trace.
    """

    evaluated: int
    without_trace: int
    without_gold: int
    passed: int
    failed: int
    mean_score: float | None
    scored: int
    completed: int
    required: int
    gold_calls: int
    trace_calls: int
    failed_calls: int
    credentials: int
    forbidden_calls: int

    @property
    def words(self) -> list[str]:
        """What there is to say of the outcome: `9 passed, 3 failed`, `1 without a trace`, `mean score 0.84 of 12`."""
        said = [f"{self.passed} passed, {self.failed} failed"]
        said += [f"{self.without_trace} without a trace"] if self.without_trace else []
        said += [f"{self.without_gold} without gold"] if self.without_gold else []
        said += [f"mean score {ratio_text(self.mean_score)} of {self.scored}"] if self.scored else []
        said += [f"required calls completed {self.completed} of {self.required}"] if self.required else []
        return said


def totals_of(evaluations: Sequence[MaskedEvaluation]) -> Totals:
    """Sums over evaluations; of none, zeros and None."""
    scores = [e.score for e in evaluations if e.score is not None]
    completed = [e.completed for e in evaluations if e.completed is not None and e.trace is not None]
    return Totals(
        evaluated=sum(e.trace is not None for e in evaluations),
        without_trace=sum(e.trace is None for e in evaluations),
        without_gold=sum(e.case is None for e in evaluations),
        passed=sum(e.passed is True for e in evaluations),
        failed=sum(e.passed is False and e.trace is not None for e in evaluations),
        mean_score=sum(scores) / len(scores) if scores else None,
        scored=len(scores),
        completed=sum(done for done, _ in completed),
        required=sum(of for _, of in completed),
        gold_calls=sum(len(e.case.calls) for e in evaluations if e.case is not None),
        trace_calls=sum(len(e.trace.calls) for e in evaluations if e.trace is not None),
        failed_calls=sum(e.failed_count for e in evaluations),
        credentials=sum(credential_count(e) for e in evaluations),
        forbidden_calls=sum(forbidden_count(e) for e in evaluations),
    )


def prices_used(evaluations: Sequence[MaskedEvaluation]) -> str:
    """By what costs among these were priced now: `genai-prices 0.0.50`, `prices given by hand`, or both; "" when none was."""
    costs = [entry.cost for entry in evaluations if entry.cost.basis == "priced" and not entry.stored]
    listed = any(model.priced_as for cost in costs for model in cost.models)
    names = [f"genai-prices {price_list_version()}"] if listed else []
    names += ["prices given by hand"] if any(cost.edited for cost in costs) else []
    return " and ".join(names)


def credential_count(evaluation: MaskedEvaluation) -> int:
    """Credentials found in the trace."""
    return sum(finding.kind == "credential" for finding in evaluation.findings)


def forbidden_count(evaluation: MaskedEvaluation) -> int:
    """Forbidden calls found in the trace."""
    return sum(finding.kind == "forbidden call" for finding in evaluation.findings)


def credentials_text(evaluations: Sequence[MaskedEvaluation]) -> str:
    """How many credentials the traces hold that every report masks, in words."""
    found = [finding.ordinal for e in evaluations for finding in e.findings if finding.kind == "credential"]
    if not found:
        return "No credential was found in the traces; any would be masked in every report."
    different = count_text(len(set(found)), "credential")
    return f"{different}, found at {count_text(len(found), 'place')}, {'is' if len(set(found)) == 1 else 'are'} masked in every report."


def replaced_in(texts: Iterator[str] | Sequence[str]) -> tuple[int, int]:
    """How many credentials were replaced in the texts of a report: (occurrences, different ones)."""
    ordinals = [found[1] for text in texts for found in _REPLACED.finditer(text)]
    return len(ordinals), len(set(ordinals))

"""What an evaluation holds, and when it passes."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from toolscore_core.alignment import Alignment
from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.credentials.masking import Masker
from toolscore_core.errors import Problem
from toolscore_core.evaluation.preparation import Compared, Prepared, align_prepared
from toolscore_core.evaluation.scoring import NOISE, Contribution, contributions, letter_grade
from toolscore_core.matchers import watching_patterns
from toolscore_core.pairing import Pairing
from toolscore_core.values import finite


@dataclass(slots=True)
class Evaluation:
    """What was found for one case and one trace.

    Attributes:
        case: The gold case; None without gold, which is not an empty gold list.
        trace: The trace as it was read.
        prepared: Both sides as they are compared.
        compared: The expected calls that count for this trace, and the partners on which scores and diff rest; None
            without gold.
        metrics: The documented values by metric key, those of the reference semantics, section 10.
        not_applicable: Metric key -> why its value says nothing here; its value, where there is one, is the documented one.
        score: Weighted mean of the metrics in [0, 1], higher is better; None without gold.
        grade: Letter of the score; None without gold.
        weights: Weights that sum to 1.
        strict: Whether arguments were compared strictly.
        problems: What is wrong in the case's own settings.
        patterns_ran_out: Patterns of the gold that took too long, once for each value: nobody knows whether they match.
    """

    case: Case | None
    trace: Trace
    prepared: Prepared
    compared: Compared | None
    metrics: dict[str, Any]
    not_applicable: dict[str, str]
    score: float | None
    grade: str | None
    weights: dict[str, float]
    strict: bool
    problems: list[Problem] = field(default_factory=list)
    patterns_ran_out: tuple[str, ...] = ()
    _alignment: Alignment | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def gold_calls(self) -> list[ToolCall] | None:
        """All expected calls, in order, with ignored arguments left out; None without gold."""
        return self.prepared.gold

    @property
    def counted_calls(self) -> Sequence[ToolCall]:
        """The expected calls that count for this trace; () without gold.

        Those of gold_calls where it is plain. Optional calls that were not made are left out, a call that an alternative
        answered has its name, and calls without an order stand in the order in which they were made.
        """
        return () if self.compared is None else self.compared.resolved.calls

    @property
    def pairing(self) -> Pairing | None:
        """The partners, by position in counted_calls and trace_calls; None without gold."""
        return None if self.compared is None else self.compared.pairing

    @property
    def trace_calls(self) -> list[ToolCall]:
        """All recorded calls, in order, as they are compared (aliases applied, ignored arguments left out)."""
        return self.prepared.trace

    @property
    def scored(self) -> tuple[int, ...]:
        """Positions in `trace_calls` that take part in pairing and scores."""
        return self.prepared.scored

    @property
    def alignment(self) -> Alignment | None:
        """The aligned diff; its positions are those of gold_calls and trace_calls. None without gold.

        Laid out at its first use: scores need the partners only.
        """
        if self._alignment is None and self.compared is not None:
            with watching_patterns(self.patterns_ran_out):
                self._alignment = align_prepared(self.prepared, self.compared, strict=self.strict)
        return self._alignment

    def take_alignment(self, other: "Evaluation") -> None:
        """Take over the diff of an evaluation of the same pairs, where it was laid out already."""
        self._alignment = other._alignment

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """What each call takes from the score, by position in gold_calls and trace_calls; the points sum to 1 - score.

        () without gold.
        """
        if self.compared is None:
            return ()
        resolved = self.compared.resolved
        found = contributions(resolved.calls, self.prepared.trace, self.scored, self.compared.pairing, self.weights)
        if resolved.calls is self.prepared.gold:
            return found
        return tuple(
            item if item.gold_index is None else replace(item, gold_index=resolved.indexes[item.gold_index])
            for item in found
        )

    @property
    def selection_accuracy(self) -> float | None:
        """Share of recorded calls whose tool is expected; None without gold."""
        return self.metrics.get("selection_accuracy")

    @property
    def argument_f1(self) -> float | None:
        """F1 of the arguments; None without gold."""
        metrics = self.metrics.get("argument_metrics")
        return None if metrics is None else metrics["f1"]

    @property
    def sequence_accuracy(self) -> float | None:
        """1 minus the normalised edit distance of the names; None without gold."""
        metrics = self.metrics.get("sequence_metrics")
        return None if metrics is None else metrics["sequence_accuracy"]

    @property
    def required_call_recall(self) -> float | None:
        """Share of required calls that were completed; None without gold and when no call is expected."""
        return self.metrics.get("required_call_recall")

    @property
    def completed(self) -> tuple[int, int] | None:
        """(required calls completed, required calls); None when there are none."""
        recall = self.required_call_recall
        required = len(self.counted_calls)
        return None if recall is None or not required else (round(recall * required), required)

    @property
    def secret_count(self) -> int:
        """Credentials found in the recorded calls and the conversation."""
        return int(self.metrics["security_metrics"]["secret_count"])

    @property
    def policy_violations(self) -> int | None:
        """Forbidden calls; None when there were no rules."""
        metrics = self.metrics.get("policy_metrics")
        return None if metrics is None else metrics["violation_count"]

    @property
    def failed_count(self) -> int:
        """Recorded calls that failed, those of the provider included."""
        return sum(call.is_error for call in self.trace.calls)

    def to_dict(self) -> dict[str, Any]:
        """Everything as JSON values, without credentials; NaN and the infinities are texts."""
        masker = Masker()
        written = {
            "case_id": None if self.case is None else masker.text(self.case.id),
            "score": self.score,
            "grade": self.grade,
            "required_call_recall": self.required_call_recall,
            "weights": dict(self.weights),
            "strict": self.strict,
            "metrics": masker.value(self.metrics),
            "not_applicable": dict(self.not_applicable),
            "gold_calls": None if self.gold_calls is None else [asdict(masker.call(call)) for call in self.gold_calls],
            "trace_calls": [asdict(masker.call(call)) for call in self.trace_calls],
            "rows": [] if self.alignment is None else [masker.value(_row(row)) for row in self.alignment.rows],
            "omitted": [] if self.alignment is None else list(self.alignment.omitted),
            "contributions": [asdict(contribution) for contribution in self.contributions],
            "problems": [masker.text(str(problem)) for problem in self.problems],
        }
        return dict(finite(written))


def _row(row: Any) -> dict[str, Any]:
    return {
        "state": row.state.value,
        "gold_index": row.gold_index,
        "trace_index": row.trace_index,
        "parallel": row.parallel,
        "alternative": row.alternative,
        "differences": [{"path": difference.path, "state": difference.state.value} for difference in row.differences],
    }


@dataclass(frozen=True, slots=True)
class PassRule:
    """When a case passes.

    Attributes:
        min_score: Lowest score that passes.
        all_required: Whether every required call must have been completed.
        no_findings: Whether credentials and forbidden calls fail the case.
    """

    min_score: float = 0.8
    all_required: bool = True
    no_findings: bool = True

    @property
    def words(self) -> str:
        """The rule as a person reads it."""
        parts = [f"a score of at least {self.min_score:.2f}"]
        parts += ["every required call completed"] if self.all_required else []
        parts += ["no credential or forbidden call"] if self.no_findings else []
        return f"A case passes with {' and '.join([', '.join(parts[:-1]), parts[-1]] if parts[1:] else parts)}."

    @property
    def brief(self) -> str:
        """The same in a few words, for a button: "score ≥ 0.8, all required, no findings"."""
        parts = [f"score ≥ {self.min_score:g}"]
        parts += ["all required"] if self.all_required else []
        parts += ["no findings"] if self.no_findings else []
        return ", ".join(parts)

    def verdict(self, evaluation: Evaluation) -> tuple[bool | None, tuple[str, ...]]:
        """Whether it passes, and what it fails by, in words; (None, ()) without gold."""
        if evaluation.score is None:
            return None, ()
        reasons = []
        if evaluation.score < self.min_score - NOISE:
            reasons.append(f"score {score_text(evaluation.score)} is under {self.min_score:g}")
        if self.all_required and evaluation.completed is not None and evaluation.completed[0] < evaluation.completed[1]:
            reasons.append(f"required calls completed {evaluation.completed[0]} of {evaluation.completed[1]}")
        if self.no_findings:
            for count, noun in (
                (evaluation.secret_count, "credential"),
                (evaluation.policy_violations or 0, "forbidden call"),
            ):
                if count:
                    reasons.append(f"{count} {noun}{'' if count == 1 else 's'}")
        return not reasons, tuple(reasons)


DEFAULT_PASS_RULE: Final = PassRule()
"""The rule that holds where a person gives none."""


def score_text(score: float) -> str:
    """A score to two decimals, never rounded over the edge of a grade or up to a whole 1.

    Example:
        >>> score_text(0.714), score_text(0.8999), score_text(1.0), score_text(0.9999)
        ('0.71', '0.89', '1.00', '0.99')
    """
    rounded = round(score, 2)
    crosses = letter_grade(rounded) != letter_grade(score) or (rounded == 1 and score < 1 - NOISE)
    return f"{rounded - 0.01 if crosses else rounded:.2f}"

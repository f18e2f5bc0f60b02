"""One case and one trace -> an evaluation: findings, metrics, score, grade, and where the score went."""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from toolscore_core.calls import Case, ToolCall, Trace
from toolscore_core.catalogue import Comparison
from toolscore_core.errors import InputError, Location, Problem
from toolscore_core.evaluation.judging import judge_settings, semantic_metrics, sides_of
from toolscore_core.evaluation.preparation import compare_prepared, prepare
from toolscore_core.evaluation.records import DEFAULT_PASS_RULE, Evaluation, PassRule, score_text
from toolscore_core.evaluation.reweighing import VerdictChanges, reweighed, verdict_changes
from toolscore_core.evaluation.scoring import DEFAULT_WEIGHTS, Contribution, letter_grade, resolve_weights, score_of
from toolscore_core.formats import read_traces
from toolscore_core.gold import load_case
from toolscore_core.judge.config import JudgeConfig
from toolscore_core.matchers import watching_patterns
from toolscore_core.metrics import METRICS
from toolscore_core.metrics.side_effects import VALIDATORS
from toolscore_core.rules import CompiledRules, compile_rules, rule_problems

__all__ = [
    "DEFAULT_PASS_RULE",
    "DEFAULT_WEIGHTS",
    "Contribution",
    "Evaluation",
    "PassRule",
    "VerdictChanges",
    "evaluate",
    "evaluate_many",
    "evaluate_trace",
    "letter_grade",
    "resolve_weights",
    "reweighed",
    "score_text",
    "verdict_changes",
]

Rules = list[dict[str, Any]]
Validators = dict[str, Callable[[ToolCall, Any], Any]]


@dataclass(frozen=True, slots=True)
class _Settings:
    """How to evaluate, checked once for all cases."""

    strict: bool
    forbidden: CompiledRules | None
    weights: dict[str, float]
    validators: Validators | None


def _settings(
    strict: bool, forbidden: Rules | None, weights: Mapping[str, float] | None, validate_side_effects: bool
) -> _Settings:
    resolved = resolve_weights(weights)
    rules = None if forbidden is None else compile_rules(forbidden)
    return _Settings(strict, rules, resolved, VALIDATORS if validate_side_effects else None)


def evaluate(
    expected: Case | Sequence[ToolCall] | None,
    actual: Trace | Sequence[ToolCall],
    *,
    strict: bool = False,
    forbidden: Rules | None = None,
    weights: Mapping[str, float] | None = None,
    validate_side_effects: bool = True,
) -> Evaluation:
    """Evaluate one trace against one case.

    Args:
        expected: A case, or its expected calls. None says that there is no gold: then there are no comparison and no
            score. An empty list says that no call is expected, which is something else. Optional calls that were not made
            count nowhere; an alternative that was called, and an optional call that was made, count like any expected
            call; with `order` "any" the expected calls stand in the order in which they were made.
        actual: A trace, or its recorded calls.
        strict: Compare arguments with exact types and white space.
        forbidden: Forbidden-call rules, as `rules_from_json` returns them or as JSON writes them. Those of the case
            come after them.
        weights: Weights of the score that differ from DEFAULT_WEIGHTS; all are divided by their sum.
        validate_side_effects: Run the side-effect checks of the gold. `file_exists` looks at the disk of this
            machine: a server that evaluates other people's files passes False.

    Raises:
        ValueError: Weights or rules that cannot be used, or an expected call whose arguments are no dict.
        TypeError: An argument of the wrong type.
    """
    settings = _settings(strict, forbidden, weights, validate_side_effects)
    return _evaluate(_case_of(expected), _trace_of(actual), settings)


def _case_of(expected: Case | Sequence[ToolCall] | None) -> Case | None:
    if expected is None or isinstance(expected, Case):
        return expected
    return Case("", _calls(expected, "expected"))


def _trace_of(actual: Trace | Sequence[ToolCall]) -> Trace:
    return actual if isinstance(actual, Trace) else Trace(_calls(actual, "actual"))


def _calls(given: Any, name: str) -> list[ToolCall]:
    if isinstance(given, (list, tuple)) and all(isinstance(call, ToolCall) for call in given):
        return list(given)
    one = "case" if name == "expected" else "trace"
    many = f"; a file has its {one}s in `.{one}s`, and `evaluate_many` takes pairs of case and trace"
    kind = type(given).__name__
    if isinstance(given, (list, tuple)):
        kind = f"a {kind} of {next(type(call).__name__ for call in given if not isinstance(call, ToolCall))}"
    raise TypeError(f"`{name}` takes one {one} or its tool calls in a list, not {kind}{many}")


def evaluate_many(
    items: Iterable[tuple[Case | None, Trace]],
    *,
    executor: Executor | None = None,
    strict: bool = False,
    forbidden: Rules | None = None,
    weights: Mapping[str, float] | None = None,
    validate_side_effects: bool = True,
) -> Iterator[Evaluation]:
    """Evaluate many traces, in order; see `evaluate`.

    Args:
        items: (case or None, trace); read as results are taken, so that it may be a generator over a large data set.
        executor: Any executor of `concurrent.futures`; it stays open. None evaluates here.
        strict: As in `evaluate`.
        forbidden: As in `evaluate`.
        weights: As in `evaluate`.
        validate_side_effects: As in `evaluate`.

    Raises:
        ValueError, TypeError: As `evaluate`; for weights and rules at once, before the first item is read.
    """
    settings = _settings(strict, forbidden, weights, validate_side_effects)
    if executor is None:
        return (_evaluate(case, trace, settings) for case, trace in items)
    return _in_parallel(iter(items), settings, executor)


BATCH: Final = 16
"""Items that one task of an executor evaluates."""

AHEAD: Final = 64
"""Batches that are handed out before the first result is taken."""


def _in_parallel(
    items: Iterator[tuple[Case | None, Trace]], settings: _Settings, executor: Executor
) -> Iterator[Evaluation]:
    running: deque[Future[list[Evaluation]]] = deque()
    try:
        while True:
            while len(running) < AHEAD and (batch := list(islice(items, BATCH))):
                running.append(executor.submit(_evaluate_batch, batch, settings))
            if not running:
                return
            yield from running.popleft().result()
    finally:
        for task in running:
            task.cancel()


def _evaluate_batch(batch: list[tuple[Case | None, Trace]], settings: _Settings) -> list[Evaluation]:
    return [_evaluate(case, trace, settings) for case, trace in batch]


def evaluate_trace(
    gold_file: str | os.PathLike[str],
    trace_file: str | os.PathLike[str],
    *,
    format: str = "auto",
    strict: bool = False,
    validate_side_effects: bool = True,
    judge: JudgeConfig | str | bool | None = False,
    forbidden: Rules | None = None,
    weights: Mapping[str, float] | None = None,
) -> Evaluation:
    """Evaluate a file with one trace against a gold file with one case.

    Args:
        gold_file: Path of a file with one case.
        trace_file: Path of a file with one trace.
        format: Key of the trace's format, or "auto".
        strict: As in `evaluate`.
        validate_side_effects: As in `evaluate`.
        judge: Whether a language model is asked, too: True for the default model, a model's name, or settings. It adds
            `metrics["semantic_metrics"]` and touches nothing else; when it fails, an error with its kind stands there.
            None and False ask nothing.
        forbidden: As in `evaluate`.
        weights: As in `evaluate`.

    Raises:
        FileNotFoundError: A file is not there.
        InputError: A file cannot be used, or holds more or fewer cases or traces than one.
        ValueError, TypeError: As `evaluate`; for weights and rules before any file is read.
    """
    settings = _settings(strict, forbidden, weights, validate_side_effects)
    asked = judge_settings(judge)
    case = load_case(gold_file)
    file = read_traces(trace_file, format)
    if len(file.traces) != 1:
        raise InputError(f"the file holds {len(file.traces)} traces and one is expected", Location(file.name))
    evaluation = _evaluate(case, file.traces[0], settings)
    evaluation.problems += file.problems
    if asked is not None:
        [evaluation.metrics["semantic_metrics"]] = semantic_metrics([sides_of(evaluation)], asked)
    return evaluation


def _evaluate(case: Case | None, trace: Trace, settings: _Settings) -> Evaluation:
    prepared = prepare(case, trace)
    with watching_patterns() as ran_out:
        compared = compare_prepared(prepared, strict=settings.strict)
    rules = _rules(case, settings)
    comparison = Comparison(
        case=case,
        trace=trace,
        gold_calls=compared.resolved.calls if compared is not None else [],
        trace_calls=[prepared.trace[i] for i in prepared.scored],
        pairing=compared.of_scored if compared is not None else None,
        rules=rules,
        strict=settings.strict,
        validators=settings.validators,
    )
    metrics, not_applicable = _metrics(comparison)
    score = None if case is None else score_of(metrics, settings.weights)
    return Evaluation(
        case=case,
        trace=trace,
        prepared=prepared,
        compared=compared,
        metrics=metrics,
        not_applicable=not_applicable,
        score=score,
        grade=None if score is None else letter_grade(score),
        weights=settings.weights,
        strict=settings.strict,
        problems=[*_problems(case), *_undecided(case, ran_out)],
        patterns_ran_out=tuple(ran_out),
    )


def _rules(case: Case | None, settings: _Settings) -> Sequence[dict[str, Any]] | None:
    """The rules given for all cases, then those of the case; None when there are neither."""
    own = None if case is None else case.forbidden
    if own is None:
        return settings.forbidden
    return [*(settings.forbidden or ()), *own]


def _problems(case: Case | None) -> list[Problem]:
    return [] if case is None or case.forbidden is None else rule_problems(case.forbidden, case.source.source or "gold")


def _undecided(case: Case | None, ran_out: Sequence[str]) -> list[Problem]:
    if case is None or not ran_out:
        return []
    patterns = len(set(ran_out))
    count = "a pattern" if patterns == 1 else f"{patterns} patterns"
    return [Problem(f"{count} of the gold took too long; the values count as not matching", case.source)]


def _metrics(comparison: Comparison) -> tuple[dict[str, Any], dict[str, str]]:
    """The documented values, and why some of them say nothing here.

    With gold every value is there, also the documented 0.0 of a metric that does not apply, but those that were not
    asked for and totals of 0; without gold only findings and what applies.
    """
    values: dict[str, Any] = {}
    reasons: dict[str, str] = {}
    for metric in METRICS:
        reason = metric.applies(comparison)
        if reason is not None:
            reasons[metric.key] = reason
        if not _is_wanted(metric.key, reason, comparison):
            continue
        value = metric.compute(comparison)
        total = TOTALS.get(metric.key)
        if total is None or value[total] > 0:
            values[metric.key] = value
    if comparison.case is None and "efficiency_metrics" in values:
        # Without gold nobody can say which calls were too many; the function's answer would be "all of them".
        values["efficiency_metrics"] = {**values["efficiency_metrics"], "redundant_count": None, "redundant_rate": None}
    return values, reasons


TOTALS: Final = {"latency_metrics": "total_duration", "cost_metrics": "total_cost"}
"""Metrics that are there only when their total is above 0."""


def _is_wanted(key: str, reason: str | None, comparison: Comparison) -> bool:
    if key == "policy_metrics":
        return comparison.rules is not None
    if key in TOTALS and reason is not None:
        return False
    if key == "side_effect_metrics" and comparison.validators is None:
        return False
    return reason is None or comparison.case is not None or key == "security_metrics"

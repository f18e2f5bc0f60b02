"""`--llm-judge`: asks the judge after everything else is done, prints what it says, and says when it could not run."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console

from toolscore_core.calls import ToolCall
from toolscore_core.cli.safety import safe_line
from toolscore_core.cli.sources import print_section
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import Evaluation
from toolscore_core.evaluation.judging import Sides, semantic_metrics, sides_of
from toolscore_core.evaluation.records import score_text
from toolscore_core.judge.config import JudgeConfig
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import count_text


@dataclass(frozen=True, slots=True)
class Judged:
    """What the judge said.

    Attributes:
        evaluations: The evaluations, with `semantic_metrics` where there was something to judge.
        failures: Why it could not run, each reason once.
    """

    evaluations: list[MaskedEvaluation]
    failures: list[str]


def masked_sides(evaluation: Evaluation, masker: Masker) -> Sides:
    """The calls of an evaluation that the judge may see: without credentials, matchers in their JSON form."""
    gold, trace = sides_of(evaluation)
    return [_masked(call, masker) for call in gold], [_masked(call, masker) for call in trace]


def _masked(call: ToolCall, masker: Masker) -> ToolCall:
    args: Any = masker.value(call.args)
    return ToolCall(masker.text(call.tool), args)


def ask_judge(
    evaluations: Sequence[MaskedEvaluation],
    sides: Sequence[Sides | None],
    config: JudgeConfig,
    console: Console,
    masker: Masker,
) -> Judged:
    """Ask, and print what the judge says.

    Args:
        evaluations: What was evaluated.
        sides: Calls to judge of each; None for one without a case or without a trace.
        config: Settings.
        console: Where to print.
        masker: That of the command.
    """
    wanted = [side for side in sides if side is not None]
    said = iter(semantic_metrics(wanted, config) if wanted else [])
    judged = []
    for evaluation, side in zip(evaluations, sides, strict=True):
        if side is not None:
            evaluation = replace(
                evaluation, metrics={**evaluation.metrics, "semantic_metrics": masker.value(next(said))}
            )
        judged.append(evaluation)
    results = [(e, e.metrics["semantic_metrics"]) for e in judged if "semantic_metrics" in e.metrics]
    print_section(
        console, "Judge", [safe_line(_line(e, metrics), masker) for e, metrics in results if "error" not in metrics]
    )
    reasons = dict.fromkeys(f"--llm-judge: {metrics['error']}" for _, metrics in results if "error" in metrics)
    return Judged(judged, [safe_line(reason, masker) for reason in reasons])


def _line(evaluation: MaskedEvaluation, metrics: dict[str, Any]) -> str:
    """One evaluation's semantic score, with what it rests on."""
    pairs, unread = len(metrics["per_call_scores"]), len(metrics["per_call_errors"])
    name = " · ".join(part for part in (evaluation.case_id, evaluation.run) if part)
    parts = [f"semantic score {score_text(metrics['semantic_score'])}", count_text(pairs, "pair")]
    if unread:
        parts.append(f"{unread} of them not judged, counted as 0")
    if pairs:
        temperature = metrics["temperature"]
        sent = "temperature not sent" if temperature is None else f"temperature {temperature:g}"
        parts.append(f"{metrics['model_used']} at {metrics['host']}, key: {metrics['key_source']}, {sent}")
    return f"{name}: {', '.join(parts)}" if name else ", ".join(parts)

"""Semantic correctness: what a language model says of two lists of calls, pair by pair in their order.

Source of the behaviour: the reference semantics, section 8. It is asked only when somebody calls it, and is no part of the
score.
"""

from collections.abc import Sequence

from toolscore_core.calls import ToolCall
from toolscore_core.judge.blocking import wait_for_result
from toolscore_core.judge.config import JudgeConfig, infer_provider, settings_of
from toolscore_core.judge.positional import PairError, SemanticCorrectness, judge_by_position, open_client
from toolscore_core.judge.provenance import JudgedDict, Provenance, together

__all__ = [
    "BatchSemanticCorrectness",
    "JudgeConfig",
    "PairError",
    "Provenance",
    "SemanticCorrectness",
    "calculate_batch_semantic_correctness",
    "calculate_semantic_correctness",
    "infer_provider",
]

Evaluations = Sequence[tuple[Sequence[ToolCall], Sequence[ToolCall]]]


class BatchSemanticCorrectness(JudgedDict):
    """What a model says of several pairs of lists: a dictionary, and where it came from as `provenance`.

    average_score: Mean of the scores; 0.0 without any, as documented.
    individual_scores: Score of each, in order.
    total_evaluations: How many.
    error_count: Pairs of calls that could not be judged and count as the documented 0.0; the key is there only when
        there is one.
    """


def calculate_semantic_correctness(
    gold_calls: Sequence[ToolCall], trace_calls: Sequence[ToolCall], *, judge: JudgeConfig | str | None = None
) -> SemanticCorrectness:
    """Ask a model how far recorded calls do what was expected; pairs by position, also inside a running event loop.

    Args:
        gold_calls: Expected calls, in order; n may be 0.
        trace_calls: Recorded calls, in order; m may be 0.
        judge: Settings, a model's name, or None for the default model.

    Returns:
        Scores in [0, 1], higher is better. Without a pair nothing is asked: 1.0 when both lists are empty, else 0.0. Its
        `provenance` names the host, where the key came from, what was sent and what it took.

    Raises:
        JudgeConfigError: Settings that contradict each other, or no key; a ValueError.
        MissingSDKError: The provider's SDK is not installed; an ImportError that says how to install it.
        TypeError: Arguments that JSON cannot write, such as matchers.
        JudgeTransportError: A request got no answer.
    """
    return _judge_all([(gold_calls, trace_calls)], judge)[0]


def calculate_batch_semantic_correctness(
    evaluations: Evaluations, *, judge: JudgeConfig | str | None = None
) -> BatchSemanticCorrectness:
    """Ask a model about several pairs of lists, one after the other; see `calculate_semantic_correctness`.

    Args:
        evaluations: (expected calls, recorded calls) of each. Without any, no key is needed.
        judge: Settings, a model's name, or None for the default model.

    Raises:
        JudgeConfigError, MissingSDKError, TypeError, JudgeTransportError: As for one; the first ends it.
    """
    results = _judge_all(evaluations, judge) if evaluations else []
    scores = [result["semantic_score"] for result in results]
    errors = sum(len(result.get("per_call_errors", ())) for result in results)
    documented = {
        "average_score": sum(scores) / len(scores) if scores else 0.0,
        "individual_scores": scores,
        "total_evaluations": len(scores),
        **({"error_count": errors} if errors else {}),
    }
    return BatchSemanticCorrectness(
        documented, together([result.provenance for result in results if result.provenance])
    )


def _judge_all(evaluations: Evaluations, judge: JudgeConfig | str | None) -> list[SemanticCorrectness]:
    config = settings_of(judge)

    async def work() -> list[SemanticCorrectness]:
        async with open_client(config) as client:
            return [await judge_by_position(gold, trace, client, config.model) for gold, trace in evaluations]

    return wait_for_result(work)

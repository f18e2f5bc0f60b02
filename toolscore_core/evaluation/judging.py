"""An evaluation's calls -> what the judge says of them: the documented semantic score, or why there is none."""

from collections.abc import Sequence
from typing import Any

from toolscore_core.calls import ToolCall
from toolscore_core.errors import JudgeConfigError, JudgeError, JudgeTransportError, MissingSDKError
from toolscore_core.evaluation.records import Evaluation
from toolscore_core.judge.config import JudgeConfig, settings_of

Sides = tuple[Sequence[ToolCall], Sequence[ToolCall]]
"""Expected and recorded calls of one evaluation."""


def judge_settings(judge: JudgeConfig | str | bool | None) -> JudgeConfig | None:
    """The settings that a `judge` argument stands for; None when nothing is asked.

    Raises:
        TypeError: It is something else.
    """
    if judge is None or judge is False:
        return None
    return settings_of(None if judge is True else judge)


def sides_of(evaluation: Evaluation) -> Sides:
    """The calls that are judged: those that count for the score."""
    return list(evaluation.counted_calls), [evaluation.trace_calls[index] for index in evaluation.scored]


def semantic_metrics(items: Sequence[Sides], config: JudgeConfig) -> list[dict[str, Any]]:
    """`semantic_metrics` of each item, in order: a flat `SemanticCorrectness`, or an error where the judge failed.

    An error is `{"semantic_score": None, "error": what happened, "kind": its kind}`. After one that the next request
    would meet alike nothing more is asked, and the rest has the same error.
    """
    # asyncio would cost every import of the package as much as the rest of it
    from toolscore_core.judge.blocking import wait_for_result
    from toolscore_core.judge.positional import judge_by_position, open_client

    done: list[dict[str, Any]] = []

    async def work() -> None:
        async with open_client(config) as client:
            for gold, trace in items:
                try:
                    done.append((await judge_by_position(gold, trace, client, config.model)).flat())
                except (JudgeError, TypeError) as error:
                    done.append(_failed(error))
                    if isinstance(error, JudgeTransportError) and error.fatal:
                        return

    try:
        wait_for_result(work)
    except JudgeError as error:
        done.append(_failed(error))
    return done + [dict(done[-1]) for _ in items[len(done) :]]


def _failed(error: JudgeError | TypeError) -> dict[str, Any]:
    return {"semantic_score": None, "error": str(error), "kind": _kind(error)}


def _kind(error: JudgeError | TypeError) -> str:
    if isinstance(error, JudgeTransportError):
        return error.kind
    if isinstance(error, JudgeConfigError):
        return "settings"
    return "sdk" if isinstance(error, MissingSDKError) else "arguments"

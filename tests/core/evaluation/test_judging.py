"""The judge as a part of an evaluation: it adds its metrics, and a judge that fails takes nothing away."""

from pathlib import Path
from typing import Any

import pytest

from tests.servers import Drops, Fails, Reply, Says, judge_server
from toolscore_core.calls import ToolCall
from toolscore_core.evaluation import evaluate_trace
from toolscore_core.evaluation.judging import judge_settings, semantic_metrics
from toolscore_core.judge import JudgeConfig

ONE = Says('[{"index": 0, "score": 0.5, "explanation": "half"}]')


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A gold file and a trace file."""
    gold, trace = tmp_path / "gold.json", tmp_path / "trace.json"
    gold.write_text('[{"tool": "a", "args": {"x": 1}}]')
    trace.write_text('[{"tool": "b", "args": {"y": 1}}]')
    return gold, trace


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """No key of the machine reaches a test."""
    for variable in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_API_KEY"):
        monkeypatch.delenv(variable, raising=False)


def test_a_judge_adds_its_metrics(files: tuple[Path, Path]) -> None:
    """And touches nothing else."""
    with judge_server(ONE) as server:
        judged = evaluate_trace(*files, judge=JudgeConfig("m", base_url=server.url))
    plain = evaluate_trace(*files)
    metrics = judged.metrics.pop("semantic_metrics")
    assert (metrics["semantic_score"], metrics["explanations"]) == (0.5, ["half"])
    assert judged.to_dict() == plain.to_dict()


@pytest.mark.parametrize("judge", [None, False])
def test_no_judge(files: tuple[Path, Path], judge: Any) -> None:
    """None and False ask nothing, also where a key is there."""
    assert "semantic_metrics" not in evaluate_trace(*files, judge=judge).metrics


@pytest.mark.parametrize("judge", [True, "claude-3", JudgeConfig()])
def test_a_judge_without_a_key(files: tuple[Path, Path], judge: Any) -> None:
    """The error stands in its place, with its kind, and the rest stands."""
    evaluation = evaluate_trace(*files, judge=judge)
    error = evaluation.metrics["semantic_metrics"]
    assert (error["semantic_score"], error["kind"]) == (None, "settings")
    assert "_API_KEY" in error["error"]
    assert evaluation.score is not None


@pytest.mark.parametrize(
    ("reply", "kind"), [(Fails(401), "authentication"), (Fails(500), "server"), (Drops(), "connection")]
)
def test_a_judge_that_fails(files: tuple[Path, Path], reply: Reply, kind: str) -> None:
    """It is an error, not a score of 0."""
    with judge_server(reply) as server:
        evaluation = evaluate_trace(*files, judge=JudgeConfig("m", base_url=server.url, max_retries=0))
    assert evaluation.metrics["semantic_metrics"]["kind"] == kind
    assert evaluation.metrics["semantic_metrics"]["semantic_score"] is None


def test_a_matcher_in_the_gold(files: tuple[Path, Path]) -> None:
    """It cannot be written as JSON, which is said."""
    files[0].write_text('{"calls": [{"tool": "a", "args": {"x": {"$contains": "n"}}}]}')
    with judge_server(ONE) as server:
        evaluation = evaluate_trace(*files, judge=JudgeConfig("m", base_url=server.url))
    assert evaluation.metrics["semantic_metrics"]["kind"] == "arguments"
    assert server.asked == []


def test_something_else_as_a_judge() -> None:
    """It is refused before any file is read."""
    wrong: Any = 5
    with pytest.raises(TypeError, match="not int"):
        evaluate_trace("absent.json", "absent.json", judge=wrong)


def test_what_a_judge_stands_for() -> None:
    """True is the default model."""
    assert [judge_settings(judge) for judge in (True, "m", None, False)] == [
        JudgeConfig(),
        JudgeConfig("m"),
        None,
        None,
    ]


def test_several_evaluations_and_a_failure_that_stays() -> None:
    """After a failure that the next request would meet alike nothing more is asked."""
    sides = ([ToolCall("a")], [ToolCall("b")])
    with judge_server(ONE, Fails(401)) as server:
        results = semantic_metrics([sides] * 4, JudgeConfig("m", base_url=server.url))
    assert [result.get("kind") for result in results] == [None, "authentication", "authentication", "authentication"]
    assert len(server.asked) == 2


def test_several_evaluations_and_a_failure_that_passes() -> None:
    """The next one is asked about."""
    sides = ([ToolCall("a")], [ToolCall("b")])
    with judge_server(Fails(500), ONE) as server:
        results = semantic_metrics([sides] * 2, JudgeConfig("m", base_url=server.url, max_retries=0))
    assert [result["semantic_score"] for result in results] == [None, 0.5]

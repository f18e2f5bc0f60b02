"""The cases in which the reference is wrong: the right values hold here."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from toolscore_core.calls import ToolCall
from toolscore_core.errors import GoldError
from toolscore_core.evaluation import evaluate, evaluate_trace
from toolscore_core.gold import load_gold_standard, read_gold

JUDGE = {"semantic_correctness", "batch_semantic_correctness", "infer_provider"}

OF_THE_VECTORS = {"disputed-019", "disputed-085"}
"""Cases whose kind of credential contradicts the golden vectors, which call the same text an openai_api_key."""

IN_WORDS: dict[str, Callable[[dict[str, Any]], bool]] = {
    "ValueError": lambda outcome: outcome.get("raises") == "ValueError",
    "ValueError, or 1 violation": lambda outcome: (
        outcome.get("raises") == "ValueError" or outcome["expected"]["violation_count"] == 1
    ),
    "a finding": lambda outcome: outcome["expected"]["secret_count"] == 1,
    "a finding with source=result": lambda outcome: outcome["expected"]["secrets"][0]["source"] == "result",
}
"""What the file says in words -> whether an outcome is that."""


def load_runner(folder: Path) -> Any:
    """The runner of the golden vectors as a module."""
    spec = importlib.util.spec_from_file_location("run_vectors", folder / "run_vectors.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_disputed_case_outside_the_judge(shared: Path) -> None:
    """The corpus of disputed cases gives the right values, each of them."""
    folder = shared / "reference"
    runner = load_runner(folder)
    names = runner.package_ns("toolscore_core")
    names.loose = False  # the results of find_secrets are compared with their sources
    wrong = []
    for case in json.loads((folder / "disputed.json").read_text(encoding="utf-8")):
        if case["function"] in JUDGE:
            continue
        outcome = runner.outcome(case["function"], case["inputs"], names)
        right = case["right"]
        if case["id"] in OF_THE_VECTORS:
            right["secrets"][0]["kind"] = "openai_api_key"
        holds = (
            IN_WORDS[right](outcome) if isinstance(right, str) and right in IN_WORDS else agrees(runner, right, outcome)
        )
        if not holds:
            wrong.append(f"{case['id']} {case['function']}: {case['why']}")
    assert not wrong


def agrees(runner: Any, right: Any, outcome: dict[str, Any]) -> bool:
    """Whether an outcome is the right value, keys that the value does not name aside."""
    return "expected" in outcome and runner.same(named_by(right, outcome["expected"]), right)


def named_by(right: Any, found: Any) -> Any:
    """The found value without the keys that the right one does not have."""
    if isinstance(right, dict) and isinstance(found, dict):
        return {key: named_by(right[key], value) for key, value in found.items() if key in right}
    if isinstance(right, list) and isinstance(found, list) and len(right) == len(found):
        return [named_by(r, f) for r, f in zip(right, found, strict=True)]
    return found


@pytest.mark.parametrize("args", [[1], "x", 5, True], ids=["list", "text", "number", "boolean"])
def test_gold_arguments_that_are_no_object(tmp_path: Path, args: Any) -> None:
    """Arguments that no metric could use are refused where they are read, and not by a crash later."""
    path = tmp_path / "gold.json"
    path.write_text(json.dumps([{"tool": "a", "args": args}]))
    with pytest.raises(GoldError, match="arguments are an object"):
        load_gold_standard(path)


@pytest.mark.parametrize("args", [["x"], "x"], ids=["list", "text"])
def test_evaluating_gold_arguments_that_are_no_object(args: Any) -> None:
    """Such a call made in Python is a ValueError that names it."""
    with pytest.raises(ValueError, match=r"gold_calls\[1\]"):
        evaluate([ToolCall("a"), ToolCall("a", args)], [ToolCall("a", {"x": 1})])


@pytest.mark.parametrize(
    ("tools", "score", "grade"),
    [
        pytest.param(["b", "a"], 0.8, "B", id="two calls swapped"),
        pytest.param(["a", "b"], 1.0, "A", id="all right"),
        pytest.param([], 0.1, "F", id="nothing called"),
    ],
)
def test_scores_are_free_of_float_noise(tmp_path: Path, tools: list[str], score: float, grade: str) -> None:
    """0.4 + 0.3 + 0 + 0.1 is 0.8 and a B."""
    gold, trace = tmp_path / "gold.json", tmp_path / "trace.json"
    gold.write_text('[{"tool": "a", "args": {}}, {"tool": "b", "args": {}}]')
    trace.write_text(json.dumps([{"tool": tool, "args": {}} for tool in tools]))
    evaluation = evaluate_trace(gold, trace)
    assert (evaluation.score, evaluation.grade) == (score, grade)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b'\xef\xbb\xbf[{"tool": "a"}]', id="UTF-8 with a byte order mark"),
        pytest.param('[{"tool": "a"}]'.encode("utf-16"), id="UTF-16"),
    ],
)
def test_gold_as_editors_write_it(data: bytes) -> None:
    """Gold is read in the encodings that editors write."""
    assert [call.tool for call in read_gold(data).cases[0].calls] == ["a"]


def test_gold_that_is_nested_too_deeply() -> None:
    """Deep nesting is a ValueError and no crash."""
    with pytest.raises(ValueError, match="deep"):
        read_gold(b'[{"tool": "a", "args": {"x": ' + b"[" * 5000 + b"]" * 5000 + b"}}]")

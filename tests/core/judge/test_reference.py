"""The judge against the golden vectors and the disputed cases."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FUNCTIONS = ("infer_provider", "semantic_correctness", "batch_semantic_correctness")

BOTH_EMPTY = "nothing expected and nothing called scores 1.0, as in every other metric"
NAMED = "a pair that could not be judged is named in the added key `per_call_errors`"
OTHERWISE = {
    "batch_semantic_correctness-r009": BOTH_EMPTY,
    "batch_semantic_correctness-r039": BOTH_EMPTY,
    "semantic_correctness-h010": NAMED,
    "semantic_correctness-h011": NAMED,
    "semantic_correctness-h025": NAMED,
    "semantic_correctness-h026": NAMED,
    "semantic_correctness-h027": NAMED,
}
"""Vectors that say otherwise than the documentation of this project -> what it says."""

IN_WORDS: dict[str, Callable[[Any], bool]] = {
    "per-pair fallback": lambda found: (found["requests"], found["result"]["per_call_scores"]) == (3, [0.5, 0.5]),
    "score 1.0 (clamped) or fallback": lambda found: found["result"]["per_call_scores"] == [1.0],
    "1 request": lambda found: (found["requests"], found["result"]["semantic_score"]) == (1, 0.9),
}
"""What the file says in words -> whether an outcome is that."""


@pytest.fixture
def folder(shared: Path) -> Path:
    """Folder of the reference."""
    return shared / "reference"


@pytest.fixture
def runner(folder: Path) -> Any:
    """The runner of the golden vectors as a module."""
    spec = importlib.util.spec_from_file_location("run_vectors", folder / "run_vectors.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def documented(found: Any, wanted: Any) -> Any:
    """The found value without the keys that are added to the documented ones."""
    if isinstance(found, dict) and isinstance(wanted, dict):
        return {key: documented(value, wanted[key]) for key, value in found.items() if key in wanted}
    return found


@pytest.mark.parametrize("function", FUNCTIONS)
def test_the_vectors(function: str, folder: Path, runner: Any) -> None:
    """Every vector holds, and has no key more than it says, but those that the documentation overrules."""
    names = runner.package_ns("toolscore_core")
    wrong = {}
    for vector in json.loads((folder / "vectors" / f"{function}.json").read_text(encoding="utf-8")):
        outcome = runner.outcome(function, vector["inputs"], names)
        if "raises" in vector:
            holds = vector["raises"] in (outcome.get("raises"), "Exception") and "raises" in outcome
        else:
            holds = runner.same(outcome.get("expected"), vector["expected"])
        if not holds:
            wrong[vector["id"]] = (outcome, vector.get("expected"))
    assert wrong.keys() == {name for name in OTHERWISE if name.startswith(f"{function}-")}
    for name, (outcome, expected) in wrong.items():
        if OTHERWISE[name] is NAMED:
            assert outcome["expected"]["result"].pop("per_call_errors")
            assert runner.same(outcome["expected"], expected)


def test_the_disputed_cases(folder: Path, runner: Any) -> None:
    """Where the reference is wrong the right value holds."""
    names = runner.package_ns("toolscore_core")
    cases = [
        case
        for case in json.loads((folder / "disputed.json").read_text(encoding="utf-8"))
        if case["function"] in FUNCTIONS
    ]
    assert len(cases) >= 5
    wrong = []
    for case in cases:
        found, right = runner.outcome(case["function"], case["inputs"], names)["expected"], case["right"]
        holds = (
            IN_WORDS[right](found) if isinstance(right, str) else runner.same(documented(found["result"], right), right)
        )
        if not holds:
            wrong.append(case["id"])
    assert not wrong

"""The names that the package gives."""

import ast
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import toolscore_core as ts

PINNED = [
    "ToolCall",
    "read_traces",
    "iter_traces",
    "read_gold",
    "load_trace",
    "load_gold_standard",
    "align",
    "evaluate",
    "evaluate_trace",
    "evaluate_many",
    "InputError",
    "metrics",
    "comparison",
    "workspace",
    "ANY",
    "Regex",
    "Approx",
    "Contains",
    "OneOf",
    "IsType",
    "letter_grade",
    "report",
    "calculate_invocation_accuracy",
    "calculate_selection_accuracy",
    "calculate_tool_correctness",
    "calculate_edit_distance",
    "calculate_required_call_recall",
    "calculate_redundant_call_rate",
    "calculate_argument_f1",
    "calculate_side_effect_success_rate",
    "calculate_latency",
    "calculate_cost_attribution",
    "find_secrets",
    "redact_secrets",
    "check_forbidden_calls",
    "rules_from_json",
    "load_forbidden_rules",
]


def test_all_is_sorted() -> None:
    """`__all__` is sorted, without repeats, and is what `dir` shows."""
    assert ts.__all__ == sorted(set(ts.__all__)) == dir(ts)


def test_the_pinned_names_are_there() -> None:
    """The documented names are part of the interface."""
    assert set(PINNED) <= set(ts.__all__)


@pytest.mark.parametrize("name", ts.__all__)
def test_every_name_can_be_had(name: str) -> None:
    """Every name of `__all__` loads, and is the same object the second time."""
    assert getattr(ts, name) is getattr(ts, name)


def test_unknown_names_are_refused() -> None:
    """A name that is not there is an AttributeError."""
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        ts.nope  # noqa: B018


def test_type_checkers_see_the_names(root: Path) -> None:
    """What is imported for type checkers is what is loaded at the first use."""
    tree = ast.parse((root / "toolscore_core" / "__init__.py").read_text(encoding="utf-8"))
    typed = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("toolscore_core")
        for alias in node.names
    }
    assert typed == set(ts.__all__)


def test_metrics_are_a_module_and_stand_at_the_top() -> None:
    """The metric functions are those of `toolscore_core.metrics`."""
    assert isinstance(ts.metrics, ModuleType)
    assert ts.calculate_argument_f1 is ts.metrics.calculate_argument_f1


def test_importing_loads_no_module_of_ours() -> None:
    """Importing the package alone is as cheap as Python allows."""
    code = "import sys, toolscore_core; print([m for m in sys.modules if m.startswith('toolscore_core.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("module", ["comparison", "workspace", "stats"])
def test_comparing_loads_scipy_when_it_counts(module: str) -> None:
    """Importing what compares runs costs neither numpy nor scipy; the first test or interval does."""
    code = f"import sys, toolscore_core.{module}; print(sorted({{'numpy', 'scipy', 'pandas'}} & sys.modules.keys()))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"

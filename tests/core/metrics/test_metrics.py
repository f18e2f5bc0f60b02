"""Every metric's record: complete, consistent with its value, and honest about when it applies."""

import typing
from pathlib import Path
from typing import Any

import pytest

import toolscore_core.metrics as metrics_package
from tests.core.metrics.tables import calls, comparison
from toolscore_core.calls import ToolCall
from toolscore_core.catalogue import Metric
from toolscore_core.metrics import METRICS
from toolscore_core.metrics.side_effects import VALIDATORS

BY_KEY = {metric.key: metric for metric in METRICS}
GOLD = [ToolCall("a", {"x": 1}, metadata={"side_effects": {"http_ok": True}}), ToolCall("b", {})]
TRACE = [ToolCall("a", {"x": 1}, result=200, duration=1.0, cost=0.5), ToolCall("c", {}, duration=0.5)]
RULES = [{"tool": "c"}]
EVERYTHING = comparison(GOLD, TRACE, rules=RULES, validators=VALIDATORS)


def test_keys_are_the_documented_ones() -> None:
    """The keys are those of an evaluation's metrics, each once."""
    assert [metric.key for metric in METRICS] == [
        "invocation_accuracy",
        "selection_accuracy",
        "tool_correctness_metrics",
        "argument_metrics",
        "sequence_metrics",
        "efficiency_metrics",
        "required_call_recall",
        "security_metrics",
        "policy_metrics",
        "side_effect_metrics",
        "latency_metrics",
        "cost_metrics",
    ]


def test_every_file_of_the_folder_is_listed(root: Path) -> None:
    """A metric that is not in METRICS is forgotten: each file gives at least one record. The judge is asked on demand only."""
    files = {path.stem for path in (root / "toolscore_core" / "metrics").glob("*.py")} - {"__init__", "llm_judge"}
    listed = {metric.compute.__module__.rsplit(".", 1)[1] for metric in METRICS}
    assert listed == files


def test_public_names_are_sorted_and_there() -> None:
    """The public names are complete, sorted, and each a documented function or the list."""
    names = metrics_package.__all__
    assert names == sorted(names)
    for name in names:
        assert name == "METRICS" or getattr(metrics_package, name).__doc__
    functions = {name for name in dir(metrics_package) if name.startswith("calculate_")}
    assert functions <= set(names)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.key)
def test_record_is_complete(metric: Metric) -> None:
    """Titles are sentence case, the description one sentence, the family a known one, units and columns distinct."""
    assert metric.title[0].isupper()
    assert metric.description.endswith(".")
    assert metric.description.count(". ") == 0
    assert metric.family in (
        "Selection",
        "Arguments",
        "Order",
        "Efficiency",
        "Completion",
        "Safety",
        "Side effects",
        "Latency",
        "Cost",
    )
    assert metric.columns
    assert len({column.path for column in metric.columns}) == len(metric.columns)
    assert all(column.title[0].isupper() for column in metric.columns)


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.key)
def test_columns_stand_in_the_value(metric: Metric) -> None:
    """Where everything applies, each column is a number of its unit in the value."""
    assert metric.applies(EVERYTHING) is None
    value = metric.compute(EVERYTHING)
    for column in metric.columns:
        number = value[column.path] if column.path else value
        assert isinstance(number, (int, float))
        assert not isinstance(number, bool)
        if column.unit == "ratio":
            assert 0 <= number <= 1
        if column.unit == "count":
            assert number == int(number)


NO_GOLD = "there is no gold for this trace"


@pytest.mark.parametrize(
    ("key", "gold", "trace", "rules", "reason"),
    [
        ("invocation_accuracy", None, "a", None, NO_GOLD),
        ("selection_accuracy", None, "a", None, NO_GOLD),
        ("tool_correctness_metrics", None, "a", None, NO_GOLD),
        ("argument_metrics", None, "a", None, NO_GOLD),
        ("sequence_metrics", None, "a", None, NO_GOLD),
        ("required_call_recall", None, "a", None, NO_GOLD),
        ("side_effect_metrics", None, "a", None, NO_GOLD),
        ("invocation_accuracy", "", "a", None, None),
        ("selection_accuracy", "", "", None, None),
        ("sequence_metrics", "", "a", None, None),
        ("required_call_recall", "", "a", None, "the gold requires no call"),
        ("required_call_recall", "a", "", None, None),
        ("efficiency_metrics", None, "a", None, None),
        ("efficiency_metrics", "a", "", None, "the trace holds no call"),
        ("security_metrics", None, "a", None, None),
        ("security_metrics", None, "", None, "the trace holds no call"),
        ("policy_metrics", "a", "a", None, "no forbidden-call rules were given"),
        ("policy_metrics", None, "a", [], None),
        ("policy_metrics", None, "", [], "the trace holds no call"),
        ("latency_metrics", None, "a", None, "no recorded call has a duration"),
        ("latency_metrics", None, "", None, "the trace holds no call"),
        ("cost_metrics", None, "a", None, "no recorded call has a cost"),
        ("cost_metrics", None, "", None, "the trace holds no call"),
    ],
    ids=str,
)
def test_reason_why_a_metric_does_not_apply(
    key: str, gold: str | None, trace: str, rules: list[dict[str, Any]] | None, reason: str | None
) -> None:
    """No gold, an empty gold, an empty trace and absent fields are different things, said in plain words."""
    seen = comparison(None if gold is None else calls(gold), calls(trace), rules=rules)
    assert BY_KEY[key].applies(seen) == reason


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.key)
def test_computing_never_fails_where_it_does_not_apply(metric: Metric) -> None:
    """The documented value exists for every combination, so that a caller may ask for it anyway."""
    for gold in (None, [], GOLD):
        for trace in ([], TRACE):
            metric.compute(comparison(gold, trace, rules=RULES, validators=VALIDATORS))


@pytest.mark.parametrize("metric", METRICS, ids=lambda metric: metric.key)
def test_inputs_are_not_changed(metric: Metric) -> None:
    """Metrics are pure."""
    before = repr((GOLD, TRACE, RULES))
    metric.compute(EVERYTHING)
    assert repr((GOLD, TRACE, RULES)) == before


def test_documented_dictionaries_are_typed() -> None:
    """Functions that return a dictionary say which keys it has."""
    for name in metrics_package.__all__:
        function = getattr(metrics_package, name)
        if callable(function):
            returned = typing.get_type_hints(function)["return"]
            assert typing.is_typeddict(returned) or returned in (float, float | None, str, list[dict[str, Any]])

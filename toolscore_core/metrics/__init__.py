"""Gold and trace -> numbers: one file a family of metrics, and the list of them all."""

from typing import Final

from toolscore_core.catalogue import Metric
from toolscore_core.metrics import (
    arguments,
    completion,
    cost,
    efficiency,
    latency,
    order,
    policy,
    secrets,
    selection,
    side_effects,
)
from toolscore_core.metrics.arguments import calculate_argument_f1
from toolscore_core.metrics.completion import calculate_required_call_recall
from toolscore_core.metrics.cost import calculate_cost_attribution
from toolscore_core.metrics.efficiency import calculate_redundant_call_rate
from toolscore_core.metrics.latency import calculate_latency
from toolscore_core.metrics.order import calculate_edit_distance
from toolscore_core.metrics.policy import check_forbidden_calls, load_forbidden_rules, rules_from_json
from toolscore_core.metrics.secrets import find_secrets, redact_secrets
from toolscore_core.metrics.selection import (
    calculate_invocation_accuracy,
    calculate_selection_accuracy,
    calculate_tool_correctness,
)
from toolscore_core.metrics.side_effects import calculate_side_effect_success_rate

METRICS: Final[tuple[Metric, ...]] = (
    *selection.METRICS,
    arguments.METRIC,
    order.METRIC,
    efficiency.METRIC,
    completion.METRIC,
    secrets.METRIC,
    policy.METRIC,
    side_effects.METRIC,
    latency.METRIC,
    cost.METRIC,
)
"""Every metric, in the order in which reports show them."""

__all__ = [
    "METRICS",
    "calculate_argument_f1",
    "calculate_cost_attribution",
    "calculate_edit_distance",
    "calculate_invocation_accuracy",
    "calculate_latency",
    "calculate_redundant_call_rate",
    "calculate_required_call_recall",
    "calculate_selection_accuracy",
    "calculate_side_effect_success_rate",
    "calculate_tool_correctness",
    "check_forbidden_calls",
    "find_secrets",
    "load_forbidden_rules",
    "redact_secrets",
    "rules_from_json",
]

"""Tables of `frames` -> Plotly charts in the project's colours; every text from a file is escaped once, in `chart_style`."""

from toolscore_core.report.chart_style import CONFIG, DARK, LIGHT, Tokens, escaped
from toolscore_core.report.heatmap import FAINT_BELOW, heatmap
from toolscore_core.report.performance_figures import (
    SHORTEST_SPAN_S,
    cost_by_tool,
    latency_by_tool,
    waterfall,
    waterfall_span,
)

__all__ = [
    "CONFIG",
    "DARK",
    "FAINT_BELOW",
    "LIGHT",
    "SHORTEST_SPAN_S",
    "Tokens",
    "cost_by_tool",
    "escaped",
    "heatmap",
    "latency_by_tool",
    "waterfall",
    "waterfall_span",
]

"""Tables of `frames` -> Plotly charts in the project's colours; every text from a file is escaped once, in `chart_style`."""

from toolscore_core.report.chart_style import CONFIG, DARK, LIGHT, Tokens, escaped
from toolscore_core.report.comparison_figures import metric_heatmap, score_scatter
from toolscore_core.report.heatmap import FAINT_BELOW, heatmap
from toolscore_core.report.performance_figures import MOST_POINTS, WEBGL_FROM, cost_by_tool, latency_by_tool
from toolscore_core.report.performance_pareto_figure import pareto
from toolscore_core.report.performance_waterfall_figure import SHORTEST_SPAN_S, waterfall, waterfall_span

__all__ = [
    "CONFIG",
    "DARK",
    "FAINT_BELOW",
    "LIGHT",
    "MOST_POINTS",
    "SHORTEST_SPAN_S",
    "WEBGL_FROM",
    "Tokens",
    "cost_by_tool",
    "escaped",
    "heatmap",
    "latency_by_tool",
    "metric_heatmap",
    "pareto",
    "score_scatter",
    "waterfall",
    "waterfall_span",
]

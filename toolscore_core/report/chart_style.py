"""The look that all charts share: colours, axes, and the one place where text from a file is escaped for Plotly.

Plotly shows some HTML tags in texts (a link would be live) and typesets `$...$`; both are escaped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import plotly.graph_objects as go

from toolscore_core.report.words import plain


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme, as hexadecimal RGB."""

    canvas: str
    surface: str
    ink: str
    muted: str
    line: str
    primary: str
    on_primary: str
    match: str
    changed: str
    moved: str
    missing: str
    extra: str
    failed: str

    @property
    def series(self) -> tuple[str, ...]:
        """Colours of series, in order."""
        # Neighbours differ in hue: primary and extra are both blue.
        return (self.primary, self.changed, self.match, self.moved, self.extra, self.muted)


LIGHT: Final = Tokens(
    canvas="#F7F8FA",
    surface="#FFFFFF",
    ink="#1B1F24",
    muted="#5D6673",
    line="#E3E7ED",
    primary="#3B5BDB",
    on_primary="#FFFFFF",
    match="#1F7A5C",
    changed="#8F6000",
    moved="#6741D9",
    missing="#C2410C",
    extra="#1864AB",
    failed="#B42318",
)
"""Colours on white."""

DARK: Final = Tokens(
    canvas="#0F1216",
    surface="#171B21",
    ink="#E8ECF2",
    muted="#A0A9B6",
    line="#2A313B",
    primary="#8DA2FB",
    on_primary="#0F1216",
    match="#63C7A2",
    changed="#E3B341",
    moved="#B197FC",
    missing="#FF9466",
    extra="#74B8F5",
    failed="#FF8A80",
)
"""Colours on near-black."""

CONFIG: Final[dict[str, Any]] = {
    "displaylogo": False,
    "showSendToCloud": False,
    "displayModeBar": False,
    "responsive": True,
}
"""Plotly's own settings for every chart."""

FONT: Final = "system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif"
"""The font of the pages, so that charts on them look alike."""

LONGEST_LABEL: Final = 40
"""Characters of a label on an axis; the whole text stands in the hover text."""

HEAD_HEIGHT: Final = 64
"""Pixels that the axis and margins of a chart take."""


def escaped(text: str, longest: int | None = None) -> str:
    """Text that Plotly shows as it is: no tag, no entity, no formula, no control character.

    Args:
        text: Any text.
        longest: Cut to this many characters, with an ellipsis; None leaves it whole.
    """
    shown = plain(text)
    if longest is not None and len(shown) > longest:
        shown = f"{shown[: longest - 1]}…"
    return shown.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("$", "&#36;")


def layout(figure: go.Figure, tokens: Tokens, height: int) -> go.Figure:
    """Give a figure the common look and a height in pixels."""
    axis = {
        "gridcolor": tokens.line,
        "linecolor": tokens.line,
        "zeroline": False,
        "automargin": True,
        "fixedrange": True,
    }
    figure.update_layout(
        template="none",
        height=height,
        margin={"l": 8, "r": 16, "t": 8, "b": 8},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": FONT, "size": 13, "color": tokens.ink},
        hoverlabel={
            "bgcolor": tokens.surface,
            "bordercolor": tokens.line,
            "font": {"color": tokens.ink, "size": 13},
            "align": "left",
        },
        hovermode="closest",
        dragmode=False,
        showlegend=False,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "itemclick": False, "itemdoubleclick": False},
    )
    figure.update_xaxes(**axis, tickfont={"color": tokens.muted})
    figure.update_yaxes(**axis, tickfont={"color": tokens.ink})
    return figure


def rows_axis(figure: go.Figure, labels: Sequence[str], **more: Any) -> None:
    """Labels down the left side, the first on top; positions, not names, so that equal labels stay apart."""
    figure.update_yaxes(
        tickmode="array",
        tickvals=list(range(len(labels))),
        ticktext=[escaped(label, LONGEST_LABEL) for label in labels],
        range=[len(labels) - 0.5, -0.5],
        showgrid=False,
        ticks="",
        **more,
    )

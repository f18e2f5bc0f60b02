"""Numbers -> small inline SVG figures with a title and a description; colours come from the classes of the style sheet.

Every mark carries a symbol, a word or its number, so that no figure speaks by colour alone. Texts from files are escaped.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from typing import Final

from toolscore_core.report.words import plain

_LONGEST_NAME: Final = 40
"""Characters of a name in a figure; the whole name stands in its tooltip."""

_LONGEST_TIP: Final = 1000
"""Characters of a tooltip or a description."""

_LETTER: Final = 6.6
"""Pixels of a letter at the size of the figures, on average."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a grid.

    Attributes:
        label: What stands in it.
        share: How strong its colour is, in [0, 1]; None for a cell without a number, which is left bare.
        tip: The cell in words.
    """

    label: str
    share: float | None
    tip: str


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its name, what it says, and its length as a share of the longest; None where there is no number."""

    name: str
    label: str
    share: float | None


class Figures:
    """Draws the figures of one page; each gets ids of its own."""

    def __init__(self) -> None:
        self._ids = count()

    def grid(
        self, title: str, description: str, columns: Sequence[str], rows: Sequence[tuple[str, Sequence[Cell]]]
    ) -> str:
        """A table of numbers in cells of a stronger colour the higher the number.

        Args:
            title: What it shows.
            description: How to read it, for screen readers.
            columns: Names of the columns.
            rows: Name and cells of each row.
        """
        names = min(290, 16 + _LETTER * max((len(_short(name)) for name, _ in rows), default=0))
        wide = max(84.0, 20 + _LETTER * max((min(len(_short(c)), 20) for c in columns), default=0))
        drawn = [
            _text(names + wide * (at + 0.5), 16, _short(column, 20), "head", middle=True, tip=column)
            for at, column in enumerate(columns)
        ]
        for line, (name, cells) in enumerate(rows):
            top = 26 + 28 * line
            drawn.append(_text(0, top + 18, _short(name), "name", tip=name))
            drawn += [_cell(names + wide * at, top, wide, cell) for at, cell in enumerate(cells)]
        return self._figure(title, description, names + wide * len(columns), 30 + 28 * len(rows), drawn)

    def strip(self, title: str, description: str, squares: Sequence[tuple[str, str, str]]) -> str:
        """One square for each case: (class of its colour, symbol, tooltip)."""
        drawn = []
        for at, (kind, symbol, tip) in enumerate(squares):
            left, top = 26 * (at % 40), 26 * (at // 40)
            shape = f'<rect class="square {kind}" x="{left}" y="{top}" width="22" height="22" rx="5"/>'
            sign = _text(left + 11, top + 16, symbol, f"sign {kind}", middle=True)
            drawn.append(f"<g><title>{_safe(tip)}</title>{shape}{sign}</g>")
        width = 26 * min(40, len(squares))
        return self._figure(title, description, width, 26 * -(-len(squares) // 40), drawn)

    def bars(self, title: str, description: str, bars: Sequence[Bar]) -> str:
        """Horizontal bars with their numbers beside them; one without a number is a word alone."""
        names = min(190, 16 + _LETTER * max((len(_short(bar.name)) for bar in bars), default=0))
        drawn = []
        for at, bar in enumerate(bars):
            top = 26 * at
            drawn.append(_text(0, top + 16, _short(bar.name), "name", tip=bar.name))
            length = 0.0 if bar.share is None else max(2.0, 150 * min(1.0, bar.share))
            if bar.share is not None:
                drawn.append(
                    f'<rect class="length" x="{names:g}" y="{top + 5}" width="{length:.1f}" height="12" rx="3"/>'
                )
            drawn.append(_text(names + length + (8 if length else 0), top + 16, bar.label, "value"))
        wide = names + 166 + _LETTER * max((len(bar.label) for bar in bars), default=0)
        return self._figure(title, description, wide, 26 * len(bars), drawn)

    def _figure(self, title: str, description: str, width: float, height: float, drawn: Sequence[str]) -> str:
        number = next(self._ids)
        return (
            f'<svg class="figure" role="img" aria-labelledby="figure-{number} figure-{number}-text" width="{width:.0f}" '
            f'height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"><title id="figure-{number}">{_safe(title)}</title>'
            f'<desc id="figure-{number}-text">{_safe(description)}</desc>{"".join(drawn)}</svg>'
        )


def _cell(left: float, top: float, width: float, cell: Cell) -> str:
    depth = "" if cell.share is None else f' fill-opacity="{0.06 + 0.44 * max(0.0, min(1.0, cell.share)):.2f}"'
    kind = "cell" if cell.share is not None else "cell bare"
    shape = f'<rect class="{kind}" x="{left + 1:g}" y="{top + 1}" width="{width - 2:g}" height="26" rx="5"{depth}/>'
    label = _text(left + width / 2, top + 18, cell.label, "value" if cell.share is not None else "quiet", middle=True)
    return f"<g><title>{_safe(cell.tip)}</title>{shape}{label}</g>"


def _text(left: float, top: float, value: str, kind: str, *, middle: bool = False, tip: str = "") -> str:
    anchor = ' text-anchor="middle"' if middle else ""
    named = f"<title>{_safe(tip)}</title>" if tip and tip != value else ""
    return f'<text class="{kind}" x="{left:g}" y="{top:g}"{anchor}>{named}{_safe(value)}</text>'


def _short(name: str, longest: int = _LONGEST_NAME) -> str:
    shown = plain(name)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def _safe(value: str) -> str:
    return escape(_short(value, _LONGEST_TIP))

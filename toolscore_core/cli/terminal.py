"""The terminal: one console, and the styles of states."""

from typing import Final

from rich.console import Console
from rich.text import Text

from toolscore_core.alignment import State
from toolscore_core.report.words import plain

STATE_STYLES: Final[dict[State, str]] = {
    State.MATCH: "green",
    State.CHANGED: "yellow",
    State.MOVED: "magenta",
    State.MOVED_CHANGED: "magenta",
    State.SUBSTITUTE: "red",
    State.MISSING: "red",
    State.EXTRA: "blue",
    State.REPEATED: "blue",
}
"""Colour of a state; symbol and word say the same without it."""


def new_console() -> Console:
    """A console on standard output that interprets nothing in what it prints."""
    return Console(highlight=False, markup=False, emoji=False)


def shown(text: str, style: str = "") -> Text:
    """Masked text as the terminal may print it: control characters shown, no markup."""
    return Text(plain(text), style=style)

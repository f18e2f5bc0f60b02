"""What was wrong with the input files and their matching -> lines on the terminal."""

from collections.abc import Sequence

from rich.console import Console
from rich.padding import Padding

from toolscore_core.cli.terminal import shown
from toolscore_core.report.records import Source

_MOST = 20


def print_sources(console: Console, sources: Sequence[Source], notes: Sequence[str]) -> None:
    """Print problems, what was skipped, and notes; nothing where all was read and matched."""
    print_section(console, "Problems", [text for source in sources for text in source.problems])
    print_section(console, "Skipped", [text for source in sources for text in source.skipped])
    print_section(console, "Matching", notes)


def print_section(console: Console, title: str, lines: Sequence[str]) -> None:
    """Print lines under a title; nothing where there are none."""
    if not lines:
        return
    console.print(shown(title, "bold"))
    for line in lines[:_MOST]:
        console.print(Padding(shown(line), (0, 0, 0, 2)))
    if len(lines) > _MOST:
        console.print(shown(f"  and {len(lines) - _MOST} more", "dim"))
    console.print()

"""`toolscore formats`: what can be read, and what each format gives."""

import click
from rich.table import Table
from rich.text import Text

from toolscore_core.cli.terminal import new_console
from toolscore_core.formats import FORMATS
from toolscore_core.gold import GOLD_FORMATS


@click.command("formats")
def formats_command() -> None:
    """List the trace and gold formats that can be read."""
    console = new_console()
    console.print(Text("Trace formats", style="bold"))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("--format", "Name", "Gives, where the file has it"):
        table.add_column(title, overflow="fold")
    for known in FORMATS:
        table.add_row(Text(known.key, style="bold"), known.title, ", ".join(("calls", *known.gives)))
    console.print(table)
    console.print(Text("\nGold formats, recognised by themselves", style="bold"))
    gold = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in ("Key", "Name", "Looks like"):
        gold.add_column(title, overflow="fold")
    for form in GOLD_FORMATS:
        gold.add_row(Text(form.key, style="bold"), form.title, form.signature)
    console.print(gold)
    console.print(
        Text(
            "\nFiles may be JSON, JSON lines or server-sent events, gzipped or not. The format is recognised by itself (--format auto)."
        )
    )

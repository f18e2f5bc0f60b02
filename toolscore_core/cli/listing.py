"""`toolscore formats`: what can be read, and what each format gives; or what reading files gave."""

import json

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from toolscore_core.cli.inputs import short_names
from toolscore_core.cli.load_report import file_report, print_report, report_record
from toolscore_core.cli.options import INPUT, format_option
from toolscore_core.cli.safety import CommandFailed, safe_line
from toolscore_core.cli.terminal import new_console
from toolscore_core.credentials.masking import Masker
from toolscore_core.formats import FORMATS
from toolscore_core.gold import GOLD_FORMATS
from toolscore_core.intake import take_in_all
from toolscore_core.report.loading import next_step


@click.command("formats")
@click.argument("paths", nargs=-1, metavar="[FILE]...", type=INPUT)
@format_option
@click.option("--json", "as_json", is_flag=True, help="Print the load reports as JSON.")
def formats_command(paths: tuple[str, ...], format: str, as_json: bool) -> None:
    """List the trace and gold formats that can be read; or say what is read of each FILE.

    FILE may be an archive or a folder. The load report says the format and why it was chosen, what else it could be,
    the traces with their calls and results, what was left out and why, and what is wrong. Credentials are masked.

    Exit code: 0 all files can be read; 1 one cannot; 2 wrong usage.
    """
    if paths:
        _report(paths, format, as_json=as_json)
    elif as_json:
        raise click.UsageError("--json needs a FILE")
    else:
        _list(new_console())


def _report(paths: tuple[str, ...], format: str, *, as_json: bool) -> None:
    masker = Masker()
    names = short_names(paths)
    reports = [
        file_report(intake, masker) for path in paths for intake in take_in_all(names[path], path, format=format)
    ]
    if as_json:
        click.echo(json.dumps([report_record(report) for report in reports], indent=2, ensure_ascii=False))
    else:
        console = new_console()
        for report in reports:
            print_report(console, report)
    unread = [report for report in reports if report.error is not None]
    if unread:
        more = f" and {len(unread) - 1} more" if len(unread) > 1 else ""
        raise CommandFailed(
            safe_line(f"cannot read {unread[0].name}{more}: {next_step(unread[0].error or '')}", masker)
        )


def _list(console: Console) -> None:
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
            "\nFiles may be JSON, JSON lines or server-sent events, packed (gzip, zstd) or not, in archives (zip, tar) or folders. "
            "The format is recognised by itself (--format auto)."
        )
    )

"""`toolscore mapping`: a field mapping for a file of no known format, to be corrected and given to `toolscore eval`."""

from typing import Final

import click

from toolscore_core.cli.options import FILE
from toolscore_core.cli.safety import CommandFailed, safe_line
from toolscore_core.errors import InputError
from toolscore_core.mapping import mapping_to_json, propose_mappings, read_mapped
from toolscore_core.reading import ReadReport, read_documents
from toolscore_core.report.words import count_text

_NOTHING: Final = (
    "nothing in it looks like tool calls; a mapping can be written by hand, "
    'for example {"records": "$[*]", "tool": "step.name", "args": "step.input"}'
)


@click.command("mapping")
@click.argument("file", type=FILE)
@click.option("-n", "--number", type=click.IntRange(1), default=1, show_default=True, help="Which proposal to print.")
def mapping_command(file: str, number: int) -> None:
    """Print the field mapping that most likely reads FILE, and on standard error what it would read.

    Save it, correct its paths, and use it: `toolscore eval GOLD FILE --mapping MAPPING`.

    Exit code: 0 printed; 1 the file cannot be read or nothing in it looks like tool calls; 2 wrong usage.
    """
    report = ReadReport()
    try:
        documents = read_documents(file, report=report)
    except (InputError, OSError) as error:
        raise CommandFailed(safe_line(f"cannot read {file}: {error}")) from None
    proposals = propose_mappings(documents)
    if len(proposals) < number:
        what = f"only {count_text(len(proposals), 'proposal')}" if proposals else _NOTHING
        raise CommandFailed(safe_line(f"{file}: {what}"))
    mapping = proposals[number - 1]
    traces = list(read_mapped(documents, mapping, report))
    calls = [call for trace in traces for call in trace.calls]
    results = sum(call.result is not None or call.is_error for call in calls)
    click.echo(mapping_to_json(mapping), nl=False)
    others = f"; {count_text(len(proposals), 'proposal')} in all" if len(proposals) > 1 else ""
    found = f"{count_text(len(traces), 'trace')}, {count_text(len(calls), 'call')}, {results:,} with a result"
    click.echo(f"Reads {found}{others}", err=True)
    for skipped in report.skipped:
        click.echo(safe_line(str(skipped)), err=True)

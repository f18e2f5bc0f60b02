"""Options and kinds of arguments that several commands take."""

from typing import Final

import click

from toolscore_core.formats import FORMATS

FILE: Final = click.Path(exists=True, dir_okay=False)
INPUT: Final = click.Path(exists=True)
"""A file, an archive or a folder."""

format_option = click.option(
    "-f",
    "--format",
    type=click.Choice(["auto", *(known.key for known in FORMATS)]),
    default="auto",
    show_default=True,
    help="Format of the traces.",
)
mapping_option = click.option(
    "--mapping", type=FILE, metavar="PATH", help="Field mapping by which every trace is read, whatever its format."
)
forbidden_option = click.option(
    "--forbidden", type=FILE, multiple=True, metavar="PATH", help="Forbidden-call rules (JSON or YAML); repeatable."
)

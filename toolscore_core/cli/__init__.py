"""The command line: `toolscore` with `eval`, `compare`, `formats`, `mapping`, `scan`, `schema` and `ui`."""

import importlib.metadata

import click

from toolscore_core.cli.comparing import compare_command
from toolscore_core.cli.evaluating import evaluate_command
from toolscore_core.cli.listing import formats_command
from toolscore_core.cli.mapping import mapping_command
from toolscore_core.cli.safety import CarefulGroup
from toolscore_core.cli.scanning import scan_command
from toolscore_core.cli.schema import schema_command
from toolscore_core.cli.serving import ui_command

__all__ = ["main"]


def _version() -> str:
    try:
        return importlib.metadata.version("toolscore-explorer")
    except importlib.metadata.PackageNotFoundError:  # run from a folder that was never installed
        return "not installed"


@click.group(cls=CarefulGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(_version(), prog_name="toolscore")
def main() -> None:
    """See where an LLM agent went wrong: compare recorded tool calls with expected ones."""


main.add_command(compare_command)
main.add_command(evaluate_command)
main.add_command(formats_command)
main.add_command(mapping_command)
main.add_command(scan_command)
main.add_command(schema_command)
main.add_command(ui_command)

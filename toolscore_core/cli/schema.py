"""`toolscore schema`: what the files that people write, and the reports, look like, as JSON Schema."""

import json

import click

from toolscore_core.gold.schema import GOLD_SCHEMA
from toolscore_core.report.schema import REPORT_SCHEMA
from toolscore_core.rules.schema import RULES_SCHEMA


@click.group("schema")
def schema_command() -> None:
    """Print the JSON Schema of a kind of file."""


@schema_command.command("gold")
def gold_command() -> None:
    """Gold files: expected calls, cases and data sets."""
    click.echo(json.dumps(GOLD_SCHEMA, indent=2, ensure_ascii=False))


@schema_command.command("rules")
def rules_command() -> None:
    """Forbidden-call rules."""
    click.echo(json.dumps(RULES_SCHEMA, indent=2, ensure_ascii=False))


@schema_command.command("report")
def report_command() -> None:
    """JSON reports."""
    click.echo(json.dumps(REPORT_SCHEMA, indent=2, ensure_ascii=False))

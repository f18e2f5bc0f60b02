"""Options and kinds of arguments that several commands take."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import click

from toolscore_core.cli.safety import CommandFailed, remember_debug, safe_line
from toolscore_core.evaluation import DEFAULT_PASS_RULE, PassRule, resolve_weights
from toolscore_core.formats import FORMATS

_Command = TypeVar("_Command", bound=Callable[..., Any])

FILE: Final = click.Path(exists=True, dir_okay=False)
INPUT: Final = click.Path(exists=True)
"""A file, an archive or a folder."""

format_option = click.option(
    "-f",
    "--format",
    type=click.Choice(["auto", *(known.key for known in FORMATS)]),
    default="auto",
    show_default=True,
    metavar="FORMAT",
    help="Format of the traces; `toolscore formats` lists them.",
)
mapping_option = click.option(
    "--mapping", type=FILE, metavar="PATH", help="Field mapping by which every trace is read, whatever its format."
)
forbidden_option = click.option(
    "--forbidden", type=FILE, multiple=True, metavar="PATH", help="Forbidden-call rules (JSON or YAML); repeatable."
)
strict_option = click.option(
    "--strict", is_flag=True, help="Compare arguments strictly: exact types, white space counts."
)
side_effects_option = click.option(
    "--no-side-effects", is_flag=True, help="Do not run the gold file's side-effect checks."
)

debug_option = click.option(
    "-d", "--debug", is_flag=True, callback=remember_debug, help="Show the traceback of an unexpected error."
)


def _weights(_context: click.Context, _parameter: click.Parameter, values: tuple[str, ...]) -> dict[str, float]:
    given = {}
    for value in values:
        name, equals, number = value.partition("=")
        try:
            if not name.strip() or not equals:
                raise ValueError
            given[name.strip()] = float(number)
        except ValueError:
            raise click.BadParameter("takes NAME=NUMBER, for example argument_f1=0.5") from None
    return given


weight_option = click.option(
    "--weight",
    "weights",
    multiple=True,
    callback=_weights,
    metavar="NAME=VALUE",
    help="Weight of one part of the score; repeatable.",
)


def pass_rule_options(command: _Command) -> _Command:
    """Adds `--pass-score`, `--pass-incomplete` and `--pass-findings`, which `pass_rule` reads."""
    for option in reversed(
        (
            click.option(
                "--pass-score",
                type=click.FloatRange(0, 1),
                default=DEFAULT_PASS_RULE.min_score,
                show_default=True,
                help="Lowest score with which a case passes.",
            ),
            click.option("--pass-incomplete", is_flag=True, help="A case passes also without every required call."),
            click.option("--pass-findings", is_flag=True, help="Credentials and forbidden calls fail no case."),
        )
    ):
        command = option(command)
    return command


def pass_rule(given: Mapping[str, Any]) -> PassRule:
    """The rule that `pass_rule_options` give."""
    return PassRule(given["pass_score"], not given["pass_incomplete"], not given["pass_findings"])


def check_weights(weights: dict[str, float]) -> None:
    """Refuse weights that make no score.

    Raises:
        CommandFailed: An unknown part, a negative weight, or a sum of 0.
    """
    try:
        resolve_weights(weights)
    except ValueError as error:
        raise CommandFailed(safe_line(f"--weight: {error}")) from None


@dataclass(frozen=True, slots=True)
class Scoring:
    """How traces are scored, and when a case passes.

    Attributes:
        strict: Whether arguments are compared strictly.
        weights: Weights given by name; {} for the default ones.
        side_effects: Whether the side-effect checks of the gold file run.
        rule: When a case passes.
    """

    strict: bool
    weights: dict[str, float]
    side_effects: bool
    rule: PassRule = DEFAULT_PASS_RULE


_REPORT: Final = click.Path(dir_okay=False)


def report_options(*, csv: str) -> Callable[[_Command], _Command]:
    """Options of the reports that a command writes: `output` (JSON), `html`, `csv`, `markdown`.

    Args:
        csv: What a line of the CSV report is, which commands differ in.
    """

    def with_options(command: _Command) -> _Command:
        for names, what in (
            (("--markdown",), "a Markdown report"),
            (("--csv",), f"a CSV report, a line for each {csv}"),
            (("--html",), "an HTML report"),
            (("-o", "--output"), "a JSON report"),
        ):
            command = click.option(*names, type=_REPORT, metavar="PATH", help=f"Write {what}.")(command)
        return command

    return with_options

"""`toolscore eval`: reads, matches, evaluates, prints, writes the reports that were asked for, and holds the gates."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from toolscore_core.cli.diff import print_case
from toolscore_core.cli.gates import failed_gates
from toolscore_core.cli.inputs import Inputs, read_inputs
from toolscore_core.cli.overview import print_overview
from toolscore_core.cli.safety import CommandFailed, remember_debug, safe_line
from toolscore_core.cli.sources import print_sources
from toolscore_core.cli.terminal import new_console, shown
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import Evaluation, evaluate, resolve_weights
from toolscore_core.formats import FORMATS
from toolscore_core.masked import MaskedEvaluation, mask_evaluation, mask_missing
from toolscore_core.report.export import to_csv, to_html, to_json, to_markdown
from toolscore_core.workspace import Entry, group_runs, match_traces, worst_first

_JUDGE_ABSENT: Final = (
    "--llm-judge: the judge is not part of this version; everything above and every report is complete without it"
)


@dataclass(frozen=True, slots=True)
class Options:
    """The options of one call.

    Attributes:
        strict: Compare arguments strictly.
        side_effects: Run the side-effect checks of the gold file.
        weights: Weights given by name.
        min_score: Lowest score that passes the gate; None for no gate.
        fail_on_violations: Whether findings fail the gate.
        verbose: Print everything.
    """

    strict: bool
    side_effects: bool
    weights: dict[str, float]
    min_score: float | None
    fail_on_violations: bool
    verbose: bool


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


_FILE: Final = click.Path(exists=True, dir_okay=False)
_REPORT: Final = click.Path(dir_okay=False)


@click.command("eval")
@click.argument("gold", type=_FILE)
@click.argument("traces", type=_FILE, nargs=-1, required=True, metavar="TRACE...")
@click.option(
    "-f",
    "--format",
    type=click.Choice(["auto", *(known.key for known in FORMATS)]),
    default="auto",
    show_default=True,
    help="Format of the traces.",
)
@click.option("--strict", is_flag=True, help="Compare arguments strictly: exact types, white space counts.")
@click.option("--forbidden", type=_FILE, metavar="PATH", help="Forbidden-call rules (JSON).")
@click.option(
    "--weight",
    "weights",
    multiple=True,
    callback=_weights,
    metavar="NAME=VALUE",
    help="Weight of one part of the score; repeatable.",
)
@click.option("--no-side-effects", is_flag=True, help="Do not run the gold file's side-effect checks.")
@click.option("-o", "--output", type=_REPORT, metavar="PATH", help="Write a JSON report.")
@click.option("--html", type=_REPORT, metavar="PATH", help="Write an HTML report.")
@click.option("--csv", type=_REPORT, metavar="PATH", help="Write a CSV report.")
@click.option("--markdown", type=_REPORT, metavar="PATH", help="Write a Markdown report.")
@click.option("--min-score", type=click.FloatRange(0, 1), help="Fail when a score is lower, or a case has no trace.")
@click.option("--fail-on-violations", is_flag=True, help="Fail when a credential or a forbidden call is found.")
@click.option("--llm-judge", is_flag=True, help="Ask a language model, too (not part of this version).")
@click.option("--llm-model", default="gpt-4o-mini", show_default=True, help="Model of the judge.")
@click.option(
    "--llm-provider",
    type=click.Choice(["openai", "anthropic", "gemini", "openai_compatible"]),
    help="Provider of the judge.",
)
@click.option("--llm-base-url", metavar="URL", help="Endpoint of the judge.")
@click.option("-v", "--verbose", is_flag=True, help="Print every row, every case in full, and whole arguments.")
@click.option("-d", "--debug", is_flag=True, callback=remember_debug, help="Show the traceback of an unexpected error.")
def evaluate_command(
    gold: str,
    traces: tuple[str, ...],
    format: str,
    strict: bool,
    forbidden: str | None,
    weights: dict[str, float],
    no_side_effects: bool,
    output: str | None,
    html: str | None,
    csv: str | None,
    markdown: str | None,
    min_score: float | None,
    fail_on_violations: bool,
    llm_judge: bool,
    verbose: bool,
    **_later: Any,
) -> None:
    """Compare the recorded calls of each TRACE with the expected calls of GOLD.

    Several traces or cases are matched by id, then by name, then by order. Nothing is written unless a report is asked
    for; reports and output hold no credentials.

    Exit code: 0 evaluated; 1 an input cannot be read or a gate failed (the last line says which); 2 wrong usage.
    """
    options = Options(strict, not no_side_effects, weights, min_score, fail_on_violations, verbose)
    reports = {"-o": output, "--html": html, "--csv": csv, "--markdown": markdown}
    _keep_inputs(reports, [gold, *traces, *([forbidden] if forbidden else [])])
    _check_weights(weights)
    masker = Masker()
    inputs = read_inputs(gold, traces, forbidden, format, masker)
    evaluations, notes = _evaluate(inputs, options, masker)
    console = new_console()
    if len(evaluations) == 1:
        print_case(console, evaluations[0], verbose=verbose)
    else:
        print_overview(console, evaluations, verbose=verbose)
    print_sources(console, inputs.sources, notes)
    for path in _write(reports, evaluations, inputs):
        console.print(shown(f"Wrote {safe_line(path, masker)}"), soft_wrap=True)
    failures = [*inputs.unreadable, *failed_gates(evaluations, min_score=min_score, no_findings=fail_on_violations)]
    failures += [_JUDGE_ABSENT] if llm_judge else []
    if failures:
        raise CommandFailed("; ".join(failures))


def _keep_inputs(reports: dict[str, str | None], inputs: list[str]) -> None:
    """Refuse to write a report over a file that is to be read, or two reports into one file."""
    taken = {os.path.realpath(path) for path in inputs}
    for option, path in reports.items():
        if path is None:
            continue
        if os.path.realpath(path) in taken:
            raise click.UsageError(f"{option} would overwrite a file that is already used")
        taken.add(os.path.realpath(path))


def _check_weights(weights: dict[str, float]) -> None:
    try:
        resolve_weights(weights)
    except ValueError as error:
        raise CommandFailed(safe_line(f"--weight: {error}")) from None


def _evaluate(inputs: Inputs, options: Options, masker: Masker) -> tuple[list[MaskedEvaluation], list[str]]:
    """Evaluations, masked, worst first, and what there is to say about the matching."""
    workspace = match_traces(inputs.cases, group_runs(inputs.files, [case.id for case in inputs.cases]))
    pairs: list[tuple[Entry, Evaluation | None]] = []
    for entry in workspace.entries:
        if entry.trace is None:
            pairs.append((entry, None))
            continue
        evaluation = evaluate(
            entry.case,
            entry.trace,
            strict=options.strict,
            forbidden=inputs.rules,
            weights=options.weights or None,
            validate_side_effects=options.side_effects,
        )
        pairs.append((entry, evaluation))
    masked = [_masked(entry, evaluation, masker) for entry, evaluation in worst_first(pairs)]
    return masked, [safe_line(note, masker) for note in workspace.notes]


def _masked(entry: Entry, evaluation: Evaluation | None, masker: Masker) -> MaskedEvaluation:
    if evaluation is None:
        if entry.case is None:
            raise AssertionError("an entry has a case or a trace")
        return mask_missing(entry.case, entry.run, masker)
    return mask_evaluation(evaluation, masker, case_id=entry.case_id, run=entry.run, trial=entry.trial)


def _write(reports: dict[str, str | None], evaluations: list[MaskedEvaluation], inputs: Inputs) -> list[str]:
    """Write the reports that were asked for; their paths.

    Raises:
        CommandFailed: A file cannot be written.
    """
    makers: dict[str, Callable[[], str]] = {
        "-o": lambda: to_json(evaluations, sources=inputs.sources),
        "--html": lambda: to_html(evaluations, sources=inputs.sources),
        "--csv": lambda: to_csv(evaluations),
        "--markdown": lambda: to_markdown(evaluations, sources=inputs.sources),
    }
    written = []
    for option, path in reports.items():
        if path is None:
            continue
        try:
            Path(path).write_text(makers[option](), encoding="utf-8", newline="")
        except OSError as error:
            raise CommandFailed(safe_line(f"cannot write {path}: {error.strerror or type(error).__name__}")) from None
        written.append(path)
    return written

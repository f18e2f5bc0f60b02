"""`toolscore eval`: reads, matches, evaluates, prints, writes the reports that were asked for, and holds the gates."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click

from toolscore_core.cli.diff import print_case
from toolscore_core.cli.gates import failed_gates
from toolscore_core.cli.inputs import Inputs, read_inputs
from toolscore_core.cli.judging import ask_judge, masked_sides
from toolscore_core.cli.options import INPUT, forbidden_option, format_option, mapping_option
from toolscore_core.cli.overview import print_overview
from toolscore_core.cli.safety import CommandFailed, remember_debug, safe_line
from toolscore_core.cli.sources import print_sources
from toolscore_core.cli.terminal import new_console, shown
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import Evaluation, evaluate, resolve_weights
from toolscore_core.evaluation.judging import Sides
from toolscore_core.judge.config import JudgeConfig
from toolscore_core.masked import MaskedEvaluation, mask_evaluation, mask_missing
from toolscore_core.report.export import to_csv, to_html, to_json, to_markdown
from toolscore_core.workspace import Entry, group_runs, match_traces, worst_first
from toolscore_core.workspace.aliases import gold_tools, propose_aliases


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
        judge: Settings of the judge; None when it is not asked.
    """

    strict: bool
    side_effects: bool
    weights: dict[str, float]
    min_score: float | None
    fail_on_violations: bool
    verbose: bool
    judge: JudgeConfig | None


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


_REPORT: Final = click.Path(dir_okay=False)


@click.command("eval")
@click.argument("gold", type=INPUT)
@click.argument("traces", type=INPUT, nargs=-1, required=True, metavar="TRACE...")
@format_option
@mapping_option
@click.option("--strict", is_flag=True, help="Compare arguments strictly: exact types, white space counts.")
@forbidden_option
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
@click.option("--llm-judge", is_flag=True, help="Ask a language model, too, how far the calls do the same.")
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
    mapping: str | None,
    strict: bool,
    forbidden: tuple[str, ...],
    weights: dict[str, float],
    no_side_effects: bool,
    output: str | None,
    html: str | None,
    csv: str | None,
    markdown: str | None,
    min_score: float | None,
    fail_on_violations: bool,
    llm_judge: bool,
    llm_model: str,
    llm_provider: str | None,
    llm_base_url: str | None,
    verbose: bool,
    **_later: Any,
) -> None:
    """Compare the recorded calls of each TRACE with the expected calls of GOLD.

    Both may be archives (zip, tar) or folders, of which every file is read.
    Several traces or cases are matched by id, then by name, then by order. Nothing is written unless a report is asked
    for; reports and output hold no credentials.

    Exit code: 0 evaluated; 1 an input cannot be read, a gate failed or the judge could not run (the last line says which);
    2 wrong usage.
    """
    judge = JudgeConfig(llm_model, llm_provider, base_url=llm_base_url) if llm_judge else None
    options = Options(strict, not no_side_effects, weights, min_score, fail_on_violations, verbose, judge)
    reports = {"-o": output, "--html": html, "--csv": csv, "--markdown": markdown}
    _keep_inputs(reports, [gold, *traces, *forbidden, *([mapping] if mapping else [])])
    _check_weights(weights)
    masker = Masker()
    inputs = read_inputs(gold, traces, forbidden, format, masker, mapping)
    evaluations, sides, notes = _evaluate(inputs, options, masker)
    console = new_console()
    if len(evaluations) == 1:
        print_case(console, evaluations[0], verbose=verbose)
    else:
        print_overview(console, evaluations, verbose=verbose)
    print_sources(console, inputs.sources, notes)
    written = _write(reports, evaluations, inputs)
    failures: list[str] = []
    if judge is not None:
        judged = ask_judge(evaluations, sides, judge, console, masker)
        failures += judged.failures
        _write(reports, judged.evaluations, inputs)
    for path in written:
        console.print(shown(f"Wrote {safe_line(path, masker)}"), soft_wrap=True)
    failures += [*inputs.unreadable, *failed_gates(evaluations, min_score=min_score, no_findings=fail_on_violations)]
    if failures:
        raise CommandFailed("; ".join(failures))


def _keep_inputs(reports: dict[str, str | None], inputs: list[str]) -> None:
    """Refuse to write a report over a file that is to be read, or two reports into one file."""
    taken = {os.path.realpath(path) for path in inputs}
    for option, path in reports.items():
        if path is None:
            continue
        real = Path(os.path.realpath(path))
        if str(real) in taken or (real.exists() and any(str(folder) in taken for folder in real.parents)):
            raise click.UsageError(f"{option} would overwrite a file that is already used")
        taken.add(os.path.realpath(path))


def _check_weights(weights: dict[str, float]) -> None:
    try:
        resolve_weights(weights)
    except ValueError as error:
        raise CommandFailed(safe_line(f"--weight: {error}")) from None


def _evaluate(
    inputs: Inputs, options: Options, masker: Masker
) -> tuple[list[MaskedEvaluation], list[Sides | None], list[str]]:
    """Evaluations, masked, worst first; what the judge may see of each; and what there is to say about the matching."""
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
    ordered = list(worst_first(pairs))
    masked = [_masked(entry, evaluation, masker) for entry, evaluation in ordered]
    sides = [_sides(evaluation, masker) for _, evaluation in ordered] if options.judge is not None else []
    return masked, sides, [safe_line(note, masker) for note in (*workspace.notes, *_names(inputs))]


def _names(inputs: Inputs) -> list[str]:
    """Recorded names that probably are another spelling of a gold tool, which an alias would say."""
    said = {name for case in inputs.cases for name in case.aliases}
    recorded = [call.tool for file in inputs.files for trace in file.traces for call in trace.calls]
    proposals = propose_aliases(gold_tools(inputs.cases), (name for name in recorded if name not in said))
    return [
        f"{alias.recorded} may be the gold's {alias.gold} ({alias.why}); then say so in the gold file: "
        f'"aliases": {json.dumps({alias.recorded: alias.gold}, ensure_ascii=False)}'
        for alias in proposals
    ]


def _sides(evaluation: Evaluation | None, masker: Masker) -> Sides | None:
    return None if evaluation is None or evaluation.case is None else masked_sides(evaluation, masker)


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

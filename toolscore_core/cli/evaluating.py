"""`toolscore eval`: reads, matches, evaluates, prints, writes the reports that were asked for, and holds the gates."""

from collections.abc import Callable
from typing import Any

import click

from toolscore_core.cli.diff import print_case
from toolscore_core.cli.gates import failed_gates
from toolscore_core.cli.inputs import Inputs, read_inputs, spelling_notes
from toolscore_core.cli.judging import ask_judge, masked_sides
from toolscore_core.cli.options import (
    INPUT,
    Scoring,
    check_weights,
    debug_option,
    forbidden_option,
    format_option,
    mapping_option,
    pass_rule,
    pass_rule_options,
    report_options,
    side_effects_option,
    strict_option,
    weight_option,
)
from toolscore_core.cli.overview import print_overview
from toolscore_core.cli.safety import CommandFailed, safe_line
from toolscore_core.cli.sources import print_sources
from toolscore_core.cli.terminal import new_console, shown
from toolscore_core.cli.writing import keep_inputs, write_reports
from toolscore_core.credentials.masking import Masker
from toolscore_core.evaluation import Evaluation, PassRule
from toolscore_core.evaluation.judging import Sides
from toolscore_core.judge.config import JudgeConfig
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.masked.entries import mask_entry
from toolscore_core.report.export import to_csv, to_html, to_json, to_markdown
from toolscore_core.report.records import About, prices_used
from toolscore_core.workspace import group_runs, match_traces, worst_first
from toolscore_core.workspace.scoring import evaluate_entries


@click.command("eval")
@click.argument("gold", type=INPUT)
@click.argument("traces", type=INPUT, nargs=-1, required=True, metavar="TRACE...")
@format_option
@mapping_option
@strict_option
@forbidden_option
@weight_option
@pass_rule_options
@side_effects_option
@report_options(csv="row of each diff")
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
@debug_option
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
    **given: Any,
) -> None:
    """Compare the recorded calls of each TRACE with the expected calls of GOLD.

    Both may be archives (zip, tar) or folders, of which every file is read.
    Several traces or cases are matched by id, then by name, then by order. Nothing is written unless a report is asked
    for; reports and output hold no credentials.

    Exit code: 0 evaluated; 1 an input cannot be read, a gate failed or the judge could not run (the last line says which);
    2 wrong usage.
    """
    judge = JudgeConfig(llm_model, llm_provider, base_url=llm_base_url) if llm_judge else None
    reports = {"-o": output, "--html": html, "--csv": csv, "--markdown": markdown}
    keep_inputs(reports, [gold, *traces, *forbidden, *([mapping] if mapping else [])])
    check_weights(weights)
    masker = Masker()
    inputs = read_inputs(gold, traces, forbidden, format, masker, mapping)
    scoring = Scoring(strict, weights, not no_side_effects, pass_rule(given))
    evaluations, sides, notes = _evaluate(inputs, scoring, masker, with_sides=judge is not None)
    written, failures = _write(reports, evaluations, inputs, scoring.rule)
    console = new_console()
    if len(evaluations) == 1:
        print_case(console, evaluations[0], verbose=verbose)
    else:
        print_overview(console, evaluations, scoring.rule, verbose=verbose)
    print_sources(console, inputs.sources, notes)
    if judge is not None:
        judged = ask_judge(evaluations, sides, judge, console, masker)
        failures += judged.failures
        _write(reports, judged.evaluations, inputs, scoring.rule)
    for path in written:
        console.print(shown(f"Wrote {safe_line(path, masker)}"), soft_wrap=True)
    failures += [*inputs.unreadable, *failed_gates(evaluations, min_score=min_score, no_findings=fail_on_violations)]
    if failures:
        raise CommandFailed("; ".join(failures))


def _evaluate(
    inputs: Inputs, scoring: Scoring, masker: Masker, *, with_sides: bool
) -> tuple[list[MaskedEvaluation], list[Sides | None], list[str]]:
    """Evaluations, masked, worst first; with sides, what a judge may see of each; and what there is to say of the matching."""
    workspace = match_traces(inputs.cases, group_runs(inputs.files, [case.id for case in inputs.cases]))
    pairs = evaluate_entries(
        workspace.entries,
        strict=scoring.strict,
        forbidden=inputs.rules,
        weights=scoring.weights or None,
        validate_side_effects=scoring.side_effects,
    )
    ordered = list(worst_first(pairs, scoring.rule))
    masked = [mask_entry(entry, evaluation, masker, scoring.rule) for entry, evaluation in ordered]
    sides = [_sides(evaluation, masker) for _, evaluation in ordered] if with_sides else []
    return masked, sides, [safe_line(note, masker) for note in (*workspace.notes, *spelling_notes(inputs))]


def _sides(evaluation: Evaluation | None, masker: Masker) -> Sides | None:
    return None if evaluation is None or evaluation.case is None else masked_sides(evaluation, masker)


def _write(
    reports: dict[str, str | None], evaluations: list[MaskedEvaluation], inputs: Inputs, rule: PassRule
) -> tuple[list[str], list[str]]:
    """Write the reports that were asked for; as `write_reports`."""
    about = About(sources=inputs.sources, rule=rule, prices=prices_used(evaluations))
    makers: dict[str, Callable[[], str]] = {
        "-o": lambda: to_json(evaluations, about),
        "--html": lambda: to_html(evaluations, about),
        "--csv": lambda: to_csv(evaluations),
        "--markdown": lambda: to_markdown(evaluations, about),
    }
    return write_reports(reports, makers)

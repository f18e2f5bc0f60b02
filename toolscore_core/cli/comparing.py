"""`toolscore compare`: two or more runs over the same cases, the sentence first, and a gate on regressions."""

from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from toolscore_core.cli.gates import failed_gates
from toolscore_core.cli.inputs import Inputs, read_inputs, spelling_notes
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
from toolscore_core.cli.runs import Paths, is_report_file, read_stored, run_option, traces_of
from toolscore_core.cli.safety import CommandFailed, safe_line
from toolscore_core.cli.sources import print_sources
from toolscore_core.cli.terminal import new_console, shown
from toolscore_core.cli.versus import print_comparisons
from toolscore_core.cli.writing import keep_inputs, write_reports
from toolscore_core.comparison import Comparison, compare, evaluate_runs, regressed, results
from toolscore_core.credentials.masking import Masker
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.export import to_html, to_json, to_markdown, to_metrics_csv
from toolscore_core.report.records import About, prices_used
from toolscore_core.report.words import count_text, run_name

REGRESSION: Final = (
    "A case regresses when a smaller share of its trials passes than in the baseline,"
    " or when the baseline has a trace of it and the run has none."
)
"""The rule of --fail-on-regression, as help and output say it."""

_NAMED: Final = 5


@click.command("compare")
@click.option("--gold", type=INPUT, help="The expected calls of the cases. Only stored reports do without.")
@run_option
@click.option("--baseline", metavar="NAME", help="The run that the others are compared with.  [default: the first]")
@format_option
@mapping_option
@strict_option
@forbidden_option
@weight_option
@pass_rule_options
@side_effects_option
@report_options(csv="case, run, trial and number")
@click.option("--fail-on-regression", is_flag=True, help=f"Fail when a run regresses. {REGRESSION}")
@click.option(
    "--min-score",
    type=click.FloatRange(0, 1),
    help="Fail when a score of a run other than the baseline is lower, or it has no trace of a case.",
)
@click.option(
    "--fail-on-violations",
    is_flag=True,
    help="Fail when a credential or a forbidden call is found in a run other than the baseline.",
)
@click.option("-v", "--verbose", is_flag=True, help="Print every case, also those on which all runs tie.")
@debug_option
def compare_command(
    gold: str | None,
    runs: Paths,
    baseline: str | None,
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
    fail_on_regression: bool,
    min_score: float | None,
    fail_on_violations: bool,
    verbose: bool,
    **given: Any,
) -> None:
    """Compare two or more runs over the same cases.

    A run wins a case in which a larger share of its trials passes; whether that is more than noise is told by the exact
    sign test, which without trials is McNemar's. What cannot be compared is named and never counted as 0. Nothing is
    written unless a report is asked for; reports and output hold no credentials.

    Exit code: 0 compared; 1 an input cannot be read or a gate failed (the last line says which); 2 wrong usage.
    """
    first = next(iter(runs)) if baseline is None else baseline.strip()
    if first not in runs:
        known = ", ".join(map(safe_line, runs))
        raise click.UsageError(f"--baseline: no run is called {safe_line(first)}; the runs are {known}")
    reports = {"-o": output, "--html": html, "--csv": csv, "--markdown": markdown}
    read = [path for path in (gold, mapping) if path is not None]
    keep_inputs(reports, [*read, *forbidden, *(path for paths in runs.values() for path in paths)])
    check_weights(weights)
    masker = Masker()
    if len({masker.text(name) for name in runs}) < len(runs):
        raise click.UsageError("--run: two runs have the same name once credentials are masked")
    stored = {name: paths[0] for name, paths in runs.items() if any(map(is_report_file, paths))}
    for name in stored:
        if len(runs[name]) > 1:
            raise click.UsageError(f"--run: {safe_line(name)} is one report, or traces, and not both")
    fresh = {name: paths for name, paths in runs.items() if name not in stored}
    paths = list(dict.fromkeys(path for paths in fresh.values() for path in paths))
    inputs = read_inputs(gold, paths, forbidden, format, masker, mapping, needs_traces=bool(fresh))
    rule = pass_rule(given)
    scoring = Scoring(strict, weights, not no_side_effects, rule)
    evaluations, notes = _evaluated(inputs, fresh, stored, scoring, masker, order=list(runs))
    found = results(evaluations)
    others = [name for name in runs if name != first]
    comparisons = [compare(found, masker.text(first), masker.text(name)) for name in others]
    prices = prices_used(evaluations)
    about = About(sources=inputs.sources, rule=rule, comparisons=comparisons, prices=prices)
    written, failures = write_reports(reports, _makers(evaluations, about))
    console = new_console()
    print_comparisons(console, found, comparisons, verbose=verbose)
    print_sources(console, inputs.sources, notes)
    if any(comparison.pairs for comparison in comparisons):
        console.print(shown(rule.words, "dim"))
    if fail_on_regression:
        console.print(shown(REGRESSION, "dim"))
    if prices:
        console.print(shown(about.price_note, "dim"))
    for path in written:
        console.print(shown(f"Wrote {safe_line(path, masker)}"), soft_wrap=True)
    judged = [evaluation for evaluation in evaluations if evaluation.run != comparisons[0].baseline]
    failures += inputs.unreadable
    if fail_on_regression:
        read_for_it = [masker.text(path) for path in runs[first]]
        failures += [*_regressions(comparisons), *_lost_by_baseline(comparisons, inputs, read_for_it)]
    failures += failed_gates(judged, min_score=min_score, no_findings=fail_on_violations)
    if failures:
        raise CommandFailed("; ".join(failures))


def _evaluated(
    inputs: Inputs, fresh: Paths, stored: dict[str, str], scoring: Scoring, masker: Masker, *, order: Sequence[str]
) -> tuple[list[MaskedEvaluation], list[str]]:
    """The evaluations of all runs, by case as the gold has them and in the order of the runs; and what there is to say."""
    evaluations: list[MaskedEvaluation] = []
    notes: list[str] = []
    if fresh:
        evaluated = evaluate_runs(
            inputs.cases,
            traces_of(fresh, inputs),
            strict=scoring.strict,
            forbidden=inputs.rules,
            weights=scoring.weights or None,
            validate_side_effects=scoring.side_effects,
            rule=scoring.rule,
            masker=masker,
        )
        evaluations += evaluated.evaluations
        notes += [safe_line(note, masker) for note in (*evaluated.notes, *spelling_notes(inputs))]
    for name, path in stored.items():
        run = read_stored(name, path, scoring.rule, masker)
        evaluations += run.evaluations
        notes += [safe_line(note, masker) for note in run.notes]
        inputs.sources.append(run.source)
        if run.source.problems:  # cases that the baseline lost would else regress unseen
            inputs.unreadable.append(safe_line(f"{path} was not read in whole: {run.source.problems[0]}", masker))
    cases = {case: place for place, case in enumerate(dict.fromkeys(e.case_id for e in evaluations))}
    places = {str(masker.text(name)): place for place, name in enumerate(order)}
    evaluations.sort(key=lambda e: (cases[e.case_id], places.get(e.run or "", len(places))))
    return evaluations, notes


def _makers(evaluations: Sequence[MaskedEvaluation], about: About) -> dict[str, Callable[[], str]]:
    return {
        "-o": lambda: to_json(evaluations, about),
        "--html": lambda: to_html(evaluations, about),
        "--csv": lambda: to_metrics_csv(evaluations),
        "--markdown": lambda: to_markdown(evaluations, about),
    }


def _lost_by_baseline(comparisons: Sequence[Comparison], inputs: Inputs, paths: Sequence[str]) -> list[str]:
    """What to say where the baseline lacks cases that its damaged files may have held: nobody knows whether they regress."""
    damage = [problem for source in inputs.sources if source.name in paths for problem in source.problems]
    lacks = any(
        left.run == each.baseline and left.reason == "no trace" for each in comparisons for left in each.excluded
    )
    if not lacks or not damage:
        return []
    run = run_name(comparisons[0].baseline)
    return [f"--fail-on-regression: {run} lacks cases and was not read in whole: {damage[0]}"]


def _regressions(comparisons: Sequence[Comparison]) -> list[str]:
    failures = []
    for comparison in comparisons:
        cases = regressed(comparison)
        if cases:
            more = f" and {len(cases) - _NAMED} more" if len(cases) > _NAMED else ""
            named = f"{', '.join(map(run_name, cases[:_NAMED]))}{more}"
            run = run_name(comparison.other)
            failures.append(f"--fail-on-regression: {run} regresses on {count_text(len(cases), 'case')} ({named})")
    return failures

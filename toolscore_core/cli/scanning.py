"""`toolscore scan`: credentials and forbidden calls in traces without gold, by file, trace and call. Masked."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import click
from rich.console import Console
from rich.padding import Padding

from toolscore_core.calls import Trace
from toolscore_core.cli.diff import finding_text
from toolscore_core.cli.gates import found_in
from toolscore_core.cli.inputs import Inputs, read_inputs
from toolscore_core.cli.options import INPUT, debug_option, forbidden_option, format_option, mapping_option
from toolscore_core.cli.safety import CommandFailed
from toolscore_core.cli.sources import print_section, print_sources
from toolscore_core.cli.terminal import new_console, shown
from toolscore_core.credentials.masking import MaskedText, Masker
from toolscore_core.evaluation import evaluate_many
from toolscore_core.masked import MaskedEvaluation, mask_evaluation
from toolscore_core.report.case_records import finding_record, source_record
from toolscore_core.report.loading import place_text
from toolscore_core.report.records import credential_count, forbidden_count
from toolscore_core.report.words import count_text
from toolscore_core.rules import tool_text, uncalled_rules

_MOST: Final = 50
"""Findings of one trace that the terminal shows; JSON holds all."""


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """What was found in one file.

    Attributes:
        name: Its name; that of a file in an archive or folder after its name.
        traces: Every trace of it, in order, with what was found in it.
    """

    name: MaskedText
    traces: list[MaskedEvaluation]


@dataclass(frozen=True, slots=True)
class Uncalled:
    """A rule of which no trace calls the tool: its 1-based number, the tool as text, and called tools of a like name."""

    number: int
    tool: MaskedText
    near: tuple[MaskedText, ...]


@click.command("scan")
@click.argument("files", type=INPUT, nargs=-1, required=True, metavar="FILE...")
@format_option
@mapping_option
@forbidden_option
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@click.option(
    "--fail-on-violations",
    "--fail-on-findings",
    "fail_on_violations",
    is_flag=True,
    help="Fail when a credential or a forbidden call is found.",
)
@click.option("-v", "--verbose", is_flag=True, help="Print every finding, and traces without one.")
@debug_option
def scan_command(
    files: tuple[str, ...],
    format: str,
    mapping: str | None,
    forbidden: tuple[str, ...],
    as_json: bool,
    fail_on_violations: bool,
    verbose: bool,
    **_later: Any,
) -> None:
    """Look for credentials and forbidden calls in the traces of each FILE, an archive or a folder too.

    No gold is needed; gold and rules that lie in the same archive or folder are left out. Credentials are masked wherever they are printed; the same credential keeps its number.

    Searched is what traces hold: calls, results, conversation and metadata. Headers of recorded traffic, definitions of tools and records that were left out are not, nor what a problem names.

    Exit code: 0 scanned; 1 an input cannot be read or the gate failed (the last line says which); 2 wrong usage.
    """
    masker = Masker()
    inputs = read_inputs(None, files, forbidden, format, masker, mapping, sorted_out=True)
    scanned = _scan(inputs, masker)
    uncalled = _uncalled(inputs, masker)
    if as_json:
        click.echo(json.dumps(_record(inputs, scanned, uncalled), indent=2, ensure_ascii=False))
    else:
        _print(new_console(), inputs, scanned, uncalled, verbose=verbose)
    everything = [trace for file in scanned for trace in file.traces]
    failures = list(inputs.unreadable)
    if fail_on_violations and (found := found_in(everything)):
        failures.append(f"--fail-on-violations: {found} found")
    if failures:
        raise CommandFailed("; ".join(failures))


def _scan(inputs: Inputs, masker: Masker) -> list[ScannedFile]:
    """Every file with its traces; one evaluation at a time is held raw."""
    scanned = []
    for file in inputs.files:
        pairs: list[tuple[None, Trace]] = [(None, trace) for trace in file.traces]
        evaluations = evaluate_many(pairs, forbidden=inputs.rules, validate_side_effects=False)
        traces = [
            mask_evaluation(evaluation, masker, case_id=evaluation.trace.id, run=None, trial=evaluation.trace.trial)
            for evaluation in evaluations
        ]
        scanned.append(ScannedFile(masker.text(file.name), traces))
    return scanned


def _uncalled(inputs: Inputs, masker: Masker) -> list[Uncalled]:
    tools = {call.tool for file in inputs.files for trace in file.traces for call in trace.calls}
    rules = inputs.rules or []
    return [
        Uncalled(found.rule + 1, masker.text(tool_text(rules[found.rule]["tool"])), tuple(map(masker.text, found.near)))
        for found in uncalled_rules(rules, tools)
    ]


def _totals(traces: Sequence[MaskedEvaluation]) -> dict[str, int]:
    return {
        "traces": len(traces),
        "calls": sum(len(trace.rows) for trace in traces),
        "credentials": sum(map(credential_count, traces)),
        "forbidden_calls": sum(map(forbidden_count, traces)),
    }


def _record(inputs: Inputs, scanned: Sequence[ScannedFile], uncalled: Sequence[Uncalled]) -> dict[str, Any]:
    return {
        "totals": {"files": len(scanned), **_totals([trace for file in scanned for trace in file.traces])},
        "files": [
            {"file": file.name, **_totals(file.traces), "findings": [*_finding_records(file)]} for file in scanned
        ],
        "rules": None if inputs.rules is None else len(inputs.rules),
        "rules_never_called": [asdict(rule) for rule in uncalled],
        "sources": [source_record(source) for source in inputs.sources],
    }


def _finding_records(file: ScannedFile) -> list[dict[str, Any]]:
    return [
        {"trace": trace.case_id, "place": _place(trace), **finding_record(finding)}
        for trace in file.traces
        for finding in trace.findings
    ]


def _place(trace: MaskedEvaluation) -> str:
    return "" if trace.trace is None else place_text(trace.trace.source)


def _print(
    console: Console, inputs: Inputs, scanned: Sequence[ScannedFile], uncalled: Sequence[Uncalled], *, verbose: bool
) -> None:
    for file in scanned:
        told = [trace for trace in file.traces if trace.findings or verbose]
        if not told:
            continue
        console.print(shown(file.name, "bold"))
        for trace in told:
            _print_trace(console, trace, verbose=verbose)
        console.print()
    print_sources(console, inputs.sources, [])
    print_section(console, "Rules that never apply", [_never_called(rule) for rule in uncalled])
    traces = [trace for file in scanned for trace in file.traces]
    totals = _totals(traces)
    read = [
        count_text(len(scanned), "file"),
        count_text(totals["traces"], "trace"),
        count_text(totals["calls"], "call"),
    ]
    console.print(shown(f"{', '.join(read)}: {found_in(traces) or 'no finding'}", "bold"))
    if inputs.rules is None:
        console.print(shown("Forbidden calls were not looked for: no rules were given (--forbidden).", "dim"))


def _print_trace(console: Console, trace: MaskedEvaluation, *, verbose: bool) -> None:
    name = trace.case_id or "trace"
    place = _place(trace)
    calls = count_text(len(trace.rows), "call")
    console.print(Padding(shown(f"{name}{f' ({place})' if place else ''}: {calls}", "dim"), (0, 0, 0, 2)))
    findings = trace.findings if verbose else trace.findings[:_MOST]
    for finding in findings:
        console.print(Padding(shown(finding_text(finding), "red"), (0, 0, 0, 4)))
    if len(findings) < len(trace.findings):
        more = len(trace.findings) - len(findings)
        console.print(Padding(shown(f"and {count_text(more, 'more finding')}", "dim"), (0, 0, 0, 4)))


def _never_called(rule: Uncalled) -> str:
    near = f"; near: {', '.join(rule.near)}" if rule.near else ""
    return f"rule {rule.number}: no trace calls {rule.tool}{near}"

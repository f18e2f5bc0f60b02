"""One evaluation -> verdict, aligned diff, findings and metrics on the terminal, readable without colour at 80 columns."""

from collections.abc import Iterator
from typing import Any, Final

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.cli.terminal import STATE_STYLES, shown
from toolscore_core.masked import MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.report.finding_words import call_text, place_text
from toolscore_core.report.scores import metric_lines
from toolscore_core.report.words import (
    ARGUMENT_SYMBOLS,
    MOST_DIFFERENCES,
    NONE,
    arguments_text,
    count_text,
    flag_texts,
    order_note,
    rule_note,
    seconds_text,
    state_text,
    usd_text,
    value_text,
    wrong_arguments,
)
from toolscore_core.values import MISSING

_LONGEST: Final = 160
"""Characters of one side's arguments, unless everything is asked for."""

_ALL_ROWS: Final = 40
"""Up to so many rows are printed one by one; beyond, runs of matches are told in one line."""

_DIFFERENT: Final = {
    ArgumentState.CHANGED: "yellow",
    ArgumentState.MISSING: "red",
    ArgumentState.UNEXPECTED: "blue",
}


def print_case(console: Console, evaluation: MaskedEvaluation, *, verbose: bool) -> None:
    """Print one evaluation.

    Args:
        console: Where to.
        evaluation: Which one.
        verbose: Every row, and arguments in full.
    """
    verdict = Text()
    for text, strong in evaluation.verdict_parts:
        verdict.append_text(shown(text, "bold" if strong else ""))
    console.print(verdict)
    if note := order_note(evaluation):
        console.print(shown(note, "dim"))
    console.print()
    if evaluation.rows:
        console.print(_diff(evaluation, verbose=verbose))
        console.print()
    if evaluation.findings:
        console.print(shown("Findings", "bold"))
        for finding in evaluation.findings:
            console.print(Padding(shown(finding_text(finding), "red"), (0, 0, 0, 2)))
        console.print()
    _print_metrics(console, evaluation)
    if evaluation.problems:
        console.print(shown("Problems of the case", "bold"))
        for problem in evaluation.problems:
            console.print(Padding(shown(str(problem)), (0, 0, 0, 2)))
        console.print()


def _diff(evaluation: MaskedEvaluation, *, verbose: bool) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", expand=True)
    timed = any(row.actual and row.actual.duration is not None for row in evaluation.rows)
    priced = any(row.actual and row.actual.cost is not None for row in evaluation.rows)
    table.add_column("#", justify="right", no_wrap=True)
    if evaluation.case is not None:
        table.add_column("Expected", overflow="fold", ratio=3)
    table.add_column("State", overflow="fold", min_width=12, max_width=18)
    table.add_column("Actual", overflow="fold", ratio=3)
    if timed:
        table.add_column("Latency", justify="right", no_wrap=True)
    if priced:
        table.add_column("Cost", justify="right", no_wrap=True)
    for number, row in _told(evaluation, verbose=verbose):
        if row is None:
            table.add_row("", shown(f"… {count_text(number, 'matching row')}", "dim"))
            continue
        cells = [shown(str(number), "dim")]
        cells += [_expected(row, verbose=verbose)] if evaluation.case is not None else []
        cells += [_state(row, evaluation), _actual(row, verbose=verbose)]
        cells += [shown(seconds_text(row.actual.duration) if row.actual else NONE)] if timed else []
        cells += [shown(usd_text(row.actual.cost) if row.actual else NONE)] if priced else []
        table.add_row(*cells)
    return table


def _told(evaluation: MaskedEvaluation, *, verbose: bool) -> Iterator[tuple[int, MaskedRow | None]]:
    """(1-based number, row); in a long diff (n, None) stands for n rows in a row that match and carry no flag."""
    rows = evaluation.rows
    if verbose or len(rows) <= _ALL_ROWS:
        yield from enumerate(rows, 1)
        return
    quiet = 0
    for number, row in enumerate(rows, 1):
        if row.state == State.MATCH and not flag_texts(row, evaluation):
            quiet += 1
            continue
        if quiet:
            yield quiet, None
        quiet = 0
        yield number, row
    if quiet:
        yield quiet, None


def _expected(row: MaskedRow, *, verbose: bool) -> Text:
    if row.expected is None:
        return shown("not compared" if row.state is None else "not expected", "dim")
    text = shown(_cut(row.expected.tool, verbose=verbose), "bold")
    text.append("\n")
    return text.append_text(shown(_cut(arguments_text(row.expected.args), verbose=verbose), "dim"))


def _actual(row: MaskedRow, *, verbose: bool) -> Text:
    if row.actual is None:
        return shown(NONE if row.state is None else "never called", "dim")
    text = shown(_cut(row.actual.tool, verbose=verbose), "bold")
    if "recorded_name" in row.actual.metadata:
        text.append("\n")
        recorded = value_text(row.actual.metadata["recorded_name"])
        text.append_text(shown(_cut(f"recorded as {recorded}", verbose=verbose), "dim"))
    text.append("\n")
    different = wrong_arguments(row)
    if not different:
        text.append_text(shown(_cut(arguments_text(row.actual.args), verbose=verbose), "dim"))
    told = different if verbose else different[:MOST_DIFFERENCES]
    for position, difference in enumerate(told):
        wanted, given = (_value(value, verbose=verbose) for value in (difference.expected, difference.actual))
        line = f"{ARGUMENT_SYMBOLS[difference.state]} {_cut(difference.path, verbose=verbose)}: "
        line += {
            ArgumentState.CHANGED: f"{given}, expected {wanted}",
            ArgumentState.MISSING: f"missing, expected {wanted}",
        }.get(difference.state, f"{given}, unexpected")
        text.append_text(shown(line, _DIFFERENT[difference.state]))
        text.append("\n" if position < len(told) - 1 else "")
    if len(told) < len(different):
        text.append("\n")
        text.append_text(shown(f"and {count_text(len(different) - len(told), 'more difference')}", "dim"))
    if row.actual.error:
        text.append_text(Text("\n"))
        text.append_text(shown(_cut(f"error: {row.actual.error}", verbose=verbose), "red"))
    return text


def _state(row: MaskedRow, evaluation: MaskedEvaluation) -> Text:
    text = shown(state_text(row), STATE_STYLES[row.state] if row.state is not None else "dim")
    for flag in flag_texts(row, evaluation):
        text.append("\n")
        text.append_text(shown(flag, "red" if row.scored else "dim"))
    return text


def _value(value: Any, *, verbose: bool) -> str:
    return "nothing" if value is MISSING else _cut(value_text(value), verbose=verbose)


def _cut(text: str, *, verbose: bool) -> str:
    return text if verbose or len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def finding_text(finding: MaskedFinding) -> str:
    """A finding in one line: what it is and where."""
    where = call_text(finding)
    if finding.kind == "credential":
        shown = " ".join(part for part in (finding.name, f"#{finding.ordinal}", finding.preview) if part)
        return f"● credential {shown} in {where}: {place_text(finding)}"
    note = rule_note(finding)
    return f"forbidden call, {finding.name}{f' ({note})' if note else ''}: {where}"


def _print_metrics(console: Console, evaluation: MaskedEvaluation) -> None:
    lines = metric_lines(evaluation)
    if not lines:
        return
    console.print(shown("Metrics", "bold"))
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    table.add_column("Metric", overflow="fold")
    table.add_column("Value", overflow="fold")
    table.add_column("Weight", no_wrap=True, style="dim")
    for line in lines:
        weight = f"{line.weight:.0%} of the score" if line.weight else ""
        table.add_row(shown(f"  {line.title}"), shown(line.text, "" if line.applies else "dim"), weight)
    console.print(table)
    console.print()

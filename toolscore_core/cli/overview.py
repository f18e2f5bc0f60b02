"""Many evaluations -> one line a case, and a summary."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from toolscore_core.alignment import State
from toolscore_core.cli.diff import print_case
from toolscore_core.cli.terminal import STATE_STYLES, shown
from toolscore_core.evaluation import PassRule
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.records import totals_of
from toolscore_core.report.words import NONE, STATE_SYMBOLS, count_text, entry_name, passed_word, ratio_text


def print_overview(console: Console, evaluations: Sequence[MaskedEvaluation], rule: PassRule, *, verbose: bool) -> None:
    """Print a line for each entry, worst first, totals and the rule; with `verbose` each case in full before them."""
    if not evaluations:
        console.print(shown("Nothing to evaluate: the gold file holds no case and the files hold no trace."))
        return
    if verbose:
        for evaluation in evaluations:
            console.rule(shown(entry_name(evaluation)), align="left", style="dim")
            print_case(console, evaluation, verbose=True)
    console.print(_table(evaluations))
    used = [state for state in State if state != State.MATCH and any(e.counts[state] for e in evaluations)]
    legend = [f"{STATE_SYMBOLS[state]} {state.value}" for state in used]
    legend += ["! failed"] if any(e.failed_count for e in evaluations) else []
    legend += ["● finding"] if any(e.findings for e in evaluations) else []
    if legend:
        console.print(shown("  ".join(legend), "dim"))
    console.print()
    for line in summary_lines(evaluations):
        console.print(shown(line, "bold"))
    if any(evaluation.passed is not None for evaluation in evaluations):
        console.print(shown(rule.words, "dim"))
    console.print()


def _table(evaluations: Sequence[MaskedEvaluation]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    trials = any(evaluation.trial is not None for evaluation in evaluations)
    # Only these two give way when the terminal is narrow: they are cut, so that an entry stays one line.
    table.add_column("Case", min_width=12)
    table.add_column("Run", min_width=8)
    if trials:
        table.add_column("Trial", no_wrap=True, justify="right")
    table.add_column("Result", no_wrap=True)
    table.add_column("Score", no_wrap=True, justify="right")
    table.add_column("Required", no_wrap=True, justify="right")
    table.add_column("Differences", no_wrap=True)
    for evaluation in evaluations:
        cells = [_cut(evaluation.case_id), _cut(evaluation.run or NONE)]
        cells += [shown(NONE if evaluation.trial is None else str(evaluation.trial))] if trials else []
        score = ratio_text(evaluation.score) + (f" {evaluation.grade}" if evaluation.grade else "")
        completed = "{}/{}".format(*evaluation.completed) if evaluation.completed else NONE
        cells += [_result(evaluation), shown(score), shown(completed), _differences(evaluation)]
        table.add_row(*cells)
    return table


def _cut(text: str) -> Text:
    cell = shown(text)
    cell.no_wrap, cell.overflow = True, "ellipsis"
    return cell


def _result(evaluation: MaskedEvaluation) -> Text:
    word = passed_word(evaluation)
    if evaluation.trace is None:
        return shown(f"− {word}", "red")
    return shown(word, {True: "green", False: "red", None: ""}[evaluation.passed])


def _differences(evaluation: MaskedEvaluation) -> Text:
    text = Text()
    for state, count in evaluation.counts.items():
        if count and state != State.MATCH and evaluation.trace is not None and evaluation.case is not None:
            text.append(f"{STATE_SYMBOLS[state]}{count} ", style=STATE_STYLES[state])
    if evaluation.failed_count:
        text.append(f"!{evaluation.failed_count} ", style="red")
    if evaluation.findings:
        text.append(f"●{len(evaluation.findings)}", style="bold red")
    return text if text.plain else shown(NONE)


def summary_lines(evaluations: Sequence[MaskedEvaluation]) -> list[str]:
    """Totals in words, a line for each run when there are several."""
    runs = Counter(evaluation.run or NONE for evaluation in evaluations)
    if len(runs) < 2:
        return [_totals(evaluations)]
    return [f"{run}: {_totals([e for e in evaluations if (e.run or NONE) == run])}" for run in runs]


def _totals(evaluations: Sequence[MaskedEvaluation]) -> str:
    totals = totals_of(evaluations)
    decided = totals.passed + totals.failed
    parts = [f"{totals.passed} of {decided} pass"] if decided else []
    if totals.mean_score is not None:
        parts.append(f"mean score {ratio_text(totals.mean_score)} of {totals.scored}")
    if totals.required:
        parts.append(f"required calls completed {totals.completed} of {totals.required}")
    if totals.without_trace:
        parts.append(f"{count_text(totals.without_trace, 'case')} without a trace")
    if totals.without_gold:
        parts.append(f"{count_text(totals.without_gold, 'trace')} without a case")
    if totals.forbidden_calls:
        parts.append(count_text(totals.forbidden_calls, "forbidden call"))
    if totals.credentials:
        parts.append(count_text(totals.credentials, "credential"))
    return "; ".join(parts)

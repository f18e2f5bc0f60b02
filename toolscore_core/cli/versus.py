"""Comparisons of runs -> sentence, numbers and table on the terminal, readable without colour, in any width and encoding."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal

from rich.console import Console
from rich.table import Table
from rich.text import Text

from toolscore_core.cli.sources import print_section
from toolscore_core.cli.terminal import shown
from toolscore_core.comparison import CaseResult, Comparison, Delta, Outcome, Results, deltas
from toolscore_core.comparison.records import WORST_FIRST
from toolscore_core.report.comparison_notes import several_tests_text, trials_notes
from toolscore_core.report.comparison_sentences import comparison_sentence, delta_text
from toolscore_core.report.comparison_words import OUTCOME_SYMBOLS, count_of_passed, excluded_words
from toolscore_core.report.words import NONE, count_text, listed, ratio_text, run_name

_STYLES: Final[dict[str, str]] = {"better": "blue", "worse": "red", "same": "dim", "unknown": "dim"}

_LEGEND: Final = "✓ passes  ◐ passes in some trials  ✗ fails  ▲ better  ▼ worse  = tie, against the baseline"

_IN_WORDS: Final = str.maketrans(
    {"✓": "pass", "◐": "part", "✗": "fail", "▲": "up", "▼": "down", "−": "-", "–": "-", "…": "..."}
)
"""What stands for the symbols where the terminal's encoding lacks them, so that none becomes a question mark."""

_LEGEND_IN_WORDS: Final = "part: passes in some trials  up: better  down: worse  = tie, against the baseline"

_MOST: Final = 60
"""Cases that are printed one by one, unless everything is asked for."""

_NARROW: Final = 60
"""Columns of a terminal below which the numbers of a run are lines and no table."""

_SHORTEST_CASE: Final = 12
_GAP: Final = 2


def print_comparisons(console: Console, results: Results, comparisons: Sequence[Comparison], *, verbose: bool) -> None:
    """Print, for each run against the baseline, the sentence and its numbers; then the cases, and what does not count.

    Args:
        console: Where to.
        results: All cases and runs.
        comparisons: At least one, all with the same baseline.
        verbose: Every case, also those on which all runs tie.
    """
    for comparison in comparisons:
        numbers = deltas(results, comparison)
        sentence = Text()
        for text, strong in comparison_sentence(comparison, numbers):
            sentence.append_text(_shown(console, text, "bold" if strong else ""))
        console.print(sentence)
        console.print()
        known = [
            delta for delta in numbers if comparison.pairs or delta.baseline is not None or delta.other is not None
        ]
        if known:
            _print_numbers(console, comparison, known)
            console.print()
    if len(comparisons) > 1:
        console.print(shown(several_tests_text(len(comparisons)), "dim"))
        console.print()
    _print_cases(console, results, comparisons, verbose=verbose)
    print_section(console, "Not counted", _not_counted(comparisons))
    runs = (comparisons[0].baseline, *(comparison.other for comparison in comparisons))
    print_section(console, "Trials", trials_notes(results, runs))


def _shown(console: Console, text: str, style: str = "") -> Text:
    """Masked text, its symbols as words where the terminal's encoding lacks them."""
    return shown(text if _has_symbols(console) else text.translate(_IN_WORDS), style)


def _has_symbols(console: Console) -> bool:
    try:
        _LEGEND.encode(console.encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _print_numbers(console: Console, comparison: Comparison, numbers: Sequence[Delta]) -> None:
    """The numbers of a run beside those of the baseline: a table, or a paragraph each where the terminal is narrow."""
    table = Table(box=None, padding=(0, _GAP, 0, 0), header_style="dim")
    table.add_column("", overflow="fold", min_width=12)
    table.add_column(_label(console, comparison.baseline, "baseline"), justify="right", overflow="fold")
    table.add_column(_label(console, comparison.other), justify="right", overflow="fold")
    table.add_column("Difference", overflow="fold", ratio=1)
    for delta in numbers:
        told = delta_text(delta, comparison.baseline)
        unknown = delta.reason if delta.direction == "unknown" and told.value != delta.reason else NONE
        change = _shown(console, f"{told.symbol} {told.difference}".strip() or unknown, _STYLES[told.direction])
        if told.note:
            change.append_text(_shown(console, f", {told.note}", "dim"))
        cells = [_shown(console, text) for text in (told.title, told.baseline, told.value)]
        if console.width >= _NARROW:
            table.add_row(*cells, change)
        else:
            title, before, after = cells
            said = ("; ", change) if change.plain not in (NONE, NONE.translate(_IN_WORDS)) else ()
            console.print(Text.assemble(title, ": ", after, ", baseline ", before, *said))
    if table.row_count:
        console.print(table)


def _overflow(console: Console) -> Literal["ellipsis", "crop"]:
    return "ellipsis" if _has_symbols(console) else "crop"


def _label(console: Console, run: str, note: str = "") -> Text:
    text = _shown(console, run_name(run))
    text.overflow = _overflow(console)
    if note:
        text.append(f"\n{note}")
    return text


def _print_cases(console: Console, results: Results, comparisons: Sequence[Comparison], *, verbose: bool) -> None:
    outcomes: list[dict[str, Outcome]] = [
        {p.case_id: p.outcome for p in comparison.pairs} for comparison in comparisons
    ]
    order = _regressions_first(comparisons)
    differ = [case for case in order if any(found.get(case, "same") != "same" for found in outcomes)]
    told = order if verbose else differ[:_MOST]
    if told:
        for table in _tables(console, results, comparisons, outcomes, told):
            console.print(table)
        console.print(shown(_LEGEND if _has_symbols(console) else _LEGEND_IN_WORDS, "dim"))
    more, ties = (0, 0) if verbose else (len(differ) - len(told), len(order) - len(differ))
    rest = [f"{count_text(more, 'more case')} that differ{'s' if more == 1 else ''}"] if more else []
    rest += [f"{count_text(ties, 'case')} on which all tie"] if ties else []
    if rest:
        console.print(shown(f"{'And ' if told else ''}{listed(rest)} (-v prints them).", "dim"))
    if order:
        console.print()


def _regressions_first(comparisons: Sequence[Comparison]) -> list[str]:
    """Every case that counts somewhere: by the worst that any run does on it, then in the order of the comparisons."""
    ranks: dict[str, int] = {}
    for comparison in comparisons:
        for pair in comparison.pairs:
            rank = WORST_FIRST.index(pair.outcome)
            ranks[pair.case_id] = min(rank, ranks.get(pair.case_id, rank))
    return sorted(ranks, key=lambda case: ranks[case])


def _tables(
    console: Console,
    results: Results,
    comparisons: Sequence[Comparison],
    outcomes: Sequence[Mapping[str, Outcome]],
    cases: Sequence[str],
) -> Iterator[Table]:
    """Cases down, runs across: as many tables as it takes for every run to have its column."""
    baseline = comparisons[0].baseline
    names = [_shown(console, case) for case in cases]
    first = [_shown(console, result_text(results.of(case, baseline))) for case in cases]
    others = [
        [_outcome(console, results.of(case, comparison.other), found.get(case)) for case in cases]
        for comparison, found in zip(comparisons, outcomes, strict=True)
    ]
    labels = [_label(console, comparison.other) for comparison in comparisons]
    width = max(cell.cell_len for column in (first, *others) for cell in column)
    count = max(1, (console.width - _SHORTEST_CASE - _GAP) // (width + _GAP) - 1)
    for start in range(0, len(others), count):
        columns = [first, *others[start : start + count]]
        heads = [_label(console, baseline, "baseline"), *labels[start : start + count]]
        yield _table(console, names, columns, heads, width)


def _table(
    console: Console, names: Sequence[Text], columns: Sequence[Sequence[Text]], heads: Sequence[Text], width: int
) -> Table:
    """One table, each of whose columns has the width at least; what does not fit into it is cut off names alone."""
    free = console.width - len(columns) * (width + _GAP) - _GAP
    case = max(len("Case"), min(max(name.cell_len for name in names), max(free, _SHORTEST_CASE)))
    spare = max(0, free - case) // len(columns)
    table = Table(box=None, padding=(0, _GAP, 0, 0), header_style="dim")
    table.add_column("Case", width=case, no_wrap=True, overflow=_overflow(console))
    for head in heads:
        wanted = max(line.cell_len for line in head.split())
        table.add_column(head, width=min(max(wanted, width), width + spare), no_wrap=True, overflow=_overflow(console))
    for name, *cells in zip(names, *columns, strict=True):
        table.add_row(name, *cells)
    return table


def _outcome(console: Console, result: CaseResult | None, outcome: Outcome | None) -> Text:
    mark = f" {OUTCOME_SYMBOLS[outcome]}" if outcome is not None else ""
    return _shown(console, f"{result_text(result)}{mark}", _STYLES[outcome or "unknown"])


def result_text(result: CaseResult | None) -> str:
    """A case in a run in a few characters: `✓ 1.00`, `◐ 2/3 0.90`, `− no trace`."""
    if result is None or result.status == "no trace":
        return "− no trace"
    if result.status == "no gold":
        return "no gold"
    symbol = "✓" if result.passed == result.n else "✗" if not result.passed else "◐"
    trials = f" {count_of_passed(result.passed)}/{result.n}" if result.n > 1 else ""
    return f"{symbol}{trials} {ratio_text(result.score)}"


def _not_counted(comparisons: Sequence[Comparison]) -> list[str]:
    """One line a case and reason; the same reason in several comparisons stands once."""
    lines = (f"{left.case_id}: {excluded_words(left)}" for comparison in comparisons for left in comparison.excluded)
    return list(dict.fromkeys(lines))

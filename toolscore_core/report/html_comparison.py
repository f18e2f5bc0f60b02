"""Comparisons of runs -> their part of the page: the sentence, delta cards, cases that differ, what does not count, gold spines."""

from collections.abc import Mapping, Sequence
from typing import Final

from toolscore_core.comparison import CasePair, CaseResult, Comparison, Results, deltas, results
from toolscore_core.comparison.records import WORST_FIRST
from toolscore_core.comparison.spine import spine
from toolscore_core.comparison.spine_records import Cell, Item, Spine, SpineRow
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_notes import comparison_notes
from toolscore_core.report.comparison_sentences import DeltaText, comparison_sentence, delta_text
from toolscore_core.report.comparison_words import (
    against_text,
    excluded_words,
    outcome_text,
    result_text,
    score_difference_text,
)
from toolscore_core.report.html_figures import MOST_RUNS, OUTCOME_CLASSES, win_strip
from toolscore_core.report.html_pieces import badge, fold, items, muted, state_class, strong_parts, table, text
from toolscore_core.report.spine_words import (
    FIRST_DIVERGENCE,
    column_note,
    item_flags,
    item_parts,
    item_sentence,
    place_text,
    spine_words,
)
from toolscore_core.report.svg import Figures
from toolscore_core.report.words import NONE, count_text, ratio_text, run_name

Anchors = Mapping[str, int]
"""Key of an entry -> number of its section."""

_MOST_SPINES: Final = 60


def comparison_section(
    evaluations: Sequence[MaskedEvaluation], comparisons: Sequence[Comparison], anchors: Anchors, draw: Figures
) -> str:
    """Every comparison, and what is to be known of all of them; "" without one."""
    if not comparisons:
        return ""
    found = results(evaluations)
    notes = comparison_notes(found, comparisons)
    return "\n".join(
        [*(_comparison(comparison, found, anchors, draw) for comparison in comparisons), items(notes) if notes else ""]
    )


def _comparison(comparison: Comparison, found: Results, anchors: Anchors, draw: Figures) -> str:
    numbers = deltas(found, comparison)
    parts = [
        f"<h2>{text(against_text(comparison))}</h2>",
        f'<p class="verdict">{strong_parts(comparison_sentence(comparison, numbers))}</p>',
        f'<div class="deltas">{"".join(map(_delta_card, (delta_text(d, comparison.baseline) for d in numbers)))}</div>',
    ]
    if comparison.pairs:
        counts = " ".join(
            badge(OUTCOME_CLASSES[outcome], f"{outcome_text(outcome)} {comparison.count(outcome)}")
            for outcome in WORST_FIRST
        )
        parts.append(f'<div class="card strip">{win_strip(comparison, draw)}<p class="chips">{counts}</p></div>')
        different = [pair for pair in comparison.pairs if pair.outcome != "same"]
        if different:
            parts.append(_pairs(different, comparison, anchors, "Cases that differ"))
        if same := [pair for pair in comparison.pairs if pair.outcome == "same"]:
            ties = f"<h3>{count_text(len(same), 'case')} the same</h3>"
            parts.append(fold(ties, _pairs(same, comparison, anchors, "Cases that are the same")))
    if comparison.excluded:
        listed = items(f"{left.case_id}: {excluded_words(left)}" for left in comparison.excluded)
        parts.append(fold(f"<h3>Not counted: {len(comparison.excluded)}</h3>", listed))
    return "\n".join(parts)


def _delta_card(shown: DeltaText) -> str:
    change = f"{shown.symbol} {shown.change}".strip()
    lines = [
        f'<div class="muted">{text(shown.title)}</div>',
        f'<div class="number">{text(shown.value)}</div>',
        f'<div class="{shown.direction}">{text(change)}</div>' if change else "",
        f'<div class="muted">{text(shown.note)}</div>' if shown.note else "",
    ]
    return f'<div class="card delta">{"".join(lines)}</div>'


def _pairs(pairs: Sequence[CasePair], comparison: Comparison, anchors: Anchors, caption: str) -> str:
    head = [
        "Case",
        "Outcome",
        *(text(run_name(run)) for run in (comparison.baseline, comparison.other)),
        "Score difference",
    ]
    rows = [
        [
            f"<strong>{text(pair.case_id)}</strong>",
            badge(OUTCOME_CLASSES[pair.outcome], outcome_text(pair.outcome)),
            _side(pair.baseline, anchors),
            _side(pair.other, anchors),
            score_difference_text(pair),
        ]
        for pair in pairs
    ]
    return table(head, rows, "pairs", caption=caption)


def _side(result: CaseResult, anchors: Anchors) -> str:
    """Whether the case passes in a run, and its score; leads to its section, or to the first of its trials."""
    said = f"{result_text(result)}, {ratio_text(result.score)}"
    at = next((anchors[trial.key] for trial in result.trials if trial.key in anchors), None)
    return said if at is None else f'<a href="#case-{at}">{said}</a>'


def spines_section(evaluations: Sequence[MaskedEvaluation], comparisons: Sequence[Comparison]) -> str:
    """The gold spine of each case that differs in one of the comparisons, over the runs that are compared; "" without one."""
    found = results(evaluations)
    runs = list(dict.fromkeys(run for c in comparisons for run in (c.baseline, c.other)))[:MOST_RUNS]
    cases = list(dict.fromkeys(pair.case_id for c in comparisons for pair in c.pairs if pair.outcome != "same"))
    drawn: list[str] = []
    for case in cases[:_MOST_SPINES]:
        results_here = (found.of(case, run) for run in runs)
        shown = [result.worst for result in results_here if result is not None and result.worst is not None]
        if len(shown) > 1:
            laid = spine(shown, runs)
            drawn.append(fold(f"<h3>{text(case)}</h3> {muted(spine_words(laid))}", _spine(laid), opened=not drawn))
    if not drawn:
        return ""
    more = len(cases) - _MOST_SPINES
    note = f'<p class="muted">{count_text(more, "more case")} that differ are left out here.</p>' if more > 0 else ""
    return "\n".join(["<h2>Where runs leave the expected calls</h2>", *drawn, note])


def _spine(laid: Spine) -> str:
    head = ["#", "Expected"]
    for column in laid.columns:
        note = column_note(column)
        head.append(text(run_name(column.run or NONE)) + (f"<br>{muted(note)}" if note else ""))
    return table(head, [_spine_row(laid, row) for row in laid.rows], "spine", caption=f"Calls of {laid.case_id} by run")


def _spine_row(laid: Spine, row: SpineRow) -> list[str]:
    place = place_text(laid, row.place)
    if row.expected is None:
        start = ["", muted(place)]
    else:
        start = [place, f"<strong>{text(row.expected.tool)}</strong>"]
    return [*start, *(_cell(cell, laid, at) for at, cell in enumerate(row.cells))]


def _cell(cell: Cell, laid: Spine, at: int) -> str:
    if not cell.items:
        return muted(NONE)
    first = f' <span class="diverges">{FIRST_DIVERGENCE}</span>' if cell.first_divergence else ""
    return " ".join(_item(item, laid.columns[at].entry) for item in cell.items) + first


def _item(item: Item, entry: MaskedEvaluation | None) -> str:
    parts = "".join(badge(state_class(part.state), part.text) for part in item_parts(item))
    flags = "".join(badge("failed", flag) for flag in item_flags(item, entry))
    return f'<span class="item" title="{text(item_sentence(item))}">{parts}{flags}</span>'

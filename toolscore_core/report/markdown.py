"""Masked evaluations -> one Markdown report for a pull request: the verdict first, details folded, never longer than a comment."""

from collections.abc import Iterable, Sequence
from typing import Final

from toolscore_core.comparison import CasePair, CaseResult, Comparison, Results, deltas, results
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.comparison_notes import comparison_notes
from toolscore_core.report.comparison_sentences import comparison_sentence, delta_text
from toolscore_core.report.comparison_words import (
    against_text,
    excluded_words,
    outcome_text,
    result_text,
    score_difference_text,
)
from toolscore_core.report.markdown_case import case_lines
from toolscore_core.report.markdown_pieces import code, escaped, folded, html_code, strong_parts, table
from toolscore_core.report.records import About, Source, replaced_in, totals_of
from toolscore_core.report.words import NONE, count_text, passed_word, ratio_text

LONGEST: Final = 60_000
"""Characters of a report at most; a comment on GitHub holds 65,536."""

_MOST_ROWS: Final = 40
"""Lines of a table that stands open; the rest folds."""

_Block = list[str]
"""Lines that stand in a report together or not at all."""


def to_markdown(evaluations: Sequence[MaskedEvaluation], about: About | None = None) -> str:
    """A report as Markdown (the GitHub dialect): comparisons with regressions first, a line a case, then each case, folded.

    Text from files stands in code spans or is escaped character by character; arguments beyond 300 characters and differences
    of one call beyond 20 are cut.

    Args:
        evaluations: What to report, in this order.
        about: What to say beside them; None for nothing.

    Returns:
        At most 60,000 characters: what has no place any more is left out as a whole, and the report says so.
    """
    told = about or About()
    blocks: list[_Block] = [["# Toolscore report", ""]]
    found = results(evaluations)
    for comparison in told.comparisons:
        blocks += _comparison(comparison, found)
    blocks += [[f"- {escaped(note)}"] for note in comparison_notes(found, told.comparisons)] + [[""]]
    if len(evaluations) != 1:
        blocks.append([_totals(evaluations), ""])
        blocks += _overview(evaluations)
    if told.rule is not None:
        blocks.append([escaped(told.rule.words), ""])
    alone = len(evaluations) == 1
    blocks += [_case(evaluation, alone=alone) for evaluation in evaluations]
    blocks += _sources(told.sources)
    return _bounded(blocks, told)


def _bounded(blocks: Iterable[_Block], told: About) -> str:
    """The blocks that have a place, and what there is to say of the others."""
    kept: list[str] = []
    used = left_out = 0
    for block in blocks:
        written = "\n".join(block) + "\n"
        if used + len(written) > LONGEST - 600:
            left_out += 1
            continue
        kept.append(written)
        used += len(written)
    occurrences, different = replaced_in(kept)
    notes = (
        [f"{count_text(different, 'credential')} replaced in {count_text(occurrences, 'place')}."] if different else []
    )
    notes += [escaped(told.price_note)] if told.prices else []
    if left_out:
        parts = count_text(left_out, "part")
        notes.append(
            f"**{parts} left out:** this report is as long as a comment may be. HTML and JSON hold everything."
        )
    return ("".join(kept) + "\n".join(notes)).rstrip().encode("utf-8", "replace").decode() + "\n"


def _comparison(comparison: Comparison, found: Results) -> list[_Block]:
    numbers = deltas(found, comparison)
    title = f"## {escaped(against_text(comparison))}"
    shown = [delta_text(delta, comparison.baseline) for delta in numbers]
    lines = [
        [*map(escaped, (d.title, d.baseline, d.value, f"{d.symbol} {d.difference}".strip() or NONE, d.note))]
        for d in shown
    ]
    head = ["", code(comparison.baseline), code(comparison.other), "Difference", "Note"]
    blocks = [[title, "", strong_parts(comparison_sentence(comparison, numbers)), ""], [*table(head, lines), ""]]
    for outcome, heading in (("worse", "Regressions"), ("better", "Better"), ("same", "The same")):
        pairs = [pair for pair in comparison.pairs if pair.outcome == outcome]
        if outcome == "worse" and pairs:
            blocks.append([f"### {heading}: {len(pairs)}", "", *_pairs(pairs[:_MOST_ROWS], comparison), ""])
            pairs = pairs[_MOST_ROWS:]
            heading = "More regressions"
        if pairs:
            blocks.append(folded(f"{heading}: {len(pairs)}", _pairs(pairs, comparison)))
    if comparison.excluded:
        listed = [f"- {code(left.case_id)}: {escaped(excluded_words(left))}" for left in comparison.excluded]
        blocks.append(folded(f"Not counted: {len(listed)}", listed))
    return blocks


def _pairs(pairs: Sequence[CasePair], comparison: Comparison) -> list[str]:
    head = ["Case", "Outcome", code(comparison.baseline), code(comparison.other), "Score difference"]
    rows = [
        [
            code(pair.case_id),
            outcome_text(pair.outcome),
            _side(pair.baseline),
            _side(pair.other),
            score_difference_text(pair),
        ]
        for pair in pairs
    ]
    return table(head, rows)


def _side(result: CaseResult) -> str:
    return f"{result_text(result)}, {ratio_text(result.score)}"


def _totals(evaluations: Sequence[MaskedEvaluation]) -> str:
    return f"{count_text(len(evaluations), 'entry', 'entries')}: {'; '.join(totals_of(evaluations).words)}."


def _overview(evaluations: Sequence[MaskedEvaluation]) -> list[_Block]:
    """A line for each entry: those that do not pass stand open, the others fold where there are many."""
    head = ["Case", "Run", "Trial", "Result", "Score", "Grade", "Required", "Findings"]
    rows = [_overview_row(evaluation) for evaluation in evaluations]
    if len(rows) <= _MOST_ROWS:
        return [[*table(head, rows), ""]]
    open_rows = [row for row, e in zip(rows, evaluations, strict=True) if e.passed is not True][:_MOST_ROWS]
    blocks = [[*table(head, open_rows), ""]] if open_rows else []
    rest = [row for row in rows if not any(row is shown for shown in open_rows)]
    pages = [rest[at : at + 100] for at in range(0, len(rest), 100)]
    return blocks + [
        folded(f"{count_text(len(page), 'more entry', 'more entries')}", table(head, page)) for page in pages
    ]


def _overview_row(e: MaskedEvaluation) -> list[str]:
    return [
        code(e.case_id),
        code(e.run or ""),
        NONE if e.trial is None else str(e.trial),
        passed_word(e),
        ratio_text(e.score),
        e.grade or NONE,
        NONE if e.completed is None else f"{e.completed[0]} of {e.completed[1]}",
        NONE if e.trace is None else str(len(e.findings)),
    ]


def _case(evaluation: MaskedEvaluation, *, alone: bool) -> _Block:
    names = [evaluation.case_id, *([evaluation.run] if evaluation.run else [])]
    trial = [f"trial {evaluation.trial}"] if evaluation.trial is not None else []
    if alone:
        return [f"## {' · '.join([*map(code, names), *trial])}", "", *case_lines(evaluation)]
    title = " · ".join([*map(html_code, names), *trial])
    return folded(f"{title} {passed_word(evaluation)}, {ratio_text(evaluation.score)}", case_lines(evaluation))


def _sources(sources: Sequence[Source]) -> list[_Block]:
    if not sources:
        return []
    lines = []
    for source in sources:
        parts = [escaped(part) for part in (source.role, source.format, source.contents) if part]
        lines.append(f"- {code(source.name)}: {', '.join(parts)}")
        lines += [f"    - problem: {escaped(problem)}" for problem in source.problems]
        lines += [f"    - skipped: {escaped(skipped)}" for skipped in source.skipped]
    return [folded(f"Files: {len(sources)}", lines)]

"""What the judge said, for the pages that show calls: a note in the lane and a section of the inspector."""

from pages._ui.judge.desk import Desk, Judged
from pages._ui.judge.words import LABELS, WORDS, source_note
from pages._ui.review.inspection import Section
from toolscore_core.judge.pairs import pairs_of
from toolscore_core.judge.verdicts import FLAGS
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import plain


def judged_rows(desk: Desk, entry: MaskedEvaluation) -> dict[int, Judged]:
    """0-based position of a row -> what was said of it; {} when nothing was."""
    if not desk.judged:
        return {}
    at = {(row.gold_index, row.trace_index): position for position, row in enumerate(entry.rows)}
    judged = ((pair, desk.known(pair)) for pair in pairs_of([entry], "all"))
    return {at[pair.gold_index, pair.trace_index]: known for pair, known in judged if known is not None}


def lane_note(known: Judged) -> str:
    """What stands in the lane, under the state of the row."""
    return f"judge: {'error' if known.verdict.verdict is None else WORDS[known.verdict.verdict]}"


def table_note(known: Judged) -> str:
    """The same in the table view, with its symbol."""
    return "! error" if known.verdict.verdict is None else LABELS[known.verdict.verdict]


def judged_section(known: Judged) -> Section:
    """The verdict or error, its reason and differences, and who gave it."""
    verdict = known.verdict
    if verdict.verdict is None:
        lines = [f"! error: {plain(verdict.error or 'no verdict')}"]
    else:
        lines = [", ".join(part for part in (LABELS[verdict.verdict], source_note(known)) if part)]
    if verdict.reason:
        lines.append(plain(verdict.reason))
    lines += [f"{plain(each.path)}: {each.kind}, {_effect(each.effect)}" for each in verdict.differences]
    lines += [f"! {flag}: {FLAGS[flag]}" for flag in verdict.flags]
    if verdict.source != "exact":
        lines.append(f"By {plain(verdict.model or known.model)} at {plain(known.host)}.")
    return Section(title="Judge", kind="lines", lines=lines)


def _effect(effect: str) -> str:
    return "no effect" if effect == "none" else effect

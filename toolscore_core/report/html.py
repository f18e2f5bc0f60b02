"""Masked evaluations -> one HTML page that runs no script and fetches nothing, light or dark as the reader's system is."""

import base64
import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape
from importlib import resources
from typing import Final

from toolscore_core.alignment import State
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.html_case import case_section, result_badge
from toolscore_core.report.html_comparison import comparison_section, spines_section
from toolscore_core.report.html_figures import figures_of
from toolscore_core.report.html_pieces import LONGEST, badge, items, state_class, table, text
from toolscore_core.report.records import About, Source, replaced_in, totals_of
from toolscore_core.report.svg import Figures
from toolscore_core.report.words import NONE, STATE_SYMBOLS, count_text, ratio_text

_ALL_TEXTS: Final = 1_200_000
"""Characters that the arguments of all rows may take together: a page of many cases cuts each of them sooner."""

_MOST_SECTIONS: Final = 300
"""Entries that have a section with all their calls."""

_SHORTEST: Final = 240
"""Characters to which a text is cut at most, however many there are."""


def to_html(evaluations: Sequence[MaskedEvaluation], about: About | None = None) -> str:
    """A report as one self-contained page.

    Args:
        evaluations: What to report, in this order.
        about: What to say beside them; None for nothing.

    Returns:
        The page. Its content security policy allows its own style sheet and nothing else. Texts beyond 4,000 characters are
        cut, and sooner where there are many rows. Calls are listed for the first 300 entries.
    """
    told = about or About()
    style = resources.files("toolscore_core.report").joinpath("page.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    content = _content(evaluations, told)
    return (
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
            f"<title>Toolscore report</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n{_head(evaluations, told, content)}\n"
            f"{content}\n</main>\n</body>\n</html>\n"
        )
        .encode("utf-8", "replace")
        .decode()
    )


def _content(evaluations: Sequence[MaskedEvaluation], told: About) -> str:
    """Everything below the head."""
    draw = Figures()
    alone = len(evaluations) == 1
    shown = evaluations[:_MOST_SECTIONS]
    anchors = {evaluation.key: number for number, evaluation in enumerate(shown)}
    rows = sum(len(evaluation.rows) for evaluation in shown)
    longest = max(_SHORTEST, min(LONGEST, _ALL_TEXTS // (2 * rows))) if rows else LONGEST
    parts = [
        comparison_section(evaluations, told.comparisons, anchors, draw),
        figures_of(evaluations, draw),
        spines_section(evaluations, told.comparisons),
    ]
    if len(evaluations) > 1:
        parts.append(_overview(evaluations))
    for number, evaluation in enumerate(shown):
        parts.append(case_section(evaluation, number, alone=alone, longest=longest))
    if more := len(evaluations) - len(shown):
        left_out = f"The calls of {count_text(more, 'more entry', 'more entries')} are left out here; the JSON report holds all."
        parts.append(f'<p class="muted">{left_out}</p>')
    parts.append(_sources(told.sources))
    return "\n".join(part for part in parts if part)


def _head(evaluations: Sequence[MaskedEvaluation], told: About, content: str) -> str:
    moment = (told.created or datetime.now(UTC)).strftime("%Y-%m-%d %H:%M %Z").strip()
    notes = [moment]
    notes += [told.rule.words] if told.rule is not None else []
    notes += [told.price_note] if told.prices else []
    notes += ["Stored results are shown as they were stored."] if any(e.stored for e in evaluations) else []
    lines = ["<h1>Toolscore report</h1>", f'<p class="muted">{text(" · ".join(notes))}</p>', _masked_note(content)]
    if len(evaluations) != 1:
        lines.append(f'<p class="verdict">{_totals(evaluations)}</p>')
    return "\n".join(lines)


def _totals(evaluations: Sequence[MaskedEvaluation]) -> str:
    totals = totals_of(evaluations)
    outcome, *others = totals.words
    parts = [f"<strong>{outcome}</strong>", *others]
    found = [f"● {count_text(totals.credentials, 'credential')}"] if totals.credentials else []
    found += [f"⊘ {count_text(totals.forbidden_calls, 'forbidden call')}"] if totals.forbidden_calls else []
    return " ".join([" · ".join(parts), *(badge("failed", what) for what in found)])


def _overview(evaluations: Sequence[MaskedEvaluation]) -> str:
    rows = [
        [
            f'<a href="#case-{number}">{text(e.case_id)}</a>' if number < _MOST_SECTIONS else text(e.case_id),
            text(e.run or NONE) + (f" · trial {e.trial}" if e.trial is not None else ""),
            result_badge(e),
            _score_bar(e.score),
            " ".join(
                badge(state_class(state), f"{STATE_SYMBOLS[state]} {n}")
                for state, n in e.counts.items()
                if n and state != State.MATCH
            )
            or NONE,
            badge("failed", count_text(len(e.findings), "finding")) if e.findings else NONE,
        ]
        for number, e in enumerate(evaluations)
    ]
    head = ["Case", "Run", "Result", "Score", "Differences", "Findings"]
    return f"<h2>Cases</h2>\n{table(head, rows, caption='Cases')}"


def _score_bar(score: float | None) -> str:
    if score is None:
        return NONE
    return (
        '<svg class="bar" width="90" height="8" aria-hidden="true"><rect class="track" width="90" height="8" rx="4"/>'
        f'<rect class="fill" width="{90 * max(0.0, min(1.0, score)):.1f}" height="8" rx="4"/></svg> {ratio_text(score)}'
    )


def _sources(sources: Sequence[Source]) -> str:
    if not sources:
        return ""
    rows = [
        [
            text(source.name),
            escape(source.role) or NONE,
            text(source.format or "could not be read"),
            text(source.contents or NONE),
            items([*source.problems, *source.skipped]) if source.problems or source.skipped else "✓ all",
        ]
        for source in sources
    ]
    return f"<h2>Files</h2>\n{table(['File', 'Role', 'Recognised as', 'Contents', 'Read'], rows, caption='Files')}"


def _masked_note(content: str) -> str:
    occurrences, different = replaced_in([content])
    if not occurrences:
        return '<p class="muted">No credential was found in what this report shows.</p>'
    return (
        f'<p class="muted">{count_text(different, "credential")} replaced in {count_text(occurrences, "place")} of this '
        "report; the same number stands for the same credential.</p>"
    )

"""Masked evaluations -> one Markdown report, in which text from files can neither format, link, mention nor embed."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.finding_words import call_text, place_text
from toolscore_core.report.records import Source, totals_of
from toolscore_core.report.words import (
    MOST_DIFFERENCES,
    NONE,
    arguments_text,
    count_text,
    flag_texts,
    order_note,
    plain,
    ratio_text,
    rule_note,
    seconds_text,
    state_text,
    usd_text,
    value_text,
    wrong_arguments,
)

_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>()#|~&!$@:]|^[-+=]|(?<=www)\.|(?<=^\d)[.)])")
_LONGEST_CELL: Final = 300


def to_markdown(evaluations: Sequence[MaskedEvaluation], *, sources: Sequence[Source] = ()) -> str:
    """A report as Markdown (the GitHub dialect): a line a case when there are several, then each case's diff and findings.

    Text from files stands in code spans or is escaped character by character; arguments beyond 300 characters and differences
    of one call beyond 20 are cut.
    """
    lines = ["# Toolscore report", ""]
    if len(evaluations) != 1:
        lines += [*_overview(evaluations), ""]
    for evaluation in evaluations:
        lines += _case(evaluation)
    lines += _sources(sources)
    return "\n".join(lines).rstrip() + "\n"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is: markup escaped, on one line, no link and no mention of anybody."""
    return _MARKUP.sub(r"\\\1", plain(text)).replace(r"\@", "\\@\u2060")


def code(text: str) -> str:
    """Text as a code span that fits a table cell; a dash for none."""
    shown = plain(text)
    if len(shown) > _LONGEST_CELL:
        shown = shown[: _LONGEST_CELL - 1] + "…"
    if not shown.strip():
        return NONE
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}".replace("|", r"\|")


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(head)} |",
        f"|{'|'.join(' --- ' for _ in head)}|",
        *(f"| {' | '.join(cell or ' ' for cell in row)} |" for row in rows),
    ]


def _overview(evaluations: Sequence[MaskedEvaluation]) -> list[str]:
    totals = totals_of(evaluations)
    sentence = f"{count_text(len(evaluations), 'entry', 'entries')}: {totals.passed} passed, {totals.failed} failed"
    if totals.without_trace:
        sentence += f" ({totals.without_trace} without a trace)"
    if totals.without_gold:
        sentence += f", {totals.without_gold} without gold"
    if totals.mean_score is not None:
        sentence += f"; mean score {ratio_text(totals.mean_score)} of {totals.scored}"
    rows = [
        [
            code(e.case_id),
            code(e.run or ""),
            NONE if e.trial is None else str(e.trial),
            _passed_text(e),
            ratio_text(e.score),
            e.grade or NONE,
            NONE if e.completed is None else f"{e.completed[0]} of {e.completed[1]}",
            str(len(e.findings)),
        ]
        for e in evaluations
    ]
    return [
        f"{sentence}.",
        "",
        *_table(["Case", "Run", "Trial", "Result", "Score", "Grade", "Required", "Findings"], rows),
    ]


def _passed_text(evaluation: MaskedEvaluation) -> str:
    if evaluation.trace is None:
        return "no trace"
    return {True: "passes", False: "fails", None: "no gold"}[evaluation.passed]


def _case(evaluation: MaskedEvaluation) -> list[str]:
    title = " · ".join(
        [
            code(evaluation.case_id),
            *([code(evaluation.run)] if evaluation.run else []),
            *([f"trial {evaluation.trial}"] if evaluation.trial is not None else []),
        ]
    )
    lines = [f"## {title}", "", escaped(evaluation.verdict), ""]
    if note := order_note(evaluation):
        lines += [note, ""]
    if evaluation.rows:
        head = ["#", "Expected", "State", "Actual", "Differences", "Latency", "Cost"]
        lines += [*_table(head, (_row(n, row, evaluation) for n, row in enumerate(evaluation.rows, 1))), ""]
    if evaluation.findings:
        lines += ["### Findings", "", *_findings(evaluation), ""]
    if evaluation.not_applicable:
        lines += ["### Not applicable", ""]
        lines += [f"- {escaped(key)}: {escaped(why)}" for key, why in evaluation.not_applicable.items()] + [""]
    if evaluation.problems:
        lines += ["### Problems", "", *(f"- {escaped(str(problem))}" for problem in evaluation.problems), ""]
    return lines


def _row(number: int, row: MaskedRow, evaluation: MaskedEvaluation) -> list[str]:
    recorded = row.state is None
    expected = (
        f"{code(row.expected.tool)} {code(arguments_text(row.expected.args))}" if row.expected else "not expected"
    )
    actual = (
        f"{code(row.actual.tool)} {code(arguments_text(row.actual.args))}"
        if row.actual
        else (NONE if row.state is None else "never called")
    )
    different = wrong_arguments(row)
    differences = [
        f"{code(d.path)} {d.state}: {code(value_text(d.expected))} → {code(value_text(d.actual))}"
        for d in different[:MOST_DIFFERENCES]
    ]
    if len(different) > MOST_DIFFERENCES:
        differences.append(f"and {count_text(len(different) - MOST_DIFFERENCES, 'more difference')}")
    flags = [escaped(flag) for flag in flag_texts(row, evaluation)]
    return [
        str(number),
        NONE if recorded and not row.expected else expected,
        escaped(state_text(row)) + "".join(f"<br>{flag}" for flag in flags),
        actual,
        "<br>".join(differences) or NONE,
        seconds_text(row.actual.duration) if row.actual else NONE,
        usd_text(row.actual.cost) if row.actual else NONE,
    ]


def _findings(evaluation: MaskedEvaluation) -> list[str]:
    lines = []
    for finding in evaluation.findings:
        where = call_text(finding)
        if finding.call_index is not None:
            where = f"call {finding.call_index + 1}, {code(finding.tool)}"
        if finding.kind == "credential":
            shown = f" {code(finding.preview)}" if finding.preview else ""
            place = f"{where}, {code(place_text(finding))}"
            lines.append(f"- Credential {code(finding.name)} #{finding.ordinal}{shown}: {place}")
        else:
            note = rule_note(finding)
            lines.append(f"- Forbidden call, {escaped(finding.name)}{f' ({escaped(note)})' if note else ''}: {where}")
    return lines


def _sources(sources: Sequence[Source]) -> list[str]:
    if not sources:
        return []
    lines = ["## Files", ""]
    for source in sources:
        parts = [escaped(part) for part in (source.role, source.format, source.contents) if part]
        lines.append(f"- {code(source.name)}: {', '.join(parts)}")
        lines += [f"    - problem: {escaped(problem)}" for problem in source.problems]
        lines += [f"    - skipped: {escaped(skipped)}" for skipped in source.skipped]
    return lines

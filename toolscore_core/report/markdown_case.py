"""One masked evaluation -> its part of a Markdown report: verdict, aligned diff, findings, what does not apply, problems."""

from typing import Any

from toolscore_core.masked import MaskedEvaluation, MaskedRow
from toolscore_core.report.finding_words import call_text, place_text
from toolscore_core.report.markdown_pieces import code, escaped, strong_parts, table
from toolscore_core.report.words import (
    MOST_DIFFERENCES,
    NONE,
    arguments_text,
    count_text,
    expected_arguments_text,
    flag_texts,
    order_note,
    rule_note,
    seconds_text,
    state_text,
    usd_text,
    value_text,
    wrong_arguments,
)


def case_lines(evaluation: MaskedEvaluation) -> list[str]:
    """The lines of an entry, without its title."""
    lines = [strong_parts(evaluation.verdict_parts), ""]
    if note := order_note(evaluation):
        lines += [note, ""]
    if evaluation.rows:
        head = ["#", "Expected", "State", "Actual", "Differences", "Latency", "Cost"]
        lines += [*table(head, (_row(n, row, evaluation) for n, row in enumerate(evaluation.rows, 1))), ""]
    if evaluation.findings:
        lines += ["**Findings**", "", *_findings(evaluation), ""]
    if evaluation.not_applicable:
        lines += ["**Not applicable**", ""]
        lines += [f"- {escaped(key)}: {escaped(why)}" for key, why in evaluation.not_applicable.items()] + [""]
    if evaluation.problems:
        lines += ["**Problems**", "", *(f"- {escaped(str(problem))}" for problem in evaluation.problems), ""]
    return lines


def _row(number: int, row: MaskedRow, evaluation: MaskedEvaluation) -> list[str]:
    different = wrong_arguments(row)
    differences = [
        f"{code(d.path)} {d.state}: {code(value_text(d.expected))} → {code(value_text(d.actual))}"
        for d in different[:MOST_DIFFERENCES]
    ]
    if len(different) > MOST_DIFFERENCES:
        differences.append(f"and {count_text(len(different) - MOST_DIFFERENCES, 'more difference')}")
    flags = [escaped(flag) for flag in flag_texts(row, evaluation)]
    actual = row.actual
    return [
        str(number),
        _expected(row),
        escaped(state_text(row)) + "".join(f"<br>{flag}" for flag in flags),
        _call(actual.tool, arguments_text(actual.args)) if actual else NONE if row.state is None else "never called",
        "<br>".join(differences) or NONE,
        seconds_text(actual.duration) if actual else NONE,
        usd_text(actual.cost) if actual else NONE,
    ]


def _expected(row: MaskedRow) -> str:
    if row.expected is None:
        return NONE if row.state is None else "not expected"
    return _call(row.expected.tool, expected_arguments_text(row.expected.args))


def _call(tool: str, args: Any) -> str:
    return f"{code(tool)} {code(args)}"


def _findings(evaluation: MaskedEvaluation) -> list[str]:
    lines = []
    for finding in evaluation.findings:
        where = escaped(call_text(finding))
        if finding.call_index is not None:
            where = f"call {finding.call_index + 1}, {code(finding.tool)}"
        if finding.kind == "credential":
            shown = f" {code(finding.preview)}" if finding.preview else ""
            place = f"{where}, {code(place_text(finding))}"
            # As code, since GitHub takes a bare "#1" for an issue.
            lines.append(f"- Credential {code(f'{finding.name} #{finding.ordinal}')}{shown}: {place}")
        else:
            note = rule_note(finding)
            lines.append(f"- Forbidden call, {escaped(finding.name)}{f' ({escaped(note)})' if note else ''}: {where}")
    return lines

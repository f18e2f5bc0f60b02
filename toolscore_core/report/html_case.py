"""One masked evaluation -> its section of the page: verdict, aligned diff, findings, metrics, problems."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from toolscore_core.alignment import ArgumentState
from toolscore_core.masked import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.report.finding_words import call_text, place_text
from toolscore_core.report.html_pieces import (
    LONGEST,
    badge,
    fold,
    items,
    mono,
    muted,
    state_class,
    strong_parts,
    table,
    text,
)
from toolscore_core.report.scores import metric_lines
from toolscore_core.report.words import (
    ARGUMENT_SYMBOLS,
    MOST_DIFFERENCES,
    NONE,
    STATE_SYMBOLS,
    arguments_text,
    count_text,
    entry_name,
    expected_arguments_text,
    flag_texts,
    order_note,
    passed_word,
    rule_note,
    seconds_text,
    state_text,
    usd_text,
    value_text,
    wrong_arguments,
)
from toolscore_core.values import MISSING


def case_section(evaluation: MaskedEvaluation, number: int, *, alone: bool, longest: int = LONGEST) -> str:
    """The section of an entry; of several it folds, and those that do not pass stand open.

    Args:
        evaluation: The entry.
        number: Its position, which names the section.
        alone: Whether it is the only one.
        longest: Characters of one argument, value or error.
    """
    parts = [f'<p class="verdict">{strong_parts(evaluation.verdict_parts)}</p>', _chips(evaluation)]
    if note := order_note(evaluation):
        parts.append(f'<p class="muted">{note}</p>')
    parts += [_Lane(evaluation, longest).table()] if evaluation.rows else []
    if evaluation.findings:
        head = ["Finding", "Call", "Where", "What"]
        parts += ["<h3>Findings</h3>", table(head, map(_finding, evaluation.findings), caption="Findings")]
    parts.append(_metrics(evaluation, opened=alone))
    if evaluation.problems:
        parts += ["<h3>Problems</h3>", items(str(problem) for problem in evaluation.problems)]
    content = "\n".join(part for part in parts if part)
    title = f"<h2>{text(entry_name(evaluation))}</h2>"
    if alone:
        return f'<section id="case-{number}">\n{title}\n{content}\n</section>'
    return fold(f"{title} {result_badge(evaluation)}", content, opened=not evaluation.passed, id=f"case-{number}")


def result_badge(evaluation: MaskedEvaluation) -> str:
    """Whether an entry passes, as symbol, word and colour."""
    undecided = evaluation.trace is not None and evaluation.passed is None
    return badge("plain" if undecided else "match" if evaluation.passed else "missing", passed_word(evaluation))


def _chips(evaluation: MaskedEvaluation) -> str:
    chips = [
        badge(state_class(state), f"{STATE_SYMBOLS[state]} {state.value} {count}")
        for state, count in evaluation.counts.items()
        if count and evaluation.rows
    ]
    if evaluation.failed_count:
        chips.append(badge("failed", f"! failed {evaluation.failed_count}"))
    if evaluation.provider_executed_count:
        chips.append(badge("plain", f"run by the provider, not scored {evaluation.provider_executed_count}"))
    return f'<p class="chips">{" ".join(chips)}</p>' if chips else ""


@dataclass(frozen=True, slots=True)
class _Lane:
    """The aligned diff of an entry, with texts of at most so many characters."""

    evaluation: MaskedEvaluation
    longest: int

    def table(self) -> str:
        head = ["#", "Expected", "State", "Actual", "Latency", "Cost"]
        rows = [self._row(number, row) for number, row in enumerate(self.evaluation.rows, 1)]
        return table(head, rows, "lane", caption=f"Expected and actual calls of {entry_name(self.evaluation)}")

    def _row(self, number: int, row: MaskedRow) -> list[str]:
        state = badge(state_class(row.state), state_text(row))
        kind = "failed" if row.scored else "plain"
        flags = "".join(f"<br>{badge(kind, flag)}" for flag in flag_texts(row, self.evaluation))
        unexpected = muted("not compared" if row.state is None else "not expected")
        never = muted(NONE if row.state is None else "never called")
        return [
            str(number),
            self._call(row.expected.tool, expected_arguments_text(row.expected.args)) if row.expected else unexpected,
            state + flags,
            (self._call(row.actual.tool, arguments_text(row.actual.args)) if row.actual else never)
            + self._differences(wrong_arguments(row))
            + self._error(row),
            seconds_text(row.actual.duration) if row.actual else NONE,
            usd_text(row.actual.cost) if row.actual else NONE,
        ]

    def _call(self, tool: str, args: str) -> str:
        return f"<strong>{text(tool, self.longest)}</strong><br>{mono(args, self.longest)}"

    def _error(self, row: MaskedRow) -> str:
        if row.actual is None or not row.actual.error:
            return ""
        return f'<div class="error">{mono(row.actual.error, self.longest)}</div>'

    def _differences(self, different: Sequence[MaskedDifference]) -> str:
        listed = "".join(map(self._difference, different[:MOST_DIFFERENCES]))
        beyond = len(different) - MOST_DIFFERENCES
        return f'{listed}<div class="muted">and {count_text(beyond, "more difference")}</div>' if beyond > 0 else listed

    def _difference(self, difference: MaskedDifference) -> str:
        kind = {ArgumentState.CHANGED: "changed", ArgumentState.MISSING: "missing"}.get(difference.state, "extra")
        expected, actual = (
            "nothing" if value is MISSING else mono(value_text(value), self.longest)
            for value in (difference.expected, difference.actual)
        )
        label = badge(kind, f"{ARGUMENT_SYMBOLS[difference.state]} {difference.path}")
        return f'<div class="difference">{label} {difference.state}: {expected} → {actual}</div>'


def _finding(finding: MaskedFinding) -> list[str]:
    credential = finding.kind == "credential"
    return [
        badge("failed", f"● {finding.name} #{finding.ordinal}" if credential else finding.name),
        text(call_text(finding)),
        text(place_text(finding)) if credential else "the call itself",
        mono(finding.preview) if credential else text(rule_note(finding) or "no reason given"),
    ]


def _metrics(evaluation: MaskedEvaluation, *, opened: bool) -> str:
    lines = [
        [escape(line.title), text(line.text), f"{line.weight:.0%} of the score" if line.weight else ""]
        for line in metric_lines(evaluation)
    ]
    if not lines:
        return ""
    return fold("<h3>Metrics</h3>", table(["Metric", "Value", "Weight"], lines, caption="Metrics"), opened=opened)

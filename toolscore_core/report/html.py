"""Masked evaluations -> one HTML page that runs no script and fetches nothing, light or dark as the reader's system is."""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from html import escape
from importlib import resources
from typing import Any, Final

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.masked import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.report.finding_words import call_text, place_text
from toolscore_core.report.records import Source, replaced_in, totals_of
from toolscore_core.report.scores import metric_lines
from toolscore_core.report.words import (
    ARGUMENT_SYMBOLS,
    MOST_DIFFERENCES,
    NONE,
    STATE_SYMBOLS,
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
from toolscore_core.values import MISSING

_LONGEST: Final = 4000
"""Longest text of one argument or error on the page; a report is read, the JSON export holds everything."""


def to_html(
    evaluations: Sequence[MaskedEvaluation], *, sources: Sequence[Source] = (), created: datetime | None = None
) -> str:
    """A report as one self-contained page.

    Args:
        evaluations: What to report, in this order.
        sources: The input files.
        created: Time of the report; by default now.

    Returns:
        The page. Its content security policy allows its own style sheet and nothing else. Texts beyond 4,000 characters are cut.
    """
    style = resources.files("toolscore_core.report").joinpath("page.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    body = [*_head(evaluations, created or datetime.now(UTC))]
    if len(evaluations) > 1:
        body.append(_overview(evaluations))
    for number, evaluation in enumerate(evaluations):
        body.append(_case(evaluation, number, alone=len(evaluations) == 1))
    body.append(_sources(sources))
    content = "\n".join(part for part in body if part)
    return (
        (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            '<meta name="referrer" content="no-referrer">\n<meta name="color-scheme" content="light dark">\n'
            f"<title>Toolscore report</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n{content}\n"
            f"{_masked_note(content)}\n</main>\n</body>\n</html>\n"
        )
        .encode("utf-8", "replace")
        .decode()
    )


def _text(text: str) -> str:
    shown = plain(text, keep="\n\t")
    if len(shown) > _LONGEST:
        shown = f"{shown[:_LONGEST]}… ({count_text(len(shown) - _LONGEST, 'more character')})"
    return escape(shown)


def _mono(text: str) -> str:
    return f'<span class="mono">{_text(text)}</span>'


def _badge(kind: str, text: str) -> str:
    return f'<span class="badge {kind}">{_text(text)}</span>'


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    heads = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    lines = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>\n" for row in rows)
    return f'<div class="card"><table class="{kind}"><thead><tr>{heads}</tr></thead>\n<tbody>\n{lines}</tbody></table></div>'


def _head(evaluations: Sequence[MaskedEvaluation], created: datetime) -> list[str]:
    moment = created.strftime("%Y-%m-%d %H:%M %Z").strip()
    lines = ["<h1>Toolscore report</h1>", f'<p class="muted">{escape(moment)}</p>']
    if len(evaluations) != 1:
        totals = totals_of(evaluations)
        parts = [f"<strong>{totals.passed} passed, {totals.failed} failed</strong>"]
        parts += [f"{totals.without_trace} without a trace"] if totals.without_trace else []
        parts += [f"{totals.without_gold} without gold"] if totals.without_gold else []
        parts += [f"mean score {ratio_text(totals.mean_score)} of {totals.scored}"] if totals.scored else []
        parts += [f"required calls completed {totals.completed} of {totals.required}"] if totals.required else []
        parts += [_badge("failed", f"● {count_text(totals.credentials, 'credential')}")] if totals.credentials else []
        parts += (
            [_badge("failed", count_text(totals.forbidden_calls, "forbidden call"))] if totals.forbidden_calls else []
        )
        lines.append(f'<p class="verdict">{" · ".join(parts)}</p>')
    return lines


def _overview(evaluations: Sequence[MaskedEvaluation]) -> str:
    rows = [
        [
            f'<a href="#case-{number}">{_text(e.case_id)}</a>',
            _text(e.run or NONE) + (f" · trial {e.trial}" if e.trial is not None else ""),
            _result(e),
            _score_bar(e.score),
            " ".join(
                _badge(_css(state), f"{STATE_SYMBOLS[state]} {n}")
                for state, n in e.counts.items()
                if n and state != State.MATCH
            )
            or NONE,
            _badge("failed", count_text(len(e.findings), "finding")) if e.findings else NONE,
        ]
        for number, e in enumerate(evaluations)
    ]
    return _table(["Case", "Run", "Result", "Score", "Differences", "Findings"], rows)


def _result(evaluation: MaskedEvaluation) -> str:
    if evaluation.trace is None:
        return _badge("missing", "no trace")
    if evaluation.passed is None:
        return "no gold"
    return _badge("match", "✓ passes") if evaluation.passed else _badge("missing", "✗ fails")


def _score_bar(score: float | None) -> str:
    if score is None:
        return NONE
    return (
        '<svg class="bar" width="90" height="8" aria-hidden="true"><rect class="track" width="90" height="8" rx="4"/>'
        f'<rect class="fill" width="{90 * max(0.0, min(1.0, score)):.1f}" height="8" rx="4"/></svg> {ratio_text(score)}'
    )


def _css(state: State) -> str:
    return state.value.replace("+", "-")


def _case(evaluation: MaskedEvaluation, number: int, *, alone: bool) -> str:
    title = " · ".join(
        [
            evaluation.case_id,
            *([evaluation.run] if evaluation.run else []),
            *([f"trial {evaluation.trial}"] if evaluation.trial else []),
        ]
    )
    verdict = "".join(f"<strong>{_text(t)}</strong>" if strong else _text(t) for t, strong in evaluation.verdict_parts)
    parts = [f'<p class="verdict">{verdict}</p>', _chips(evaluation)]
    if note := order_note(evaluation):
        parts.append(f'<p class="muted">{note}</p>')
    if evaluation.rows:
        head = ["#", "Expected", "State", "Actual", "Latency", "Cost"]
        parts.append(_table(head, [_row(n, row, evaluation) for n, row in enumerate(evaluation.rows, 1)], "lane"))
    if evaluation.findings:
        parts += ["<h3>Findings</h3>", _table(["Finding", "Call", "Where", "What"], map(_finding, evaluation.findings))]
    parts.append(_metrics(evaluation, opened=alone))
    if evaluation.problems:
        parts += ["<h3>Problems</h3>", _list(str(problem) for problem in evaluation.problems)]
    content = "\n".join(part for part in parts if part)
    if alone:
        return f'<section id="case-{number}">\n<h2>{_text(title)}</h2>\n{content}\n</section>'
    return f'<details id="case-{number}" open>\n<summary><h2>{_text(title)}</h2></summary>\n{content}\n</details>'


def _chips(evaluation: MaskedEvaluation) -> str:
    chips = [
        _badge(_css(state), f"{STATE_SYMBOLS[state]} {state.value} {count}")
        for state, count in evaluation.counts.items()
        if count and evaluation.rows
    ]
    if evaluation.failed_count:
        chips.append(_badge("failed", f"! failed {evaluation.failed_count}"))
    if evaluation.provider_executed_count:
        chips.append(_badge("plain", f"run by the provider, not scored {evaluation.provider_executed_count}"))
    return f'<p class="chips">{" ".join(chips)}</p>' if chips else ""


def _row(number: int, row: MaskedRow, evaluation: MaskedEvaluation) -> list[str]:
    state = _badge(_css(row.state) if row.state else "plain", state_text(row))
    flags = "".join(f"<br>{_badge('failed' if row.scored else 'plain', flag)}" for flag in flag_texts(row, evaluation))
    error = f'<div class="error">{_mono(row.actual.error)}</div>' if row.actual and row.actual.error else ""
    return [
        str(number),
        _call(row.expected.tool, row.expected.args)
        if row.expected
        else f'<span class="muted">{"not compared" if row.state is None else "not expected"}</span>',
        state + flags,
        (_call(row.actual.tool, row.actual.args) if row.actual else f'<span class="muted">{_absent(row)}</span>')
        + _differences(wrong_arguments(row))
        + error,
        seconds_text(row.actual.duration) if row.actual else NONE,
        usd_text(row.actual.cost) if row.actual else NONE,
    ]


def _absent(row: MaskedRow) -> str:
    return NONE if row.state is None else "never called"


def _call(tool: str, args: dict[str, Any] | None) -> str:
    return f"<strong>{_text(tool)}</strong><br>{_mono(arguments_text(args))}"


def _differences(different: Sequence[MaskedDifference]) -> str:
    listed = "".join(map(_difference, different[:MOST_DIFFERENCES]))
    beyond = len(different) - MOST_DIFFERENCES
    return f'{listed}<div class="muted">and {count_text(beyond, "more difference")}</div>' if beyond > 0 else listed


def _difference(difference: MaskedDifference) -> str:
    kind = {ArgumentState.CHANGED: "changed", ArgumentState.MISSING: "missing"}.get(difference.state, "extra")
    values = [
        "nothing" if value is MISSING else _mono(value_text(value))
        for value in (difference.expected, difference.actual)
    ]
    label = f"{ARGUMENT_SYMBOLS[difference.state]} {difference.path}"
    return f'<div class="difference">{_badge(kind, label)} {difference.state}: {values[0]} → {values[1]}</div>'


def _finding(finding: MaskedFinding) -> list[str]:
    credential = finding.kind == "credential"
    return [
        _badge("failed", f"● {finding.name} #{finding.ordinal}" if credential else finding.name),
        _text(call_text(finding)),
        _text(place_text(finding)) if credential else "the call itself",
        _mono(finding.preview) if credential else _text(rule_note(finding) or "no reason given"),
    ]


def _metrics(evaluation: MaskedEvaluation, *, opened: bool) -> str:
    lines = [
        [escape(line.title), _text(line.text), f"{line.weight:.0%} of the score" if line.weight else ""]
        for line in metric_lines(evaluation)
    ]
    if not lines:
        return ""
    table = _table(["Metric", "Value", "Weight"], lines)
    start = "<details open>" if opened else "<details>"
    return f"{start}\n<summary><h3>Metrics</h3></summary>\n{table}\n</details>"


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{_text(item)}</li>' for item in items)}</ul>"


def _sources(sources: Sequence[Source]) -> str:
    if not sources:
        return ""
    rows = [
        [
            _text(source.name),
            escape(source.role),
            _text(source.format or "could not be read"),
            _text(source.contents or NONE),
            _list([*source.problems, *source.skipped]) if source.problems or source.skipped else "✓ all",
        ]
        for source in sources
    ]
    return f"<h2>Files</h2>\n{_table(['File', 'Role', 'Recognised as', 'Contents', 'Read'], rows)}"


def _masked_note(content: str) -> str:
    occurrences, different = replaced_in([content])
    if not occurrences:
        return '<p class="muted">No credential was found in what this report shows.</p>'
    return (
        f'<p class="muted">{count_text(different, "credential")} replaced in {count_text(occurrences, "place")} of this '
        "report; the same number stands for the same credential.</p>"
    )

"""One row of a masked evaluation -> what the call inspector says about it, section by section."""

import math
from typing import Any, Final, TypedDict

from pages._ui.lane.payload import Badge, flag_badges, state_badges, tool_name
from pages._ui.lane.segments import Segments, block_text, changed_segments, value_text
from toolscore_core.alignment import ArgumentState, State
from toolscore_core.credentials.masking import MaskedCall
from toolscore_core.masked import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.report.finding_words import place_text, sure_text, via_text
from toolscore_core.report.scores import WEIGHT_TITLES
from toolscore_core.report.words import ARGUMENT_SYMBOLS, plain, rule_note, seconds_text, state_notes, usd_text
from toolscore_core.values import MISSING

ARGUMENT_ROWS: Final = 200
"""Arguments of one call that the inspector lists."""

_PAIRED: Final = frozenset({State.MATCH, State.CHANGED, State.MOVED, State.MOVED_CHANGED})
_TONES: Final = {
    ArgumentState.SAME: "match",
    ArgumentState.MATCHED: "match",
    ArgumentState.CHANGED: "changed",
    ArgumentState.MISSING: "missing",
    ArgumentState.UNEXPECTED: "extra",
    ArgumentState.NOT_CHECKED: "",
    ArgumentState.NOT_GIVEN: "",
}


class Cell(TypedDict):
    """One value of the argument table.

    Attributes:
        tone, symbol: Its mark; "" for none.
        segments: Its text, with what differs inside a long text marked.
        words: Said in place of a value; "" when there is one.
        full: The whole text where the segments leave parts out; "" otherwise.
    """

    tone: str
    symbol: str
    segments: Segments
    words: str
    full: str


class Section(TypedDict, total=False):
    """One part of the inspector.

    Attributes:
        title: Its heading.
        kind: "arguments", "points", "block", "lines" or "facts".
        columns: Heads of the argument table.
        arguments: Its lines: path and one cell for each further column.
        points: (metric, why, points) lines.
        block, cut: A text, and how many of its characters were left out.
        tone: Of the block.
        lines: Texts, one a line.
        facts: (name, text) pairs.
        button: Text of a button at its end, which `inspector` tells of.
    """

    title: str
    kind: str
    columns: list[str]
    arguments: list[tuple[str, list[Cell]]]
    points: list[tuple[str, str, str]]
    block: str
    cut: int
    tone: str
    lines: list[str]
    facts: list[tuple[str, str]]
    button: str


class Inspection(TypedDict):
    """All that the inspector draws; `version` changes with the row, `place` is "call 4 of 6"."""

    version: str
    tool: str
    place: str
    badges: list[Badge]
    flags: list[Badge]
    sections: list[Section]


def inspect(evaluation: MaskedEvaluation, position: int, *, version: str, judged: Section | None = None) -> Inspection:
    """What the inspector says about the row at a 0-based position; `judged` is what a judge said of it."""
    row = evaluation.rows[position]
    call = row.actual or row.expected
    parts = (
        _arguments(row),
        judged,
        _score(evaluation, row),
        *_outcome(row),
        _timing(evaluation, row),
        _findings(evaluation, row),
        _details(row),
    )
    badges = state_badges(row) if evaluation.case is not None else []
    badges += [Badge(tone="muted", symbol="∥" if note == "parallel" else "", word=note) for note in state_notes(row)]
    return Inspection(
        version=f"{version}|{evaluation.key}|{position}",
        tool=tool_name(call) if call is not None else "",
        place=_place(evaluation, row),
        badges=badges,
        flags=flag_badges(evaluation, row),
        sections=[part for part in parts if part is not None],
    )


def _place(evaluation: MaskedEvaluation, row: MaskedRow) -> str:
    if row.trace_index is not None and evaluation.trace is not None:
        return f"call {row.trace_index + 1:,} of {len(evaluation.trace.calls):,}"
    if row.gold_index is not None and evaluation.case is not None:
        return f"expected call {row.gold_index + 1:,} of {len(evaluation.case.calls):,}"
    return ""


def _arguments(row: MaskedRow) -> Section:
    if row.state in _PAIRED:
        columns = ["Expected", "Actual"]
        lines = [(plain(d.path), [_expected_cell(d), _actual_cell(d)]) for d in row.differences[:ARGUMENT_ROWS]]
        left = len(row.differences) - len(lines)
    else:
        columns, lines, left = _one_sided(row)
    section = Section(title="Arguments", kind="arguments", columns=columns, arguments=lines, lines=[])
    unchecked = row.expected is not None and row.expected.args is None
    if unchecked and row.state in _PAIRED:
        section["lines"] = ["The expected call does not check arguments."]
    elif not lines:
        section["lines"] = ["Not checked." if unchecked else "No arguments."]
    if left > 0:
        section["lines"].append(f"{left:,} more arguments are not listed.")
    return section


def _one_sided(row: MaskedRow) -> tuple[list[str], list[tuple[str, list[Cell]]], int]:
    """Arguments of a row whose calls are not compared with each other, each side's on its own."""
    sides = [("Expected", row.expected, True), ("Actual", row.actual, False)]
    shown = [(title, call.args or {}, expected) for title, call, expected in sides if call is not None]
    names = list(dict.fromkeys(name for _, args, _ in shown for name in args))
    lines = []
    for name in names[:ARGUMENT_ROWS]:
        cells = [_cell(args[name], expected=expected) if name in args else _words("–") for _, args, expected in shown]
        lines.append((plain(name), cells))
    return [title for title, _, _ in shown], lines, len(names) - len(lines)


def _expected_cell(difference: MaskedDifference) -> Cell:
    if difference.state is ArgumentState.NOT_CHECKED:
        return _words("not checked")
    if difference.expected is MISSING:
        return _words("not expected")
    if difference.state is ArgumentState.CHANGED:
        return _cell(difference.expected, expected=True, other=difference.actual)
    return _cell(difference.expected, expected=True)


def _actual_cell(difference: MaskedDifference) -> Cell:
    tone, symbol = _TONES[difference.state], ARGUMENT_SYMBOLS[difference.state] if _TONES[difference.state] else ""
    if difference.actual is MISSING:
        return _words("not given" if tone or difference.state is ArgumentState.NOT_GIVEN else "–", tone, symbol)
    other = difference.expected if difference.state is ArgumentState.CHANGED else MISSING
    return _cell(difference.actual, expected=False, tone=tone, symbol=symbol, other=other)


def _words(words: str, tone: str = "", symbol: str = "") -> Cell:
    return Cell(tone=tone, symbol=symbol, segments=[], words=words, full="")


def _cell(value: Any, *, expected: bool, tone: str = "", symbol: str = "", other: Any = MISSING) -> Cell:
    text = value_text(value, expected=expected)
    segments = changed_segments(value, other) if isinstance(value, str) and isinstance(other, str) else None
    return Cell(tone=tone, symbol=symbol, segments=segments or [[text, False]], words="", full=text if segments else "")


def _score(evaluation: MaskedEvaluation, row: MaskedRow) -> Section | None:
    title = "What this call does to the score"
    if evaluation.score is None:
        return None
    if row.omitted:
        return Section(title=title, kind="lines", lines=["Nothing: the call is optional, and it was not made."])
    if not row.scored:
        return Section(
            title=title, kind="lines", lines=["Nothing: the provider ran it, and the gold does not name it."]
        )
    points: list[tuple[str, str, str]] = []
    for key, name in WEIGHT_TITLES.items():
        if not evaluation.weights.get(key):
            continue
        found = [item for item in row.contributions if item.metric == key]
        points += [(name, item.text, points_text(item.points)) for item in found]
        # In what this call loses nothing is worth a line only where it loses nothing at all.
        if not found and row.state is State.MATCH:
            points.append((name, "nothing lost", "0"))
    if not points:
        return Section(title=title, kind="lines", lines=["Nothing is lost by this call."])
    return Section(title=title, kind="points", points=points)


def points_text(points: float) -> str:
    """What is taken from the score, with a minus sign and as many digits as it needs: −0.09, −0.0004."""
    if points <= 0:
        return "0"
    shown = f"{points:.2f}"
    return f"−{shown}" if shown != "0.00" else f"−{points:.{-math.floor(math.log10(points))}f}"


def _outcome(row: MaskedRow) -> list[Section]:
    call = row.actual
    if call is None:
        return []
    sections = []
    if call.error is not None:
        text, cut = block_text(call.error or "The call failed; the file gives no text.")
        sections.append(Section(title="Error", kind="block", block=text, cut=cut, tone="failed"))
    if call.result is not None:
        text, cut = block_text(call.result)
        empty = "(empty text)" if text == "" else text
        sections.append(Section(title="Result", kind="block", block=empty, cut=cut, tone=""))
    elif call.error is None:
        sections.append(Section(title="Result", kind="lines", lines=["The file records no result."]))
    return sections


def _timing(evaluation: MaskedEvaluation, row: MaskedRow) -> Section | None:
    call = row.actual
    if call is None:
        return None
    parts = []
    trace = evaluation.trace
    if call.started is not None and trace is not None and trace.started is not None and call.started >= trace.started:
        parts.append(f"Started {seconds_text(call.started - trace.started)} into the trace")
    parts.append("not timed" if call.duration is None else seconds_text(call.duration))
    parts.append(usd_text(call.cost))
    line = " · ".join(parts)
    lines = [f"{line[:1].upper()}{line[1:]}"]
    tokens = _tokens(evaluation, call)
    return Section(title="Timing and cost", kind="lines", lines=[*lines, tokens] if tokens else lines)


def _tokens(evaluation: MaskedEvaluation, call: MaskedCall) -> str:
    """Tokens of the turn that issued the call; "" when the file does not say."""
    turns = evaluation.trace.turns if evaluation.trace is not None else ()
    if call.turn is None or not 0 <= call.turn < len(turns):
        return ""
    turn = turns[call.turn]
    counts = [(turn.input_tokens, "in"), (turn.output_tokens, "out")]
    said = [f"{count:,} {way}" for count, way in counts if count is not None]
    return f"Tokens of its turn: {', '.join(said)}" if said else ""


def _findings(evaluation: MaskedEvaluation, row: MaskedRow) -> Section | None:
    lines = [_finding_line(evaluation.findings[index]) for index in row.findings]
    return Section(title="Findings", kind="lines", lines=lines, tone="failed") if lines else None


def _finding_line(finding: MaskedFinding) -> str:
    if finding.kind == "credential":
        number = f" #{finding.ordinal}" if finding.ordinal is not None else ""
        notes = [plain(finding.preview), via_text(finding.via), sure_text(finding.confidence)]
        more = ", ".join(note for note in notes if note)
        return f"● credential{number}: {plain(finding.name)} in {place_text(finding)}{f' ({more})' if more else ''}"
    note = rule_note(finding)
    return f"⊘ forbidden call, {plain(finding.name)}{f': {note}' if note else ''}"


def _details(row: MaskedRow) -> Section | None:
    call = row.actual
    if call is None:
        return None
    recorded = call.metadata.get("recorded_name")
    facts = [
        ("Recorded name", recorded if isinstance(recorded, str) else None),
        ("Instead of", row.expected.tool if row.state is State.SUBSTITUTE and row.expected is not None else None),
        ("Agent", call.agent),
        ("Inside call", call.parent_id),
        ("Call id", call.call_id),
    ]
    known = [(name, plain(text[:200])) for name, text in facts if text]
    return Section(title="Details", kind="facts", facts=known) if known else None

"""States, numbers and values -> the short texts by which tables, charts and files show them."""

import json
import math
import re
from collections.abc import Sequence
from typing import Any, Final

from toolscore_core.alignment import ArgumentState, State
from toolscore_core.masked import MaskedDifference, MaskedEvaluation, MaskedFinding, MaskedRow
from toolscore_core.masked.verdict import short_name
from toolscore_core.values import MISSING
from toolscore_core.values import finite as finite

NONE: Final = "–"
"""Stands where there is nothing to show."""

STATE_SYMBOLS: Final[dict[State, str]] = {
    State.MATCH: "✓",
    State.CHANGED: "±",
    State.MOVED: "⇅",
    State.MOVED_CHANGED: "⇅±",
    State.SUBSTITUTE: "≠",
    State.MISSING: "−",
    State.EXTRA: "+",
    State.REPEATED: "↻",
}
"""Symbol of a row state; the word beside it is the state's value."""

ARGUMENT_SYMBOLS: Final[dict[ArgumentState, str]] = {
    ArgumentState.SAME: "✓",
    ArgumentState.MATCHED: "✓",
    ArgumentState.CHANGED: "±",
    ArgumentState.MISSING: "−",
    ArgumentState.UNEXPECTED: "+",
    ArgumentState.NOT_CHECKED: "·",
    ArgumentState.NOT_GIVEN: "·",
}
"""Symbol of an argument state; the word beside it is the state's value."""

MOST_DIFFERENCES: Final = 20
"""Differences of one call that a report lists; the rest is counted."""

_WRONG: Final = (ArgumentState.CHANGED, ArgumentState.MISSING, ArgumentState.UNEXPECTED)

_BOUNDS: Final = {"gt": ">", "gte": "≥", "lt": "<", "lte": "≤", "ne": "≠"}

_MATCHER_CHARACTERS: Final = 240
_MATCHER_CHOICES: Final = 20

_CONTROLS = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
    "|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"  # joiners have their use inside some scripts and emoji
)


def plain(text: str, *, keep: str = "") -> str:
    r"""Text in which control and zero-width characters, direction overrides and lone surrogates are shown as escapes.

    Args:
        text: Any text.
        keep: Control characters that stay as they are, such as "\n".

    Example:
        >>> plain("a\x1b[2Jb")
        'a\\x1b[2Jb'
    """

    def escaped(found: re.Match[str]) -> str:
        character = found[0]
        return character if character in keep else character.encode("unicode_escape").decode("ascii")

    return _CONTROLS.sub(escaped, text)


def value_text(value: Any) -> str:
    """A masked value as JSON text on one line; "" where there is no value."""
    if value is MISSING:
        return ""
    return plain(json.dumps(_short_matchers(finite(value)), ensure_ascii=False, default=str))


def expected_text(value: Any) -> str:
    """An expected masked value as JSON text on one line, its matchers in words; "" where there is no value."""
    if (words := matcher_words(value)) is not None:
        return words
    if isinstance(value, dict):
        return f"{{{', '.join(f'{value_text(name)}: {expected_text(item)}' for name, item in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(expected_text, value))}]"
    return value_text(value)


def matcher_words(value: Any) -> str | None:
    """A matcher's JSON form in words (`any`, `/refund/`, `≈ 42.5`); None when the value is no matcher."""
    if not (isinstance(value, dict) and len(value) == 1):
        return None
    ((operator, operand),) = value.items()
    if operator == "$any":
        return "any"
    if operator == "$regex":
        return f"/{plain(str(operand))}/"
    if operator == "$contains":
        return f"contains {_operand(expected_text(operand))}"
    if operator == "$one_of" and isinstance(operand, list):
        return " or ".join(_operand(expected_text(item)) for item in operand[:_MATCHER_CHOICES])
    if operator == "$approx":
        return f"≈ {_operand(value_text(operand.get('value') if isinstance(operand, dict) else operand))}"
    if operator == "$type":
        names = operand if isinstance(operand, list) else [operand]
        return f"any {' or '.join(plain(str(name)) for name in names)}"
    if operator == "$literal":
        return _operand(value_text(operand))
    if operator == "$optional":
        return f"{_operand(expected_text(operand))} or absent"
    return _rule_words(operator, operand)


def _rule_words(operator: str, operand: Any) -> str | None:
    """Words of an operator that rules alone know."""
    if operator == "$not":
        return f"not {_operand(expected_text(operand))}"
    if operator == "$all_of" and isinstance(operand, list):
        return " and ".join(_operand(expected_text(item)) for item in operand[:_MATCHER_CHOICES])
    if operator == "$glob":
        return plain(str(operand))
    if operator == "$command":
        words = " ".join(map(expected_text, operand)) if isinstance(operand, list) else plain(str(operand))
        return f"runs {_operand(words)}"
    if operator == "$compare" and isinstance(operand, dict):
        return " and ".join(f"{_BOUNDS.get(name, name)} {value_text(bound)}" for name, bound in operand.items())
    return None


def _operand(text: str) -> str:
    return text if len(text) <= _MATCHER_CHARACTERS else f"{text[:_MATCHER_CHARACTERS]}…"


def _short_matchers(value: Any) -> Any:
    """A value in which `$approx` with the usual tolerances is written in its short form."""
    if isinstance(value, dict):
        if value.keys() == {"$approx"} and isinstance(value["$approx"], dict):
            near = value["$approx"]
            if near == {"value": near.get("value"), "rel": 1e-6, "abs": 0.0}:
                return {"$approx": near["value"]}
        return {key: _short_matchers(item) for key, item in value.items()}
    return [_short_matchers(item) for item in value] if isinstance(value, list) else value


def arguments_text(args: dict[str, Any] | None) -> str:
    """Arguments as `name: value, name: value`; "not checked" for None and "no arguments" for {}."""
    if args is None:
        return "not checked"
    return ", ".join(f"{plain(name)}: {value_text(value)}" for name, value in args.items()) or "no arguments"


def expected_arguments_text(args: dict[str, Any] | None) -> str:
    """Expected arguments as `arguments_text` gives them, matchers in words."""
    if not args:
        return arguments_text(args)
    return ", ".join(f"{plain(name)}: {expected_text(value)}" for name, value in args.items())


def conditions_text(conditions: Any) -> str:
    """Arguments of a rule as `name: value, name: value`, matchers in words; a condition on all arguments by its operator."""
    if not isinstance(conditions, dict):
        return expected_text(conditions)
    return ", ".join(
        f"{'any argument' if name == '$any_arg' else plain(name)}: {expected_text(value)}"
        for name, value in conditions.items()
    )


def run_name(label: str) -> str:
    """A run label as sentences write it: one line, cut where it is long."""
    return short_name(plain(label))


def state_name(row: MaskedRow) -> str:
    """State of a row in a word; where nothing is compared "recorded", "optional, not made", or "no trace" for a call of a
    case without one.
    """
    if row.state is not None:
        return row.state.value
    if row.omitted:
        return "optional, not made"
    return "no trace" if row.actual is None else "recorded"


def state_text(row: MaskedRow) -> str:
    """State of a row as symbol and word, and what else is to be known of it: `✓ match, optional`, `⇅ moved 2→5`, `recorded`."""
    if row.state is None:
        return state_name(row)
    text = f"{STATE_SYMBOLS[row.state]} {row.state.value}"
    if row.state in (State.MOVED, State.MOVED_CHANGED) and row.gold_index is not None and row.trace_index is not None:
        text = f"{text} {row.gold_index + 1}→{row.trace_index + 1}"
    return ", ".join([text, *state_notes(row)])


def entry_name(evaluation: MaskedEvaluation) -> str:
    """Case, run and trial of an entry: `refund · model-b · trial 2`; a text from files."""
    trial = "" if evaluation.trial is None else f"trial {evaluation.trial}"
    return " · ".join(part for part in (evaluation.case_id, evaluation.run, trial) if part)


def passed_word(evaluation: MaskedEvaluation) -> str:
    """Whether an entry passes: `✓ passes`, `✗ fails`, "no trace", "no gold"."""
    if evaluation.trace is None:
        return "no trace"
    return {True: "✓ passes", False: "✗ fails", None: "no gold"}[evaluation.passed]


def order_note(evaluation: MaskedEvaluation) -> str:
    """What is to be known of the order of a compared case; "" for one whose calls have the order given."""
    free = evaluation.case is not None and evaluation.trace is not None and evaluation.case.order == "any"
    return "The expected calls may come in any order." if free else ""


def state_notes(row: MaskedRow) -> list[str]:
    """What is to be known of a compared row beside its state, in words."""
    if row.state is None:
        return []
    notes = ["parallel"] if row.parallel else []
    if row.alternative and row.expected is not None:
        notes.append(f"alternative to {plain(row.expected.tool)}")
    return [*notes, "optional"] if row.optional else notes


def wrong_arguments(row: MaskedRow) -> list[MaskedDifference]:
    """The arguments of a pair that are not as expected; none for a row that is no pair (a substitute is two calls)."""
    if row.expected is None or row.actual is None or row.state == State.SUBSTITUTE:
        return []
    return [difference for difference in row.differences if difference.state in _WRONG]


def flag_texts(row: MaskedRow, evaluation: MaskedEvaluation) -> list[str]:
    """Flags of a row in words: failed, each finding, and "not scored" for a provider's own call."""
    flags = ["! failed"] if row.failed else []
    for index in row.findings:
        finding = evaluation.findings[index]
        flags.append(
            f"● {plain(finding.name)}" if finding.kind == "credential" else f"forbidden call, {plain(finding.name)}"
        )
    if not row.scored:
        flags.append("run by the provider, not scored")
    return flags


def rule_note(finding: MaskedFinding) -> str:
    """What the rule says of a forbidden call: severity, reason, what the call misses, whether that is undecided; or ""."""
    parts = [
        finding.severity or "",
        plain(finding.reason or ""),
        plain(finding.because or ""),
        "undecided: a pattern took too long" if finding.undecided else "",
    ]
    return "; ".join(part for part in parts if part)


def seconds_text(seconds: float | None) -> str:
    """Seconds with three significant digits: `0.42 s`, `12.3 s`, `4 ms`; a dash for None."""
    if seconds is None or not math.isfinite(seconds):
        return NONE
    if 0 < abs(seconds) < 0.01:
        return f"{seconds * 1000:.2g} ms"
    if abs(seconds) < 100:
        return f"{seconds:.2f} s" if abs(seconds) < 10 else f"{seconds:.1f} s"
    return f"{seconds:,.0f} s"


def usd_text(usd: float | None) -> str:
    """Dollars with at least two significant digits: `$0.0004`, `$1.25`; "unpriced" for None, which is not $0."""
    if usd is None or not math.isfinite(usd):
        return "unpriced"
    if usd == 0:
        return "$0"
    digits = 2 if abs(usd) >= 1 else min(9, 1 - math.floor(math.log10(abs(usd))))
    text = f"{abs(usd):,.{digits}f}"
    return f"{'-' if usd < 0 else ''}${text.rstrip('0') if digits > 4 else text}"


def ratio_text(ratio: float | None) -> str:
    """A number between 0 and 1 with two digits; a dash for None. Only a whole 1 is written 1.00, only a 0 is 0.00."""
    if ratio is None:
        return NONE
    shown = f"{ratio:.2f}"
    if shown == "1.00" and ratio < 1 - 1e-9:
        return "0.99"
    return "0.01" if shown == "0.00" and ratio > 1e-9 else shown


def percent_text(share: float) -> str:
    """`94 %`; only a whole is 100 %, only nothing 0 %."""
    percent = round(share * 100)
    if percent == 100 and share < 1 - 1e-9:
        percent = 99
    if percent == 0 and share > 1e-9:
        percent = 1
    return f"{percent} %"


def signed(number: float, digits: int) -> str:
    """A difference with its sign: `+0.11`, `−0.002`, `0`; only nothing is 0, so that one sees on which side it is."""
    if not math.isfinite(number):
        return NONE
    if not number:
        return "0"
    while not round(number, digits) and digits < 6:
        digits += 1
    return f"{'+' if number > 0 else '−'}{abs(number):.{digits}f}"


def listed(names: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`; "" for none."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def count_text(count: int, noun: str, plural: str | None = None) -> str:
    """`1 call`, `2 calls`."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"

"""The sentence of each compared run and the cards of one of them, as a component of the page."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from pages._ui.components import component, fingerprint, told
from toolscore_core.comparison import Comparison, Delta
from toolscore_core.masked.verdict import Parts
from toolscore_core.report.comparison_sentences import comparison_sentence, delta_text
from toolscore_core.report.comparison_words import against_text
from toolscore_core.report.words import count_text, plain

_HERE: Final = Path(__file__).parent

_OVERVIEW: Final = component("toolscore_overview", "overview", _HERE, "overview.css", "overview.js")

_KEY: Final = "overview"


def overview(compared: Sequence[tuple[Comparison, Sequence[Delta]]], focus: int, on_focus: Callable[[], None]) -> None:
    """Draw the sentences and the cards; texts only, never Markdown.

    Args:
        compared: Each run against the baseline, with its numbers.
        focus: Which of them is said in full, and which the cards are about.
        on_focus: Called before the page runs again after another one was chosen; `focused` then says which.
    """
    comparison, deltas = compared[focus]
    data: dict[str, Any] = {
        "focus": focus,
        "label": against_text(comparison),
        "sentences": [_sentence(*each) for each in compared],
        "cards": [_card(delta, comparison.baseline) for delta in deltas],
    }
    data["version"] = fingerprint(data)
    _OVERVIEW(key=_KEY, data=data, on_focused_change=on_focus)


def focused() -> int | None:
    """Position of the run that was chosen; None when none was. For the callback of `overview`."""
    at = told(_KEY, "focused")
    return at if isinstance(at, int) else None


def _sentence(comparison: Comparison, deltas: Sequence[Delta]) -> dict[str, Any]:
    parts = comparison_sentence(comparison, deltas)
    left_out = len({left.case_id for left in comparison.excluded}) if comparison.pairs else 0
    return {
        "run": plain(comparison.other),
        "short": _short(comparison, parts),
        "parts": [[plain(text), strong] for text, strong in parts],
        "aside": f"{count_text(left_out, 'case')} not counted" if left_out else "",
    }


def _short(comparison: Comparison, parts: Parts) -> str:
    """What is said of a run that the cards are not about. Where nothing is decided, all would say the same."""
    if not comparison.pairs:
        return against_text(comparison)
    return plain("".join(text for text, strong in parts if strong))


def _card(delta: Delta, baseline: str) -> dict[str, Any]:
    said = delta_text(delta, baseline)
    return {
        "name": said.title,
        "value": said.value,
        "words": delta.other is None,
        "change": f"{said.symbol} {said.change}".strip(),
        "direction": said.direction,
        "note": said.note,
    }

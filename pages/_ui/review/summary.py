"""Verdict sentence and filter chips as a component of the page."""

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Final

import streamlit as st

from pages._ui.components import component
from pages._ui.lane.filters import FILTER_KEYS, chip_counts
from toolscore_core.evaluation import PassRule
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import plain

_HERE: Final = Path(__file__).parent

_SUMMARY: Final = component("toolscore_summary", "summary", _HERE, "summary.css", "summary.js")

_CHIPS_KEY: Final = "chips"


def verdict(evaluation: MaskedEvaluation, rule: PassRule, notes: Sequence[str]) -> None:
    """The verdict sentence, the rule that it goes by where there is gold, and notes; texts only, never Markdown."""
    parts = [[plain(text), strong] for text, strong in evaluation.verdict_parts]
    words = "" if evaluation.case is None or evaluation.stored else rule.words
    _SUMMARY(key="verdict", data={"parts": parts, "rule": words, "notes": list(notes), "chips": []})


def chips(evaluation: MaskedEvaluation, chosen: Collection[str], on_toggle: Callable[[], None]) -> None:
    """One chip for each kind of row that the case has; the chosen ones are pressed.

    Args:
        evaluation: The case.
        chosen: Keys of the filters that are on.
        on_toggle: Called before the page runs again after a chip was pressed; `toggled_chip` then names it.
    """
    shown = [
        {
            "key": item.key,
            "symbol": item.symbol,
            "word": item.word,
            "tone": item.tone,
            "count": f"{count:,}",
            "pressed": item.key in chosen,
        }
        for item, count in chip_counts(evaluation)
        if count or item.key in chosen
    ]
    _SUMMARY(key=_CHIPS_KEY, data={"parts": [], "rule": "", "notes": [], "chips": shown}, on_toggled_change=on_toggle)


def toggled_chip() -> str | None:
    """Key of the chip that was pressed; None when it is none that we know. For the callback of `chips`."""
    state: Any = st.session_state.get(_CHIPS_KEY)
    key = state.get("toggled") if state else None
    return key if key in FILTER_KEYS else None

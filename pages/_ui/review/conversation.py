"""The conversation as a component of the page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import streamlit as st

from pages._ui.lane import DOM_JS, TOKENS_CSS
from pages._ui.review.messages import conversation_payload
from toolscore_core.masked import MaskedEvaluation

_HERE: Final = Path(__file__).parent

_CONVERSATION: Final = st.components.v2.component(
    "toolscore_conversation",
    html='<div class="root conversation"></div>',
    css=TOKENS_CSS + (_HERE / "conversation.css").read_text(encoding="utf-8"),
    js=DOM_JS + (_HERE / "conversation.js").read_text(encoding="utf-8"),
)

_KEY: Final = "conversation"


def conversation(
    evaluation: MaskedEvaluation, selected: int | None, on_pick: Callable[[], None], *, version: str
) -> None:
    """Draw the messages around the selected row.

    Args:
        evaluation: The case.
        selected: 0-based position of the selected row; None when none is.
        version: Names the state of the workspace.
        on_pick: Called before the page runs again after a call was pressed; `picked_call` then gives its row.
    """
    around = f"{version}|{evaluation.key}|{selected}"
    turned = _state("turned")
    here = isinstance(turned, dict) and turned.get("around") == around
    page = int(turned["page"]) if here and isinstance(turned.get("page"), (int, float)) else None
    payload = conversation_payload(evaluation, version=version, selected=selected, page=page)
    _CONVERSATION(key=_KEY, data={**payload, "around": around}, on_picked_change=on_pick, on_turned_change=lambda: None)


def picked_call() -> int | None:
    """Row number of the call that was pressed; None when none was. For the callback of `conversation`."""
    row = _state("picked")
    return row if isinstance(row, int) else None


def _state(name: str) -> Any:
    state: Any = st.session_state.get(_KEY)
    return state.get(name) if state else None

"""The conversation as a component of the page."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from pages._ui.components import component, told
from pages._ui.review.messages import conversation_payload
from toolscore_core.masked import MaskedEvaluation

_HERE: Final = Path(__file__).parent

_CONVERSATION: Final = component("toolscore_conversation", "conversation", _HERE, "conversation.css", "conversation.js")

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
    turned = told(_KEY, "turned")
    here = isinstance(turned, dict) and turned.get("around") == around
    page = int(turned["page"]) if here and isinstance(turned.get("page"), (int, float)) else None
    payload = conversation_payload(evaluation, version=version, selected=selected, page=page)
    _CONVERSATION(key=_KEY, data={**payload, "around": around}, on_picked_change=on_pick, on_turned_change=lambda: None)


def picked_call() -> int | None:
    """Row number of the call that was pressed; None when none was. For the callback of `conversation`."""
    row = told(_KEY, "picked")
    return row if isinstance(row, int) else None

"""Parts of OpenCode's messages: a call with its state -> when it started and its end; token counts -> a tally.

Source: https://opencode.ai/docs/sdk (types `ToolPart` and `ToolState`).
"""

from typing import Any

from toolscore_core.messages.agents.events import Answered, at, mapping_at, text_at
from toolscore_core.messages.tally import Tally, count_of


def answer_of_state(part: dict[str, Any]) -> tuple[Any, Answered | None]:
    """Start of the call as the file writes it, and its end; None for a call that is not done."""
    state = part.get("state")
    start, end = at(state, "time.start"), at(state, "time.end")
    status = at(state, "status")
    if status not in ("completed", "error"):
        return start, None
    failed = status == "error"
    error = text_at(state, "error")
    value = at(state, "error") if failed and at(state, "output") is None else at(state, "output")
    return start, Answered(value, text_at(part, "callID"), end, failed, error if failed else None)


def opencode_usage(tokens: dict[str, Any], cost: float | None) -> Tally:
    """Counts of a message or a step; cached tokens and reasoning are counted beside the others."""
    cache = mapping_at(tokens, "cache")
    read = [count_of(tokens, "input"), count_of(cache, "read"), count_of(cache, "write")]
    thought, written = count_of(tokens, "reasoning"), count_of(tokens, "output")
    known = [count for count in read if count is not None]
    spent = [count for count in (written, thought) if count is not None]
    return Tally(sum(known) if known else None, sum(spent) if spent else None, read[1], thought, cost)

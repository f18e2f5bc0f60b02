"""A masked trace -> the messages that the conversation draws: a window of them around the selected call."""

from typing import Final, TypedDict

from pages._ui.lane.payload import Badge, flag_badges, state_badges, tool_name
from pages._ui.lane.segments import Segments, arguments_segments, block_text
from toolscore_core.alignment import State
from toolscore_core.credentials.masking import MaskedCall, MaskedTrace
from toolscore_core.masked import MaskedEvaluation
from toolscore_core.report.words import count_text, plain

WINDOW_STEP: Final = 150
"""Messages from one window to the next; each shows `WINDOW_MARGIN` more on both sides."""

WINDOW_MARGIN: Final = 25

MESSAGE_CHARACTERS: Final = 8_000
"""Longest text of one message that is sent to the page."""

RESULT_CHARACTERS: Final = 200
"""Longest result or error below a call; the inspector has the whole."""

_CALLS_OF_A_TURN: Final = 500


class MessageCall(TypedDict):
    """A call as its message names it.

    Attributes:
        row: Number of its row in the lane.
        tool: Its name.
        arguments: Its arguments; empty when `words` says why.
        words: "no arguments" or "arguments not checked"; "" otherwise.
        badges: Its state and what is flagged about it, but not that it failed.
        failed: Whether it failed.
        outcome: Its error or result on one line; "" when the file gives none.
    """

    row: int
    tool: str
    arguments: Segments
    words: str
    badges: list[Badge]
    failed: bool
    outcome: str


class Message(TypedDict):
    """One message; `cut` characters of its text are not sent."""

    number: int
    role: str
    text: str
    cut: int
    calls: list[MessageCall]


class ConversationPayload(TypedDict):
    """All that the component draws.

    Attributes:
        version: Messages are rebuilt only when this changes.
        messages: The window.
        missing: Expected calls that were never made, where the window holds the last message.
        missing_note: How many they are, in words; "" for none.
        selected: Number of the selected row; None when none is.
        page: Number of the window, 0-based.
        before, after: Messages outside the window.
        empty: What is said in place of messages.
        note: What is said above them; "" for nothing.
    """

    version: str
    messages: list[Message]
    missing: list[MessageCall]
    missing_note: str
    selected: int | None
    page: int
    before: int
    after: int
    empty: str
    note: str


def conversation_payload(
    evaluation: MaskedEvaluation, *, version: str, selected: int | None, page: int | None = None
) -> ConversationPayload:
    """Messages around the selected row.

    Args:
        evaluation: The case.
        version: Names the state of the workspace; case and window are added to it here.
        selected: 0-based position of the selected row; None when none is.
        page: Window to show; None shows the one that holds the selected call.
    """
    trace = evaluation.trace
    turns = trace.turns if trace is not None else ()
    last = max(0, (len(turns) - 1) // WINDOW_STEP)
    shown = min(last, max(0, _home(evaluation, selected) // WINDOW_STEP if page is None else page))
    first = max(0, shown * WINDOW_STEP - WINDOW_MARGIN)
    end = min(len(turns), (shown + 1) * WINDOW_STEP + WINDOW_MARGIN)
    rows = {row.trace_index: position for position, row in enumerate(evaluation.rows) if row.trace_index is not None}
    missing = _missing(evaluation) if turns and end == len(turns) else []
    return ConversationPayload(
        version=f"{version}|{evaluation.key}|{shown}",
        messages=[_message(evaluation, rows, number) for number in range(first, end)],
        missing=[_call(evaluation, position) for position in missing[:_CALLS_OF_A_TURN]],
        missing_note=count_text(len(missing), "expected call") if missing else "",
        selected=None if selected is None else selected + 1,
        page=shown,
        before=first,
        after=len(turns) - end,
        empty=_empty(evaluation),
        note=_note(trace),
    )


def _home(evaluation: MaskedEvaluation, selected: int | None) -> int:
    """Position of the message that issued the selected call, of the last one for a call never made; 0 when there is none."""
    row = evaluation.rows[selected] if selected is not None else None
    if row is None or evaluation.trace is None:
        return 0
    if row.trace_index is None:
        return max(0, len(evaluation.trace.turns) - 1)
    if row.actual is not None and row.actual.turn is not None:
        return row.actual.turn
    return next((at for at, turn in enumerate(evaluation.trace.turns) if row.trace_index in turn.calls), 0)


def _message(evaluation: MaskedEvaluation, rows: dict[int, int], number: int) -> Message:
    turns = evaluation.trace.turns if evaluation.trace is not None else ()
    turn = turns[number]
    text, cut = block_text(turn.text.strip(), limit=MESSAGE_CHARACTERS)
    positions = [rows[index] for index in turn.calls[:_CALLS_OF_A_TURN] if index in rows]
    return Message(
        number=number + 1,
        role=plain(turn.role[:60]),
        text=text,
        cut=cut,
        calls=[_call(evaluation, position) for position in positions],
    )


def _call(evaluation: MaskedEvaluation, position: int) -> MessageCall:
    row = evaluation.rows[position]
    call = row.actual or row.expected
    expected = row.actual is None
    args = call.args if call is not None else None
    states = state_badges(row) if evaluation.case is not None else []
    return MessageCall(
        row=position + 1,
        tool=tool_name(call) if call is not None else "",
        arguments=arguments_segments(args, (), expected=expected) if args else [],
        words="" if args else "arguments not checked" if expected and args is None else "no arguments",
        # That it failed stands beside what came back.
        badges=[*states, *(flag for flag in flag_badges(evaluation, row) if flag["word"] != "failed")],
        failed=row.failed,
        outcome=_outcome(row.actual),
    )


def _outcome(call: MaskedCall | None) -> str:
    """The error of a call, or else its result, as one line; "" when there is none."""
    if call is None:
        return ""
    value = call.error if call.error else call.result
    if value is None:
        return ""
    text, cut = block_text(value, limit=RESULT_CHARACTERS)
    return " ".join(text.split()) + ("…" if cut else "")


def _missing(evaluation: MaskedEvaluation) -> list[int]:
    """Positions of the rows of expected calls that were never made."""
    return [position for position, row in enumerate(evaluation.rows) if row.state is State.MISSING]


def _empty(evaluation: MaskedEvaluation) -> str:
    if evaluation.trace is None:
        return "There is no trace for this case in this run, so there is no conversation."
    return "This file records calls only, no messages. The lane and the table show the calls."


def _note(trace: MaskedTrace | None) -> str:
    """Says how many calls no message names."""
    if trace is None or not trace.turns:
        return ""
    named = {index for turn in trace.turns for index in turn.calls}
    left = sum(index not in named for index in range(len(trace.calls)))
    return f"{left:,} of {len(trace.calls):,} calls belong to no message; the lane shows them." if left else ""

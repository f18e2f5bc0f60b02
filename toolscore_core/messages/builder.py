"""Building one trace: calls, turns and results in the order of the file -> a Trace with results joined to calls."""

import math
from collections import deque
from collections.abc import Callable
from typing import Any

from toolscore_core.calls import ToolCall, Trace, Turn
from toolscore_core.errors import Location
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.reading import ReadReport

Place = Location | Callable[[], Location]
"""Where something stands; a function where the place is rarely asked for and making it costs time."""

Rounds = deque[tuple[int | None, deque[ToolCall]]]
"""Calls that wait for a result, by turn, in the order of the file."""


class TraceBuilder:
    """Collects what a reader finds in one conversation.

    Results are joined first in, first out within the latest turn that has an unanswered call of that id;
    a result without an id goes to the first unanswered call of the same name (or of any name, when the result has
    none) of the latest turn. A result that answers no call is reported as skipped, never counted as a call.
    """

    def __init__(self, report: ReadReport, format: str, source: Location) -> None:
        self._report = report
        self.trace = Trace(source=source, format=format)
        self._by_id: dict[str, ToolCall | Rounds | None] = {}  # None: every call of that id is answered
        self._nameless: Rounds = deque()

    def turn(
        self,
        role: str,
        text: str = "",
        *,
        model: str | None = None,
        started: float | None = None,
        input_tokens: int | None = None,
        output_tokens: int | None = None,
    ) -> int:
        """Add a turn; calls added from now on belong to it. Returns its index."""
        turns = self.trace.turns
        turns.append(Turn(role, text, [], model, started, input_tokens, output_tokens))
        return len(turns) - 1

    def call(self, tool: Any, args: Any, place: Place, *, call_id: str | None = None, **fields: Any) -> ToolCall | None:
        """Add a recorded call to the current turn.

        Args:
            tool: Its name; a record without a usable one is skipped and reported.
            args: Its arguments as the file writes them; see `arguments_of`.
            place: Where it stands, for reports.
            call_id: Id that its result refers to.
            fields: Further fields of ToolCall.

        Returns:
            The call, to which more may be added; None when it was skipped.
        """
        trace = self.trace
        try:
            if fields:
                call = ToolCall(tool, arguments_of(args), call_id=call_id, **fields)
            else:
                call = ToolCall(tool, arguments_of(args), None, None, None, None, {}, call_id)
        except (TypeError, ValueError):
            if isinstance(tool, str) and tool.strip():
                raise
            self._report.skip("call without a tool name", _location(place))
            return None
        turns, calls = trace.turns, trace.calls
        if turns and call.turn is None:
            call.turn = len(turns) - 1
            turns[-1].calls.append(len(calls))
        calls.append(call)
        self._report.note_call()
        if call_id is None:
            _wait(self._nameless, call)
            return call
        before = self._by_id.get(call_id)
        if before is None:
            self._by_id[call_id] = call
        else:
            if isinstance(before, ToolCall):
                first, before = before, deque()
                _wait(before, first)
                self._by_id[call_id] = before
            _wait(before, call)
        return call

    def plain_call(self, tool: Any, args: Any, call_id: Any) -> bool:
        """Add a call as most files write it. False, with nothing done, unless its tool and id are texts and the id is new."""
        if type(tool) is not str or not tool or tool.isspace():
            return False
        if type(call_id) is not str or not call_id or call_id in self._by_id:
            return False
        turns, calls = self.trace.turns, self.trace.calls
        turn = None
        if turns:
            turn = len(turns) - 1
            turns[turn].calls.append(len(calls))
        call = ToolCall(tool, arguments_of(args), None, None, None, None, {}, call_id, turn)
        calls.append(call)
        self._by_id[call_id] = call
        self._report.note_call()
        return True

    def answer(self, call_id: str, value: Any) -> bool:
        """Give a plain result to the only call of that id. False, with nothing done, when there is none or several."""
        waiting = self._by_id.get(call_id)
        if type(waiting) is not ToolCall:
            return False
        self._by_id[call_id] = None
        waiting.result = value
        return True

    def result(
        self,
        value: Any,
        place: Place,
        *,
        call_id: str | None = None,
        tool: str | None = None,
        is_error: bool = False,
        error: str | None = None,
        ended: float | None = None,
    ) -> ToolCall | None:
        """Give a result to the call that it answers.

        Args:
            value: What the tool gave back.
            place: Where the result stands, for reports.
            call_id: Id of the call it answers; None when the file has none.
            tool: Name of the tool, used only where the id does not lead to a call.
            is_error: Whether the call failed.
            error: Error text of a failed call.
            ended: When it came, in seconds since the epoch.

        Returns:
            The call; None when no call was waiting for it.
        """
        call = self._take(call_id, tool)
        if call is None:
            self._report.skip("result that answers no call", _location(place))
            return None
        call.result = value
        if is_error or error:
            mark_failed(call, error)
        if ended is not None:
            self.end(call, ended, place)
        return call

    def end(self, call: ToolCall, ended: float, place: Place) -> None:
        """Note when a call ended, and with it how long it took; an end before the start is a problem and gives no duration."""
        call.ended = ended
        if call.started is None or call.duration is not None:
            return
        if ended < call.started:
            self._report.problem("the call ends before it starts", _location(place))
        else:
            call.duration = ended - call.started

    def took(self, call: ToolCall, seconds: float, place: Place) -> None:
        """Note how long a call took; what is no length of time is a problem and gives no duration."""
        if 0 <= seconds < math.inf:
            call.duration = seconds
        else:
            self._report.problem("a duration is a number of seconds from 0", _location(place))

    def _take(self, call_id: str | None, tool: str | None) -> ToolCall | None:
        if call_id is None:
            return _first(self._nameless, tool) or self._first_with_id(tool)
        waiting = self._by_id.get(call_id)
        if waiting is None:
            return _first(self._nameless, tool) if tool and call_id not in self._by_id else None
        if isinstance(waiting, ToolCall):
            self._by_id[call_id] = None
            return waiting
        return _first(waiting, None)

    def _first_with_id(self, tool: str | None) -> ToolCall | None:
        """For files whose calls have ids and whose results have none: the first unanswered call of the latest turn."""
        calls = self.trace.calls
        start = len(calls)
        while start and calls[start - 1].turn == calls[-1].turn:
            start -= 1
        for call in calls[start:]:
            if call.call_id is None or (tool and call.tool != tool):
                continue
            waiting = self._by_id.get(call.call_id)
            if waiting is call or (isinstance(waiting, deque) and waiting and waiting[-1][1][0] is call):
                return self._take(call.call_id, None)
        return None


def _wait(rounds: Rounds, call: ToolCall) -> None:
    if not rounds or rounds[-1][0] != call.turn:
        rounds.append((call.turn, deque()))
    rounds[-1][1].append(call)


def _first(rounds: Rounds, tool: str | None) -> ToolCall | None:
    """Take the first call out of the latest round, or the first of that tool."""
    if not rounds:
        return None
    calls = rounds[-1][1]
    at = next((index for index, call in enumerate(calls) if not tool or call.tool == tool), None)
    if at is None:
        return None
    call = calls[at]
    del calls[at]
    if not calls:
        rounds.pop()
    return call


def _location(place: Place) -> Location:
    return place if isinstance(place, Location) else place()


def mark_failed(call: ToolCall, error: str | None = None) -> None:
    """Mark a call as failed, with its error text when there is one ("" otherwise)."""
    call.metadata["is_error"] = True
    call.metadata["error"] = error or ""

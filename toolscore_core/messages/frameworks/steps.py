"""Steps that keep a call together with its result -> one trace."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.errors import Location
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.envelope import note_time
from toolscore_core.messages.records import Record
from toolscore_core.messages.tally import Tally
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import ReadReport

KEY = "agent_steps"
"""Key of the format that reads them."""


@dataclass(slots=True)
class Step:
    """One call as a step tells it.

    Attributes:
        tool, args: As the file writes them.
        id: Id of the call; None when the file has none.
        result: What came back; None while nothing did.
        error: Why it failed, "" without a text; None when it did not fail.
        time, ended: When it was made and when it came back, as the file writes them.
        seconds: How long it took, where the file says so itself.
        fields: Further fields of ToolCall.
    """

    tool: Any
    args: Any
    id: str | None = None
    result: Any = None
    error: str | None = None
    time: Any = None
    ended: Any = None
    seconds: float | None = None
    fields: dict[str, Any] = field(default_factory=dict)


class StepTrace:
    """One trace that is being built from steps."""

    def __init__(self, report: ReadReport, place: Location) -> None:
        self._builder = TraceBuilder(report, KEY, place)
        self.tally = Tally()

    @property
    def trace(self) -> Trace:
        """The trace so far."""
        return self._builder.trace

    def say(self, role: str, text: str, time: Any = None, model: str | None = None) -> None:
        """Somebody says something; the calls that follow are made in this turn, when it is the assistant's."""
        moment = epoch_seconds(time)
        note_time(self.trace, moment)
        if text or role == "assistant":
            self._builder.turn(role, text, model=model, started=moment)

    def done(self, step: Step, place: Location) -> ToolCall | None:
        """A call was made, and answered where the step has a result or an error."""
        moment, ended = epoch_seconds(step.time), epoch_seconds(step.ended)
        note_time(self.trace, moment)
        note_time(self.trace, ended)
        if not self.trace.turns or self.trace.turns[-1].role != "assistant":
            self._builder.turn("assistant", started=moment)
        given = {"timestamp": step.time if moment is not None else None, "started": moment, **step.fields}
        call = self._builder.call(step.tool, step.args, place, call_id=step.id, **given)
        if call is None:
            return None
        call.duration = step.seconds
        if step.result is not None or step.error is not None or ended is not None:
            self._builder.result(
                step.result,
                place,
                call_id=step.id,
                tool=call.tool,
                is_error=step.error is not None,
                error=step.error,
                ended=ended,
            )
        return call

    def finish(self) -> Trace:
        """The trace, with its totals."""
        self.tally.fill(self.trace)
        self.trace.model = self.trace.model or next((turn.model for turn in self.trace.turns if turn.model), None)
        return self.trace


@dataclass(frozen=True, slots=True)
class StepShape:
    """How one family keeps its steps.

    Attributes:
        title: What it is, for people.
        count: How many steps with calls a record shows; 0 for a record of another shape.
        read: All records of a file -> its traces.
    """

    title: str
    count: Callable[[Any], int]
    read: Callable[[Sequence[Record], ReadReport], Iterator[Trace]]

"""Events of a running agent, one thing at a time (a call, a piece of its arguments, a result, a text) -> one trace.

What each event of each protocol does is said by `event_kinds`; here the acts are put together.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Literal

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.builder import Place, TraceBuilder, mark_failed
from toolscore_core.messages.envelope import note_time
from toolscore_core.messages.message import CallPart, ResultPart
from toolscore_core.messages.tally import Tally
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import ReadReport

Does = Literal["call", "piece", "result", "text", "open", "step", "close", "usage", "about"]
"""A call starts or stands there whole; a piece of its arguments comes; it is answered; somebody says something; a part of
a message opens under a path; a step of explicit bounds opens; the turn is over; tokens are counted; something is said
about the run."""


@dataclass(slots=True)
class Act:
    """One thing that an event says.

    Attributes:
        does: What it is.
        key: By what later events refer to it, where that is not the id of a call: an index or a path.
        call: The call; of a result, the call that it repeats, which counts only where no call came before.
        result: The result.
        text: The text or the piece of the arguments.
        role: Who says the text.
        usage: Token counts.
        is_total: Whether they are those of the whole run, which count only where its parts have none.
        model, agent: Who acts, where the event says so.
        time: When, as the event writes it; None where it does not.
        ended: When a call ended, likewise, where one event gives start and end.
        is_preliminary: Whether a better result follows.
    """

    does: Does
    key: Hashable = None
    call: CallPart | None = None
    result: ResultPart | None = None
    text: str = ""
    role: str = "assistant"
    usage: Tally | None = None
    is_total: bool = False
    model: str | None = None
    agent: str | None = None
    time: Any = None
    ended: Any = None
    is_preliminary: bool = False


class EventTrace:
    """One trace that is being built from acts."""

    def __init__(self, report: ReadReport, builder: TraceBuilder) -> None:
        self._report = report
        self._builder = builder
        self._calls: dict[Hashable, ToolCall] = {}
        self._pieces: dict[int, list[str]] = {}
        self._answered: set[int] = set()
        self._unnamed: Counter[str] = Counter()
        self._children: Counter[Hashable] = Counter()
        self._silent: set[Hashable] = set()
        self._texts: list[str] = []
        self._speaker: str | None = None
        self._is_answered = self._is_step = False
        self._tally, self._total = Tally(), Tally()
        self._agent: str | None = None

    @property
    def trace(self) -> Trace:
        """The trace so far."""
        return self._builder.trace

    def apply(self, act: Act, place: Place) -> None:
        """Do what an event says."""
        moment = epoch_seconds(act.time)
        note_time(self.trace, moment)
        self._agent = act.agent or self._agent
        self.trace.model = self.trace.model or act.model
        if act.does == "call" and act.call is not None:
            self._call(act, act.call, place, moment)
        elif act.does == "piece":
            self._piece(act.key, act.text)
        elif act.does == "result" and act.result is not None:
            self._result(act, act.result, place, moment)
        elif act.does == "text":
            self._text(act, moment)
        elif act.does == "open":
            self._open(act, place, moment)
        elif act.does in ("step", "close"):
            self._close()
            self._is_step = act.does == "step"
        if act.usage is not None:
            (self._total if act.is_total else self._tally).add(act.usage)

    def finish(self) -> Trace:
        """The trace, with its totals."""
        self._close()
        for call in self.trace.calls:
            pieces = self._pieces.get(id(call))
            if pieces is not None:
                call.args = arguments_of("".join(pieces))
        (self._total if self._tally == Tally() else self._tally).fill(self.trace)
        return self.trace

    def _turn(self, role: str, moment: float | None, agent: str | None = None) -> None:
        """Go on with the open turn, where it is the same speaker's and no result came in between."""
        same = self._speaker == f"{role} {agent or ''}"
        if same and (self._is_step or not self._is_answered):
            return
        self._close()
        self._speaker = f"{role} {agent or ''}"
        self._builder.turn(role, started=moment, model=self.trace.model if role == "assistant" else None)

    def _close(self) -> None:
        if self._texts and self.trace.turns:
            self.trace.turns[-1].text = "".join(self._texts)
        self._texts, self._speaker, self._is_answered = [], None, False

    def _call(self, act: Act, part: CallPart, place: Place, moment: float | None) -> ToolCall | None:
        key = act.key if part.id is None else part.id
        known = self._calls.get(key) if key is not None else None
        if known is not None and self._goes_on(known, part):
            if part.args not in (None, ""):
                known.args = arguments_of(part.args)
                self._pieces.pop(id(known), None)
            return known
        self._turn("assistant", moment, act.agent)
        fields = {"agent": act.agent or self._agent, "timestamp": act.time, "started": moment, **part.fields}
        given = {name: value for name, value in fields.items() if value is not None}
        call = self._builder.call(part.name, None, place, call_id=part.id, **given)
        if call is None:
            return None
        call.args = arguments_of(part.args)
        if isinstance(part.args, str) and act.does != "result":
            self._pieces[id(call)] = [part.args]
        for name in (part.id, act.key):
            if name is not None:
                self._calls[name] = call
        if part.id is None:
            self._unnamed[call.tool] += 1
        return call

    def _goes_on(self, known: ToolCall, part: CallPart) -> bool:
        """Whether an event tells more of a call that is known, or repeats it, rather than that another was made."""
        if part.id is None or known.call_id is None:
            return False  # indexes count from 0 in each message
        if id(known) in self._pieces or not known.args or part.args in (None, ""):
            return id(known) not in self._answered or arguments_of(part.args) == known.args
        return known.tool == part.name and known.args == arguments_of(part.args)

    def _piece(self, key: Hashable, text: str) -> None:
        call = self._calls.get(key)
        if call is not None:
            self._pieces.setdefault(id(call), []).append(text)

    def _result(self, act: Act, result: ResultPart, place: Place, moment: float | None) -> None:
        call = self._calls.get(result.id if result.id is not None else act.key)
        ended = epoch_seconds(act.ended) if act.ended is not None else moment
        if act.call is not None and call is None and not self._waits(result, act.call):
            call = self._call(act, act.call, place, moment)
            ended = ended if act.ended is not None else None  # one time for both says nothing of how long it took
        if call is not None and (act.is_preliminary or id(call) in self._answered):
            call.result = result.value if result.value is not None else call.result
            if result.is_error:
                mark_failed(call, result.error)
            return
        if result.id is None and call is not None and act.key is not None:
            result.id = call.call_id
        answered = self._builder.result(
            result.value,
            place,
            call_id=result.id,
            tool=result.name or (call.tool if call else None),
            is_error=result.is_error,
            error=result.error,
            ended=ended,
        )
        self._is_answered = True
        if answered is not None:
            self._answered.add(id(answered))
            self._unnamed[answered.tool] -= answered.call_id is None

    def _waits(self, result: ResultPart, part: CallPart) -> bool:
        return result.id is None and isinstance(part.name, str) and self._unnamed[part.name] > 0

    def _text(self, act: Act, moment: float | None) -> None:
        if act.key is not None and act.key in self._calls:
            self._piece(act.key, act.text)
        elif act.text and not (act.key is not None and act.key in self._silent):
            if isinstance(act.key, tuple) and act.key[:1] == ("item",):
                self._silent.add(act.key)  # several events repeat it
            self._turn(act.role, moment, act.agent)
            self._texts.append(act.text)

    def _open(self, act: Act, place: Place, moment: float | None) -> None:
        """A part of a message opens below a path: its place among the parts there is its key from now on."""
        parent = act.key if isinstance(act.key, tuple) else ()
        key = (*parent, self._children[parent])
        self._children[parent] += 1
        if act.call is not None:
            self._call(Act("call", key, act.call, agent=act.agent), act.call, place, moment)
        elif act.text != "text":
            self._silent.add(key)

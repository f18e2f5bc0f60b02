"""Model spans in the order of their start -> the conversation they tell, and the turn that issued each call."""

from collections import deque
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import ToolCall
from toolscore_core.errors import Location
from toolscore_core.messages import fields
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.message import Message, add_message
from toolscore_core.messages.repeats import Known, Request
from toolscore_core.messages.spans import Span
from toolscore_core.messages.spantext import input_text, messages_of, raw_input, raw_output, raw_whole
from toolscore_core.messages.tally import Tally


class SpanConversation:
    """The conversation that model spans tell; every request repeats it, so only what is new is added.

    Args:
        builder: The trace that takes the turns, and the calls where `with_calls` is set.
        usages: Token counts of spans by their `id()`.
        with_calls: Whether calls and results are taken from the messages, for traces without tool spans.
    """

    def __init__(self, builder: TraceBuilder, usages: dict[int, Tally], *, with_calls: bool) -> None:
        self._builder = builder
        self._usages = usages
        self._with_calls = with_calls
        self._known = Known()
        self._request: Request | None = None
        self._before = ""
        self._issued: dict[Any, deque[_Issued]] = {}

    @property
    def has_messages(self) -> bool:
        """Whether any span told something."""
        return bool(self._builder.trace.turns)

    def add(self, span: Span, agent: str | None) -> None:
        """Add what a span tells that was not told before."""
        has_request, new = self._new_of_request(span)
        answered = raw_output(span)
        if not has_request and not answered:
            new = self._known.new_in(messages_of(raw_whole(span), "user"))
        place = span.place()
        for message in new:
            self._add(message, place)
        usage = self._usages.get(id(span))
        for message in messages_of(answered, "assistant"):
            answer = self._known.rest(message)
            answer.agent, answer.model, answer.started = agent, fields.model_of(span), span.start
            if usage:
                answer.input_tokens, answer.output_tokens = usage.input_tokens, usage.output_tokens
            self._add(answer, place)

    def _new_of_request(self, span: Span) -> tuple[bool, list[Message]]:
        """Whether a span keeps its request, and the new messages of it.

        Each request begins with the text of the one before. That part is not even decoded again: the work grows with the
        conversation, not with its square.
        """
        text = input_text(span)
        if text is not None and self._request is not None and (rest := _continued(self._before, text)) is not None:
            sent = rest
        else:
            sent = raw_input(span)
            self._request = self._known.request()
        self._before = text or ""
        if not sent:
            return bool(text), []
        found = [self._request.rest(message) for message in messages_of(sent, "user")]
        self._request.close()
        return True, found

    def _add(self, message: Message, place: Location) -> None:
        if self._with_calls:
            add_message(self._builder, message, place)
            return
        calls, message.calls, message.results = message.calls, [], []
        if message.text or calls:
            add_message(self._builder, message, place)
            if not message.text:
                self._builder.turn(
                    "assistant",
                    model=message.model,
                    started=message.started,
                    input_tokens=message.input_tokens,
                    output_tokens=message.output_tokens,
                )
        turn = len(self._builder.trace.turns) - 1
        for part in calls:
            issued = _Issued(turn)
            for key in (part.id, (part.name, repr(arguments_of(part.args))), (part.name,)):
                if key is not None:
                    self._issued.setdefault(key, deque()).append(issued)

    def turn_of(self, call: ToolCall) -> int | None:
        """The turn that issued the call of a tool span; None when no turn did.

        A call is known by its id; else by tool and arguments; else, since some instrumentations lose the arguments of
        a streamed answer, by the tool alone.
        """
        if not self._issued:
            return None
        for key in (call.call_id, (call.tool, repr(call.args)), (call.tool,)):
            waiting = self._issued.get(key)
            while waiting:
                issued = waiting.popleft()
                if not issued.is_taken:
                    issued.is_taken = True
                    return issued.turn
        return None


def _continued(before: str, text: str) -> list[Any] | None:
    """The items of a JSON list that begins with all items of another, from where that one ends; None when it does not."""
    start = before.rstrip().removesuffix("]")
    if not start or not text.startswith(start):
        return None
    rest = text[len(start) :].lstrip()
    if rest == "]":
        return []
    found = fields.decoded_text("[" + rest[1:]) if rest.startswith(",") else None
    return found if isinstance(found, list) else None


@dataclass(slots=True)
class _Issued:
    """A call that a turn issued; taken once its tool span was found."""

    turn: int
    is_taken: bool = False

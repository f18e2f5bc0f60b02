"""Model spans in the order of their start -> the conversation they tell, and the calls that each turn issued."""

import re
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import ToolCall
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.decoded import decoded_text
from toolscore_core.messages.message import CallPart, Message, ResultPart, add_message
from toolscore_core.messages.repeats import Known, Request
from toolscore_core.messages.spans import fields
from toolscore_core.messages.spans.span import Span
from toolscore_core.messages.spans.text import input_text, messages_of, raw_input, raw_output, raw_whole
from toolscore_core.messages.tally import Tally

_QUALIFIED = re.compile(r"__|[./:]")


@dataclass(slots=True)
class Issued:
    """A call that a message told of.

    Attributes:
        turn: Index of the turn that issued it.
        part: The call as the message names it.
        message: That message, without its calls.
        span: The span that tells of it.
        is_answer: Whether the span's own answer issued it; else it stands in a request.
        number: Its position among all that was told.
        is_taken: Whether a tool span carries it.
    """

    turn: int
    part: CallPart
    message: Message
    span: Span
    is_answer: bool
    number: int
    is_taken: bool = False

    @property
    def tool(self) -> str:
        """Name of the tool; "" when it has none."""
        return self.part.name if isinstance(self.part.name, str) else ""


class SpanConversation:
    """The conversation that model spans tell; every request repeats it, so only what is new is added.

    Args:
        builder: The trace that takes the turns, and, with `add_calls`, the calls.
        usages: Token counts of spans by their `id()`.
    """

    def __init__(self, builder: TraceBuilder, usages: dict[int, Tally]) -> None:
        self._builder = builder
        self._usages = usages
        self._known = Known()
        self._request: Request | None = None
        self._before = ""
        self._told: list[Issued | tuple[ResultPart, Span]] = []

    @property
    def has_messages(self) -> bool:
        """Whether any span told something."""
        return bool(self._builder.trace.turns)

    @property
    def called(self) -> set[str]:
        """Names of the tools that were called."""
        return {issued.tool for issued in self._issued()}

    def _issued(self) -> list[Issued]:
        """The calls that were told of, in order."""
        return [entry for entry in self._told if isinstance(entry, Issued)]

    def add(self, span: Span, agent: str | None) -> None:
        """Add what a span tells that was not told before."""
        has_request, new = self._new_of_request(span)
        answered = raw_output(span)
        if not has_request and not answered:
            new = self._known.new_in(messages_of(raw_whole(span), "user"))
        for message in new:
            self._add(message, span)
        self._answer(messages_of(answered, "assistant"), span, agent)

    def add_answer(self, span: Span, agent: str | None) -> None:
        """Add the answer of a span around others, where it alone keeps the calls that were made."""
        if self._issued():
            return
        answered = messages_of(raw_output(span), "assistant")
        self._answer([message for message in answered if message.calls], span, agent)

    def _answer(self, answered: list[Message], span: Span, agent: str | None) -> None:
        usage = self._usages.get(id(span))
        for message in answered:
            answer = self._known.rest(message)
            answer.agent, answer.model, answer.started = agent, fields.model_of(span), span.start
            if usage:
                answer.input_tokens, answer.output_tokens = usage.input_tokens, usage.output_tokens
            self._add(answer, span, is_answer=True)

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

    def _add(self, message: Message, span: Span, *, is_answer: bool = False) -> None:
        calls, results, message.calls, message.results = message.calls, message.results, [], []
        if message.text or calls:
            add_message(self._builder, message, span.place())
            if not message.text:
                self._builder.turn(
                    "assistant",
                    model=message.model,
                    started=message.started,
                    input_tokens=message.input_tokens,
                    output_tokens=message.output_tokens,
                )
        turn = len(self._builder.trace.turns) - 1
        first = len(self._told)
        self._told += [Issued(turn, part, message, span, is_answer, first + at) for at, part in enumerate(calls)]
        self._told += [(part, span) for part in results]

    def add_calls(self, earlier: Callable[[Issued], bool]) -> None:
        """Add all calls that were told of, with their results: for traces without tool spans.

        Args:
            earlier: Whether a call of a request's history is one that an earlier trace of the file holds; it is left out.
        """
        turns = self._builder.trace.turns
        left_out: set[str | None] = set()
        for entry in self._told:
            if isinstance(entry, Issued):
                if not entry.is_answer and earlier(entry):
                    left_out.add(entry.part.id)
                    continue
                call = self.call_of(entry)
                if call is not None:
                    turns[entry.turn].calls.append(len(self._builder.trace.calls) - 1)
                continue
            part, span = entry
            if part.id in left_out:
                continue
            self._builder.result(
                part.value,
                lambda part=part, span=span: span.place().below(part.path),  # type: ignore[misc]
                call_id=part.id,
                tool=part.name,
                is_error=part.is_error,
                error=part.error,
            )

    def call_of(self, issued: Issued) -> ToolCall | None:
        """A call that was told of as a call of its own; None for one without a name, which is reported."""
        known = {"agent": issued.message.agent, "started": issued.message.started} | issued.part.fields
        return self._builder.call(
            issued.part.name,
            issued.part.args,
            lambda: issued.span.place().below(issued.part.path),
            call_id=issued.part.id,
            turn=issued.turn,
            **{key: value for key, value in known.items() if value is not None},
        )

    def matched(self, calls: Sequence[ToolCall]) -> list[Issued | None]:
        """For each call of a tool span what a turn said of it, None where no turn did; each telling is used once.

        A call is known by its id; else by tool and arguments; else, since some instrumentations lose the arguments of
        a streamed answer, by the tool alone, however qualified; else, for spans that bear another name, by the arguments.
        """
        found: list[Issued | None] = [None] * len(calls)
        issued = self._issued()
        for key_of in _KEYS if issued else ():
            for pool in ([one for one in issued if one.is_answer], [one for one in issued if not one.is_answer]):
                waiting: dict[Hashable, deque[Issued]] = {}
                for one in pool:
                    if not one.is_taken and (key := key_of(one.part.id, one.tool, one.part.args)) is not None:
                        waiting.setdefault(key, deque()).append(one)
                for index, call in enumerate(calls if waiting else ()):
                    if found[index] is None and (fitting := waiting.get(key_of(call.call_id, call.tool, call.args))):
                        found[index] = fitting.popleft()
                        found[index].is_taken = True  # type: ignore[union-attr]
        return found

    def left_over(self, calls: Sequence[ToolCall]) -> list[Issued]:
        """Calls that an answer issued and no tool span carries.

        Without an id two instrumentations may have told of the same call: then one of a tool that has spans is taken for such.
        """
        recorded = {call.tool for call in calls}
        left = [one for one in self._issued() if one.is_answer and not one.is_taken and one.tool.strip()]
        return [one for one in left if one.part.id or one.tool not in recorded]

    def complete(self, call: ToolCall, issued: Issued) -> None:
        """Add to a call what the messages say and its span does not: turn, id, arguments, result."""
        call.turn = issued.turn
        call.call_id = call.call_id or issued.part.id
        said = arguments_of(issued.part.args)
        if not call.args or (said and list(call.args.values()) == [said]):
            # lost, or wrapped by the instrumentation into an object of its own
            call.args = said
        part = self._results().get(issued.part.id)
        if part is None:
            return
        if call.result is None:
            call.result = part.value
        if part.is_error and not call.is_error:
            mark_failed(call, part.error)

    def _results(self) -> dict[str | None, ResultPart]:
        return {entry[0].id: entry[0] for entry in self._told if not isinstance(entry, Issued) and entry[0].id}


def _by_id(call_id: str | None, tool: str, args: Any) -> Hashable | None:
    return call_id


def _by_content(call_id: str | None, tool: str, args: Any) -> Hashable | None:
    return (tool, repr(arguments_of(args)))


def _by_name(call_id: str | None, tool: str, args: Any) -> Hashable | None:
    return tool


def _by_last_name(call_id: str | None, tool: str, args: Any) -> Hashable | None:
    return _QUALIFIED.split(tool)[-1].lower() or None


def _by_wrapped(call_id: str | None, tool: str, args: Any) -> Hashable | None:
    said = arguments_of(args)
    inner = next(iter(said.values())) if len(said) == 1 else None
    return (tool, repr(inner if isinstance(inner, dict) and inner else said))


def _by_args(call_id: str | None, tool: str, args: Any) -> Hashable | None:
    said = arguments_of(args)
    return repr(said) if said else None


_KEYS: tuple[Callable[[str | None, str, Any], Hashable | None], ...] = (
    _by_id,
    _by_content,
    _by_wrapped,
    _by_name,
    _by_last_name,
    _by_args,
)
"""What makes a call of a span and the telling of a call the same, the surest first."""


def _continued(before: str, text: str) -> list[Any] | None:
    """The items of a JSON list that begins with all items of another, from where that one ends; None when it does not."""
    start = before.rstrip().removesuffix("]")
    if not start or not text.startswith(start):
        return None
    rest = text[len(start) :].lstrip()
    if rest == "]":
        return []
    found = decoded_text("[" + rest[1:]) if rest.startswith(",") else None
    return found if isinstance(found, list) else None

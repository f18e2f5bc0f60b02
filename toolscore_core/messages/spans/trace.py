"""The spans of one trace id -> one trace: calls, conversation, tokens and times, whatever export they stood in.

Calls are the tool spans of a trace, and those calls of its models that no tool span carries (an answer in the form of a
call, a call that nobody ran); where it has no tool span, the calls in the messages of its model spans. Each counts once,
although every request repeats the conversation so far.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.frameworks.langchain import tool_message
from toolscore_core.messages.gemini_contents import failure_of
from toolscore_core.messages.spans import fields
from toolscore_core.messages.spans.beeai import with_reacting
from toolscore_core.messages.spans.span import Span
from toolscore_core.messages.spans.talk import SpanConversation
from toolscore_core.messages.tally import Tally
from toolscore_core.reading import ReadReport

_MERGED = "(merged"
"""Beginning of the name that the Agent Development Kit gives to a span that sums up parallel calls."""


class _Group:
    """The spans of one trace, in the order of their start, and by kind."""

    def __init__(self, spans: list[Span]) -> None:
        spans.sort(key=_start)
        self.spans = spans
        self.kinds = [fields.kind_of(span) for span in spans]
        self._by_kind: dict[fields.Kind, list[Span]] = {}
        for span, kind in zip(spans, self.kinds, strict=True):
            self._by_kind.setdefault(kind, []).append(span)

    def of(self, kind: fields.Kind) -> list[Span]:
        """The spans of a kind."""
        return self._by_kind.get(kind, [])

    def roots(self) -> list[Span]:
        """Spans of no kind that stand at the top; they often keep what the user said and what was answered."""
        return [span for span in self.of("") if span.parent_id is None]

    def with_tools(self, named: set[str]) -> list[Span]:
        """The tool spans, and spans of no kind that bear the name of a tool that was called; in the order of their start."""
        tools = self.of("tool")
        if not named or not (missing := named - {fields.tool_name(span) or "" for span in tools}):
            return tools
        found = [span for span in self.of("") if fields.tool_name(span) in missing]
        ids = {span.id for span in found if span.id}
        found = [span for span in found if span.parent_id not in ids]
        return sorted((*tools, *found), key=_start) if found else tools


def traces_of(groups: Iterable[list[Span]], report: ReadReport, format: str) -> Iterator[Trace]:
    """One trace a group of spans, in the order of their start.

    Groups without a span of an agent, model or tool are left out and reported; where no group has one, a single empty trace
    says that the file was read.

    Args:
        groups: The spans of each trace; none of them empty.
        report: Takes what is left out.
        format: Key of the reader.
    """
    kept: list[_Group] = []
    left_out: list[_Group] = []
    for spans in groups:
        group = _Group(with_reacting(spans))
        (kept if any(group.kinds) else left_out).append(group)
    if not kept and left_out:
        first = left_out[0].spans[0]
        yield Trace(source=first.place(), format=format, id=first.trace_id)
        return
    for group in left_out:
        report.skip("trace without a span of an agent, model or tool", group.spans[0].place())
    kept.sort(key=lambda group: _start(group.spans[0]))
    # histories matter only where messages are the source of calls
    held: set[Hashable] | None = None if all(group.of("tool") for group in kept) else set()
    for group in kept:
        yield _trace(group, report, format, held)


def _start(span: Span) -> float:
    return span.start or 0.0


def _trace(group: _Group, report: ReadReport, format: str, held: set[Hashable] | None) -> Trace:
    """The trace of a group.

    Args:
        group: Its spans.
        report: Takes what is left out.
        format: Key of the reader.
        held: What makes the calls of the traces before this one known; those of this one are added. None when nobody asks.
    """
    builder = TraceBuilder(report, format, group.spans[0].place())
    trace = builder.trace
    family = _Family(group)
    models = family.innermost("llm")
    usages = {id(span): usage for span in models or group.of("agent") if (usage := fields.usage_of(span))}
    told = SpanConversation(builder, usages)
    for span in models:
        told.add(span, family.agent(span))
    for others in (family.innermost("agent"), group.roots()):
        if not told.has_messages:
            for span in others:
                told.add(span, family.agent(span))
    for span in family.outermost("llm"):
        told.add_answer(span, family.agent(span))
    session = None
    if held is not None:
        session = next((found for span in group.spans if (found := fields.conversation_of(span))), None)
    if tools := group.with_tools(told.called):
        _add_tools(trace, tools, family, told, report)
    else:
        told.add_calls(lambda issued: _mark(session, issued.part.id, issued.tool, issued.part.args) in (held or ()))
    if held is not None:
        held |= {_mark(session, call.call_id, call.tool, call.args) for call in trace.calls} - {None}
    _fill(trace, group, models)
    tally = Tally()
    for usage in usages.values():
        tally.add(usage)
    tally.fill(trace)
    return trace


def _mark(session: str | None, call_id: str | None, tool: str, args: Any) -> Hashable | None:
    """What makes a call the same in the histories of two traces; None when it may be any call of that tool."""
    scope = call_id or session
    return (scope, tool, repr(arguments_of(args))) if scope else None


def _fill(trace: Trace, group: _Group, models: list[Span]) -> None:
    spans = group.spans
    trace.id = spans[0].trace_id
    # what holds for the whole trace stands on its first span and those of agents and models; tool spans are many
    telling = [spans[0], *group.of("agent"), *group.of("llm"), *group.of("")]
    trace.model = next((model for span in (*models, *telling) if (model := fields.model_of(span))), None)
    trace.case_id = next((found for span in telling if (found := fields.case_of(span))), None)
    for key, value_of in (("conversation_id", fields.conversation_of), ("user_id", fields.user_of)):
        if value := next((found for span in telling if (found := value_of(span))), None):
            trace.metadata[key] = value
    starts = [span.start for span in spans if span.start is not None]
    ends = [span.end for span in spans if span.end is not None]
    if starts:
        trace.started = min(starts)
        if ends and max(ends) >= trace.started:
            trace.duration = max(ends) - trace.started


@dataclass(frozen=True, slots=True)
class _Around:
    """What stands around a place in a trace: the nearest span of each kind, and the name of the nearest agent."""

    agent: str | None = None
    spans: tuple[tuple[fields.Kind, Span], ...] = ()

    def nearest(self, kind: fields.Kind) -> Span | None:
        """The nearest span of a kind."""
        return next((span for known, span in self.spans if known == kind), None)

    def inside(self, span: Span, kind: fields.Kind) -> "_Around":
        """What stands around a place right inside a span."""
        if not kind:
            return self
        agent = self.agent
        if kind == "agent":
            agent = fields.agent_of(span) or span.name.removeprefix("invoke_agent ") or agent
        return _Around(agent, ((kind, span), *(entry for entry in self.spans if entry[0] != kind)))


_NOTHING = _Around()


class _Family:
    """Which span of a trace stands inside which."""

    def __init__(self, group: _Group) -> None:
        self._group = group
        named = {name for span in group.of("agent") if (name := fields.agent_of(span))}
        self._only_agent = named.pop() if len(named) == 1 else None
        self._known: dict[str | None, _Around] = {None: _NOTHING}
        self._by_id = {span.id: (span, kind) for span, kind in zip(group.spans, group.kinds, strict=True) if span.id}

    def innermost(self, kind: fields.Kind) -> list[Span]:
        """The spans of a kind that hold no other of that kind: an outer one repeats what the inner ones say."""
        outer = self._outer(kind)
        return [span for span in self._group.of(kind) if id(span) not in outer]

    def outermost(self, kind: fields.Kind) -> list[Span]:
        """The spans of a kind that hold others of that kind."""
        outer = self._outer(kind)
        return [span for span in self._group.of(kind) if id(span) in outer]

    def _outer(self, kind: fields.Kind) -> set[int]:
        return {id(self.around(span).nearest(kind)) for span in self._group.of(kind)}

    def agent(self, span: Span, around: _Around | None = None) -> str | None:
        """The agent that did the work of a span: it names it, or the nearest one around it, or the only one."""
        return fields.agent_of(span) or (around or self.around(span)).agent or self._only_agent

    def around(self, span: Span) -> _Around:
        """What stands around a span; kept, since its siblings stand in the same."""
        span_id = span.parent_id
        path: list[str] = []
        while (known := self._known.get(span_id)) is None and span_id in self._by_id:
            self._known[span_id] = _NOTHING  # ends a ring of parents
            path.append(span_id)
            span_id = self._by_id[span_id][0].parent_id
        known = known or _NOTHING
        for inner in reversed(path):
            known = self._known[inner] = known.inside(*self._by_id[inner])
        return known


def _add_tools(trace: Trace, tools: list[Span], family: _Family, told: SpanConversation, report: ReadReport) -> None:
    """Add the tool spans as calls, and the calls that models issued and no tool span carries, in the order of time."""
    calls = _tool_calls(tools, family, report)
    issued = told.matched(calls)
    latest: dict[int, float] = {}
    timed: list[tuple[float, bool, int, ToolCall]] = []  # of calls at one moment, in which order they were issued
    for call, known in zip(calls, issued, strict=True):
        timed.append((call.started or 0.0, False, known.number if known is not None else 0, call))
        if known is not None:
            told.complete(call, known)
            latest[known.turn] = max(latest.get(known.turn, 0.0), call.started or 0.0)
    for left in told.left_over(calls):
        moment = left.span.end or left.span.start or 0.0
        if (call_left := told.call_of(left)) is not None:
            told.complete(call_left, left)
            timed.append((max(moment, latest.get(left.turn, 0.0)), True, left.number, call_left))
    trace.calls.clear()
    for *_, call in sorted(timed, key=lambda entry: entry[:3]):
        if call.turn is not None:
            trace.turns[call.turn].calls.append(len(trace.calls))
        trace.calls.append(call)


def _tool_calls(tools: list[Span], family: _Family, report: ReadReport) -> list[ToolCall]:
    """Tool spans as calls; a call that several instrumentations recorded inside each other is one."""
    calls: list[ToolCall] = []
    by_span: dict[int, ToolCall] = {}
    for span in tools:
        name = fields.tool_name(span)
        if name is None:
            report.skip("tool span without a tool name", span.place())
            continue
        if name.startswith(_MERGED):
            report.skip("span that sums up parallel calls", span.place())
            continue
        call = _call_of(span, name, report)
        around = family.around(span)
        call.agent = family.agent(span, around)
        outer = by_span.get(id(around.nearest("tool"))) if around.spans else None
        if outer is not None and _is_same(outer, call):
            _merge(outer, call)
            by_span[id(span)] = outer
            continue
        if outer is not None:
            call.parent_id = outer.call_id
        by_span[id(span)] = call
        calls.append(call)
    return calls


def _call_of(span: Span, name: str, report: ReadReport) -> ToolCall:
    result = fields.tool_result(span)
    args = fields.tool_arguments(span)
    if len(args) == 1 and isinstance(text := args.get("value"), str) and text[:1] == "{":
        report.problem("the arguments are no complete JSON", span.place())
    call = ToolCall(name, args, result, None, span.duration, None, {}, fields.call_id(span))
    call.provider_executed = fields.is_hosted(span)
    call.started, call.ended = span.start, span.end
    if span.duration is None and (span.start is not None or span.end is not None):
        missing = "start" if span.start is None else "end" if span.end is None else None
        report.problem(f"the span has no {missing}" if missing else "the span ends before it starts", span.place())
    if (message := tool_message(result)) is not None:
        _open(call, message)
    if fields.has_failed(span):
        call.metadata["is_error"] = True
        call.metadata["error"] = fields.failure_text(span) or call.metadata.get("error")
    elif "gcp.vertex.agent.tool_response" in span.attributes and (failure := failure_of(result))[0]:
        mark_failed(call, failure[1])
    return call


def _open(call: ToolCall, message: Mapping[str, Any]) -> None:
    """Take the result of a call out of the message in which LangChain wraps it."""
    call.result = message["content"]
    if call.call_id is None and isinstance(call_id := message["tool_call_id"], str):
        call.call_id = call_id or None
    if message.get("status") == "error":
        mark_failed(call, call.result if isinstance(call.result, str) else None)


def _is_same(outer: ToolCall, inner: ToolCall) -> bool:
    """Whether a tool span inside another is the same call: the framework and the protocol below it record both."""
    return outer.tool == inner.tool and (outer.args == inner.args or not outer.args or not inner.args)


def _merge(outer: ToolCall, inner: ToolCall) -> None:
    outer.args = outer.args or inner.args
    if outer.result is None:
        outer.result = inner.result
    if inner.is_error and not outer.is_error:
        outer.metadata |= inner.metadata

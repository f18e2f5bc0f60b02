"""Session logs and streams of Claude Code, and of products with its envelope (Agent SDK, Qwen Code) -> traces.

Every line wraps one message and says whose it is: of which session, of which sub-agent, after which other line. All that
was said counts, on branches that were given up too; what the log repeats (one answer over several lines, lines copied when
a session goes on, progress of sub-agents, streamed pieces) counts once.

Specification: https://code.claude.com/docs/en/agent-sdk/typescript#message-types.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.agents.session_lines import Line, Session, is_line, lines_in, session_of, sessions
from toolscore_core.messages.agents.subagents import SubAgents
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.blocks import add_blocks, is_tool_block
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import NO_FACTS, Facts, facts_of, note_time
from toolscore_core.messages.gemini_contents import is_content, message_of_content, usage_of
from toolscore_core.messages.message import add_message
from toolscore_core.messages.repeats import Known
from toolscore_core.messages.streams import MessageStream
from toolscore_core.messages.tally import Tally, amount_of, count_of
from toolscore_core.reading import Documents, ReadReport

_KEY = "claude_sessions"
_LOOKED_AT = 200
_SYNTHETIC = "<synthetic>"
"""The model that Claude Code names on messages it wrote itself."""


def _claim(documents: Documents) -> Claim | None:
    seen = 0
    for document in documents.values:
        inside = lines_in(document)
        values = inside[1] if inside is not None else document if isinstance(document, list) else [document]
        for value in values[:_LOOKED_AT]:
            if _is_event(value):
                return None
            seen += is_line(value)
        if inside is not None and not seen:
            seen += any(isinstance(value, dict) and isinstance(value.get("message"), dict) for value in values)
    return Claim(3, seen, f"{seen} lines of a session around messages") if seen else None


def _is_event(value: Any) -> bool:
    """Whether a line is a call that stands beside the messages: then the log is of another product."""
    return isinstance(value, dict) and value.get("type") == "tool_call" and "subtype" in value


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    for session in sessions(documents, report):
        if any(line.kind != "note" for line in session.lines):
            yield _Reader(session, report).trace()


@dataclass(slots=True)
class _Answer:
    """One message of the API, put together from its lines."""

    line: Line
    texts: list[str] = field(default_factory=list)
    blocks: list[tuple[dict[str, Any], Line]] = field(default_factory=list)
    facts: Facts = NO_FACTS
    cost: float | None = None
    marks: set[Hashable] = field(default_factory=set)

    def add(self, line: Line) -> None:
        """Take in one more line: its tool blocks, and texts that are not there yet."""
        content = line.message.get("content")
        for block in content if isinstance(content, list) else [content]:
            mark = _mark(block)
            if mark is not None and mark in self.marks:
                continue
            self.marks.add(mark)
            if isinstance(block, dict) and is_tool_block(block):
                self.blocks.append((block, line))
            elif text := text_of_content([block]):
                self.texts.append(text)
        facts = facts_of(line.message)
        if (facts.output_tokens or 0) >= (self.facts.output_tokens or 0) and facts is not NO_FACTS:
            self.facts = facts  # counts grow while the answer is written
        spent = amount_of(line.value, "costUSD")
        self.cost = spent if self.cost is None else max(self.cost, spent or 0.0)


def _mark(block: Any) -> Hashable | None:
    """What makes a part of one message the same in two lines; None for a call without an id, which may be made twice."""
    if isinstance(block, dict) and is_tool_block(block):
        own = block.get("id") or block.get("tool_use_id")
        if not isinstance(own, str):
            return None
        return (str(block.get("type")), own, str(block.get("name")), repr(arguments_of(block.get("input"))))
    return ("text", text_of_content([block]))


class _Reader:
    """Reads one session."""

    def __init__(self, session: Session, report: ReadReport) -> None:
        self._lines = _once(session.lines)
        self._agents = SubAgents(self._lines)
        self._builder = TraceBuilder(report, _KEY, session.lines[0].place)
        self._tally = Tally()
        self._known = Known()
        self._builder.trace.id = session.id

    def trace(self) -> Trace:
        """The session as a trace."""
        trace = self._builder.trace
        for entry in self._entries():
            if isinstance(entry, _Answer):
                self._add_answer(entry)
            else:
                self._add_line(entry)
        self._tally.fill(trace)
        _add_ends(trace, [line for line in self._lines if line.kind == "end"])
        _add_metadata(trace, self._lines)
        return trace

    def _entries(self) -> list[_Answer | Line]:
        entries: list[_Answer | Line] = []
        answers: dict[str, _Answer] = {}
        lines = [line for line in self._lines if line.kind == "message"]
        if not any(line.value.get("type") == "assistant" for line in lines):
            lines = _with_streamed(self._lines)
        for line in lines:
            message = line.message
            if line.value.get("type") != "assistant" or is_content(message):
                entries.append(line)
                continue
            own = message.get("id")
            answer = answers.get(own) if isinstance(own, str) and own else None
            if answer is None:
                answer = _Answer(line)
                entries.append(answer)
                if isinstance(own, str) and own:
                    answers[own] = answer
            answer.add(line)
        return entries

    def _add_answer(self, answer: _Answer) -> None:
        facts = answer.facts
        model = None if facts.model == _SYNTHETIC else facts.model
        if answer.texts or answer.blocks:
            self._builder.turn(
                "assistant",
                "\n".join(answer.texts),
                model=model,
                started=answer.line.moment,
                input_tokens=facts.input_tokens,
                output_tokens=facts.output_tokens,
            )
        trace = self._builder.trace
        trace.model = trace.model or model
        self._tally.add(
            Tally(facts.input_tokens, facts.output_tokens, facts.cached_tokens, facts.reasoning_tokens, answer.cost)
        )
        note_time(trace, answer.line.moment)
        for block, line in answer.blocks:
            add_blocks(self._builder, [block], line.place, ended=line.moment, fields=self._fields(line))

    def _fields(self, line: Line) -> dict[str, Any]:
        agent, parent = self._agents.of(line)
        return {
            "timestamp": line.value.get("timestamp"),
            "started": line.moment,
            "agent": agent,
            "parent_id": parent,
        }

    def _add_line(self, line: Line) -> None:
        note_time(self._builder.trace, line.moment)
        if is_content(line.message):
            self._add_content(line)
            return
        content = line.message.get("content")
        blocks = [block for block in content if is_tool_block(block)] if isinstance(content, list) else []
        if blocks:
            _enrich(add_blocks(self._builder, blocks, line.place, ended=line.moment), line)
        text = text_of_content(content)
        if text:
            written_by_user = not (line.value.get("isMeta") or line.value.get("isCompactSummary"))
            spoken = line.value.get("type") == "user" and written_by_user
            self._builder.turn("user" if spoken else "system", text, started=line.moment)

    def _add_content(self, line: Line) -> None:
        """A line around a Gemini content."""
        message = message_of_content(line.message)
        message.set_paths(".message")
        message.started, message.timestamp = line.moment, line.value.get("timestamp")
        message.model = line.text("model")
        message.agent, parent = self._agents.of(line)
        for call in message.calls:
            call.fields = {"parent_id": parent}
        outcome = line.value.get("toolCallResult")
        if isinstance(outcome, dict) and outcome.get("status") in ("error", "cancelled"):
            for result in message.results:
                result.is_error = True
        usage = usage_of(line.value)
        if usage is not None:
            message.input_tokens, message.output_tokens = usage.input_tokens, usage.output_tokens
            self._tally.add(usage)
        add_message(self._builder, self._known.rest(message), line.place)
        trace = self._builder.trace
        trace.model = trace.model or message.model


def _once(lines: list[Line]) -> list[Line]:
    """The lines without those that were copied when the session went on: the same id around the same message."""
    seen: dict[str, list[dict[str, Any]]] = {}
    kept = []
    for line in lines:
        own = line.text("uuid")
        if own is not None and line.kind == "message":
            before = seen.setdefault(own, [])
            if line.message in before:
                continue
            before.append(line.message)
        kept.append(line)
    return kept


def _with_streamed(lines: list[Line]) -> list[Line]:
    """The lines around messages, with those put together out of pieces, for a stream that does not give them whole as well."""
    streams: dict[str, MessageStream] = {}
    found = []
    for line in lines:
        if line.kind == "message":
            found.append(line)
        elif line.kind == "event":
            stream = streams.setdefault(line.text("parent_tool_use_id") or "", MessageStream())
            message = stream.add(line.value["event"])
            if message is not None:
                value = {key: item for key, item in line.value.items() if key != "event"}
                found.append(
                    Line({**value, "type": "assistant", "message": message}, line.place, "message", line.moment)
                )
    for stream in streams.values():
        stream.finish()
    return found


def _enrich(answered: list[ToolCall], line: Line) -> None:
    """What a result line says beside the results."""
    beside = line.value.get("toolUseResult", line.value.get("tool_use_result"))
    for call in answered:
        if isinstance(beside, dict) and isinstance(beside.get("agentId"), str):
            call.metadata["agent_id"] = beside["agentId"]
        if (denied := line.text("toolDenialKind")) is not None:
            call.metadata["denied"] = denied


def _add_ends(trace: Trace, ends: list[Line]) -> None:
    """Cost, time, tokens and outcome as the ends of runs give them; cost and models' tokens are those of the whole session."""
    if not ends:
        return
    costs = [cost for line in ends if (cost := amount_of(line.value, "total_cost_usd")) is not None]
    trace.cost = max(costs, default=trace.cost)
    spent = [time for line in ends if (time := amount_of(line.value, "duration_ms")) is not None]
    if trace.duration is None and spent:
        trace.duration = sum(spent) / 1000
    last = ends[-1].value
    trace.outcome = last.get("subtype")
    if last.get("is_error") is True:
        trace.metadata["is_error"] = True
    total = _of_models(last.get("modelUsage"))
    if total is None and (len(ends) == 1 or trace.output_tokens is None):
        total = Tally()
        for line in ends:
            facts = facts_of({"usage": line.value.get("usage")})
            total.add(Tally(facts.input_tokens, facts.output_tokens, facts.cached_tokens))
    if total is not None and total.output_tokens is not None:
        total.cost = trace.cost
        total.fill(trace)


def _of_models(usage: Any) -> Tally | None:
    """Tokens of all models together, sub-agents' included; None where the end of a run does not list them."""
    if not isinstance(usage, dict):
        return None
    total = Tally()
    for counts in usage.values():
        if not isinstance(counts, dict):
            continue
        cached = count_of(counts, "cacheReadInputTokens")
        read = [count_of(counts, "inputTokens"), cached, count_of(counts, "cacheCreationInputTokens")]
        known = [count for count in read if count is not None]
        total.add(Tally(sum(known) if known else None, count_of(counts, "outputTokens"), cached))
    return total


_NOTES = {"summary": "summary", "custom-title": "customTitle", "ai-title": "aiTitle"}
_ABOUT = {"cwd": "cwd", "version": "version", "gitBranch": "git_branch", "permissionMode": "permission_mode"}


def _add_metadata(trace: Trace, lines: list[Line]) -> None:
    for line in lines:
        if line.kind == "start":
            trace.model = trace.model or line.text("model")
        title = line.text(_NOTES.get(line.value["type"], "")) if line.kind == "note" else None
        if title is not None:
            trace.metadata.setdefault("title", title)
        for key, name in _ABOUT.items():
            if name not in trace.metadata and (value := line.text(key)) is not None:
                trace.metadata[name] = value


def _trace_key(value: Any) -> Hashable | None:
    return session_of(value)


FORMAT = Format(
    key=_KEY,
    title="Claude Code sessions",
    signature="lines with `message` and `sessionId`, `session_id` or `parentUuid` around it, or `loglines`",
    specification="https://code.claude.com/docs/en/agent-sdk/typescript#message-types",
    version="2",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
    trace_key=_trace_key,
    joins=True,
)
"""Claude Code, the Claude Agent SDK and Qwen Code."""

"""Rollout files of Codex -> traces.

A line wraps an item of OpenAI Responses, or notes something beside the items. Events repeat what the items say, so calls
are taken from items alone; the ends of commands and tools, which stand in events, add what only they know: the exit code,
the time taken, whether a tool failed. The history that stands in place of a compacted one repeats as well.

Specification: https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs (`RolloutItem`).
"""

import re
from collections.abc import Hashable, Iterator, Mapping
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.arguments import NOT_JSON, decode_json_text
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.chat import is_message
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import Facts, note_time
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.response_items import ItemReader, is_call, is_output
from toolscore_core.messages.tally import Tally, amount_of, count_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import text_or_none
from toolscore_core.reading import Documents, ReadReport

_KEY = "codex"
_LINES = frozenset({"session_meta", "response_item", "event_msg", "turn_context", "compacted"})
_PARENTS = ("forked_from_id", "parent_thread_id")
_ABOUT = ("cwd", "cli_version", "originator", "model_provider", *_PARENTS)
_HEADER = re.compile(
    r"(?:Exit code: (?P<code>\d{1,9})\n|Chunk ID: [^\n]*\n)?Wall time: (?P<seconds>\d{1,9}(?:\.\d{1,9})?) seconds\n"
    r"(?:Process exited with code (?P<status>\d{1,9})\n)?"
)
"""What Codex writes before the output of a command in a result that is text."""
_OUTCOMES = {"task_complete": "completed", "turn_complete": "completed", "turn_aborted": "aborted"}


def _is_line(value: Any) -> bool:
    kind = value.get("type") if isinstance(value, dict) else None
    return isinstance(kind, str) and kind in _LINES and isinstance(value.get("payload"), dict)


def _is_header(value: Any) -> bool:
    """Whether a record is the first one of the oldest files, whose items stand bare in their lines."""
    return isinstance(value, dict) and "type" not in value and {"id", "timestamp", "instructions"} <= value.keys()


def _items_of(value: Any) -> list[Any] | None:
    """The items of a session that is one object, as the first Codex (in TypeScript) wrote them; None for anything else."""
    if not isinstance(value, dict) or not isinstance(value.get("session"), dict):
        return None
    items = value.get("items")
    return items if isinstance(items, list) and any(map(_is_item, items)) else None


def _lines(documents: Documents) -> Iterator[Record]:
    """The lines of a file; of a session that is one object, its head and its items."""
    for record in records(documents):
        items = _items_of(record.value)
        if items is None:
            yield record
            continue
        yield record.inside(".session", {"instructions": None, "timestamp": None, **record.value["session"]})
        yield from (record.inside(f".items[{index}]", item) for index, item in enumerate(items))


def _is_item(value: Any) -> bool:
    return is_call(value) or is_output(value) or is_message(value)


def _claim(documents: Documents) -> Claim | None:
    found = list(_lines(documents))
    lines = sum(_is_line(record.value) for record in found)
    if lines:
        return Claim(3, lines, f"{lines} lines with a `payload` of type `response_item` and the like")
    headers = [record for record in found if _is_header(record.value)]
    items = sum(_is_item(record.value) for record in found) if headers else 0
    return Claim(3, len(headers) + items, f"the head of a rollout and {items} items") if items else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    thread: _Thread | None = None
    for record in _lines(documents):
        head = _head_of(record.value)
        if thread is None or (head is not None and thread.is_other(head)):
            if thread is not None:
                yield thread.finish()
            thread = _Thread(report, record)
        if head is not None:
            thread.add_head(head)
        else:
            thread.add(record)
    if thread is not None:
        yield thread.finish()


def _head_of(value: Any) -> dict[str, Any] | None:
    if _is_line(value) and value["type"] == "session_meta":
        return dict(value["payload"])
    return value if _is_header(value) else None


class _Thread:
    """One thread that is being read."""

    def __init__(self, report: ReadReport, first: Record) -> None:
        self._report = report
        self._builder = TraceBuilder(report, _KEY, first.place())
        self._items = ItemReader(self._builder)
        self._seen: set[Hashable] = set()
        self._ends: dict[str, list[Mapping[str, Any]]] = {}
        self._ids: set[Any] = set()
        self._model: str | None = None
        self._agent: str | None = None
        self._tally = Tally()

    def is_other(self, head: Mapping[str, Any]) -> bool:
        """Whether the head of a session starts another one: it is no copy of the head of this one or of one it came from."""
        own = text_or_none(head.get("id"))
        return bool(self._ids) and own not in self._ids

    def add_head(self, head: Mapping[str, Any]) -> None:
        """The head of the session, or the copied head of one that it came from."""
        trace = self._builder.trace
        if not self._ids:
            trace.id = text_or_none(head.get("id")) or ""
            spawn = _spawn_of(head.get("source"))
            self._agent = (
                text_or_none(spawn.get("agent_role"))
                or text_or_none(spawn.get("agent_nickname"))
                or text_or_none(head.get("agent_role"))
            )
            trace.metadata |= {key: head[key] for key in _ABOUT if isinstance(head.get(key), str)}
            if (parent := text_or_none(spawn.get("parent_thread_id"))) is not None:
                trace.metadata.setdefault("parent_thread_id", parent)
        self._ids |= {text_or_none(head.get("id")), *(trace.metadata.get(key) for key in _PARENTS)}
        self._ids |= {text_or_none(head.get(key)) for key in _PARENTS}
        note_time(trace, epoch_seconds(head.get("timestamp")))

    def add(self, record: Record) -> None:
        """One line, or a bare item."""
        value = record.value
        if not isinstance(value, dict):
            self._report.skip("line that is no object", record.place())
        elif not _is_line(value):
            self._add_item(record, value, "")
        else:
            payload = value["payload"]
            note_time(self._builder.trace, epoch_seconds(value.get("timestamp")))
            if value["type"] == "response_item":
                self._add_item(record, {"timestamp": value.get("timestamp"), **payload}, ".payload")
            elif value["type"] == "turn_context":
                self._model = text_or_none(payload.get("model")) or self._model
                self._items.begin()
            elif value["type"] == "compacted":
                self._items.begin()
                if (text := text_or_none(payload.get("message"))) is not None:
                    self._builder.turn("system", text, started=epoch_seconds(value.get("timestamp")))
            else:
                self._add_event(record, payload)

    def _add_item(self, record: Record, item: dict[str, Any], path: str) -> None:
        item = _in_todays_shape(item)
        if not _is_item(item):
            self._report.skip("line without a message, a call or a result", record.place())
            return
        mark = _mark(item)
        if mark is not None and mark in self._seen:
            self._report.skip("item that was there before", record.place())
            return
        self._seen.add(mark)
        if self._agent is not None:
            item["agent"] = self._agent
        time = item.get("timestamp")
        seconds = None
        if is_output(item):
            seconds = _unpack(item)
        facts = Facts(self._model, time, epoch_seconds(time))
        call = self._items.add(item, lambda: record.place(path), facts)
        if call is not None and seconds is not None:
            call.duration = seconds

    def _add_event(self, record: Record, event: Mapping[str, Any]) -> None:
        kind, call_id = event.get("type"), event.get("call_id")
        if kind == "token_count":
            self._add_tokens(event.get("info"))
        elif isinstance(call_id, str) and isinstance(kind, str) and kind.endswith(("_end", "_response")):
            self._ends.setdefault(call_id, []).append(event)
        elif isinstance(kind, str) and kind in _OUTCOMES:
            self._builder.trace.outcome = "failed" if isinstance(event.get("error"), dict) else _OUTCOMES[kind]
            self._items.begin()
        else:
            self._report.skip("event beside the items", record.place())

    def _add_tokens(self, info: Any) -> None:
        if not isinstance(info, dict):
            return
        total, last = info.get("total_token_usage"), info.get("last_token_usage")
        if isinstance(total, dict):
            self._tally = _tally(total)
        turns = self._builder.trace.turns
        if isinstance(last, dict) and turns and turns[-1].role == "assistant" and turns[-1].input_tokens is None:
            used = _tally(last)
            turns[-1].input_tokens, turns[-1].output_tokens = used.input_tokens, used.output_tokens

    def finish(self) -> Trace:
        """The thread as a trace."""
        trace = self._builder.trace
        for call in trace.calls:
            if call.call_id is not None and (ends := self._ends.get(call.call_id)):
                _add_end(call, ends.pop(0))
        self._tally.fill(trace)
        trace.model = trace.model or self._model
        return trace


def _spawn_of(source: Any) -> Mapping[str, Any]:
    """What a session says of the thread that started it as a sub-agent; {} when it was started by a person."""
    started = source.get("subagent") if isinstance(source, dict) else None
    spawn = started.get("thread_spawn") if isinstance(started, dict) else None
    return spawn if isinstance(spawn, dict) else {}


def _in_todays_shape(item: dict[str, Any]) -> dict[str, Any]:
    """Calls and results of older writers under today's names; other items as they are."""
    kind = item.get("type")
    own = item.get("call_id") or item.get("tool_call_id") or item.get("id")
    if kind == "tool_call":
        function = item.get("function")
        named = function if isinstance(function, dict) else item
        args = named.get("arguments", item.get("arguments"))
        return {**item, "type": "function_call", "name": named.get("name"), "arguments": args, "call_id": own}
    if kind == "tool_result":
        output = next((item[key] for key in ("output", "result", "content") if key in item), None)
        return {**item, "type": "function_call_output", "output": output, "call_id": own}
    if kind == "function_call" and "arguments" not in item and "input" in item:
        return {**item, "arguments": item["input"]}
    return dict(item)


def _mark(item: Mapping[str, Any]) -> Hashable | None:
    """What makes an item the same in two lines; None for one without an id."""
    own = item.get("call_id") or (item.get("id") if is_call(item) else None)
    if not isinstance(own, str):
        return None
    told = [item.get(key) for key in ("name", "arguments", "input", "action", "output")]
    return (str(item.get("type")), own, repr(told))


def _unpack(item: dict[str, Any]) -> float | None:
    """Take a result out of its packing: text of JSON with exit code and seconds, or content with a flag.

    Returns:
        How long the call took; None when the result does not say.
    """
    output = item.get("output")
    if isinstance(output, str) and (header := _HEADER.match(output)) is not None:
        if (header["code"] or header["status"]) not in (None, "0"):
            item["status"] = "failed"
        return float(header["seconds"])
    inner = decode_json_text(output) if isinstance(output, str) and output.lstrip().startswith("{") else output
    if inner is NOT_JSON or not isinstance(inner, dict):
        return None
    about = inner.get("metadata")
    if "output" in inner and isinstance(about, dict):
        item["output"] = inner["output"]
        if about.get("exit_code") not in (None, 0):
            item["status"] = "failed"
        return amount_of(about, "duration_seconds")
    if "content" in inner and "success" in inner:
        item["output"] = inner["content"]
        if inner["success"] is False:
            item["status"] = "failed"
    return None


def _add_end(call: ToolCall, end: Mapping[str, Any]) -> None:
    """What the event at the end of a call knows of it."""
    taken = end.get("duration")
    if isinstance(taken, dict) and (seconds := amount_of(taken, "secs")) is not None:
        call.duration = seconds + (amount_of(taken, "nanos") or 0.0) / 1e9
    result = end.get("result")
    if isinstance(result, dict) and isinstance(inner := result.get("Ok"), dict):
        failed, given = inner.get("isError") is True, inner.get("content")
    elif isinstance(result, dict) and "Err" in result:
        failed, given = True, result["Err"]
    else:
        given = end.get("aggregated_output", end.get("results", end.get("content_items")))
        failed = end.get("exit_code") not in (None, 0) or end.get("success") is False
    text = text_of_content(given) or text_of_content(end.get("stderr"))
    if call.result is None and given is not None:
        call.result = text or given
    if failed and not call.is_error:
        mark_failed(call, text)


def _tally(usage: Mapping[str, Any]) -> Tally:
    return Tally(
        input_tokens=count_of(usage, "input_tokens"),
        output_tokens=count_of(usage, "output_tokens"),
        cached_tokens=count_of(usage, "cached_input_tokens"),
        reasoning_tokens=count_of(usage, "reasoning_output_tokens"),
    )


FORMAT = Format(
    key=_KEY,
    title="Codex rollouts",
    signature="lines of type `session_meta`, `response_item` or `event_msg` with a `payload`",
    specification="https://github.com/openai/codex/blob/main/codex-rs/protocol/src/protocol.rs",
    version="0.146",
    gives=("results", "errors", "timing", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Codex rollout files."""

"""Gemini contents, responses, streams and session files -> traces.

Covers the REST form (camelCase), the dumps of the SDKs (snake_case, with nulls), logs of requests and responses, and
session files of the Gemini and Qwen command lines.
"""

from collections.abc import Iterator
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import Location
from toolscore_core.messages.agents.gemini_cli import cli_message, cli_results, is_cli_session
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.envelope import name_trace
from toolscore_core.messages.gemini_contents import (
    add_parts,
    has_function_part,
    is_content,
    live_content,
    message_of_content,
    usage_of,
)
from toolscore_core.messages.message import Message, add_message
from toolscore_core.messages.repeats import Known, is_prefix
from toolscore_core.messages.tally import Tally, count_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import either, objects_of, text_or_none
from toolscore_core.reading import Documents, ReadReport

_WRAPPERS = ("request", "response", "message", "content", "body", "data")
"""Keys under which logs keep requests, responses and contents."""
_HISTORIES = (
    "contents",
    "history",
    "messages",
    "automatic_function_calling_history",
    "automaticFunctionCallingHistory",
)
_CASES = ("key", "custom_id", "case_id", "task_id")
"""Keys under which a line of a batch says which request it answers."""
_OPEN_CONVERSATIONS = 20


def _claim(documents: Documents) -> Claim | None:
    envelopes = contents = calls = 0
    for value in documents.values:
        for record in value if isinstance(value, list) else (value,):
            if not isinstance(record, dict):
                continue
            if _is_envelope(record):
                envelopes += 1
            elif (content := _content_of(record)) is not None:
                contents += 1
                calls += has_function_part(content)
    if envelopes:
        return Claim(3, envelopes, f"{envelopes} records with `candidates` or `contents` of parts")
    if calls:
        return Claim(2, calls, f"{calls} contents with `parts[].functionCall` or `functionResponse`")
    return Claim(1, contents, f"{contents} contents with `parts`") if contents else None


def _is_envelope(record: dict[str, Any]) -> bool:
    """Whether a record is a response, a request, a session, or a log record around one."""
    if _is_response(record) or _history_of(record) is not None or is_cli_session(record):
        return True
    return any(
        _is_envelope(inner) for key in ("request", "response", "body", "data") for inner in objects_of(record.get(key))
    )


def _is_response(record: dict[str, Any]) -> bool:
    candidates = record.get("candidates")
    if isinstance(candidates, list):
        return all(isinstance(item, dict) and ("content" in item or "finishReason" in item) for item in candidates) or (
            either(record, "usageMetadata", "usage_metadata") is not None
        )
    return candidates is None and either(record, "promptFeedback", "prompt_feedback") is not None


def _history_of(record: dict[str, Any]) -> list[dict[str, Any]] | None:
    for key in _HISTORIES:
        value = record.get(key)
        if isinstance(value, dict):
            value = [value]
        if isinstance(value, list) and value and all(is_content(item) for item in value):
            return value
        if value == [] and key == "contents":
            return []
    return None


def _content_of(record: dict[str, Any]) -> dict[str, Any] | None:
    """The content that a record is or wraps."""
    if is_content(record):
        return record
    if (live := live_content(record)) is not None:
        return live
    for key in ("content", "message"):
        inner = record.get(key)
        if isinstance(inner, dict) and is_content(inner):
            return inner
    return None


class _Conversation:
    """One conversation that is being read; an answer stays open while chunks of it may follow."""

    def __init__(self, report: ReadReport, source: Location) -> None:
        self.builder = TraceBuilder(report, FORMAT.key, source)
        self.request: list[Message] = []
        self._history = Known()
        self._tally = Tally()
        self._answers: dict[int, tuple[Message, Location]] = {}
        self._answer_id: Any = None
        self._answer_usage: Tally | None = None
        self._is_finished = True

    def add_request(self, messages: list[Message], place: Location) -> None:
        """A full history as a request repeats it."""
        self._close()
        self.request = messages
        for message in self._history.new_in(messages):
            add_message(self.builder, message, place)

    def add(self, message: Message, place: Location, usage: Tally | None = None) -> None:
        """One more message."""
        self._close()
        self._history.rest(message)
        add_message(self.builder, message, place)
        if usage:
            self._tally.add(usage)

    def add_response(self, response: dict[str, Any], place: Location) -> None:
        """A response, or the next chunk of one."""
        answer_id = either(response, "responseId", "response_id")
        if self._is_finished or answer_id != self._answer_id:
            self._close()
            self._answer_id = answer_id
        model = either(response, "modelVersion", "model_version")
        created = either(response, "createTime", "create_time")
        self._answer_usage = usage_of(response) or self._answer_usage
        self._is_finished = False
        for index, candidate in enumerate(objects_of(response.get("candidates"))):
            number = count_of(candidate, "index") or 0
            content = candidate.get("content")
            if number not in self._answers:
                role = content.get("role") if isinstance(content, dict) else None
                role = role if isinstance(role, str) and role else "model"
                message = Message(role, started=epoch_seconds(created), timestamp=created)
                self._answers[number] = (message, place.below(f".candidates[{index}].content"))
            message = self._answers[number][0]
            message.model = message.model or (model if isinstance(model, str) else None)
            if isinstance(content, dict):
                add_parts(message, content)
            if either(candidate, "finishReason", "finish_reason") is not None:
                self._is_finished = True

    def _close(self) -> None:
        if self._answer_usage:
            self._tally.add(self._answer_usage)
        for message, place in self._answers.values():
            if self._answer_usage and len(self._answers) == 1:
                message.input_tokens = self._answer_usage.input_tokens
                message.output_tokens = self._answer_usage.output_tokens
            self._history.rest(message)
            add_message(self.builder, message, place)
        self._answers = {}
        self._answer_usage = None
        self._is_finished = True

    def finish(self) -> Trace:
        """The trace, with its totals."""
        self._close()
        trace = self.builder.trace
        self._tally.fill(trace)
        trace.model = trace.model or next((turn.model for turn in trace.turns if turn.model), None)
        times = [turn.started for turn in trace.turns if turn.started is not None]
        times += [call.ended for call in trace.calls if call.ended is not None]
        if times:
            trace.started = min(times)
            trace.duration = max(times) - min(times) if len(times) > 1 else None
        return trace


class _Reader:
    """Hands the records of a file to their conversations."""

    def __init__(self, report: ReadReport) -> None:
        self._report = report
        self.conversations: list[_Conversation] = []
        self._latest: _Conversation | None = None

    def _current(self, place: Location) -> _Conversation:
        return self._latest or self._start(place)

    def _start(self, place: Location) -> _Conversation:
        self._latest = _Conversation(self._report, place)
        self.conversations.append(self._latest)
        return self._latest

    def read(self, record: Any, place: Location) -> None:
        """Read one record of any kind."""
        if isinstance(record, list):
            for index, item in enumerate(record):
                self.read(item, place.below(f"[{index}]"))
        elif not isinstance(record, dict):
            self._report.skip("record that is no object", place)
        elif is_cli_session(record):
            self._read_cli_session(record, place)
        else:
            self._read_exchange(record, place)

    def _read_exchange(self, record: dict[str, Any], place: Location) -> None:
        history = _history_of(record)
        is_known = history is not None or _is_response(record)
        if history is not None:
            key = next(key for key in _HISTORIES if record.get(key) is not None)
            messages = [message_of_content(item, "user") for item in history]
            for index, message in enumerate(messages):
                message.set_paths(f".{key}[{index}]")
            self._latest = self._conversation_of(messages, place)
            self._latest.add_request(messages, place)
            trace = self._latest.builder.trace
            trace.model = trace.model or text_or_none(record.get("model"))
            if not _is_response(record):
                name_trace(trace, record)
        if _is_response(record):
            self._current(place).add_response(record, place)
        elif not is_known and is_content(record):
            self._current(place).add(message_of_content(record), place)
        elif not is_known and (content := _content_of(record)) is not None:
            self._current(place).add(_logged_message(record, content), place)
        elif not is_known and not self._read_wrapped(record, place):
            self._report.skip("record without contents, candidates or parts", place)

    def _read_wrapped(self, record: dict[str, Any], place: Location) -> bool:
        found = [
            key
            for key in _WRAPPERS
            if any(_is_envelope(item) or _content_of(item) for item in objects_of(record.get(key)))
        ]
        named = {name: record[name] for name in _CASES if isinstance(record.get(name), str)}
        if found and named:
            name_trace(self._start(place).builder.trace, {"case_id": next(iter(named.values()))})
        for key in found:
            self.read(record[key], place.below(f".{key}"))
        return bool(found)

    def _conversation_of(self, messages: list[Message], place: Location) -> _Conversation:
        """The conversation that a request goes on with: its history begins with the one before; else a new one."""
        for known in reversed(self.conversations[-_OPEN_CONVERSATIONS:]):
            if known.request and len(messages) > len(known.request) and is_prefix(known.request, messages):
                return known
        if self.conversations and not self.conversations[-1].builder.trace.turns:
            return self.conversations[-1]
        return self._start(place)

    def _read_cli_session(self, record: dict[str, Any], place: Location) -> None:
        conversation = self._start(place)
        conversation.builder.trace.id = text_or_none(record.get("sessionId")) or ""
        for index, item in enumerate(record["messages"]):
            if isinstance(item, dict):
                here = place.below(f".messages[{index}]")
                message, usage = cli_message(item)
                conversation.add(message, here, usage)
                conversation.add(Message("tool", results=cli_results(item)), here)


def _logged_message(record: dict[str, Any], content: dict[str, Any]) -> Message:
    """A content in a log record that gives a time or a model beside it."""
    role = record.get("role")
    message = message_of_content(content, role if isinstance(role, str) else "model")
    message.timestamp = record.get("timestamp")
    message.started = epoch_seconds(message.timestamp)
    message.model = text_or_none(record.get("model"))
    return message


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    reader = _Reader(report)
    for item in documents.items:
        reader.read(item.value, documents.place(item, "$"))
    for conversation in reader.conversations:
        yield conversation.finish()


FORMAT = Format(
    key="gemini",
    title="Gemini contents and responses",
    signature="`candidates[].content.parts`, `contents[].parts` or `parts[].functionCall` (also in snake_case)",
    specification="https://ai.google.dev/api/generate-content",
    version="v1beta",
    gives=("results", "errors", "timing", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""The Gemini family."""

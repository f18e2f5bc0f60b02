"""Google's Agent Development Kit: sessions, their events, eval sets with recorded answers, results of evaluations -> traces.

    {"id": ..., "app_name": ..., "events": [{"author": ..., "content": {"parts": [...]}, "timestamp": s}, ...]}
    {"eval_case_results": [{"eval_id": ..., "session_details": session, "eval_metric_result_per_invocation": [...]}]}
    {"eval_cases": [{"eval_id": ..., "conversation": [invocation, ...]}]}     only with answers: else it is gold alone

Of an evaluation the actual side is read: the recorded session, or without one the actual invocations.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import Location
from toolscore_core.messages.arguments import decode_json_text
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.envelope import note_time
from toolscore_core.messages.gemini_contents import is_content, message_of_content, usage_of
from toolscore_core.messages.message import CallPart, Message, ResultPart, add_message
from toolscore_core.messages.tally import Tally
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import either, objects_of, text_or_none
from toolscore_core.reading import Documents, ReadReport

_KEY = "adk"
_REQUESTS = frozenset({"adk_request_credential", "adk_request_confirmation", "adk_request_input"})
"""Pseudo calls by which the kit asks its user for something."""
_LOOKED_AT = 200


def _is_event(record: Any) -> bool:
    if not isinstance(record, dict) or "author" not in record:
        return False
    return is_content(record.get("content")) or isinstance(record.get("actions"), dict)


def _is_session(record: dict[str, Any]) -> bool:
    events = record.get("events")
    return isinstance(events, list) and any(map(_is_event, events[:_LOOKED_AT]))


def _results(record: dict[str, Any]) -> list[dict[str, Any]] | None:
    """The results of eval cases in a record; None when it is none of an evaluation."""
    results = either(record, "evalCaseResults", "eval_case_results")
    return objects_of(results) if isinstance(results, list) else None


def _answered_cases(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The eval cases of a record, when any of them holds what the tools answered; else they are expectations alone."""
    cases = [case for case in objects_of(either(record, "evalCases", "eval_cases")) if "conversation" in case]
    turns = [turn for case in cases for turn in objects_of(case["conversation"])]
    return cases if any(message.results for turn in turns[:_LOOKED_AT] for message in _between(turn)) else []


def _opened(value: Any) -> Any:
    """Some versions write the results of an evaluation as JSON text in JSON."""
    return decode_json_text(value) if isinstance(value, str) and "eval_case_results" in value else value


def _claim(documents: Documents) -> Claim | None:
    events = sessions = results = cases = 0
    for value in map(_opened, documents.values):
        for record in value[:_LOOKED_AT] if isinstance(value, list) else (value,):
            if not isinstance(record, dict):
                continue
            sessions += _is_session(record)
            events += _is_event(record)
            results += len(_results(record) or ())
            cases += len(_answered_cases(record))
    if sessions or results:
        return Claim(3, sessions + results, f"{sessions} sessions with events, {results} results of eval cases")
    if events:
        return Claim(3, events, f"{events} events with `author` and `content.parts`")
    return Claim(1, cases, f"{cases} eval cases with recorded answers of tools") if cases else None


class _Conversation:
    """One session, or one eval case."""

    def __init__(self, report: ReadReport, place: Location) -> None:
        self._report = report
        self._builder = TraceBuilder(report, _KEY, place)
        self._tally = Tally()
        self._answered: dict[str, ToolCall] = {}
        self._open: Counter[str] = Counter()

    @property
    def trace(self) -> Trace:
        return self._builder.trace

    def add_event(self, event: dict[str, Any], place: Location) -> None:
        """An event of a session; streamed pieces are left out, since the whole follows."""
        options = event.get("options")
        if event.get("partial") is True or (isinstance(options, dict) and options.get("partial") is True):
            self._report.skip("streamed piece of an event that follows whole", place)
            return
        if not isinstance(event.get("content"), dict):
            return
        author = text_or_none(event.get("author"))
        message = message_of_content(event["content"], "user" if author == "user" else "model")
        message.set_paths(".content")
        message.agent = None if author == "user" else author
        message.timestamp = event.get("timestamp")
        message.started = epoch_seconds(message.timestamp)
        message.model = text_or_none(either(event, "modelVersion", "model_version"))
        if usage := usage_of(event):
            message.input_tokens, message.output_tokens = usage.input_tokens, usage.output_tokens
            self._tally.add(usage)
        self.add(message, place)

    def add(self, message: Message, place: Location) -> None:
        """One message; a long-running tool answers again when it is done, and then the last answer counts."""
        for part in message.calls:
            if _is_request(part):
                self._report.skip("request for approval, credentials or input", place.below(part.path))
        message.calls = [part for part in message.calls if not _is_request(part)]
        answers = [part for part in message.results if not _is_request(part)]
        message.results = []
        self._open.update(part.id for part in message.calls if part.id)
        note_time(self.trace, message.started)
        add_message(self._builder, message, place)
        for answer in answers:
            _note_status(answer)
            self._answer(answer, message.started, place.below(answer.path))

    def _answer(self, part: ResultPart, moment: float | None, place: Location) -> None:
        known = self._answered.get(part.id) if part.id else None
        if part.id and self._open[part.id]:
            self._open[part.id] -= 1
        elif known is not None:
            known.result = part.value
            if part.is_error:
                mark_failed(known, part.error)
            if moment is not None:
                known.duration = None
                self._builder.end(known, moment, place)
            return
        call = self._builder.result(
            part.value,
            place,
            call_id=part.id,
            tool=part.name,
            is_error=part.is_error,
            error=part.error,
            ended=moment,
        )
        if call is not None and part.id:
            self._answered[part.id] = call

    def add_invocation(self, turn: dict[str, Any], place: Location) -> None:
        """A turn of an eval case: what was asked, what was called in between, what was answered."""
        started = either(turn, "creationTimestamp", "creation_timestamp")
        asked = either(turn, "userContent", "user_content")
        if isinstance(asked, dict):
            self.add(message_of_content(asked, "user"), place)
        for message in _between(turn):
            self.add(message, place)
        final = either(turn, "finalResponse", "final_response")
        if isinstance(final, dict):
            self.add(message_of_content(final), place)
        note_time(self.trace, epoch_seconds(started))

    def finish(self) -> Trace:
        """The trace, with its totals."""
        self._tally.fill(self.trace)
        self.trace.model = next((turn.model for turn in self.trace.turns if turn.model), None)
        return self.trace


def _is_request(part: CallPart | ResultPart) -> bool:
    return isinstance(part.name, str) and part.name in _REQUESTS


def _note_status(part: ResultPart) -> None:
    """Functions report failures in a `status`, as the kit's documentation has it, with the text beside it."""
    if isinstance(part.value, dict) and part.value.get("status") == "error":
        part.is_error = True
        part.error = (
            part.error or text_or_none(part.value.get("error_message")) or text_or_none(part.value.get("message"))
        )


def _between(turn: dict[str, Any]) -> list[Message]:
    """The messages between question and final answer of an invocation: events, or lists of calls and answers, or parts."""
    data = either(turn, "intermediateData", "intermediate_data")
    if not isinstance(data, dict):
        return []
    found: list[Message] = []
    for event in objects_of(either(data, "invocationEvents", "invocation_events")):
        if isinstance(content := event.get("content"), dict):
            message = message_of_content(content)
            message.agent = text_or_none(event.get("author"))
            found.append(message)
    if found:
        return found
    if uses := objects_of(either(data, "toolUses", "tool_uses")):
        answers = objects_of(either(data, "toolResponses", "tool_responses"))
        called = {"parts": [{"function_call": use} for use in uses]}
        answered = {"parts": [{"function_response": answer} for answer in answers]}
        return [message_of_content(called), message_of_content(answered, "user")]
    return [message_of_content(data)] if is_content(data) else []


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    loose: _Conversation | None = None
    for item in documents.items:
        place = documents.place(item, "$")
        value = _opened(item.value)
        is_list = isinstance(value, list)
        for index, record in enumerate(value if is_list else [value]):
            here = place.below(f"[{index}]") if is_list else place
            if isinstance(record, dict) and _is_event(record):
                loose = loose or _Conversation(report, here)
                loose.add_event(record, here)
            elif isinstance(record, dict):
                yield from _of_record(record, here, report)
            else:
                report.skip("record that is no object", here)
    if loose is not None:
        yield loose.finish()


def _of_record(record: dict[str, Any], place: Location, report: ReadReport) -> Iterator[Trace]:
    if _is_session(record):
        yield _session(record, place, report).finish()
    elif (results := _results(record)) is not None:
        for index, result in enumerate(results):
            yield _of_result(result, place.below(f".eval_case_results[{index}]"), report)
    elif cases := _answered_cases(record):
        for index, case in enumerate(cases):
            turns = objects_of(case["conversation"])
            yield _of_turns(case, turns, place.below(f".eval_cases[{index}]"), report).finish()
    else:
        report.skip("record without events", place)


def _session(record: dict[str, Any], place: Location, report: ReadReport) -> _Conversation:
    conversation = _Conversation(report, place)
    trace = conversation.trace
    trace.id = text_or_none(record.get("id")) or text_or_none(either(record, "sessionId", "session_id")) or ""
    responses = _responses(record)
    for index, event in enumerate(record["events"]):
        if _is_event(event):
            told = responses.get(text_or_none(event.get("id")), {})
            conversation.add_event({**told, **event}, place.below(f".events[{index}]"))
    return conversation


def _responses(record: dict[str, Any]) -> dict[str | None, dict[str, Any]]:
    """What the logs of older sessions say of the model's response behind an event: its tokens and model, by event id."""
    found: dict[str | None, dict[str, Any]] = {}
    for log in objects_of(either(record, "eventLogs", "event_logs")):
        response = either(log, "modelResponse", "model_response")
        if isinstance(response, dict) and (name := text_or_none(either(log, "eventId", "event_id"))):
            keys = ("usage_metadata", "usageMetadata", "model_version", "modelVersion")
            found[name] = {key: response[key] for key in keys if key in response}
    return found


def _of_turns(case: dict[str, Any], turns: list[Any], place: Location, report: ReadReport) -> _Conversation:
    conversation = _Conversation(report, place)
    for turn in turns:
        if isinstance(turn, dict):
            conversation.add_invocation(turn, place)
    _name(conversation.trace, case)
    return conversation


def _name(trace: Trace, case: dict[str, Any]) -> None:
    name = text_or_none(either(case, "evalId", "eval_id")) or text_or_none(either(case, "caseId", "case_id"))
    trace.id = trace.id or name or ""
    trace.case_id = name


_STATUS = {1: "passed", 2: "failed", 3: "not evaluated"}


def _of_result(result: dict[str, Any], place: Location, report: ReadReport) -> Trace:
    """The actual side of one result: its session, or the invocations that were judged."""
    details = either(result, "sessionDetails", "session_details")
    if isinstance(details, dict) and _is_session(details):
        conversation = _session(details, place.below(".session_details"), report)
    else:
        judged = objects_of(either(result, "evalMetricResultPerInvocation", "eval_metric_result_per_invocation"))
        turns = [either(one, "actualInvocation", "actual_invocation") for one in judged]
        conversation = _of_turns(result, turns, place, report)
    trace = conversation.finish()
    trace.id = trace.id or text_or_none(either(result, "sessionId", "session_id")) or ""
    _name(trace, result)
    status = either(result, "finalEvalStatus", "final_eval_status")
    trace.outcome = _STATUS.get(status, status) if isinstance(status, int) else status
    return trace


FORMAT = Format(
    key=_KEY,
    title="Google ADK sessions and evaluation results",
    signature="`events` with `author` and `content.parts`, or `eval_case_results`",
    specification="https://google.github.io/adk-docs/sessions/session/",
    version="1.18",
    gives=("results", "errors", "timing", "tokens", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""The Agent Development Kit."""

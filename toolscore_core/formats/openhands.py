"""Event streams of OpenHands, old (`action`, `observation`) and of its agent SDK (`kind`) -> traces.

A file is one stream (a list, JSONL, or a folder with a file for each event) or evaluation output with a `history` in each
row. Arguments are those the model wrote; the arguments of an old action were translated by the framework.
Specification: https://docs.openhands.dev/sdk/arch/events.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import Location
from toolscore_core.messages.builder import Place, TraceBuilder, mark_failed
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import add_facts, facts_of, name_trace, note_time
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.tally import Tally, amount_of, count_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import text_or_none
from toolscore_core.reading import Documents, ReadReport

_KEY = "openhands"
_HISTORIES = ("history", "trajectory", "events")
_LOOKED_AT = 200
_SOURCES = ("agent", "user", "environment", "hook")
_RESULTS = ("ObservationEvent", "AgentErrorEvent", "UserRejectObservation")
_SDK_EVENTS = ("ActionEvent", "MessageEvent", "SystemPromptEvent", *_RESULTS)
_EXECUTED = frozenset({"run", "run_ipython", "read", "write", "edit", "browse", "browse_interactive", "delegate"})
"""Actions that are calls even in runs without function calling, where no `tool_call_metadata` names them."""
_NOT_ASKED = frozenset({"thought", "confirmation_state", "is_confirmed", "hidden", "blocking", "security_risk"})
"""What the framework writes among the arguments of an action."""
_PER_AGENT = ("usage_to_metrics", "service_to_metrics")


def _is_event(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if value.get("kind") in _SDK_EVENTS:
        return "source" in value
    named = isinstance(value.get("action"), str) or isinstance(value.get("observation"), str)
    return named and value.get("source") in _SOURCES and ("message" in value or "tool_call_metadata" in value)


def _history(value: Any) -> str | None:
    """The key under which a row keeps its events; None when it has none."""
    for key in _HISTORIES if isinstance(value, dict) else ():
        events = value.get(key)
        if isinstance(events, list) and any(_is_event(event) for event, _ in _flat(events[:_LOOKED_AT], "")):
            return key
    return None


def _flat(events: list[Any], path: str) -> Iterator[tuple[Any, str]]:
    """The events with their paths; older rows hold pairs of action and observation."""
    for index, event in enumerate(events):
        if isinstance(event, list):
            yield from ((inner, f"{path}[{index}][{at}]") for at, inner in enumerate(event))
        else:
            yield event, f"{path}[{index}]"


def _claim(documents: Documents) -> Claim | None:
    events = rows = 0
    for at, record in enumerate(records(documents)):
        if at >= _LOOKED_AT:
            break
        events += _is_event(record.value)
        rows += _history(record.value) is not None
    if not events and not rows:
        return None
    return Claim(3, events + rows, f"{events} events with `action`, `observation` or `kind`, {rows} histories of them")


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    stream: list[Record] = []
    for item in records(documents):
        if isinstance(item.value, list):
            found = [item.inside(path, event) for event, path in _flat(item.value, "")]
            yield _Run(report, item.place()).read(found)
        elif (key := _history(item.value)) is not None:
            found = [item.inside(path, event) for event, path in _flat(item.value[key], f".{key}")]
            run = _Run(report, item.place())
            trace = run.read(found)
            _describe(trace, item.value)
            yield trace
        else:
            stream.append(item)
    if stream:
        yield _Run(report, documents.place(stream[0].document)).read(stream)


def _describe(trace: Trace, row: Mapping[str, Any]) -> None:
    name_trace(trace, row)
    details, tested = row.get("metadata"), row.get("test_result")
    details = details if isinstance(details, dict) else {}
    config = details.get("llm_config")
    model = config.get("model") if isinstance(config, dict) else None
    trace.model = trace.model or (model if isinstance(model, str) else None)
    agent = details.get("agent_class")
    for call in trace.calls if isinstance(agent, str) else ():
        call.agent = call.agent or agent
    verdicts = [row.get("resolved")]
    for holder in (row.get("report"), tested.get("report") if isinstance(tested, dict) else None, tested):
        if isinstance(holder, dict):
            verdicts += [holder.get("resolved"), holder.get("result")]
    trace.outcome = next((verdict for verdict in verdicts if verdict is not None), trace.outcome)
    for metrics in _metrics(row.get("metrics")):
        _totals(metrics).fill(trace)
    trace.metadata |= {key: row[key] for key in ("error", "instruction") if row.get(key) is not None}


def _metrics(value: Any) -> Iterator[Mapping[str, Any]]:
    """The metrics in a value: itself, or those of each agent."""
    if not isinstance(value, dict):
        return
    if "accumulated_cost" in value or "accumulated_token_usage" in value:
        yield value
        return
    for key in _PER_AGENT:
        parts = value.get(key)
        yield from (part for part in parts.values() if isinstance(part, dict)) if isinstance(parts, dict) else ()
    if isinstance(value.get("stats"), dict):
        yield from _metrics({key: value["stats"].get(key) for key in _PER_AGENT})


def _totals(metrics: Mapping[str, Any]) -> Tally:
    """Accumulated metrics. An accumulated cost of nothing (an empty list of costs) is unknown, not zero."""
    usage = metrics.get("accumulated_token_usage")
    usage = usage if isinstance(usage, dict) else {}
    cost = amount_of(metrics, "accumulated_cost")
    return Tally(
        count_of(usage, "prompt_tokens"),
        count_of(usage, "completion_tokens"),
        count_of(usage, "cache_read_tokens"),
        count_of(usage, "reasoning_tokens"),
        None if not cost and metrics.get("costs") == [] else cost,
    )


class _Run:
    """One stream of events that is being read."""

    def __init__(self, report: ReadReport, origin: Location) -> None:
        self._report = report
        self._builder = TraceBuilder(report, _KEY, origin)
        self._by_event: dict[Any, ToolCall] = {}
        self._response: Any = None
        self._counted: set[str] = set()
        self._agent: str | None = None
        self._metrics: list[Mapping[str, Any]] = []
        self._plain = False

    def read(self, events: list[Record]) -> Trace:
        """The trace of all events."""
        self._plain = not any(isinstance(event.value, dict) and "tool_call_metadata" in event.value for event in events)
        for event in events:
            if isinstance(event.value, dict):
                self._add(event.value, event.place)
            else:
                self._report.skip("event that is no object", event.place())
        trace = self._builder.trace
        if self._metrics:
            total = Tally()
            for metrics in self._metrics:
                total.add(_totals(metrics))
            total.fill(trace)
        return trace

    def _add(self, event: Mapping[str, Any], place: Place) -> None:
        moment = epoch_seconds(event.get("timestamp"))
        note_time(self._builder.trace, moment)
        metrics = list(_metrics(event.get("llm_metrics") or event.get("value") or event))
        self._metrics = metrics or self._metrics
        kind = event.get("kind")
        if kind == "ActionEvent":
            self._add_call(event, place, moment)
        elif kind in _RESULTS:
            self._add_sdk_result(event, place, moment)
        elif kind == "MessageEvent" and isinstance(event.get("llm_message"), dict):
            message = event["llm_message"]
            self._turn(message.get("role"), text_of_content(message.get("content")), moment)
        elif kind == "SystemPromptEvent":
            self._turn("system", text_of_content(event.get("system_prompt")), moment)
        elif isinstance(event.get("action"), str):
            self._add_action(event, place, moment)
        elif isinstance(event.get("observation"), str):
            self._add_observation(event, place, moment)

    def _turn(self, role: Any, text: str, moment: float | None, model: str | None = None) -> None:
        self._builder.turn(role if isinstance(role, str) else "user", text, started=moment, model=model)
        self._response = None

    def _begin(self, response: Any, text: str, moment: float | None, model: str | None = None) -> None:
        """Start a turn, unless this call comes from the same answer of the model as the one before."""
        if response is None or response != self._response:
            self._turn("assistant", text, moment, model)
            self._response = response

    def _add_call(self, event: Mapping[str, Any], place: Place, moment: float | None) -> None:
        record = event.get("tool_call")
        record = record if isinstance(record, dict) else {}
        inner = record.get("function")
        inner = inner if isinstance(inner, dict) else record
        self._begin(event.get("llm_response_id"), text_of_content(event.get("thought")), moment)
        call_id = event.get("tool_call_id", record.get("id"))
        name = event.get("tool_name") or inner.get("name")
        args = inner.get("arguments", event.get("action"))
        self._note(event, self._builder.call(name, args, place, call_id=text_or_none(call_id)), moment)

    def _add_action(self, event: Mapping[str, Any], place: Place, moment: float | None) -> None:
        action, args, source = event["action"], event.get("args"), event.get("source")
        args = args if isinstance(args, dict) else {}
        asked = event.get("tool_call_metadata")
        if isinstance(asked, dict) and source == "agent":
            response = asked.get("model_response")
            response = response if isinstance(response, dict) else {}
            message, written = _answer(response, asked.get("tool_call_id"))
            facts = facts_of(response)
            own = text_or_none(response.get("id"))
            self._begin(own, text_of_content(message.get("content")), moment, facts.model)
            if own is None or own not in self._counted:
                # Without its time, which is UTC while the events of older versions are in local time without saying so.
                add_facts(self._builder.trace, replace(facts, started=None))
                self._counted.add(own or "")
            given = args if written is None else written
            call_id = text_or_none(asked.get("tool_call_id"))
            call = self._builder.call(asked.get("function_name"), given, place, call_id=call_id)
            self._note(event, call, moment)
        elif source == "agent" and self._plain and action in _EXECUTED:
            self._turn("assistant", text_of_content(args.get("thought")), moment)
            asked_for = {key: value for key, value in args.items() if key not in _NOT_ASKED}
            self._note(event, self._builder.call(action, asked_for, place), moment)
        elif action in ("message", "system", "finish", "think"):
            self._agent = text_or_none(args.get("agent_class")) or self._agent
            role = "system" if action == "system" else "assistant" if source == "agent" else "user"
            said = next((args[key] for key in ("content", "final_thought", "thought") if args.get(key)), "")
            self._turn(role, text_of_content(said), moment)

    def _note(self, event: Mapping[str, Any], call: ToolCall | None, moment: float | None) -> None:
        if call is None:
            return
        call.timestamp, call.started, call.agent = event.get("timestamp"), moment, self._agent
        own = event.get("id")
        if isinstance(own, (int, str)):
            self._by_event[own] = call

    def _add_observation(self, event: Mapping[str, Any], place: Place, moment: float | None) -> None:
        asked, extras = event.get("tool_call_metadata"), event.get("extras")
        details = extras.get("metadata") if isinstance(extras, dict) else None
        code = details.get("exit_code") if isinstance(details, dict) else None
        failed = event["observation"] == "error" or (isinstance(code, int) and code > 0)
        call_id = asked.get("tool_call_id") if isinstance(asked, dict) else None
        self._result(event, event.get("content"), failed, place, moment, text_or_none(call_id), isinstance(asked, dict))

    def _add_sdk_result(self, event: Mapping[str, Any], place: Place, moment: float | None) -> None:
        seen = event.get("observation")
        seen = seen if isinstance(seen, dict) else {}
        said = [event.get("error"), event.get("rejection_reason")]
        value: Any = next((text for text in said if isinstance(text, str)), None)
        code = seen.get("exit_code", _inside(seen, "metadata").get("exit_code"))
        failed = value is not None or seen.get("is_error") is True or (isinstance(code, int) and code > 0)
        if value is None:
            parts = (text_of_content(seen.get(key)) for key in ("content", "output"))
            value = next((part for part in parts if part), seen or None)
        self._result(event, value, failed, place, moment, text_or_none(event.get("tool_call_id")), True)

    def _result(
        self,
        event: Mapping[str, Any],
        value: Any,
        failed: bool,
        place: Place,
        moment: float | None,
        call_id: str | None,
        expected: bool,
    ) -> None:
        """Give a result to the action that caused it, otherwise to the call of that id."""
        cause = event.get("cause", event.get("action_id"))
        call = self._by_event.pop(cause, None) if isinstance(cause, (int, str)) else None
        if call is None:
            if expected:
                error = text_of_content(value) if failed else None
                self._builder.result(value, place, call_id=call_id, is_error=failed, error=error, ended=moment)
            return
        call.result = value
        if failed:
            mark_failed(call, text_of_content(value))
        if moment is not None:
            self._builder.end(call, moment, place)


def _answer(response: Mapping[str, Any], call_id: Any) -> tuple[Mapping[str, Any], Any]:
    """The message of a model's answer and the arguments of the call of that id in it; None when there is no such call."""
    choices = response.get("choices")
    for choice in choices if isinstance(choices, list) else ():
        message = _inside(choice, "message")
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict) and call.get("id") == call_id:
                return message, _inside(call, "function").get("arguments")
    return {}, None


def _inside(record: Any, key: str) -> Mapping[str, Any]:
    inner = record.get(key) if isinstance(record, dict) else None
    return inner if isinstance(inner, dict) else {}


FORMAT = Format(
    key=_KEY,
    title="OpenHands events",
    signature="events with `source` and `action`, `observation` or `kind: ActionEvent`, alone or under `history`",
    specification="https://docs.openhands.dev/sdk/arch/events",
    version="",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
    joins=True,
)
"""Events of OpenHands."""

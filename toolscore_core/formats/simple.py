"""Plain lists of calls, this project's own form and its likes -> traces.

A file is one call object, a list or JSONL of them, an object with the list under `calls` or `tool_calls`, or many such
objects, each a case with an id: `{"id": ..., "calls": [...], "model": ..., "cost": ...}`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from toolscore_core.calls import ToolCall, Trace, Turn
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import FormatError, Location
from toolscore_core.messages.arguments import NOT_JSON, arguments_of, decode_json_text
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.definitions import is_definition
from toolscore_core.messages.envelope import add_facts, facts_of, name_trace
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.tally import amount_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import Documents, ReadReport

_KEY = "custom"
_LISTS = ("calls", "tool_calls", "trace", "actual", "toolCalls", "steps", "trajectory")
_STEPS = ("steps", "trajectory")
"""Of these, the keys whose entries are calls only where they name a tool."""
_LIST_KEYS = frozenset(_LISTS)
_NAMES = ("tool", "name", "function", "tool_name", "toolName")
_ARGS = (
    "args",
    "arguments",
    "input",
    "parameters",
    "params",
    "kwargs",
    "tool_input",
    "tool_args",
    "tool_kwargs",
    "toolInput",
    "toolArgs",
    "input_parameters",
)
_SECONDS = ("duration", "elapsed", "duration_s", "latency_s", "latency")
_MILLISECONDS = ("duration_ms", "latency_ms")
_FIELDS = {
    "args": _ARGS,
    "result": ("result", "output", "tool_output", "response", "observation"),
    "timestamp": ("timestamp", "time", "started_at", "start_time", "started"),
    "cost": ("cost", "cost_usd"),
    "call_id": ("call_id", "id", "tool_call_id", "toolCallId", "tool_id"),
    "agent": ("agent",),
    "parent_id": ("parent_id",),
    "duration": _SECONDS,
    "milliseconds": _MILLISECONDS,
}
"""Field of a call -> keys under which files keep it; of several the first with a value counts."""

_FIELD_OF = {key: (field, rank) for field, keys in _FIELDS.items() for rank, key in enumerate(keys)}
_PLAIN = frozenset(
    {*_FIELD_OF, "metadata", "error", "is_error", "status", "turn", "side_effects", "description", "step", "index"}
)
"""Keys that a bare call may have beside its name."""

_FOREIGN = frozenset(
    {
        "role",
        "attributes",
        "jsonrpc",
        "span_id",
        "spanId",
        "trace_id",
        "traceId",
        "run_type",
        "parent_run_id",
        "inputs",
        "spans",
        "span_attributes",
        "root_span_id",
        "choices",
        "messages",
        "parentObservationId",
        "span_parents",
        "event",
        "events",
        "traceID",
        "ph",
        "pid",
        "tid",
        "hostname",
        "msg",
        "logger",
        "levelname",
    }
)
"""Keys that only messages, spans, lines of logs and events of profilers have: an object with one of them is no call."""


def _name(record: Mapping[str, Any]) -> str | None:
    for key in _NAMES:
        value = record.get(key)
        if isinstance(value, str) and value.strip():
            return value
    return None


def _is_call(record: Any) -> bool:
    """Whether an object is a call rather than something else that has a name: it has arguments, or nothing foreign to a call.

    `name` and `input` alone are shown by spans of every kind too: then nothing else may be there, and the input is an object.
    """
    if (
        not isinstance(record, dict)
        or _name(record) is None
        or not _FOREIGN.isdisjoint(record)
        or is_definition(record)
    ):
        return False
    plain = all(key in _PLAIN or key in _NAMES for key in record)
    if any(key in record for key in _ARGS if key != "input"):
        return True
    if not any(isinstance(record.get(key), str) for key in _NAMES if key not in ("name", "function")):
        return plain and isinstance(record.get("input"), dict)
    return plain or "input" in record


def _is_tool_step(record: Any) -> bool:
    return _is_call(record) and any(
        isinstance(record.get(key), str) for key in _NAMES if key not in ("name", "function")
    )


def _case_list(record: Any) -> str | None:
    """The key under which an object keeps its calls; None for an object that does not (a chat message among them)."""
    if not isinstance(record, dict) or "role" in record or _LIST_KEYS.isdisjoint(record):
        return None
    for key in _LISTS:
        value = record.get(key)
        is_call = _is_tool_step if key in _STEPS else _is_call
        if isinstance(value, list) and (
            2 * sum(map(is_call, value)) >= len(value) > 0
            or (not value and key not in _STEPS and (key != "trace" or "id" in record or "case_id" in record))
        ):
            return key
    return None


def _by_case(value: Any) -> bool:
    """Whether an object holds a list of calls under each of its keys, the names of cases."""
    if not isinstance(value, dict) or not value or not isinstance(next(iter(value.values())), list):
        return False
    return all(map(_is_call_list, value.values())) and not any(key in value for key in _LISTS)


def _is_call_list(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_call, value))


def _claim(documents: Documents) -> Claim | None:
    if documents.layout == "json" and documents.items and documents.items[0].value == []:
        return Claim(1, 0, "an empty list")
    objects = calls = cases = 0
    loose = False
    for record in records(documents):
        if _by_case(record.value) or _is_call_list(record.value):
            return Claim(1, 1, "lists of objects with a tool name and arguments")
        if not isinstance(record.value, dict):
            continue
        objects += 1
        calls += _is_call(record.value)
        loose |= "name" in record.value and "input" in record.value
        cases += _case_list(record.value) is not None
    if 2 * cases >= objects > 0:
        return Claim(2, cases, f"objects with a list of calls ({cases})")
    if not 2 * calls >= objects > 0 or (loose and calls < objects):
        return None
    return Claim(1, calls, f"objects with a tool name and arguments ({calls})")


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    items = list(records(documents))
    values = [item.value for item in items]
    if any(_case_list(value) is not None for value in values):
        for item in items:
            yield from _of_case(item, report)
        return
    if any(_by_case(value) or _is_call_list(value) for value in values):
        for item in items:
            yield from _of_lists(item, report)
        return
    if len(values) == 1 and isinstance(values[0], dict) and _name(values[0]) is None:
        key = next((key for key in _LISTS if key in values[0]), None)
        if key is not None and not isinstance(values[0][key], list):
            raise FormatError(
                f"`{key}` is a list of calls, not {type(values[0][key]).__name__}", items[0].place(f".{key}")
            )
        if key is not None:
            yield from _of_case(items[0], report)
            return
    if not isinstance(documents.items[0].value, (dict, list)):
        raise FormatError("a list of calls or an object was expected", documents.place(documents.items[0]))
    yield _trace(documents.place(documents.items[0]), values, lambda index: items[index].place(), report)


def _of_case(item: Record, report: ReadReport) -> Iterator[Trace]:
    case = item.value
    key = _case_list(case) or (
        next((key for key in _LISTS if isinstance(case.get(key), list)), None) if isinstance(case, dict) else None
    )
    if key is None:
        report.skip("record without a list of calls", item.place())
        return
    trace = _trace(item.place(), case[key], lambda index: item.place(f".{key}[{index}]"), report)
    name_trace(trace, case)
    add_facts(trace, facts_of({**case, "usage": case.get("usage", case)}))
    took = amount_of(case, *_SECONDS)
    if took is None and any(_number(case.get(key)) is not None for key in _SECONDS):
        report.problem("a duration is a number of seconds from 0", item.place())
    trace.duration = trace.duration if took is None else took
    yield trace


def _of_lists(item: Record, report: ReadReport) -> Iterator[Trace]:
    named = item.value if isinstance(item.value, dict) else {"": item.value}
    for name, calls in named.items():
        path = "" if name == "" else f"[{json.dumps(name)}]"
        if not isinstance(calls, list):
            report.skip("record without a list of calls", item.place(path))
            continue
        trace = _trace(item.place(path), calls, partial(_inside, item, path), report)
        name_trace(trace, {}, name)
        yield trace


def _inside(item: Record, path: str, index: int) -> Location:
    return item.place(f"{path}[{index}]")


def _trace(origin: Location, values: list[Any], place: Callable[[int], Location], report: ReadReport) -> Trace:
    builder = TraceBuilder(report, _KEY, origin)
    for index, value in enumerate(values):
        if not isinstance(value, dict):
            report.skip("record that is no object", place(index))
        elif (name := _name(value)) is None:
            report.skip("call without a tool name", place(index))
        else:
            _add(builder, name, value, partial(place, index))
    _number_turns(builder.trace)
    return builder.trace


def _number_turns(trace: Trace) -> None:
    """Calls that carry the same turn number were issued together; without numbers the file says nothing of turns."""
    turns: dict[int, int] = {}
    for index, call in enumerate(trace.calls):
        number = call.metadata.get("turn")
        if isinstance(number, int):
            del call.metadata["turn"]
            call.turn = turns.setdefault(number, len(turns))
            if call.turn == len(trace.turns):
                trace.turns.append(Turn("assistant"))
            trace.turns[call.turn].calls.append(index)


def _add(builder: TraceBuilder, name: str, record: dict[str, Any], place: Callable[[], Location]) -> None:
    fields: dict[str, Any] = {}
    key_of: dict[str, str] = {}
    metadata: dict[str, Any] = {}
    for key, value in record.items():
        known = _FIELD_OF.get(key)
        if known is None:
            if value is not name or key not in _NAMES:
                metadata[key] = value
        elif value is not None:
            field, rank = known
            if field not in fields:
                fields[field], key_of[field] = value, key
            elif rank < _FIELD_OF[key_of[field]][1]:
                metadata[key_of[field]] = fields[field]
                fields[field], key_of[field] = value, key
            else:
                metadata[key] = value
    given = fields.get
    call_id = given("call_id")
    call_id = str(call_id) if isinstance(call_id, (str, int)) else None
    call = builder.call(name, _arguments(given("args")), place, call_id=call_id)
    if call is None:
        return
    call.result = given("result")
    call.timestamp = given("timestamp")
    call.cost = _number(given("cost"))
    call.metadata = metadata
    for field in ("agent", "parent_id"):
        if isinstance(given(field), str):
            setattr(call, field, fields[field])
    length = _duration(fields)
    if length is not None:
        builder.took(call, length, place)
    call.started = epoch_seconds(call.timestamp) if call.timestamp is not None else None
    if call.started is not None and call.duration is not None:
        call.ended = call.started + call.duration
    if metadata:
        _note_failure(call)


def _arguments(value: Any) -> dict[str, Any]:
    """As everywhere, but a text that is no JSON is kept under `value`, as the reference keeps every value that is no object."""
    if isinstance(value, str) and value.strip() and decode_json_text(value) is NOT_JSON:
        return {"value": value}
    return arguments_of(value)


def _number(value: Any) -> Any:
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _duration(fields: Mapping[str, Any]) -> Any:
    seconds, milliseconds = _number(fields.get("duration")), _number(fields.get("milliseconds"))
    return milliseconds / 1e3 if seconds is None and milliseconds is not None else seconds


def _note_failure(call: ToolCall) -> None:
    """Failures that are written in another way than `error` and `is_error`: in `metadata`, as text, as a status."""
    inner = call.metadata.get("metadata")
    if isinstance(inner, dict):
        del call.metadata["metadata"]
        call.metadata = {**inner, **call.metadata}
    flag, status = call.metadata.get("is_error"), call.metadata.get("status")
    marked = isinstance(flag, str) and flag.strip().lower() == "true"
    marked = marked or (isinstance(inner, dict) and inner.get("is_error") is True)
    if marked or (isinstance(status, str) and status.lower() in ("error", "failed", "failure")):
        call.metadata["is_error"] = True
        call.metadata.setdefault("error", "")


FORMAT = Format(
    key=_KEY,
    title="List of calls",
    signature="objects with `tool` (or `name`) and `args` (or `arguments`), alone or under `calls`",
    specification="",
    version="",
    gives=("results", "errors", "timing", "tokens", "cost", "model"),
    claim=_claim,
    read=_read,
)
"""Plain lists of calls."""

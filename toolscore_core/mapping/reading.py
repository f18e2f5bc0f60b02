"""A file and a mapping -> traces."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.mapping.records import PATHS, REST, FieldMapping, steps_of
from toolscore_core.mapping.walking import MISSING, Found, Path, opened, records_at
from toolscore_core.messages.arguments import arguments_of
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import Documents, ReadReport

KEY: Final = "mapping"
"""Format of a trace that was read by a mapping."""

_FINE: Final = frozenset({"", "ok", "success", "succeeded", "successful", "completed", "complete", "done", "none", "null", "false", "0", "200"})  # fmt: skip
"""Words that say that a call did not fail, in lower case."""
_MESSAGES: Final = ("message", "error", "detail", "text", "type")
_MILLISECONDS: Final = 1e3


def read_mapped(documents: Documents, mapping: FieldMapping, report: ReadReport) -> Iterator[Trace]:
    """The traces of a file as a mapping describes them.

    Records of one `trace` value are one trace; where the mapping names none, those of one list, and documents that are
    records themselves make up one trace together. A record without a tool name, or that the conditions leave out, is
    skipped and reported; one that holds a result and the id of an earlier call gives that call its result.
    """
    reader = _Reader(mapping, report)
    for found in records_at(documents, mapping.records):
        reader.read(found)
    yield from reader.traces()


class _Reader:
    def __init__(self, mapping: FieldMapping, report: ReadReport) -> None:
        self._mapping = mapping
        self._report = report
        self._builders: dict[Any, TraceBuilder] = {}
        self._paths = {
            name: Path(path, mapping.records)
            for name in PATHS
            if (path := getattr(mapping, name)) is not None and path != REST
        }
        self._where = _conditions(mapping.where, mapping.records)
        self._result_where = _conditions(mapping.result_where, mapping.records)
        self._used = _first_keys(mapping)

    def read(self, found: Found) -> None:
        values = {name: path.of(found) for name, path in self._paths.items()}
        builder = self._builder(found, values.get("trace", MISSING))
        tool = values["tool"]
        if self._is_result(found, values):
            self._add_result(builder, found, values)
        elif not _holds(self._where, found):
            self._report.skip("record that the mapping leaves out", found.place())
        elif not isinstance(tool, str) or not tool.strip():
            self._report.skip("record without a tool name", found.place())
        else:
            self._add_call(builder, found, tool, values)
        trace = builder.trace
        trace.model = trace.model or _text(values.get("model"))
        trace.case_id = trace.case_id or _text(values.get("case_id"))

    def traces(self) -> Iterator[Trace]:
        for builder in self._builders.values():
            trace = builder.trace
            starts = [call.started for call in trace.calls if call.started is not None]
            ends = [call.ended for call in trace.calls if call.ended is not None]
            trace.started = min(starts, default=None)
            if trace.started is not None and ends and max(ends) >= trace.started:
                trace.duration = max(ends) - trace.started
            yield trace

    def _builder(self, found: Found, key: Any) -> TraceBuilder:
        name = _text(key)
        group = (name,) if name is not None else (found.document.index, found.list_path) if found.list_path else ()
        if group not in self._builders:
            self._builders[group] = TraceBuilder(self._report, KEY, found.place())
            self._builders[group].trace.id = name or ""
        return self._builders[group]

    def _is_result(self, found: Found, values: Mapping[str, Any]) -> bool:
        if self._mapping.result_where is not None:
            return _holds(self._result_where, found)
        return values["tool"] is MISSING and all(
            values.get(key, MISSING) is not MISSING for key in ("result", "call_id")
        )

    def _add_result(self, builder: TraceBuilder, found: Found, values: Mapping[str, Any]) -> None:
        failed, text = _failure(values.get("error"))
        call = builder.result(
            _given(values.get("result")),
            found.place,
            call_id=_text(values.get("call_id")),
            tool=_text(values["tool"]),
            is_error=failed,
            error=text,
        )
        if call is not None:
            self._set_times(builder, call, found, values, is_result=True)

    def _add_call(self, builder: TraceBuilder, found: Found, tool: str, values: Mapping[str, Any]) -> None:
        args = self._rest(found) if self._mapping.args == REST else arguments_of(_given(values.get("args")))
        cost = values.get("cost")
        call = builder.call(
            tool,
            args,
            found.place,
            call_id=_text(values.get("call_id")),
            agent=_text(values.get("agent")),
            cost=float(cost) if isinstance(cost, (int, float)) and not isinstance(cost, bool) else None,
        )
        if call is None:
            return
        call.result = _given(values.get("result"))
        failed, text = _failure(values.get("error"))
        if failed:
            mark_failed(call, text)
        self._set_times(builder, call, found, values)

    def _set_times(
        self, builder: TraceBuilder, call: ToolCall, found: Found, values: Mapping[str, Any], *, is_result: bool = False
    ) -> None:
        """A result in a record of its own gives the end; its time is the call's end unless it names an end itself."""
        started, ended = values.get("started"), values.get("ended")
        if is_result:
            ended = started if _given(ended) is None else ended
        else:
            if _given(started) is not None:
                call.timestamp, call.started = started, epoch_seconds(started)
            if self._mapping.ended == self._mapping.started:  # one time a record: that of the result is the end
                ended = None
        length = _number(values.get("duration"))
        if length is not None:
            builder.took(call, length / _MILLISECONDS if self._mapping.duration_unit == "ms" else length, found.place)
        moment = epoch_seconds(_given(ended))
        if moment is not None:
            builder.end(call, moment, found.place)
        elif call.started is not None and call.duration is not None:
            call.ended = call.started + call.duration

    def _rest(self, found: Found) -> dict[str, Any]:
        record = opened(found.value)
        return {key: item for key, item in record.items() if key not in self._used} if isinstance(record, dict) else {}


def _conditions(conditions: Mapping[str, str] | None, records: str) -> list[tuple[Path, str]]:
    return [(Path(path, records), text) for path, text in (conditions or {}).items()]


def _holds(conditions: list[tuple[Path, str]], found: Found) -> bool:
    return all(_text(path.of(found)) == text for path, text in conditions)


def _first_keys(mapping: FieldMapping) -> set[Any]:
    """Keys of a record that fields other than the arguments lead through."""
    paths = [getattr(mapping, name) for name in PATHS if name != "args"]
    paths += [*(mapping.where or ()), *(mapping.result_where or ())]
    return {steps_of(path)[0] for path in paths if path and not path.startswith("$")}


def _given(value: Any) -> Any:
    return None if value is MISSING else value


def _text(value: Any) -> str | None:
    """A name or id: text, or a number as text; None for anything else."""
    if isinstance(value, str):
        return value or None
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            return None
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) and value == value else None


def _failure(value: Any) -> tuple[bool, str | None]:
    """Whether an error field says that a call failed, and its text."""
    if value is None or value is MISSING or value is False:
        return False, None
    if isinstance(value, str):
        return value.strip().lower() not in _FINE, value
    if isinstance(value, dict):
        text = next((item for key in _MESSAGES if isinstance(item := value.get(key), str) and item), None)
        return bool(value), text or json.dumps(value, default=str)
    if isinstance(value, list):
        return bool(value), json.dumps(value, default=str)
    return bool(value) and value != 200, None

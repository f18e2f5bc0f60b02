"""Calls, traces and gold cases of a stored report -> masked ones: each text is masked again, for a report can be edited."""

from dataclasses import replace

from toolscore_core.calls import Case, ExpectedCall, ToolCall, Trace, Turn
from toolscore_core.credentials.masking import MaskedCase, MaskedTrace, Masker
from toolscore_core.errors import FormatError, Location
from toolscore_core.report.stored_values import Stored


def trace_of(record: Stored, case_id: str, masker: Masker) -> MaskedTrace | None:
    """The trace of an entry; None when it has none. A report of version 1 says of it no more than its calls.

    Raises:
        FormatError: Something in it is of another kind than it should be.
    """
    if record.value.get("trace_calls") is None:
        return None
    calls = [_call(each) for each in record.each("trace_calls")]
    told = record.inside("trace") or Stored({}, record.below("trace"))
    trace = Trace(
        calls,
        id=told.text("id", case_id),
        case_id=told.optional_text("case_id"),
        model=told.optional_text("model"),
        turns=[_turn(each, len(calls)) for each in told.each("turns")],
        started=told.number("started"),
        duration=told.number("duration_s"),
        input_tokens=told.position("input_tokens"),
        output_tokens=told.position("output_tokens"),
        cached_tokens=told.position("cached_tokens"),
        reasoning_tokens=told.position("reasoning_tokens"),
        cost=told.number("cost_usd"),
        outcome=told.value.get("outcome"),
        trial=told.position("trial"),
        source=location_of(told.inside("source") or Stored({}, told.place)),
        format=masker.text(told.text("format", "")),
        metadata=told.mapping("metadata"),
    )
    return masker.trace(trace)


def case_of(record: Stored, case_id: str, masker: Masker) -> MaskedCase | None:
    """The gold case of an entry; None without gold. A report of version 1 says of it no more than its calls.

    Raises:
        FormatError: Something in it is of another kind than it should be.
    """
    if record.value.get("gold_calls") is None:
        return None
    told = record.inside("gold") or Stored({}, record.below("gold"))
    aliases = told.mapping("aliases")
    if not all(isinstance(name, str) for name in aliases.values()):
        raise told.wrong("aliases", "names of tools by name", aliases)
    case = Case(
        told.text("id", case_id),
        [_expected(each) for each in record.each("gold_calls")],
        input=told.value.get("input"),
        tags=tuple(told.texts("tags")),
        ignore=tuple(told.texts("ignore")),
        aliases=aliases,
        order="any" if told.text("order", "given") == "any" else "given",
    )
    return masker.case(case)


def _call(record: Stored) -> ToolCall:
    tool = record.text("tool")
    if not tool.strip():
        raise FormatError("should name a tool", record.below("tool"))
    return ToolCall(
        tool,
        record.optional_mapping("args"),
        result=record.value.get("result"),
        duration=record.number("duration"),
        cost=record.number("cost"),
        started=record.number("started"),
        ended=record.number("ended"),
        turn=record.position("turn"),
        call_id=record.optional_text("call_id"),
        agent=record.optional_text("agent"),
        parent_id=record.optional_text("parent_id"),
        provider_executed=record.flag("provider_executed"),
        metadata=record.mapping("metadata"),
    )


def _expected(record: Stored) -> ToolCall:
    call = _call(record)
    if not record.has("optional"):
        return call
    return replace(
        ExpectedCall(**{name: getattr(call, name) for name in _FIELDS}),
        optional=record.flag("optional"),
        alternatives=tuple(record.texts("alternatives")),
    )


_FIELDS = tuple(ToolCall.__dataclass_fields__)


def _turn(record: Stored, calls: int) -> Turn:
    return Turn(
        record.text("role"),
        record.text("text", ""),
        calls=list(record.positions("calls", calls)),
        model=record.optional_text("model"),
        started=record.number("started"),
        input_tokens=record.position("input_tokens"),
        output_tokens=record.position("output_tokens"),
    )


def location_of(told: Stored) -> Location:
    """The place that an object tells, in a file that the report was made from."""
    return Location(told.text("source", ""), told.position("line"), told.position("index"), told.text("path", ""))

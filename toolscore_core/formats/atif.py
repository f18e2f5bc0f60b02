"""Trajectories in the Agent Trajectory Interchange Format (ATIF) -> traces; embedded sub-agents belong to the call that ran them.

Specification: https://harborframework.com/docs/trajectory-format (ATIF v1.0 to v1.7).
"""

from collections import deque
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import name_trace, note_time
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.tally import Tally, amount_of, count_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import text_or_none
from toolscore_core.reading import Documents, ReadReport

_KEY = "atif"
_SUBAGENTS = "subagent_trajectories"
_DEEPEST = 20
_ROLES = {"agent": "assistant"}


def _is_trajectory(value: Any) -> bool:
    if not isinstance(value, dict) or not isinstance(value.get("steps"), list):
        return False
    version = value.get("schema_version")
    return isinstance(version, str) and version.upper().startswith("ATIF")


def _claim(documents: Documents) -> Claim | None:
    count = sum(_is_trajectory(item.value) for item in records(documents))
    return Claim(3, count, f"{count} trajectories whose `schema_version` is ATIF") if count else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    items = [item for item in records(documents) if _is_trajectory(item.value)]
    others = {_identity(item.value): item for item in items}
    called = {ref for item in items for ref in _references(item.value)} if len(items) > 1 else set()
    for item in items:
        if _identity(item.value) not in called:
            yield _Reader(item, others, report).trace()


def _identity(trajectory: Mapping[str, Any]) -> str:
    own = next((trajectory[key] for key in ("trajectory_id", "session_id") if trajectory.get(key)), "")
    return own if isinstance(own, str) else ""


def _references(trajectory: Mapping[str, Any]) -> Iterator[str]:
    """Ids of the trajectories that another names as those of its sub-agents."""
    own = _identity(trajectory)
    for step in trajectory["steps"]:
        for result in _results(step):
            yield from (name for name in _named(result) if name != own)


def _results(step: Any) -> list[Any]:
    observation = step.get("observation") if isinstance(step, dict) else None
    results = observation.get("results") if isinstance(observation, dict) else None
    return results if isinstance(results, list) else []


def _named(result: Any) -> list[str]:
    refs = result.get("subagent_trajectory_ref") if isinstance(result, dict) else None
    found = [_identity(ref) for ref in (refs if isinstance(refs, list) else [refs]) if isinstance(ref, dict)]
    return [name for name in found if name]


class _Reader:
    """One trajectory with those of its sub-agents."""

    def __init__(self, item: Record, others: Mapping[str, Record], report: ReadReport) -> None:
        self._item = item
        self._others = others
        self._embedded: dict[str, Record] = {}
        self._report = report
        self._builder = TraceBuilder(report, _KEY, item.place())
        self._tally = Tally()
        self._models: list[str] = []

    def trace(self) -> Trace:
        """The whole of it."""
        value = self._item.value
        self._read(self._item, None, 0)
        while self._embedded:  # nobody refers to these
            self._read(self._embedded.pop(next(iter(self._embedded))), None, 1)
        trace = self._builder.trace
        name_trace(trace, {**value, "id": value.get("id", value.get("session_id"))})
        final = value.get("final_metrics")
        final = final if isinstance(final, dict) else {}
        given = Tally(
            count_of(final, "total_prompt_tokens"),
            count_of(final, "total_completion_tokens"),
            count_of(final, "total_cached_tokens"),
            None,
            amount_of(final, "total_cost_usd"),
        )
        for name in ("input_tokens", "output_tokens", "cached_tokens", "cost"):
            if getattr(given, name) is None:
                setattr(given, name, getattr(self._tally, name))
        given.fill(trace)
        agent = value.get("agent")
        model = agent.get("model_name") if isinstance(agent, dict) else None
        trace.model = model if isinstance(model, str) and model else next(iter(self._models), None)
        kept = ("notes", "extra", "continued_trajectory_ref")
        trace.metadata |= {key: value[key] for key in kept if value.get(key) is not None}
        return trace

    def _read(self, item: Record, parent: str | None, depth: int) -> None:
        value = item.value
        agent = value.get("agent")
        name = agent.get("name") if isinstance(agent, dict) else None
        embedded = value.get(_SUBAGENTS)
        for index, inner in enumerate(embedded if isinstance(embedded, list) else ()):
            if isinstance(inner, dict) and isinstance(inner.get("steps"), list):
                path = f"{item.path}.{_SUBAGENTS}[{index}]"
                self._embedded[_identity(inner) or path] = item.inside(f".{_SUBAGENTS}[{index}]", inner)
        for index, step in enumerate(value["steps"]):
            here = item.inside(f".steps[{index}]", step)
            if not isinstance(step, dict):
                self._report.skip("step that is no object", here.place())
            elif step.get("is_copied_context") is True:
                self._report.skip("step copied from an earlier context", here.place())
            else:
                self._add_step(here, name if isinstance(name, str) else None, parent, depth)

    def _add_step(self, step: Record, agent: str | None, parent: str | None, depth: int) -> None:
        value = step.value
        source, model = value.get("source"), value.get("model_name")
        moment = epoch_seconds(value.get("timestamp"))
        note_time(self._builder.trace, moment)
        usage = _usage(value.get("metrics"))
        self._tally.add(usage)
        if isinstance(model, str) and model:
            self._models.append(model)
        calls = value.get("tool_calls")
        text = text_of_content(value.get("message"))
        if text or calls or source != "system":
            self._builder.turn(
                _ROLES.get(source, source) if isinstance(source, str) else "assistant",
                text,
                model=model if isinstance(model, str) else None,
                started=moment,
                input_tokens=usage.input_tokens,
                output_tokens=usage.output_tokens,
            )
        made: list[ToolCall] = []
        for index, record in enumerate(calls if isinstance(calls, list) else ()):
            record = record if isinstance(record, dict) else {}
            call_id = record.get("tool_call_id")
            call = self._builder.call(
                record.get("function_name"),
                record.get("arguments"),
                partial(step.place, f".tool_calls[{index}]"),
                call_id=text_or_none(call_id),
                timestamp=value.get("timestamp"),
                started=moment,
                agent=agent,
                parent_id=parent,
            )
            if call is not None:
                made.append(call)
        self._add_results(step, made, depth)

    def _add_results(self, step: Record, made: list[ToolCall], depth: int) -> None:
        """Results name their call, in any order; one that names none answers the only call, or the next in order."""
        ids = [result.get("source_call_id") for result in _results(step.value) if isinstance(result, dict)]
        named = {call_id for call_id in ids if isinstance(call_id, str)}
        nameless = deque(call for call in made if call.call_id not in named)
        for index, result in enumerate(_results(step.value)):
            place = partial(step.place, f".observation.results[{index}]")
            if not isinstance(result, dict):
                self._report.skip("result that is no object", place())
                continue
            value, source_id = _value(result), result.get("source_call_id")
            failed = any(
                holder.get("is_error") is True for holder in (result, result.get("extra")) if isinstance(holder, dict)
            )
            error = text_of_content(value) if failed else None
            call: ToolCall | None = None
            if isinstance(source_id, str) and source_id:
                call = self._builder.result(value, place, call_id=source_id, is_error=failed, error=error)
            elif nameless:
                call = nameless.popleft()
                call.result = value
                if failed:
                    call.metadata |= {"is_error": True, "error": error or ""}
            elif text_of_content(value):
                self._builder.turn("system", text_of_content(value))
            for name in _named(result) if depth < _DEEPEST else ():
                inner = self._embedded.pop(name, None) or self._others.get(name)
                if inner is not None and inner.value is not self._item.value:
                    self._read(inner, call.call_id if call else None, depth + 1)


def _value(result: Mapping[str, Any]) -> Any:
    content = result.get("content")
    return (text_of_content(content) or content) if isinstance(content, list) else content


def _usage(metrics: Any) -> Tally:
    if not isinstance(metrics, dict):
        return Tally()
    return Tally(
        count_of(metrics, "prompt_tokens"),
        count_of(metrics, "completion_tokens"),
        count_of(metrics, "cached_tokens"),
        None,
        amount_of(metrics, "cost_usd"),
    )


FORMAT = Format(
    key=_KEY,
    title="ATIF trajectory",
    signature="`schema_version: ATIF-v1...` with `steps`",
    specification="https://harborframework.com/docs/trajectory-format",
    version="1.7",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
    joins=True,
)
"""Trajectories in the Agent Trajectory Interchange Format."""

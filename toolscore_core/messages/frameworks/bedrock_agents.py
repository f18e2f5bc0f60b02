"""Trace events of Amazon Bedrock agents -> traces.

Source: https://docs.aws.amazon.com/bedrock/latest/userguide/trace-events.html.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.errors import Location
from toolscore_core.messages.frameworks.steps import Step, StepShape, StepTrace
from toolscore_core.messages.records import Record
from toolscore_core.messages.tally import Tally, count_of
from toolscore_core.messages.untrusted import objects_of
from toolscore_core.reading import ReadReport

_TRACES = ("orchestrationTrace", "preProcessingTrace", "postProcessingTrace", "routingClassifierTrace", "failureTrace")
_INPUTS = (
    "actionGroupInvocationInput",
    "knowledgeBaseLookupInput",
    "agentCollaboratorInvocationInput",
    "codeInterpreterInvocationInput",
)
_OUTPUTS = (
    "actionGroupInvocationOutput",
    "knowledgeBaseLookupOutput",
    "agentCollaboratorInvocationOutput",
    "codeInterpreterInvocationOutput",
)
_LISTS = ("traces", "trace", "events", "completion", "orchestrationTraces")
_LOOKED_AT = 200


def _parts(value: Any, depth: int = 0) -> Iterator[tuple[Mapping[str, Any], str | None]]:
    """The traces in a record, each with the agent that it is of."""
    if isinstance(value, list):
        for item in value:
            yield from _parts(item, depth + 1)
        return
    if not isinstance(value, dict) or depth > 5:
        return
    agent = value.get("collaboratorName") or value.get("agentName")
    inner = next((value[key] for key in _TRACES if isinstance(value.get(key), dict)), None)
    if inner is not None:
        yield inner, None
        return
    for key in _LISTS:
        if isinstance(found := value.get(key), (dict, list)):
            for part, name in _parts(found, depth + 1):
                yield part, name or (agent if isinstance(agent, str) else None)


def _count(value: Any) -> int:
    found = _parts(value[:_LOOKED_AT] if isinstance(value, list) else value)
    return sum(
        any(key in part for key in ("invocationInput", "observation", "modelInvocationOutput")) for part, _ in found
    )


def _read(records: Sequence[Record], report: ReadReport) -> Iterator[Trace]:
    trace = StepTrace(report, records[0].place())
    waiting: dict[str, tuple[Step, Location]] = {}
    for record in records:
        if isinstance(record.value, dict) and isinstance(name := record.value.get("sessionId"), str):
            trace.trace.id = trace.trace.id or name
        for part, agent in _parts(record.value):
            _add(trace, part, agent, record, waiting)
    for step, place in waiting.values():
        trace.done(step, place)
    yield trace.finish()


def _add(
    trace: StepTrace,
    part: Mapping[str, Any],
    agent: str | None,
    record: Record,
    waiting: dict[str, tuple[Step, Location]],
) -> None:
    if isinstance(rationale := part.get("rationale"), dict) and isinstance(rationale.get("text"), str):
        trace.say("assistant", rationale["text"])
    if isinstance(invoked := part.get("invocationInput"), dict):
        for step in _steps(invoked):
            step.fields = {"agent": agent}
            waiting[_key(invoked, waiting)] = (step, record.place())
    if isinstance(observed := part.get("observation"), dict):
        final = observed.get("finalResponse")
        key = str(observed.get("traceId"))
        key = key if key in waiting else next(iter(waiting), "")
        output = next((observed[name] for name in _OUTPUTS if isinstance(observed.get(name), dict)), None)
        if output is not None and key in waiting:
            step, place = waiting.pop(key)
            _answer(step, output)
            trace.done(step, place)
        elif isinstance(final, dict) and isinstance(final.get("text"), str):
            trace.say("assistant", final["text"])
    if isinstance(reason := part.get("failureReason"), str):
        trace.trace.metadata["failure"] = reason
    answered = part.get("modelInvocationOutput")
    metadata = answered.get("metadata") if isinstance(answered, dict) else None
    usage = metadata.get("usage") if isinstance(metadata, dict) else None
    if isinstance(usage, dict):
        trace.tally.add(Tally(count_of(usage, "inputTokens"), count_of(usage, "outputTokens")))


def _key(invoked: Mapping[str, Any], waiting: Mapping[str, Any]) -> str:
    name = str(invoked.get("traceId"))
    return name if name not in waiting else f"{name}#{len(waiting)}"


def _steps(invoked: Mapping[str, Any]) -> Iterator[Step]:
    for kind in _INPUTS:
        given = invoked.get(kind)
        if not isinstance(given, dict):
            continue
        if kind == "actionGroupInvocationInput":
            path = given.get("apiPath")
            tool = given.get("function") or (
                f"{given.get('verb') or ''} {path}".strip() if isinstance(path, str) else given.get("actionGroupName")
            )
            yield Step(tool, _parameters(given))
        elif kind == "agentCollaboratorInvocationInput":
            asked = given.get("input")
            yield Step(given.get("agentCollaboratorName"), asked if isinstance(asked, dict) else {"input": asked})
        elif kind == "codeInterpreterInvocationInput":
            yield Step("code_interpreter", {"code": given.get("code")})
        else:
            yield Step("knowledge_base", {key: value for key, value in given.items() if value is not None})


def _parameters(given: Mapping[str, Any]) -> dict[str, Any]:
    """Parameters and the properties of a request body, typed as the file says."""
    found = list(objects_of(given.get("parameters")))
    body = given.get("requestBody")
    content = body.get("content") if isinstance(body, dict) else None
    for properties in content.values() if isinstance(content, dict) else ():
        inner = properties.get("properties", properties) if isinstance(properties, dict) else properties
        found += objects_of(inner)
    return {str(item["name"]): _typed(item) for item in found if isinstance(item.get("name"), str)}


def _typed(item: Mapping[str, Any]) -> Any:
    value, kind = item.get("value"), item.get("type")
    if not isinstance(value, str):
        return value
    try:
        if kind == "integer":
            return int(value)
        if kind == "number":
            return float(value)
    except ValueError:
        return value
    return value.lower() == "true" if kind == "boolean" and value.lower() in ("true", "false") else value


def _answer(step: Step, output: Mapping[str, Any]) -> None:
    metadata = output.get("metadata")
    if isinstance(metadata, dict):
        step.time, step.ended = metadata.get("startTime"), metadata.get("endTime")
    inner = output.get("output")
    said = inner.get("text", inner) if isinstance(inner, dict) else inner
    references = output.get("retrievedReferences")
    step.result = next(
        (value for value in (output.get("text"), said, references, output.get("executionOutput")) if value is not None),
        None,
    )
    if output.get("executionError") or output.get("executionTimeout") is True:
        step.error = str(output.get("executionError") or "")


BEDROCK = StepShape("trace events of a Bedrock agent", _count, _read)

"""Memories and outputs of runs, whose steps keep call and result together -> traces.

Sources: https://huggingface.co/docs/smolagents/tutorials/memory, https://dspy.ai/api/modules/ReAct/,
https://docs.agno.com/reference/agents/run-response, https://docs.llamaindex.ai/en/stable/api_reference/chat_engines/,
https://docs.dify.ai/en/api-reference/guides/agent, https://docs.n8n.io/data/.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.decoded import decoded_value
from toolscore_core.messages.envelope import name_trace
from toolscore_core.messages.frameworks.steps import Step, StepShape, StepTrace
from toolscore_core.messages.frameworks.typed_messages import usage_of
from toolscore_core.messages.frameworks.typed_parts import call_of
from toolscore_core.messages.records import Record
from toolscore_core.messages.tally import amount_of
from toolscore_core.messages.untrusted import first_of, objects_of, text_or_none
from toolscore_core.reading import ReadReport

_LOOKED_AT = 200


def _each(
    count: Callable[[Any], int], add: Callable[[StepTrace, dict[str, Any], Record], None]
) -> Callable[[Sequence[Record], ReadReport], Iterator[Trace]]:
    """A reader of files in which every record of the shape is a trace."""

    def read(records: Sequence[Record], report: ReadReport) -> Iterator[Trace]:
        for record in records:
            if not isinstance(record.value, dict) or not count(record.value):
                report.skip("record without steps", record.place())
                continue
            trace = StepTrace(report, record.place())
            name_trace(trace.trace, record.value)
            if usage := usage_of(record.value):
                trace.tally.add(usage)
            add(trace, record.value, record)
            yield trace.finish()

    return read


def _joined(
    add: Callable[[StepTrace, dict[str, Any], Record], None],
) -> Callable[[Sequence[Record], ReadReport], Iterator[Trace]]:
    """A reader of files whose records are the steps of one trace."""

    def read(records: Sequence[Record], report: ReadReport) -> Iterator[Trace]:
        trace = StepTrace(report, records[0].place())
        for record in records:
            if isinstance(record.value, dict):
                add(trace, record.value, record)
            else:
                report.skip("record that is no step", record.place())
        yield trace.finish()

    return read


# smolagents


def _is_action_step(value: Any) -> bool:
    return isinstance(value, dict) and "step_number" in value and "observations" in value


def _memory(value: Any) -> list[Any]:
    """The steps of a memory."""
    steps = value.get("steps", value.get("full_steps")) if isinstance(value, dict) else None
    return steps if isinstance(steps, list) else []


def _count_memory(value: Any) -> int:
    return sum(map(_is_action_step, _memory(value)[:_LOOKED_AT]))


def _add_memory(trace: StepTrace, value: dict[str, Any], record: Record) -> None:
    for index, step in enumerate(_memory(value)):
        if isinstance(step, dict):
            _add_action(trace, step, record, f".steps[{index}]")


def _add_step(trace: StepTrace, value: dict[str, Any], record: Record) -> None:
    _add_action(trace, value, record, "")


def _add_action(trace: StepTrace, step: dict[str, Any], record: Record, path: str) -> None:
    if isinstance(task := step.get("task"), str):
        trace.say("user", task)
        return
    timing = step.get("timing")
    time = timing.get("start_time") if isinstance(timing, dict) else step.get("start_time")
    calls = objects_of(step.get("tool_calls"))
    if calls or isinstance(step.get("model_output"), str):
        trace.say("assistant", text_of_content(step.get("model_output")), time)
    failure = step.get("error")
    said = failure.get("message") if isinstance(failure, dict) else failure
    error = None if not failure else said if isinstance(said, str) else ""
    for index, call in enumerate(calls):
        part = call_of(call)
        alone = len(calls) == 1  # several calls share one text of observations
        result = step.get("observations") if alone else None
        trace.done(
            Step(part.name, part.args, part.id, result, error if alone else None, time),
            record.place(f"{path}.tool_calls[{index}]"),
        )
    if usage := usage_of(step):
        trace.tally.add(usage)


# DSPy


def _trajectory(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        return {}
    inner = value.get("trajectory")
    return inner if isinstance(inner, dict) and "tool_name_0" in inner else value if "tool_name_0" in value else {}


def _count_trajectory(value: Any) -> int:
    return sum(key.startswith("tool_name_") for key in _trajectory(value))


def _add_trajectory(trace: StepTrace, value: dict[str, Any], record: Record) -> None:
    steps = _trajectory(value)
    asked = first_of(value, ("question", "query", "input"))
    if isinstance(asked, str):
        trace.say("user", asked)
    number = 0
    while f"tool_name_{number}" in steps:
        trace.say("assistant", text_of_content(steps.get(f"thought_{number}")))
        step = Step(
            steps[f"tool_name_{number}"], steps.get(f"tool_args_{number}"), None, steps.get(f"observation_{number}")
        )
        trace.done(step, record.place(f".tool_name_{number}"))
        number += 1


# Agno


def _is_execution(value: Any) -> bool:
    return isinstance(value, dict) and "tool_name" in value and ("tool_args" in value or "tool_call_error" in value)


def _count_run(value: Any) -> int:
    if not isinstance(value, dict):
        return 0
    tools = value.get("tools")
    own = sum(map(_is_execution, tools[:_LOOKED_AT])) if isinstance(tools, list) else 0
    return own + sum(map(_count_run, _members(value)[:_LOOKED_AT]))


def _members(run: dict[str, Any]) -> list[dict[str, Any]]:
    """The runs of the members of a team."""
    return objects_of(run.get("member_responses"))


def _add_run(trace: StepTrace, value: dict[str, Any], record: Record) -> None:
    trace.trace.id = text_or_none(value.get("run_id")) or trace.trace.id
    trace.trace.model = trace.trace.model or text_or_none(value.get("model"))
    trace.trace.outcome = value.get("status")
    _add_executions(trace, value, record, "")


def _add_executions(trace: StepTrace, value: dict[str, Any], record: Record, path: str) -> None:
    """The executions of a run, then those of the runs of its members."""
    asked = value.get("input")
    asked = asked.get("input_content") if isinstance(asked, dict) else asked
    if isinstance(asked, str):
        trace.say("user", asked, value.get("created_at"))
    agent = text_or_none(value.get("agent_name")) or text_or_none(value.get("team_name"))
    for index, tool in enumerate(objects_of(value.get("tools"))):
        metrics = tool.get("metrics")
        failed = tool.get("tool_call_error") is True
        result = tool.get("result", tool.get("content"))
        step = Step(tool.get("tool_name"), tool.get("tool_args"), text_or_none(tool.get("tool_call_id")), result)
        step.error = text_of_content(result) if failed else None
        step.time = tool.get("created_at")
        step.seconds = amount_of(metrics, "duration", "time") if isinstance(metrics, dict) else None
        step.fields = {"agent": agent}
        trace.done(step, record.place(f"{path}.tools[{index}]"))
    for index, member in enumerate(_members(value)):
        _add_executions(trace, member, record, f"{path}.member_responses[{index}]")
    if isinstance(value.get("content"), str):
        trace.say("assistant", value["content"])


def _runs(value: Any) -> list[Any]:
    runs = value.get("runs") if isinstance(value, dict) else None
    return runs if isinstance(runs, list) else []


def _count_session(value: Any) -> int:
    return sum(map(_count_run, _runs(value)[:_LOOKED_AT]))


def _read_session(records: Sequence[Record], report: ReadReport) -> Iterator[Trace]:
    """A session's runs, each a trace."""
    for record in records:
        runs = [record.inside(f".runs[{index}]", run) for index, run in enumerate(_runs(record.value))]
        yield from _each(_count_run, _add_run)(runs, report)


# LlamaIndex


def _count_sources(value: Any) -> int:
    return sum(map(_is_source, _sources(value)[:_LOOKED_AT]))


def _sources(value: Any) -> list[Any]:
    """The outputs of tools beside an answer: `sources`, or the `tool_calls` of an agent's output, each with its output."""
    found = [value.get(key) for key in ("sources", "tool_calls")] if isinstance(value, dict) else []
    return next((items for items in found if isinstance(items, list) and any(map(_is_source, items[:_LOOKED_AT]))), [])


def _is_source(item: Any) -> bool:
    return isinstance(item, dict) and "tool_name" in item and ("raw_input" in item or "tool_kwargs" in item)


def _add_sources(trace: StepTrace, value: dict[str, Any], record: Record) -> None:
    for index, source in enumerate(objects_of(_sources(value))):
        given = first_of(source, ("tool_kwargs", "raw_input"))
        given = given.get("kwargs", given) if isinstance(given, dict) else given
        output = source.get("tool_output")
        output = output if isinstance(output, dict) else source
        result = first_of(output, ("content", "raw_output"))
        error = text_of_content(result) if output.get("is_error") is True else None
        step = Step(source.get("tool_name"), given, text_or_none(source.get("tool_id")), result, error)
        trace.done(step, record.place(f".sources[{index}]"))
    if isinstance(value.get("response"), str):
        trace.say("assistant", value["response"])


# Dify


def _thoughts(value: Any) -> list[dict[str, Any]]:
    """The thoughts of a message, or the one that an event is."""
    if not isinstance(value, dict):
        return []
    if value.get("event") == "agent_thought":
        return [value]
    return [item for item in objects_of(value.get("agent_thoughts")) if "tool" in item]


def _messages(value: Any) -> list[dict[str, Any]]:
    listed = objects_of(value.get("data")) if isinstance(value, dict) else []
    found = [item for item in listed if "agent_thoughts" in item]
    return found or ([value] if isinstance(value, dict) else [])


def _count_thoughts(value: Any) -> int:
    return sum(len(_thoughts(message)) for message in _messages(value))


def _read_thoughts(records: Sequence[Record], report: ReadReport) -> Iterator[Trace]:
    """One conversation: an event of a thought comes again when the tool has answered, and then the last one counts."""
    trace = StepTrace(report, records[0].place())
    latest: dict[Any, tuple[dict[str, Any], Record]] = {}
    for record in records:
        for message in _messages(record.value):
            if isinstance(message.get("query"), str):
                latest[("query", id(message))] = ({"query": message["query"]}, record)
            for thought in _thoughts(message):
                latest[str(thought.get("id") or id(thought))] = (thought, record)
            if isinstance(message.get("conversation_id"), str):
                trace.trace.id = message["conversation_id"]
    for thought, record in latest.values():
        if "query" in thought:
            trace.say("user", thought["query"])
        else:
            _add_thought(trace, thought, record)
    yield trace.finish()


def _add_thought(trace: StepTrace, thought: dict[str, Any], record: Record) -> None:
    time = thought.get("created_at")
    trace.say("assistant", text_of_content(thought.get("thought")), time)
    names = [name for name in str(thought.get("tool") or "").split(";") if name.strip()]
    given, seen = decoded_value(thought.get("tool_input")), decoded_value(thought.get("observation"))
    for name in names:
        args = given.get(name, given) if isinstance(given, dict) else given
        result = seen.get(name, seen) if isinstance(seen, dict) else seen
        trace.done(Step(name, args, None, None if result == "" else result, time=time), record.place())


# n8n


def _node_runs(value: Any) -> list[tuple[str, dict[str, Any]]]:
    """The runs of nodes that are tools of an agent, with their names."""
    for key in ("data", "resultData", "runData"):
        if isinstance(value, dict) and isinstance(inner := value.get(key), dict):
            value = inner
    if not isinstance(value, dict):
        return []
    return [
        (name, run)
        for name, runs in value.items()
        if isinstance(runs, list)
        for run in objects_of(runs)
        if _ai_tool(run.get("data")) is not None or _ai_tool(run.get("inputOverride")) is not None
    ]


def _ai_tool(data: Any) -> Any:
    """The JSON of the first item at the tool connection of a node."""
    found = data.get("ai_tool") if isinstance(data, dict) else None
    while isinstance(found, list) and found:
        found = found[0]
    return found.get("json") if isinstance(found, dict) else None


def _add_nodes(trace: StepTrace, value: dict[str, Any], record: Record) -> None:
    for name, run in sorted(_node_runs(value), key=lambda item: amount_of(item[1], "startTime") or 0.0):
        result = _ai_tool(run.get("data"))
        result = result.get("response", result) if isinstance(result, dict) else result
        failure = run.get("error")
        error = None
        if run.get("executionStatus") == "error" or failure:
            error = text_or_none(failure.get("message")) or "" if isinstance(failure, dict) else ""
        step = Step(name, _ai_tool(run.get("inputOverride")), None, result, error, run.get("startTime"))
        taken = amount_of(run, "executionTime")
        step.seconds = None if taken is None else taken / 1000
        trace.done(step, record.place())


RUNS = (
    StepShape("steps of a smolagents memory", _count_memory, _each(_count_memory, _add_memory)),
    StepShape("steps of a smolagents memory", lambda value: int(_is_action_step(value)), _joined(_add_step)),
    StepShape("steps of a DSPy trajectory", _count_trajectory, _each(_count_trajectory, _add_trajectory)),
    StepShape("tool executions of an Agno run", _count_run, _each(_count_run, _add_run)),
    StepShape("tool executions of an Agno session", _count_session, _read_session),
    StepShape("sources of a LlamaIndex answer", _count_sources, _each(_count_sources, _add_sources)),
    StepShape("thoughts of a Dify agent", _count_thoughts, _read_thoughts),
    StepShape(
        "tool nodes of an n8n execution",
        lambda value: len(_node_runs(value)),
        _each(lambda value: len(_node_runs(value)), _add_nodes),
    ),
)

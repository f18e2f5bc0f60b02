"""Threads of OpenAI's Assistants (and Azure AI agents): messages, runs and run steps -> traces.

Dumps hold them in any mix: lists (newest first, as the API gives them), objects around such lists, streams in which an
object comes again with each change of its status. The last state of each counts; deltas are left out.
Source: https://platform.openai.com/docs/api-reference/run-steps (version 2).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import facts_of
from toolscore_core.messages.frameworks.steps import Step, StepShape, StepTrace
from toolscore_core.messages.records import Record
from toolscore_core.messages.tally import Tally
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.messages.untrusted import objects_of, text_or_none
from toolscore_core.reading import ReadReport

_OBJECTS = ("thread.message", "thread.run", "thread.run.step")
_LISTS = ("data", "messages", "runs", "steps", "run_steps", "items", "run", "thread", "message", "events")
_OUTPUTS = ("output", "outputs", "results")
_DEEPEST = 4
_LOOKED_AT = 200
_Object = tuple[Mapping[str, Any], Record, str]


def _found(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[Mapping[str, Any], str]]:
    if isinstance(value, list) and depth <= _DEEPEST:
        for index, item in enumerate(value):
            yield from _found(item, f"{path}[{index}]", depth + 1)
    elif isinstance(value, dict) and value.get("object") in _OBJECTS:
        yield value, path
    elif isinstance(value, dict) and depth <= _DEEPEST:
        for key in _LISTS:
            if isinstance(inner := value.get(key), (dict, list)):
                yield from _found(inner, f"{path}.{key}", depth + 1)


def _count(value: Any) -> int:
    shown = value[:_LOOKED_AT] if isinstance(value, list) else value
    return sum(bool(_calls(found)) or found["object"] == "thread.message" for found, _ in _found(shown))


def _calls(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The calls of a run step, or those that a run waits for."""
    if record.get("object") == "thread.run.step":
        details = record.get("step_details")
        return objects_of(details.get("tool_calls")) if isinstance(details, dict) else []
    action = record.get("required_action")
    wanted = action.get("submit_tool_outputs") if isinstance(action, dict) else None
    return objects_of(wanted.get("tool_calls")) if isinstance(wanted, dict) else []


def _read(records: Sequence[Record], report: ReadReport) -> Iterator[Trace]:
    threads: dict[str, dict[str, _Object]] = {}
    for record in records:
        found = list(_found(record.value))
        for value, path in found:
            thread = value.get("thread_id")
            known = threads.setdefault(thread if isinstance(thread, str) else "", {})
            known[str(value.get("id"))] = (value, record, path)
        if not found and not isinstance(record.value, (str, dict)):
            report.skip("record that is no message, run or run step", record.place())
    for name, objects in threads.items():
        yield _thread(name, list(objects.values()), report)


def _thread(name: str, objects: list[_Object], report: ReadReport) -> Trace:
    trace = StepTrace(report, objects[0][1].place())
    trace.trace.id = name
    runs = {text_or_none(value.get("id")): value for value, _, _ in objects if value.get("object") == "thread.run"}
    known = {
        text_or_none(call.get("id"))
        for value, _, _ in objects
        if value["object"] == "thread.run.step"
        for call in _calls(value)
    }
    for value, record, path in sorted(objects, key=_order):
        run = runs.get(text_or_none(value.get("run_id")), {})
        if value["object"] == "thread.message":
            _add_message(trace, value, run)
            continue
        if value["object"] == "thread.run":
            trace.trace.model = trace.trace.model or text_or_none(value.get("model"))
            trace.trace.outcome = value.get("status")
        calls = [
            call
            for call in _calls(value)
            if value["object"] == "thread.run.step" or text_or_none(call.get("id")) not in known
        ]
        if calls:
            trace.say("assistant", "", value.get("created_at"), text_or_none(run.get("model")))
        for index, call in enumerate(calls):
            place = record.place(f"{path}.step_details.tool_calls[{index}]")
            trace.done(_step(call, value), place)
    _count_tokens(trace.tally, [value for value, _, _ in objects])
    return trace.finish()


def _order(found: _Object) -> tuple[float, int]:
    """By time; a run comes before its steps, and they before the message that they write, where all are of one second."""
    value = found[0]
    rank = (
        0
        if value.get("role") == "user"
        else 1 + ("thread.run", "thread.run.step", "thread.message").index(value["object"])
    )
    return epoch_seconds(value.get("created_at")) or 0.0, rank


def _add_message(trace: StepTrace, value: Mapping[str, Any], run: Mapping[str, Any]) -> None:
    role = value.get("role")
    model = text_or_none(run.get("model")) if role == "assistant" else None
    trace.say(
        role if isinstance(role, str) else "assistant",
        text_of_content(value.get("content")),
        value.get("created_at"),
        model,
    )


def _step(call: Mapping[str, Any], step: Mapping[str, Any]) -> Step:
    kind = call.get("type")
    inner = call.get(kind) if isinstance(kind, str) else None
    given = inner if isinstance(inner, dict) else {}
    result = next((given[key] for key in _OUTPUTS if given.get(key) is not None), None)
    is_function = kind == "function"
    if is_function:
        tool, args = given.get("name"), given.get("arguments")
    elif kind == "code_interpreter":
        tool, args = kind, {"code": given.get("input")}
    else:
        tool, args = given.get("name", kind), given.get("arguments")
        args = {key: value for key, value in given.items() if key not in _OUTPUTS} if args is None else args
    failure = step.get("last_error")
    failed = step.get("status") == "failed" and isinstance(failure, dict)
    agent = text_or_none(step.get("assistant_id"))
    return Step(
        tool,
        args,
        text_or_none(call.get("id")),
        result,
        (text_or_none(failure.get("message")) or "") if failed and isinstance(failure, dict) else None,
        step.get("created_at"),
        step.get("completed_at") or step.get("failed_at"),
        fields={"agent": agent, "provider_executed": not is_function},
    )


def _count_tokens(tally: Tally, values: list[Mapping[str, Any]]) -> None:
    """Runs count the tokens of their steps, so those count only where no run does."""
    for kind in ("thread.run", "thread.run.step"):
        facts = [facts_of(value) for value in values if value["object"] == kind]
        for fact in facts:
            tally.add(Tally(fact.input_tokens, fact.output_tokens, fact.cached_tokens))
        if tally != Tally():
            return


ASSISTANTS = StepShape("run steps and messages of an assistant's thread", _count, _read)

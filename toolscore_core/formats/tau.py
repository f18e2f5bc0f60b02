"""Runs of tau-bench (`traj`) and tau2-bench (`simulations`) -> traces, one for each task and trial.

Tokens and cost are those of the agent; what the simulated user spent is kept in the metadata of a trace.
Specification: https://github.com/sierra-research/tau-bench and https://github.com/sierra-research/tau2-bench.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.chat import add_message, is_message
from toolscore_core.messages.envelope import NO_FACTS, Facts, add_facts, facts_of
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.tally import amount_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import Documents, ReadReport

_KEY = "tau"
_KEPT = ("termination_reason", "user_cost", "seed", "mode", "policy")


def _is_run(value: Any) -> bool:
    """Whether an object is one run of tau-bench."""
    return isinstance(value, dict) and isinstance(value.get("traj"), list) and "task_id" in value


def _is_simulation(value: Any) -> bool:
    """Whether an object is one simulation of tau2-bench."""
    return (
        isinstance(value, dict)
        and "task_id" in value
        and (isinstance(value.get("messages"), list) or isinstance(value.get("ticks"), list))
        and any(key in value for key in ("reward_info", "termination_reason", "agent_cost"))
    )


def _found(documents: Documents) -> Iterator[tuple[Record, Mapping[str, Any]]]:
    """Every run with the record around it that says how it was made."""
    for item in records(documents):
        simulations = item.value.get("simulations") if isinstance(item.value, dict) else None
        if _is_run(item.value) or _is_simulation(item.value):
            yield item, {}
        elif isinstance(simulations, list):
            for index, simulation in enumerate(simulations):
                yield item.inside(f".simulations[{index}]", simulation), item.value


def _claim(documents: Documents) -> Claim | None:
    count = sum(_is_run(item.value) or _is_simulation(item.value) for item, _ in _found(documents))
    return Claim(3, count, f"{count} runs of a task with `traj` or `simulations[].messages`") if count else None


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    for item, around in _found(documents):
        if _is_run(item.value):
            yield _of_run(item, report)
        elif _is_simulation(item.value):
            yield _of_simulation(item, around, report)
        else:
            report.skip("simulation without messages", item.place())


def _of_run(item: Record, report: ReadReport) -> Trace:
    run = item.value
    builder = TraceBuilder(report, _KEY, item.place())
    for index, message in enumerate(run["traj"]):
        place = item.place(f".traj[{index}]")
        if is_message(message):
            add_message(builder, message, place)
        else:
            report.skip("record that is no message", place)
    _name(builder.trace, run)
    builder.trace.outcome = run.get("reward")
    info = run.get("info")
    if isinstance(info, dict):
        kept = {key: info[key] for key in ("source", "user_cost", "error") if info.get(key) is not None}
        builder.trace.metadata |= kept
    return builder.trace


def _name(trace: Trace, run: Mapping[str, Any]) -> None:
    """Names of task and trial; these count their trials from 0."""
    task, trial = run.get("task_id"), run.get("trial")
    trace.case_id = str(task) if isinstance(task, (int, str)) else None
    if isinstance(trial, int) and not isinstance(trial, bool) and trial >= 0:
        trace.trial = trial + 1
    own = run.get("id")
    if isinstance(own, str) and own:
        trace.id = own
    else:
        trace.id = trace.case_id or ""
        if trace.trial is not None:
            trace.id += f"_trial_{trace.trial}"


def _of_simulation(item: Record, around: Mapping[str, Any], report: ReadReport) -> Trace:
    simulation = item.value
    builder = TraceBuilder(report, _KEY, item.place())
    trace = builder.trace
    for message, path in _messages(simulation):
        place = partial(item.place, path)
        if not is_message(message) and not (isinstance(message, dict) and message.get("role") == "tool"):
            report.skip("record that is no message", place())
            continue
        facts = facts_of(message)
        add_facts(trace, facts if message["role"] == "assistant" else Facts(started=facts.started))
        first = len(trace.calls)
        add_message(builder, _as_chat(message), place, _spent(facts))
        asked_for = message.get("tool_calls")
        for call, record in zip(trace.calls[first:], asked_for if isinstance(asked_for, list) else (), strict=False):
            asked = record.get("requestor") if isinstance(record, dict) else None
            call.agent = asked if isinstance(asked, str) and asked != "assistant" else call.agent
    _name(trace, simulation)
    _describe(trace, simulation, around)
    return trace


def _describe(trace: Trace, simulation: Mapping[str, Any], around: Mapping[str, Any]) -> None:
    reward = simulation.get("reward_info")
    trace.outcome = reward.get("reward") if isinstance(reward, dict) else None
    if trace.outcome is None:
        trace.outcome = simulation.get("termination_reason")
    started = epoch_seconds(simulation.get("start_time"))
    trace.started = trace.started if started is None else started
    took = amount_of(simulation, "duration")
    trace.duration = trace.duration if took is None else took
    cost = amount_of(simulation, "agent_cost")
    trace.cost = trace.cost if cost is None else cost
    info = around.get("info")
    agent = info.get("agent_info") if isinstance(info, dict) else None
    model = agent.get("llm") if isinstance(agent, dict) else None
    trace.model = model if isinstance(model, str) and model else trace.model
    trace.metadata |= {key: simulation[key] for key in _KEPT if simulation.get(key) is not None}


def _spent(facts: Facts) -> Facts:
    """What a turn says; a message without numbers says nothing."""
    return facts if facts.input_tokens is not None or facts.output_tokens is not None or facts.model else NO_FACTS


def _messages(simulation: Mapping[str, Any]) -> Iterator[tuple[Any, str]]:
    """The messages with their paths; results of parallel calls may stand in one message, spoken runs in ticks."""
    messages = simulation.get("messages")
    if not messages and isinstance(simulation.get("ticks"), list):
        for index, tick in enumerate(simulation["ticks"]):
            if isinstance(tick, dict):
                yield from ((message, f".ticks[{index}]") for message in _of_tick(tick))
        return
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        path = f".messages[{index}]"
        together = message.get("tool_messages") if isinstance(message, dict) else None
        if isinstance(together, list):
            yield from ((inner, f"{path}.tool_messages[{at}]") for at, inner in enumerate(together))
        else:
            yield message, path


def _of_tick(tick: Mapping[str, Any]) -> Iterator[Any]:
    """The messages of one moment of a spoken conversation, in which both sides may speak and call tools."""
    for side, role in (("agent", "assistant"), ("user", "user")):
        chunk, calls, results = (tick.get(f"{side}_{part}") for part in ("chunk", "tool_calls", "tool_results"))
        spoken = chunk if isinstance(chunk, dict) and chunk.get("contains_speech") is not False else {}
        if calls or spoken.get("content"):
            yield {"timestamp": tick.get("timestamp"), **spoken, "role": role, "tool_calls": calls}
        yield from results if isinstance(results, list) else ()


def _as_chat(message: dict[str, Any]) -> dict[str, Any]:
    """A message as chat messages are: a result there names the call it answers in another key."""
    if message.get("role") != "tool" or "tool_call_id" in message:
        return message
    return {**message, "tool_call_id": message.get("id"), "error": message.get("error") is True}


FORMAT = Format(
    key=_KEY,
    title="tau-bench and tau2-bench runs",
    signature="objects with `task_id` and `traj`, or `simulations[]` with `task_id`, `messages` and `reward_info`",
    specification="https://github.com/sierra-research/tau2-bench",
    version="2",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Runs of tau-bench and tau2-bench."""

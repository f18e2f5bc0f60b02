"""Trajectories of SWE-agent and mini-swe-agent -> traces. A command that stands as text is a call of `bash` with `command`.

The history counts; the steps of a trajectory repeat it and give times. Demonstrations are left out.
Specification: https://swe-agent.com/latest/usage/trajectories/ (1.1);
https://mini-swe-agent.com/latest/usage/output_files/ (mini-swe-agent-1.1).
"""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from toolscore_core.calls import ToolCall, Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.messages.builder import TraceBuilder, mark_failed
from toolscore_core.messages.chat import add_message, calls_in, is_message
from toolscore_core.messages.content import text_of_content
from toolscore_core.messages.envelope import Facts, add_facts, facts_of, name_trace
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.tally import amount_of, count_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import Documents, ReadReport

_KEY = "swe_agent"
_TOOL = "bash"
_FENCE = re.compile(r"```(mswea_bash_command|bash)[ \t]*\n(.*?)\n?```", re.DOTALL)
_RETURN_CODE = re.compile(r"\s*<returncode>(-?\d{1,9})</returncode>")
_OUTPUT = re.compile(r"<output>\n?(.*?)\n?</output>", re.DOTALL)
_MARKS = ("message_type", "thought", "is_demo")
_LOOKED_AT = 200


def _messages_key(value: Any) -> str | None:
    """The key under which a trajectory keeps its messages; None for an object that is no trajectory of this family."""
    if not isinstance(value, dict):
        return None
    info = value.get("info")
    told = isinstance(info, dict) and any(key in info for key in ("model_stats", "exit_status", "submission"))
    history, messages, steps = (value.get(key) for key in ("history", "messages", "trajectory"))
    if isinstance(history, list) and (told or any(map(_is_marked, history[:_LOOKED_AT]))):
        return "history"
    if isinstance(messages, list) and (told or str(value.get("trajectory_format", "")).startswith("mini-swe-agent")):
        return "messages"
    if isinstance(steps, list) and any(isinstance(step, dict) and _is_step(step) for step in steps[:_LOOKED_AT]):
        return "trajectory"
    return None


def _is_step(step: Mapping[str, Any]) -> bool:
    return isinstance(step.get("action"), str) and isinstance(step.get("observation"), str) and "source" not in step


def _is_marked(message: Any) -> bool:
    return is_message(message) and "agent" in message and any(key in message for key in _MARKS)


def _is_fenced(messages: list[Any]) -> bool:
    """Whether most answers in a bare list of messages hold one command in a fence, and a return code follows."""
    answers = [one for one in messages[:_LOOKED_AT] if is_message(one) and one["role"] == "assistant"]
    commands = sum(_command(answer) is not None for answer in answers)
    coded = any(
        is_message(one) and _RETURN_CODE.match(text_of_content(one.get("content"))) for one in messages[:_LOOKED_AT]
    )
    return coded and 2 * commands > len(answers) > 0


def _bare(documents: Documents) -> list[Any] | None:
    values = [record.value for record in records(documents)]
    return values if _is_fenced(values) else None


def _claim(documents: Documents) -> Claim | None:
    count = sum(_messages_key(record.value) is not None for record in records(documents))
    if count:
        return Claim(3, count, f"{count} trajectories with `history` or `messages` and `info.model_stats`, or steps")
    bare = _bare(documents)
    return (
        Claim(3, len(bare), f"{len(bare)} messages with one command in a fence each, and return codes")
        if bare
        else None
    )


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    items = list(records(documents))
    if any(_messages_key(item.value) is not None for item in items):
        for item in items:
            key = _messages_key(item.value)
            if key is None:
                report.skip("record that is no trajectory", item.place())
            else:
                yield _trace(item, key, report)
        return
    run = _Run(TraceBuilder(report, _KEY, documents.place(documents.items[0])), report)
    for item in items:
        run.add(item)
    yield run.trace


def _trace(item: Record, key: str, report: ReadReport) -> Trace:
    value = item.value
    run = _Run(TraceBuilder(report, _KEY, item.place()), report)
    messages = value[key]
    spoken = [one for one in messages if isinstance(one, dict) and one.get("role") != "system"]
    real = any(one.get("is_demo") is not True for one in spoken)
    for index, message in enumerate(messages):
        inside = item.inside(f".{key}[{index}]", message)
        if key == "trajectory":
            run.add_step(inside)
        elif real and isinstance(message, dict) and message.get("is_demo") is True:
            report.skip("message of a demonstration", inside.place())
        else:
            run.add(inside)
    steps = value.get("trajectory")
    run.note_durations(steps if isinstance(steps, list) else [])
    _describe(run.trace, value)
    return run.trace


def _describe(trace: Trace, value: Mapping[str, Any]) -> None:
    info = value.get("info")
    info = info if isinstance(info, dict) else {}
    stats = info.get("model_stats")
    stats = stats if isinstance(stats, dict) else {}
    name_trace(trace, value)
    sent, received = count_of(stats, "tokens_sent"), count_of(stats, "tokens_received")
    cost, calls = amount_of(stats, "instance_cost", "total_cost"), count_of(stats, "api_calls")
    measured = any((sent, received, cost)) or calls is None
    if stats and measured:  # calls of a model that none of these counted (a replay, a human) are unknown, not free
        trace.input_tokens = trace.input_tokens if sent is None else sent
        trace.output_tokens = trace.output_tokens if received is None else received
        trace.cost = trace.cost if cost is None else cost
    config = info.get("config")
    model = config.get("model") if isinstance(config, dict) else None
    name = model.get("model_name") if isinstance(model, dict) else None
    trace.model = trace.model or (name if isinstance(name, str) else None)
    trace.outcome = info.get("exit_status") if trace.outcome is None else trace.outcome
    trace.metadata |= {key: info[key] for key in ("submission",) if info.get(key) is not None}


def _command(message: Mapping[str, Any]) -> str | None:
    """The only command in fences of a message; None when there is none or several."""
    found = _FENCE.findall(text_of_content(message.get("content")))
    own = [command for language, command in found if language != "bash"] or [command for _, command in found]
    return own[0] if len(own) == 1 else None


class _Run:
    """One conversation that is being read."""

    def __init__(self, builder: TraceBuilder, report: ReadReport) -> None:
        self._builder = builder
        self._report = report
        self._waiting: ToolCall | None = None
        self._per_answer: list[list[ToolCall]] = []
        self.trace = builder.trace

    def add(self, item: Record) -> None:
        """One message."""
        message = item.value
        if not is_message(message):
            self._report.skip("record that is no message", item.place())
            return
        role, extra = message["role"], message.get("extra")
        extra = extra if isinstance(extra, dict) else {}
        if role in ("user", "tool") and self._waiting is not None and not message.get("tool_call_id"):
            self._answer(message, extra, item)
            return
        facts = _facts(extra)
        add_facts(self.trace, facts)
        first = len(self.trace.calls)
        add_message(self._builder, message, item.place, facts)
        if role == "tool":
            self._note_code(message, extra)
        if role != "assistant":
            return
        if not calls_in(message):
            self._add_command(message, extra, item)
        self._per_answer.append(self.trace.calls[first:])

    def add_step(self, item: Record) -> None:
        """One step of a trajectory without a history."""
        step = item.value
        if not isinstance(step, dict) or not _is_step(step):
            self._report.skip("step without action and observation", item.place())
            return
        self._builder.turn("assistant", text_of_content(step.get("thought") or step.get("response")))
        first = len(self.trace.calls)
        if step["action"].strip():
            call = self._call(step["action"], item)
            if call is not None:
                call.result = step["observation"]
        self._per_answer.append(self.trace.calls[first:])

    def note_durations(self, steps: list[Any]) -> None:
        """Each step says how long its action ran; it is that of its only call."""
        if len(steps) != len(self._per_answer):
            return
        for step, made in zip(steps, self._per_answer, strict=True):
            took = amount_of(step, "execution_time") if isinstance(step, dict) else None
            if took is not None and len(made) == 1:
                made[0].duration = took

    def _add_command(self, message: Mapping[str, Any], extra: Mapping[str, Any], item: Record) -> None:
        actions = extra.get("actions")
        action = message.get("action")
        listed = actions if isinstance(actions, list) else [action if isinstance(action, str) else _command(message)]
        for one in listed:
            command = one.get("command") if isinstance(one, dict) else one
            if isinstance(command, str) and command.strip():
                self._waiting = self._call(command, item)
                if self._waiting is not None:
                    self._waiting.timestamp = extra.get("timestamp")
                    self._waiting.started = epoch_seconds(extra.get("timestamp"))
                    agent = message.get("agent")
                    self._waiting.agent = agent if isinstance(agent, str) else None

    def _note_code(self, message: Mapping[str, Any], extra: Mapping[str, Any]) -> None:
        """The return code of a call with an id stands beside its result."""
        code, call_id = extra.get("returncode"), message.get("tool_call_id")
        call = next((made for made in reversed(self.trace.calls) if made.call_id == call_id), None)
        if call is not None and isinstance(code, int) and code != 0:
            mark_failed(call, text_of_content(message.get("content")))

    def _call(self, command: str, item: Record) -> ToolCall | None:
        return self._builder.call(_TOOL, {"command": command}, partial(item.place))

    def _answer(self, message: Mapping[str, Any], extra: Mapping[str, Any], item: Record) -> None:
        """What follows a command is what it gave back; a return code other than 0 is a failure."""
        text = text_of_content(message.get("content"))
        call, self._waiting = self._waiting, None
        if call is None:
            return
        found, written = _RETURN_CODE.match(text), _OUTPUT.search(text)
        call.result = written[1] if found and written else text
        code = extra.get("returncode", int(found[1]) if found else None)
        if isinstance(code, int) and code != 0:
            mark_failed(call, str(call.result))
        moment = epoch_seconds(extra.get("timestamp"))
        if moment is not None:
            self._builder.end(call, moment, item.place)


def _facts(extra: Mapping[str, Any]) -> Facts:
    response = extra.get("response")
    return facts_of(extra, response if isinstance(response, dict) else None)


FORMAT = Format(
    key=_KEY,
    title="SWE-agent trajectory",
    signature="`history` or `messages` with `info.model_stats`, steps with `action` and `observation`, fenced commands",
    specification="https://swe-agent.com/latest/usage/trajectories/",
    version="1.1",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
)
"""Trajectories of SWE-agent and mini-swe-agent."""

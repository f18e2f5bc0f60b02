"""Logs of Inspect AI, one JSON file or the members of a zipped `.eval` -> traces, one for each sample and epoch.

Calls and results are those of a sample's messages; its events repeat them and give times, agents and errors. Calls that an
agent made inside a tool stand in the events alone and follow the call inside which they were made.
Specification: https://inspect.aisi.org.uk/reference/inspect_ai.log.html (log version 2).
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.catalogue import Claim, Format
from toolscore_core.errors import FormatError
from toolscore_core.messages.attachments import attached
from toolscore_core.messages.builder import TraceBuilder
from toolscore_core.messages.chat import add_message, is_message
from toolscore_core.messages.envelope import NO_FACTS, Facts, name_trace
from toolscore_core.messages.frameworks.inspect_events import ToolEvents
from toolscore_core.messages.records import Record, records
from toolscore_core.messages.tally import Tally, amount_of, count_of
from toolscore_core.messages.times import epoch_seconds
from toolscore_core.reading import Documents, ReadReport

_KEY = "inspect_ai"


def _is_log(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("eval"), dict) and "status" in value


def _is_sample(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "epoch" in value
        and "target" in value
        and "input" in value
        and any(isinstance(value.get(key), list) for key in ("messages", "events"))
    )


def _claim(documents: Documents) -> Claim | None:
    logs = samples = 0
    for record in records(documents):
        logs += _is_log(record.value)
        samples += _is_sample(record.value)
    if not logs and not samples:
        return None
    return Claim(3, logs + samples, f"{logs} logs with `eval` and `status`, {samples} samples of their own")


def _read(documents: Documents, report: ReadReport) -> Iterator[Trace]:
    items = list(records(documents))
    header: Mapping[str, Any] = next((item.value for item in items if _is_log(item.value)), {})
    for item in items:
        if _is_sample(item.value):
            yield _trace(item, header, report)
        elif _is_log(item.value):
            yield from _of_log(item, report)


def _of_log(item: Record, report: ReadReport) -> Iterator[Trace]:
    samples = item.value.get("samples")
    if samples is None:
        return
    if not isinstance(samples, list):
        raise FormatError(f"`samples` is a list of samples, not {type(samples).__name__}", item.place(".samples"))
    for index, sample in enumerate(samples):
        if isinstance(sample, dict):
            yield _trace(item.inside(f".samples[{index}]", sample), item.value, report)
        else:
            report.skip("sample that is no object", item.place(f".samples[{index}]"))


def _trace(item: Record, log: Mapping[str, Any], report: ReadReport) -> Trace:
    sample = attached(item.value)
    builder = TraceBuilder(report, _KEY, item.place())
    trace = builder.trace
    events = ToolEvents(sample)
    for index, message in enumerate(events.conversation):
        place = partial(item.place, f".messages[{index}]")
        if not is_message(message):
            report.skip("record that is no message", place())
            continue
        first = len(trace.calls)
        model = events.model_of(message)
        timed = {"timestamp": model["timestamp"], **message} if "timestamp" in model else message
        add_message(builder, timed, place, _facts(model))
        for call in trace.calls[first:]:
            events.add_inner(builder, call, place)
    events.enrich(trace)
    _describe(trace, sample, log)
    return trace


def _describe(trace: Trace, sample: Mapping[str, Any], log: Mapping[str, Any]) -> None:
    run = log.get("eval")
    run = run if isinstance(run, dict) else {}
    name_trace(trace, {"sample_id": sample.get("id"), "epoch": sample.get("epoch")})
    if trace.case_id is not None and trace.trial is not None:
        trace.id = f"{trace.case_id}_epoch_{trace.trial}"
    output = sample.get("output")
    models = (run.get("model"), output.get("model") if isinstance(output, dict) else None)
    trace.model = next((model for model in models if isinstance(model, str) and model), trace.model)
    usage = sample.get("model_usage")
    _tally(usage).fill(trace)
    started = epoch_seconds(sample.get("started_at"))
    trace.started = started if started is not None else trace.started
    total = amount_of(sample, "total_time")
    trace.duration = total if total is not None else trace.duration
    trace.outcome = _outcome(sample)
    kept = {key: sample[key] for key in ("target", "working_time", "limit", "uuid") if sample.get(key) is not None}
    trace.metadata = kept | {key: run[key] for key in ("task", "run_id") if run.get(key) is not None}
    error = sample.get("error")
    if error:
        trace.metadata["error"] = error.get("message") if isinstance(error, dict) else error
        trace.outcome = "error" if trace.outcome is None else trace.outcome


def _outcome(sample: Mapping[str, Any]) -> Any:
    """The value of the only score; {scorer: value} when there are several; None when there is none."""
    scores = sample.get("scores")
    if not isinstance(scores, dict):
        scores = {"": sample["score"]} if isinstance(sample.get("score"), dict) else {}
    values = {name: score.get("value") for name, score in scores.items() if isinstance(score, dict)}
    return next(iter(values.values())) if len(values) == 1 else values or None


def _tally(usage: Any) -> Tally:
    """The tokens of all models of a sample."""
    total = Tally()
    for counts in usage.values() if isinstance(usage, dict) else ():
        if isinstance(counts, dict):
            total.add(_counts(counts))
    return total


def _counts(usage: Mapping[str, Any]) -> Tally:
    """One usage record. Providers count cached tokens beside or inside the input: the total tells which."""
    read, written = count_of(usage, "input_tokens"), count_of(usage, "output_tokens")
    cached = count_of(usage, "input_tokens_cache_read")
    beside = (cached or 0) + (count_of(usage, "input_tokens_cache_write") or 0)
    total = count_of(usage, "total_tokens")
    if read is not None and (total is None or total >= read + beside + (written or 0)):
        read += beside
    return Tally(read, written, cached, count_of(usage, "reasoning_tokens"), amount_of(usage, "total_cost"))


def _facts(event: Mapping[str, Any]) -> Facts:
    """What the event of a model's answer says for the turn."""
    output = event.get("output")
    if not isinstance(output, dict):
        return NO_FACTS
    usage = output.get("usage")
    counts = _counts(usage) if isinstance(usage, dict) else Tally()
    model = output.get("model")
    return Facts(
        model if isinstance(model, str) else None,
        input_tokens=counts.input_tokens,
        output_tokens=counts.output_tokens,
    )


FORMAT = Format(
    key=_KEY,
    title="Inspect AI log",
    signature="`eval` and `status` with `samples`, or samples with `epoch`, `input`, `target` and `messages`",
    specification="https://inspect.aisi.org.uk/reference/inspect_ai.log.html",
    version="2",
    gives=("results", "errors", "timing", "tokens", "cost", "conversation", "model"),
    claim=_claim,
    read=_read,
    joins=True,
)
"""Logs of Inspect AI."""

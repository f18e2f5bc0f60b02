"""What stands around messages (model, time, tokens, cost, ids) -> the fields of a turn and a trace."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from toolscore_core.calls import Trace
from toolscore_core.messages.tally import amount_of, count_of
from toolscore_core.messages.times import epoch_seconds

_TIME_KEYS = (
    "created",
    "created_at",
    "createdAt",
    "timestamp",
    "createTime",
    "start_time",
    "startTime",
    "ts",
    "time",
    "date",
)
_TICKS = 1e10
"""Of xAI's price units, so many are one USD."""
_COST_KEYS = ("cost", "cost_usd", "total_cost_usd", "total_cost", "response_cost", "spend")
_TELLING = frozenset({*_TIME_KEYS, *_COST_KEYS, "model", "usage", "prompt_eval_count", "prompt_tokens"})
_OWN_KEYS = ("id", "name")
_CASE_KEYS = (
    "case_id",
    "custom_id",
    "task_id",
    "instance_id",
    "test_id",
    "eval_id",
    "question_id",
    "sample_id",
    "user_task_id",
)
_OUTCOME_KEYS = ("outcome", "reward", "verdict", "success", "resolved", "utility")
_TRIAL_KEYS = ("trial", "epoch", "attempt")

_SECONDS = ("duration", "duration_s", "duration_seconds", "total_time", "elapsed", "latency_sec", "latency_s")
_MILLISECONDS = ("duration_ms", "durationMs", "latency_ms", "latencyMs")

_NAMING = frozenset({*_OWN_KEYS, *_CASE_KEYS, *_TRIAL_KEYS, *_OUTCOME_KEYS})


@dataclass(frozen=True, slots=True)
class Facts:
    """What one response says about itself; None where it does not say.

    Attributes:
        model: Model that answered.
        time: When, as the file writes it.
        started: The same in seconds since the epoch.
        input_tokens: Tokens read, cached ones included.
        output_tokens: Tokens written.
        cached_tokens, reasoning_tokens: Parts of the two.
        cost: USD.
    """

    model: str | None = None
    time: Any = None
    started: float | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    cost: float | None = None


NO_FACTS = Facts()
"""A response that says nothing about itself."""


def facts_of(*envelopes: Mapping[str, Any] | None) -> Facts:
    """What a response and the records around it say; of several, the first that says it.

    Token counts are read from `usage` in the names of OpenAI (chat and Responses), Anthropic, Bedrock, Cohere and Ollama.
    """
    found: dict[str, Any] = {}
    for envelope in envelopes:
        if not isinstance(envelope, Mapping) or _TELLING.isdisjoint(envelope):
            continue
        model = envelope.get("model")
        if isinstance(model, str) and model:
            found.setdefault("model", model)
        time = next((envelope[key] for key in _TIME_KEYS if epoch_seconds(envelope.get(key)) is not None), None)
        if time is not None and "time" not in found:
            found["time"], found["started"] = time, epoch_seconds(time)
        for name, value in _tokens(envelope).items():
            found.setdefault(name, value)
        cost = _cost(envelope)
        if cost is not None:
            found.setdefault("cost", cost)
    return Facts(**found) if found else NO_FACTS


def _cost(envelope: Mapping[str, Any]) -> float | None:
    """The price of a response, which stands beside the usage or in it (OpenRouter, Perplexity, xAI)."""
    usage = _mapping(envelope, "usage")
    for place in (envelope, usage, _mapping(usage, "cost")):
        if (cost := amount_of(place, *_COST_KEYS)) is not None:
            return cost
    ticks = amount_of(usage, "cost_in_usd_ticks")
    return None if ticks is None else ticks / _TICKS


def _tokens(envelope: Mapping[str, Any]) -> dict[str, int]:
    usage = envelope.get("usage")
    if not isinstance(usage, Mapping):
        usage = envelope if "prompt_eval_count" in envelope or "prompt_tokens" in envelope else {}
    counted = usage["tokens"] if isinstance(usage.get("tokens"), Mapping) else usage
    read = count_of(counted, "input_tokens", "prompt_tokens", "inputTokens", "promptTokens", "prompt_eval_count")
    written = count_of(counted, "output_tokens", "completion_tokens", "outputTokens", "completionTokens", "eval_count")
    cached = count_of(usage, "cache_read_input_tokens", "cacheReadInputTokens")
    created = count_of(usage, "cache_creation_input_tokens", "cacheWriteInputTokens")
    if read is not None and "prompt_tokens" not in counted and "promptTokens" not in counted:
        read += (cached or 0) + (created or 0)  # Anthropic and Bedrock count cached tokens beside the others
    details = _mapping(
        usage, "prompt_tokens_details", "input_tokens_details", "promptTokensDetails", "inputTokensDetails"
    )
    if cached is None:
        cached = count_of(details, "cached_tokens", "cachedTokens")
    if cached is None:
        cached = count_of(usage, "cached_tokens", "prompt_cache_hit_tokens")
    written_details = (
        "completion_tokens_details",
        "output_tokens_details",
        "completionTokensDetails",
        "outputTokensDetails",
    )
    reasoning = count_of(_mapping(usage, *written_details), "reasoning_tokens", "reasoningTokens")
    named = {"input_tokens": read, "output_tokens": written, "cached_tokens": cached, "reasoning_tokens": reasoning}
    return {name: value for name, value in named.items() if value is not None}


def _mapping(usage: Mapping[str, Any], *keys: str) -> Mapping[str, Any]:
    return next((value for key in keys if isinstance(value := usage.get(key), Mapping)), {})


def add_facts(trace: Trace, facts: Facts) -> None:
    """Add one response's tokens and cost to a trace, and its model and time where the trace has none yet."""
    trace.model = trace.model or facts.model
    for name in ("input_tokens", "output_tokens", "cached_tokens", "reasoning_tokens", "cost"):
        value = getattr(facts, name)
        if value is not None:
            setattr(trace, name, (getattr(trace, name) or 0) + value)
    note_time(trace, facts.started)


def facts_together(facts: Iterable[Facts]) -> Facts:
    """What several responses of one conversation say: the first model and time, and all tokens and costs."""
    total = Trace()
    said = list(facts)
    for one in said:
        add_facts(total, one)
    counts = (total.input_tokens, total.output_tokens, total.cached_tokens, total.reasoning_tokens, total.cost)
    time = next((one.time for one in said if one.time is not None), None)
    return Facts(total.model, time, total.started, *counts)


def without_counts(facts: Facts) -> Facts:
    """The same without tokens and cost."""
    return Facts(facts.model, facts.time, facts.started)


def note_time(trace: Trace, moment: float | None) -> None:
    """Widen a trace's time span so that it holds a moment."""
    if moment is None:
        return
    if trace.started is None:
        trace.started = moment
    elif moment < trace.started:
        trace.duration = (trace.duration or 0.0) + trace.started - moment
        trace.started = moment
    elif moment - trace.started > (trace.duration or 0.0):
        trace.duration = moment - trace.started


def name_trace(trace: Trace, record: Mapping[str, Any], fallback: str = "") -> None:
    """Take id, case, trial and outcome of a trace from the record that holds it.

    Args:
        trace: The trace.
        record: The object around the messages, not the response of a model (whose `id` names no case).
        fallback: Name of the trace when the record has none, e.g. its key in the file.
    """
    if _NAMING.isdisjoint(record) and not fallback:
        return
    own = _text(record, _OWN_KEYS) or fallback
    case = _text(record, _CASE_KEYS)
    trace.case_id = trace.case_id or case or own or None
    trace.id = trace.id or own or case or ""
    for key in _TRIAL_KEYS:
        value = record.get(key)
        if isinstance(value, int) and not isinstance(value, bool):
            trace.trial = value
            break
    trace.outcome = next((record[key] for key in _OUTCOME_KEYS if record.get(key) is not None), trace.outcome)


def duration_of(record: Mapping[str, Any]) -> float | None:
    """Seconds that a run took, as the record of its trace writes them; None when it does not."""
    for keys, unit in ((_SECONDS, 1.0), (_MILLISECONDS, 1e3)):
        if (length := amount_of(record, *keys)) is not None:
            return length / unit
    return None


def _text(record: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value:
            return value
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)
    return None
